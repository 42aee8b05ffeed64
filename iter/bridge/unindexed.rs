//! Unknown length: only the producer knows where it can be split.
//!
//! A piece cannot be worked off in blocks, so it is halved beforehand: some parts for each thread, and as many
//! again of a part that was taken, since that shows that threads are idle.

use furcate_core::adapt::{Forked, fork};
use furcate_core::current_num_threads;

use crate::iter::plumbing::{Folder, Reducer, UnindexedConsumer, UnindexedProducer};

/// Works off all.
pub(super) fn begin<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let threads = current_num_threads();
    let levels = if threads == 1 { 0 } else { threads.ilog2() + 2 };
    halve_or_fold(levels, levels, producer, consumer)
}

/// Offers the right half, up to `levels` times, then folds what is left.
fn halve_or_fold<P, C>(all_levels: u32, levels: u32, producer: P, consumer: C) -> C::Result
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
    let later = levels - 1;
    let (left, right) = fork(
        || halve_or_fold(all_levels, later, left, left_consumer),
        (right, consumer),
        |(right, consumer)| halve_or_fold(all_levels, all_levels, right, consumer),
        0,
    );
    let right = match right {
        Forked::Kept((right, consumer)) => halve_or_fold(all_levels, later, right, consumer),
        Forked::Taken(right) => right,
    };
    reducer.reduce(left, right)
}

fn fold<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.into_folder();
    if folder.full() { folder.complete() } else { producer.fold_with(folder).complete() }
}
