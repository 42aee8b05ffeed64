//! `map`: one item out for one in.

use std::fmt;

use super::{Each, Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder, pull::Pull};

/// An iterator that gives what a closure makes of each item.
///
/// Made by [`map()`](ParallelIterator::map).
///
/// ```
/// use furcate::{iter::Map, prelude::*};
///
/// let tens: Map<_, fn(u32) -> u32> = (0..3).into_par_iter().map(|n| 10 * n);
/// assert_eq!(tens.collect::<Vec<_>>(), [0, 10, 20]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Map<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for Map<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F, R> Map<I, F> => R
    where { I: ParallelIterator, F: Fn(I::Item) -> R + Sync + Send, R: Send }
    step(it) { Mapping(|item| (it.op)(item)) }
    indexed
}

/// Applies a closure. Generic over what the closure gives, so that other adapters can use it, too.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mapping<F>(pub(crate) F);

impl<T, R, F: Fn(T) -> R + Copy> Step<T> for Mapping<F> {
    type Out = R;

    fn feed<N: Folder<R>>(&mut self, item: T, next: N) -> N {
        next.consume((self.0)(item))
    }

    fn feed_iter<I, N>(&mut self, items: I, next: N) -> N
    where
        I: Iterator<Item = T>,
        N: Folder<R>,
    {
        next.consume_iter(items.map(self.0))
    }
}

impl<T, R, F: Fn(T) -> R + Copy + Send> Pull<T> for Each<Mapping<F>> {
    type Iter<I: DoubleEndedIterator<Item = T> + ExactSizeIterator> = std::iter::Map<I, F>;

    fn pull<I: DoubleEndedIterator<Item = T> + ExactSizeIterator>(self, items: I) -> Self::Iter<I> {
        items.map(self.0.0)
    }
}
