//! The trait of all parallel iterators.
//!
//! Every method is a line or two: adapters are made of the types in `stage/`, `pull/` and `special/`,
//! terminals call a function of `sink/`, `special/` or `collect/`. The file is long because the documentation of each
//! method stands with it.

use std::cmp::Ordering;
use std::collections::LinkedList;
use std::iter::{Product, Sum};
use std::marker::PhantomData;

use either::Either;

use super::collect;
use super::plumbing::{Folder, UnindexedConsumer};
use super::sink;
use super::special::{self, Chain, FlatMap, Flatten, Intersperse};
use super::stage::{
    Cloned, Copied, Filter, FilterMap, FlatMapIter, FlattenIter, Fold, FoldWith, Inspect, Map, MapInit,
    MapWith, PanicFuse, SkipAny, SkipAnyWhile, TakeAny, TakeAnyWhile, TryFold, TryFoldWith, Update,
    WhileSome,
};
use super::try_like::Try;
use super::{FromParallelIterator, IntoParallelIterator, ParallelExtend};

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
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// /// Works for whatever can be iterated over in parallel.
/// fn mean<I: ParallelIterator<Item = f64>>(items: I) -> f64 {
///     let (sum, count) = items.map(|item| (item, 1.0)).reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
///     sum / count
/// }
///
/// assert_eq!(mean([1.0, 2.0, 6.0].into_par_iter()), 3.0);
/// assert_eq!(mean("one two".par_split(' ').map(|word| word.len() as f64)), 3.0);
/// ```
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

    /// Calls `op` for each item, with a value that each piece has a clone of.
    ///
    /// `init` is cloned only when a piece is given to another thread; the clones are used again from item to item. For
    /// values that cannot be shared, such as channels.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// (0..5).into_par_iter().for_each_with(sender, |sender, n| sender.send(n).expect("it is received below"));
    /// assert_eq!(receiver.iter().sum::<i32>(), 10);
    /// ```
    fn for_each_with<OP, T>(self, init: T, op: OP)
    where
        OP: Fn(&mut T, Self::Item) + Sync + Send,
        T: Send + Clone,
    {
        sink::for_each(self.map_with(init, op), &|()| ());
    }

    /// Calls `op` for each item, with a value that each piece makes by `init`.
    ///
    /// For scratch space that is worth using again: `init` runs once for each piece, not for each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut lengths = [3, 1, 2];
    /// lengths.par_iter_mut().for_each_init(String::new, |scratch, length| {
    ///     scratch.clear();
    ///     scratch.extend(std::iter::repeat_n('é', *length));
    ///     *length = scratch.len();
    /// });
    /// assert_eq!(lengths, [6, 2, 4]);
    /// ```
    fn for_each_init<OP, INIT, T>(self, init: INIT, op: OP)
    where
        OP: Fn(&mut T, Self::Item) + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
    {
        sink::for_each(self.map_init(init, op), &|()| ());
    }

    /// Calls `op` for each item, until one of the calls fails.
    ///
    /// `OP` may return a [`Result`], an [`Option`], a [`ControlFlow`](std::ops::ControlFlow), or a `Poll` of a `Result`.
    /// All threads stop soon after the first failure in time; which failure comes out, if there are several, is
    /// unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let check = |n: i32| if n < 50 { Ok(()) } else { Err(n) };
    /// assert_eq!((0..50).into_par_iter().try_for_each(check), Ok(()));
    /// assert_eq!((0..51).into_par_iter().try_for_each(check), Err(50));
    /// ```
    fn try_for_each<OP, R>(self, op: OP) -> R
    where
        OP: Fn(Self::Item) -> R + Sync + Send,
        R: Try<Output = ()> + Send,
    {
        sink::try_reduce(self.map(op), &|| (), &|(), ()| R::from_output(()))
    }

    /// Calls `op` for each item, with a value that each piece has a clone of, until one of the calls fails.
    ///
    /// As [`for_each_with`](ParallelIterator::for_each_with) and [`try_for_each`](ParallelIterator::try_for_each).
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// let sent = (0..5).into_par_iter().try_for_each_with(sender, |sender, n| sender.send(n));
    /// assert!(sent.is_ok());
    /// assert_eq!(receiver.iter().sum::<i32>(), 10);
    /// ```
    fn try_for_each_with<OP, T, R>(self, init: T, op: OP) -> R
    where
        OP: Fn(&mut T, Self::Item) -> R + Sync + Send,
        T: Send + Clone,
        R: Try<Output = ()> + Send,
    {
        sink::try_reduce(self.map_with(init, op), &|| (), &|(), ()| R::from_output(()))
    }

    /// Calls `op` for each item, with a value that each piece makes by `init`, until one of the calls fails.
    ///
    /// As [`for_each_init`](ParallelIterator::for_each_init) and [`try_for_each`](ParallelIterator::try_for_each).
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let found = (0..100_u32).into_par_iter().try_for_each_init(String::new, |scratch, n| {
    ///     scratch.clear();
    ///     scratch.push_str(&n.to_string());
    ///     if scratch == "42" { Err(n) } else { Ok(()) }
    /// });
    /// assert_eq!(found, Err(42));
    /// ```
    fn try_for_each_init<OP, INIT, T, R>(self, init: INIT, op: OP) -> R
    where
        OP: Fn(&mut T, Self::Item) -> R + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
        R: Try<Output = ()> + Send,
    {
        sink::try_reduce(self.map_init(init, op), &|| (), &|(), ()| R::from_output(()))
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

    /// Gives a clone of each item that the iterator has references to.
    ///
    /// Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let names = [String::from("a"), String::from("b")];
    /// let own: Vec<String> = names.par_iter().cloned().collect();
    /// assert_eq!(own, names);
    /// ```
    fn cloned<'a, T>(self) -> Cloned<Self>
    where
        T: 'a + Clone + Send,
        Self: ParallelIterator<Item = &'a T>,
    {
        Cloned { base: self }
    }

    /// Gives a copy of each item that the iterator has references to.
    ///
    /// As [`cloned`](ParallelIterator::cloned), for types whose clone is known to cost nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let largest = [3, 9, 4].par_iter().copied().reduce(|| 0, i32::max);
    /// assert_eq!(largest, 9);
    /// ```
    fn copied<'a, T>(self) -> Copied<Self>
    where
        T: 'a + Copy + Send,
        Self: ParallelIterator<Item = &'a T>,
    {
        Copied { base: self }
    }

    /// Gives what `map_op` makes of each item and a state, which starts as a clone of `init` in each piece.
    ///
    /// The state is cloned once for each split, and used by one thread at a time; what it holds after one item is
    /// there for the next of the same piece only. Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// let lengths: Vec<usize> = ["a", "bc"]
    ///     .par_iter()
    ///     .map_with(sender, |sender, word| {
    ///         sender.send(*word).expect("the receiver is there");
    ///         word.len()
    ///     })
    ///     .collect();
    /// assert_eq!(lengths, [1, 2]);
    /// assert_eq!(receiver.iter().count(), 2);
    /// ```
    fn map_with<F, T, R>(self, init: T, map_op: F) -> MapWith<Self, T, F>
    where
        F: Fn(&mut T, Self::Item) -> R + Sync + Send,
        T: Send + Clone,
        R: Send,
    {
        MapWith { base: self, state: init, op: map_op }
    }

    /// Gives what `map_op` makes of each item and a state, which `init` makes anew in each piece.
    ///
    /// As [`map_with`](ParallelIterator::map_with), for states that cannot be cloned or sent. How many pieces there
    /// are is decided as the program runs: expect `init` to run more often than there are threads.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::fmt::Write;
    ///
    /// let texts: Vec<usize> = (8..12)
    ///     .into_par_iter()
    ///     .map_init(String::new, |buffer, n| {
    ///         buffer.clear();
    ///         write!(buffer, "{n}").expect("a string can be written to");
    ///         buffer.len()
    ///     })
    ///     .collect();
    /// assert_eq!(texts, [1, 1, 2, 2]);
    /// ```
    fn map_init<F, INIT, T, R>(self, init: INIT, map_op: F) -> MapInit<Self, INIT, F>
    where
        F: Fn(&mut T, Self::Item) -> R + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
        R: Send,
    {
        MapInit { base: self, init, op: map_op }
    }

    /// Shows each item to `inspect_op` before passing it on.
    ///
    /// The closure runs once for each item that gets so far, in no given order in time. Keeps the order and, where it
    /// is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let seen = AtomicUsize::new(0);
    /// let total: i32 = [1, 2, 3].par_iter().inspect(|_| { seen.fetch_add(1, Ordering::Relaxed); }).sum();
    /// assert_eq!((total, seen.into_inner()), (6, 3));
    /// ```
    fn inspect<OP>(self, inspect_op: OP) -> Inspect<Self, OP>
    where
        OP: Fn(&Self::Item) + Sync + Send,
    {
        Inspect { base: self, op: inspect_op }
    }

    /// Lets `update_op` change each item before passing it on.
    ///
    /// The closure runs once for each item. Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let words: Vec<String> = vec!["a".to_string()].into_par_iter().update(|word| word.push('!')).collect();
    /// assert_eq!(words, ["a!"]);
    /// ```
    fn update<F>(self, update_op: F) -> Update<Self, F>
    where
        F: Fn(&mut Self::Item) + Sync + Send,
    {
        Update { base: self, op: update_op }
    }

    /// Gives what `filter_op` makes of the items, where it makes something.
    ///
    /// The closure runs once for each item. Keeps the order; the length is no longer known.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let numbers: Vec<i32> = ["1", "x", "3"].par_iter().filter_map(|text| text.parse().ok()).collect();
    /// assert_eq!(numbers, [1, 3]);
    /// ```
    fn filter_map<P, R>(self, filter_op: P) -> FilterMap<Self, P>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        FilterMap { base: self, op: filter_op }
    }

    /// Gives the items of the parallel iterators that `map_op` makes.
    ///
    /// The closure runs once for each item; what it makes may again be split among threads. Keeps the order; the
    /// length is no longer known. If the inner iterators are small or cheap,
    /// [`flat_map_iter`](ParallelIterator::flat_map_iter) costs less.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let stairs: Vec<i32> = (1..4).into_par_iter().flat_map(|n| 0..n).collect();
    /// assert_eq!(stairs, [0, 0, 1, 0, 1, 2]);
    /// ```
    fn flat_map<F, PI>(self, map_op: F) -> FlatMap<Self, F>
    where
        F: Fn(Self::Item) -> PI + Sync + Send,
        PI: IntoParallelIterator,
    {
        FlatMap { base: self, op: map_op }
    }

    /// Gives the items of the sequential iterators that `map_op` makes.
    ///
    /// The closure runs once for each item; what it makes is run through by one thread. That asks less of the inner
    /// iterators and spares the cost of splitting them. Keeps the order; the length is no longer known.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let letters: String = ["ab", "c"].par_iter().flat_map_iter(|word| word.chars()).collect();
    /// assert_eq!(letters, "abc");
    /// ```
    fn flat_map_iter<F, SI>(self, map_op: F) -> FlatMapIter<Self, F>
    where
        F: Fn(Self::Item) -> SI + Sync + Send,
        SI: IntoIterator,
        SI::Item: Send,
    {
        FlatMapIter { base: self, op: map_op }
    }

    /// Gives the items of items that can become parallel iterators.
    ///
    /// As [`flat_map`](ParallelIterator::flat_map) with a closure that does nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let flat: Vec<i32> = vec![vec![1, 2], vec![], vec![3]].into_par_iter().flatten().collect();
    /// assert_eq!(flat, [1, 2, 3]);
    /// ```
    fn flatten(self) -> Flatten<Self>
    where
        Self::Item: IntoParallelIterator,
    {
        Flatten { base: self }
    }

    /// Gives the items of items that are sequential iterators.
    ///
    /// As [`flat_map_iter`](ParallelIterator::flat_map_iter) with a closure that does nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let flat: Vec<i32> = vec![Some(1), None, Some(3)].into_par_iter().flatten_iter().collect();
    /// assert_eq!(flat, [1, 3]);
    /// ```
    fn flatten_iter(self) -> FlattenIter<Self>
    where
        Self::Item: IntoIterator,
        <Self::Item as IntoIterator>::Item: Send,
    {
        FlattenIter { base: self }
    }

    /// Gives the items of this iterator, then those of `chain`.
    ///
    /// Both may be worked on at the same time. Keeps the order; the length is known if both are.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let both: Vec<i32> = (0..2).into_par_iter().chain(vec![8, 9]).collect();
    /// assert_eq!(both, [0, 1, 8, 9]);
    /// ```
    fn chain<C>(self, chain: C) -> Chain<Self, C::Iter>
    where
        C: IntoParallelIterator<Item = Self::Item>,
    {
        Chain { a: self, b: chain.into_par_iter() }
    }

    /// Puts a clone of `element` between every two items.
    ///
    /// None before the first and none after the last. Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let spaced: Vec<i32> = vec![1, 2, 3].into_par_iter().intersperse(0).collect();
    /// assert_eq!(spaced, [1, 0, 2, 0, 3]);
    /// ```
    fn intersperse(self, element: Self::Item) -> Intersperse<Self>
    where
        Self::Item: Clone,
    {
        Intersperse { base: self, item: element }
    }

    /// Gives the items until one is `None`, which stops all pieces.
    ///
    /// Items behind the `None` may be among those given, and items before it may be missing: which, differs from run to
    /// run. What is given keeps its order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let halves = |n: u32| (n % 2 == 0).then_some(n / 2);
    /// assert_eq!([2, 4, 8].into_par_iter().map(halves).while_some().count(), 3);
    /// assert!([2, 4, 3].into_par_iter().map(halves).while_some().count() < 3);
    /// ```
    fn while_some<T>(self) -> WhileSome<Self>
    where
        Self: ParallelIterator<Item = Option<T>>,
        T: Send,
    {
        WhileSome { base: self }
    }

    /// Gives `n` items from anywhere, or all if there are fewer.
    ///
    /// As many as [`take`](super::IndexedParallelIterator::take) gives, but those that come first in time. They keep their
    /// order. As soon as they are there, all pieces stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let some: Vec<u32> = (0..1000u32).into_par_iter().filter(|n| n % 2 == 0).take_any(5).collect();
    /// assert_eq!(some.len(), 5);
    /// assert!(some.is_sorted());
    /// ```
    fn take_any(self, n: usize) -> TakeAny<Self> {
        TakeAny { base: self, count: n }
    }

    /// Leaves out `n` items from anywhere, or all if there are fewer.
    ///
    /// As many as [`skip`](super::IndexedParallelIterator::skip) leaves out, but those that come first in time. The others
    /// keep their order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..1000u32).into_par_iter().filter(|n| n % 2 == 0).skip_any(5).count(), 495);
    /// ```
    fn skip_any(self, n: usize) -> SkipAny<Self> {
        SkipAny { base: self, count: n }
    }

    /// Gives items until `predicate` fails for one, which stops all pieces.
    ///
    /// Items behind that one may be among those given, and items before it may be missing: which, differs from run to
    /// run. What is given keeps its order. The closure runs at most once for each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let small: Vec<u32> = (0..1000u32).into_par_iter().take_any_while(|&n| n < 10).collect();
    /// assert!(small.len() <= 10);
    /// ```
    fn take_any_while<P>(self, predicate: P) -> TakeAnyWhile<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        TakeAnyWhile { base: self, op: predicate }
    }

    /// Leaves out items until `predicate` fails for one, from when on all pieces give all of theirs.
    ///
    /// Items behind that one may be left out, too, and items before it may be given: which, differs from run to run.
    /// What is given keeps its order. The closure runs at most once for each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let rest: Vec<u32> = (0..1000u32).into_par_iter().skip_any_while(|&n| n % 2 == 0).collect();
    /// assert!(rest.len() >= 500);
    /// ```
    fn skip_any_while<P>(self, predicate: P) -> SkipAnyWhile<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        SkipAnyWhile { base: self, op: predicate }
    }

    /// Makes a panic anywhere in the chain stop all pieces.
    ///
    /// Without it, the other pieces run to their end before the panic is passed on. Costs a look at a flag for each item.
    /// Keeps the order and, where it is known, the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let outcome = std::panic::catch_unwind(|| {
    ///     (0..1_000_000).into_par_iter().panic_fuse().for_each(|n| assert!(n != 1, "one is not allowed"));
    /// });
    /// assert!(outcome.is_err());
    /// ```
    fn panic_fuse(self) -> PanicFuse<Self> {
        PanicFuse { base: self }
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

    /// Folds each piece into an accumulator, which starts as a clone of `init`, and gives the accumulators.
    ///
    /// As [`fold`](ParallelIterator::fold).
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let text: Vec<String> = ["a", "b"]
    ///     .par_iter()
    ///     .fold_with(String::new(), |so_far, word| so_far + word)
    ///     .collect();
    /// assert_eq!(text.concat(), "ab");
    /// ```
    fn fold_with<F, T>(self, init: T, fold_op: F) -> FoldWith<Self, T, F>
    where
        F: Fn(T, Self::Item) -> T + Sync + Send,
        T: Send + Clone,
    {
        FoldWith { base: self, item: init, op: fold_op }
    }

    /// Folds each piece into an accumulator until `fold_op` fails, and gives the accumulators and failures.
    ///
    /// As [`fold`](ParallelIterator::fold), but a failure ends its piece; the others go on, unless what follows stops them, as
    /// [`try_reduce`](ParallelIterator::try_reduce) does. Works with `Option`, `Result`, `ControlFlow` and
    /// `Poll` of a result.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let add = |so_far: u8, n: u8| so_far.checked_add(n);
    /// let sums: Vec<Option<u8>> = [100, 50].into_par_iter().try_fold(|| 0, add).collect();
    /// assert_eq!(sums.into_iter().flatten().sum::<u8>(), 150);
    /// let failed = [200, 56].into_par_iter().try_fold(|| 100, add).any(|sum| sum.is_none());
    /// assert!(failed);
    /// ```
    fn try_fold<T, R, ID, F>(self, identity: ID, fold_op: F) -> TryFold<Self, R, ID, F>
    where
        F: Fn(T, Self::Item) -> R + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        R: Try<Output = T> + Send,
    {
        TryFold { base: self, identity, op: fold_op, marker: PhantomData }
    }

    /// Folds each piece into an accumulator, which starts as a clone of `init`, until `fold_op` fails.
    ///
    /// As [`try_fold`](ParallelIterator::try_fold).
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let sums: Vec<Option<u8>> =
    ///     [100, 50].into_par_iter().try_fold_with(0, |so_far: u8, n| so_far.checked_add(n)).collect();
    /// assert_eq!(sums.into_iter().flatten().sum::<u8>(), 150);
    /// ```
    fn try_fold_with<F, T, R>(self, init: T, fold_op: F) -> TryFoldWith<Self, R, F>
    where
        F: Fn(T, Self::Item) -> R + Sync + Send,
        R: Try<Output = T> + Send,
        T: Clone + Send,
    {
        TryFoldWith { base: self, item: init, op: fold_op }
    }

    /// Joins all items to one by `op`.
    ///
    /// Neighbours are joined, in an unspecified grouping, and never swapped: the result is fixed if `op` is
    /// associative. `identity()` may be joined in anywhere, any number of times. (So far that is done only where an item
    /// has no other one to be joined to, since some things, such as tables, are dear to join even to nothing.)
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

    /// Joins all items to one by `op`, or gives `None` if there is no item.
    ///
    /// As [`reduce`](ParallelIterator::reduce) without an identity: neighbours are joined, in an unspecified grouping,
    /// and never swapped.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let longest = ["a", "abc", "ab"].into_par_iter().reduce_with(|a, b| if b.len() > a.len() { b } else { a });
    /// assert_eq!(longest, Some("abc"));
    /// assert_eq!((0..0).into_par_iter().reduce_with(|a, b| a + b), None);
    /// ```
    fn reduce_with<OP>(self, op: OP) -> Option<Self::Item>
    where
        OP: Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
    {
        sink::reduce_with(self, &op)
    }

    /// Joins what successful items hold by `op`, until an item or a call of `op` fails.
    ///
    /// The items are [`Result`]s, [`Option`]s, [`ControlFlow`](std::ops::ControlFlow)s, or `Poll`s of a `Result`.
    /// Grouping and `identity` as for [`reduce`](ParallelIterator::reduce). All threads stop soon after the first
    /// failure in time; which failure comes out, if there are several, is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let sum = |numbers: &[i32]| numbers.par_iter().map(|&n| Some(n)).try_reduce(|| 0, i32::checked_add);
    /// assert_eq!(sum(&[1, 2, 3]), Some(6));
    /// assert_eq!(sum(&[1, i32::MAX]), None);
    /// ```
    fn try_reduce<T, OP, ID>(self, identity: ID, op: OP) -> Self::Item
    where
        OP: Fn(T, T) -> Self::Item + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        Self::Item: Try<Output = T>,
    {
        sink::try_reduce(self, &identity, &op)
    }

    /// Joins what successful items hold by `op`, until an item or a call of `op` fails; `None` if there is no item.
    ///
    /// As [`try_reduce`](ParallelIterator::try_reduce) without an identity.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let parsed = ["7", "9", "x"].par_iter().map(|text| text.parse::<i32>());
    /// let largest = parsed.try_reduce_with(|a, b| Ok(a.max(b)));
    /// assert!(largest.is_some_and(|result| result.is_err()));
    /// ```
    fn try_reduce_with<T, OP>(self, op: OP) -> Option<Self::Item>
    where
        OP: Fn(T, T) -> Self::Item + Sync + Send,
        Self::Item: Try<Output = T>,
    {
        sink::try_reduce_with(self, &op)
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

    /// Multiplies the items.
    ///
    /// The grouping is unspecified, so that products of floats may differ in the last places from run to run.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((1..=10u32).into_par_iter().product::<u32>(), 3_628_800);
    /// ```
    fn product<P>(self) -> P
    where
        P: Send + Product<Self::Item> + Product<P>,
    {
        sink::product(self)
    }

    /// Gives the smallest item, the first of several equal ones, or `None` if there is no item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([45, 74, 32].par_iter().min(), Some(&32));
    /// assert_eq!((0..0).into_par_iter().min(), None);
    /// ```
    fn min(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        sink::min(self)
    }

    /// Gives the smallest item by the order that `f` tells, the first of several equal ones, or `None` if there is no
    /// item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([0.5_f64, -2.5, 1.0].par_iter().min_by(|a, b| a.total_cmp(b)), Some(&-2.5));
    /// ```
    fn min_by<F>(self, f: F) -> Option<Self::Item>
    where
        F: Sync + Send + Fn(&Self::Item, &Self::Item) -> Ordering,
    {
        sink::min_by(self, &f)
    }

    /// Gives the item with the smallest key, the first of several equal ones, or `None` if there is no item.
    ///
    /// `f` runs once for each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([-3_i32, 2, -2, 5].par_iter().min_by_key(|n| n.abs()), Some(&2));
    /// ```
    fn min_by_key<K, F>(self, f: F) -> Option<Self::Item>
    where
        K: Ord + Send,
        F: Sync + Send + Fn(&Self::Item) -> K,
    {
        sink::min_by(self.map(keyed(f)), &|a, b| a.0.cmp(&b.0)).map(|(key, item)| sink::keep(item, key))
    }

    /// Gives the largest item, the last of several equal ones, or `None` if there is no item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([45, 74, 32].par_iter().max(), Some(&74));
    /// assert_eq!((0..0).into_par_iter().max(), None);
    /// ```
    fn max(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        sink::max(self)
    }

    /// Gives the largest item by the order that `f` tells, the last of several equal ones, or `None` if there is no
    /// item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([0.5_f64, -2.5, 1.0].par_iter().max_by(|a, b| a.total_cmp(b)), Some(&1.0));
    /// ```
    fn max_by<F>(self, f: F) -> Option<Self::Item>
    where
        F: Sync + Send + Fn(&Self::Item, &Self::Item) -> Ordering,
    {
        sink::max_by(self, &f)
    }

    /// Gives the item with the largest key, the last of several equal ones, or `None` if there is no item.
    ///
    /// `f` runs once for each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([-3_i32, 2, 3, 1].par_iter().max_by_key(|n| n.abs()), Some(&3));
    /// ```
    fn max_by_key<K, F>(self, f: F) -> Option<Self::Item>
    where
        K: Ord + Send,
        F: Sync + Send + Fn(&Self::Item) -> K,
    {
        sink::max_by(self.map(keyed(f)), &|a, b| a.0.cmp(&b.0)).map(|(key, item)| sink::keep(item, key))
    }

    /// Tells whether `predicate` holds for some item.
    ///
    /// All threads stop soon after the first hit in time. `false` if there is no item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([0, 12, 3].par_iter().any(|&n| n > 10));
    /// ```
    fn any<P>(self, predicate: P) -> bool
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        sink::any(self, &predicate)
    }

    /// Tells whether `predicate` holds for all items.
    ///
    /// All threads stop soon after the first item, in time, for which it does not. `true` if there is no item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!(![0, 12, 3].par_iter().all(|&n| n > 10));
    /// ```
    fn all<P>(self, predicate: P) -> bool
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        !sink::any(self, &|item| !predicate(item))
    }

    /// Gives some item for which `predicate` holds, whichever is found first in time.
    ///
    /// The result may differ from run to run if there are several; all threads stop soon after the first hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3, 3].par_iter().find_any(|&&n| n == 3), Some(&3));
    /// assert_eq!([1, 2, 3, 3].par_iter().find_any(|&&n| n == 100), None);
    /// ```
    fn find_any<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        sink::find_map_any(self, &|item| predicate(&item).then_some(item))
    }

    /// Gives the first item for which `predicate` holds.
    ///
    /// First by position: the result is the same as that of std's `find`. Threads that work behind a hit stop soon;
    /// those before it go on.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..1000).into_par_iter().find_first(|n| n % 7 == 6), Some(6));
    /// ```
    fn find_first<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        special::find_map_first(self, &|item| predicate(&item).then_some(item))
    }

    /// Gives the last item for which `predicate` holds.
    ///
    /// Last by position: the result is the same as that of std's `rfind`. Works from the back: what lies far in front
    /// of a hit is not visited, where the source can be split.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..1000).into_par_iter().find_last(|n| n % 7 == 6), Some(993));
    /// ```
    fn find_last<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        special::find_map_last(self, &|item| predicate(&item).then_some(item))
    }

    /// Gives what `predicate` makes of some item for which it gives `Some`, whichever is found first in time.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let number = ["a", "17", "b"].par_iter().find_map_any(|text| text.parse::<i32>().ok());
    /// assert_eq!(number, Some(17));
    /// ```
    fn find_map_any<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        sink::find_map_any(self, &predicate)
    }

    /// Gives what `predicate` makes of the first item, by position, for which it gives `Some`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let number = ["a", "17", "18"].par_iter().find_map_first(|text| text.parse::<i32>().ok());
    /// assert_eq!(number, Some(17));
    /// ```
    fn find_map_first<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        special::find_map_first(self, &predicate)
    }

    /// Gives what `predicate` makes of the last item, by position, for which it gives `Some`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let number = ["a", "17", "18"].par_iter().find_map_last(|text| text.parse::<i32>().ok());
    /// assert_eq!(number, Some(18));
    /// ```
    fn find_map_last<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        special::find_map_last(self, &predicate)
    }

    /// Old name of [`find_any`](ParallelIterator::find_any).
    #[doc(hidden)]
    #[deprecated(
        note = "parallel `find` does not search in order: use `find_any`, `find_first` or `find_last`"
    )]
    fn find<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        self.find_any(predicate)
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

    /// Collects pairs into a pair of collections.
    ///
    /// In one traversal, in place where both are vectors and the length is known. Both keep the order. Pairs may be nested: `(a, (b, c))` goes
    /// into a pair of a collection and a pair of collections.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let (words, lengths): (Vec<_>, Vec<_>) = ["a", "bc"].par_iter().map(|&word| (word, word.len())).unzip();
    /// assert_eq!((words, lengths), (vec!["a", "bc"], vec![1, 2]));
    /// ```
    fn unzip<A, B, FromA, FromB>(self) -> (FromA, FromB)
    where
        Self: ParallelIterator<Item = (A, B)>,
        FromA: Default + Send + ParallelExtend<A>,
        FromB: Default + Send + ParallelExtend<B>,
        A: Send,
        B: Send,
    {
        collect::unzip(self)
    }

    /// Collects the items for which `predicate` holds into one collection, the others into another.
    ///
    /// The closure runs once for each item. Both collections keep the order, and may be of different kinds.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let (even, odd): (Vec<u32>, Vec<u32>) = (0..5u32).into_par_iter().partition(|n| n % 2 == 0);
    /// assert_eq!((even, odd), (vec![0, 2, 4], vec![1, 3]));
    /// ```
    fn partition<A, B, P>(self, predicate: P) -> (A, B)
    where
        A: Default + Send + ParallelExtend<Self::Item>,
        B: Default + Send + ParallelExtend<Self::Item>,
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        collect::partition(self, &predicate)
    }

    /// Collects what `predicate` makes of the items: `Left`s into one collection, `Right`s into another.
    ///
    /// The closure runs once for each item. Both collections keep the order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::Either;
    /// use furcate::prelude::*;
    ///
    /// let (numbers, others): (Vec<_>, Vec<_>) = ["1", "x", "3"].par_iter().partition_map(|&text| {
    ///     match text.parse::<u8>() {
    ///         Ok(number) => Either::Left(number),
    ///         Err(_) => Either::Right(text),
    ///     }
    /// });
    /// assert_eq!((numbers, others), (vec![1, 3], vec!["x"]));
    /// ```
    fn partition_map<A, B, P, L, R>(self, predicate: P) -> (A, B)
    where
        A: Default + Send + ParallelExtend<L>,
        B: Default + Send + ParallelExtend<R>,
        P: Fn(Self::Item) -> Either<L, R> + Sync + Send,
        L: Send,
        R: Send,
    {
        collect::partition_map(self, &predicate)
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

    /// A number of items that there will not be more of, where [`drive_placed`](ParallelIterator::drive_placed) splits at
    /// positions below it, and each part gives no more items than it has positions.
    #[doc(hidden)]
    fn at_most(&self) -> Option<usize> {
        self.opt_len()
    }

    /// Whether [`fold_here`](ParallelIterator::fold_here) hands on one item after the other, until the folder is full.
    #[doc(hidden)]
    fn folds_here(&self) -> bool {
        false
    }

    /// Feeds the items to a folder, all on this thread: for those who know that they are not worth sharing.
    #[doc(hidden)]
    fn fold_here<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        // What can only be driven has several folders, and this one may not be sent to other threads.
        let items: Vec<Self::Item> = self.collect();
        folder.consume_iter(items)
    }

    /// Drives the items into a consumer that does not mind their positions. For implementors: a consumer of one's own is at [`Consumer`](super::plumbing::Consumer).
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::UnindexedConsumer;
    /// use furcate::prelude::*;
    ///
    /// /// The numbers up to `n` that are divisible by 3 or 5.
    /// struct Multiples(u32);
    ///
    /// impl ParallelIterator for Multiples {
    ///     type Item = u32;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<u32>>(self, consumer: C) -> C::Result {
    ///         (1..=self.0).into_par_iter().filter(|n| n % 3 == 0 || n % 5 == 0).drive_unindexed(consumer)
    ///     }
    /// }
    ///
    /// assert_eq!(Multiples(10).collect::<Vec<_>>(), [3, 5, 6, 9, 10]);
    /// ```
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>;

    /// The number of items, where it is known exactly beforehand. For implementors.
    ///
    /// An iterator that says `Some` can be collected into place.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..7u64).into_par_iter().opt_len(), Some(7));
    /// assert_eq!((0..7u64).into_par_iter().filter(|n| n % 2 == 0).opt_len(), None);
    /// ```
    fn opt_len(&self) -> Option<usize> {
        None
    }
}

/// Makes of each item a pair of its key and itself, so that the key is made only once.
fn keyed<T, K>(key: impl Fn(&T) -> K) -> impl Fn(T) -> (K, T) {
    move |item| (key(&item), item)
}
