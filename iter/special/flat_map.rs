//! `flat_map`: any number of items out for one in, made by a parallel iterator.
//!
//! No [`Step`](crate::iter::stage::Step): the inner iterator wants a consumer, not a folder, as it may be split among
//! threads. So this folder holds the *consumer* behind, splits a left part off for each inner iterator and keeps the
//! joined results. Whether an inner iterator is worth splitting is left to the bridge, as for any other.

use std::fmt;

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
        self.base.drive_unindexed(Flattening { next, op: &self.op })
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
    type Folder = FlatteningFolder<C, F, C::Result>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, _index: usize) -> (Self, Self, C::Reducer) {
        // The position of an outer item says nothing about those of the inner ones.
        let reducer = self.next.to_reducer();
        (self.split_off_left(), self, reducer)
    }

    fn into_folder(self) -> Self::Folder {
        FlatteningFolder { next: self.next, op: self.op, so_far: None }
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
pub(crate) struct FlatteningFolder<C, F, R> {
    /// Takes what comes after the inner iterators so far.
    next: C,
    op: F,
    so_far: Option<R>,
}

impl<T, R, C, F> Folder<T> for FlatteningFolder<C, F, C::Result>
where
    R: IntoParallelIterator,
    C: UnindexedConsumer<R::Item>,
    F: Fn(T) -> R,
{
    type Result = C::Result;

    fn consume(mut self, item: T) -> Self {
        let inner = (self.op)(item).into_par_iter();
        let result = inner.drive_unindexed(self.next.split_off_left());
        self.so_far = Some(match self.so_far {
            Some(so_far) => self.next.to_reducer().reduce(so_far, result),
            None => result,
        });
        self
    }

    fn complete(self) -> C::Result {
        match self.so_far {
            Some(result) => keep(result, self.next),
            None => self.next.into_folder().complete(),
        }
    }

    fn full(&self) -> bool {
        self.next.full()
    }
}
