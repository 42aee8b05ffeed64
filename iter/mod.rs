//! Parallel iterators.
//!
//! A chain begins with a source (`par_iter()`, `into_par_iter()`, `par_bridge()`, …), goes through adapters and
//! ends in a terminal. [`ParallelIterator`] has what any chain can do, [`IndexedParallelIterator`] what needs
//! known positions. To write a source of your own, see [`plumbing`].
//!
//! # Which adapter, when
//!
//! | you want | use | mind |
//! |---|---|---|
//! | something for each item | `map`, `for_each` | closures run in no given order in time |
//! | the same with a scratch value that is dear to make | `map_init`, `for_each_init` | made once for each part that a thread works on |
//! | several items out for one | `flat_map_iter` if each gives few, `flat_map` if each is worth splitting | the length is no longer known |
//! | one value of all | `sum`, `min`, `reduce`, or `fold` and then `reduce` for an accumulator such as a map | grouping is free, order is kept |
//! | to stop at a failure | `try_for_each`, `try_fold` and `try_reduce`, `collect::<Result<..>>()` | which failure comes out is not promised |
//! | an item | `find_any` if any will do (the fastest), `find_first`, `find_last` | |
//! | positions, pairs, pieces | `enumerate`, `zip`, `chunks`, `rev`, … | indexed iterators only: before `filter`, not behind it |
//! | what a sequential iterator gives | `par_bridge` | order is lost; better a source that can be split |
//! | early stops to waste little | `by_exponential_blocks`, `by_uniform_blocks` | blocks run one after the other |
//! | to bound how finely work is split | `with_min_len`, `with_max_len` | seldom needed: costs are measured |

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
