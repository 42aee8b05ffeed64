//! The words of a text: the parts between white space that are not empty.

use super::ParallelString;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::UnindexedConsumer;

/// A parallel iterator over the words of a text.
///
/// Made by [`par_split_whitespace()`](ParallelString::par_split_whitespace).
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SplitWhitespace<'ch> {
    pub(super) text: &'ch str,
}

/// A parallel iterator over the words of a text that are apart by white space of ASCII.
///
/// Made by [`par_split_ascii_whitespace()`](ParallelString::par_split_ascii_whitespace).
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
        self.text.par_split(|c: char| c.is_ascii_whitespace()).filter(is_word).drive_unindexed(consumer)
    }
}

fn is_word(part: &&str) -> bool {
    !part.is_empty()
}
