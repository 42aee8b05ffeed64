//! Data-parallel iterators on a work-stealing pool that chooses its own grain.

pub mod collections;
pub mod iter;
pub mod slice;

/// Strings: iterators over their characters, lines, words and other parts.
pub mod str {
    pub use crate::slice::str::*;
}

pub use furcate_core::*;

/// Parallel iterators over arrays.
pub mod array {
    pub use crate::collections::array::IntoIter;
}

/// Parallel iterators over options: none or one item.
pub mod option {
    pub use crate::collections::option::{IntoIter, Iter, IterMut};
}

// Not re-exported but mounted: which integers have ranges is said by traits that the compiler names in errors.
#[path = "collections/range/mod.rs"]
pub mod range;
#[path = "collections/range_inclusive.rs"]
pub mod range_inclusive;

/// Parallel iterators over results: the item of an `Ok`.
pub mod result {
    pub use crate::collections::result::{IntoIter, Iter, IterMut};
}

/// A parallel iterator that takes characters out of a string.
pub mod string {
    pub use crate::collections::string::Drain;
}

/// Parallel iterators over vectors, by value and drained.
pub mod vec {
    pub use crate::collections::vec::{Drain, IntoIter};
}

/// Everything that is needed to use parallel iterators: `use furcate::prelude::*;`.
pub mod prelude {
    pub use crate::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
        IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull, ParallelDrainRange, ParallelExtend,
        ParallelIterator,
    };
    pub use crate::slice::{ParallelSlice, ParallelSliceMut};
    pub use crate::str::ParallelString;
}

/// The examples of the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}
