//! `enumerate`: each item with its position.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over the items, each with its position.
///
/// Made by [`enumerate()`](IndexedParallelIterator::enumerate).
///
/// ```
/// use furcate::{iter::Enumerate, prelude::*};
///
/// let numbered: Enumerate<_> = ["a", "b"].par_iter().enumerate();
/// assert_eq!(numbered.collect::<Vec<_>>(), [(0, &"a"), (1, &"b")]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Enumerate<I> {
    pub(crate) base: I,
}

bridged! {
    impl<I> Enumerate<I> => (usize, I::Item)
    where { I: IndexedParallelIterator }
    len(it) { it.base.len() }
    with(it, callback) { rewrap(it.base, Numbering, callback) }
}

struct Numbering;

impl<T> Rewrap<T> for Numbering {
    type Item = (usize, T);
    type Producer<P: Producer<Item = T>> = Numbered<P>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Numbered<P> {
        Numbered { base, first: 0 }
    }
}

/// A producer whose first item has the number `first`.
struct Numbered<P> {
    base: P,
    first: usize,
}

impl<P: Producer> Producer for Numbered<P> {
    type Item = (usize, P::Item);
    type IntoIter = std::iter::Zip<std::ops::Range<usize>, P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        // A range of the right length, not `first..`: only exact lengths can be walked from the back.
        let items = self.base.into_iter();
        (self.first..self.first + items.len()).zip(items)
    }

    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(index);
        (Numbered { base: left, first: self.first }, Numbered { base: right, first: self.first + index })
    }
}
