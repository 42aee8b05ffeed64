//! Parallel iterators over ranges, `a..b`, of integers and `char`.
//!
//! What a range becomes when it runs is in `extent.rs`; inclusive ranges are in `range_inclusive.rs`. Which types are
//! indexed is the field's custom: those whose lengths fit `usize` wherever there are threads. The others run in the
//! same way whenever their length fits.

use std::ops::Range;

pub(crate) mod countable;
pub(crate) mod extent;
pub(crate) mod span;

use self::countable::Countable;
use self::extent::{Extent, iterates};
use self::span::Run;
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// A parallel iterator over the values of a range.
///
/// Made by `into_par_iter()` of [`Range`]. Implemented for all integer types and `char`; indexed for `u8`, `u16`,
/// `u32`, `usize`, `i8`, `i16`, `i32`, `isize` and `char`. A range of another type whose length fits `usize` is split
/// and collected just as well.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let squares: Vec<u64> = (1..4u64).into_par_iter().map(|n| n * n).collect();
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Iter<T> {
    range: Range<T>,
}

impl<T> IntoParallelIterator for Range<T>
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
        Extent::half_open(self.range)
    }

    fn producer(self) -> Run<T> {
        Run::new(self.range)
    }
}

/// The types that are meant, sealed: nobody can name these traits.
mod integer {
    use super::countable::Countable;
    use super::extent::integers;

    /// The integer types whose ranges are parallel iterators.
    pub trait RangeInteger: Countable {}

    /// The integer types whose ranges are indexed.
    pub trait IndexedRangeInteger: RangeInteger {}

    integers! { RangeInteger: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    integers! { IndexedRangeInteger: u8 u16 u32 usize i8 i16 i32 isize }
}
use self::integer::{IndexedRangeInteger, RangeInteger};

iterates! { [T: RangeInteger] [T: IndexedRangeInteger] T }
iterates! { [] [] char }
