//! Duplicates: runs of equal lines in the sorted text, and files of equal content.

use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};

use furcate::prelude::*;

use crate::corpus::Document;

#[derive(PartialEq, Default)]
pub(crate) struct Copies<'a> {
    /// Lines that equal an earlier one. Blank lines do not count.
    pub(crate) extra: usize,
    /// How many bytes those are.
    pub(crate) bytes: usize,
    /// The line that is there most often, and how often.
    pub(crate) most: (usize, &'a str),
}

/// `run` is one line, as often as it is there.
fn copies<'a>(run: &[&'a str]) -> Copies<'a> {
    let line = run[0];
    if line.trim().is_empty() {
        return Copies::default();
    }
    let extra = run.len() - 1;
    Copies { extra, bytes: extra * line.len(), most: (run.len(), line) }
}

fn together<'a>(left: Copies<'a>, right: Copies<'a>) -> Copies<'a> {
    Copies {
        extra: left.extra + right.extra,
        bytes: left.bytes + right.bytes,
        most: left.most.max(right.most),
    }
}

pub(crate) fn lines_serially<'a>(sorted: &[&'a str]) -> Copies<'a> {
    sorted.chunk_by(|left, right| left == right).map(copies).fold(Copies::default(), together)
}

pub(crate) fn lines_in_parallel<'a>(sorted: &[&'a str]) -> Copies<'a> {
    sorted.par_chunk_by(|left, right| left == right).map(copies).reduce(Copies::default, together)
}

/// A document's place among the others, under what its content hashes to.
type Marked = (u64, usize);

fn mark((place, document): (usize, &Document)) -> Marked {
    let mut hasher = DefaultHasher::new();
    document.text.hash(&mut hasher);
    (hasher.finish(), place)
}

/// Those of equal hash *and* equal content, the largest group first.
fn groups(marked: &[Marked], documents: &[Document]) -> Vec<Vec<usize>> {
    let same = |left: &Marked, right: &Marked| {
        left.0 == right.0 && documents[left.1].text == documents[right.1].text
    };
    let groups = marked.chunk_by(same).filter(|group| group.len() > 1);
    let mut groups: Vec<Vec<usize>> =
        groups.map(|group| group.iter().map(|&(_, place)| place).collect()).collect();
    groups.sort_by_key(|group| (Reverse(group.len()), group[0]));
    groups
}

pub(crate) fn files_serially(documents: &[Document]) -> Vec<Vec<usize>> {
    let mut marked: Vec<Marked> = documents.iter().enumerate().map(mark).collect();
    marked.sort_unstable();
    groups(&marked, documents)
}

pub(crate) fn files_in_parallel(documents: &[Document]) -> Vec<Vec<usize>> {
    let mut marked: Vec<Marked> = documents.par_iter().enumerate().map(mark).collect();
    marked.par_sort_unstable();
    groups(&marked, documents)
}
