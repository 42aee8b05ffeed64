//! Each method gives what its namesake of std gives, for all patterns, many types, and lengths around each limit.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::{Limits, cached_with_limits};
use proptest::prelude::*;

use crate::patterns::{Random, for_each_pattern};
use crate::{Method, SMALL, SORTS, Sort, pool};

const SHORT: [usize; 7] = [0, 1, 2, 3, 10, 100, 1000];

/// Lengths around the limits from which a slice is shared, and a long one.
fn long() -> [usize; 8] {
    let Limits { look, serial, .. } = Limits::DEFAULT;
    [look - 1, look, serial - 1, serial, serial + 1, 4 * serial - 1, 4 * serial, 60_000]
}

/// Runs `check` with pools of two and of four threads.
fn in_pools(check: impl Fn() + Sync) {
    for threads in [2, 4] {
        pool(threads).install(&check);
    }
}

/// Checks both sorts on items made from ranks, with real and with small limits.
fn check<T: Ord + Clone + Send>(lengths: &[usize], make: fn(u64) -> T) {
    in_pools(|| {
        for &n in lengths {
            for_each_pattern(n, |name, ranks| {
                let items: Vec<T> = ranks.iter().map(|&rank| make(rank)).collect();
                let mut expected = items.clone();
                expected.sort();
                for sort in SORTS {
                    for limits in [&Limits::DEFAULT, &SMALL] {
                        let mut sorted = items.clone();
                        sort.run(&mut sorted, &Ord::cmp, limits);
                        assert!(sorted == expected, "{sort:?}, {name}");
                    }
                }
            });
        }
    });
}

#[test]
fn integers_come_out_as_from_std() {
    check(&SHORT, |rank| rank);
    check(&[1000, 20_000], |rank| rank as u8);
}

#[test]
fn items_with_memory_of_their_own_come_out_as_from_std() {
    check(&[0, 1, 10, 1000, 20_000], |rank| format!("{rank:06}"));
}

#[test]
fn large_items_come_out_as_from_std() {
    check(&[0, 1, 10, 1000, 20_000], |rank| [rank; 8]);
    check(&[0, 1, 10, 600], |rank| [rank; 512]);
}

#[test]
fn items_without_a_size_are_left_alone() {
    let mut nothing = [(); 100_000];
    nothing.par_sort();
    nothing.par_sort_unstable();
    nothing.par_sort_by(|_, _| std::cmp::Ordering::Less);
    nothing.par_sort_by_cached_key(|_| 1);
    assert_eq!(nothing.len(), 100_000);
}

#[test]
fn all_methods_agree_with_std_at_all_limits() {
    let check = |lengths: &[usize]| {
        for &n in lengths {
            for_each_pattern(n, |name, ranks| {
                // The place makes equal items different: 300 keys at most.
                let items: Vec<(u16, u32)> =
                    (0..).zip(ranks).map(|(i, rank)| ((rank % 300) as u16, i)).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|item| item.0);
                let stable = |sort: Method<'_, (u16, u32)>, method: &str| {
                    let mut sorted = items.clone();
                    sort(&mut sorted);
                    assert!(sorted == expected, "{method}, {name}");
                };
                stable(&|v| v.par_sort(), "par_sort");
                stable(&|v| v.par_sort_by(|a, b| a.0.cmp(&b.0)), "par_sort_by");
                stable(&|v| v.par_sort_by_key(|item| item.0), "par_sort_by_key");
                stable(&|v| v.par_sort_by_cached_key(|item| item.0), "par_sort_by_cached_key");
                stable(&|v| cached_with_limits(v, |item| item.0, &SMALL), "cached key, small limits");
                let unstable = |sort: Method<'_, (u16, u32)>, method: &str| {
                    let mut sorted = items.clone();
                    sort(&mut sorted);
                    assert!(sorted.is_sorted_by_key(|item| item.0), "{method}, {name}");
                    sorted.sort();
                    assert!(sorted == expected, "{method}, {name}");
                };
                unstable(&|v| v.par_sort_unstable(), "par_sort_unstable");
                unstable(&|v| v.par_sort_unstable_by(|a, b| a.0.cmp(&b.0)), "par_sort_unstable_by");
                unstable(&|v| v.par_sort_unstable_by_key(|item| item.0), "par_sort_unstable_by_key");
            });
        }
    };
    pool(4).install(|| check(&SHORT));
    pool(2).install(|| check(&long()));
}

// rayon#105, rayon#379
#[test]
fn cached_keys_are_computed_once_and_keep_the_order_of_equals() {
    let mut random = Random::new(3);
    let items: Vec<(u64, usize)> = (0..300_000).map(|i| (random.next() % 7, i)).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|item| item.0);
    for n in [5_000, 50_000, 300_000] {
        let calls = AtomicUsize::new(0);
        let mut sorted = items[..n].to_vec();
        sorted.par_sort_by_cached_key(|item| {
            calls.fetch_add(1, Relaxed);
            item.0
        });
        assert_eq!(calls.into_inner(), n);
        assert!(sorted.is_sorted());
    }
    let mut sorted = items;
    sorted.par_sort_by_key(|item| item.0);
    assert!(sorted == expected);
}

#[test]
fn strays_among_equals_keep_their_order() {
    pool(2).install(|| {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let (n, alike) = (800 + random.below(30_000), 1 + random.below(40) as u32);
            let mut keys: Vec<u32> = (0..n as u32).map(|i| i / alike).collect();
            // Some far, some near, some in a row: each way a stray can be met.
            for _ in 0..n / (40 + random.below(200)) {
                let (from, span) = (random.below(n), random.below(12));
                let to = if seed % 2 == 0 { random.below(n) } else { (from + span).min(n - 1) };
                keys.swap(from, to);
                let next = (from + 1).min(n - 1);
                keys[next] = keys[if span < 3 { from } else { next }];
            }
            let items: Vec<(u32, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            for limits in [&Limits::DEFAULT, &SMALL] {
                let mut sorted = items.clone();
                Sort::Stable.run(&mut sorted, &|a, b| a.0.cmp(&b.0), limits);
                assert!(sorted == expected, "seed {seed}, n = {n}");
            }
        }
    });
}

/// Sorts items of `2 + BALLAST` words.
fn same_whatever_the_limits<const BALLAST: usize>(ranks: &[u16], limits: &Limits) {
    let items: Vec<(u16, usize, [usize; BALLAST])> =
        ranks.iter().enumerate().map(|(place, &rank)| (rank, place, [place; BALLAST])).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|item| item.0);
    let mut sorted = items;
    Sort::Stable.run(&mut sorted, &|a, b| a.0.cmp(&b.0), limits);
    assert!(sorted == expected);
    Sort::Unstable.run(&mut sorted, &|a, b| b.0.cmp(&a.0), limits);
    assert!(sorted.is_sorted_by_key(|item| std::cmp::Reverse(item.0)));
    sorted.sort();
    assert!(sorted == expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_limits_give_the_same_result(
        items in prop::collection::vec(0..400u16, 0..3000),
        serial in 0..50usize,
        piece in 0..200usize,
        merge in 2..100usize,
        partition in 0..1000usize,
        scan in 2..100usize,
        cache in 0..10_000usize,
    ) {
        let limits = Limits { look: 2, serial, piece, merge, partition, scan, cache };
        pool(3).install(|| {
            same_whatever_the_limits::<0>(&items, &limits);
            same_whatever_the_limits::<3>(&items, &limits);
        });
    }
}
