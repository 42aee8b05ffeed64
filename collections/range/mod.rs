//! Parallel iterators over ranges, `a..b`, of integers and `char`.
//!
//! What a range becomes when it runs is in `extent.rs`; inclusive ranges are in `range_inclusive.rs`. Ranges of all
//! types are indexed, since nearly all lengths fit `usize`. Of those that do not, whatever needs no positions works as well.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//!
//! assert_eq!((0..10u64).into_par_iter().rev().step_by(3).collect::<Vec<_>>(), [9, 6, 3, 0]);
//! assert_eq!((1..1_000_001u64).into_par_iter().sum::<u64>(), 500_000_500_000);
//! // Longer than anything that could be collected.
//! assert!((0..u128::MAX).into_par_iter().any(|n| n == 1_000));
//! ```

use std::ops::Range;

pub(crate) mod countable;
pub(crate) mod extent;
pub(crate) mod span;

use self::countable::Countable;
use self::extent::{Extent, iterates, too_long};
use self::span::Run;
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// A parallel iterator over the values of a range.
///
/// Made by `into_par_iter()` of [`Range`]. Implemented, and indexed, for all integer types and `char`. A range of more
/// than `usize::MAX` values (of 64 or 128 bits) can be mapped, filtered, searched and reduced like any other, and its
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
/// let squares: Vec<u64> = (1..4u64).into_par_iter().rev().map(|n| n * n).collect();
/// assert_eq!(squares, [9, 4, 1]);
///
/// assert_eq!((0..u128::MAX).into_par_iter().find_first(|n| n % 1000 == 999), Some(999));
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
        match self.extent() {
            Extent::Run(run) => run,
            Extent::Span(_) | Extent::Stretch(_) => too_long(),
        }
    }
}

/// The types that are meant, sealed: nobody can name these traits.
mod integer {
    use super::countable::Countable;
    use super::extent::integers;

    /// The integer types whose ranges are parallel iterators.
    pub trait RangeInteger: Countable {}

    /// The integer types whose ranges are indexed: all. Rayon has two traits, which bounds may tell apart.
    pub trait IndexedRangeInteger: RangeInteger {}

    integers! { RangeInteger: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    integers! { IndexedRangeInteger: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}
use self::integer::{IndexedRangeInteger, RangeInteger};

iterates! { [T: RangeInteger] [T: IndexedRangeInteger] T }
iterates! { [] [] char }
