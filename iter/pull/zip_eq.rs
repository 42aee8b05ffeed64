//! `zip_eq`: two iterators of one length side by side.

use super::zip::Zipping;
use super::{bridged, combine};
use crate::iter::IndexedParallelIterator;

/// An iterator over pairs of items of two iterators of the same length.
///
/// Made by [`zip_eq()`](IndexedParallelIterator::zip_eq).
///
/// ```
/// use furcate::{iter::ZipEq, prelude::*};
///
/// let pairs: ZipEq<_, _> = [1, 2].into_par_iter().zip_eq(["a", "b"]);
/// assert_eq!(pairs.collect::<Vec<_>>(), [(1, "a"), (2, "b")]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct ZipEq<A, B> {
    a: A,
    b: B,
}

impl<A: IndexedParallelIterator, B: IndexedParallelIterator> ZipEq<A, B> {
    #[track_caller]
    pub(crate) fn new(a: A, b: B) -> Self {
        let (left, right) = (a.len(), b.len());
        assert!(
            left == right,
            "zip_eq: iterators must have the same length, but left has {left} items, right has {right}"
        );
        ZipEq { a, b }
    }
}

bridged! {
    impl<A, B> ZipEq<A, B> => (A::Item, B::Item)
    where { A: IndexedParallelIterator, B: IndexedParallelIterator }
    len(it) { it.a.len() }
    with(it, callback) { combine(it.a, it.b, Zipping, callback) }
}
