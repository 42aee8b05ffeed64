//! Known length, and a consumer that is split where the producer is.
//!
//! Such a consumer cannot be split once it has begun to fold, so each block has a folder of its own. Blocks
//! are a fixed part of the rest, hence of falling length and, in all, few. A consumer is told what the block before it has
//! come to, if that is known when it begins (`Consumer::behind`).
//!
//! A consumer that searches from the back is fed so: the right half stays, the left one is offered, and blocks are
//! taken from the end. They begin with one item and grow with what has been seen, so that a hit near the end is found after
//! few items, however many there are in front.

use furcate_core::adapt::{Forked, feed, fork, hungry, invite};

use super::grain::{Cost, Grain, Meter};
use super::small::Watch;
use super::{in_turn, pass_over};
use crate::iter::plumbing::{Consumer, Folder, Producer, Reducer};

/// A block is at least this part of the rest: it bounds the number of folders, and the depth of the calls.
const LEAST_BLOCK: usize = 8;

/// Works off a small call.
pub(super) fn small<P, C>(watch: &mut Watch, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if consumer.full() {
        return pass_over(producer, consumer);
    }
    let part = watch.part(len);
    if part == len {
        let result = producer.fold_with(consumer.into_folder()).complete();
        watch.end();
        return result;
    }
    let (consumer, later_consumer, reducer) = consumer.split_at(part);
    let (now, later) = producer.split_at(part);
    let mut done = now.fold_with(consumer.into_folder()).complete();
    let later_consumer = later_consumer.behind(&mut done);
    let len = len - part;
    let rest = match watch.look(part) {
        None => small(watch, len, later, later_consumer),
        Some(cost) => {
            let grain = watch.grain(&later);
            halve_or_fold(&grain, cost, grain.levels(), len, later, later_consumer)
        }
    };
    reducer.reduce(done, rest)
}

/// Works off a piece.
pub(super) fn begin<P, C>(grain: &Grain, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    halve_or_fold(grain, grain.remembered(), grain.levels(), len, producer, consumer)
}

/// Offers the right half, up to `levels` times, then folds what is left.
fn halve_or_fold<P, C>(
    grain: &Grain,
    cost: Cost,
    levels: u32,
    len: usize,
    producer: P,
    consumer: C,
) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if consumer.full() {
        return pass_over(producer, consumer);
    }
    if !grain.is_shared() && !grain.too_long(len) && !consumer.back_first() {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    if !grain.too_long(len) && (levels == 0 || !grain.worth_sharing(len, cost)) {
        let meter = Meter::begin(grain, cost, len);
        return fold(grain, meter, len, producer, consumer);
    }
    let middle = len / 2;
    let back_first = consumer.back_first();
    let (left, right) = producer.split_at(middle);
    let (left_consumer, right_consumer, reducer) = consumer.split_at(middle);
    let halves = ((middle, left, left_consumer), (len - middle, right, right_consumer));
    let (mine, offered) = in_turn(back_first, halves);
    let later = levels.saturating_sub(1);
    let price = cost.of(offered.0);
    let (mut mine, offered) = fork(
        grain.whole(),
        || halve_or_fold(grain, cost, later, mine.0, mine.1, mine.2),
        offered,
        |(len, producer, consumer)| {
            let _nested = grain.enter();
            halve_or_fold(grain, cost, grain.levels(), len, producer, consumer)
        },
        price,
    );
    let offered = match offered {
        Forked::Kept((len, producer, mut consumer)) => {
            if !back_first {
                consumer = consumer.behind(&mut mine);
            }
            halve_or_fold(grain, cost, later, len, producer, consumer)
        }
        Forked::Taken(result) => result,
    };
    let (left, right) = in_turn(back_first, (mine, offered));
    reducer.reduce(left, right)
}

/// Folds a block, then the rest, which is offered in parts if somebody asks or it turns out dear.
fn fold<P, C>(grain: &Grain, mut meter: Meter<'_>, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let back_first = consumer.back_first();
    let block = if back_first { meter.growing_block(len) } else { meter.block(len, len / LEAST_BLOCK) };
    if block == len {
        let result = producer.fold_with(consumer.into_folder()).complete();
        meter.look(len);
        return result;
    }
    let middle = if back_first { len - block } else { block };
    let (left_consumer, right_consumer, reducer) = consumer.split_at(middle);
    let (now, later) = in_turn(back_first, producer.split_at(middle));
    let (now_consumer, later_consumer) = in_turn(back_first, (left_consumer, right_consumer));
    let mut done = now.fold_with(now_consumer.into_folder()).complete();
    let later_consumer = if back_first { later_consumer } else { later_consumer.behind(&mut done) };
    let misjudged = meter.look(block);
    let (len, cost) = (len - block, meter.cost());
    let levels = if misjudged {
        grain.levels()
    } else if hungry() && !feed() && grain.worth_sharing(len, cost) {
        invite();
        1
    } else {
        0
    };
    let rest = if later_consumer.full() {
        pass_over(later, later_consumer)
    } else if levels > 0 {
        drop(meter);
        halve_or_fold(grain, cost, levels, len, later, later_consumer)
    } else {
        fold(grain, meter, len, later, later_consumer)
    };
    let (left, right) = in_turn(back_first, (done, rest));
    reducer.reduce(left, right)
}
