//! `by_exponential_blocks`, `by_uniform_blocks`: one block after the other, each in parallel.
//!
//! Not indexed any more: a block must end before the next one begins, which no producer can promise. Hence there is a
//! `ProducerCallback` here and not only in `mod.rs`: the blocks are driven from within it.

use furcate_core::adapt::as_worker;
use furcate_core::current_num_threads;

use crate::iter::bridge::{pass_over, producer_any_order};
use crate::iter::plumbing::{Producer, ProducerCallback, Reducer, UnindexedConsumer};
use crate::iter::{IndexedParallelIterator, ParallelIterator};

/// An iterator that works off blocks of growing length one after the other.
///
/// Made by [`by_exponential_blocks()`](IndexedParallelIterator::by_exponential_blocks).
///
/// ```
/// use furcate::{iter::ExponentialBlocks, prelude::*};
///
/// let blocks: ExponentialBlocks<_> = (0..1_000).into_par_iter().by_exponential_blocks();
/// assert_eq!(blocks.find_first(|n| n % 7 == 6), Some(6));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct ExponentialBlocks<I> {
    pub(crate) base: I,
}

/// An iterator that works off blocks of one length one after the other.
///
/// Made by [`by_uniform_blocks()`](IndexedParallelIterator::by_uniform_blocks).
///
/// ```
/// use furcate::{iter::UniformBlocks, prelude::*};
///
/// let blocks: UniformBlocks<_> = (0..1_000).into_par_iter().by_uniform_blocks(100);
/// assert_eq!(blocks.sum::<u32>(), 499_500);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct UniformBlocks<I> {
    base: I,
    block_size: usize,
}

impl<I> UniformBlocks<I> {
    #[track_caller]
    pub(crate) fn new(base: I, block_size: usize) -> Self {
        assert!(block_size != 0, "by_uniform_blocks: block_size must not be zero");
        UniformBlocks { base, block_size }
    }
}

impl<I: IndexedParallelIterator> ParallelIterator for ExponentialBlocks<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        let (first, len) = (current_num_threads(), self.base.len());
        self.base.with_producer(Blocks { first, factor: 2, len, consumer })
    }
}

impl<I: IndexedParallelIterator> ParallelIterator for UniformBlocks<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        let (first, len) = (self.block_size, self.base.len());
        self.base.with_producer(Blocks { first, factor: 1, len, consumer })
    }
}

/// The length of the first block, the factor from each to the next, and the length of all.
struct Blocks<C> {
    first: usize,
    factor: usize,
    len: usize,
    consumer: C,
}

impl<T, C: UnindexedConsumer<T>> ProducerCallback<T> for Blocks<C> {
    type Output = C::Result;

    fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
        // On a worker from the first block to the last, so that a call from outside enters the pool once.
        as_worker(move || self.run(producer))
    }
}

impl<C> Blocks<C> {
    fn run<P: Producer>(self, mut producer: P) -> C::Result
    where
        C: UnindexedConsumer<P::Item>,
    {
        let Blocks { first: mut block, factor, mut len, consumer } = self;
        let mut so_far = None;
        while len > block && !consumer.full() {
            let (now, later) = producer.split_at(block);
            let result = producer_any_order(block, now, consumer.split_off_left());
            so_far = Some(match so_far {
                Some(so_far) => consumer.to_reducer().reduce(so_far, result),
                None => result,
            });
            producer = later;
            len -= block;
            block = block.saturating_mul(factor);
        }
        let reducer = consumer.to_reducer();
        let last = if consumer.full() {
            pass_over(producer, consumer)
        } else {
            producer_any_order(len, producer, consumer)
        };
        match so_far {
            Some(so_far) => reducer.reduce(so_far, last),
            None => last,
        }
    }
}
