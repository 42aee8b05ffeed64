//! `update`: a closure changes each item on its way.

use std::fmt;

use super::{map::Mapping, staged};
use crate::iter::ParallelIterator;

/// An iterator that lets a closure change each item before passing it on.
///
/// Made by [`update()`](ParallelIterator::update).
///
/// ```
/// use furcate::{iter::Update, prelude::*};
///
/// let ends: Update<_, _> = vec![vec![1], vec![2]].into_par_iter().update(|list| list.push(0));
/// assert_eq!(ends.collect::<Vec<_>>(), [[1, 0], [2, 0]]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Update<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Update<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F> Update<I, F> => I::Item
    where { I: ParallelIterator, F: Fn(&mut I::Item) + Send + Sync }
    step(it) {
        Mapping(|mut item| {
            (it.op)(&mut item);
            item
        })
    }
    indexed
}
