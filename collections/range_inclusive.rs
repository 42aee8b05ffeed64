//! Parallel iterators over inclusive ranges, `a..=b`, of integers and `char`.
//!
//! As in `range/mod.rs`. The last value may be the type's largest, and a range that was walked through as a sequential
//! iterator before is empty, though its ends do not show it.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//!
//! assert_eq!((250..=u8::MAX).into_par_iter().count(), 6);
//! assert_eq!(('a'..='e').into_par_iter().collect::<String>(), "abcde");
//! ```

use std::ops::RangeInclusive;

use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::range::countable::Countable;
use crate::range::extent::{Extent, iterates, too_long};
use crate::range::span::Span;

/// A parallel iterator over the values of an inclusive range.
///
/// Made by `into_par_iter()` of [`RangeInclusive`]. Implemented, and indexed, for all integer types and `char`. A range
/// of more than `usize::MAX` values can be mapped, filtered, searched and reduced like any other, and its
/// [`opt_len()`](ParallelIterator::opt_len) is `None`.
///
/// # Panics
///
/// With such a long range [`len()`](crate::iter::IndexedParallelIterator::len) panics, and so does all that needs
/// positions: `rev`, `zip`, `enumerate`, `take` and their like.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let squares: Vec<u64> = (1..=3u64).into_par_iter().rev().map(|n| n * n).collect();
/// assert_eq!(squares, [9, 4, 1]);
///
/// assert_eq!((0..=u64::MAX).into_par_iter().find_last(|n| n % 1000 == 0), Some(u64::MAX / 1000 * 1000));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Iter<T> {
    range: RangeInclusive<T>,
}

impl<T> IntoParallelIterator for RangeInclusive<T>
where
    Iter<T>: ParallelIterator,
{
    type Item = <Iter<T> as ParallelIterator>::Item;
    type Iter = Iter<T>;

    fn into_par_iter(self) -> Self::Iter {
        Iter { range: self }
    }
}

impl<T: Countable> Iter<T> {
    fn extent(self) -> Extent<T> {
        // Knows of an exhausted range too, unlike the ends.
        if self.range.is_empty() {
            return Extent::Span(Span::empty(*self.range.start()));
        }
        Extent::inclusive(*self.range.start(), *self.range.end())
    }

    fn producer(self) -> Span<T> {
        if self.range.is_empty() {
            return Span::empty(*self.range.start());
        }
        Span::inclusive(*self.range.start(), *self.range.end()).unwrap_or_else(|| too_long())
    }
}

/// The types that are meant, sealed: nobody can name these traits.
mod integer {
    use crate::range::countable::Countable;
    use crate::range::extent::integers;

    /// The integer types whose inclusive ranges are parallel iterators.
    pub trait RangeInteger: Countable {}

    /// The integer types whose inclusive ranges are indexed: all, see `range/mod.rs`.
    pub trait IndexedRangeInteger: RangeInteger {}

    integers! { RangeInteger: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    integers! { IndexedRangeInteger: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}
use self::integer::{IndexedRangeInteger, RangeInteger};

iterates! { [T: RangeInteger] [T: IndexedRangeInteger] T }
iterates! { [] [] char }
