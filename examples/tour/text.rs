//! Words and lines: maps that are folded and merged, nested iterators, sorts.

use std::collections::HashMap;

use furcate::prelude::*;

use crate::corpus::Document;

pub(crate) type Counts<'a> = HashMap<&'a str, u64>;

/// A word is a run of letters and digits, so `<code>Vec::new</code>` has four.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn count<'a>(mut counts: Counts<'a>, document: &'a Document) -> Counts<'a> {
    for word in words(&document.text) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

fn merge<'a>(left: Counts<'a>, right: Counts<'a>) -> Counts<'a> {
    let (mut into, from) = if left.len() < right.len() { (right, left) } else { (left, right) };
    for (word, count) in from {
        *into.entry(word).or_default() += count;
    }
    into
}

pub(crate) fn count_words_serially(documents: &[Document]) -> Counts<'_> {
    documents.iter().fold(HashMap::new(), count)
}

pub(crate) fn count_words_in_parallel(documents: &[Document]) -> Counts<'_> {
    documents.par_iter().fold(HashMap::new, count).reduce(HashMap::new, merge)
}

/// The most frequent first, words of equal count by the alphabet.
pub(crate) fn rank_serially(mut words: Vec<(&str, u64)>) -> Vec<(&str, u64)> {
    words.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
    words
}

pub(crate) fn rank_in_parallel(mut words: Vec<(&str, u64)>) -> Vec<(&str, u64)> {
    words.par_sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
    words
}

pub(crate) fn lines_serially(documents: &[Document]) -> Vec<&str> {
    documents.iter().flat_map(|document| document.text.lines()).collect()
}

/// Nested on purpose: one document may be most of the text, and then its lines are what can be shared.
pub(crate) fn lines_in_parallel(documents: &[Document]) -> Vec<&str> {
    documents.par_iter().flat_map(|document| document.text.par_lines()).collect()
}

pub(crate) fn sort_serially(mut lines: Vec<&str>) -> Vec<&str> {
    lines.sort_unstable();
    lines
}

pub(crate) fn sort_in_parallel(mut lines: Vec<&str>) -> Vec<&str> {
    lines.par_sort_unstable();
    lines
}

/// The start of a line, quoted, for the report.
pub(crate) fn shortened(line: &str) -> String {
    const SHOWN: usize = 24;
    let start: String = line.trim().chars().take(SHOWN).collect();
    if start.len() < line.trim().len() { format!("{start:?}...") } else { format!("{start:?}") }
}
