//! Chunks of all kinds.

use furcate::prelude::*;
use furcate_tests::{panic_message, pools};

use crate::each_way::assert_each_way;

fn to_vecs<'a>(parts: impl Iterator<Item = &'a [u32]>) -> Vec<Vec<u32>> {
    parts.map(<[u32]>::to_vec).collect()
}

/// All lengths and sizes that matter, with a slice of that length.
fn rows() -> impl Iterator<Item = (Vec<u32>, usize)> {
    (0..60)
        .flat_map(|len| (1..20).chain([59, 60, 1000, usize::MAX]).map(move |size| ((0..len).collect(), size)))
}

#[test]
fn chunks_split_anywhere() {
    for (mut row, size) in rows() {
        assert_each_way!(row.par_chunks(size), to_vecs(row.chunks(size)));
        assert_each_way!(row.par_chunks_mut(size), to_vecs(row.clone().chunks(size)));
    }
}

#[test]
fn exact_chunks_split_anywhere() {
    for (mut row, size) in rows() {
        assert_each_way!(row.par_chunks_exact(size), to_vecs(row.chunks_exact(size)));
        assert_each_way!(row.par_chunks_exact_mut(size), to_vecs(row.clone().chunks_exact(size)));
    }
}

#[test]
fn chunks_from_the_back_split_anywhere() {
    for (mut row, size) in rows() {
        assert_each_way!(row.par_rchunks(size), to_vecs(row.rchunks(size)));
        assert_each_way!(row.par_rchunks_mut(size), to_vecs(row.clone().rchunks(size)));
    }
}

#[test]
fn exact_chunks_from_the_back_split_anywhere() {
    for (mut row, size) in rows() {
        assert_each_way!(row.par_rchunks_exact(size), to_vecs(row.rchunks_exact(size)));
        assert_each_way!(row.par_rchunks_exact_mut(size), to_vecs(row.clone().rchunks_exact(size)));
    }
}

#[test]
fn remainders_are_those_of_std() {
    for (mut row, size) in rows() {
        let (front, back) = (row.chunks_exact(size), row.rchunks_exact(size));
        let (front, back) = (front.remainder().to_vec(), back.remainder().to_vec());
        assert_eq!(row.par_chunks_exact(size).remainder(), front);
        assert_eq!(row.par_rchunks_exact(size).remainder(), back);

        let mut chunks = row.par_chunks_exact_mut(size);
        assert_eq!(chunks.remainder(), front);
        assert_eq!(chunks.take_remainder(), front);
        assert!(chunks.take_remainder().is_empty());
        assert!(chunks.into_remainder().is_empty());
        assert_eq!(row.par_chunks_exact_mut(size).into_remainder(), front);

        let mut chunks = row.par_rchunks_exact_mut(size);
        assert_eq!(chunks.remainder(), back);
        assert_eq!(chunks.take_remainder(), back);
        assert!(chunks.take_remainder().is_empty());
        assert!(chunks.into_remainder().is_empty());
        assert_eq!(row.par_rchunks_exact_mut(size).into_remainder(), back);
    }
}

#[test]
fn every_item_is_written_once() {
    let ones = vec![1; 100_000];
    let add_one = |chunk: &mut [i32]| chunk.iter_mut().for_each(|n| *n += 1);
    pools(|_| {
        let mut row = vec![0; 100_000];
        row.par_chunks_mut(7).for_each(add_one);
        assert_eq!(row, ones);
        row.par_rchunks_mut(7).for_each(|chunk| chunk.fill(0));
        assert_eq!(row.par_chunks(1000).map(|chunk| chunk.iter().sum::<i32>()).sum::<i32>(), 0);
        let mut chunks = row.par_chunks_exact_mut(7);
        add_one(chunks.take_remainder());
        chunks.for_each(add_one);
        assert_eq!(row, ones);
        row.fill(0);
        let mut chunks = row.par_rchunks_exact_mut(7);
        add_one(chunks.take_remainder());
        chunks.rev().for_each(add_one);
        assert_eq!(row, ones);
    });
}

#[test]
fn things_without_size_have_chunks() {
    assert_eq!([(); 1000].par_chunks(7).map(<[()]>::len).sum::<usize>(), 1000);
    assert_eq!([(); 1000].par_rchunks_exact(7).count(), 142);
    assert_eq!([(); usize::MAX].par_chunks(usize::MAX / 2).len(), 3);
}

#[test]
fn a_chunk_size_of_zero_is_refused_when_made() {
    fn says<R>(method: &str, make: impl FnOnce() -> R) {
        assert_eq!(panic_message(make), format!("{method}: chunk_size must not be zero"));
    }
    let mut row = [1, 2, 3];
    says("par_chunks", || row.par_chunks(0).len());
    says("par_chunks_exact", || row.par_chunks_exact(0).len());
    says("par_rchunks", || row.par_rchunks(0).len());
    says("par_rchunks_exact", || row.par_rchunks_exact(0).len());
    says("par_chunks_mut", || row.par_chunks_mut(0).len());
    says("par_chunks_exact_mut", || row.par_chunks_exact_mut(0).len());
    says("par_rchunks_mut", || row.par_rchunks_mut(0).len());
    says("par_rchunks_exact_mut", || row.par_rchunks_exact_mut(0).len());
}

#[test]
fn clones_and_texts_ask_for_no_more_than_they_need() {
    struct Plain;
    let row = [Plain, Plain, Plain];
    assert_eq!(row.par_chunks(2).clone().len(), 2);
    assert_eq!(row.par_rchunks(2).clone().len(), 2);
    assert_eq!(row.par_chunks_exact(2).clone().len(), 1);
    assert_eq!(row.par_rchunks_exact(2).clone().len(), 1);
    let mut row = [1, 2, 3];
    assert_eq!(format!("{:?}", row.par_chunks(2)), "Chunks { chunk_size: 2, slice: [1, 2, 3] }");
    let exact = format!("{:?}", row.par_rchunks_exact_mut(2));
    assert_eq!(exact, "RChunksExactMut { chunk_size: 2, slice: [2, 3], remainder: [1] }");
}
