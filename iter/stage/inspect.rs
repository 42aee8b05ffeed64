//! `inspect`: a closure sees each item on its way.

use std::fmt;

use super::{map::Mapping, staged};
use crate::iter::ParallelIterator;

/// An iterator that shows each item to a closure before passing it on.
///
/// Made by [`inspect()`](ParallelIterator::inspect).
///
/// ```
/// use furcate::{iter::Inspect, prelude::*};
///
/// let watched: Inspect<_, _> = (0..3).into_par_iter().inspect(|n| assert!(*n < 3));
/// assert_eq!(watched.sum::<i32>(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Inspect<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Inspect<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspect").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F> Inspect<I, F> => I::Item
    where { I: ParallelIterator, F: Fn(&I::Item) + Sync + Send }
    step(it) {
        Mapping(|item| {
            (it.op)(&item);
            item
        })
    }
    indexed
}
