//! `filter_map`: none or one item out for one in.

use std::fmt;

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over what a closure makes of the items, where it makes something.
///
/// Made by [`filter_map()`](ParallelIterator::filter_map).
///
/// ```
/// use furcate::{iter::FilterMap, prelude::*};
///
/// let numbers: FilterMap<_, _> = ["1", "x"].par_iter().filter_map(|text| text.parse().ok());
/// assert_eq!(numbers.collect::<Vec<i32>>(), [1]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FilterMap<I, P> {
    pub(crate) base: I,
    pub(crate) op: P,
}

impl<I: fmt::Debug, P> fmt::Debug for FilterMap<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FilterMap").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, P, R> FilterMap<I, P> => R
    where { I: ParallelIterator, P: Fn(I::Item) -> Option<R> + Sync + Send, R: Send }
    step(it) { FilterMapping(|item| (it.op)(item)) }
    fewer
}

#[derive(Clone, Copy)]
struct FilterMapping<P>(P);

impl<T, R, P: Fn(T) -> Option<R> + Copy> Step<T> for FilterMapping<P> {
    type Out = R;

    fn feed<F: Folder<R>>(&mut self, item: T, next: F) -> F {
        match (self.0)(item) {
            Some(made) => next.consume(made),
            None => next,
        }
    }

    fn feed_iter<I, F>(&mut self, items: I, next: F) -> F
    where
        I: Iterator<Item = T>,
        F: Folder<R>,
    {
        next.consume_iter(items.filter_map(self.0))
    }
}
