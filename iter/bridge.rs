//! Where a producer meets a consumer: the one place that decides about splitting.
//!
//! A piece is split while there are threads to share with; a piece that was stolen may be split anew, since a thief
//! has shown that threads are idle.

use furcate_core::{current_num_threads, join_context};

use super::indexed::IndexedParallelIterator;
use super::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer, UnindexedProducer,
};

/// Drives an indexed iterator into a consumer.
///
/// This is what `drive` of an indexed source is made of.
///
/// # Panics
///
/// If the producer or the consumer does.
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

        fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
            bridge_producer_consumer(self.len, producer, self.consumer)
        }
    }

    let len = par_iter.len();
    par_iter.with_producer(Bridging { len, consumer })
}

/// Drives an indexed iterator into a consumer that does not mind positions.
///
/// Such a consumer can be split after it has begun to take, which spares accumulators.
pub(crate) fn bridge_any_order<I, C>(par_iter: I, consumer: C) -> C::Result
where
    I: IndexedParallelIterator,
    C: UnindexedConsumer<I::Item>,
{
    bridge(par_iter, consumer)
}

/// Splits a producer of `len` items and a consumer alike, folds the pieces and joins the results.
///
/// # Panics
///
/// If the producer or the consumer does.
pub fn bridge_producer_consumer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let min = producer.min_len().max(1);
    // Pieces of at most `max_len` need at least this many splits.
    let splits = len / producer.max_len().max(1);
    let splitter = Splitter { splits: current_num_threads().max(splits), min };
    splitter.indexed(len, false, producer, consumer)
}

/// Splits a producer of unknown length and a consumer alike, folds the pieces and joins the results.
///
/// # Panics
///
/// If the producer or the consumer does.
pub fn bridge_unindexed<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let splitter = Splitter { splits: current_num_threads(), min: 1 };
    splitter.unindexed(false, producer, consumer)
}

/// How often a piece may still be split.
#[derive(Clone, Copy)]
struct Splitter {
    splits: usize,
    min: usize,
}

impl Splitter {
    fn may_split(&mut self, stolen: bool) -> bool {
        if stolen {
            self.splits = self.splits.max(current_num_threads());
        } else {
            self.splits /= 2;
        }
        self.splits > 0
    }

    fn indexed<P, C>(mut self, len: usize, stolen: bool, producer: P, consumer: C) -> C::Result
    where
        P: Producer,
        C: Consumer<P::Item>,
    {
        if consumer.full() {
            return consumer.into_folder().complete();
        }
        if len / 2 < self.min || !self.may_split(stolen) {
            return producer.fold_with(consumer.into_folder()).complete();
        }
        let middle = len / 2;
        let (left, right) = producer.split_at(middle);
        let (left_consumer, right_consumer, reducer) = consumer.split_at(middle);
        let (left, right) = join_context(
            |context| self.indexed(middle, context.migrated(), left, left_consumer),
            |context| self.indexed(len - middle, context.migrated(), right, right_consumer),
        );
        reducer.reduce(left, right)
    }

    fn unindexed<P, C>(mut self, stolen: bool, producer: P, consumer: C) -> C::Result
    where
        P: UnindexedProducer,
        C: UnindexedConsumer<P::Item>,
    {
        if consumer.full() {
            return consumer.into_folder().complete();
        }
        if !self.may_split(stolen) {
            return producer.fold_with(consumer.into_folder()).complete();
        }
        match producer.split() {
            (left, Some(right)) => {
                let reducer = consumer.to_reducer();
                let left_consumer = consumer.split_off_left();
                let (left, right) = join_context(
                    |context| self.unindexed(context.migrated(), left, left_consumer),
                    |context| self.unindexed(context.migrated(), right, consumer),
                );
                reducer.reduce(left, right)
            }
            (whole, None) => whole.fold_with(consumer.into_folder()).complete(),
        }
    }
}
