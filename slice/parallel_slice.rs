//! What one can do in parallel with a shared slice, beyond `par_iter()`.
//!
//! Each method only makes one of the types of this room: `chunks.rs`, `windows.rs`, `split.rs`,
//! `chunk_by.rs`. What needs an exclusive slice is in `parallel_slice_mut.rs`.

use super::{
    ArrayWindows, ChunkBy, Chunks, ChunksExact, RChunks, RChunksExact, Split, SplitInclusive, Windows,
};

/// Parallel iterators over parts of a slice.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from
/// there.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let samples = [1.0, 3.0, 2.0, 6.0];
/// let means: Vec<f64> = samples.par_chunks(2).map(|pair| pair.iter().sum::<f64>() / 2.0).collect();
/// assert_eq!(means, [2.0, 4.0]);
/// assert_eq!(samples.par_windows(2).filter(|pair| pair[0] < pair[1]).count(), 2);
/// ```
pub trait ParallelSlice<T: Sync> {
    /// Gives the slice itself, on which all other methods are built.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!(vec![1, 2, 3].as_parallel_slice(), [1, 2, 3]);
    /// ```
    fn as_parallel_slice(&self) -> &[T];

    /// Iterates over all windows of `window_size` neighbouring items.
    ///
    /// Windows overlap: there is one at each place. A slice that is shorter than `window_size` has none.
    ///
    /// # Panics
    ///
    /// If `window_size` is zero, when the iterator is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let rising = [1, 3, 2, 5, 7].par_windows(2).filter(|pair| pair[0] < pair[1]);
    /// assert_eq!(rising.count(), 3);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_array_windows`](Self::par_array_windows), where the size is known at compile time.
    fn par_windows(&self, window_size: usize) -> Windows<'_, T> {
        Windows { window_size, slice: self.as_parallel_slice() }
    }

    /// Iterates over all windows of `N` neighbouring items, as arrays.
    ///
    /// As [`par_windows`](Self::par_windows), but a window can be taken apart by a pattern. An `N` of zero
    /// does not compile.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let steps = [1, 3, 2, 5].par_array_windows().map(|[a, b]| b - a);
    /// assert_eq!(steps.sum::<i32>(), 4);
    /// ```
    ///
    /// ```compile_fail
    /// use furcate::prelude::*;
    ///
    /// [1, 2, 3].par_array_windows::<0>().count();
    /// ```
    fn par_array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        const { assert!(N != 0, "par_array_windows: the size of a window must not be zero") };
        ArrayWindows { slice: self.as_parallel_slice() }
    }

    /// Iterates over chunks of `chunk_size` items, from the front; the last one may be shorter.
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
    /// let lengths = [1, 2, 3, 4, 5].par_chunks(2).map(<[i32]>::len);
    /// assert_eq!(lengths.collect::<Vec<_>>(), [2, 2, 1]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_chunks_exact`](Self::par_chunks_exact) for chunks of one length,
    /// [`par_rchunks`](Self::par_rchunks) for chunks from the back.
    #[track_caller]
    fn par_chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "par_chunks: chunk_size must not be zero");
        Chunks { chunk_size, slice: self.as_parallel_slice() }
    }

    /// Iterates over chunks of exactly `chunk_size` items, from the front.
    ///
    /// What is left at the end can be had by [`remainder`](ChunksExact::remainder). Since the length of all
    /// chunks is known, the compiler may do better than with [`par_chunks`](Self::par_chunks).
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
    /// let pairs = [1, 2, 3, 4, 5].par_chunks_exact(2);
    /// assert_eq!(pairs.remainder(), [5]);
    /// assert_eq!(pairs.map(|pair| pair[0] * pair[1]).sum::<i32>(), 14);
    /// ```
    #[track_caller]
    fn par_chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        assert!(chunk_size != 0, "par_chunks_exact: chunk_size must not be zero");
        ChunksExact::new(self.as_parallel_slice(), chunk_size)
    }

    /// Iterates over chunks of `chunk_size` items, from the back; the last one, at the front, may be shorter.
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
    /// let firsts = [1, 2, 3, 4, 5].par_rchunks(2).map(|chunk| chunk[0]);
    /// assert_eq!(firsts.sum::<i32>(), 4 + 2 + 1);
    /// ```
    #[track_caller]
    fn par_rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        assert!(chunk_size != 0, "par_rchunks: chunk_size must not be zero");
        RChunks { chunk_size, slice: self.as_parallel_slice() }
    }

    /// Iterates over chunks of exactly `chunk_size` items, from the back.
    ///
    /// What is left at the front can be had by [`remainder`](RChunksExact::remainder).
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
    /// let pairs = [1, 2, 3, 4, 5].par_rchunks_exact(2);
    /// assert_eq!(pairs.remainder(), [1]);
    /// assert_eq!(pairs.map(|pair| pair[0] * pair[1]).sum::<i32>(), 26);
    /// ```
    #[track_caller]
    fn par_rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        assert!(chunk_size != 0, "par_rchunks_exact: chunk_size must not be zero");
        RChunksExact::new(self.as_parallel_slice(), chunk_size)
    }

    /// Iterates over the parts between items for which `separator` holds.
    ///
    /// There is one part more than there are separators, so an empty slice has one part. The closure is asked
    /// at most once about each item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let parts = [1, 2, 0, 3, 0].par_split(|&n| n == 0).map(<[i32]>::len);
    /// assert_eq!(parts.clone().count(), 3);
    /// assert_eq!(parts.sum::<usize>(), 3);
    /// ```
    fn par_split<P>(&self, separator: P) -> Split<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        Split { slice: self.as_parallel_slice(), separator }
    }

    /// Iterates over the parts, each with the item at its end for which `separator` holds.
    ///
    /// Behind a separator at the end, no empty part follows. The closure is asked at most once about each
    /// item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let parts = [1, 2, 0, 3, 0].par_split_inclusive(|&n| n == 0).map(<[i32]>::len);
    /// assert_eq!(parts.clone().count(), 2);
    /// assert_eq!(parts.sum::<usize>(), 5);
    /// ```
    fn par_split_inclusive<P>(&self, separator: P) -> SplitInclusive<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitInclusive { slice: self.as_parallel_slice(), separator }
    }

    /// Iterates over the runs in which `pred` holds between all neighbours.
    ///
    /// A run is never split. The closure is asked at most once about each two neighbours, the left one first.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let runs = [1, 1, 2, 2, 2, 1].par_chunk_by(|a, b| a == b);
    /// assert_eq!(runs.clone().count(), 3);
    /// assert_eq!(runs.filter(|run| run.len() > 1).count(), 2);
    /// ```
    fn par_chunk_by<F>(&self, pred: F) -> ChunkBy<'_, T, F>
    where
        F: Fn(&T, &T) -> bool + Send + Sync,
    {
        ChunkBy { slice: self.as_parallel_slice(), alike: pred }
    }
}

impl<T: Sync> ParallelSlice<T> for [T] {
    #[inline]
    fn as_parallel_slice(&self) -> &[T] {
        self
    }
}
