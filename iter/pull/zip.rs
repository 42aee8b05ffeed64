//! `zip`: two iterators side by side.

use super::{Combine, bridged, combine};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over pairs, as long as the shorter of its two bases.
///
/// Made by [`zip()`](IndexedParallelIterator::zip).
///
/// ```
/// use furcate::{iter::Zip, prelude::*};
///
/// let pairs: Zip<_, _> = [1, 2].into_par_iter().zip(["a", "b", "c"]);
/// assert_eq!(pairs.collect::<Vec<_>>(), [(1, "a"), (2, "b")]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Zip<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
}

bridged! {
    impl<A, B> Zip<A, B> => (A::Item, B::Item)
    where { A: IndexedParallelIterator, B: IndexedParallelIterator }
    len(it) { it.a.len().min(it.b.len()) }
    with(it, callback) { combine(it.a, it.b, Zipping, callback) }
}

pub(crate) struct Zipping;

impl<A, B> Combine<A, B> for Zipping {
    type Item = (A, B);
    type Producer<P: Producer<Item = A>, Q: Producer<Item = B>> = Zipped<P, Q>;

    fn combine<P: Producer<Item = A>, Q: Producer<Item = B>>(self, a: P, b: Q) -> Zipped<P, Q> {
        Zipped { a, b }
    }
}

pub(crate) struct Zipped<P, Q> {
    a: P,
    b: Q,
}

impl<P: Producer, Q: Producer> Producer for Zipped<P, Q> {
    type Item = (P::Item, Q::Item);
    type IntoIter = std::iter::Zip<P::IntoIter, Q::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        self.a.into_iter().zip(self.b.into_iter())
    }

    fn min_len(&self) -> usize {
        self.a.min_len().max(self.b.min_len())
    }

    fn max_len(&self) -> usize {
        self.a.max_len().min(self.b.max_len())
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (a_left, a_right) = self.a.split_at(index);
        let (b_left, b_right) = self.b.split_at(index);
        (Zipped { a: a_left, b: b_left }, Zipped { a: a_right, b: b_right })
    }
}
