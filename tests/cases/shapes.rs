//! What compiles and must go on compiling: lifetimes of scopes, lengths that stay known; and parts that do not overlap.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::Scope;
use furcate::iter::split;
use furcate::prelude::*;
use furcate_tests::pools;

/// Spawns once into each of `depth` scopes, one within the other, from the innermost.
fn spawn_into_all<'env>(depth: usize, outer: Vec<&Scope<'env>>, count: &'env AtomicUsize) {
    if depth == 0 {
        for scope in outer {
            scope.spawn(move |_| _ = count.fetch_add(1, Relaxed));
        }
    } else {
        furcate::scope(|scope| {
            let mut scopes = outer.clone();
            scopes.push(scope);
            spawn_into_all(depth - 1, scopes, count);
        });
    }
}

/// The tasks borrow longer than the slice that names what they borrow.
fn count_each<'env>(counters: &[&'env AtomicUsize]) {
    furcate::scope(|scope: &Scope<'env>| {
        for &counter in counters {
            scope.spawn(move |_| _ = counter.fetch_add(1, Relaxed));
        }
    });
}

// rayon#785
#[test]
fn scopes_may_be_kept_beside_longer_lived_ones() {
    pools(|_| {
        let count = AtomicUsize::new(0);
        spawn_into_all(10, Vec::new(), &count);
        assert_eq!(count.load(Relaxed), 10);
        count_each(&[&count, &count]);
        assert_eq!(count.into_inner(), 12);
    });
}

// indicatif#195, indicatif#138
#[test]
fn known_lengths_stay_known() {
    let base = || (0..100u64).into_par_iter();
    let small = || (0..100u32).into_par_iter();
    assert_eq!(base().opt_len(), Some(100));
    assert_eq!(base().map(|n| n + 1).opt_len(), Some(100));
    assert_eq!(base().inspect(|_| ()).opt_len(), Some(100));
    assert_eq!(small().enumerate().opt_len(), Some(100));
    assert_eq!(base().chain(base()).opt_len(), Some(200));
    assert_eq!(small().rev().opt_len(), Some(100));
    assert_eq!(small().zip(small()).opt_len(), Some(100));
    assert_eq!(base().filter(|_| true).opt_len(), None);
    assert_eq!(base().map(|n| n).map(|n| n).opt_len(), Some(100));
}

// rayon#256
#[test]
fn pieces_of_pieces_keep_their_order() {
    let halve = |range: Range<usize>| {
        let middle = range.start.midpoint(range.end);
        if range.len() < 2 { (range, None) } else { (range.start..middle, Some(middle..range.end)) }
    };
    pools(|_| {
        let all: Vec<usize> = split(0..5000, halve).flat_map(|range| range).collect();
        assert!(all.into_iter().eq(0..5000));
        let pairs =
            (0..3000).into_par_iter().filter(|n| n % 2 == 0).flat_map(|n| vec![n, n + 1]).collect::<Vec<_>>();
        assert!(pairs.into_iter().eq(0..3000));
    });
}

// rayon#105, rayon#379
#[test]
fn long_rows_of_few_keys_are_sorted_stably() {
    pools(|threads| {
        if threads > 4 {
            return;
        }
        let pairs: Vec<(usize, usize)> = (0..300_000).map(|n| (n * 7919 % 7, n)).collect();
        let mut sorted = pairs.clone();
        sorted.par_sort_by_key(|pair| pair.0);
        assert!(sorted.is_sorted());
        let calls = AtomicUsize::new(0);
        let mut sorted = pairs[..50_000].to_vec();
        sorted.par_sort_by_cached_key(|pair| {
            calls.fetch_add(1, Relaxed);
            pair.0
        });
        assert!(sorted.is_sorted());
        assert_eq!(calls.into_inner(), 50_000);
    });
}

/// Checks that parts which are all held at once do not overlap, and cover so many items.
fn check_parts<'row>(parts: impl ParallelIterator<Item = &'row mut [u64]>, covered: usize) {
    let parts: Vec<&mut [u64]> = parts.collect();
    assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), covered);
    let ranges: Vec<_> = parts.iter().map(|part| part.as_ptr_range()).filter(|r| !r.is_empty()).collect();
    let overlap = |a: &Range<*const u64>, b: &Range<*const u64>| a.start < b.end && b.start < a.end;
    for (at, range) in ranges.iter().enumerate() {
        assert!(!ranges[at + 1..].iter().any(|other| overlap(range, other)));
    }
}

// ndarray#1052
#[test]
fn mutable_parts_never_overlap() {
    pools(|_| {
        let mut row: Vec<u64> = (0..103).collect();
        check_parts(row.par_iter_mut().map(std::slice::from_mut), 103);
        for size in [1, 2, 10, 103, 200] {
            check_parts(row.par_chunks_mut(size), 103);
            check_parts(row.par_rchunks_mut(size), 103);
            check_parts(row.par_chunks_exact_mut(size), 103 / size * size);
            check_parts(row.par_rchunks_exact_mut(size), 103 / size * size);
        }
        let separators = row.iter().filter(|&n| n % 10 == 3).count();
        check_parts(row.par_split_mut(|n| n % 10 == 3), 103 - separators);
        check_parts(row.par_split_inclusive_mut(|n| n % 10 == 3), 103);
        check_parts(row.par_chunk_by_mut(|a, b| a / 7 == b / 7), 103);
    });
}
