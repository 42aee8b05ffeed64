//! Parts between separators.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Tally, in_pool, pools};
use proptest::prelude::*;

/// Compares all four kinds with std.
fn check(row: &[u8]) {
    let is_separator = |&n: &u8| n % 8 == 0;
    let exclusive = |part: &mut [u8]| part.to_vec();
    let mut copy = row.to_vec();

    let expected: Vec<_> = row.split(is_separator).collect();
    assert_eq!(row.par_split(is_separator).collect::<Vec<_>>(), expected);
    assert_eq!(copy.par_split_mut(is_separator).map(exclusive).collect::<Vec<_>>(), expected);
    assert_eq!(row.par_split(is_separator).find_last(|_| true), expected.last().copied());
    let first = row.par_split(is_separator).find_first(|part| part.len() == 1);
    assert_eq!(first, expected.iter().copied().find(|part| part.len() == 1));

    let expected: Vec<_> = row.split_inclusive(is_separator).collect();
    assert_eq!(row.par_split_inclusive(is_separator).collect::<Vec<_>>(), expected);
    assert_eq!(row.par_split_inclusive(is_separator).find_any(|_| true).is_some(), !row.is_empty());
    assert_eq!(copy.par_split_inclusive_mut(is_separator).map(exclusive).collect::<Vec<_>>(), expected);
}

#[test]
fn parts_are_those_of_std_in_all_short_rows() {
    pools(|_| {
        for len in 0..9 {
            for bits in 0..1u32 << len {
                check(&(0..len).map(|place| (bits >> place & 1) as u8).collect::<Vec<_>>());
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_are_those_of_std(row in prop::collection::vec(any::<u8>(), 0..3000), threads in 1..9usize) {
        in_pool(threads, || check(&row));
    }
}

#[test]
fn a_row_without_separators_is_searched_once() {
    for threads in [1, 2, 8] {
        let asked = AtomicUsize::new(0);
        let parts = in_pool(threads, || {
            let never = |_: &u32| {
                asked.fetch_add(1, Relaxed);
                false
            };
            vec![0; 100_000].par_split(never).count()
        });
        assert_eq!((parts, asked.into_inner()), (1, 100_000));
    }
}

#[test]
fn a_panic_in_the_closure_comes_out() {
    pools(|_| {
        let tally = Tally::new();
        let mut row: Vec<_> = (0..1000).map(|n| tally.make(n)).collect();
        for bad in [0, 1, 499, 500, 777, 999] {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                row.par_split_mut(|n| if n.value == bad { panic!("bad item") } else { n.value % 10 == 0 })
                    .count()
            }));
            assert!(outcome.is_err());
        }
        assert!(row.iter().enumerate().all(|(place, n)| n.value == place));
        drop(row);
        tally.assert_all_dropped_once();
    });
}

#[test]
fn clones_and_texts_ask_for_no_more_than_they_need() {
    struct Plain;
    assert_eq!([Plain].par_split(|_| true).clone().count(), 2);
    assert_eq!([Plain].par_split_inclusive(|_| true).clone().count(), 1);
    let mut row = [1, 2];
    assert_eq!(format!("{:?}", row.par_split(|_| true)), "Split { slice: [1, 2] }");
    assert_eq!(format!("{:?}", row.par_split_inclusive(|_| true)), "SplitInclusive { slice: [1, 2] }");
    assert_eq!(format!("{:?}", row.par_split_mut(|_| true)), "SplitMut { slice: [1, 2] }");
    let inclusive = format!("{:?}", row.par_split_inclusive_mut(|_| true));
    assert_eq!(inclusive, "SplitInclusiveMut { slice: [1, 2] }");
}
