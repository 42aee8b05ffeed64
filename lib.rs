//! Data-parallel iterators, joins and sorts on a work-stealing pool that chooses its own grain.
//!
//! Replace `iter()` by `par_iter()`, and the closures of the chain run on every core. Nothing is to be set up:
//! the pool starts when there is work to share, finds out what an item costs, and gives parts away only while
//! others ask for them.
//!
//! ```
//! use furcate::prelude::*;
//!
//! let numbers: Vec<u64> = (1..=1_000).collect();
//! let total: u64 = numbers.par_iter().map(|n| n * n).sum();
//! assert_eq!(total, 333_833_500);
//!
//! let mut words = ["or", "not", "to", "be"];
//! words.par_sort();
//! assert_eq!(words, ["be", "not", "or", "to"]);
//! ```
//!
//! # Where to look
//!
//! | to … | see |
//! |---|---|
//! | iterate over what you have | [`prelude`], [`iter`], [`slice`](mod@slice), [`str`](mod@str), [`collections`], [`range`] |
//! | sort | [`slice::ParallelSliceMut`] |
//! | run two closures, or any number | [`join`](join()), [`scope`](scope()), [`spawn`](spawn()) |
//! | have a pool of your own | [`ThreadPoolBuilder`] |
//! | keep strangers' work off a thread that waits | [`isolate`](isolate()) |
//! | see what the scheduler did | [`stats`](stats()) |
//! | write a source or an adapter | [`iter::plumbing`] |
//!
//! # What may be relied on
//!
//! Results that have an order keep it. A closure runs once for each item, on any thread of the pool; a
//! call from outside the pool may run it on the calling thread. A panic in a closure comes out of the call after all
//! that was begun has ended; the pool goes on. The number of threads is that of `FURCATE_NUM_THREADS`, else `RAYON_NUM_THREADS`,
//! else of the processors that the process may use; see [`ThreadPoolBuilder::num_threads`].

pub mod collections;
pub mod iter;
pub mod slice;

/// Strings: iterators over their characters, lines, words and other parts.
pub mod str {
    pub use crate::slice::str::*;
}

pub use furcate_core::{
    BroadcastContext, FnContext, Scope, ScopeFifo, SlotStats, Stats, ThreadBuilder, ThreadPool,
    ThreadPoolBuildError, ThreadPoolBuilder, Yield, broadcast, current_num_threads, current_thread_index,
    in_place_scope, in_place_scope_fifo, isolate, join, join_context, max_num_threads, scope, scope_fifo,
    spawn, spawn_broadcast, spawn_fifo, stats, yield_local, yield_now,
};

/// Parallel iterators over arrays.
pub mod array {
    pub use crate::collections::array::IntoIter;
}

/// Parallel iterators over options: none or one item.
pub mod option {
    pub use crate::collections::option::{IntoIter, Iter, IterMut};
}

// Not re-exported but mounted: which integers have ranges is said by traits that the compiler names in errors.
#[path = "collections/range/mod.rs"]
pub mod range;
#[path = "collections/range_inclusive.rs"]
pub mod range_inclusive;

/// Parallel iterators over results: the item of an `Ok`.
pub mod result {
    pub use crate::collections::result::{IntoIter, Iter, IterMut};
}

/// A parallel iterator that takes characters out of a string.
pub mod string {
    pub use crate::collections::string::Drain;
}

/// Parallel iterators over vectors, by value and drained.
pub mod vec {
    pub use crate::collections::vec::{Drain, IntoIter};
}

/// Everything that is needed to use parallel iterators: `use furcate::prelude::*;`.
pub mod prelude {
    pub use crate::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
        IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull, ParallelDrainRange, ParallelExtend,
        ParallelIterator,
    };
    pub use crate::slice::{ParallelSlice, ParallelSliceMut};
    pub use crate::str::ParallelString;
}

/// The examples of the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}
