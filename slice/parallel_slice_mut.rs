//! What one can do in parallel with an exclusive slice, beyond `par_iter_mut()`.
//!
//! Each method only makes one of the types of this room (`chunks.rs`, `split.rs`, `chunk_by.rs`) or calls a
//! sort (`sort/`). What a shared slice can do is in `parallel_slice.rs`.

use super::{
    ChunkByMut, ChunksExactMut, ChunksMut, RChunksExactMut, RChunksMut, SplitInclusiveMut, SplitMut,
};

/// Parallel iterators over exclusive parts of a slice, and sorts.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from
/// there.
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
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    #[inline]
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}
