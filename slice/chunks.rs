//! Chunks of a slice that may end in a short one: from either end, shared or exclusive.
//!
//! The four types hold what they were made of; how chunks are split is in `cut.rs`. Those of one length each
//! are in `chunks_exact.rs`.

use super::cut::{Back, Front, Row};
use crate::iter::pull::bridged;

/// A parallel iterator over chunks of a slice, from the front.
///
/// Made by [`par_chunks()`](super::ParallelSlice::par_chunks).
///
/// ```
/// use furcate::{prelude::*, slice::Chunks};
///
/// let pairs: Chunks<'_, i32> = [1, 2, 3].par_chunks(2);
/// assert_eq!(pairs.map(<[i32]>::len).collect::<Vec<_>>(), [2, 1]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Chunks<'data, T> {
    pub(super) chunk_size: usize,
    pub(super) slice: &'data [T],
}

/// A parallel iterator over exclusive chunks of a slice, from the front.
///
/// Made by [`par_chunks_mut()`](super::ParallelSliceMut::par_chunks_mut).
///
/// ```
/// use furcate::{prelude::*, slice::ChunksMut};
///
/// let mut row = [1, 2, 3];
/// let pairs: ChunksMut<'_, i32> = row.par_chunks_mut(2);
/// pairs.for_each(|pair| pair[0] = 0);
/// assert_eq!(row, [0, 2, 0]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct ChunksMut<'data, T> {
    pub(super) chunk_size: usize,
    pub(super) slice: &'data mut [T],
}

/// A parallel iterator over chunks of a slice, from the back.
///
/// Made by [`par_rchunks()`](super::ParallelSlice::par_rchunks).
///
/// ```
/// use furcate::{prelude::*, slice::RChunks};
///
/// let pairs: RChunks<'_, i32> = [1, 2, 3].par_rchunks(2);
/// assert_eq!(pairs.map(|pair| pair[0]).collect::<Vec<_>>(), [2, 1]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct RChunks<'data, T> {
    pub(super) chunk_size: usize,
    pub(super) slice: &'data [T],
}

/// A parallel iterator over exclusive chunks of a slice, from the back.
///
/// Made by [`par_rchunks_mut()`](super::ParallelSliceMut::par_rchunks_mut).
///
/// ```
/// use furcate::{prelude::*, slice::RChunksMut};
///
/// let mut row = [1, 2, 3];
/// let pairs: RChunksMut<'_, usize> = row.par_rchunks_mut(2);
/// pairs.enumerate().for_each(|(place, pair)| pair.fill(place));
/// assert_eq!(row, [1, 0, 0]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct RChunksMut<'data, T> {
    pub(super) chunk_size: usize,
    pub(super) slice: &'data mut [T],
}

// By hand, since a derived `Clone` would ask for `T: Clone`.
impl<T> Clone for Chunks<'_, T> {
    fn clone(&self) -> Self {
        Chunks { ..*self }
    }
}

impl<T> Clone for RChunks<'_, T> {
    fn clone(&self) -> Self {
        RChunks { ..*self }
    }
}

bridged! {
    impl<'data, T> Chunks<'data, T> => &'data [T]
    where { T: Sync }
    len(it) { it.slice.len().div_ceil(it.chunk_size) }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: Front(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> ChunksMut<'data, T> => &'data mut [T]
    where { T: Send }
    len(it) { it.slice.len().div_ceil(it.chunk_size) }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: Front(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> RChunks<'data, T> => &'data [T]
    where { T: Sync }
    len(it) { it.slice.len().div_ceil(it.chunk_size) }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: Back(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> RChunksMut<'data, T> => &'data mut [T]
    where { T: Send }
    len(it) { it.slice.len().div_ceil(it.chunk_size) }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: Back(it.chunk_size) }) }
}
