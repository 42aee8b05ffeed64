//! Parts of a slice between items for which a predicate holds.
//!
//! How often the predicate is asked about an item is the business of `pieces.rs`: once, in general. Runs of
//! alike neighbours are in `chunk_by.rs`, splits of text in `str/`.

use std::fmt;
use std::ops::Range;

use super::pieces::{Pieces, Seek, Style, Walk, unindexed};
use crate::iter::plumbing::Folder;

/// A parallel iterator over the parts of a slice between separators.
///
/// Made by [`par_split()`](super::ParallelSlice::par_split).
///
/// ```
/// use furcate::{prelude::*, slice::Split};
///
/// let parts: Split<'_, u8, _> = b"to be".par_split(|&byte| byte == b' ');
/// assert_eq!(parts.collect::<Vec<_>>(), [b"to", b"be"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct Split<'data, T, P> {
    pub(super) slice: &'data [T],
    pub(super) separator: P,
}

/// A parallel iterator over the parts of a slice, each with the separator that ends it.
///
/// Made by [`par_split_inclusive()`](super::ParallelSlice::par_split_inclusive).
///
/// ```
/// use furcate::{prelude::*, slice::SplitInclusive};
///
/// let parts: SplitInclusive<'_, u8, _> = b"a,b,".par_split_inclusive(|&byte| byte == b',');
/// assert_eq!(parts.collect::<Vec<_>>(), [b"a,", b"b,"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct SplitInclusive<'data, T, P> {
    pub(super) slice: &'data [T],
    pub(super) separator: P,
}

/// A parallel iterator over the exclusive parts of a slice between separators.
///
/// Made by [`par_split_mut()`](super::ParallelSliceMut::par_split_mut).
///
/// ```
/// use furcate::{prelude::*, slice::SplitMut};
///
/// let mut text = *b"to be";
/// let parts: SplitMut<'_, u8, _> = text.par_split_mut(|&byte| byte == b' ');
/// parts.for_each(|part| part[0].make_ascii_uppercase());
/// assert_eq!(&text, b"To Be");
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct SplitMut<'data, T, P> {
    pub(super) slice: &'data mut [T],
    pub(super) separator: P,
}

/// A parallel iterator over the exclusive parts of a slice, each with the separator that ends it.
///
/// Made by [`par_split_inclusive_mut()`](super::ParallelSliceMut::par_split_inclusive_mut).
///
/// ```
/// use furcate::{prelude::*, slice::SplitInclusiveMut};
///
/// let mut row = [1, 0, 2, 3, 0];
/// let parts: SplitInclusiveMut<'_, i32, _> = row.par_split_inclusive_mut(|&n| n == 0);
/// parts.for_each(<[i32]>::reverse);
/// assert_eq!(row, [0, 1, 0, 3, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct SplitInclusiveMut<'data, T, P> {
    pub(super) slice: &'data mut [T],
    pub(super) separator: P,
}

unindexed! {
    impl<'data, T, P> Split<'data, T, P> => &'data [T]
    where { T: Sync, P: Fn(&T) -> bool + Sync + Send }
    producer(it) { Pieces::new(it.slice, Matching(&it.separator), Style::BETWEEN) }
}

unindexed! {
    impl<'data, T, P> SplitInclusive<'data, T, P> => &'data [T]
    where { T: Sync, P: Fn(&T) -> bool + Sync + Send }
    producer(it) { Pieces::new(it.slice, Matching(&it.separator), Style::INCLUSIVE) }
}

unindexed! {
    impl<'data, T, P> SplitMut<'data, T, P> => &'data mut [T]
    where { T: Send, P: Fn(&T) -> bool + Sync + Send }
    producer(it) { Pieces::new(it.slice, Matching(&it.separator), Style::BETWEEN) }
}

unindexed! {
    impl<'data, T, P> SplitInclusiveMut<'data, T, P> => &'data mut [T]
    where { T: Send, P: Fn(&T) -> bool + Sync + Send }
    producer(it) { Pieces::new(it.slice, Matching(&it.separator), Style::INCLUSIVE) }
}

/// Borders are the items for which the predicate holds.
#[derive(Clone, Copy)]
pub(super) struct Matching<F>(pub(super) F);

impl<T, F: Fn(&T) -> bool + Copy + Send> Seek<[T]> for Matching<F> {
    fn first(self, whole: &[T], within: Range<usize>) -> Option<Range<usize>> {
        let found = within.start + whole[within].iter().position(self.0)?;
        Some(found..found + 1)
    }

    fn last(self, whole: &[T], within: Range<usize>) -> Option<Range<usize>> {
        let found = within.start + whole[within].iter().rposition(self.0)?;
        Some(found..found + 1)
    }
}

impl<'data, T: Sync, F: Fn(&T) -> bool + Copy + Send> Walk<&'data [T]> for Matching<F> {
    fn walk<D: Folder<&'data [T]>>(self, whole: &'data [T], inclusive: bool, folder: D) -> D {
        if inclusive {
            folder.consume_iter(whole.split_inclusive(self.0))
        } else {
            folder.consume_iter(whole.split(self.0))
        }
    }
}

impl<'data, T: Send, F: Fn(&T) -> bool + Copy + Send> Walk<&'data mut [T]> for Matching<F> {
    fn walk<D: Folder<&'data mut [T]>>(self, whole: &'data mut [T], inclusive: bool, folder: D) -> D {
        if inclusive {
            folder.consume_iter(whole.split_inclusive_mut(self.0))
        } else {
            folder.consume_iter(whole.split_mut(self.0))
        }
    }
}

// By hand: a derived `Clone` would ask for `T: Clone`, and closures have no `Debug`.
impl<T, P: Clone> Clone for Split<'_, T, P> {
    fn clone(&self) -> Self {
        Split { separator: self.separator.clone(), ..*self }
    }
}

impl<T, P: Clone> Clone for SplitInclusive<'_, T, P> {
    fn clone(&self) -> Self {
        SplitInclusive { separator: self.separator.clone(), ..*self }
    }
}

impl<T: fmt::Debug, P> fmt::Debug for Split<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Split").field("slice", &self.slice).finish()
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitInclusive<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInclusive").field("slice", &self.slice).finish()
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitMut").field("slice", &self.slice).finish()
    }
}

impl<T: fmt::Debug, P> fmt::Debug for SplitInclusiveMut<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitInclusiveMut").field("slice", &self.slice).finish()
    }
}
