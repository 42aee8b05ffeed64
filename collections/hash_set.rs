//! Parallel iterators over [`HashSet`], with any hasher.
//!
//! The order of the items is that of the sequential iterators, which is arbitrary. How they run: `collected.rs`.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::HashSet;
//!
//! let known = HashSet::from(["the", "a"]);
//! let new: HashSet<&str> = "the cat a hat".par_split(' ').filter(|word| !known.contains(word)).collect();
//! assert_eq!(new, HashSet::from(["cat", "hat"]));
//! ```

use std::collections::HashSet;
use std::collections::hash_set as sequential;

use super::collected::collected;

/// A parallel iterator over a set's items, by reference.
///
/// Made by `par_iter()` of [`HashSet`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashSet;
///
/// let primes = HashSet::from([2, 3, 5]);
/// assert_eq!(primes.par_iter().sum::<i32>(), 10);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    items: sequential::Iter<'data, T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }
}

/// A parallel iterator over a set's items, by value.
///
/// Made by `into_par_iter()` of [`HashSet`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashSet;
///
/// let words = HashSet::from([String::from("a"), String::from("bc")]);
/// assert_eq!(words.into_par_iter().map(|word| word.len()).sum::<usize>(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IntoIter<T> {
    items: sequential::IntoIter<T>,
}

/// A parallel iterator that empties a set.
///
/// Made by [`par_drain()`](crate::iter::ParallelDrainFull::par_drain) of [`HashSet`]. The items are removed also if the
/// iterator is dropped unused, or if a closure panics; the set keeps its memory.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashSet;
///
/// let mut primes = HashSet::from([2, 3, 5]);
/// assert_eq!(primes.par_drain().sum::<i32>(), 10);
/// assert!(primes.is_empty());
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
#[derive(Debug)]
pub struct Drain<'data, T> {
    items: sequential::Drain<'data, T>,
}

collected! {
    impl<'data, T; S> &'data HashSet<T, S> => Iter<'data, T> of &'data T
    where { T: Sync }
    IntoParallelIterator::into_par_iter(set) { set.iter() }
}

collected! {
    impl<T; S> HashSet<T, S> => IntoIter<T> of T
    where { T: Send }
    IntoParallelIterator::into_par_iter(set) { set.into_iter() }
}

collected! {
    impl<'data, T; S> &'data mut HashSet<T, S> => Drain<'data, T> of T
    where { T: Send }
    ParallelDrainFull::par_drain(set) { set.drain() }
}
