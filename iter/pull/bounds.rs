//! `with_min_len`, `with_max_len`: bounds for the pieces.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{
    IndexedParallelIterator,
    plumbing::{Folder, Producer},
};

/// An iterator whose pieces are not shorter than asked for.
///
/// Made by [`with_min_len()`](IndexedParallelIterator::with_min_len).
///
/// ```
/// use furcate::{iter::MinLen, prelude::*};
///
/// let dear_to_share: MinLen<_> = [1, 2, 3].par_iter().with_min_len(2);
/// assert_eq!(dear_to_share.sum::<i32>(), 6);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct MinLen<I> {
    pub(crate) base: I,
    pub(crate) min: usize,
}

/// An iterator whose pieces are not longer than asked for.
///
/// Made by [`with_max_len()`](IndexedParallelIterator::with_max_len).
///
/// ```
/// use furcate::{iter::MaxLen, prelude::*};
///
/// let finely_split: MaxLen<_> = [1, 2, 3].par_iter().with_max_len(1);
/// assert_eq!(finely_split.sum::<i32>(), 6);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct MaxLen<I> {
    pub(crate) base: I,
    pub(crate) max: usize,
}

bridged! {
    impl<I> MinLen<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.base.len() }
    with(it, callback) { rewrap(it.base, Bounding { min: it.min, max: usize::MAX }, callback) }
}

bridged! {
    impl<I> MaxLen<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.base.len() }
    with(it, callback) { rewrap(it.base, Bounding { min: 1, max: it.max.max(1) }, callback) }
}

/// Bounds in addition to those of the base; one that does not bound is 1 or `usize::MAX`.
#[derive(Clone, Copy)]
struct Bounding {
    min: usize,
    max: usize,
}

impl<T> Rewrap<T> for Bounding {
    type Item = T;
    type Producer<P: Producer<Item = T>> = Bounded<P>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Bounded<P> {
        Bounded { base, bounds: self }
    }
}

struct Bounded<P> {
    base: P,
    bounds: Bounding,
}

impl<P: Producer> Producer for Bounded<P> {
    type Item = P::Item;
    type IntoIter = P::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter()
    }

    fn min_len(&self) -> usize {
        self.base.min_len().max(self.bounds.min)
    }

    fn max_len(&self) -> usize {
        self.base.max_len().min(self.bounds.max)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        (Bounded { base: left, ..self }, Bounded { base: right, ..self })
    }

    fn fold_with<F: Folder<P::Item>>(self, folder: F) -> F {
        self.base.fold_with(folder)
    }
}
