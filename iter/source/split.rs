//! `split`: pieces of anything that can be divided.

use std::fmt;

use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};

/// An iterator over the pieces that a value was divided into.
///
/// Made by [`split()`].
///
/// ```
/// use furcate::{iter::{Split, split}, prelude::*};
///
/// let single: Split<_, _> = split(0..100, |range: std::ops::Range<u32>| (range, None));
/// assert_eq!(single.map(|piece| piece.len()).sum::<usize>(), 100);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Split<D, S> {
    data: D,
    splitter: S,
}

/// Makes an iterator over pieces of `data`, which `splitter` divides in two as long as there are threads to share with.
///
/// `splitter` gives back a piece and, unless that piece is not worth dividing, another. How often it is asked, and
/// so how many pieces there are, is decided as the program runs; on one thread there may be a single one. The
/// pieces come in order.
///
/// # Examples
///
/// ```
/// use furcate::iter::split;
/// use furcate::prelude::*;
/// use std::ops::Range;
///
/// fn halve(range: Range<u64>) -> (Range<u64>, Option<Range<u64>>) {
///     if range.end - range.start < 10 {
///         return (range, None);
///     }
///     let middle = range.start.midpoint(range.end);
///     (range.start..middle, Some(middle..range.end))
/// }
///
/// assert_eq!(split(0..100, halve).map(|piece| piece.sum::<u64>()).sum::<u64>(), 4950);
/// ```
pub fn split<D, S>(data: D, splitter: S) -> Split<D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync,
{
    Split { data, splitter }
}

impl<D: fmt::Debug, S> fmt::Debug for Split<D, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split").field("data", &self.data).finish()
    }
}

impl<D, S> ParallelIterator for Split<D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync + Send,
{
    type Item = D;

    fn drive_unindexed<C: UnindexedConsumer<D>>(self, consumer: C) -> C::Result {
        bridge_unindexed(Piece { data: self.data, splitter: &self.splitter }, consumer)
    }
}

struct Piece<'s, D, S> {
    data: D,
    splitter: &'s S,
}

impl<D, S> UnindexedProducer for Piece<'_, D, S>
where
    D: Send,
    S: Fn(D) -> (D, Option<D>) + Sync,
{
    type Item = D;

    fn split(self) -> (Self, Option<Self>) {
        let Piece { data, splitter } = self;
        let (left, right) = splitter(data);
        (Piece { data: left, splitter }, right.map(|data| Piece { data, splitter }))
    }

    fn fold_with<F: Folder<D>>(self, folder: F) -> F {
        folder.consume(self.data)
    }
}
