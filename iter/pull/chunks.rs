//! `chunks`: so many items at a time become one.
//!
//! What becomes of a chunk, [`Make`] says: here a vector; in `fold_chunks.rs` what it is folded to. The producer is split for
//! each chunk, so that a chunk has the iterator of its own that the base makes, with all that is fast in it.

use super::{Rewrap, bridged, rewrap};
use crate::iter::{
    IndexedParallelIterator,
    plumbing::{Producer, ProducerCallback},
};

/// An iterator over vectors of so many items at a time.
///
/// Made by [`chunks()`](IndexedParallelIterator::chunks).
///
/// ```
/// use furcate::{iter::Chunks, prelude::*};
///
/// let pairs: Chunks<_> = (0..5).into_par_iter().chunks(2);
/// assert_eq!(pairs.collect::<Vec<_>>(), [vec![0, 1], vec![2, 3], vec![4]]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Chunks<I> {
    base: I,
    size: usize,
}

impl<I> Chunks<I> {
    #[track_caller]
    pub(crate) fn new(base: I, size: usize) -> Self {
        Chunks { base, size: checked("chunks", size) }
    }
}

#[track_caller]
pub(super) fn checked(method: &str, size: usize) -> usize {
    assert!(size != 0, "{method}: chunk_size must not be zero");
    size
}

bridged! {
    impl<I> Chunks<I> => Vec<I::Item>
    where { I: IndexedParallelIterator }
    len(it) { it.base.len().div_ceil(it.size) }
    with(it, callback) { chunked(it.base, it.size, Collecting, callback) }
}

/// What becomes of the items of one chunk. Each piece has a clone.
pub(super) trait Make<T>: Clone + Send {
    type Out;

    fn make<I: ExactSizeIterator<Item = T>>(&self, items: I) -> Self::Out;
}

#[derive(Clone)]
struct Collecting;

impl<T> Make<T> for Collecting {
    type Out = Vec<T>;

    fn make<I: ExactSizeIterator<Item = T>>(&self, items: I) -> Vec<T> {
        items.collect()
    }
}

/// Gives `callback` the producer of `base` in chunks of `size` items.
pub(super) fn chunked<I, M, CB>(base: I, size: usize, make: M, callback: CB) -> CB::Output
where
    I: IndexedParallelIterator,
    M: Make<I::Item>,
    CB: ProducerCallback<M::Out>,
{
    let len = base.len();
    rewrap(base, Chunking { size, len, make }, callback)
}

struct Chunking<M> {
    size: usize,
    len: usize,
    make: M,
}

impl<T, M: Make<T>> Rewrap<T> for Chunking<M> {
    type Item = M::Out;
    type Producer<P: Producer<Item = T>> = Chunked<P, M>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Chunked<P, M> {
        Chunked { base, size: self.size, len: self.len, make: self.make }
    }
}

/// A producer whose items are taken `size` at a time; `len` is the number of items of the base.
struct Chunked<P, M> {
    base: P,
    size: usize,
    len: usize,
    make: M,
}

impl<P: Producer, M: Make<P::Item>> Producer for Chunked<P, M> {
    type Item = M::Out;
    type IntoIter = ChunkIter<P, M>;

    fn into_iter(self) -> Self::IntoIter {
        ChunkIter { len: self.len, size: self.size, rest: Some(self.base), make: self.make }
    }

    fn min_len(&self) -> usize {
        self.base.min_len().div_ceil(self.size)
    }

    fn max_len(&self) -> usize {
        (self.base.max_len() / self.size).max(1)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // The last chunk may be short, and a full one reach beyond `usize::MAX`.
        let middle = index.saturating_mul(self.size).min(self.len);
        let make = self.make.clone();
        let (left, right) = self.base.split_at(middle);
        (
            Chunked { base: left, len: middle, make, ..self },
            Chunked { base: right, len: self.len - middle, ..self },
        )
    }
}

/// The chunks of a piece. `rest` is what has not been given out yet, `len` items of it; none when all has.
struct ChunkIter<P, M> {
    rest: Option<P>,
    len: usize,
    size: usize,
    make: M,
}

impl<P: Producer, M: Make<P::Item>> ChunkIter<P, M> {
    /// Makes the chunk of `len` items that has been split off, leaving `rest`.
    fn take(&mut self, rest: P, chunk: P, len: usize) -> M::Out {
        // The rest is in its place before the closure of the user runs.
        self.rest = Some(rest);
        self.len -= len;
        self.make.make(chunk.into_iter())
    }

    /// Makes the only chunk that is left, if there is one.
    fn take_last(&mut self, rest: P) -> Option<M::Out> {
        (std::mem::take(&mut self.len) > 0).then(|| self.make.make(rest.into_iter()))
    }
}

impl<P: Producer, M: Make<P::Item>> Iterator for ChunkIter<P, M> {
    type Item = M::Out;

    fn next(&mut self) -> Option<M::Out> {
        let rest = self.rest.take()?;
        if self.len <= self.size {
            return self.take_last(rest);
        }
        let (chunk, rest) = rest.split_at(self.size);
        Some(self.take(rest, chunk, self.size))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.len.div_ceil(self.size);
        (len, Some(len))
    }
}

impl<P: Producer, M: Make<P::Item>> DoubleEndedIterator for ChunkIter<P, M> {
    fn next_back(&mut self) -> Option<M::Out> {
        let rest = self.rest.take()?;
        if self.len <= self.size {
            return self.take_last(rest);
        }
        // Only the last chunk of all may be short.
        let len = (self.len - 1) % self.size + 1;
        let (rest, chunk) = rest.split_at(self.len - len);
        Some(self.take(rest, chunk, len))
    }
}

impl<P: Producer, M: Make<P::Item>> ExactSizeIterator for ChunkIter<P, M> {}
