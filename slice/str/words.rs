//! The words of a text: the parts between white space that are not empty.

use std::ops::Range;

use super::ParallelString;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, UnindexedConsumer};
use crate::slice::pieces::{Pieces, Seek, Style, Walk, unindexed};
use crate::slice::split::Matching;

/// A parallel iterator over the words of a text.
///
/// Made by [`par_split_whitespace()`](ParallelString::par_split_whitespace).
///
/// ```
/// use furcate::{prelude::*, str::SplitWhitespace};
///
/// let words: SplitWhitespace<'_> = "  to\u{2003}be ".par_split_whitespace();
/// assert_eq!(words.collect::<Vec<_>>(), ["to", "be"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SplitWhitespace<'ch> {
    pub(super) text: &'ch str,
}

/// A parallel iterator over the words of a text that are apart by white space of ASCII.
///
/// Made by [`par_split_ascii_whitespace()`](ParallelString::par_split_ascii_whitespace).
///
/// ```
/// use furcate::{prelude::*, str::SplitAsciiWhitespace};
///
/// let words: SplitAsciiWhitespace<'_> = " to\tbe ".par_split_ascii_whitespace();
/// assert_eq!(words.collect::<Vec<_>>(), ["to", "be"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SplitAsciiWhitespace<'ch> {
    pub(super) text: &'ch str,
}

impl<'ch> ParallelIterator for SplitWhitespace<'ch> {
    type Item = &'ch str;

    fn drive_unindexed<C: UnindexedConsumer<&'ch str>>(self, consumer: C) -> C::Result {
        self.text.par_split(char::is_whitespace).filter(is_word).drive_unindexed(consumer)
    }
}

impl<'ch> ParallelIterator for SplitAsciiWhitespace<'ch> {
    type Item = &'ch str;

    fn drive_unindexed<C: UnindexedConsumer<&'ch str>>(self, consumer: C) -> C::Result {
        AsciiParts { text: self.text }.filter(is_word).drive_unindexed(consumer)
    }
}

/// The parts between bytes of white space, perhaps also empty ones.
struct AsciiParts<'ch> {
    text: &'ch str,
}

unindexed! {
    impl<'ch> AsciiParts<'ch> => &'ch str
    where {}
    producer(it) { Pieces::new(it.text, AsciiSpace, Style::BETWEEN) }
}

/// Borders are bytes of white space. They are never part of another character, so bytes are all that is read.
#[derive(Clone, Copy)]
struct AsciiSpace;

impl Seek<str> for AsciiSpace {
    #[inline]
    fn first(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        Matching(u8::is_ascii_whitespace).first(whole.as_bytes(), within)
    }

    #[inline]
    fn last(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        Matching(u8::is_ascii_whitespace).last(whole.as_bytes(), within)
    }
}

impl<'ch> Walk<&'ch str> for AsciiSpace {
    fn walk<F: Folder<&'ch str>>(self, whole: &'ch str, _inclusive: bool, folder: F) -> F {
        // Without the empty parts, which nobody wants.
        folder.consume_iter(whole.split_ascii_whitespace())
    }
}

#[inline]
fn is_word(part: &&str) -> bool {
    !part.is_empty()
}
