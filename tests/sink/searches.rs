//! Searches: which hit wins, and how much is visited for it.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Shattered, Tally, in_pool, pools, watchdog};

/// Sets of hits among 0..5000: none, one, at the ends, many, all.
fn patterns() -> Vec<fn(usize) -> bool> {
    vec![
        |_| false,
        |n| n == 0,
        |n| n == 4999,
        |n| n == 2345,
        |n| n == 1 || n == 4998,
        |n| n % 617 == 13,
        |n| n % 3 == 2,
        |n| (2000..3000).contains(&n),
        |_| true,
    ]
}

#[test]
fn first_and_last_are_exact() {
    pools(|threads| {
        for (seed, hit) in (0..).zip(patterns()) {
            let all: Vec<usize> = (0..5000).collect();
            let first = all.iter().copied().find(|&n| hit(n));
            let last = all.iter().copied().rfind(|&n| hit(n));
            for round in 0..5 {
                let split = || Shattered::new(all.clone(), seed * 100 + threads as u64 + round);
                assert_eq!(split().find_first(|&n| hit(n)), first);
                assert_eq!(split().find_last(|&n| hit(n)), last);
                assert_eq!(all.par_iter().position_first(|&n| hit(n)), first);
                assert_eq!(all.par_iter().position_last(|&n| hit(n)), last);
                assert_eq!(
                    split().map(Some).chain(split().map(|_| None)).position_first(|n| n.is_some_and(hit)),
                    first
                );
                let text = |n: usize| hit(n).then(|| n.to_string());
                assert_eq!(split().find_map_first(text), first.map(|n| n.to_string()));
                assert_eq!(split().find_map_last(text), last.map(|n| n.to_string()));

                let any = split().find_any(|&n| hit(n));
                assert!(any.is_some_and(hit) || any.is_none() && first.is_none());
                let any = all.par_iter().position_any(|&n| hit(n));
                assert!(any.is_some_and(hit) || any.is_none() && first.is_none());
                assert_eq!(split().find_map_any(text).is_some(), first.is_some());
                assert_eq!(split().any(hit), first.is_some());
                assert_eq!(split().all(hit), all.iter().all(|&n| hit(n)));
            }
        }
    });
}

#[test]
fn first_and_last_are_exact_behind_any_adapter() {
    pools(|_| {
        for (at, hit) in patterns().into_iter().enumerate() {
            let tens = || (0..500usize).into_par_iter().flat_map(|n| 10 * n..10 * n + 10);
            let first = (0..5000).find(|&n| hit(n));
            let last = (0..5000).rfind(|&n| hit(n));
            assert_eq!(tens().find_first(|&n| hit(n)), first, "pattern {at}");
            assert_eq!(tens().find_last(|&n| hit(n)), last, "pattern {at}");
            let tens = || (0..500usize).into_par_iter().flat_map_iter(|n| 10 * n..10 * n + 10);
            assert_eq!(tens().find_first(|&n| hit(n)), first, "pattern {at}");
            assert_eq!(tens().find_last(|&n| hit(n)), last, "pattern {at}");
            let blocks = || (0..5000usize).into_par_iter().filter(|&n| hit(n)).map(|n| n + 1);
            assert_eq!(blocks().find_first(|_| true), first.map(|n| n + 1));
            assert_eq!(blocks().find_last(|_| true), last.map(|n| n + 1));
            let spaced = || (0..5000usize).into_par_iter().filter(|n| n % 2 == 0).intersperse(9000);
            assert_eq!(spaced().find_first(|&n| n < 9000 && hit(n)), (0..5000).step_by(2).find(|&n| hit(n)));
            assert_eq!(spaced().find_last(|&n| n < 9000 && hit(n)), (0..5000).step_by(2).rfind(|&n| hit(n)));
            // More pieces, one within the other, than there are bits in a rank.
            let nested = || {
                (0..50usize).into_par_iter().with_max_len(1).flat_map(|n| {
                    (0..10usize).into_par_iter().with_max_len(1).flat_map(move |m| {
                        (0..10usize).into_par_iter().with_max_len(1).map(move |l| 100 * n + 10 * m + l)
                    })
                })
            };
            assert_eq!(nested().find_first(|&n| hit(n)), first, "pattern {at}");
            assert_eq!(nested().find_last(|&n| hit(n)), last, "pattern {at}");
        }
    });
}

// rayon#362
#[test]
fn the_last_hit_is_found_from_the_back() {
    watchdog(60, || {
        for threads in [1, 2] {
            in_pool(threads, || {
                let large = 1_000_000_000_000u64;
                let base = || (0..large).into_par_iter();
                assert_eq!(base().find_last(|_| true), Some(large - 1));
                assert_eq!(
                    base().filter(|n| n % 1000 == 7).map(|n| n + 1).find_last(|_| true),
                    Some(large - 992)
                );
                let text = |n: u64| (n % 10_000 == 0).then(|| n.to_string());
                assert_eq!(base().find_map_last(text), Some("999999990000".to_owned()));
                assert_eq!(
                    (0..usize::MAX).into_par_iter().position_last(|n| n % 100 == 0),
                    Some(usize::MAX / 100 * 100)
                );
                let chain = base().chain(base().map(|n| n + large));
                assert_eq!(chain.find_last(|n| n % 1000 == 7), Some(2 * large - 993));
                let inner = (0..1000u64).into_par_iter().flat_map(|n| n << 40..(n + 1) << 40);
                assert_eq!(inner.find_last(|n| n % 1000 == 7), Some(((1000 << 40) - 8) / 1000 * 1000 + 7));
                let huge = 1u128 << 100;
                assert_eq!((0..huge).into_par_iter().find_last(|n| n % 8 == 1), Some(huge - 7));
                assert_eq!((0..huge).into_par_iter().find_first(|n| n % 8 == 1), Some(1));
            });
        }
    });
}

#[test]
fn the_first_difference_ends_a_comparison() {
    watchdog(60, || {
        pools(|_| {
            let base = || (0..1usize << 50).into_par_iter();
            assert!(base().cmp(base().map(|n| n.max(10))).is_lt());
            assert!(!base().eq(base().map(|n| n + 1)));
            assert!(base().gt(base().map(|n| if n == 100_000 { 0 } else { n })));
        });
    });
}

#[test]
fn a_hit_ends_the_search() {
    watchdog(60, || {
        pools(|threads| {
            let base = || (0..1usize << 50).into_par_iter();
            assert!(base().any(|n| n == 1000));
            assert!(!base().all(|n| n != 1000));
            assert_eq!(base().find_any(|&n| n == 1000), Some(1000));
            assert_eq!(base().find_first(|&n| n >= 1000), Some(1000));
            assert_eq!(base().position_first(|n| n >= 1000), Some(1000));
            if threads == 1 {
                let visits = AtomicUsize::new(0);
                let hit = |n: usize| {
                    visits.fetch_add(1, Relaxed);
                    n == 77
                };
                assert!(base().any(hit));
                assert_eq!(visits.swap(0, Relaxed), 78);
                assert_eq!(base().position_first(hit), Some(77));
                assert_eq!(visits.into_inner(), 78);
            }
        });
    });
}

// mug#7 (JDK-8075939), jdk#18625, hone#736
#[test]
fn a_hit_ends_endless_inner_iterators() {
    watchdog(60, || {
        pools(|_| {
            let endless = || furcate::iter::once(1).flat_map_iter(|_| 0u64..);
            assert_eq!(endless().find_any(|&n| n == 1000), Some(1000));
            assert_eq!(endless().map(|n| 2 * n).filter(|n| n % 3 == 0).find_any(|&n| n > 1000), Some(1002));
            assert!(endless().filter_map(Some).any(|n| n == 1000));
            assert_eq!(endless().find_first(|&n| n > 10), Some(11));
            assert_eq!(endless().find_map_first(|n| n.checked_sub(5)), Some(0));
            let stop = endless().try_for_each(|n| if n < 10 { Ok(()) } else { Err(n) });
            assert_eq!(stop, Err(10));
            let stop =
                endless().map(|n| if n < 10 { ControlFlow::Continue(n) } else { ControlFlow::Break(n) });
            assert_eq!(
                stop.try_reduce_with(|a, b| ControlFlow::Continue(a + b)),
                Some(ControlFlow::Break(10))
            );
        });
    });
}

#[test]
fn the_old_names_still_search() {
    #![expect(deprecated, reason = "they are what is tested")]
    assert_eq!((0..100).into_par_iter().find(|&n| n == 7), Some(7));
    assert_eq!((0..100).into_par_iter().position(|n| n == 7), Some(7));
}

#[test]
fn hits_that_lose_are_dropped() {
    pools(|_| {
        let tally = Tally::new();
        let items = || (0..3000).map(|n| tally.make(n)).collect::<Vec<_>>().into_par_iter();
        assert_eq!(items().find_first(|item| item.value % 2 == 1).map(|item| item.value), Some(1));
        assert_eq!(items().find_last(|item| item.value % 2 == 1).map(|item| item.value), Some(2999));
        assert!(items().find_any(|item| item.value % 2 == 1).is_some());
        tally.assert_all_dropped_once();
        for at in [0, 1, 700, 2999] {
            let panics = |item: &furcate_tests::Counted| {
                assert_ne!(item.value, at, "as planned");
                item.value == 3000
            };
            assert!(catch_unwind(AssertUnwindSafe(|| items().find_first(panics))).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| items().find_last(panics))).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| items().find_any(panics))).is_err());
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn a_search_through_a_bridge_ends() {
    watchdog(60, || {
        pools(|_| {
            assert_eq!((1u64..).par_bridge().find_any(|&n| n == 5000), Some(5000));
            assert!((1u64..).par_bridge().any(|n| n == 5000));
        });
    });
}

#[test]
fn a_hit_among_many_inner_iterators_ends_the_search() {
    in_pool(1, || {
        let (len, hit, visits) = (1_000_000usize, 300_000usize, AtomicUsize::new(0));
        let inner = || {
            (0..len).into_par_iter().flat_map(|n| {
                visits.fetch_add(1, Relaxed);
                furcate::iter::once(n)
            })
        };
        assert_eq!(inner().find_first(|&n| n >= hit), Some(hit));
        assert_eq!(visits.swap(0, Relaxed), hit + 1);
        assert_eq!(inner().find_last(|&n| n <= len - hit), Some(len - hit));
        assert!(visits.into_inner() < hit + hit / 2);
    });
}
