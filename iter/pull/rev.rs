//! `rev`: back to front.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over the items in reverse order.
///
/// Made by [`rev()`](IndexedParallelIterator::rev).
///
/// ```
/// use furcate::{iter::Rev, prelude::*, range};
///
/// let down: Rev<range::Iter<i32>> = (0..3).into_par_iter().rev();
/// assert_eq!(down.collect::<Vec<_>>(), [2, 1, 0]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Rev<I> {
    pub(crate) base: I,
}

bridged! {
    impl<I> Rev<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.base.len() }
    with(it, callback) {
        let len = it.base.len();
        rewrap(it.base, Reversing { len }, callback)
    }
}

/// `len` is that of the base: a split from the front is one of the base from the back.
struct Reversing {
    len: usize,
}

impl<T> Rewrap<T> for Reversing {
    type Item = T;
    type Producer<P: Producer<Item = T>> = Reversed<P>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Reversed<P> {
        Reversed { base, len: self.len }
    }
}

struct Reversed<P> {
    base: P,
    len: usize,
}

impl<P: Producer> Producer for Reversed<P> {
    type Item = P::Item;
    type IntoIter = std::iter::Rev<P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter().rev()
    }

    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let rest = self.len - index;
        let (back, front) = self.base.split_at(rest);
        (Reversed { base: front, len: index }, Reversed { base: back, len: rest })
    }
}
