//! `flatten`: the items of items that can become parallel iterators. `flat_map` with a closure that does nothing.

use super::flat_map::Flattening;
use crate::iter::plumbing::UnindexedConsumer;
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// An iterator over the items of parallel iterators.
///
/// Made by [`flatten()`](ParallelIterator::flatten).
///
/// ```
/// use furcate::{iter::Flatten, prelude::*};
///
/// let flat: Flatten<_> = vec![vec![1, 2], vec![3]].into_par_iter().flatten();
/// assert_eq!(flat.collect::<Vec<_>>(), [1, 2, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Flatten<I> {
    pub(crate) base: I,
}

impl<I> ParallelIterator for Flatten<I>
where
    I: ParallelIterator,
    I::Item: IntoParallelIterator,
{
    type Item = <I::Item as IntoParallelIterator>::Item;

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, next: C) -> C::Result {
        self.base.drive_unindexed(Flattening { next, op: |inner| inner })
    }
}
