//! The lines of a text.
//!
//! As std of today has it: a line ends in `\n` or `\r\n`, which is not part of it; a `\r` elsewhere is, also
//! at the end of the text.

use super::ParallelString;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::UnindexedConsumer;

/// A parallel iterator over the lines of a text.
///
/// Made by [`par_lines()`](ParallelString::par_lines).
///
/// ```
/// use furcate::{prelude::*, str::Lines};
///
/// let lines: Lines<'_> = "one\ntwo\r\n".par_lines();
/// assert_eq!(lines.collect::<Vec<_>>(), ["one", "two"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Lines<'ch> {
    pub(super) text: &'ch str,
}

impl<'ch> ParallelIterator for Lines<'ch> {
    type Item = &'ch str;

    fn drive_unindexed<C: UnindexedConsumer<&'ch str>>(self, consumer: C) -> C::Result {
        self.text.par_split_inclusive('\n').map(without_ending).drive_unindexed(consumer)
    }
}

#[inline]
fn without_ending(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => line,
    }
}
