//! Chunks of a slice that all have one length, and the remainder that fills none.
//!
//! The remainder is set aside when the iterator is made; what is left splits as in `chunks.rs`.

use std::mem;

use super::cut::{BackExact, FrontExact, Row};
use crate::iter::pull::bridged;

/// A parallel iterator over chunks of one length, from the front of a slice.
///
/// Made by [`par_chunks_exact()`](super::ParallelSlice::par_chunks_exact).
///
/// ```
/// use furcate::{prelude::*, slice::ChunksExact};
///
/// let pairs: ChunksExact<'_, i32> = [1, 2, 3].par_chunks_exact(2);
/// assert_eq!(pairs.remainder(), [3]);
/// assert_eq!(pairs.collect::<Vec<_>>(), [[1, 2]]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct ChunksExact<'data, T> {
    chunk_size: usize,
    slice: &'data [T],
    remainder: &'data [T],
}

/// A parallel iterator over exclusive chunks of one length, from the front of a slice.
///
/// Made by [`par_chunks_exact_mut()`](super::ParallelSliceMut::par_chunks_exact_mut).
///
/// ```
/// use furcate::{prelude::*, slice::ChunksExactMut};
///
/// let mut row = [1, 2, 3];
/// let pairs: ChunksExactMut<'_, i32> = row.par_chunks_exact_mut(2);
/// pairs.for_each(|pair| pair.swap(0, 1));
/// assert_eq!(row, [2, 1, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct ChunksExactMut<'data, T> {
    chunk_size: usize,
    slice: &'data mut [T],
    remainder: &'data mut [T],
}

/// A parallel iterator over chunks of one length, from the back of a slice.
///
/// Made by [`par_rchunks_exact()`](super::ParallelSlice::par_rchunks_exact).
///
/// ```
/// use furcate::{prelude::*, slice::RChunksExact};
///
/// let pairs: RChunksExact<'_, i32> = [1, 2, 3].par_rchunks_exact(2);
/// assert_eq!(pairs.remainder(), [1]);
/// assert_eq!(pairs.collect::<Vec<_>>(), [[2, 3]]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct RChunksExact<'data, T> {
    chunk_size: usize,
    slice: &'data [T],
    remainder: &'data [T],
}

/// A parallel iterator over exclusive chunks of one length, from the back of a slice.
///
/// Made by [`par_rchunks_exact_mut()`](super::ParallelSliceMut::par_rchunks_exact_mut).
///
/// ```
/// use furcate::{prelude::*, slice::RChunksExactMut};
///
/// let mut row = [1, 2, 3];
/// let pairs: RChunksExactMut<'_, i32> = row.par_rchunks_exact_mut(2);
/// pairs.for_each(|pair| pair.swap(0, 1));
/// assert_eq!(row, [1, 3, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct RChunksExactMut<'data, T: Send> {
    chunk_size: usize,
    slice: &'data mut [T],
    remainder: &'data mut [T],
}

impl<'data, T> ChunksExact<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        let (slice, remainder) = slice.split_at(slice.len() - slice.len() % chunk_size);
        ChunksExact { chunk_size, slice, remainder }
    }

    /// Gives the items at the end that fill no chunk: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3, 4, 5].par_chunks_exact(2).remainder(), [5]);
    /// ```
    pub fn remainder(&self) -> &'data [T] {
        self.remainder
    }
}

impl<'data, T> ChunksExactMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        let (slice, remainder) = slice.split_at_mut(slice.len() - slice.len() % chunk_size);
        ChunksExactMut { chunk_size, slice, remainder }
    }

    /// Gives the items at the end that fill no chunk, in place of the iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_chunks_exact_mut(2).into_remainder()[0] = 0;
    /// assert_eq!(numbers, [1, 2, 3, 4, 0]);
    /// ```
    pub fn into_remainder(self) -> &'data mut [T] {
        self.remainder
    }

    /// Gives the items at the end that fill no chunk, borrowed from the iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// let mut pairs = numbers.par_chunks_exact_mut(2);
    /// pairs.remainder()[0] = 0;
    /// pairs.for_each(|pair| pair.swap(0, 1));
    /// assert_eq!(numbers, [2, 1, 4, 3, 0]);
    /// ```
    pub fn remainder(&mut self) -> &mut [T] {
        self.remainder
    }

    /// Takes the items at the end that fill no chunk out of the iterator; a second call gives none.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// let mut pairs = numbers.par_chunks_exact_mut(2);
    /// let rest = pairs.take_remainder();
    /// pairs.for_each(|pair| pair.swap(0, 1));
    /// rest[0] = 0;
    /// assert_eq!(numbers, [2, 1, 4, 3, 0]);
    /// ```
    pub fn take_remainder(&mut self) -> &'data mut [T] {
        mem::take(&mut self.remainder)
    }
}

impl<'data, T> RChunksExact<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        let (remainder, slice) = slice.split_at(slice.len() % chunk_size);
        RChunksExact { chunk_size, slice, remainder }
    }

    /// Gives the items at the beginning that fill no chunk: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3, 4, 5].par_rchunks_exact(2).remainder(), [1]);
    /// ```
    pub fn remainder(&self) -> &'data [T] {
        self.remainder
    }
}

impl<'data, T: Send> RChunksExactMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        let (remainder, slice) = slice.split_at_mut(slice.len() % chunk_size);
        RChunksExactMut { chunk_size, slice, remainder }
    }

    /// Gives the items at the beginning that fill no chunk, in place of the iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// numbers.par_rchunks_exact_mut(2).into_remainder()[0] = 0;
    /// assert_eq!(numbers, [0, 2, 3, 4, 5]);
    /// ```
    pub fn into_remainder(self) -> &'data mut [T] {
        self.remainder
    }

    /// Gives the items at the beginning that fill no chunk, borrowed from the iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// let mut pairs = numbers.par_rchunks_exact_mut(2);
    /// pairs.remainder()[0] = 0;
    /// pairs.for_each(|pair| pair.swap(0, 1));
    /// assert_eq!(numbers, [0, 3, 2, 5, 4]);
    /// ```
    pub fn remainder(&mut self) -> &mut [T] {
        self.remainder
    }

    /// Takes the items at the beginning that fill no chunk out of the iterator; a second call gives none.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// let mut pairs = numbers.par_rchunks_exact_mut(2);
    /// let rest = pairs.take_remainder();
    /// pairs.for_each(|pair| pair.swap(0, 1));
    /// rest[0] = 0;
    /// assert_eq!(numbers, [0, 3, 2, 5, 4]);
    /// ```
    pub fn take_remainder(&mut self) -> &'data mut [T] {
        mem::take(&mut self.remainder)
    }
}

// By hand, since a derived `Clone` would ask for `T: Clone`.
impl<T> Clone for ChunksExact<'_, T> {
    fn clone(&self) -> Self {
        ChunksExact { ..*self }
    }
}

impl<T> Clone for RChunksExact<'_, T> {
    fn clone(&self) -> Self {
        RChunksExact { ..*self }
    }
}

bridged! {
    impl<'data, T> ChunksExact<'data, T> => &'data [T]
    where { T: Sync }
    len(it) { it.slice.len() / it.chunk_size }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: FrontExact(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> ChunksExactMut<'data, T> => &'data mut [T]
    where { T: Send }
    len(it) { it.slice.len() / it.chunk_size }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: FrontExact(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> RChunksExact<'data, T> => &'data [T]
    where { T: Sync }
    len(it) { it.slice.len() / it.chunk_size }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: BackExact(it.chunk_size) }) }
}

bridged! {
    impl<'data, T> RChunksExactMut<'data, T> => &'data mut [T]
    where { T: Send }
    len(it) { it.slice.len() / it.chunk_size }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: BackExact(it.chunk_size) }) }
}
