//! What one can do in parallel with a shared slice, beyond `par_iter()`.
//!
//! Each method only makes one of the types of this room: `chunks.rs`, `windows.rs`, `split.rs`, `chunk_by.rs`. What
//! needs an exclusive slice is in `parallel_slice_mut.rs`.

/// Parallel iterators over parts of a slice.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from there.
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
}

impl<T: Sync> ParallelSlice<T> for [T] {
    #[inline]
    fn as_parallel_slice(&self) -> &[T] {
        self
    }
}
