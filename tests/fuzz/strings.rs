//! All that walks a text: the same as std gives, in pools of any size, which split it in many pieces.
//!
//! Bytes choose an alphabet of some characters of one to four bytes, the text, of repeated parts, and the patterns.

use std::fmt::Debug;

use furcate::prelude::*;
use furcate_tests::{Dice, in_kept_pool};

/// Separators of all kinds, and what is no separator but looks like one in part.
const CHARACTERS: [char; 24] = [
    'a',
    ' ',
    ',',
    '\n',
    '\r',
    '\t',
    '\u{b}',
    '\u{1c}',
    '\0',
    '\x7f',
    'ö',
    '\u{85}',
    '\u{a0}',
    '\u{7ff}',
    '€',
    '\u{2003}',
    '\u{2028}',
    '\u{3000}',
    '\u{fffd}',
    '\u{ffff}',
    '𝄞',
    '🦀',
    '\u{10000}',
    char::MAX,
];

fn text(dice: &mut Dice<'_>) -> String {
    let mut text = String::new();
    for _ in 0..dice.throw(5) {
        let alphabet: [char; 4] = std::array::from_fn(|_| dice.one_of(&CHARACTERS));
        let part: String = (0..dice.throw(30)).map(|_| dice.one_of(&alphabet)).collect();
        text += &part.repeat(1 + (dice.throw(32) >> dice.throw(6)));
    }
    text
}

fn same<T: Send + Sync + PartialEq + Debug>(
    ours: impl ParallelIterator<Item = T> + Clone,
    theirs: impl Iterator<Item = T>,
    name: &str,
) {
    let theirs: Vec<T> = theirs.collect();
    assert_eq!(ours.clone().collect::<Vec<_>>(), theirs, "{name}");
    // Searches from the back split elsewhere.
    assert_eq!(ours.clone().find_last(|_| true).as_ref(), theirs.last(), "{name}");
    assert_eq!(ours.clone().find_first(|item| *item == theirs[0]).as_ref(), theirs.first(), "{name}");
    assert_eq!(ours.count(), theirs.len(), "{name}");
}

/// Compares with std's namesake: `as_std!(text, split(','))` compares `par_split(',')` with `split(',')`.
macro_rules! as_std {
    ($text:expr, $par:ident / $std:ident($($pattern:expr)?)) => {
        same($text.$par($($pattern)?), $text.$std($($pattern)?), stringify!($par))
    };
}

macro_rules! by_pattern {
    ($text:expr, $pattern:expr) => {{
        as_std!($text, par_split / split($pattern));
        as_std!($text, par_split_inclusive / split_inclusive($pattern));
        as_std!($text, par_split_terminator / split_terminator($pattern));
        as_std!($text, par_matches / matches($pattern));
        as_std!($text, par_match_indices / match_indices($pattern));
    }};
}

fn drain(dice: &mut Dice<'_>, text: &str) {
    let borders: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
    let (a, b) = (dice.one_of(&borders), dice.one_of(&borders));
    let range = a.min(b)..a.max(b);
    let (mut ours, mut theirs) = (text.to_owned(), text.to_owned());
    let drained: String = theirs.drain(range.clone()).collect();
    if dice.throw(2) == 0 {
        assert_eq!(ours.par_drain(range).collect::<String>(), drained);
    } else {
        let last = drained.chars().next_back();
        assert_eq!(ours.par_drain(range).find_any(|&c| Some(c) == last), last);
    }
    assert_eq!(ours, theirs);
}

/// Walks the text that the bytes say.
pub(crate) fn fuzz(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    in_kept_pool(&mut dice, |dice| {
        let (way, text) = (dice.throw(14), text(dice));
        let text = &text[..];
        let pattern: [char; 3] = std::array::from_fn(|_| dice.one_of(&CHARACTERS));
        let few = &pattern[..dice.throw(4)];
        match way {
            0 => as_std!(text, par_chars / chars()),
            1 => as_std!(text, par_char_indices / char_indices()),
            2 => as_std!(text, par_bytes / bytes()),
            3 => as_std!(text, par_encode_utf16 / encode_utf16()),
            4 => as_std!(text, par_lines / lines()),
            5 => as_std!(text, par_split_whitespace / split_whitespace()),
            6 => as_std!(text, par_split_ascii_whitespace / split_ascii_whitespace()),
            7 => by_pattern!(text, pattern[0]),
            8 => by_pattern!(text, pattern),
            9 => by_pattern!(text, &pattern),
            10 => by_pattern!(text, few),
            11 => by_pattern!(text, |c: char| c < pattern[0]),
            12 => by_pattern!(text, char::is_whitespace),
            _ => drain(dice, text),
        }
    });
}
