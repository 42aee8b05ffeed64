//! Parallel iterators over the collections of std.
//!
//! A module for each collection has the iterator types; one makes them by `par_iter()`, `par_iter_mut()`,
//! `into_par_iter()` and `par_drain()`.

pub mod binary_heap;
pub mod btree_map;
pub mod btree_set;
pub mod hash_map;
pub mod hash_set;
pub mod linked_list;
pub mod vec_deque;

pub(crate) mod array;
mod collected;
mod drain;
pub(crate) mod option;
pub(crate) mod result;
pub(crate) mod string;
pub(crate) mod vec;
