//! Known length, and a consumer that does not mind positions.
//!
//! A thread folds all that it works on into one folder. It starts with the left end of its piece and
//! holds in `reserve` the consumer for all that is still to the right. Offering half of the rest:
//!
//! 1. the offered half gets the reserve, of which a new reserve for what stays is split off first;
//! 2. if nobody has taken the half when the rest is done, the thread goes on with it, in the same folder;
//! 3. if somebody has, the folder is closed and the two results are joined.
//!
//! So there are as many accumulators as parts that were really taken, plus one.

use furcate_core::adapt::{Forked, feed, fork, hungry, invite};

use super::grain::{Cost, Grain, Meter};
use super::pass_over;
use super::small::Watch;
use crate::iter::plumbing::{Folder, Producer, Reducer, UnindexedConsumer};

/// What is left to do in a piece: the items, and the consumer for the right of the current folder.
struct Rest<P, C> {
    len: usize,
    producer: P,
    reserve: C,
}

/// How far a thread has come: with the folder at the right end of what is done, or closed.
enum Done<F, R> {
    Open(F),
    Closed(R),
}

impl<F, R> Done<F, R> {
    fn close<T>(self) -> R
    where
        F: Folder<T, Result = R>,
    {
        match self {
            Done::Open(folder) => folder.complete(),
            Done::Closed(result) => result,
        }
    }
}

/// Works off a small call.
pub(super) fn small<P, C>(watch: &mut Watch, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    if consumer.full() {
        return pass_over(producer, consumer);
    }
    let mut folder = consumer.split_off_left().into_folder();
    let mut rest = Rest { len, producer, reserve: consumer };
    loop {
        let part = watch.part(rest.len);
        if part == rest.len {
            folder = rest.producer.fold_with(folder);
            watch.end();
            drop(rest.reserve); // first, see `pass_over`: it may hold values of the user
            return folder.complete();
        }
        let (now, later) = rest.producer.split_at(part);
        folder = now.fold_with(folder);
        rest.producer = later;
        rest.len -= part;
        if folder.full() {
            drop(rest); // first, see `pass_over`
            return folder.complete();
        }
        if let Some(cost) = watch.look(part) {
            let grain = watch.grain(&rest.producer);
            return go_on(&grain, cost, grain.offers(rest.len, cost), folder, rest).close();
        }
    }
}

/// Works off a piece, with a folder of its own.
pub(super) fn begin<P, C>(grain: &Grain, cost: Cost, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    if consumer.full() {
        return pass_over(producer, consumer);
    }
    if grain.too_long(len) {
        return halve(grain, cost, len, producer, consumer);
    }
    if !grain.is_shared() {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    let folder = consumer.split_off_left().into_folder();
    let offers = grain.offers(len, cost);
    go_on(grain, cost, offers, folder, Rest { len, producer, reserve: consumer }).close()
}

/// Splits a piece that is longer than the producer allows. Each half has its own folder in any case.
fn halve<P, C>(grain: &Grain, cost: Cost, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let middle = len / 2;
    let (left, right) = producer.split_at(middle);
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let work_off = |(producer, consumer)| {
        let _nested = grain.enter();
        begin(grain, cost, len - middle, producer, consumer)
    };
    let (left, right) = fork(
        grain.whole(),
        || begin(grain, cost, middle, left, left_consumer),
        (right, consumer),
        work_off,
        cost.of(len - middle),
    );
    let right = match right {
        Forked::Kept(right) => work_off(right),
        Forked::Taken(right) => right,
    };
    reducer.reduce(left, right)
}

/// Folds the rest of a piece, offering parts of it while they are worth it.
///
/// `levels` is how often to offer a half before the next block.
fn go_on<P, C>(
    grain: &Grain,
    cost: Cost,
    mut levels: u32,
    mut folder: C::Folder,
    mut rest: Rest<P, C>,
) -> Done<C::Folder, C::Result>
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let mut meter = Meter::begin(grain, cost, rest.len);
    loop {
        if folder.full() {
            drop(rest); // first, see `pass_over`
            return Done::Open(folder);
        }
        if levels > 0 && grain.worth_sharing(rest.len, meter.cost()) {
            levels -= 1;
            let (done, kept) = offer(grain, meter.cost(), levels, folder, rest);
            match (done, kept) {
                (Done::Open(open), Some(kept)) => (folder, rest) = (open, kept),
                (Done::Closed(left), Some(kept)) => {
                    let reducer = kept.reserve.to_reducer();
                    let right = begin(grain, meter.cost(), kept.len, kept.producer, kept.reserve);
                    return Done::Closed(reducer.reduce(left, right));
                }
                (done, None) => return done,
            }
            meter.resume();
            continue;
        }

        let block = meter.block(rest.len, 1);
        if block == rest.len {
            folder = rest.producer.fold_with(folder);
            meter.look(block);
            drop(rest.reserve); // first, see `pass_over`: it may hold values of the user
            return Done::Open(folder);
        }
        let (now, later) = rest.producer.split_at(block);
        folder = now.fold_with(folder);
        rest.producer = later;
        rest.len -= block;
        let misjudged = meter.look(block);
        if misjudged {
            levels = grain.offers(rest.len, meter.cost());
        } else if hungry() && !feed() && grain.worth_sharing(rest.len, meter.cost()) {
            invite();
            levels = levels.max(1);
        }
    }
}

/// What has been done, and the offered half if nobody took it.
type Offered<P, C, F, R> = (Done<F, R>, Option<Rest<P, C>>);

/// Offers the right half of `rest`, goes on with the left one, and says what became of both.
fn offer<P, C>(
    grain: &Grain,
    cost: Cost,
    levels: u32,
    folder: C::Folder,
    rest: Rest<P, C>,
) -> Offered<P, C, C::Folder, C::Result>
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let middle = rest.len / 2;
    let (left, right) = rest.producer.split_at(middle);
    let reducer = rest.reserve.to_reducer();
    let left = Rest { len: middle, producer: left, reserve: rest.reserve.split_off_left() };
    let right = Rest { len: rest.len - middle, producer: right, reserve: rest.reserve };
    let price = cost.of(right.len);
    let (done, right) = fork(
        grain.whole(),
        || go_on(grain, cost, levels, folder, left),
        right,
        |right| {
            let _nested = grain.enter();
            begin(grain, cost, right.len, right.producer, right.reserve)
        },
        price,
    );
    match right {
        Forked::Kept(right) => (done, Some(right)),
        Forked::Taken(right) => (Done::Closed(reducer.reduce(done.close(), right)), None),
    }
}
