//! The characters of a text, also as bytes, as UTF-16, or with their places.
//!
//! A text is split at a border of characters near its middle, which is never further than three bytes. What
//! is made of a piece, says a [`Reading`]; [`Text`] is the producer for all, also for `matches.rs`. Bytes are
//! those of a slice.

use crate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer};
use crate::iter::{IntoParallelRefIterator, ParallelIterator};
use crate::slice::cut::Span;
use crate::slice::pieces::unindexed;

/// A parallel iterator over the characters of a text.
///
/// Made by [`par_chars()`](super::ParallelString::par_chars).
///
/// ```
/// use furcate::{prelude::*, str::Chars};
///
/// let letters: Chars<'_> = "größe".par_chars();
/// assert_eq!(letters.filter(|c| !c.is_ascii()).count(), 2);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Chars<'ch> {
    pub(super) text: &'ch str,
}

/// A parallel iterator over the characters of a text, each with the place of its first byte.
///
/// Made by [`par_char_indices()`](super::ParallelString::par_char_indices).
///
/// ```
/// use furcate::{prelude::*, str::CharIndices};
///
/// let places: CharIndices<'_> = "öde".par_char_indices();
/// assert_eq!(places.collect::<Vec<_>>(), [(0, 'ö'), (2, 'd'), (3, 'e')]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct CharIndices<'ch> {
    pub(super) text: &'ch str,
}

/// A parallel iterator over the bytes of a text.
///
/// Made by [`par_bytes()`](super::ParallelString::par_bytes).
///
/// ```
/// use furcate::{prelude::*, str::Bytes};
///
/// let bytes: Bytes<'_> = "abc".par_bytes();
/// assert_eq!(bytes.max(), Some(b'c'));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Bytes<'ch> {
    pub(super) text: &'ch str,
}

/// A parallel iterator over the UTF-16 code units of a text.
///
/// Made by [`par_encode_utf16()`](super::ParallelString::par_encode_utf16).
///
/// ```
/// use furcate::{prelude::*, str::EncodeUtf16};
///
/// let units: EncodeUtf16<'_> = "a𝄞".par_encode_utf16();
/// assert_eq!(units.count(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct EncodeUtf16<'ch> {
    pub(super) text: &'ch str,
}

unindexed! {
    impl<'ch> Chars<'ch> => char
    where {}
    producer(it) { Text::new(it.text, Characters) }
}

unindexed! {
    impl<'ch> CharIndices<'ch> => (usize, char)
    where {}
    producer(it) { Text::new(it.text, Placed) }
}

unindexed! {
    impl<'ch> EncodeUtf16<'ch> => u16
    where {}
    producer(it) { Text::new(it.text, Utf16) }
}

impl ParallelIterator for Bytes<'_> {
    type Item = u8;

    fn drive_unindexed<C: UnindexedConsumer<u8>>(self, consumer: C) -> C::Result {
        self.text.as_bytes().par_iter().map(|&byte| byte).drive_unindexed(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.text.len())
    }
}

/// What is made of a piece of text.
pub(super) trait Reading<'ch>: Copy + Send {
    /// What is made.
    type Item;

    /// Walks what is made of `text`, which begins at the place `start` of the whole.
    fn read(self, text: &'ch str, start: usize) -> impl Iterator<Item = Self::Item>;
}

/// The producer of what is made of `text`.
pub(super) struct Text<'ch, K> {
    text: &'ch str,
    /// Its place in the whole.
    start: usize,
    reading: K,
}

impl<'ch, K> Text<'ch, K> {
    pub(super) fn new(text: &'ch str, reading: K) -> Self {
        Text { text, start: 0, reading }
    }
}

impl<'ch, K: Reading<'ch>> UnindexedProducer for Text<'ch, K> {
    type Item = K::Item;

    fn split(self) -> (Self, Option<Self>) {
        let mut middle = self.text.boundary(self.text.len() / 2);
        if middle == self.text.len() {
            // The middle is in the last character: split before that.
            middle = self.text.char_indices().next_back().map_or(0, |(start, _)| start);
        }
        if middle == 0 {
            return (self, None);
        }
        let (left, right) = self.text.split_at(middle);
        (Text { text: left, ..self }, Some(Text { text: right, start: self.start + middle, ..self }))
    }

    fn fold_with<F: Folder<K::Item>>(self, folder: F) -> F {
        folder.consume_iter(self.reading.read(self.text, self.start))
    }
}

#[derive(Clone, Copy)]
struct Characters;

impl<'ch> Reading<'ch> for Characters {
    type Item = char;

    fn read(self, text: &'ch str, _start: usize) -> impl Iterator<Item = char> {
        text.chars()
    }
}

#[derive(Clone, Copy)]
struct Placed;

impl<'ch> Reading<'ch> for Placed {
    type Item = (usize, char);

    fn read(self, text: &'ch str, start: usize) -> impl Iterator<Item = (usize, char)> {
        text.char_indices().map(move |(place, c)| (start + place, c))
    }
}

#[derive(Clone, Copy)]
struct Utf16;

impl<'ch> Reading<'ch> for Utf16 {
    type Item = u16;

    fn read(self, text: &'ch str, _start: usize) -> impl Iterator<Item = u16> {
        text.encode_utf16()
    }
}
