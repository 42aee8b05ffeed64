//! Parallel iterators over [`VecDeque`].
//!
//! A deque lies in at most two slices, one behind the other. References are those of the two slices, chained; by value
//! the deque becomes a vector, and what is drained is moved into one first.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::VecDeque;
//!
//! let mut lately = VecDeque::from([4, 8, 15, 16]);
//! let oldest: Vec<i32> = lately.par_drain(..2).collect();
//! assert_eq!(oldest, [4, 8]);
//! assert_eq!(lately.par_iter().zip([15, 16]).filter(|(a, b)| **a == *b).count(), 2);
//! ```

use std::collections::VecDeque;
use std::collections::vec_deque as sequential;
use std::ops::RangeBounds;

use crate::iter::pull::bridged;
use crate::iter::{Chain, IntoParallelIterator, ParallelDrainRange, ParallelIterator};
use crate::slice;

/// A parallel iterator over a deque's items, by reference.
///
/// Made by `par_iter()` of [`VecDeque`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::VecDeque;
///
/// let deque = VecDeque::from([1, 2, 3]);
/// assert_eq!(deque.par_iter().sum::<i32>(), 6);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    items: Chain<slice::Iter<'data, T>, slice::Iter<'data, T>>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }
}

/// A parallel iterator over a deque's items, by exclusive reference.
///
/// Made by `par_iter_mut()` of [`VecDeque`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::VecDeque;
///
/// let mut deque = VecDeque::from([1, 2, 3]);
/// deque.par_iter_mut().for_each(|number| *number *= 10);
/// assert_eq!(deque, [10, 20, 30]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, T> {
    items: Chain<slice::IterMut<'data, T>, slice::IterMut<'data, T>>,
}

/// A parallel iterator over a deque's items, by value.
///
/// Made by `into_par_iter()` of [`VecDeque`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::VecDeque;
///
/// let deque = VecDeque::from([1, 2, 3]);
/// let last_first: Vec<i32> = deque.into_par_iter().rev().collect();
/// assert_eq!(last_first, [3, 2, 1]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T: Send> {
    deque: VecDeque<T>,
}

/// A parallel iterator that takes a range of items out of a deque.
///
/// Made by [`par_drain()`](ParallelDrainRange::par_drain) of [`VecDeque`]. The items are removed also if the iterator is
/// dropped unused, or if a closure panics.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::VecDeque;
///
/// let mut deque = VecDeque::from([1, 2, 3, 4]);
/// assert_eq!(deque.par_drain(1..3).sum::<i32>(), 5);
/// assert_eq!(deque, [1, 4]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
#[derive(Debug)]
pub struct Drain<'data, T> {
    items: sequential::Drain<'data, T>,
}

impl<'data, T: Sync> IntoParallelIterator for &'data VecDeque<T> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        let (front, back) = self.as_slices();
        Iter { items: front.into_par_iter().chain(back) }
    }
}

impl<'data, T: Send> IntoParallelIterator for &'data mut VecDeque<T> {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        let (front, back) = self.as_mut_slices();
        IterMut { items: front.into_par_iter().chain(back) }
    }
}

impl<T: Send> IntoParallelIterator for VecDeque<T> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { deque: self }
    }
}

impl<'data, T: Send> ParallelDrainRange<usize> for &'data mut VecDeque<T> {
    type Iter = Drain<'data, T>;
    type Item = T;

    #[track_caller]
    fn par_drain<R: RangeBounds<usize>>(self, range: R) -> Drain<'data, T> {
        Drain { items: self.drain(range) }
    }
}

bridged! {
    impl<'data, T> Iter<'data, T> => &'data T
    where { T: Sync }
    len(it) { it.items.len() }
    with(it, callback) { it.items.with_producer(callback) }
}

bridged! {
    impl<'data, T> IterMut<'data, T> => &'data mut T
    where { T: Send }
    len(it) { it.items.len() }
    with(it, callback) { it.items.with_producer(callback) }
}

bridged! {
    impl<T> IntoIter<T> => T
    where { T: Send }
    len(it) { it.deque.len() }
    with(it, callback) { Vec::from(it.deque).into_par_iter().with_producer(callback) }
}

bridged! {
    impl<'data, T> Drain<'data, T> => T
    where { T: Send }
    len(it) { it.items.len() }
    with(it, callback) { Vec::from_iter(it.items).into_par_iter().with_producer(callback) }
}
