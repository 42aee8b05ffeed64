//! Who stops, and when.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::{once, repeat, split, walk_tree, walk_tree_postfix, walk_tree_prefix};
use furcate::prelude::*;
use furcate_tests::{Tally, in_pool, pools, watchdog};

// mug#7 (JDK-8075939), jdk#18625, hone#736
#[test]
fn a_stop_reaches_into_an_endless_inner_iterator() {
    watchdog(60, || {
        pools(|_| {
            let endless = || once(1).flat_map_iter(|_| 0u64..);
            assert_eq!(endless().find_any(|&n| n == 5000), Some(5000));
            assert_eq!(endless().take_any(5).count(), 5);
            assert_eq!(endless().map(|n| n / 2).filter(|n| n % 2 == 0).find_any(|&n| n > 700), Some(702));
            assert!(endless().filter_map(|n| n.checked_sub(600)).any(|n| n == 0));
            assert_eq!(endless().map(|n| (n < 700).then_some(n)).while_some().count(), 700);
            assert_eq!(endless().try_for_each(|n| if n < 700 { Ok(()) } else { Err(n) }), Err(700));
            assert_eq!(endless().take_any_while(|&n| n < 700).count(), 700);
            assert_eq!(once(1).flat_map(repeat).find_any(|&n| n == 1), Some(1));
            assert_eq!(repeat(1).map(Some).chain(once(None)).take_any(9).while_some().count(), 9);
            assert_eq!(endless().intersperse(3).find_any(|&n| n == 2), Some(2));
        });
    });
}

/// The inner iterator of one piece is endless and lets nothing through; the other piece finds what is sought.
#[test]
fn a_stop_elsewhere_reaches_a_piece_that_lets_nothing_through() {
    watchdog(60, || {
        in_pool(2, || {
            let (left, right) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let found = once(0)
                .flat_map_iter(|_| repeat_serial())
                .inspect(|_| _ = left.fetch_add(1, Relaxed))
                .filter(|_| false)
                .chain(once(7).inspect(|_| {
                    right.fetch_add(1, Relaxed);
                    while left.load(Relaxed) == 0 {
                        std::thread::yield_now();
                    }
                }))
                .find_any(|&n| n == 7);
            assert_eq!(found, Some(7));
        });
    });
}

fn repeat_serial() -> std::iter::Repeat<i32> {
    std::iter::repeat(0)
}

// rayon#563
#[test]
fn try_fold_stops_its_piece_and_try_reduce_all() {
    pools(|_| {
        let fail_at = |at: usize| {
            (0..1000usize)
                .into_par_iter()
                .try_fold(|| 0, |sum, n| if n == at { Err(n) } else { Ok(sum + n) })
                .try_reduce(|| 0, |a, b| Ok(a + b))
        };
        assert_eq!(fail_at(500), Err(500));
        assert_eq!(fail_at(1000), Ok(499_500));
        let with = |at: usize| {
            (0..1000usize)
                .into_par_iter()
                .try_fold_with(0, |sum, n| (n != at).then_some(sum + n))
                .try_reduce_with(|a, b| Some(a + b))
        };
        assert_eq!(with(3), Some(None));
        assert_eq!(with(1000), Some(Some(499_500)));
        let mut items: Vec<Option<usize>> = (0..1000).map(Some).collect();
        items.push(None);
        assert_eq!(items.into_par_iter().collect::<Option<Vec<_>>>(), None);
    });
}

// rayon#1022, rayon#1024
#[test]
fn take_any_and_skip_any_count_exactly() {
    pools(|_| {
        let base = || (0..100_000usize).into_par_iter();
        for n in [0, 1, 1000, 99_999, 100_000, 100_001, usize::MAX] {
            assert_eq!(base().take_any(n).count(), n.min(100_000));
            assert_eq!(base().skip_any(n).count(), 100_000 - n.min(100_000));
        }
        assert!(base().take_any(1000).collect::<Vec<_>>().is_sorted());
        assert!(base().skip_any(1000).collect::<Vec<_>>().is_sorted());
        let taken: Vec<usize> = base().take_any_while(|n| n % 1000 < 998).collect();
        assert!(taken.is_sorted() && taken.iter().all(|n| n % 1000 < 998));
        let skipped: Vec<usize> = base().skip_any_while(|n| n % 1000 < 998).collect();
        assert!(skipped.is_sorted() && skipped.len() >= 200);
    });
}

#[test]
fn take_any_asks_for_nothing_more_than_it_takes() {
    let asked = AtomicUsize::new(0);
    furcate_tests::in_pool(1, || {
        let items = (0..100).inspect(|_| _ = asked.fetch_add(1, Relaxed));
        assert_eq!(once(items).flatten_iter().take_any(5).count(), 5);
    });
    assert_eq!(asked.into_inner(), 5);
}

#[test]
fn endless_trees_and_splits_can_be_searched() {
    watchdog(60, || {
        pools(|_| {
            // A chain, which has nothing to split for ever, and a tree that is as wide as it is deep.
            assert_eq!(walk_tree_prefix(0u64, |&n| [n + 1]).find_any(|&n| n == 3000), Some(3000));
            assert!(walk_tree(1u64, |&n| [n + 1, n + 2]).any(|n| n % 1000 == 7));
            assert_eq!(
                walk_tree_postfix(0u64, |&n| (n < 3000).then_some(n + 1)).find_any(|&n| n == 0),
                Some(0)
            );
            assert!(
                split(0..u64::MAX, |range| (range.start..range.start + 1, Some(range)))
                    .any(|range| range.start == 0)
            );
        });
    });
}

/// Two producers in a row, as one piece.
#[test]
fn a_hit_in_the_left_part_of_a_chain_leaves_the_right_one_alone() {
    in_pool(1, || {
        let (tally, looks) = (Tally::new(), AtomicUsize::new(0));
        let part = |first| (first..first + 100).map(|n| tally.make(n)).collect::<Vec<_>>();
        let found = part(0).into_par_iter().chain(part(100)).take(150).find_any(|item| {
            looks.fetch_add(1, Relaxed);
            item.value == 70
        });
        assert_eq!(found.map(|item| item.value), Some(70));
        assert_eq!(looks.into_inner(), 71);
        tally.assert_all_dropped_once();
    });
}
