//! Windows over a slice: parts of one length that overlap, one at each place.
//!
//! Two neighbouring pieces share all but one item of a window at their border; therefore windows are of
//! shared slices only. Where the length is known at compile time, windows are arrays.

use std::slice;

use super::cut::{Cut, Row};
use crate::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer, bridge};
use crate::iter::pull::bridged;
use crate::iter::{IndexedParallelIterator, ParallelIterator, bridge::bridge_any_order};

/// A parallel iterator over overlapping windows of a slice.
///
/// Made by [`par_windows()`](super::ParallelSlice::par_windows).
///
/// ```
/// use furcate::{prelude::*, slice::Windows};
///
/// let pairs: Windows<'_, i32> = [1, 4, 9].par_windows(2);
/// assert_eq!(pairs.map(|pair| pair[1] - pair[0]).collect::<Vec<_>>(), [3, 5]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Windows<'data, T> {
    pub(super) window_size: usize,
    pub(super) slice: &'data [T],
}

impl<T> Clone for Windows<'_, T> {
    fn clone(&self) -> Self {
        Windows { ..*self }
    }
}

bridged! {
    impl<'data, T> Windows<'data, T> => &'data [T]
    where { T: Sync }
    len(it) { it.checked().count(it.slice) }
    with(it, callback) { callback.callback(Row { slice: it.slice, cut: it.checked() }) }
}

impl<T> Windows<'_, T> {
    /// Checked here and not where the iterator is made, so that one which is never driven does no harm.
    fn checked(&self) -> Overlapping {
        let size = self.window_size;
        assert!(size != 0, "par_windows: window_size must not be zero");
        Overlapping { shared: size - 1 }
    }
}

/// A parallel iterator over overlapping windows of a slice, as arrays.
///
/// Made by [`par_array_windows()`](super::ParallelSlice::par_array_windows).
///
/// ```
/// use furcate::{prelude::*, slice::ArrayWindows};
///
/// let pairs: ArrayWindows<'_, i32, 2> = [1, 4, 9].par_array_windows();
/// assert_eq!(pairs.map(|[a, b]| b - a).collect::<Vec<_>>(), [3, 5]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct ArrayWindows<'data, T: Sync, const N: usize> {
    pub(super) slice: &'data [T],
}

impl<T: Sync, const N: usize> Clone for ArrayWindows<'_, T, N> {
    fn clone(&self) -> Self {
        ArrayWindows { ..*self }
    }
}

impl<'data, T: Sync, const N: usize> ParallelIterator for ArrayWindows<'data, T, N> {
    type Item = &'data [T; N];

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge_any_order(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

// Not by `bridged!`, whose parameters are types and lifetimes.
impl<'data, T: Sync, const N: usize> IndexedParallelIterator for ArrayWindows<'data, T, N> {
    fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn len(&self) -> usize {
        Overlapping { shared: N - 1 }.count(self.slice)
    }

    fn with_producer<CB: ProducerCallback<Self::Item>>(self, callback: CB) -> CB::Output {
        callback.callback(Row { slice: self.slice, cut: Arrays::<N> })
    }
}

/// Windows that share this many items with the next one: one less than their size, so that it cannot be zero.
#[derive(Clone, Copy)]
struct Overlapping {
    shared: usize,
}

impl Overlapping {
    fn count<T>(self, slice: &[T]) -> usize {
        slice.len().saturating_sub(self.shared)
    }
}

impl<'data, T: Sync> Cut<&'data [T]> for Overlapping {
    type Iter = slice::Windows<'data, T>;

    fn split(self, slice: &'data [T], index: usize) -> (&'data [T], &'data [T]) {
        let left_end = index.saturating_add(self.shared).min(slice.len());
        (&slice[..left_end], &slice[index.min(slice.len())..])
    }

    fn iter(self, slice: &'data [T]) -> Self::Iter {
        slice.windows(self.shared + 1)
    }
}

#[derive(Clone, Copy)]
struct Arrays<const N: usize>;

impl<'data, T: Sync, const N: usize> Cut<&'data [T]> for Arrays<N> {
    type Iter = ArraysOf<'data, T, N>;

    fn split(self, slice: &'data [T], index: usize) -> (&'data [T], &'data [T]) {
        Overlapping { shared: N - 1 }.split(slice, index)
    }

    fn iter(self, slice: &'data [T]) -> Self::Iter {
        ArraysOf(slice)
    }
}

/// What `array_windows` of std is, which is younger than the oldest compiler we support.
struct ArraysOf<'data, T, const N: usize>(&'data [T]);

impl<'data, T, const N: usize> Iterator for ArraysOf<'data, T, N> {
    type Item = &'data [T; N];

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let window = self.0.first_chunk()?;
        self.0 = &self.0[1..];
        Some(window)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = Overlapping { shared: N - 1 }.count(self.0);
        (count, Some(count))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.0 = self.0.get(n..).unwrap_or_default();
        self.next()
    }
}

impl<T, const N: usize> DoubleEndedIterator for ArraysOf<'_, T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let window = self.0.last_chunk()?;
        self.0 = &self.0[..self.0.len() - 1];
        Some(window)
    }
}

impl<T, const N: usize> ExactSizeIterator for ArraysOf<'_, T, N> {}
