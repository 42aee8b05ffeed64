//! Slices: iterators over their items and parts, and sorts.
//!
//! Use the methods of [`ParallelSlice`], [`ParallelSliceMut`], [`ParallelOrdered`] and [`ParallelRearrange`], or
//! `par_iter()` and `par_iter_mut()`.
//!
//! | you want | use |
//! |---|---|
//! | parts of equal length | `par_chunks`; `par_chunks_exact` where a shorter last one would disturb; `par_rchunks` from the end |
//! | neighbours seen together | `par_windows`, `par_array_windows` |
//! | parts between separators | `par_split`, `par_split_inclusive` |
//! | runs of items that belong together | `par_chunk_by` |
//! | order | `par_sort` (stable), `par_sort_unstable` (faster), `par_sort_by_cached_key` where the key is dear, `par_sort_radix` and `par_sort_by_radix_key` for numbers |
//! | a part of the order | `par_select_nth_unstable` for medians and the k least, `par_partition_in_place` by a predicate |
//! | sorted slices as one | `par_merge` to walk both, `par_merge_in_place` for neighbours, `par_is_sorted` to ask |
//!
//! All have a twin that gives exclusive slices (`par_chunks_mut`, …), but for windows, which overlap. Chunks and windows are
//! indexed; what lies between separators is not, since they must be searched. A sort is worth sharing from some thousand items on;
//! below it runs on the calling thread.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//!
//! let mut pixels = vec![0_u8; 4 * 3];
//! pixels.par_chunks_mut(4).enumerate().for_each(|(y, row)| {
//!     for (x, pixel) in row.iter_mut().enumerate() {
//!         *pixel = (10 * y + x) as u8;
//!     }
//! });
//! assert_eq!(pixels[4..8], [10, 11, 12, 13]);
//!
//! pixels.par_sort_unstable_by(|a, b| b.cmp(a));
//! assert!(pixels.par_windows(2).all(|pair| pair[0] >= pair[1]));
//! ```

// What lies in a row is split at any item (`iter.rs`), at places that can be calculated (`cut.rs`: all chunks and
// windows), or at borders that must be searched (`pieces.rs`: all splits and runs, also those of texts in `str/`).
// `radix/` says what keys the radix sorts take. The other files hold public types, each next to what is its own; the two
// traits only make them.

mod chunk_by;
mod chunks;
mod chunks_exact;
mod cut;
mod iter;
mod merge;
mod ordered;
mod parallel_slice;
mod parallel_slice_mut;
mod pieces;
mod radix;
mod rearrange;
#[doc(hidden)]
pub mod sort;
mod split;
pub(crate) mod str;
mod windows;

pub use self::chunk_by::{ChunkBy, ChunkByMut};
pub use self::chunks::{Chunks, ChunksMut, RChunks, RChunksMut};
pub use self::chunks_exact::{ChunksExact, ChunksExactMut, RChunksExact, RChunksExactMut};
pub use self::iter::{Iter, IterMut};
pub use self::merge::Merge;
pub use self::ordered::ParallelOrdered;
pub use self::parallel_slice::ParallelSlice;
pub use self::parallel_slice_mut::ParallelSliceMut;
pub use self::radix::{ParallelRadixSort, RadixBits, RadixKey};
pub use self::rearrange::ParallelRearrange;
pub use self::split::{Split, SplitInclusive, SplitInclusiveMut, SplitMut};
pub use self::windows::{ArrayWindows, Windows};
