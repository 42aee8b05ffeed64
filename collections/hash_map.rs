//! Parallel iterators over [`HashMap`], with any hasher.
//!
//! The order of the items is that of the sequential iterators, which is arbitrary. How they run: `collected.rs`.
//!
//! # Examples
//!
//! Where keys repeat, count in a map for each part, and merge:
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::HashMap;
//!
//! let counts: HashMap<char, u32> = "so be it"
//!     .par_chars()
//!     .fold(HashMap::new, |mut counts, c| {
//!         *counts.entry(c).or_insert(0) += 1;
//!         counts
//!     })
//!     .reduce(HashMap::new, |mut left, right| {
//!         right.into_iter().for_each(|(c, count)| *left.entry(c).or_insert(0) += count);
//!         left
//!     });
//! assert_eq!(counts[&' '], 2);
//! ```

use std::collections::HashMap;
use std::collections::hash_map as sequential;

use super::collected::collected;

/// A parallel iterator over a map's entries, by reference.
///
/// Made by `par_iter()` of [`HashMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashMap;
///
/// let ages = HashMap::from([("Ada", 36), ("Alan", 41)]);
/// assert_eq!(ages.par_iter().map(|(_, age)| age).sum::<i32>(), 77);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, K, V> {
    items: sequential::Iter<'data, K, V>,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }
}

/// A parallel iterator over a map's entries, the values by exclusive reference.
///
/// Made by `par_iter_mut()` of [`HashMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashMap;
///
/// let mut ages = HashMap::from([("Ada", 36), ("Alan", 41)]);
/// ages.par_iter_mut().for_each(|(_, age)| *age += 1);
/// assert_eq!(ages["Ada"], 37);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, K, V> {
    // A vector from the start: std's iterator asks the keys to be `Send` to be so itself.
    items: Vec<(&'data K, &'data mut V)>,
}

/// A parallel iterator over a map's entries, by value.
///
/// Made by `into_par_iter()` of [`HashMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashMap;
///
/// let ages = HashMap::from([("Ada", 36), ("Alan", 41)]);
/// assert_eq!(ages.into_par_iter().map(|(name, _)| name.len()).sum::<usize>(), 7);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IntoIter<K, V> {
    items: sequential::IntoIter<K, V>,
}

/// A parallel iterator that empties a map.
///
/// Made by [`par_drain()`](crate::iter::ParallelDrainFull::par_drain) of [`HashMap`]. The entries are removed also if the
/// iterator is dropped unused, or if a closure panics; the map keeps its memory.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashMap;
///
/// let mut ages = HashMap::from([("Ada", 36), ("Alan", 41)]);
/// assert_eq!(ages.par_drain().map(|(_, age)| age).sum::<i32>(), 77);
/// assert!(ages.is_empty());
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
#[derive(Debug)]
pub struct Drain<'data, K, V> {
    items: sequential::Drain<'data, K, V>,
}

collected! {
    impl<'data, K, V; S> &'data HashMap<K, V, S> => Iter<'data, K, V> of (&'data K, &'data V)
    where { K: Sync, V: Sync }
    IntoParallelIterator::into_par_iter(map) { map.iter() }
}

collected! {
    impl<'data, K, V; S> &'data mut HashMap<K, V, S> => IterMut<'data, K, V> of (&'data K, &'data mut V)
    where { K: Sync, V: Send }
    IntoParallelIterator::into_par_iter(map) { Vec::from_iter(map.iter_mut()) }
}

collected! {
    impl<K, V; S> HashMap<K, V, S> => IntoIter<K, V> of (K, V)
    where { K: Send, V: Send }
    IntoParallelIterator::into_par_iter(map) { map.into_iter() }
}

collected! {
    impl<'data, K, V; S> &'data mut HashMap<K, V, S> => Drain<'data, K, V> of (K, V)
    where { K: Send, V: Send }
    ParallelDrainFull::par_drain(map) { map.drain() }
}
