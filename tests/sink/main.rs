//! Terminals that come to one value: as std's, whatever the pieces; and no further than they need.
//!
//! - `reductions.rs`: results and ties as std's, order of operands, what is dropped when a closure panics;
//! - `searches.rs`: which hit wins, and how much is visited for it;
//! - `fallible.rs`: the first failure ends all;
//! - `destructors.rs`: one that panics leaks nothing;
//! - `one_by_one.rs`: the two ways to feed a folder come to the same.

mod destructors;
mod fallible;
mod one_by_one;
mod reductions;
mod searches;
