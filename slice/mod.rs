//! Slices: iterators over their items and parts, and sorts.

mod iter;

pub use self::iter::{Iter, IterMut};
