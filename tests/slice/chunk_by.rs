//! Runs of alike neighbours.

use furcate::prelude::*;
use furcate_tests::{in_pool, pools};
use proptest::prelude::*;

fn check(row: &[u8], alike: impl Fn(&u8, &u8) -> bool + Sync + Send + Copy) {
    let expected: Vec<_> = row.chunk_by(alike).collect();
    assert_eq!(row.par_chunk_by(alike).collect::<Vec<_>>(), expected);
    let runs = row.to_vec().par_chunk_by_mut(alike).map(|run| run.to_vec()).collect::<Vec<_>>();
    assert_eq!(runs, expected);
}

#[test]
fn runs_are_those_of_std_in_all_short_rows() {
    pools(|_| {
        for len in 0..9 {
            for bits in 0..1u32 << len {
                let row: Vec<_> = (0..len).map(|place| (bits >> place & 1) as u8).collect();
                check(&row, |a, b| a == b);
                check(&row, |a, b| a <= b);
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn runs_are_those_of_std(row in prop::collection::vec(0..20u8, 0..3000), threads in 1..9usize) {
        in_pool(threads, || {
            check(&row, |a, b| a == b);
            check(&row, |a, b| a <= b);
            check(&row, |a, b| a.abs_diff(*b) < 18);
        });
    }
}

// rayon#925.
#[test]
fn a_run_is_never_split() {
    for threads in 1..=8 {
        in_pool(threads, || {
            for _ in 0..200 {
                let mut row = [1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4];
                let runs = row.par_chunk_by(|a, b| a == b).map(<[i32]>::len);
                assert_eq!(runs.collect::<Vec<_>>(), [2, 5, 3, 2]);
                let runs = row.par_chunk_by_mut(|a, b| a == b).map(|run| run.len());
                assert_eq!(runs.collect::<Vec<_>>(), [2, 5, 3, 2]);
            }
        });
    }
}

#[test]
fn clones_and_texts_ask_for_no_more_than_they_need() {
    struct Plain;
    assert_eq!([Plain, Plain].par_chunk_by(|_, _| true).clone().count(), 1);
    assert_eq!(format!("{:?}", [1, 2].par_chunk_by(|_, _| true)), "ChunkBy { slice: [1, 2] }");
    assert_eq!(format!("{:?}", [1, 2].par_chunk_by_mut(|_, _| true)), "ChunkByMut { slice: [1, 2] }");
}
