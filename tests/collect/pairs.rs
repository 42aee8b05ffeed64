//! Two collections in one traversal.

use std::collections::{HashSet, LinkedList};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::Either;
use furcate::prelude::*;
use furcate_tests::pools;

// rayon#671
#[test]
fn nested_pairs_keep_the_order() {
    pools(|_| {
        for len in [0, 1, 2, 3, 10, 1000] {
            let triple = |n: usize| (n, (n + 1, n.to_string()));
            let made = AtomicUsize::new(0);
            let counted = |n| {
                made.fetch_add(1, Relaxed);
                triple(n)
            };
            type Nested = (Vec<usize>, (Vec<usize>, Vec<String>));
            let some: Nested = (0..len).into_par_iter().filter(|n| n % 3 > 0).map(triple).unzip();
            assert_eq!(some, (0..len).filter(|n| n % 3 > 0).map(triple).unzip());
            let all: Nested = (0..len).into_par_iter().map(counted).unzip();
            assert_eq!(all, (0..len).map(triple).unzip());
            assert_eq!(made.into_inner(), len, "each item is made once");
        }
    });
}

#[test]
fn partition_keeps_the_order() {
    pools(|_| {
        for len in [0, 1, 2, 3, 10, 1000] {
            let (left, right): (Vec<usize>, LinkedList<usize>) =
                (0..len).into_par_iter().partition(|n| n % 3 == 0);
            assert!(left.into_iter().eq((0..len).filter(|n| n % 3 == 0)));
            assert!(right.into_iter().eq((0..len).filter(|n| n % 3 != 0)));
        }
    });
}

fn sided(n: usize) -> Either<usize, String> {
    if n % 3 == 0 { Either::Left(n) } else { Either::Right(n.to_string()) }
}

fn by_side(len: usize) -> (Vec<usize>, Vec<String>) {
    let rights = (0..len).filter(|n| n % 3 != 0).map(|n| n.to_string());
    ((0..len).step_by(3).collect(), rights.collect())
}

#[test]
fn sides_keep_the_order() {
    pools(|_| {
        for len in [0, 1, 2, 3, 10, 1000] {
            let mapped: (Vec<usize>, Vec<String>) = (0..len).into_par_iter().partition_map(sided);
            assert_eq!(mapped, by_side(len));
            let collected: (Vec<usize>, Vec<String>) = (0..len).into_par_iter().map(sided).collect();
            assert_eq!(collected, by_side(len));
        }
    });
}

#[test]
fn unzip_into_vecs_uses_their_memory() {
    pools(|_| {
        let (mut left, mut right) = (Vec::with_capacity(2000), vec![String::from("old")]);
        left.push(7);
        let memory = left.as_ptr();
        (0..1000usize).into_par_iter().map(|n| (n, n.to_string())).unzip_into_vecs(&mut left, &mut right);
        assert_eq!((left.len(), left.as_ptr(), right.len(), right.capacity()), (1000, memory, 1000, 1000));
        assert!(left.iter().zip(&right).enumerate().all(|(n, (a, b))| n == *a && n.to_string() == *b));
    });
}

#[test]
fn pairs_are_extended() {
    pools(|_| {
        let mut pair = (vec![7], (String::from("-"), HashSet::from([7])));
        let letter = |n: u8| (i32::from(n), (char::from(b'a' + n), i32::from(n % 2)));
        pair.par_extend((0..4u8).into_par_iter().map(letter));
        assert_eq!(pair, (vec![7, 0, 1, 2, 3], ("-abcd".to_owned(), HashSet::from([7, 0, 1]))));
    });
}

/// A half that has failed wants no more items, the other one wants them all.
#[test]
fn a_half_that_stops_does_not_stop_the_other() {
    pools(|_| {
        for at in [0, 1, 500, 999] {
            let fail = |n: usize| if n == at { Err(n) } else { Ok(n) };
            let items = || (0..1000usize).into_par_iter();
            let all = || 0..1000usize;

            let (left, right): (Result<Vec<usize>, usize>, Vec<usize>) =
                items().map(|n| (fail(n), n)).collect();
            assert_eq!(left, Err(at));
            assert!(right.into_iter().eq(all()));
            let (left, right): (Vec<usize>, Result<Vec<usize>, usize>) =
                items().map(|n| (n, fail(n))).collect();
            assert!(left.into_iter().eq(all()));
            assert_eq!(right, Err(at));

            let side =
                |n: usize| if n % 2 == 0 { Either::Left(fail(n).ok()) } else { Either::Right(fail(n).ok()) };
            let (even, odd): (Option<Vec<usize>>, Option<Vec<usize>>) = items().map(side).collect();
            assert_eq!(even, (at % 2 != 0).then(|| all().filter(|n| n % 2 == 0).collect()));
            assert_eq!(odd, (at % 2 == 0).then(|| all().filter(|n| n % 2 != 0).collect()));
        }
    });
}
