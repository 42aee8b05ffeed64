//! Calls that are known to be small, and inner iterators that are: the same results, and a way back when they turn dear.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{ThreadId, current, sleep, yield_now};
use std::time::Duration;

use furcate::iter::{repeat, repeat_n};
use furcate::prelude::*;
use furcate_core::adapt::hungry;
use furcate_tests::{Tally, in_pool, pools, watchdog};

/// So many calls settle what is remembered of a place.
const WARM: usize = 300;

#[test]
fn a_small_call_that_turns_dear_is_shared() {
    watchdog(60, || {
        in_pool(2, || {
            let met = Mutex::new(Vec::<ThreadId>::new());
            let dear = AtomicBool::new(false);
            let met_two = || met.lock().expect("nobody panics").len() > 1;
            let call = || {
                (0..64usize)
                    .into_par_iter()
                    .map(|item| {
                        if !dear.load(Relaxed) {
                            return item;
                        }
                        let mut met_here = met.lock().expect("nobody panics");
                        if !met_here.contains(&current().id()) {
                            met_here.push(current().id());
                        }
                        drop(met_here);
                        if item < 16 {
                            // Long enough to be noticed, however the clock is looked at.
                            sleep(Duration::from_millis(1));
                        } else {
                            while !met_two() {
                                yield_now();
                            }
                        }
                        item
                    })
                    .sum::<usize>()
            };
            for _ in 0..WARM {
                assert_eq!(call(), 2016);
            }
            dear.store(true, Relaxed);
            assert_eq!(call(), 2016);
            assert!(met_two());
        });
    });
}

/// Inner iterators of many kinds, small and long, each with its like in std.
#[test]
fn flat_map_of_small_iterators_is_as_in_std() {
    pools(|_| {
        let seen = |n: usize| -> Vec<usize> { (0..n).flat_map(|n| 0..n % 7).collect() };
        for n in [0, 1, 5, 100, 2_000] {
            let outer = || (0..n).into_par_iter();
            for _ in 0..3 {
                let ranges: Vec<usize> = outer().flat_map(|n| 0..n % 7).collect();
                assert_eq!(ranges, seen(n));
                let vectors: Vec<usize> = outer().flat_map(|n| (0..n % 7).collect::<Vec<_>>()).collect();
                assert_eq!(vectors, seen(n));
                let chains: Vec<usize> =
                    outer().flat_map(|n| (0..n % 7 / 2).into_par_iter().chain(n % 7 / 2..n % 7)).collect();
                assert_eq!(chains, seen(n));
                let stages: Vec<usize> =
                    outer().flat_map(|n| (0..7).into_par_iter().filter(move |&i| i < n % 7)).collect();
                assert_eq!(stages, seen(n));
                let nested: Vec<usize> =
                    outer().flat_map(|n| (0..1usize).into_par_iter().flat_map(move |_| 0..n % 7)).collect();
                assert_eq!(nested, seen(n));
                let bounded: Vec<usize> =
                    outer().flat_map(|n| (0..n % 7).into_par_iter().with_max_len(2)).collect();
                assert_eq!(bounded, seen(n));
                // One long among the small ones.
                let uneven: usize = outer().flat_map(|n| 0..if n == 50 { 10_000 } else { n % 7 }).count();
                assert_eq!(uneven, seen(n).len() + if n > 50 { 10_000 - 1 } else { 0 });
            }
        }
    });
}

#[test]
fn flat_map_of_small_iterators_stops_early() {
    watchdog(60, || {
        pools(|_| {
            for _ in 0..3 {
                let outer = || (0..10_000usize).into_par_iter();
                assert_eq!(outer().flat_map(|n| repeat_n(n, 3)).find_first(|&n| n >= 777), Some(777));
                assert_eq!(outer().flat_map(|n| repeat_n(n, 3)).find_last(|&n| n <= 777), Some(777));
                assert!(outer().flat_map(|n| repeat_n(n, 3)).any(|n| n == 5_000));
                assert_eq!(outer().flat_map(|n| repeat_n(n, 3)).take_any(10).count(), 10);
                // These never end, and are small as long as somebody wants little of them.
                assert!(outer().flat_map(repeat).any(|n| n < 10_000));
                assert_eq!(outer().flat_map(repeat).take_any(10).count(), 10);
            }
        });
    });
}

#[test]
fn a_panic_among_small_iterators_drops_each_item_once() {
    pools(|_| {
        for at in [0, 1, 700, 1_999] {
            let tally = Tally::new();
            let calls = AtomicUsize::new(0);
            let run = |at: usize| {
                (0..2_000usize)
                    .into_par_iter()
                    .flat_map(|n| vec![tally.make(2 * n), tally.make(2 * n + 1)])
                    .map(|item| {
                        assert!(calls.fetch_add(1, Relaxed) != at, "as planned");
                        item
                    })
                    .collect::<Vec<_>>()
            };
            assert_eq!(run(usize::MAX).len(), 4_000);
            calls.store(0, Relaxed);
            assert!(catch_unwind(AssertUnwindSafe(|| run(at))).is_err());
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn a_bound_on_pieces_holds_among_calls_that_had_none() {
    // One place in the program, whose calls are known to be cheap and short by the time the bound comes.
    fn pieces(most: usize) -> Vec<usize> {
        (0..10).into_par_iter().with_max_len(most).fold(|| 0, |seen, _| seen + 1).collect()
    }
    pools(|_| {
        (0..5_000).into_par_iter().for_each(|n| {
            let most = if n % 16 == 15 { 3 } else { usize::MAX };
            let pieces = pieces(most);
            assert_eq!(pieces.iter().sum::<usize>(), 10);
            assert!(pieces.iter().all(|&seen| seen <= most), "{pieces:?} with at most {most}");
        });
    });
}

/// As at the top, within a call: there the clock is read only if somebody asks for work.
#[test]
fn a_nested_small_call_that_turns_dear_is_shared() {
    fn until(flag: &AtomicBool) {
        while !flag.load(Relaxed) {
            yield_now();
        }
    }
    watchdog(60, || {
        in_pool(2, || {
            let met = Mutex::new(Vec::<ThreadId>::new());
            let met_two = || met.lock().expect("nobody panics").len() > 1;
            let [dear, other_begun, other_may_end] = [const { AtomicBool::new(false) }; 3];
            let call = || {
                (0..64usize)
                    .into_par_iter()
                    .map(|item| {
                        if !dear.load(Relaxed) {
                            return item;
                        }
                        let mut met_here = met.lock().expect("nobody panics");
                        if !met_here.contains(&current().id()) {
                            met_here.push(current().id());
                        }
                        drop(met_here);
                        if item == 0 {
                            // Only now is there somebody who asks.
                            other_may_end.store(true, Relaxed);
                            while !hungry() {
                                yield_now();
                            }
                        } else if item < 16 {
                            // Long enough to be noticed.
                            sleep(Duration::from_millis(1));
                        } else {
                            while !met_two() {
                                yield_now();
                            }
                        }
                        item
                    })
                    .sum::<usize>()
            };
            // Two items on two threads.
            (0..2).into_par_iter().for_each(|part| {
                if part == 1 {
                    other_begun.store(true, Relaxed);
                    return until(&other_may_end);
                }
                until(&other_begun);
                for _ in 0..WARM {
                    assert_eq!(call(), 2016);
                }
                dear.store(true, Relaxed);
                assert_eq!(call(), 2016);
            });
            assert!(met_two());
        });
    });
}

#[test]
fn nested_small_calls_that_collect_are_as_in_std() {
    pools(|_| {
        for _ in 0..3 {
            let row = |n: usize| (0..n % 40).map(move |i| n * i);
            let rows: Vec<Vec<usize>> = (0..2_000usize)
                .into_par_iter()
                .map(|n| (0..n % 40).into_par_iter().map(|i| n * i).collect())
                .collect();
            assert!(rows.into_iter().eq((0..2_000).map(|n| row(n).collect::<Vec<_>>())));
        }
    });
}

#[test]
fn a_small_search_drops_what_is_behind_its_hit() {
    pools(|threads| {
        let tally = Tally::new();
        for _ in 0..WARM {
            let looks = AtomicUsize::new(0);
            let items: Vec<_> = (0..64).map(|n| tally.make(n)).collect();
            let hit = items.into_par_iter().find_first(|item| {
                looks.fetch_add(1, Relaxed);
                item.value >= 3
            });
            assert_eq!(hit.map(|item| item.value), Some(3));
            tally.assert_all_dropped_once();
            assert!(threads > 1 || looks.into_inner() == 4);
        }
    });
}
