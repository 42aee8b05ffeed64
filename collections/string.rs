//! Strings: their characters, drained.
//!
//! Iterating without draining is in `slice/`, by way of `str`.

use std::ops::RangeBounds;
use std::string;

use crate::iter::plumbing::UnindexedConsumer;
use crate::iter::{ParallelDrainRange, ParallelIterator};
use crate::str::ParallelString;

/// A parallel iterator that takes the characters of a range out of a string.
///
/// Made by [`par_drain()`](ParallelDrainRange::par_drain) of [`String`]. The characters are removed also if the iterator is
/// dropped unused, or if a closure panics. The bounds must lie on character boundaries.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut text = String::from("one, two");
/// assert_eq!(text.par_drain(3..).filter(|c| c.is_alphabetic()).count(), 3);
/// assert_eq!(text, "one");
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
#[derive(Debug)]
pub struct Drain<'data> {
    chars: string::Drain<'data>,
}

impl<'data> ParallelDrainRange<usize> for &'data mut String {
    type Iter = Drain<'data>;
    type Item = char;

    #[track_caller]
    fn par_drain<R: RangeBounds<usize>>(self, range: R) -> Drain<'data> {
        Drain { chars: self.drain(range) }
    }
}

impl ParallelIterator for Drain<'_> {
    type Item = char;

    fn drive_unindexed<C: UnindexedConsumer<char>>(self, consumer: C) -> C::Result {
        let taken = String::from(self.chars.as_str());
        // The string is as it will be before anything runs that may panic.
        drop(self.chars);
        taken.par_chars().drive_unindexed(consumer)
    }
}
