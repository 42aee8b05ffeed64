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
///
/// Use the methods of [`ParallelString`](str::ParallelString), which every `str` and `String` has:
///
/// | you want | use | mind |
/// |---|---|---|
/// | characters, with or without their places | `par_chars`, `par_char_indices` | |
/// | what they are encoded as | `par_bytes`, `par_encode_utf16` | where positions matter: `text.as_bytes().par_iter()` |
/// | lines | `par_lines` | |
/// | words | `par_split_whitespace`; `par_split_ascii_whitespace` where the text is known to be plain | |
/// | parts between separators | `par_split`; `par_split_terminator` without an empty part at the end; `par_split_inclusive` with the separators | a separator is one character: a `char`, several, or a closure |
/// | the places of some characters | `par_match_indices`, `par_matches` | |
///
/// Texts are split between characters. To search for words, use `par_lines` and look into each line.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let log = "info: up\nwarn: hot\ninfo: down";
/// let warnings: Vec<&str> = log.par_lines().filter_map(|line| line.strip_prefix("warn: ")).collect();
/// assert_eq!(warnings, ["hot"]);
/// ```
pub mod str {
    pub use crate::slice::str::*;
}

pub use furcate_core::{
    BroadcastContext, FnContext, Scope, ScopeFifo, SlotStats, Stats, ThreadBuilder, ThreadPool,
    ThreadPoolBuildError, ThreadPoolBuilder, Waiting, Yield, broadcast, current_num_threads,
    current_thread_index, in_place_scope, in_place_scope_fifo, isolate, join, join_context, max_num_threads,
    scope, scope_bounded, scope_fifo, spawn, spawn_broadcast, spawn_fifo, stats, yield_local, yield_now,
};

/// Parallel iterators over arrays.
///
/// By reference an array is iterated over as a slice: `par_iter()`, `par_iter_mut()`.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let lengths = [String::from("a"), String::from("bc")].into_par_iter().map(|text| text.len());
/// assert_eq!(lengths.collect::<Vec<_>>(), [1, 2]);
/// ```
pub mod array {
    pub use crate::collections::array::IntoIter;
}

/// Parallel iterators over options: none or one item.
///
/// For chains that take whatever comes; a single item is no work to share.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let (first, rest) = (Some("id"), ["1", "2"]);
/// assert_eq!(first.into_par_iter().chain(rest).collect::<Vec<_>>(), ["id", "1", "2"]);
/// ```
pub mod option {
    pub use crate::collections::option::{IntoIter, Iter, IterMut};
}

// Not re-exported but mounted: which integers have ranges is said by traits that the compiler names in errors.
#[path = "collections/range/mod.rs"]
pub mod range;
#[path = "collections/range_inclusive.rs"]
pub mod range_inclusive;

/// Parallel iterators over results: the item of an `Ok`.
///
/// An error is passed over. To stop at the first one, collect into a `Result`, or use `try_for_each` and its kin.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let numbers = ["1", "x", "3"].par_iter().flat_map(|text| text.parse::<i32>());
/// assert_eq!(numbers.sum::<i32>(), 4);
/// ```
pub mod result {
    pub use crate::collections::result::{IntoIter, Iter, IterMut};
}

/// A parallel iterator that takes characters out of a string.
///
/// To look at a string and not to change it, see [`str`](mod@str).
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut text = String::from("so be it");
/// assert_eq!(text.par_drain(3..6).filter(|c| c.is_alphabetic()).collect::<String>(), "be");
/// assert_eq!(text, "so it");
/// ```
pub mod string {
    pub use crate::collections::string::Drain;
}

/// Parallel iterators over vectors, by value and drained.
///
/// By reference a vector is iterated over as a slice: `par_iter()`, `par_iter_mut()`; see [`slice`](mod@slice) for its parts and for sorts.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut queue = vec!["a", "b", "c"];
/// assert_eq!(queue.par_drain(..2).collect::<String>(), "ab"); // the vector stays
/// assert_eq!(queue.into_par_iter().collect::<String>(), "c"); // the vector is used up
/// ```
pub mod vec {
    pub use crate::collections::vec::{Drain, IntoIter};
}

/// Everything that is needed to use parallel iterators: `use furcate::prelude::*;`.
///
/// Only traits, whose methods then stand behind collections, slices, strings, ranges, and iterators.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// assert_eq!((1..=4).into_par_iter().product::<u32>(), 24);
/// ```
pub mod prelude {
    pub use crate::iter::{
        FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
        IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull, ParallelDrainRange, ParallelExtend,
        ParallelIterator,
    };
    pub use crate::slice::{
        ParallelOrdered, ParallelRadixSort, ParallelRearrange, ParallelSlice, ParallelSliceMut,
    };
    pub use crate::str::ParallelString;
}

/// The examples of the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}
