//! What a shared slice can tell and give if its items are in order: `par_is_sorted`, `par_merge`.
//!
//! Rayon has none of this. The look is `sort/scan.rs`, the merge `merge.rs`; what changes the slice is in `rearrange.rs`.

use std::cmp::Ordering;

use super::sort::all_blocks;
use super::{Merge, ParallelSlice};

/// Questions about the order of items, and merging of slices that have one.
///
/// Implemented for whatever is a [`ParallelSlice`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let (old, new) = ([1, 4, 9], [2, 4]);
/// assert!(old.par_is_sorted() && new.par_is_sorted());
/// assert_eq!(old.par_merge(&new).copied().collect::<Vec<i32>>(), [1, 2, 4, 4, 9]);
/// ```
pub trait ParallelOrdered<T: Sync>: ParallelSlice<T> {
    /// Whether the items are in order.
    ///
    /// Says what `slice::is_sorted` says: each item is less than the next one, or equal to it; one that cannot be
    /// compared with its neighbour is not in order. All threads stop soon after the first contradiction, and nobody
    /// is asked for help before 16384 items were in order. At most n + n / 1024 comparisons, no memory.
    ///
    /// # Panics
    ///
    /// If a comparison does.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2, 2, 9].par_is_sorted());
    /// assert!(![0.0, f64::NAN, 1.0].par_is_sorted());
    /// ```
    fn par_is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        all_blocks(self.as_parallel_slice(), <[T]>::is_sorted)
    }

    /// Whether `compare` holds between all neighbours, as `slice::is_sorted_by` says.
    ///
    /// Otherwise like [`par_is_sorted`](ParallelOrdered::par_is_sorted). Each two neighbours are compared at most once, the
    /// left one first.
    ///
    /// # Panics
    ///
    /// If `compare` does.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2, 9].par_is_sorted_by(|a, b| a < b));
    /// assert!(![1, 2, 2].par_is_sorted_by(|a, b| a < b));
    /// ```
    fn par_is_sorted_by<'data, F>(&'data self, compare: F) -> bool
    where
        T: 'data,
        F: Fn(&'data T, &'data T) -> bool + Sync,
    {
        all_blocks(self.as_parallel_slice(), |block| block.is_sorted_by(&compare))
    }

    /// Whether the keys of the items are in order, as `slice::is_sorted_by_key` says.
    ///
    /// Otherwise like [`par_is_sorted`](ParallelOrdered::par_is_sorted). The key of an item is computed once, or twice for one
    /// item in 1024.
    ///
    /// # Panics
    ///
    /// If `key` or a comparison of keys does.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!(["a", "bb", "ccc"].par_is_sorted_by_key(|word| word.len()));
    /// assert!(![-2i32, -1, 0].par_is_sorted_by_key(|n| n.abs()));
    /// ```
    fn par_is_sorted_by_key<'data, K, F>(&'data self, key: F) -> bool
    where
        T: 'data,
        K: PartialOrd,
        F: Fn(&'data T) -> K + Sync,
    {
        all_blocks(self.as_parallel_slice(), |block| block.is_sorted_by_key(&key))
    }

    /// Iterates over the items of this slice and of another in one order, if both are sorted.
    ///
    /// Of equal items, those of this slice come first. The iterator is indexed: it can be zipped, numbered, and
    /// collected in place. It splits by merge path (Odeh and others 2012) in log n comparisons, and needs no memory.
    /// Of slices that are not sorted, each item comes once, in some order.
    ///
    /// # Panics
    ///
    /// If a comparison does, when the iterator is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let merged: Vec<i32> = [1, 4, 6].par_merge(&[2, 4, 9]).copied().collect();
    /// assert_eq!(merged, [1, 2, 4, 4, 6, 9]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_merge_in_place`](super::ParallelRearrange::par_merge_in_place) for neighbours in one slice.
    fn par_merge<'data>(
        &'data self,
        other: &'data [T],
    ) -> Merge<'data, T, impl Fn(&T, &T) -> bool + Clone + Sync + Send>
    where
        T: Ord + 'data,
    {
        Merge { left: self.as_parallel_slice(), right: other, less: |a: &T, b: &T| a < b }
    }

    /// Iterates over the items of this slice and of another in the order of a comparator by which both are sorted.
    ///
    /// Otherwise like [`par_merge`](ParallelOrdered::par_merge).
    ///
    /// # Panics
    ///
    /// If `compare` does, when the iterator is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let merged = [6, 4, 1].par_merge_by(&[9, 2], |a, b| b.cmp(a)).copied();
    /// assert_eq!(merged.collect::<Vec<i32>>(), [9, 6, 4, 2, 1]);
    /// ```
    fn par_merge_by<'data, F>(
        &'data self,
        other: &'data [T],
        compare: F,
    ) -> Merge<'data, T, impl Fn(&T, &T) -> bool + Clone + Sync + Send>
    where
        T: 'data,
        F: Fn(&T, &T) -> Ordering + Clone + Sync + Send,
    {
        let less = move |a: &T, b: &T| compare(a, b) == Ordering::Less;
        Merge { left: self.as_parallel_slice(), right: other, less }
    }

    /// Iterates over the items of this slice and of another in the order of a key by which both are sorted.
    ///
    /// Otherwise like [`par_merge`](ParallelOrdered::par_merge). The key is computed for both items of each comparison.
    ///
    /// # Panics
    ///
    /// If `key` or `Ord` of a key does, when the iterator is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let merged = ["a", "ccc"].par_merge_by_key(&["bb", "eee"], |word| word.len()).copied();
    /// assert_eq!(merged.collect::<String>(), "abbccceee");
    /// ```
    fn par_merge_by_key<'data, K, F>(
        &'data self,
        other: &'data [T],
        key: F,
    ) -> Merge<'data, T, impl Fn(&T, &T) -> bool + Clone + Sync + Send>
    where
        T: 'data,
        K: Ord,
        F: Fn(&T) -> K + Clone + Sync + Send,
    {
        let less = move |a: &T, b: &T| key(a) < key(b);
        Merge { left: self.as_parallel_slice(), right: other, less }
    }
}

impl<T: Sync, S: ParallelSlice<T> + ?Sized> ParallelOrdered<T> for S {}
