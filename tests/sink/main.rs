//! Terminals that come to one value: as std's, whatever the pieces; and no further than they need.
//!
//! - `reductions.rs`: results and ties as std's, order of operands, what is dropped when a closure panics;
//! - `searches.rs`: which hit wins, and how much is visited for it;
//! - `fallible.rs`: the first failure ends all.

mod fallible;
mod reductions;
mod searches;
