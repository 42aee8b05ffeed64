//! `flatten_iter`: the items of items that are sequential iterators.

use super::{flat_map_iter::Flattening, staged};
use crate::iter::ParallelIterator;

/// An iterator over the items of sequential iterators.
///
/// Made by [`flatten_iter()`](ParallelIterator::flatten_iter).
///
/// ```
/// use furcate::{iter::FlattenIter, prelude::*};
///
/// let found: FlattenIter<_> = [Some(1), None, Some(3)].into_par_iter().flatten_iter();
/// assert_eq!(found.collect::<Vec<_>>(), [1, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct FlattenIter<I> {
    pub(crate) base: I,
}

staged! {
    impl<I> FlattenIter<I> => <I::Item as IntoIterator>::Item
    where {
        I: ParallelIterator,
        I::Item: IntoIterator,
        <I::Item as IntoIterator>::Item: Send
    }
    step(_it) { Flattening(|inner| inner) }
    unindexed
}
