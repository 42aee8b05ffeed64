//! `par_bridge`: each item once, nothing waits for ever, nothing is read far ahead.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use furcate::iter::once;
use furcate::prelude::*;
use furcate_tests::{Tally, in_pool, panic_message, pools, watchdog};

/// Works for about so long.
fn spin(micros: u64) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_micros(micros) {
        std::hint::spin_loop();
    }
}

#[test]
fn each_item_comes_once() {
    watchdog(120, || {
        pools(|_| {
            for len in [0, 1, 2, 100, 10_000, 300_000] {
                let mut items: Vec<usize> = (0..len).par_bridge().collect();
                items.sort_unstable();
                assert!(items.into_iter().eq(0..len));
            }
            for micros in [1, 7, 100] {
                let sum = (0..500u64)
                    .par_bridge()
                    .map(|n| {
                        spin(micros);
                        n
                    })
                    .sum::<u64>();
                assert_eq!(sum, 499 * 250);
            }
        });
    });
}

/// Cheap items first, dear ones behind, and the other way round.
#[test]
fn each_item_comes_once_however_the_cost_changes() {
    watchdog(120, || {
        pools(|_| {
            for dear in [|n: usize| n > 19_900, |n: usize| n < 100, |n: usize| n % 200 == 0] {
                let seen = Mutex::new(HashSet::new());
                (0..20_000usize).par_bridge().for_each(|n| {
                    spin(if dear(n) { 50 } else { 0 });
                    assert!(seen.lock().unwrap().insert(n));
                });
                assert_eq!(seen.into_inner().unwrap().len(), 20_000);
            }
        });
    });
}

/// The iterator takes the time, or the closure, or both, or first one and then the other: members come and go.
#[test]
fn each_item_comes_once_wherever_the_time_goes() {
    const LEN: u64 = 3_000;
    watchdog(120, || {
        pools(|_| {
            let pulls = [|_| 0, |_| 5, |_| 1, |n| 5 * (n / (LEN / 2)), |n| 5 * (1 - n / (LEN / 2))];
            let works = [|_| 0, |_| 5, |n| 5 * (n / (LEN / 2)), |n| u64::from(n % 64 == 0) * 30];
            for pull in pulls {
                for work in works {
                    let seen = Mutex::new(HashSet::new());
                    (0..LEN).inspect(|&n| spin(pull(n))).par_bridge().for_each(|n| {
                        spin(work(n));
                        assert!(seen.lock().unwrap().insert(n));
                    });
                    assert_eq!(seen.into_inner().unwrap().len(), LEN as usize);
                }
            }
        });
    });
}

/// Nobody has time to help: each bridge is worked on by the thread that began it, or by another that comes late.
#[test]
fn each_item_comes_once_in_a_busy_pool() {
    watchdog(120, || {
        pools(|threads| {
            let sum = |len: u64| {
                let mixed =
                    (0..len).par_bridge().map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17));
                mixed.reduce(|| 0, u64::wrapping_add)
            };
            let expected = sum(200_000);
            let sums: Vec<u64> = (0..4 * threads).into_par_iter().map(|_| sum(200_000)).collect();
            assert!(sums.into_iter().all(|sum| sum == expected));
        });
    });
}

// rayon#997, rayon#1142
#[test]
fn the_iterator_may_run_parallel_work() {
    watchdog(120, || {
        in_pool(2, || {
            for _ in 0..300 {
                let items = (0..64).inspect(|_| {
                    furcate::join(|| spin(20), || spin(20));
                });
                assert_eq!(items.par_bridge().count(), 64);
                let items = (0..16).map(|n| {
                    (0..n)
                        .into_par_iter()
                        .map(|n| {
                            spin(2);
                            n
                        })
                        .sum::<usize>()
                });
                assert_eq!(
                    items
                        .par_bridge()
                        .map(|n| {
                            spin(10);
                            n
                        })
                        .sum::<usize>(),
                    560
                );
            }
        });
    });
}

#[test]
fn bridges_may_be_nested() {
    watchdog(120, || {
        pools(|_| {
            let all = (0..40).par_bridge().flat_map(|n| {
                (0..n).par_bridge().map(|n| {
                    spin(5);
                    n
                })
            });
            assert_eq!(all.count(), 780);
            let inner = (0..30u64).map(|n| {
                (0..n)
                    .par_bridge()
                    .map(|n| {
                        spin(3);
                        n
                    })
                    .sum::<u64>()
            });
            assert_eq!(
                inner
                    .par_bridge()
                    .map(|n| {
                        spin(20);
                        n
                    })
                    .sum::<u64>(),
                4060
            );
        });
    });
}

// nushell#18997, polars#27600
#[test]
fn the_iterator_may_wait_for_other_tasks_of_the_pool() {
    watchdog(120, || {
        in_pool(2, || {
            for micros in [0, 50] {
                let (sender, receiver) = sync_channel(0);
                furcate::scope(|scope| {
                    scope.spawn(move |_| {
                        (0..20).into_par_iter().for_each_with(sender, |sender, n| sender.send(n).unwrap())
                    });
                    assert_eq!(receiver.into_iter().par_bridge().map(|_| spin(micros)).count(), 20);
                });
            }
        });
    });
}

// rayon#1068, rayon#1075
#[test]
fn slow_items_are_not_read_ahead() {
    watchdog(120, || {
        in_pool(4, || {
            let (pulled, finished, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
            (0..2000).inspect(|_| _ = pulled.fetch_add(1, Relaxed)).par_bridge().for_each(|_| {
                most.fetch_max(pulled.load(Relaxed).saturating_sub(finished.load(Relaxed)), Relaxed);
                spin(100);
                finished.fetch_add(1, Relaxed);
            });
            assert_eq!(finished.into_inner(), 2000);
            let most = most.into_inner();
            assert!(most <= 5, "{most} items were pulled and not finished");
        });
    });
}

// rayon#1311, rayon#1322
#[test]
fn slow_items_keep_all_threads_busy() {
    watchdog(120, || {
        for threads in [2, 4, 8] {
            in_pool(threads, || {
                // How many are at an item at this moment, and whether all threads have been at once.
                let meeting = (Mutex::new((0, false)), Condvar::new());
                (0..200).par_bridge().for_each(|n| {
                    if n == 0 {
                        return spin(1_000); // shows that items are slow
                    }
                    let mut state = meeting.0.lock().unwrap();
                    state.0 += 1;
                    state.1 |= state.0 == threads;
                    meeting.1.notify_all();
                    let mut state = meeting.1.wait_while(state, |(_, met)| !*met).unwrap();
                    state.0 -= 1;
                });
                assert!(meeting.0.into_inner().unwrap().1);
            });
        }
    });
}

#[test]
fn a_panic_of_the_iterator_comes_out_once_and_ends_the_rest() {
    watchdog(120, || {
        pools(|_| {
            for at in [0, 1, 100, 5000] {
                for micros in [0, 20] {
                    let tally = Tally::new();
                    let endless = (0..).map(|n| {
                        assert!(n != at, "as planned");
                        tally.make(n)
                    });
                    let message = panic_message(|| {
                        endless
                            .par_bridge()
                            .map(|item| {
                                spin(micros);
                                item
                            })
                            .collect::<Vec<_>>()
                    });
                    assert!(message.starts_with("as planned"));
                    tally.assert_all_dropped_once();
                }
            }
        });
    });
}

#[test]
fn a_panic_of_a_closure_ends_an_endless_iterator() {
    watchdog(120, || {
        pools(|_| {
            let message = panic_message(|| {
                (0..).par_bridge().for_each(|n| {
                    spin(5);
                    assert!(n != 1000, "as planned");
                });
            });
            assert!(message.starts_with("as planned"));
        });
    });
}

#[test]
fn an_endless_iterator_can_be_searched() {
    watchdog(120, || {
        pools(|_| {
            assert_eq!((0u64..).par_bridge().find_any(|&n| n == 100_000), Some(100_000));
            assert_eq!(
                (0u64..)
                    .par_bridge()
                    .map(|n| {
                        spin(20);
                        n
                    })
                    .find_any(|&n| n == 100),
                Some(100)
            );
            assert_eq!((0u64..).par_bridge().take_any(1000).count(), 1000);
        });
    });
}

#[test]
fn what_is_not_wanted_is_dropped_once() {
    pools(|_| {
        let tally = Tally::new();
        let items: Vec<_> = (0..10_000).map(|n| tally.make(n)).collect();
        assert!(items.into_iter().par_bridge().any(|item| {
            spin(1);
            item == 5000
        }));
        tally.assert_all_dropped_once();
    });
}

/// As many accumulators as members of the crew, though these may leave and be replaced when the iterator is slow.
#[test]
fn there_are_few_accumulators() {
    in_pool(2, || {
        let begun = AtomicUsize::new(0);
        let count = |_: usize, ()| ();
        let init = || {
            begun.fetch_add(1, Relaxed);
            0
        };
        (0..5000)
            .par_bridge()
            .map_init(init, |n, _| {
                spin(10);
                count(*n, ())
            })
            .count();
        let begun = begun.into_inner();
        assert!(begun <= 50, "{begun} accumulators");
    });
}

#[test]
fn separators_are_right_though_the_order_is_not() {
    pools(|_| {
        for len in [0, 1, 2, 2000] {
            let items: Vec<i32> = (0..len)
                .par_bridge()
                .map(|n| {
                    spin(3);
                    n
                })
                .intersperse(-1)
                .collect();
            assert_eq!(items.len() as i32, (2 * len - 1).max(0));
            assert!(items.iter().enumerate().all(|(at, &item)| (item == -1) == (at % 2 == 1)));
        }
    });
}

/// What is pending then is the call for a further member, on a thread that is one already.
#[test]
fn items_may_yield_in_a_busy_pool() {
    watchdog(120, || {
        in_pool(2, || {
            let [busy, idle] = [const { AtomicBool::new(false) }; 2];
            furcate::scope(|scope| {
                scope.spawn(|_| {
                    busy.store(true, Relaxed);
                    while !idle.load(Relaxed) {
                        std::thread::yield_now();
                    }
                });
                while !busy.load(Relaxed) {
                    std::thread::yield_now();
                }
                let mut items: Vec<usize> = (0..1_000)
                    .par_bridge()
                    .inspect(|_| {
                        spin(10);
                        _ = furcate::yield_now();
                    })
                    .collect();
                idle.store(true, Relaxed);
                items.sort_unstable();
                assert!(items.into_iter().eq(0..1_000));
            });
        });
    });
}

#[test]
fn an_iterator_is_not_asked_for_what_nobody_wants() {
    let asked = AtomicUsize::new(0);
    let asking = || std::iter::repeat_with(|| asked.fetch_add(1, Relaxed)).par_bridge();
    pools(|threads| {
        assert_eq!(asking().take_any(0).count(), 0);
        if threads == 1 {
            assert!(once(7).chain(asking()).any(|n| n == 7));
        }
    });
    assert_eq!(asked.into_inner(), 0);
}
