//! Data-parallel iterators on a work-stealing pool that chooses its own grain.

pub mod collections;
pub mod iter;
pub mod slice;

pub use furcate_core::*;

/// Everything that is needed to use parallel iterators: `use furcate::prelude::*;`.
pub mod prelude {
    pub use crate::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
        IntoParallelRefMutIterator, ParallelDrainFull, ParallelDrainRange, ParallelExtend, ParallelIterator,
    };
    pub use crate::slice::{ParallelSlice, ParallelSliceMut};
}
