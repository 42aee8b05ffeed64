//! What no engine can say: adapters and terminals by hand.
//!
//! The header of each file says which law forbids the engine.

mod chain;
mod flat_map;
mod flatten;
mod intersperse;
mod ordered;
mod par_bridge;
mod rank;

pub(crate) use self::ordered::{find_map_first, find_map_last};
pub use self::{
    chain::Chain,
    flat_map::FlatMap,
    flatten::Flatten,
    intersperse::Intersperse,
    par_bridge::{IterBridge, ParallelBridge},
};
