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
//! | several collections at once | `zip` for two, a tuple's `into_par_iter` for up to twelve | as long as the shortest |
//! | two results of one run | `unzip`, `partition`, `partition_map` | |
//! | every match, or some of them | `filter`; `take_any(n)` for `n` of them, whichever come first in time | |
//! | a tree, or what finds its work as it goes | [`walk_tree()`] if order is free, [`walk_tree_prefix()`], [`walk_tree_postfix()`]; [`split()`] for what you can halve | |
//! | parts of one long slice or text | the methods of [`slice`](crate::slice::ParallelSlice) and [`str`](crate::str::ParallelString) | |
//! | the other items to stop soon when one panics | `panic_fuse` | else what was begun is finished first |
//!
//! A chain does nothing until its terminal runs. Not every loop is worth it: a few hundred cheap items take longer to share than to
//! do, and furcate then runs them on the calling thread.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//!
//! let words = ["so", "it", "goes"];
//! let lengths: Vec<usize> = words.par_iter().map(|word| word.len()).collect();
//! assert_eq!(lengths, [2, 2, 4]); // in order
//!
//! let longest = words.par_iter().enumerate().max_by_key(|(_, word)| word.len());
//! assert_eq!(longest, Some((2, &"goes")));
//!
//! let parsed: Result<Vec<u8>, _> = ["1", "x"].par_iter().map(|text| text.parse::<u8>()).collect();
//! assert!(parsed.is_err());
//! ```

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
