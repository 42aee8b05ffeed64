//! `flat_map`: any number of items out for one in, made by a parallel iterator.
//!
//! No [`Step`](crate::iter::stage::Step): the inner iterator wants a consumer, not a folder, as it may be split among
//! threads. So this folder holds the *consumer* behind, splits a left part off for each inner iterator and keeps the
//! joined results. Whether such an iterator is worth splitting is left to the bridge, as for any other.
//!
//! But where inner iterators are known to be small, a result for each would cost more than they do. Then those that can hand
//! on their items one by one are fed, one after the other, to one folder of the consumer behind.

use std::fmt;

use crate::iter::bridge::Gauge;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::sink::keep;
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// An iterator over the items of the parallel iterators that a closure makes.
///
/// Made by [`flat_map()`](ParallelIterator::flat_map).
///
/// ```
/// use furcate::{iter::FlatMap, prelude::*};
///
/// let steps: FlatMap<_, _> = (0..4).into_par_iter().flat_map(|n| 0..n);
/// assert_eq!(steps.collect::<Vec<i32>>(), [0, 0, 1, 0, 1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FlatMap<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for FlatMap<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatMap").field("base", &self.base).finish()
    }
}

impl<I, F, R> ParallelIterator for FlatMap<I, F>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> R + Sync + Send,
    R: IntoParallelIterator,
{
    type Item = R::Item;

    fn drive_unindexed<C: UnindexedConsumer<R::Item>>(self, next: C) -> C::Result {
        self.base.drive_unindexed(Flattening { next, op: |item| (self.op)(item) })
    }
}

/// The consumer of outer items.
pub(crate) struct Flattening<C, F> {
    pub(crate) next: C,
    pub(crate) op: F,
}

impl<T, R, C, F> Consumer<T> for Flattening<C, F>
where
    R: IntoParallelIterator,
    C: UnindexedConsumer<R::Item>,
    F: Fn(T) -> R + Copy + Send,
{
    type Folder = FlatteningFolder<C, F, C::Folder, C::Result>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, _index: usize) -> (Self, Self, C::Reducer) {
        // The position of an outer item says nothing about those of the inner ones.
        let reducer = self.next.to_reducer();
        (self.split_off_left(), self, reducer)
    }

    fn into_folder(self) -> Self::Folder {
        let site = Self::into_folder as fn(Self) -> Self::Folder as usize;
        let gauge = Gauge::of(site);
        FlatteningFolder { next: self.next, op: self.op, gauge, open: None, so_far: None }
    }

    fn full(&self) -> bool {
        self.next.full()
    }

    fn back_first(&self) -> bool {
        self.next.back_first()
    }
}

impl<T, R, C, F> UnindexedConsumer<T> for Flattening<C, F>
where
    R: IntoParallelIterator,
    C: UnindexedConsumer<R::Item>,
    F: Fn(T) -> R + Copy + Send,
{
    fn split_off_left(&self) -> Self {
        Flattening { next: self.next.split_off_left(), op: self.op }
    }

    fn to_reducer(&self) -> C::Reducer {
        self.next.to_reducer()
    }
}

/// Joins the results of the inner iterators of a piece.
pub(crate) struct FlatteningFolder<C, F, N, R> {
    /// Takes what comes after the inner iterators so far.
    next: C,
    op: F,
    gauge: Gauge,
    /// What takes the items of small inner iterators, if the last one was.
    open: Option<N>,
    /// The result of what was before those.
    so_far: Option<R>,
}

impl<C, F, N, R> FlatteningFolder<C, F, N, R> {
    /// Takes the items of an inner iterator.
    fn take<I>(&mut self, inner: I)
    where
        I: ParallelIterator,
        N: Folder<I::Item, Result = R>,
        C: UnindexedConsumer<I::Item, Folder = N, Result = R>,
    {
        if self.gauge.lets_pass(inner.opt_len()) {
            self.take_small(inner);
            return;
        }
        let measuring = self.gauge.begin(inner.opt_len());
        if measuring.is_small() {
            self.take_small(inner);
        } else {
            self.drive(inner);
        }
        self.gauge.end(measuring);
    }

    /// Takes the items of an inner iterator that is known to be small.
    fn take_small<I>(&mut self, inner: I)
    where
        I: ParallelIterator,
        N: Folder<I::Item, Result = R>,
        C: UnindexedConsumer<I::Item, Folder = N, Result = R>,
    {
        if inner.folds_here() && !self.next.back_first() {
            let folder = self.open.take().unwrap_or_else(|| self.next.split_off_left().into_folder());
            self.open = Some(inner.fold_here(folder));
        } else {
            self.drive(inner);
        }
    }

    /// Gives an inner iterator a consumer of its own.
    fn drive<I>(&mut self, inner: I)
    where
        I: ParallelIterator,
        N: Folder<I::Item, Result = R>,
        C: UnindexedConsumer<I::Item, Folder = N, Result = R>,
    {
        self.close::<I::Item>();
        let result = inner.drive_unindexed(self.next.split_off_left());
        self.add::<I::Item>(result);
    }

    /// Takes the items of a row of small inner iterators. Gives the first that is not, if there is one; ends also when the
    /// folder is full.
    ///
    /// The folder is handed from one to the next, in registers if it is small.
    #[inline]
    fn take_row<I>(&mut self, mut folder: N, inners: &mut impl Iterator<Item = I>) -> Option<I>
    where
        I: ParallelIterator,
        N: Folder<I::Item, Result = R>,
        C: UnindexedConsumer<I::Item, Folder = N, Result = R>,
    {
        let mut further = None;
        for inner in inners {
            if !inner.folds_here() || !self.gauge.lets_pass(inner.opt_len()) {
                further = Some(inner);
                break;
            }
            folder = inner.fold_here(folder);
            if folder.full() || self.next.full() {
                break;
            }
        }
        self.open = Some(folder);
        further
    }

    /// Ends the folder of small inner iterators.
    fn close<T>(&mut self)
    where
        N: Folder<T, Result = R>,
        C: UnindexedConsumer<T, Folder = N, Result = R>,
    {
        if let Some(folder) = self.open.take() {
            self.add::<T>(folder.complete());
        }
    }

    /// Adds a result to those before it.
    fn add<T>(&mut self, result: R)
    where
        C: UnindexedConsumer<T, Result = R>,
    {
        self.so_far = Some(match self.so_far.take() {
            Some(so_far) => self.next.to_reducer().reduce(so_far, result),
            None => result,
        });
    }

    fn is_full<T>(&self) -> bool
    where
        N: Folder<T>,
        C: Consumer<T>,
    {
        self.next.full() || self.open.as_ref().is_some_and(Folder::full)
    }
}

impl<T, R, C, F> Folder<T> for FlatteningFolder<C, F, C::Folder, C::Result>
where
    R: IntoParallelIterator,
    C: UnindexedConsumer<R::Item>,
    F: Fn(T) -> R + Copy,
{
    type Result = C::Result;

    fn consume(mut self, item: T) -> Self {
        self.take((self.op)(item).into_par_iter());
        self
    }

    fn consume_iter<I: IntoIterator<Item = T>>(mut self, items: I) -> Self {
        let op = self.op;
        let mut inners = items.into_iter().map(|item| op(item).into_par_iter());
        while !self.is_full::<R::Item>() {
            // An open folder: the last inner iterator was small, and is not searched from the back.
            let inner = match self.open.take() {
                Some(folder) => self.take_row(folder, &mut inners),
                None => inners.next(),
            };
            match inner {
                Some(inner) => self.take(inner),
                None => break,
            }
        }
        drop(inners); // before `self` is returned, see `Step::finish`
        self
    }

    fn complete(mut self) -> C::Result {
        self.close::<R::Item>();
        match self.so_far {
            Some(result) => keep(result, self.next),
            None => self.next.into_folder().complete(),
        }
    }

    fn full(&self) -> bool {
        self.is_full::<R::Item>()
    }
}
