//! `HashMap` and `HashSet`: of equal keys the first one stays, with the last value, as with std.
//!
//! How the tables are filled: `table.rs`. Pieces make tables of the kind that is collected into; where that exists
//! already and may not be copied, they make std's default kind.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::table::fill;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend};

/// Of equal keys the first one stays, with the last value. If the iterator panics, nothing has been inserted.
impl<K, V, S> ParallelExtend<(K, V)> for HashMap<K, V, S>
where
    K: Eq + Hash + Send,
    V: Send,
    S: BuildHasher + Send,
{
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (K, V)>,
    {
        fill::<Self, HashMap<K, V>, _>(self, par_iter.into_par_iter());
    }
}

/// Of equal items the first one stays. If the iterator panics, nothing has been inserted.
impl<T, S> ParallelExtend<T> for HashSet<T, S>
where
    T: Eq + Hash + Send,
    S: BuildHasher + Send,
{
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        fill::<Self, HashSet<T>, _>(self, par_iter.into_par_iter());
    }
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
        fill::<Self, Self, _>(&mut map, par_iter.into_par_iter());
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
        fill::<Self, Self, _>(&mut set, par_iter.into_par_iter());
        set
    }
}
