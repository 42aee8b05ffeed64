//! `once`: one item.

use std::option;

use crate::iter::plumbing::Producer;
use crate::iter::pull::bridged;

/// An iterator over one item.
///
/// Made by [`once()`].
///
/// ```
/// use furcate::{iter::{Once, once}, prelude::*};
///
/// let header: Once<&str> = once("id");
/// assert_eq!(header.chain(["1", "2"]).collect::<Vec<_>>(), ["id", "1", "2"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Once<T> {
    item: T,
}

/// Makes an iterator over one item.
///
/// Useful before or after others, with [`chain`](crate::iter::ParallelIterator::chain).
///
/// # Examples
///
/// ```
/// use furcate::iter::once;
/// use furcate::prelude::*;
///
/// let items: Vec<i32> = once(7).chain(0..3).collect();
/// assert_eq!(items, [7, 0, 1, 2]);
/// ```
pub fn once<T: Send>(item: T) -> Once<T> {
    Once { item }
}

bridged! {
    impl<T> Once<T> => T
    where { T: Send }
    len(_it) { 1 }
    with(it, callback) { callback.callback(AtMostOne(Some(it.item))) }
}

/// A producer of one item or none.
pub(crate) struct AtMostOne<T>(pub(crate) Option<T>);

impl<T: Send> Producer for AtMostOne<T> {
    type Item = T;
    type IntoIter = option::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        if index == 0 { (AtMostOne(None), self) } else { (self, AtMostOne(None)) }
    }
}
