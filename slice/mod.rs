//! Slices: iterators over their items and parts, and sorts.

mod iter;
mod parallel_slice;
mod parallel_slice_mut;

pub use self::iter::{Iter, IterMut};
pub use self::parallel_slice::ParallelSlice;
pub use self::parallel_slice_mut::ParallelSliceMut;
