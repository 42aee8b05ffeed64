//! Options and results of collections.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Tally, pools};

#[test]
fn all_is_well() {
    pools(|_| {
        for len in [0, 1, 2, 1000] {
            let some: Option<Vec<usize>> = (0..len).into_par_iter().map(Some).collect();
            assert_eq!(some, Some((0..len).collect()));
            let ok: Result<HashSet<usize>, ()> = (0..len).into_par_iter().map(Ok).collect();
            assert_eq!(ok, Ok((0..len).collect()));
        }
    });
}

// rayon#563
#[test]
fn one_that_is_missing_at_each_place() {
    pools(|_| {
        for at in (0..1000).step_by(37).chain([999]) {
            let tally = Tally::new();
            let option: Option<Vec<_>> =
                (0..1000).into_par_iter().map(|n| (n != at).then(|| tally.make(n))).collect();
            assert_eq!(option, None);
            let items = (0..1000).into_par_iter();
            let result: Result<Vec<_>, usize> =
                items.map(|n| if n == at { Err(n) } else { Ok(tally.make(n)) }).collect();
            assert_eq!(result, Err(at));
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn one_of_several_errors_comes_back() {
    pools(|_| {
        let tally = Tally::new();
        let error = |n: usize| if n % 10 == 3 { Err(tally.make(n)) } else { Ok(tally.make(n)) };
        let result: Result<Vec<_>, _> = (0..1000).into_par_iter().map(error).collect();
        let error = result.expect_err("a tenth of the items are errors");
        assert_eq!(error.value % 10, 3);
        drop(error);
        tally.assert_all_dropped_once();
    });
}

#[test]
fn an_error_stops_the_iteration() {
    let made = AtomicUsize::new(0);
    let item = |n| {
        made.fetch_add(1, Relaxed);
        if n == 10 { None } else { Some(n) }
    };
    furcate_tests::in_pool(1, || {
        let none: Option<Vec<u64>> = (0..1_000_000_000_000u64).into_par_iter().map(item).collect();
        assert_eq!(none, None);
    });
    assert!(made.into_inner() < 1000);
}

#[test]
fn nested() {
    let rows: Result<Vec<Option<Vec<i32>>>, String> = (0..10)
        .into_par_iter()
        .map(|row| Ok((0..10).into_par_iter().map(|n| (n < row).then_some(n)).collect()))
        .collect();
    assert_eq!(rows, Ok(vec![None; 10]));
}

// rayon#671: the type of this chain must stay within the limit that the crate root sets.
#[test]
fn a_long_chain_has_a_short_type() {
    let iter = (0..100).into_par_iter().map(|n| n + 1).map(|n| n + 1).map(|n| n + 1);
    let result: Result<Vec<i32>, ()> = iter.map(|n| n + 1).map(|n| n + 1).map(Ok).collect();
    assert_eq!(result, Ok((5..105).collect()));
}
