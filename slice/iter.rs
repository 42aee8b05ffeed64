//! Iterators over the items of a slice.

use std::slice;

use crate::iter::IntoParallelIterator;
use crate::iter::plumbing::Producer;
use crate::iter::pull::bridged;

/// A parallel iterator over shared references to the items of a slice.
///
/// Made by `par_iter()`.
///
/// ```
/// use furcate::{prelude::*, slice::Iter};
///
/// let numbers: Iter<'_, i32> = [1, 2, 3].par_iter();
/// assert_eq!(numbers.max(), Some(&3));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    pub(crate) slice: &'data [T],
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

/// A parallel iterator over exclusive references to the items of a slice.
///
/// Made by `par_iter_mut()`.
///
/// ```
/// use furcate::{prelude::*, slice::IterMut};
///
/// let mut row = vec![1, 2, 3];
/// let numbers: IterMut<'_, i32> = row.par_iter_mut();
/// numbers.for_each(|n| *n *= 2);
/// assert_eq!(row, [2, 4, 6]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, T> {
    pub(crate) slice: &'data mut [T],
}

impl<'data, T: Sync> IntoParallelIterator for &'data [T] {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Self::Iter {
        Iter { slice: self }
    }
}

impl<'data, T: Send> IntoParallelIterator for &'data mut [T] {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> Self::Iter {
        IterMut { slice: self }
    }
}

bridged! {
    impl<'data, T> Iter<'data, T> => &'data T
    where { T: Sync }
    len(it) { it.slice.len() }
    with(it, callback) { callback.callback(Items(it.slice)) }
}

bridged! {
    impl<'data, T> IterMut<'data, T> => &'data mut T
    where { T: Send }
    len(it) { it.slice.len() }
    with(it, callback) { callback.callback(ItemsMut(it.slice)) }
}

struct Items<'data, T>(&'data [T]);

impl<'data, T: Sync> Producer for Items<'data, T> {
    type Item = &'data T;
    type IntoIter = slice::Iter<'data, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.0.split_at(index);
        (Items(left), Items(right))
    }
}

struct ItemsMut<'data, T>(&'data mut [T]);

impl<'data, T: Send> Producer for ItemsMut<'data, T> {
    type Item = &'data mut T;
    type IntoIter = slice::IterMut<'data, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.0.split_at_mut(index);
        (ItemsMut(left), ItemsMut(right))
    }
}
