//! `cloned`: items instead of references to them.

use super::{map::Mapping, staged};
use crate::iter::ParallelIterator;

/// An iterator that gives a clone of each item it gets a reference to.
///
/// Made by [`cloned()`](ParallelIterator::cloned).
///
/// ```
/// use furcate::{iter::Cloned, prelude::*};
///
/// let words = [String::from("a")];
/// let names: Cloned<_> = words.par_iter().cloned();
/// assert_eq!(names.collect::<Vec<String>>(), ["a"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Cloned<I> {
    pub(crate) base: I,
}

staged! {
    impl<'a, T, I> Cloned<I> => T
    where { I: ParallelIterator<Item = &'a T>, T: 'a + Clone + Send + Sync }
    step(_it) { Mapping(T::clone) }
    indexed
}
