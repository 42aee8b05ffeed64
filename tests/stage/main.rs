//! Stages, adapters by hand and sources: what `laws/` does not ask of them.
//!
//! - `cuts`: producers cut at every pair of places and walked in every manner, unindexed bases with empty pieces;
//! - `early`: who stops, when, also from within an endless inner iterator;
//! - `panics`: what is dropped when closures and destructors panic, and what `panic_fuse` stops;
//! - `sources`: sources without a collection;
//! - `bridged`: `par_bridge`;
//! - `interspersed`: `intersperse` over every base of unknown length.

mod bridged;
mod cuts;
mod early;
mod interspersed;
mod panics;
mod sources;
