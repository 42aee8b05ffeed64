//! The trait of all parallel iterators.
//!
//! Every method is a line or two: adapters are made of the types in `stage/`, `pull/` and `special/`,
//! terminals call a function of `sink/`, `special/` or `collect/`. The file is long because the documentation of each
//! method stands with it.

use std::collections::LinkedList;
use std::iter::Sum;

use super::FromParallelIterator;
use super::collect;
use super::plumbing::UnindexedConsumer;
use super::sink;
use super::stage::{Filter, Fold, Map};

/// A sequence of items that may be worked on by several threads.
///
/// Nothing happens until a chain ends in a terminal method (`for_each`, `sum`, `collect`, …). The closures
/// run on whichever threads of the pool are free, each item once, in no given order in time; results that have
/// an order (such as a collected `Vec`) keep the order of the sequence.
///
/// A panic in a closure is passed on to the caller once all pieces in progress have ended.
///
/// # Implementing it
///
/// Give an [`Item`](ParallelIterator::Item) and [`drive_unindexed`](ParallelIterator::drive_unindexed), with the help of
/// [`plumbing`](super::plumbing).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parallel iterator",
    note = "a collection becomes one by `.par_iter()` or `.into_par_iter()`, a sequential iterator by `.par_bridge()`"
)]
pub trait ParallelIterator: Sized + Send {
    /// What the iterator is over.
    type Item: Send;

    /// Calls `op` for each item.
    ///
    /// In no given order in time, each item once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// let total = AtomicU32::new(0);
    /// [1, 2, 3].par_iter().for_each(|&n| {
    ///     total.fetch_add(n, Ordering::Relaxed);
    /// });
    /// assert_eq!(total.into_inner(), 6);
    /// ```
    fn for_each<OP>(self, op: OP)
    where
        OP: Fn(Self::Item) + Sync + Send,
    {
        sink::for_each(self, &op);
    }

    /// Counts the items, by making each of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..100).into_par_iter().filter(|n| n % 3 == 0).count(), 34);
    /// ```
    fn count(self) -> usize {
        sink::count(self)
    }

    /// Gives what `map_op` makes of each item.
    ///
    /// The closure runs once for each item. Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let doubled: Vec<i32> = [1, 2, 3].par_iter().map(|n| n * 2).collect();
    /// assert_eq!(doubled, [2, 4, 6]);
    /// ```
    fn map<F, R>(self, map_op: F) -> Map<Self, F>
    where
        F: Fn(Self::Item) -> R + Sync + Send,
        R: Send,
    {
        Map { base: self, op: map_op }
    }

    /// Keeps the items for which `filter_op` holds.
    ///
    /// The closure runs once for each item. Keeps the order; the length is no longer known.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let even: Vec<i32> = (0..7).into_par_iter().filter(|n| n % 2 == 0).collect();
    /// assert_eq!(even, [0, 2, 4, 6]);
    /// ```
    fn filter<P>(self, filter_op: P) -> Filter<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        Filter { base: self, op: filter_op }
    }

    /// Folds each piece into an accumulator and gives the accumulators.
    ///
    /// How many pieces there are is decided as the program runs: between one and, at most, the number of items. Each
    /// begins with `identity()`; neighbours are never mixed up, so that the accumulators come in the order of
    /// the sequence. Usually followed by [`reduce`](ParallelIterator::reduce) or `sum`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let total: u32 = (1..=100u32).into_par_iter().fold(|| 0, |so_far, n| so_far + n).sum();
    /// assert_eq!(total, 5050);
    /// ```
    fn fold<T, ID, F>(self, identity: ID, fold_op: F) -> Fold<Self, ID, F>
    where
        F: Fn(T, Self::Item) -> T + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        T: Send,
    {
        Fold { base: self, identity, op: fold_op }
    }

    /// Joins all items to one by `op`.
    ///
    /// Neighbours are joined, in an unspecified grouping, and never swapped: the result is fixed if `op` is
    /// associative. `identity()` may be joined in anywhere, any number of times.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let largest = [3, 9, 4].into_par_iter().reduce(|| 0, |a, b| a.max(b));
    /// assert_eq!(largest, 9);
    /// ```
    fn reduce<OP, ID>(self, identity: ID, op: OP) -> Self::Item
    where
        OP: Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
        ID: Fn() -> Self::Item + Sync + Send,
    {
        sink::reduce(self, &identity, &op)
    }

    /// Sums the items.
    ///
    /// The grouping is unspecified, so that sums of floats may differ in the last places from run to run.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_iter().sum::<i32>(), 6);
    /// ```
    fn sum<S>(self) -> S
    where
        S: Send + Sum<Self::Item> + Sum<S>,
    {
        sink::sum(self)
    }

    /// Collects the items into a collection.
    ///
    /// Whatever implements [`FromParallelIterator`] can be collected into: the collections of std, strings, boxed and shared slices,
    /// `Option<C>` and `Result<C, E>` of a collection `C` (the first `None` or `Err` that is met ends the iteration and
    /// is the result), pairs of collections. Those that have an order get the items in the order of the iterator.
    ///
    /// Where the length is known, a `Vec` is allocated once and filled in place.
    ///
    /// # Panics
    ///
    /// If a foreign iterator gives more or fewer items than it says it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let squares: Vec<u32> = (0..4u32).into_par_iter().map(|n| n * n).collect();
    /// assert_eq!(squares, [0, 1, 4, 9]);
    ///
    /// let parsed: Result<Vec<u8>, _> = ["1", "x", "3"].par_iter().map(|text| text.parse::<u8>()).collect();
    /// assert!(parsed.is_err());
    /// ```
    fn collect<C>(self) -> C
    where
        C: FromParallelIterator<Self::Item>,
    {
        C::from_par_iter(self)
    }

    /// Collects the items into vectors, as many as there were pieces.
    ///
    /// In the order of the iterator, none of them empty; where one ends and the next begins differs from run to run. Never
    /// copies an item, hence a good start for filling a collection of your own.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pieces = [1, 2, 3, 4].par_iter().filter(|&n| n % 2 == 0).collect_vec_list();
    /// assert_eq!(pieces.into_iter().flatten().collect::<Vec<_>>(), [&2, &4]);
    /// ```
    fn collect_vec_list(self) -> LinkedList<Vec<Self::Item>> {
        collect::collect_vec_list(self)
    }

    /// Drives the items into a consumer that gains by knowing positions, yet can do without.
    ///
    /// Iterators that can be split at given positions drive it by [`split_at`](super::plumbing::Consumer::split_at) only.
    #[doc(hidden)]
    fn drive_placed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.drive_unindexed(consumer)
    }

    /// Drives the items into a consumer that does not mind their positions. For implementors.
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>;

    /// The number of items, where it is known exactly beforehand. For implementors.
    ///
    /// An iterator that says `Some` can be collected into place.
    fn opt_len(&self) -> Option<usize> {
        None
    }
}
