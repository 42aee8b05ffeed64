//! Sorting without comparisons: what keys may be (`key.rs`, `bits.rs`), and the methods.
//!
//! How the sorts work is in `../sort/radix/` and in `../sort/README.md`.

mod bits;
mod key;

pub use self::bits::RadixBits;
pub use self::key::RadixKey;

use super::{ParallelSliceMut, sort};

/// Parallel sorts by the digits of keys, instead of by comparisons.
///
/// Both are stable. A digit is what a key's next bits say; items are put into buckets by it, bucket by bucket until they
/// are in order. For keys of 16 to 64 bits that takes about half the time of a sort by comparisons, or less.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from there. What a key
/// can be, and how a type of your own becomes one, says [`RadixKey`].
///
/// # Cost
///
/// O(n · b / log n) steps for n keys which differ in b bits, of which the sort mostly needs no more than the first
/// log n: then it is O(n). Keys that agree again and again in most of their bits go over to comparisons after a few rounds, so it
/// is never worse than O(n log n) comparisons of keys and a few passes. The span is O(log² n) for each pass, and that of
/// one piece which fits into the caches. A slice in order or strictly backwards takes n comparisons.
///
/// Uses a buffer of n items, which short slices (of fewer than 200 items) and those in order do without, and tables of some
/// kilobytes for each thread.
///
/// # Why `par_sort` does not do this by itself
///
/// `par_sort` of a `Vec<u64>` would better be a radix sort, if only it knew. But a generic function cannot ask whether its
/// `T: Ord` is `u64` without specialisation, which stable Rust has not; and what is in a type's `Ord` tells nothing about
/// digits. So it is you who choose, by the name of the method. What the library can know it decides itself: slices that
/// are short, in order, backwards, made of a few runs or mostly of one value, and buckets in which digits do not tell the
/// keys apart, are sorted by comparisons of the same keys.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut letters = ['c', 'a', 'b'];
/// letters.par_sort_radix();
/// assert_eq!(letters, ['a', 'b', 'c']);
/// ```
pub trait ParallelRadixSort<T: Send>: ParallelSliceMut<T> {
    /// Sorts the slice by the digits of its items, keeping the order of items with equal digits.
    ///
    /// For the key types of this crate that is the order of `par_sort`, and for floats that of
    /// [`total_cmp`](f64::total_cmp).
    ///
    /// # Panics
    ///
    /// If [`RadixKey::radix_key`] of a user's type panics. The slice then holds all its original items in some order, as it
    /// does if the function gives different bits for the same item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4, -5, 1, -3, 2];
    /// numbers.par_sort_radix();
    /// assert_eq!(numbers, [-5, -3, 1, 2, 4]);
    ///
    /// let mut floats = [0.5, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY];
    /// floats.par_sort_radix();
    /// assert!(floats.is_sorted_by(|a, b| a.total_cmp(b).is_le()));
    /// ```
    ///
    /// # See also
    ///
    /// [`par_sort_unstable`](ParallelSliceMut::par_sort_unstable), which works in place and takes any `Ord`.
    fn par_sort_radix(&mut self)
    where
        T: RadixKey,
    {
        sort::sort_by_bits(self.as_parallel_slice_mut(), T::radix_key);
    }

    /// Sorts the slice by the digits of a key, keeping the order of items with equal keys.
    ///
    /// Items of up to 16 bytes are moved from bucket to bucket, and their keys computed anew each time, some ten times for
    /// each item. For larger items the key is computed once; the keys are sorted, with places, and then all items
    /// are moved. That takes memory for n keys with places, twice, and for n items.
    ///
    /// # Panics
    ///
    /// If `key` panics. The slice then holds all its original items in some order, as it does if `key` gives
    /// different keys for the same item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::cmp::Reverse;
    ///
    /// let mut results = [("Ada", 7u32, 11.5f32), ("Bo", 9, 13.0), ("Cy", 7, 11.0)];
    /// results.par_sort_by_radix_key(|&(_, points, seconds)| (Reverse(points), seconds));
    /// assert_eq!(results.map(|result| result.0), ["Bo", "Cy", "Ada"]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_sort_by_cached_key`](ParallelSliceMut::par_sort_by_cached_key) for keys without digits, such as strings.
    fn par_sort_by_radix_key<K, F>(&mut self, key: F)
    where
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
    {
        sort::sort_by_bits(self.as_parallel_slice_mut(), |item| key(item).radix_key());
    }
}

impl<T: Send> ParallelRadixSort<T> for [T] {}
