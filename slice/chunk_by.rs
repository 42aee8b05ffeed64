//! Runs of a slice: maximal parts in which a relation holds between all neighbours.
//!
//! Runs are the parts between borders of no width, so that `pieces.rs` splits and walks them as it does other
//! parts, and a run is never cut.

use std::fmt;
use std::ops::Range;

use super::pieces::{Pieces, Seek, Style, Walk, unindexed};
use crate::iter::plumbing::Folder;

/// A parallel iterator over the runs of a slice.
///
/// Made by [`par_chunk_by()`](super::ParallelSlice::par_chunk_by).
///
/// ```
/// use furcate::{prelude::*, slice::ChunkBy};
///
/// let runs: ChunkBy<'_, i32, _> = [1, 2, 0, 5].par_chunk_by(|a, b| a <= b);
/// assert_eq!(runs.collect::<Vec<_>>(), [&[1, 2], &[0, 5]]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct ChunkBy<'data, T, P> {
    pub(super) slice: &'data [T],
    pub(super) alike: P,
}

/// A parallel iterator over the exclusive runs of a slice.
///
/// Made by [`par_chunk_by_mut()`](super::ParallelSliceMut::par_chunk_by_mut).
///
/// ```
/// use furcate::{prelude::*, slice::ChunkByMut};
///
/// let mut row = [2, 1, 9, 8];
/// let runs: ChunkByMut<'_, i32, _> = row.par_chunk_by_mut(|a, b| a > b);
/// runs.for_each(<[i32]>::reverse);
/// assert_eq!(row, [1, 2, 8, 9]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct ChunkByMut<'data, T, P> {
    pub(super) slice: &'data mut [T],
    pub(super) alike: P,
}

unindexed! {
    impl<'data, T, P> ChunkBy<'data, T, P> => &'data [T]
    where { T: Sync, P: Fn(&T, &T) -> bool + Send + Sync }
    producer(it) { Pieces::new(it.slice, Changing(&it.alike), Style::INCLUSIVE) }
}

unindexed! {
    impl<'data, T, P> ChunkByMut<'data, T, P> => &'data mut [T]
    where { T: Send, P: Fn(&T, &T) -> bool + Send + Sync }
    producer(it) { Pieces::new(it.slice, Changing(&it.alike), Style::INCLUSIVE) }
}

/// Borders are the places before items that are not alike with the one before them. The first item has none.
#[derive(Clone, Copy)]
struct Changing<F>(F);

impl<F> Changing<F> {
    fn parts_at<T>(self, whole: &[T], place: usize) -> bool
    where
        F: Fn(&T, &T) -> bool,
    {
        !(self.0)(&whole[place - 1], &whole[place])
    }
}

impl<T, F: Fn(&T, &T) -> bool + Copy + Send> Seek<[T]> for Changing<F> {
    fn first(self, whole: &[T], within: Range<usize>) -> Option<Range<usize>> {
        let place = (within.start.max(1)..within.end).find(|&place| self.parts_at(whole, place))?;
        Some(place..place)
    }

    fn last(self, whole: &[T], within: Range<usize>) -> Option<Range<usize>> {
        let place = (within.start.max(1)..within.end).rfind(|&place| self.parts_at(whole, place))?;
        Some(place..place)
    }
}

impl<'data, T: Sync, F: Fn(&T, &T) -> bool + Copy + Send> Walk<&'data [T]> for Changing<F> {
    fn walk<D: Folder<&'data [T]>>(self, whole: &'data [T], _inclusive: bool, folder: D) -> D {
        folder.consume_iter(whole.chunk_by(self.0))
    }
}

impl<'data, T: Send, F: Fn(&T, &T) -> bool + Copy + Send> Walk<&'data mut [T]> for Changing<F> {
    fn walk<D: Folder<&'data mut [T]>>(self, whole: &'data mut [T], _inclusive: bool, folder: D) -> D {
        folder.consume_iter(whole.chunk_by_mut(self.0))
    }
}

// By hand: a derived `Clone` would ask for `T: Clone`, and closures have no `Debug`.
impl<T, P: Clone> Clone for ChunkBy<'_, T, P> {
    fn clone(&self) -> Self {
        ChunkBy { alike: self.alike.clone(), ..*self }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for ChunkBy<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkBy").field("slice", &self.slice).finish()
    }
}

impl<T: fmt::Debug, P> fmt::Debug for ChunkByMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkByMut").field("slice", &self.slice).finish()
    }
}
