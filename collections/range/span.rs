//! The producers of ranges.
//!
//! - [`Run`], `start..end`, whose length fits `usize`: walks as std's range does, which compilers vectorise best.
//! - [`Span`], which counts from its first value and needs no end: an offset is a position.
//! - [`Stretch`], too long for `usize` (of 128 bits, or all of a 64-bit type): of unknown length, halved as often as the
//!   bridge likes, so that a search over 10²⁷ values soon reaches both ends.

use std::iter::FusedIterator;
use std::ops::Range;

use super::countable::Countable;
use crate::iter::plumbing::{Folder, Producer, UnindexedProducer};

/// The number of values that are one more than `beyond`, if it fits.
pub(super) fn len_of(beyond: u128) -> Option<usize> {
    usize::try_from(beyond).ok()?.checked_add(1)
}

/// The values of a range whose length fits `usize`.
#[derive(Debug)]
pub(crate) struct Run<T> {
    range: Range<T>,
}

impl<T: Countable> Run<T> {
    pub(crate) fn new(range: Range<T>) -> Self {
        // The length of a range that ends before it starts is none.
        if range.start < range.end { Run { range } } else { Run { range: range.start..range.start } }
    }

    pub(super) fn len(&self) -> usize {
        self.range.start.steps_to(self.range.end) as usize
    }
}

impl<T: Countable> Producer for Run<T> {
    type Item = T;
    type IntoIter = RunValues<T>;

    fn into_iter(self) -> RunValues<T> {
        RunValues { values: T::values(self.range) }
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let Range { start, end } = self.range;
        let middle = start.after(index as u128);
        (Run { range: start..middle }, Run { range: middle..end })
    }
}

/// Std's iterator of a range whose length is known to fit, which std does not say of all types.
#[derive(Debug)]
pub(crate) struct RunValues<T: Countable> {
    values: T::Values,
}

impl<T: Countable> Iterator for RunValues<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.values.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.values.nth(n)
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, f: F) -> B {
        self.values.fold(init, f)
    }
}

impl<T: Countable> DoubleEndedIterator for RunValues<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.values.next_back()
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        self.values.nth_back(n)
    }
}

impl<T: Countable> ExactSizeIterator for RunValues<T> {}

impl<T: Countable> FusedIterator for RunValues<T> {}

/// The values at some distances from `first`: a producer, and its own iterator.
#[derive(Debug)]
pub(crate) struct Span<T> {
    first: T,
    offsets: Range<usize>,
}

impl<T: Countable> Span<T> {
    /// The values of `first..=last`, where `last` is not less than `first`; `None` if there are too many.
    pub(crate) fn inclusive(first: T, last: T) -> Option<Self> {
        Some(Span::new(first, len_of(first.steps_to(last))?))
    }

    /// The first `len` values from `first` on.
    pub(crate) fn new(first: T, len: usize) -> Self {
        Span { first, offsets: 0..len }
    }

    /// No value. `any` is not given out.
    pub(crate) fn empty(any: T) -> Self {
        Span::new(any, 0)
    }

    #[inline]
    fn value(&self, offset: usize) -> T {
        self.first.after(offset as u128)
    }
}

impl<T: Countable> Producer for Span<T> {
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let Span { first, offsets: Range { start, end } } = self;
        let middle = start + index;
        (Span { first, offsets: start..middle }, Span { first, offsets: middle..end })
    }
}

impl<T: Countable> Iterator for Span<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let offset = self.offsets.next()?;
        Some(self.value(offset))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        let offset = self.offsets.nth(n)?;
        Some(self.value(offset))
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        self.offsets.fold(init, |so_far, offset| f(so_far, self.first.after(offset as u128)))
    }
}

impl<T: Countable> DoubleEndedIterator for Span<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let offset = self.offsets.next_back()?;
        Some(self.value(offset))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        let offset = self.offsets.nth_back(n)?;
        Some(self.value(offset))
    }
}

impl<T: Countable> ExactSizeIterator for Span<T> {}

impl<T: Countable> FusedIterator for Span<T> {}

/// One value and the `beyond` that follow it.
#[derive(Debug)]
pub(crate) struct Stretch<T> {
    first: T,
    beyond: u128,
}

impl<T> Stretch<T> {
    pub(crate) fn new(first: T, beyond: u128) -> Self {
        Stretch { first, beyond }
    }
}

impl<T: Countable> UnindexedProducer for Stretch<T> {
    type Item = T;

    fn split(self) -> (Self, Option<Self>) {
        let Stretch { first, beyond } = self;
        if beyond == 0 {
            return (self, None);
        }
        let left = Stretch { first, beyond: beyond / 2 };
        let right = Stretch { first: first.after(left.beyond + 1), beyond: beyond - left.beyond - 1 };
        (left, Some(right))
    }

    fn fold_with<F: Folder<T>>(self, mut folder: F) -> F {
        let Stretch { mut first, mut beyond } = self;
        loop {
            let len = len_of(beyond);
            folder = folder.consume_iter(Span { first, offsets: 0..len.unwrap_or(usize::MAX) });
            if len.is_some() || folder.full() {
                return folder;
            }
            first = first.after(usize::MAX as u128);
            beyond -= usize::MAX as u128;
        }
    }
}
