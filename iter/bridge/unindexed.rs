//! Unknown length: only the producer knows where it can be split.
//!
//! A piece cannot be worked off in blocks, so it is halved beforehand: some parts for each thread, and as many
//! again of a part that was taken, since that shows that threads are idle. The last parts are halved once more whenever
//! somebody asks for work as they begin.
//!
//! For a consumer that searches from the back, right halves come first, and a part that is not shared is still halved
//! towards its end, so that a hit there is found without the walk from the front.

use furcate_core::adapt::{Forked, Loop, feed, fork, hungry, invite};
use furcate_core::current_num_threads;

use super::in_turn;
use crate::iter::plumbing::{Folder, Reducer, UnindexedConsumer, UnindexedProducer};

/// How often a part is halved towards its end: enough for 128-bit ranges.
const BACK_LEVELS: u32 = 128;

/// Works off all.
pub(super) fn begin<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let threads = current_num_threads();
    let levels = if threads == 1 { 0 } else { threads.ilog2() + 2 };
    halve_or_fold(&Loop::default(), levels, levels, producer, consumer)
}

/// Offers the right half, up to `levels` times and whenever somebody asks, then folds what is left.
fn halve_or_fold<P, C>(whole: &Loop, all_levels: u32, levels: u32, producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let back_first = consumer.back_first();
    let asked = levels == 0 && hungry() && !feed();
    if asked {
        invite();
    }
    if (levels == 0 && !asked) || consumer.full() {
        return if back_first {
            fold_back(BACK_LEVELS, producer, consumer)
        } else {
            fold(producer, consumer)
        };
    }
    let (left, right) = match producer.split() {
        (left, Some(right)) => (left, right),
        (whole, None) => return fold(whole, consumer),
    };
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let later = levels.saturating_sub(1);
    let (mine, offered) = in_turn(back_first, ((left, left_consumer), (right, consumer)));
    let (mine, offered) = fork(
        Some(whole),
        || halve_or_fold(whole, all_levels, later, mine.0, mine.1),
        offered,
        |(producer, consumer)| halve_or_fold(whole, all_levels, all_levels, producer, consumer),
        0,
    );
    let offered = match offered {
        Forked::Kept((producer, consumer)) => halve_or_fold(whole, all_levels, later, producer, consumer),
        Forked::Taken(result) => result,
    };
    let (left, right) = in_turn(back_first, (mine, offered));
    reducer.reduce(left, right)
}

/// Folds the right half of the right half and so on, then what is to the left of each.
fn fold_back<P, C>(levels: u32, producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    if levels == 0 || consumer.full() {
        return fold(producer, consumer);
    }
    let (left, right) = match producer.split() {
        (left, Some(right)) => (left, right),
        (whole, None) => return fold(whole, consumer),
    };
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let right = fold_back(levels - 1, right, consumer);
    reducer.reduce(fold(left, left_consumer), right)
}

fn fold<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.into_folder();
    if folder.full() {
        drop(producer); // first, see `pass_over`
        return folder.complete();
    }
    producer.fold_with(folder).complete()
}
