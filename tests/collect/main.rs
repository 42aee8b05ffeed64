//! Collecting: whatever a parallel iterator becomes equals what std makes of it, and nothing is lost or dropped twice.

// Chains of adapters must not make types too long for the compiler, see `fallible`.
#![type_length_limit = "500000"]

mod fallible;
mod foreign;
mod hostile;
mod keys;
mod lies;
mod order;
mod pairs;
mod panics;
mod sources;
mod thinned;
mod zero_size;
