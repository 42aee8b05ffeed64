//! Parts of slices, merges and drains: the same as std gives, wherever they are split.
//!
//! Bytes choose the items, the size of chunks, and what separates. What is indexed is cut at places that they choose, too; what
//! is not, by pools of several sizes.

use std::collections::VecDeque;
use std::fmt::Debug;

use furcate::prelude::*;
use furcate_tests::{Dice, in_kept_pool, shatter};

/// Few values, in runs.
fn items(dice: &mut Dice<'_>) -> Vec<u8> {
    let mut items = Vec::new();
    for _ in 0..dice.throw(40) {
        let (value, step) = (dice.throw(16), dice.throw(3));
        let len = dice.throw(40) >> dice.throw(6);
        items.extend((0..len).map(|i| ((value + i * step) % 16) as u8));
    }
    items
}

fn cut<T, I>(ours: I, theirs: impl Iterator<Item = T>, dice: &mut Dice<'_>)
where
    T: Send + PartialEq + Debug,
    I: IndexedParallelIterator<Item = T>,
{
    let theirs: Vec<T> = theirs.collect();
    assert_eq!(ours.len(), theirs.len());
    match dice.throw(3) {
        0 => assert_eq!(ours.collect::<Vec<_>>(), theirs),
        1 => assert_eq!(shatter(ours.rev(), dice.seed()), theirs.into_iter().rev().collect::<Vec<_>>()),
        _ => assert_eq!(shatter(ours, dice.seed()), theirs),
    }
}

fn same<T: Send + PartialEq + Debug>(ours: impl ParallelIterator<Item = T>, theirs: impl Iterator<Item = T>) {
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}

/// Chunks from either end: `chunked!(dice, row, size, par_chunks, par_chunks_mut, chunks)`.
macro_rules! chunked {
    ($dice:ident, $row:ident, $size:ident, $par:ident, $par_mut:ident, $std:ident) => {
        if $dice.throw(2) == 0 {
            cut($row.$par($size), $row.$std($size), $dice)
        } else {
            let mut copy = $row.clone();
            cut(copy.$par_mut($size).map(|part| part.to_vec()), $row.$std($size).map(<[u8]>::to_vec), $dice)
        }
    };
}

/// Parts between borders, shared and exclusive.
macro_rules! parted {
    ($row:ident, $pred:expr, $par:ident, $par_mut:ident, $std:ident) => {{
        same($row.$par($pred), $row.$std($pred));
        assert_eq!($row.$par($pred).find_last(|_| true), $row.$std($pred).last());
        let mut copy = $row.clone();
        same(copy.$par_mut($pred).map(|part| part.to_vec()), $row.$std($pred).map(<[u8]>::to_vec));
    }};
}

/// A drain of items that own memory, which is taken whole, in part, or not at all.
macro_rules! drained {
    ($dice:ident, $row:ident, $collection:ty) => {{
        let names: $collection = $row.iter().map(u8::to_string).collect();
        let (mut ours, mut theirs) = (names.clone(), names);
        let (a, b) = ($dice.throw($row.len() + 1), $dice.throw($row.len() + 1));
        let range = a.min(b)..a.max(b);
        let drained: Vec<String> = theirs.drain(range.clone()).collect();
        match $dice.throw(4) {
            0 => drop(ours.par_drain(range)),
            1 => {
                let few = $dice.throw(drained.len() + 1);
                let taken = ours.par_drain(range).take(few).collect::<Vec<_>>();
                assert_eq!(taken, drained[..few]);
            }
            2 => {
                let found = ours.par_drain(range).find_first(|name| name == "7");
                assert_eq!(found.is_some(), drained.iter().any(|name| name == "7"));
            }
            _ => cut(ours.par_drain(range), drained.into_iter(), $dice),
        }
        assert_eq!(ours, theirs);
    }};
}

/// Takes apart the slice that the bytes say.
pub(crate) fn fuzz(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    in_kept_pool(&mut dice, |dice| {
        let (way, row) = (dice.throw(14), items(dice));
        let size = match dice.throw(40) {
            39 => usize::MAX,
            38 => row.len() + 1,
            37 => row.len().max(1),
            size => size + 1,
        };
        let mask = dice.throw(1 << 16);
        let is_separator = |&item: &u8| mask >> (item % 16) & 1 == 1;
        let alike = |&a: &u8, &b: &u8| mask >> ((3 * a + b) % 16) & 1 == 1;
        match way {
            0 => chunked!(dice, row, size, par_chunks, par_chunks_mut, chunks),
            1 => chunked!(dice, row, size, par_chunks_exact, par_chunks_exact_mut, chunks_exact),
            2 => chunked!(dice, row, size, par_rchunks, par_rchunks_mut, rchunks),
            3 => chunked!(dice, row, size, par_rchunks_exact, par_rchunks_exact_mut, rchunks_exact),
            4 => cut(row.par_windows(size), row.windows(size), dice),
            5 => cut(row.par_array_windows::<3>().map(<[u8; 3]>::as_slice), row.windows(3), dice),
            6 => parted!(row, is_separator, par_split, par_split_mut, split),
            7 => parted!(row, is_separator, par_split_inclusive, par_split_inclusive_mut, split_inclusive),
            8 => parted!(row, alike, par_chunk_by, par_chunk_by_mut, chunk_by),
            9 => {
                let at = dice.throw(row.len() + 1);
                let (mut left, mut right) = (row[..at].to_vec(), row[at..].to_vec());
                left.sort();
                right.sort();
                let mut merged = row.clone();
                merged.sort();
                cut(left.par_merge(&right).copied(), merged.iter().copied(), dice);
            }
            10 => {
                assert_eq!(row.par_is_sorted(), row.is_sorted());
                assert_eq!(row.par_is_sorted_by(alike), row.is_sorted_by(alike));
                let (front, back) = (row.par_chunks_exact(size), row.par_rchunks_exact(size));
                assert_eq!(front.remainder(), row.chunks_exact(size).remainder());
                assert_eq!(back.remainder(), row.rchunks_exact(size).remainder());
            }
            11 => drained!(dice, row, Vec<String>),
            12 => drained!(dice, row, VecDeque<String>),
            _ => {
                let names: Vec<String> = row.iter().map(u8::to_string).collect();
                cut(names.clone().into_par_iter(), names.into_iter(), dice);
            }
        }
    });
}
