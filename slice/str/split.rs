//! Parts of a text between the characters of a pattern.
//!
//! Where a part ends at the end of the text: after a separator `par_split` gives one more, empty part, the
//! other two do not. How the text is split: `slice/pieces.rs`.

use super::pattern::{Pattern, Separator};
use crate::slice::cut::Span;
use crate::slice::pieces::{Pieces, Style, unindexed};

/// A parallel iterator over the parts of a text between separators.
///
/// Made by [`par_split()`](super::ParallelString::par_split).
///
/// ```
/// use furcate::{prelude::*, str::Split};
///
/// let fields: Split<'_, char> = "a,,b".par_split(',');
/// assert_eq!(fields.collect::<Vec<_>>(), ["a", "", "b"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Split<'ch, P: Pattern> {
    pub(super) text: &'ch str,
    pub(super) separator: P,
}

/// A parallel iterator over the parts of a text, each with the separator that ends it.
///
/// Made by [`par_split_inclusive()`](super::ParallelString::par_split_inclusive).
///
/// ```
/// use furcate::{prelude::*, str::SplitInclusive};
///
/// let fields: SplitInclusive<'_, char> = "a;b;".par_split_inclusive(';');
/// assert_eq!(fields.collect::<Vec<_>>(), ["a;", "b;"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SplitInclusive<'ch, P: Pattern> {
    pub(super) text: &'ch str,
    pub(super) separator: P,
}

/// A parallel iterator over the parts of a text that are ended by a terminator or by the end.
///
/// Made by [`par_split_terminator()`](super::ParallelString::par_split_terminator).
///
/// ```
/// use furcate::{prelude::*, str::SplitTerminator};
///
/// let fields: SplitTerminator<'_, char> = "a;b;".par_split_terminator(';');
/// assert_eq!(fields.collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SplitTerminator<'ch, P: Pattern> {
    pub(super) text: &'ch str,
    pub(super) terminator: P,
}

unindexed! {
    impl<'ch, P> Split<'ch, P> => &'ch str
    where { P: Pattern }
    producer(it) { Pieces::new(it.text, Separator(&it.separator), Style::BETWEEN) }
}

unindexed! {
    impl<'ch, P> SplitInclusive<'ch, P> => &'ch str
    where { P: Pattern }
    producer(it) { Pieces::new(it.text, Separator(&it.separator), Style::INCLUSIVE) }
}

unindexed! {
    impl<'ch, P> SplitTerminator<'ch, P> => &'ch str
    where { P: Pattern }
    producer(it) { Pieces::new(it.text, Separator(&it.terminator), Style::TERMINATED) }
}

impl Span for &str {
    #[inline]
    fn len(&self) -> usize {
        str::len(self)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        self.split_at(index)
    }

    #[inline]
    fn boundary(&self, mut index: usize) -> usize {
        while !self.is_char_boundary(index) {
            index += 1;
        }
        index
    }
}
