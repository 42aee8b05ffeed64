//! The characters of a text that match a pattern, with or without their places.
//!
//! Since a match is one character, the text may be split between any two: the producer is that of `chars.rs`.

use super::chars::{Reading, Text};
use super::pattern::Pattern;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::UnindexedConsumer;
use crate::slice::pieces::unindexed;

/// A parallel iterator over the parts of a text that match a pattern.
///
/// Made by [`par_matches()`](super::ParallelString::par_matches).
///
/// ```
/// use furcate::{prelude::*, str::Matches};
///
/// let digits: Matches<'_, _> = "a1b23".par_matches(char::is_numeric);
/// assert_eq!(digits.collect::<Vec<_>>(), ["1", "2", "3"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Matches<'ch, P: Pattern> {
    pub(super) text: &'ch str,
    pub(super) pattern: P,
}

/// A parallel iterator over the parts of a text that match a pattern, each with its place.
///
/// Made by [`par_match_indices()`](super::ParallelString::par_match_indices).
///
/// ```
/// use furcate::{prelude::*, str::MatchIndices};
///
/// let commas: MatchIndices<'_, char> = "a,b,c".par_match_indices(',');
/// assert_eq!(commas.map(|(place, _)| place).collect::<Vec<_>>(), [1, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct MatchIndices<'ch, P: Pattern> {
    pub(super) text: &'ch str,
    pub(super) pattern: P,
}

impl<'ch, P: Pattern> ParallelIterator for Matches<'ch, P> {
    type Item = &'ch str;

    fn drive_unindexed<C: UnindexedConsumer<&'ch str>>(self, consumer: C) -> C::Result {
        let placed = MatchIndices { text: self.text, pattern: self.pattern };
        placed.map(|(_, found)| found).drive_unindexed(consumer)
    }
}

unindexed! {
    impl<'ch, P> MatchIndices<'ch, P> => (usize, &'ch str)
    where { P: Pattern }
    producer(it) { Text::new(it.text, Matching(&it.pattern)) }
}

struct Matching<'a, P>(&'a P);

impl<P> Clone for Matching<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Matching<'_, P> {}

impl<'ch, P: Pattern> Reading<'ch> for Matching<'_, P> {
    type Item = (usize, &'ch str);

    fn read(self, text: &'ch str, start: usize) -> impl Iterator<Item = (usize, &'ch str)> {
        self.0.matches(text).map(move |(place, found)| (start + place, found))
    }
}
