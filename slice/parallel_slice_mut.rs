//! What one can do in parallel with an exclusive slice, beyond `par_iter_mut()`.
//!
//! Each method only makes one of the types of this room (`chunks.rs`, `split.rs`, `chunk_by.rs`) or calls a sort
//! (`sort/`). What a shared slice can do is in `parallel_slice.rs`.

/// Parallel iterators over exclusive parts of a slice, and sorts.
///
/// Implemented for `[T]`; vectors, arrays and whatever else dereferences to a slice have the methods from there.
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
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    #[inline]
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}
