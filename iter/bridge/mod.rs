//! Where a producer meets a consumer: the one place that decides about splitting.
//!
//! Three ways, by what the two sides can do:
//!
//! - `any_order`: the length is known and the consumer does not mind positions (`for_each`, `sum`, …). One accumulator
//!   for all that a thread works on; a part is split off only to be given away.
//! - `in_order`: the length is known and the consumer wants to be split where the producer is
//!   (collecting into place). Blocks are folded one by one.
//! - `unindexed`: only the producer knows where it can be split.
//!
//! What is worth splitting, and in which blocks to work, is a question of cost: `grain.rs`, and for what is known to cost
//! little `small.rs`. What is remembered of it, and where: `place.rs`.

use furcate_core::adapt::as_worker;

use self::grain::Grain;
use self::place::Place;
pub(crate) use self::small::Gauge;
use self::small::{Watch, is_known_trifle};
use super::indexed::IndexedParallelIterator;
use super::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer};
use super::sink::keep;

mod any_order;
mod grain;
mod in_order;
mod place;
mod small;
mod unindexed;

/// Drives an indexed iterator into a consumer.
///
/// This is what `drive` of an indexed source is made of. Work is that of the items; the span is that of one
/// block of them plus a logarithmic number of joins.
///
/// # Panics
///
/// If the producer or the consumer does.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Consumer, ProducerCallback, Producer, UnindexedConsumer, bridge};
/// use furcate::prelude::*;
///
/// struct Evens(usize);
///
/// struct EvensFrom(std::ops::Range<usize>);
///
/// impl ParallelIterator for Evens {
///     type Item = usize;
///
///     fn drive_unindexed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
///         bridge(self, consumer)
///     }
/// }
///
/// impl IndexedParallelIterator for Evens {
///     fn len(&self) -> usize {
///         self.0
///     }
///
///     fn drive<C: Consumer<usize>>(self, consumer: C) -> C::Result {
///         bridge(self, consumer)
///     }
///
///     fn with_producer<CB: ProducerCallback<usize>>(self, callback: CB) -> CB::Output {
///         callback.callback(EvensFrom(0..self.0))
///     }
/// }
///
/// impl Producer for EvensFrom {
///     type Item = usize;
///     type IntoIter = std::iter::Map<std::ops::Range<usize>, fn(usize) -> usize>;
///
///     fn into_iter(self) -> Self::IntoIter {
///         self.0.map(|n| 2 * n)
///     }
///
///     fn split_at(self, index: usize) -> (Self, Self) {
///         let middle = self.0.start + index;
///         (EvensFrom(self.0.start..middle), EvensFrom(middle..self.0.end))
///     }
/// }
///
/// assert_eq!(Evens(4).sum::<usize>(), 12);
/// ```
pub fn bridge<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: Consumer<I::Item>,
{
    struct Bridging<C> {
        len: usize,
        consumer: C,
    }

    impl<T, C: Consumer<T>> ProducerCallback<T> for Bridging<C> {
        type Output = C::Result;

        #[inline]
        fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
            bridge_producer_consumer(self.len, producer, self.consumer)
        }
    }

    let len = par_iter.len();
    par_iter.with_producer(Bridging { len, consumer })
}

/// Drives an indexed iterator into a consumer that does not mind positions.
pub(crate) fn bridge_any_order<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: UnindexedConsumer<I::Item>,
{
    struct Bridging<C> {
        len: usize,
        consumer: C,
    }

    impl<T, C: UnindexedConsumer<T>> ProducerCallback<T> for Bridging<C> {
        type Output = C::Result;

        #[inline]
        fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
            producer_any_order(self.len, producer, self.consumer)
        }
    }

    let len = par_iter.len();
    par_iter.with_producer(Bridging { len, consumer })
}

/// Feeds an indexed iterator to a folder, on this thread. Where it may not be one piece it is several, for its own stages.
pub(crate) fn fold_here<I, F>(par_iter: I, folder: F) -> F
where
    I: IndexedParallelIterator,
    F: Folder<I::Item>,
{
    struct Here<F> {
        len: usize,
        folder: F,
    }

    impl<T, F: Folder<T>> ProducerCallback<T> for Here<F> {
        type Output = F;

        fn callback<P: Producer<Item = T>>(self, mut rest: P) -> F {
            let Here { mut len, mut folder } = self;
            let most = rest.max_len().max(1);
            while len > most && !folder.full() {
                let (piece, later) = rest.split_at(most);
                folder = piece.fold_with(folder);
                (rest, len) = (later, len - most);
            }
            if folder.full() { keep(folder, rest) } else { rest.fold_with(folder) }
        }
    }

    let len = par_iter.len();
    par_iter.with_producer(Here { len, folder })
}

/// Drives a producer of `len` items into a consumer that does not mind positions.
#[inline]
pub(crate) fn producer_any_order<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let place = Place::of(watched_any_order::<P, C> as fn(Place, usize, P, C) -> C::Result as usize);
    let trifle = is_known_trifle(place, len);
    if (trifle || len < 2) && len <= producer.max_len() && !consumer.back_first() && !consumer.full() {
        // A single item has no use for a worker, and this thread need not be one.
        let _nested = trifle.then(|| place.enter());
        return producer.fold_with(consumer.into_folder()).complete();
    }
    no_trifle(watched_any_order, place, len, producer, consumer)
}

/// `producer_any_order` of what may be more than a trifle. Out of line: inner loops come here once in a while.
#[inline(never)]
fn watched_any_order<P, C>(place: Place, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    if place.is_nested() && !consumer.back_first() {
        // So this thread is a worker already.
        if let Some(watch) = &mut Watch::over(place, len, &producer) {
            let _nested = place.enter();
            return any_order::small(watch, len, producer, consumer);
        }
    }
    as_worker(move || {
        let place = place.here();
        let _nested = place.enter();
        let back_first = consumer.back_first();
        if !back_first && !place.is_nested() {
            if let Some(watch) = &mut Watch::over(place, len, &producer) {
                return any_order::small(watch, len, producer, consumer);
            }
        }
        let grain = Grain::of(place, len, &producer);
        if back_first {
            // One folder for all would have to go from the front.
            return in_order::begin(&grain, len, producer, consumer);
        }
        any_order::begin(&grain, grain.remembered(), len, producer, consumer)
    })
}

/// Splits a producer of `len` items and a consumer alike, folds the pieces and joins the results.
///
/// The pool's threads are given parts only while they ask for work and the parts are worth it; see
/// [`Producer::min_len`] and [`Producer::max_len`] to bound them.
///
/// # Panics
///
/// If the producer or the consumer does.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Producer, UnindexedConsumer, bridge_producer_consumer};
/// use furcate::prelude::*;
///
/// /// Powers of two, from the exponents.
/// struct Powers(std::ops::Range<u32>);
///
/// impl Producer for Powers {
///     type Item = u64;
///     type IntoIter = std::iter::Map<std::ops::Range<u32>, fn(u32) -> u64>;
///
///     fn into_iter(self) -> Self::IntoIter {
///         self.0.map(|exponent| 1 << exponent)
///     }
///     fn split_at(self, index: usize) -> (Self, Self) {
///         let middle = self.0.start + index as u32;
///         (Powers(self.0.start..middle), Powers(middle..self.0.end))
///     }
/// }
///
/// impl ParallelIterator for Powers {
///     type Item = u64;
///
///     fn drive_unindexed<C: UnindexedConsumer<u64>>(self, consumer: C) -> C::Result {
///         bridge_producer_consumer(self.0.len(), self, consumer)
///     }
/// }
///
/// assert_eq!(Powers(0..10).sum::<u64>(), 1023);
/// ```
///
/// # See also
///
/// [`bridge`], for an iterator that is indexed.
#[inline]
pub fn bridge_producer_consumer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let place = Place::of(watched_in_order::<P, C> as fn(Place, usize, P, C) -> C::Result as usize);
    let trifle = is_known_trifle(place, len);
    if (trifle || len < 2) && len <= producer.max_len() && !consumer.back_first() && !consumer.full() {
        // A single item has no use for a worker, and this thread need not be one.
        let _nested = trifle.then(|| place.enter());
        return producer.fold_with(consumer.into_folder()).complete();
    }
    no_trifle(watched_in_order, place, len, producer, consumer)
}

/// `bridge_producer_consumer` of what may be more than a trifle. Out of line, as above.
#[inline(never)]
fn watched_in_order<P, C>(place: Place, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if place.is_nested() && !consumer.back_first() {
        // So this thread is a worker already.
        if let Some(watch) = &mut Watch::over(place, len, &producer) {
            let _nested = place.enter();
            return in_order::small(watch, len, producer, consumer);
        }
    }
    as_worker(move || {
        let place = place.here();
        let _nested = place.enter();
        if !consumer.back_first() && !place.is_nested() {
            if let Some(watch) = &mut Watch::over(place, len, &producer) {
                return in_order::small(watch, len, producer, consumer);
            }
        }
        let grain = Grain::of(place, len, &producer);
        in_order::begin(&grain, len, producer, consumer)
    })
}

/// A tail call, nothing else: what ends in a cold function the compiler takes for rare, and the other way for frequent.
/// Else it would keep the loop over a trifle's items out of line.
#[cold]
#[inline(never)]
fn no_trifle<P, C, R>(
    run: impl FnOnce(Place, usize, P, C) -> R,
    place: Place,
    len: usize,
    producer: P,
    consumer: C,
) -> R {
    run(place, len, producer, consumer)
}

/// Splits a producer of unknown length and a consumer alike, folds the pieces and joins the results.
///
/// # Panics
///
/// If the producer or the consumer does.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
/// use furcate::prelude::*;
///
/// /// The lines of a text, which is halved at the first line end behind its middle.
/// struct Lines<'a>(&'a [u8]);
///
/// impl<'a> UnindexedProducer for Lines<'a> {
///     type Item = &'a [u8];
///
///     fn split(self) -> (Self, Option<Self>) {
///         let middle = self.0.len() / 2;
///         match self.0[middle..].iter().position(|&byte| byte == b'\n') {
///             Some(end) => {
///                 let (left, right) = self.0.split_at(middle + end + 1);
///                 (Lines(left), Some(Lines(right)))
///             }
///             None => (self, None),
///         }
///     }
///     fn fold_with<F: Folder<&'a [u8]>>(self, folder: F) -> F {
///         folder.consume_iter(self.0.split_inclusive(|&byte| byte == b'\n'))
///     }
/// }
///
/// impl<'a> ParallelIterator for Lines<'a> {
///     type Item = &'a [u8];
///
///     fn drive_unindexed<C: UnindexedConsumer<&'a [u8]>>(self, consumer: C) -> C::Result {
///         bridge_unindexed(self, consumer)
///     }
/// }
///
/// assert_eq!(Lines(b"to\nbe\nor\nnot").map(<[u8]>::len).collect::<Vec<_>>(), [3, 3, 3, 3]);
/// ```
///
/// # See also
///
/// [`bridge_producer_consumer`], where the length is known.
pub fn bridge_unindexed<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    as_worker(move || unindexed::begin(producer, consumer))
}

/// Ends a piece of which the consumer wants nothing.
pub(crate) fn pass_over<T, P, C: Consumer<T>>(producer: P, consumer: C) -> C::Result {
    // First, since the destructor of an item may panic, and a value on its way out would then be leaked.
    drop(producer);
    consumer.into_folder().complete()
}

/// The pieces `(left, right)` in the order in which they are worked off; the same again turns results back.
fn in_turn<T>(back_first: bool, (left, right): (T, T)) -> (T, T) {
    if back_first { (right, left) } else { (left, right) }
}
