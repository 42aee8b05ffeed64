//! `skip`: all but the first items.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over all but the first items.
///
/// Made by [`skip()`](IndexedParallelIterator::skip).
///
/// ```
/// use furcate::{iter::Skip, prelude::*};
///
/// let rest: Skip<_> = (0..5).into_par_iter().skip(3);
/// assert_eq!(rest.collect::<Vec<_>>(), [3, 4]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Skip<I> {
    pub(crate) base: I,
    pub(crate) n: usize,
}

bridged! {
    impl<I> Skip<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.base.len().saturating_sub(it.n) }
    with(it, callback) {
        let n = it.n.min(it.base.len());
        rewrap(it.base, Skipping(n), callback)
    }
}

/// The number of items to skip, at most as many as there are.
///
/// They are dropped with their half of the producer, before anything else runs.
struct Skipping(usize);

impl<T> Rewrap<T> for Skipping {
    type Item = T;
    type Producer<P: Producer<Item = T>> = P;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> P {
        let (skipped, rest) = base.split_at(self.0);
        // The destructor of an item that is skipped may panic: a value on its way out would then be leaked.
        drop(skipped);
        rest
    }
}
