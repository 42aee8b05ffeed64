//! `BTreeMap` and `BTreeSet`: the items are made in parallel and inserted one after the other.
//!
//! A new one is built by std at once, from all items. In the order of the iterator, so that of several values for a
//! key the last one stays, as with std.

use std::collections::{BTreeMap, BTreeSet};

use super::vec::gather;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelIterator};

extend_by_pieces! {
    impl<K, V> BTreeMap<K, V> => (K, V)
    where { K: Ord + Send, V: Send }
    reserve(_map, _len) { /* nodes are allocated one by one */ }
}

extend_by_pieces! {
    impl<T> BTreeSet<T> => T
    where { T: Ord + Send }
    reserve(_set, _len) { /* nodes are allocated one by one */ }
}

extend_copied! { impl<T> BTreeSet<T> where { T: Copy + Ord + Send + Sync } }

extend_copied_pairs! {
    impl<K, V> BTreeMap<K, V>
    where { K: Copy + Ord + Send + Sync, V: Copy + Send + Sync }
}

/// Of several values for a key the last one stays.
impl<K: Ord + Send, V: Send> FromParallelIterator<(K, V)> for BTreeMap<K, V> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        build(par_iter.into_par_iter())
    }
}

impl<T: Ord + Send> FromParallelIterator<T> for BTreeSet<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        build(par_iter.into_par_iter())
    }
}

fn build<C: FromIterator<I::Item>, I: ParallelIterator>(iter: I) -> C {
    gather(iter).into_iter().flatten().collect()
}
