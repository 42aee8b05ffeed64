//! `copied`: items instead of references to them.

use super::{map::Mapping, staged};
use crate::iter::ParallelIterator;

/// An iterator that gives a copy of each item it gets a reference to.
///
/// Made by [`copied()`](ParallelIterator::copied).
///
/// ```
/// use furcate::{iter::Copied, prelude::*};
///
/// let values: Copied<_> = [1, 2].par_iter().copied();
/// assert_eq!(values.collect::<Vec<i32>>(), [1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Copied<I> {
    pub(crate) base: I,
}

staged! {
    impl<'a, T, I> Copied<I> => T
    where { I: ParallelIterator<Item = &'a T>, T: 'a + Copy + Send + Sync }
    step(_it) { Mapping(|item: &'a T| *item) }
    indexed
}
