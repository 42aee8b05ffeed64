//! Parallel iterators over the collections of std.
//!
//! A module for each collection has the iterator types. One seldom names them; they are made by methods of the collections:
//!
//! | you want | use | for |
//! |---|---|---|
//! | to look at the items | `par_iter()` | all |
//! | to change them in place | `par_iter_mut()` | `VecDeque`, `LinkedList`; the values of maps |
//! | to have them, and no collection any more | `into_par_iter()` | all |
//! | to take them out, and keep the empty collection with its room | `par_drain()` | `HashMap`, `HashSet`, `BinaryHeap`; a range of a `VecDeque` |
//! | to make one | `collect()` | all |
//! | to add to one | `par_extend()` | all |
//!
//! What lies in a row (vectors, deques, heaps) is indexed, so there are `enumerate`, `zip` and so on. The others are gathered
//! into a vector of references first, serially: worth it where the work on an item takes longer than a step through
//! the collection. Collecting into one makes the items in parallel; they are put in serially, but for hash tables whose keys repeat.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::{BTreeSet, HashMap};
//!
//! let prices = HashMap::from([("tea", 3), ("cake", 5)]);
//! let dear: BTreeSet<&str> = prices.par_iter().filter(|&(_, &price)| price > 2).map(|(name, _)| *name).collect();
//! assert!(dear.into_iter().eq(["cake", "tea"]));
//! ```

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
