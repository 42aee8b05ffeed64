//! Parallel iterators over the collections of std.
//!
//! A module for each collection has the iterator types; one makes them by `par_iter()`, `par_iter_mut()`,
//! `into_par_iter()` and `par_drain()`.

pub(crate) mod array;
mod drain;
pub(crate) mod range;
pub(crate) mod vec;
