//! What one can do in parallel with an exclusive slice, beyond `par_iter_mut()`.
//!
//! Each method only makes one of the types of this room (`chunks.rs`, `split.rs`, `chunk_by.rs`) or calls a
//! sort (`sort/`). What a shared slice can do is in `parallel_slice.rs`.

use std::cmp::Ordering;

use super::sort;
use super::{
    ChunkByMut, ChunksExactMut, ChunksMut, RChunksExactMut, RChunksMut, SplitInclusiveMut, SplitMut,
};

/// Parallel iterators over exclusive parts of a slice, and sorts.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from
/// there.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut rows = [3, 1, 2, 9, 7, 8];
/// rows.par_chunks_mut(3).for_each(|row| row.sort());
/// assert_eq!(rows, [1, 2, 3, 7, 8, 9]);
/// rows.par_sort_by(|a, b| b.cmp(a));
/// assert_eq!(rows, [9, 8, 7, 3, 2, 1]);
/// ```
pub trait ParallelSliceMut<T: Send> {
    /// Gives the slice itself, on which all other methods are built.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = vec![1, 2, 3];
    /// numbers.as_parallel_slice_mut()[0] = 7;
    /// assert_eq!(numbers, [7, 2, 3]);
    /// ```
    fn as_parallel_slice_mut(&mut self) -> &mut [T];

    /// Iterates over exclusive chunks of `chunk_size` items, from the front; the last one may be shorter.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_chunks_mut(2).for_each(<[i32]>::reverse);
    /// assert_eq!(numbers, [2, 1, 4, 3, 5]);
    /// ```
    #[track_caller]
    fn par_chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "par_chunks_mut: chunk_size must not be zero");
        ChunksMut { chunk_size, slice: self.as_parallel_slice_mut() }
    }

    /// Iterates over exclusive chunks of exactly `chunk_size` items, from the front.
    ///
    /// What is left at the end can be had by [`take_remainder`](ChunksExactMut::take_remainder) and its
    /// neighbours.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_chunks_exact_mut(2).for_each(|pair| pair.fill(0));
    /// assert_eq!(numbers, [0, 0, 0, 0, 5]);
    /// ```
    #[track_caller]
    fn par_chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "par_chunks_exact_mut: chunk_size must not be zero");
        ChunksExactMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Iterates over exclusive chunks of `chunk_size` items, from the back; the last one, at the front, may
    /// be shorter.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_rchunks_mut(2).for_each(<[i32]>::reverse);
    /// assert_eq!(numbers, [1, 3, 2, 5, 4]);
    /// ```
    #[track_caller]
    fn par_rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        assert!(chunk_size != 0, "par_rchunks_mut: chunk_size must not be zero");
        RChunksMut { chunk_size, slice: self.as_parallel_slice_mut() }
    }

    /// Iterates over exclusive chunks of exactly `chunk_size` items, from the back.
    ///
    /// What is left at the front can be had by [`take_remainder`](RChunksExactMut::take_remainder) and its
    /// neighbours.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_rchunks_exact_mut(2).for_each(|pair| pair.fill(0));
    /// assert_eq!(numbers, [1, 0, 0, 0, 0]);
    /// ```
    #[track_caller]
    fn par_rchunks_exact_mut(&mut self, chunk_size: usize) -> RChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "par_rchunks_exact_mut: chunk_size must not be zero");
        RChunksExactMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Iterates over the exclusive parts between items for which `separator` holds.
    ///
    /// There is one part more than there are separators, so an empty slice has one part. The closure is asked
    /// at most once about each item, before the item is given.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [2, 1, 0, 4, 3];
    /// numbers.par_split_mut(|&n| n == 0).for_each(<[i32]>::sort);
    /// assert_eq!(numbers, [1, 2, 0, 3, 4]);
    /// ```
    fn par_split_mut<P>(&mut self, separator: P) -> SplitMut<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitMut { slice: self.as_parallel_slice_mut(), separator }
    }

    /// Iterates over the exclusive parts, each with the item at its end for which `separator` holds.
    ///
    /// Behind a separator at the end, no empty part follows. The closure is asked at most once about each
    /// item, before the item is given.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [2, 1, 0, 4, 3];
    /// numbers.par_split_inclusive_mut(|&n| n == 0).for_each(<[i32]>::reverse);
    /// assert_eq!(numbers, [0, 1, 2, 3, 4]);
    /// ```
    fn par_split_inclusive_mut<P>(&mut self, separator: P) -> SplitInclusiveMut<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitInclusiveMut { slice: self.as_parallel_slice_mut(), separator }
    }

    /// Iterates over the exclusive runs in which `pred` holds between all neighbours.
    ///
    /// A run is never split. The closure is asked at most once about each two neighbours, the left one first,
    /// before either is given.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 1, 2, 2, 2, 1];
    /// numbers.par_chunk_by_mut(|a, b| a == b).for_each(|run| run[0] = 0);
    /// assert_eq!(numbers, [0, 1, 0, 2, 2, 0]);
    /// ```
    fn par_chunk_by_mut<F>(&mut self, pred: F) -> ChunkByMut<'_, T, F>
    where
        F: Fn(&T, &T) -> bool + Send + Sync,
    {
        ChunkByMut { slice: self.as_parallel_slice_mut(), alike: pred }
    }

    /// Sorts the slice, keeping the order of equal items.
    ///
    /// Gives what `slice::sort` gives, in O(n log n) comparisons; slices that are in order or strictly backwards take n
    /// comparisons, those made of a few long runs little more. Uses a buffer of n items, but none for short slices or
    /// in a pool of one thread, which are sorted by std on the calling thread.
    ///
    /// # Panics
    ///
    /// If `Ord` of `T` panics, and perhaps if it is no total order, as std's sorts do. In either case, and whenever
    /// the order is wrong, the slice holds all its original items in some order, with what `Ord` did to them by
    /// interior mutability.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4, -5, 1, -3, 2];
    /// numbers.par_sort();
    /// assert_eq!(numbers, [-5, -3, 1, 2, 4]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_sort_unstable`](ParallelSliceMut::par_sort_unstable), which is faster and needs no buffer.
    fn par_sort(&mut self)
    where
        T: Ord,
    {
        sort::sort_stable(self.as_parallel_slice_mut(), &sort::Natural);
    }

    /// Sorts the slice with a comparator, keeping the order of equal items.
    ///
    /// Otherwise like [`par_sort`](ParallelSliceMut::par_sort). The comparator should define a total order; it is
    /// called by many threads at once, but never for one item by two of them.
    ///
    /// # Panics
    ///
    /// If `compare` panics, and perhaps if it is no total order. The slice then holds all its original items in some
    /// order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut floats = [5.0f64, 4.0, 1.0, 3.0, 2.0];
    /// floats.par_sort_by(|a, b| b.total_cmp(a));
    /// assert_eq!(floats, [5.0, 4.0, 3.0, 2.0, 1.0]);
    /// ```
    fn par_sort_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::sort_stable(self.as_parallel_slice_mut(), &sort::By(compare));
    }

    /// Sorts the slice by a key, keeping the order of items with equal keys.
    ///
    /// Otherwise like [`par_sort`](ParallelSliceMut::par_sort). The key is computed for both items of each comparison,
    /// so O(n log n) times.
    ///
    /// # Panics
    ///
    /// If `key` or `Ord` of a key panics, and perhaps if the keys have no total order. The slice then holds all its
    /// original items in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4i32, -5, 1, -3, 3];
    /// numbers.par_sort_by_key(|n| n.abs());
    /// assert_eq!(numbers, [1, -3, 3, 4, -5]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_sort_by_cached_key`](ParallelSliceMut::par_sort_by_cached_key) for keys that are expensive.
    fn par_sort_by_key<K, F>(&mut self, key: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        sort::sort_stable(self.as_parallel_slice_mut(), &sort::ByKey::new(key));
    }

    /// Sorts the slice by a key that is computed once for each item, keeping the order of items with equal keys.
    ///
    /// Keys are computed in parallel, sorted with the places of their items, and all items are then moved in parallel.
    /// Needs memory for n pairs of a key and its place (4 bytes, and padding) and for n items: for `u64` by a `u64`, 3 words
    /// an item. If the keys are nearly in order or in long runs, there are up to 1.5·n more pairs while they are sorted, and
    /// the n items come after that: 5 words.
    ///
    /// # Panics
    ///
    /// If `key` or `Ord` of a key panics, and perhaps if the keys have no total order. The slice is then as it was
    /// before.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [10, 9, 100, 1];
    /// numbers.par_sort_by_cached_key(|n| n.to_string());
    /// assert_eq!(numbers, [1, 10, 100, 9]);
    /// ```
    fn par_sort_by_cached_key<K, F>(&mut self, key: F)
    where
        F: Fn(&T) -> K + Sync,
        K: Ord + Send,
    {
        sort::sort_by_cached_key(self.as_parallel_slice_mut(), key);
    }

    /// Sorts the slice, not keeping the order of equal items.
    ///
    /// Gives what `slice::sort_unstable` gives, in O(n log n) comparisons whatever the input; slices that are in order
    /// or strictly backwards take n comparisons. Works in place, but for the few items around a seam between two
    /// pieces. Only a slice that consists of long runs, one that is nearly in order, and one that keeps the partitions
    /// bad use a buffer of up to n items, the first two only where there is room for it.
    ///
    /// # Panics
    ///
    /// If `Ord` of `T` panics, and perhaps if it is no total order, as std's sorts do. In either case the slice holds
    /// all its original items in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4, -5, 1, -3, 2];
    /// numbers.par_sort_unstable();
    /// assert_eq!(numbers, [-5, -3, 1, 2, 4]);
    /// ```
    fn par_sort_unstable(&mut self)
    where
        T: Ord,
    {
        sort::sort_unstable(self.as_parallel_slice_mut(), &sort::Natural);
    }

    /// Sorts the slice with a comparator, not keeping the order of equal items.
    ///
    /// Otherwise like [`par_sort_unstable`](ParallelSliceMut::par_sort_unstable). The comparator should define a total
    /// order; it is called by many threads at once, but never for one item by two of them.
    ///
    /// # Panics
    ///
    /// If `compare` panics, and perhaps if it is no total order. The slice then holds all its original items in some
    /// order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4, -5, 1, -3, 2];
    /// numbers.par_sort_unstable_by(|a, b| b.cmp(a));
    /// assert_eq!(numbers, [4, 2, 1, -3, -5]);
    /// ```
    fn par_sort_unstable_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::sort_unstable(self.as_parallel_slice_mut(), &sort::By(compare));
    }

    /// Sorts the slice by a key, not keeping the order of items with equal keys.
    ///
    /// Otherwise like [`par_sort_unstable`](ParallelSliceMut::par_sort_unstable). The key is computed for both items
    /// of each comparison, so O(n log n) times.
    ///
    /// # Panics
    ///
    /// If `key` or `Ord` of a key panics, and perhaps if the keys have no total order. The slice then holds all its
    /// original items in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [4i32, -5, 1, -3, 2];
    /// numbers.par_sort_unstable_by_key(|n| n.abs());
    /// assert_eq!(numbers, [1, 2, -3, 4, -5]);
    /// ```
    fn par_sort_unstable_by_key<K, F>(&mut self, key: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        sort::sort_unstable(self.as_parallel_slice_mut(), &sort::ByKey::new(key));
    }
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    #[inline]
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}
