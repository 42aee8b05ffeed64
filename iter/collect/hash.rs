//! `HashMap` and `HashSet`: the items are made in parallel and inserted one after the other.
//!
//! In the order of the iterator, so that of equal keys the first one stays, with the last value, as with std.
//!
//! With what std offers, several threads cannot fill one table, so the inserting is serial: on two processors, for a
//! thousand to a million pairs of `u64`, the whole takes 0.9 to 1.3 of std's `collect` (Rayon 0.9 to 2.2 beside it).
//! Tables for each piece, merged in the end, were tried in two forms: they gain where keys repeat (0.6 for Zipf-like
//! keys), and lose where they do not. Where keys are known to repeat, `fold` into maps and `reduce` them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend};

/// How much to reserve for items of which some may be there already: std's rule.
fn expected_new(is_empty: bool, len: usize) -> usize {
    if is_empty { len } else { len.div_ceil(2) }
}

extend_by_pieces! {
    impl<K, V, S> HashMap<K, V, S> => (K, V)
    where { K: Eq + Hash + Send, V: Send, S: BuildHasher + Send }
    reserve(map, len) { map.reserve(expected_new(map.is_empty(), len)) }
}

extend_by_pieces! {
    impl<T, S> HashSet<T, S> => T
    where { T: Eq + Hash + Send, S: BuildHasher + Send }
    reserve(set, len) { set.reserve(expected_new(set.is_empty(), len)) }
}

extend_copied! { impl<T, S> HashSet<T, S> where { T: Copy + Eq + Hash + Send + Sync, S: BuildHasher + Send } }

extend_copied_pairs! {
    impl<K, V, S> HashMap<K, V, S>
    where { K: Copy + Eq + Hash + Send + Sync, V: Copy + Send + Sync, S: BuildHasher + Send }
}

/// Of several values for a key the last one stays.
impl<K, V, S> FromParallelIterator<(K, V)> for HashMap<K, V, S>
where
    K: Eq + Hash + Send,
    V: Send,
    S: BuildHasher + Default + Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        let mut map = Self::default();
        map.par_extend(par_iter);
        map
    }
}

/// Of several equal items the first one stays.
impl<T, S> FromParallelIterator<T> for HashSet<T, S>
where
    T: Eq + Hash + Send,
    S: BuildHasher + Default + Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut set = Self::default();
        set.par_extend(par_iter);
        set
    }
}
