//! The scheduler of furcate.
//!
//! Scaffold: for the time it takes to build the scheduler, the operations stand on another pool,
//! so that the iterators can be built and tested beside it.

pub use rayon_core::*;

#[doc(hidden)]
pub mod adapt;
