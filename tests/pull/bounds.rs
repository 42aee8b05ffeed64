//! What adapters make of the bounds of their bases; what the pieces keep of them; blocks one after the other.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{in_pool, pools};

use furcate_tests::{Limits, limits};

/// A base that wants pieces of 10 to 100 items.
fn bounded() -> impl IndexedParallelIterator<Item = usize> {
    (0..1000).into_par_iter().with_min_len(10).with_max_len(100)
}

#[test]
fn adapters_pass_bounds_on_in_their_own_measure() {
    assert_eq!(limits((0..9usize).into_par_iter()), Limits { min: 1, max: usize::MAX });
    let same = Limits { min: 10, max: 100 };
    assert_eq!(limits(bounded()), same);
    assert_eq!(limits(bounded().with_min_len(5).with_max_len(500)), same);
    assert_eq!(limits(bounded().with_min_len(20).with_max_len(50)), Limits { min: 20, max: 50 });
    assert_eq!(limits(bounded().rev()), same);
    assert_eq!(limits(bounded().enumerate()), same);
    assert_eq!(limits(bounded().skip(3)), same);
    assert_eq!(limits(bounded().take(3)), same);
    assert_eq!(
        limits(bounded().zip(bounded().with_min_len(20).with_max_len(70))),
        Limits { min: 20, max: 70 }
    );
    assert_eq!(limits((bounded(), bounded().with_min_len(20)).into_par_iter()), Limits { min: 20, max: 100 });
    assert_eq!(limits(bounded().interleave(bounded().with_min_len(20))), Limits { min: 20, max: 100 });
    assert_eq!(limits(bounded().step_by(3)), Limits { min: 4, max: 33 });
    assert_eq!(limits(bounded().chunks(3)), Limits { min: 4, max: 33 });
    assert_eq!(limits(bounded().fold_chunks(1000, || 0, |a, b| a + b)), Limits { min: 1, max: 1 });
    assert_eq!(limits(bounded().with_max_len(0)).max, 1);
}

/// The lengths of the pieces that a fold sees.
fn pieces(iter: impl ParallelIterator) -> Vec<usize> {
    iter.fold(|| 0, |len, _| len + 1).collect()
}

#[test]
fn pieces_keep_to_the_bounds() {
    pools(|_| {
        for len in [0, 1, 99, 100, 101, 1000, 2345] {
            for min in [1, 7, 100] {
                let pieces = pieces((0..len).into_par_iter().with_min_len(min).map(std::hint::black_box));
                assert_eq!(pieces.iter().sum::<usize>(), len);
                assert!(
                    pieces.len() <= (len / min).max(1),
                    "{len} items in pieces {pieces:?}, none below {min}"
                );
            }
            for max in [1, 7, 100] {
                let pieces = pieces((0..len).into_par_iter().with_max_len(max));
                assert_eq!(pieces.iter().sum::<usize>(), len);
                assert!(pieces.iter().all(|&piece| piece <= max), "{pieces:?}, none above {max}");
            }
        }
    });
}

// rayon#831
#[test]
fn blocks_give_all_items_once_in_order() {
    pools(|_| {
        for len in [0, 1, 5, 1000, 10_007] {
            let all: Vec<usize> = (0..len).collect();
            assert_eq!((0..len).into_par_iter().by_exponential_blocks().collect::<Vec<_>>(), all);
            for size in [1, 2, 999, 1000, usize::MAX] {
                assert_eq!((0..len).into_par_iter().by_uniform_blocks(size).collect::<Vec<_>>(), all);
            }
            assert_eq!(
                (0..len).into_par_iter().by_exponential_blocks().find_last(|_| true),
                len.checked_sub(1)
            );
        }
    });
}

#[test]
fn blocks_behind_a_hit_are_not_begun() {
    pools(|threads| {
        let visits = |find: &(dyn Fn(&AtomicUsize) -> Option<usize> + Sync)| {
            let visits = AtomicUsize::new(0);
            assert_eq!(find(&visits), Some(10));
            visits.into_inner()
        };
        let hit = |visits: &AtomicUsize, n: usize| {
            visits.fetch_add(1, Relaxed);
            n == 10
        };
        let base = || (0..100_000usize).into_par_iter();
        let exponential = visits(&|visits| base().by_exponential_blocks().find_first(|&n| hit(visits, n)));
        assert!(exponential <= 4 * (threads + 10), "{exponential} visits");
        let uniform = visits(&|visits| base().by_uniform_blocks(50).find_any(|&n| hit(visits, n)));
        assert!(uniform <= 50, "{uniform} visits");
    });
}

#[test]
fn a_block_ends_before_the_next_begins() {
    in_pool(4, || {
        let done = AtomicUsize::new(0);
        (0..1000usize).into_par_iter().by_uniform_blocks(10).for_each(|n| {
            assert!(done.load(Relaxed) >= n / 10 * 10);
            done.fetch_add(1, Relaxed);
        });
    });
}
