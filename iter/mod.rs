//! Parallel iterators.
//!
//! A chain begins with a source (`par_iter()`, `into_par_iter()`, `par_bridge()`, …), goes through adapters and
//! ends in a terminal. [`ParallelIterator`] has what any chain can do, [`IndexedParallelIterator`] what needs
//! known positions. To write a source of your own, see [`plumbing`].

pub(crate) mod bridge;
pub(crate) mod collect;
mod convert;
mod indexed;
mod parallel;
pub mod plumbing;
pub(crate) mod pull;
pub(crate) mod sink;
pub(crate) mod source;
pub(crate) mod special;
pub(crate) mod stage;
pub(crate) mod try_like;

pub use self::convert::{
    FromParallelIterator, IntoParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator,
    ParallelDrainFull, ParallelDrainRange, ParallelExtend,
};
pub use self::indexed::IndexedParallelIterator;
pub use self::parallel::ParallelIterator;
pub use self::pull::{
    Chunks, Enumerate, ExponentialBlocks, FoldChunks, FoldChunksWith, Interleave, InterleaveShortest, MaxLen,
    MinLen, MultiZip, Rev, Skip, StepBy, Take, UniformBlocks, Zip, ZipEq,
};
pub use self::source::*;
pub use self::special::{Chain, FlatMap, Flatten, Intersperse, IterBridge, ParallelBridge};
pub use self::stage::{
    Cloned, Copied, Filter, FilterMap, FlatMapIter, FlattenIter, Fold, FoldWith, Inspect, Map, MapInit,
    MapWith, PanicFuse, Positions, SkipAny, SkipAnyWhile, TakeAny, TakeAnyWhile, TryFold, TryFoldWith,
    Update, WhileSome,
};
/// One of two, as the crate `either` has it: a parallel iterator where both sides are.
pub use either::Either;
