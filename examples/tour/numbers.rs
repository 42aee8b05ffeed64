//! Numbers: how often each byte is there, what that says of all files, and which text is least like the others.
//!
//! Counts are whole numbers, so serial and parallel sums are equal whatever the order. A file's distance is computed
//! within one file, in one order, so the largest one is the same number too.

use furcate::prelude::*;

use crate::corpus::Document;

pub(crate) type Histogram = [u64; 256];

const NOTHING: Histogram = [0; 256];

/// Shorter files are strange by chance, and those that are no text at all need no computation.
const LONG_ENOUGH: usize = 1024;

fn histogram(document: &Document) -> Histogram {
    let mut counts = NOTHING;
    for &byte in document.text.as_bytes() {
        counts[usize::from(byte)] += 1;
    }
    counts
}

fn add(mut left: Histogram, right: Histogram) -> Histogram {
    for (sum, count) in left.iter_mut().zip(right) {
        *sum += count;
    }
    left
}

pub(crate) fn histogram_serially(documents: &[Document]) -> Histogram {
    documents.iter().map(histogram).fold(NOTHING, add)
}

pub(crate) fn histogram_in_parallel(documents: &[Document]) -> Histogram {
    documents.par_iter().map(histogram).reduce(|| NOTHING, add)
}

/// Shannon's, in bits a byte: 0 for one byte over and over, 8 for noise.
pub(crate) fn entropy(histogram: &Histogram) -> f64 {
    let all = histogram.iter().sum::<u64>() as f64;
    let shares = histogram.iter().filter(|&&count| count > 0).map(|&count| count as f64 / all);
    shares.map(|share| -share * share.log2()).sum()
}

/// Chi-square against 256 bytes that are equally frequent.
pub(crate) fn unevenness(histogram: &Histogram) -> f64 {
    let expected = histogram.iter().sum::<u64>() as f64 / 256.0;
    histogram.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// Chi-square a byte of one document against what all together would let expect.
fn distance(document: &Document, of_all: &Histogram) -> f64 {
    let len = document.text.len();
    if len < LONG_ENOUGH || document.lossy {
        return 0.0;
    }
    let scale = len as f64 / of_all.iter().sum::<u64>() as f64;
    let counts = histogram(document).into_iter().zip(of_all).filter(|&(_, &all)| all > 0);
    let parts = counts.map(|(count, &all)| {
        let expected = all as f64 * scale;
        (count as f64 - expected).powi(2) / expected
    });
    parts.sum::<f64>() / len as f64
}

fn farther(left: (f64, usize), right: (f64, usize)) -> (f64, usize) {
    if right.0 > left.0 || (right.0 == left.0 && right.1 < left.1) { right } else { left }
}

pub(crate) fn strangest_serially(documents: &[Document], of_all: &Histogram) -> (f64, usize) {
    let distances = documents.iter().enumerate().map(|(at, document)| (distance(document, of_all), at));
    distances.fold((0.0, 0), farther)
}

pub(crate) fn strangest_in_parallel(documents: &[Document], of_all: &Histogram) -> (f64, usize) {
    let distances = documents.par_iter().enumerate().map(|(at, document)| (distance(document, of_all), at));
    distances.reduce(|| (0.0, 0), farther)
}
