//! `take`: the first items only.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over the first items.
///
/// Made by [`take()`](IndexedParallelIterator::take).
///
/// ```
/// use furcate::{iter::Take, prelude::*};
///
/// let start: Take<_> = (0..5).into_par_iter().take(2);
/// assert_eq!(start.collect::<Vec<_>>(), [0, 1]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Take<I> {
    pub(crate) base: I,
    pub(crate) n: usize,
}

bridged! {
    impl<I> Take<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.n.min(it.base.len()) }
    with(it, callback) {
        let n = it.len();
        rewrap(it.base, Taking(n), callback)
    }
}

/// The number of items to take, at most as many as there are.
struct Taking(usize);

impl<T> Rewrap<T> for Taking {
    type Item = T;
    type Producer<P: Producer<Item = T>> = P;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> P {
        let (taken, rest) = base.split_at(self.0);
        // The destructor of an item that is not taken may panic: a value on its way out would then be leaked.
        drop(rest);
        taken
    }
}
