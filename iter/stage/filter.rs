//! `filter`: lets through the items that a predicate holds for.

use std::fmt;
use std::mem::needs_drop;

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the items for which a predicate holds.
///
/// Made by [`filter()`](ParallelIterator::filter).
///
/// ```
/// use furcate::{iter::Filter, prelude::*};
///
/// let even: Filter<_, _> = (0..5).into_par_iter().filter(|n| n % 2 == 0);
/// assert_eq!(even.collect::<Vec<_>>(), [0, 2, 4]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Filter<I, P> {
    pub(crate) base: I,
    pub(crate) op: P,
}

impl<I: fmt::Debug, P> fmt::Debug for Filter<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, P> Filter<I, P> => I::Item
    where { I: ParallelIterator, P: Fn(&I::Item) -> bool + Sync + Send }
    step(it) { Filtering(|item: &I::Item| (it.op)(item)) }
    fewer
}

#[derive(Clone, Copy)]
struct Filtering<P>(P);

impl<T, P: Fn(&T) -> bool + Copy> Step<T> for Filtering<P> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: T, next: F) -> F {
        if (self.0)(&item) {
            next.consume(item)
        } else {
            drop(item); // before `next` is returned, see `Step::finish`
            next
        }
    }

    fn feed_iter<I, F>(&mut self, items: I, next: F) -> F
    where
        I: Iterator<Item = T>,
        F: Folder<T>,
    {
        let op = self.0;
        if needs_drop::<T>() {
            // As `filter`, but nobody holds an accumulator while a rejected item is dropped.
            next.consume_iter(items.filter_map(move |item| if op(&item) { Some(item) } else { None }))
        } else {
            next.consume_iter(items.filter(op))
        }
    }
}
