//! What one can search a text for: characters, one by one.
//!
//! The trait of std is not stable, so this one stands in for the part of it which can be searched from both
//! ends and from the middle. It cannot be named from outside.

use std::ops::Range;

use crate::slice::pieces::Seek;

/// Characters to search for: a `char`, an array or a slice of them, or a closure that knows them.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// assert_eq!("a,b;c".par_split(',').count(), 2);
/// assert_eq!("a,b;c".par_split([',', ';']).count(), 3);
/// assert_eq!("a,b;c".par_split(char::is_alphabetic).count(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pattern for parallel searches",
    note = "use a `char`, `[char; N]`, `&[char]` or a closure `Fn(char) -> bool`; string slices are not supported"
)]
pub trait Pattern: Sized + Send + Sync {
    /// Whether it is one of the characters.
    fn is(&self, c: char) -> bool;

    /// The place of the first of the characters in `text`.
    fn first(&self, text: &str) -> Option<Range<usize>> {
        text.char_indices().find(|&(_, c)| self.is(c)).map(place)
    }

    /// The place of the last of the characters in `text`.
    fn last(&self, text: &str) -> Option<Range<usize>> {
        text.char_indices().rfind(|&(_, c)| self.is(c)).map(place)
    }
}

fn place((start, c): (usize, char)) -> Range<usize> {
    start..start + c.len_utf8()
}

impl Pattern for char {
    fn is(&self, c: char) -> bool {
        *self == c
    }

    // Those of std look at many bytes at once.
    fn first(&self, text: &str) -> Option<Range<usize>> {
        text.find(*self).map(|start| place((start, *self)))
    }

    fn last(&self, text: &str) -> Option<Range<usize>> {
        text.rfind(*self).map(|start| place((start, *self)))
    }
}

impl<const N: usize> Pattern for [char; N] {
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl<const N: usize> Pattern for &[char; N] {
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl Pattern for &[char] {
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl<F: Sync + Send + Fn(char) -> bool> Pattern for F {
    fn is(&self, c: char) -> bool {
        self(c)
    }
}

/// Borders are the characters of a pattern.
pub(super) struct Separator<'a, P>(pub(super) &'a P);

impl<P> Clone for Separator<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Separator<'_, P> {}

impl<P: Pattern> Seek<str> for Separator<'_, P> {
    fn first(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        let start = within.start;
        self.0.first(&whole[within]).map(|found| start + found.start..start + found.end)
    }

    fn last(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        let start = within.start;
        self.0.last(&whole[within]).map(|found| start + found.start..start + found.end)
    }
}
