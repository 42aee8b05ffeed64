//! Parallel iterators over [`BinaryHeap`].
//!
//! A heap lies in a vector: the iterators are those of its slice and its vector, and are indexed. The order of the
//! items is that of the vector, hence arbitrary but for the first, the greatest.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::BinaryHeap;
//!
//! let mut tasks = BinaryHeap::from([(2, "sweep"), (9, "cook"), (5, "read")]);
//! tasks.par_extend([(7, "sing")]);
//! assert_eq!(tasks.par_iter().filter(|(urgency, _)| *urgency > 4).count(), 3);
//! assert_eq!(tasks.pop(), Some((9, "cook")));
//! ```

use std::collections::BinaryHeap;
use std::mem;

use crate::iter::pull::bridged;
use crate::iter::{IntoParallelIterator, ParallelDrainFull, ParallelDrainRange};
use crate::{slice, vec};

/// A parallel iterator over a heap's items, by reference.
///
/// Made by `par_iter()` of [`BinaryHeap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BinaryHeap;
///
/// let heap = BinaryHeap::from([2, 5, 3]);
/// assert_eq!(heap.par_iter().sum::<i32>(), 10);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    items: slice::Iter<'data, T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }
}

/// A parallel iterator over a heap's items, by value.
///
/// Made by `into_par_iter()` of [`BinaryHeap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BinaryHeap;
///
/// let heap = BinaryHeap::from([2, 5, 3]);
/// assert_eq!(heap.into_par_iter().map(|n| n * 2).sum::<i32>(), 20);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    items: vec::IntoIter<T>,
}

/// A parallel iterator that empties a heap.
///
/// Made by [`par_drain()`](ParallelDrainFull::par_drain) of [`BinaryHeap`]. The items come in no useful order. They are
/// removed also if the iterator is dropped unused, or if a closure panics; unless it does, the heap keeps its memory.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BinaryHeap;
///
/// let mut heap = BinaryHeap::from([2, 5, 3]);
/// assert_eq!(heap.par_drain().sum::<i32>(), 10);
/// assert!(heap.is_empty());
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
#[derive(Debug)]
pub struct Drain<'data, T> {
    heap: &'data mut BinaryHeap<T>,
}

impl<'data, T: Sync> IntoParallelIterator for &'data BinaryHeap<T> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        Iter { items: self.as_slice().into_par_iter() }
    }
}

impl<T: Send> IntoParallelIterator for BinaryHeap<T> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { items: self.into_vec().into_par_iter() }
    }
}

impl<'data, T: Ord + Send> ParallelDrainFull for &'data mut BinaryHeap<T> {
    type Item = T;
    type Iter = Drain<'data, T>;

    fn par_drain(self) -> Drain<'data, T> {
        Drain { heap: self }
    }
}

bridged! {
    impl<'data, T> Iter<'data, T> => &'data T
    where { T: Sync }
    len(it) { it.items.len() }
    with(it, callback) { it.items.with_producer(callback) }
}

bridged! {
    impl<T> IntoIter<T> => T
    where { T: Send }
    len(it) { it.items.len() }
    with(it, callback) { it.items.with_producer(callback) }
}

bridged! {
    impl<'data, T> Drain<'data, T> => T
    where { T: Ord + Send }
    len(it) { it.heap.len() }
    with(it, callback) {
        let mut items = mem::take(it.heap).into_vec();
        let output = items.par_drain(..).with_producer(callback);
        // Empty by now: only the memory goes back.
        *it.heap = BinaryHeap::from(items);
        output
    }
}

impl<T> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        self.heap.clear();
    }
}
