//! Parallel iterators over [`BTreeMap`].
//!
//! Results that have an order keep that of the keys. How they run: `collected.rs`.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::BTreeMap;
//!
//! let mut scores: BTreeMap<&str, u32> = [("eve", 3), ("ann", 1)].into_par_iter().collect();
//! scores.par_iter_mut().for_each(|(_, score)| *score *= 10);
//! let names: Vec<_> = scores.into_par_iter().map(|(name, _)| name).collect();
//! assert_eq!(names, ["ann", "eve"]); // in the order of the keys
//! ```

use std::collections::BTreeMap;
use std::collections::btree_map as sequential;

use super::collected::collected;

/// A parallel iterator over a map's entries, by reference.
///
/// Made by `par_iter()` of [`BTreeMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BTreeMap;
///
/// let ages = BTreeMap::from([("Ada", 36), ("Alan", 41)]);
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
/// Made by `par_iter_mut()` of [`BTreeMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BTreeMap;
///
/// let mut ages = BTreeMap::from([("Ada", 36), ("Alan", 41)]);
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
/// Made by `into_par_iter()` of [`BTreeMap`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BTreeMap;
///
/// let ages = BTreeMap::from([("Ada", 36), ("Alan", 41)]);
/// assert_eq!(ages.into_par_iter().map(|(name, _)| name.len()).sum::<usize>(), 7);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IntoIter<K, V> {
    items: sequential::IntoIter<K, V>,
}

collected! {
    impl<'data, K, V> &'data BTreeMap<K, V> => Iter<'data, K, V> of (&'data K, &'data V)
    where { K: Sync, V: Sync }
    IntoParallelIterator::into_par_iter(map) { map.iter() }
}

collected! {
    impl<'data, K, V> &'data mut BTreeMap<K, V> => IterMut<'data, K, V> of (&'data K, &'data mut V)
    where { K: Sync, V: Send }
    IntoParallelIterator::into_par_iter(map) { Vec::from_iter(map.iter_mut()) }
}

collected! {
    impl<K, V> BTreeMap<K, V> => IntoIter<K, V> of (K, V)
    where { K: Send, V: Send }
    IntoParallelIterator::into_par_iter(map) { map.into_iter() }
}
