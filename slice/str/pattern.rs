//! What one can search a text for: characters, one by one.
//!
//! The trait of std is not stable, so this one stands in for the part of it which can be searched from both
//! ends and from the middle. It cannot be named from outside.

use std::ops::Range;

use crate::iter::plumbing::Folder;
use crate::slice::pieces::{Seek, Walk};

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
    #[inline]
    fn first(&self, text: &str) -> Option<Range<usize>> {
        text.char_indices().find(|&(_, c)| self.is(c)).map(place)
    }

    /// The place of the last of the characters in `text`.
    #[inline]
    fn last(&self, text: &str) -> Option<Range<usize>> {
        text.char_indices().rfind(|&(_, c)| self.is(c)).map(place)
    }

    /// Feeds the parts of `text` to `folder`, each with the separator that ends it if `inclusive`.
    #[inline]
    fn walk<'ch, F: Folder<&'ch str>>(&self, text: &'ch str, inclusive: bool, folder: F) -> F {
        if inclusive {
            folder.consume_iter(text.split_inclusive(|c| self.is(c)))
        } else {
            folder.consume_iter(text.split(|c| self.is(c)))
        }
    }

    /// The parts of `text` that match, with their places.
    #[inline]
    fn matches<'ch>(&self, text: &'ch str) -> impl Iterator<Item = (usize, &'ch str)> {
        text.match_indices(|c| self.is(c))
    }
}

#[inline]
fn place((start, c): (usize, char)) -> Range<usize> {
    start..start + c.len_utf8()
}

// Its searches are those of std for a `char`, which look at many bytes at once.
impl Pattern for char {
    #[inline]
    fn is(&self, c: char) -> bool {
        *self == c
    }

    #[inline]
    fn first(&self, text: &str) -> Option<Range<usize>> {
        text.find(*self).map(|start| place((start, *self)))
    }

    #[inline]
    fn last(&self, text: &str) -> Option<Range<usize>> {
        text.rfind(*self).map(|start| place((start, *self)))
    }

    #[inline]
    fn walk<'ch, F: Folder<&'ch str>>(&self, text: &'ch str, inclusive: bool, folder: F) -> F {
        if inclusive {
            folder.consume_iter(text.split_inclusive(*self))
        } else {
            folder.consume_iter(text.split(*self))
        }
    }

    #[inline]
    fn matches<'ch>(&self, text: &'ch str) -> impl Iterator<Item = (usize, &'ch str)> {
        text.match_indices(*self)
    }
}

impl<const N: usize> Pattern for [char; N] {
    #[inline]
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl<const N: usize> Pattern for &[char; N] {
    #[inline]
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl Pattern for &[char] {
    #[inline]
    fn is(&self, c: char) -> bool {
        self.contains(&c)
    }
}

impl<F: Sync + Send + Fn(char) -> bool> Pattern for F {
    #[inline]
    fn is(&self, c: char) -> bool {
        self(c)
    }
}

/// Borders are the characters of a pattern.
pub(super) struct Separator<'a, P>(pub(super) &'a P);

impl<P> Clone for Separator<'_, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Separator<'_, P> {}

impl<P: Pattern> Seek<str> for Separator<'_, P> {
    #[inline]
    fn first(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        let start = within.start;
        self.0.first(&whole[within]).map(|found| start + found.start..start + found.end)
    }

    #[inline]
    fn last(self, whole: &str, within: Range<usize>) -> Option<Range<usize>> {
        let start = within.start;
        self.0.last(&whole[within]).map(|found| start + found.start..start + found.end)
    }
}

impl<'ch, P: Pattern> Walk<&'ch str> for Separator<'_, P> {
    #[inline]
    fn walk<F: Folder<&'ch str>>(self, whole: &'ch str, inclusive: bool, folder: F) -> F {
        self.0.walk(whole, inclusive, folder)
    }
}
