//! Arrays, by value and by reference.
//!
//! By value the items stay in the array while they are taken out, see `vec.rs`: nothing is allocated.

use super::vec::with_array;
use crate::iter::IntoParallelIterator;
use crate::iter::pull::bridged;
use crate::slice::{Iter, IterMut};

/// A parallel iterator over the items of an array, by value.
///
/// Made by `into_par_iter()` of `[T; N]`. Items that are not asked for, because a search ends early or a closure
/// panics, are dropped.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let lengths: Vec<usize> = [String::from("a"), String::from("bc")].into_par_iter().map(|s| s.len()).collect();
/// assert_eq!(lengths, [1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T, const N: usize> {
    array: [T; N],
}

impl<T: Send, const N: usize> IntoParallelIterator for [T; N] {
    type Item = T;
    type Iter = IntoIter<T, N>;

    fn into_par_iter(self) -> IntoIter<T, N> {
        IntoIter { array: self }
    }
}

impl<'data, T: Sync, const N: usize> IntoParallelIterator for &'data [T; N] {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        self.as_slice().into_par_iter()
    }
}

impl<'data, T: Send, const N: usize> IntoParallelIterator for &'data mut [T; N] {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        self.as_mut_slice().into_par_iter()
    }
}

bridged! {
    impl<T; const N: usize> IntoIter<T, N> => T
    where { T: Send }
    len(it) { it.array.len() }
    with(it, callback) { with_array(it.array, callback) }
}
