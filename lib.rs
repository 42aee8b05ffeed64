//! Data-parallel iterators on a work-stealing pool that chooses its own grain.

pub use furcate_core::*;
