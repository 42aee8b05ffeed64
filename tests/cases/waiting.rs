//! Loops that hold a lock, talk over channels or call other pools: none hangs, and none meets what it must not.

use std::cell::Cell;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Barrier, Mutex};

use furcate::prelude::*;
use furcate_tests::{passed_alone, rerun, watchdog};

use crate::{pool, spin};

// rayon#592, rayon#1205
#[test]
fn a_lock_may_be_held_across_a_nested_loop() {
    watchdog(120, || {
        let pool = pool(4);
        for round in 0..200 {
            let (lock, sum) = (Mutex::new(0), AtomicUsize::new(0));
            let locked = |n: usize| {
                let mut last = lock.lock().unwrap();
                (0..64usize).into_par_iter().with_max_len(4).for_each(|_| {
                    spin(100);
                    sum.fetch_add(1, Relaxed);
                });
                *last = n;
            };
            pool.install(|| match round % 2 {
                0 => (0..64).into_par_iter().with_max_len(1).for_each(locked),
                _ => furcate::scope(|scope| (0..64).for_each(|n| scope.spawn(move |_| locked(n)))),
            });
            assert_eq!(sum.into_inner(), 64 * 64);
        }
    });
}

// polars#22159
#[test]
fn tasks_that_talk_may_run_loops_inside() {
    watchdog(120, || {
        let pool = pool(4);
        for _ in 0..50 {
            let (senders, receivers): (Vec<_>, Vec<_>) = (0..4).map(|_| channel::<usize>()).unzip();
            pool.scope(|scope| {
                for receiver in receivers {
                    let senders = senders.clone();
                    scope.spawn(move |_| {
                        senders.iter().for_each(|sender| sender.send(1).unwrap());
                        for _ in 0..4 {
                            assert_eq!(receiver.recv(), Ok(1));
                            (0..32).into_par_iter().with_max_len(1).for_each(|_| spin(50));
                        }
                    });
                }
            });
        }
    });
}

/// Not promised, but so common that it should work: as many items as threads, which wait for each other.
#[test]
fn a_few_items_may_wait_for_each_other() {
    watchdog(120, || {
        for threads in [2, 3, 4, 8] {
            let pool = pool(threads);
            for _ in 0..50 {
                let barrier = Barrier::new(threads);
                let items = || (0..threads).into_par_iter();
                pool.install(|| items().for_each(|_| _ = barrier.wait()));
                let met: Vec<usize> = pool.install(|| {
                    let wait = |n| {
                        barrier.wait();
                        n
                    };
                    items().map(wait).collect()
                });
                assert!(met.into_iter().eq(0..threads));
                pool.install(|| items().with_max_len(1).for_each(|_| _ = barrier.wait()));
            }
        }
    });
}

/// Work in phases, as some linear-algebra crates do it: each of `threads` tasks does its share of a phase, and waits for the
/// others before the next. `run` is to call the task once for each share.
fn in_phases(threads: usize, run: impl FnOnce(&(dyn Fn(usize) + Sync))) {
    let barrier = Barrier::new(threads);
    let (packed, summed): (Vec<_>, Vec<_>) =
        (0..threads).map(|_| (AtomicUsize::new(0), AtomicUsize::new(0))).unzip();
    run(&|share| {
        packed[share].store(share + 1, Relaxed);
        barrier.wait();
        // All shares of the first phase are needed.
        summed[share].store(packed.iter().map(|part| part.load(Relaxed)).sum(), Relaxed);
        barrier.wait();
        assert!(summed.iter().all(|sum| sum.load(Relaxed) == threads * (threads + 1) / 2));
    });
    assert!(summed.iter().all(|sum| sum.load(Relaxed) > 0));
}

/// Each way to have a task on every thread of the current pool.
fn meet_in_every_way(threads: usize) {
    in_phases(threads, |task| {
        furcate::scope(|scope| (0..threads).for_each(|share| scope.spawn(move |_| task(share))));
    });
    in_phases(threads, |task| {
        furcate::in_place_scope(|scope| (0..threads).for_each(|share| scope.spawn(move |_| task(share))));
    });
    in_phases(threads, |task| {
        furcate::scope_fifo(|scope| (0..threads).for_each(|share| scope.spawn_fifo(move |_| task(share))));
    });
    in_phases(threads, |task| {
        furcate::scope(|scope| {
            (1..threads).for_each(|share| scope.spawn(move |_| task(share)));
            task(0);
        });
    });
    in_phases(threads, |task| _ = furcate::broadcast(|context| task(context.index())));
    in_phases(threads, |task| {
        furcate::scope(|scope| scope.spawn_broadcast(|_, context| task(context.index())));
    });
    in_phases(threads, |task| (0..threads).into_par_iter().for_each(task));
    in_phases(threads, |task| (0..threads).into_par_iter().with_max_len(1).for_each(task));
    in_phases(threads, |task| {
        let mut shares: Vec<usize> = (0..threads).collect();
        shares.par_iter_mut().for_each(|share| task(*share));
    });
}

// faer, gemm
#[test]
fn phases_may_be_parted_by_barriers() {
    watchdog(120, || {
        for threads in [1, 2, 4, 7] {
            let pool = pool(threads);
            for _ in 0..20 {
                pool.install(|| meet_in_every_way(threads));
                in_phases(threads, |task| {
                    pool.scope(|scope| (0..threads).for_each(|share| scope.spawn(move |_| task(share))));
                });
                in_phases(threads, |task| {
                    pool.in_place_scope(|scope| {
                        (0..threads).for_each(|share| scope.spawn(move |_| task(share)))
                    });
                });
                in_phases(threads, |task| _ = pool.broadcast(|context| task(context.index())));
            }
        }
    });
}

// faer, gemm
#[test]
fn phases_in_the_global_pool_may_be_parted_by_barriers() {
    const NAME: &str = "waiting::phases_in_the_global_pool_may_be_parted_by_barriers";
    for guests in ["0", "1"] {
        let prepare = |command: &mut Command| {
            command.env("FURCATE_NUM_THREADS", "4").env("FURCATE_GUESTS", guests);
        };
        let Some(output) = rerun(NAME, prepare) else {
            return watchdog(120, || (0..50).for_each(|_| meet_in_every_way(4)));
        };
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && text.contains("1 passed"), "{text}\n{errors}");
    }
}

// nushell#18997, polars#27600. As reported: the loop that sends begins first, and is known to nobody.
#[test]
fn two_loops_share_a_small_pool_over_a_rendezvous() {
    const NAME: &str = "waiting::two_loops_share_a_small_pool_over_a_rendezvous";
    for _ in 0..20 {
        if !passed_alone(NAME) {
            return watchdog(120, || {
                let (pool, (sender, receiver)) = (pool(2), sync_channel(0));
                pool.spawn(move || (0..20).into_par_iter().for_each(|n| sender.send(n).unwrap()));
                assert_eq!(pool.install(move || receiver.into_iter().par_bridge().count()), 20);
            });
        }
    }
}

// The same, again and again, so that both loops are known to be dear: then it is the one that receives which has to have a
// thread first. (A loop known to be dear is shared before its first item is done, so sending may take both threads.)
#[test]
fn a_loop_that_receives_keeps_its_thread_from_loops_that_send() {
    watchdog(120, || {
        let pool = pool(2);
        for _ in 0..300 {
            let (sender, receiver) = sync_channel(0);
            let both = || {
                pool.spawn(move || (0..20).into_par_iter().for_each(|n| sender.send(n).unwrap()));
                receiver.into_iter().par_bridge().count()
            };
            assert_eq!(pool.install(both), 20);
        }
    });
}

// rayon#997, rayon#1142
#[test]
fn a_bridged_iterator_may_fork_under_an_outer_loop() {
    watchdog(120, || {
        let pool = pool(10);
        for _ in 0..30 {
            let inner = |outer: usize| {
                let items = (0..16).map(move |n| {
                    furcate::join(|| spin(200), || spin(200));
                    outer + n
                });
                items.par_bridge().map(|n| n % 2)
            };
            let odd: usize = pool.install(|| (0..40).into_par_iter().with_max_len(1).flat_map(inner).sum());
            assert_eq!(odd, 40 * 8);
        }
    });
}

// rayon#739, rayon#740, rayon#768
#[test]
fn each_item_may_be_a_call_to_another_pool() {
    watchdog(120, || {
        let (a, b) = (pool(1), pool(1));
        for _ in 0..300 {
            let sum = a.install(|| (1..=100u64).into_par_iter().map(|n| b.install(|| n)).sum::<u64>());
            assert_eq!(sum, 5050);
        }
    });
}

thread_local!(static LOOPS: Cell<usize> = const { Cell::new(0) });

// rayon#957, sseq#105. A task that has nothing to do with a loop comes onto the loop's stack only in one case, which is
// counted: nobody took it for a long time while the loop waited.
#[test]
fn a_loop_is_not_stuck_behind_a_long_task() {
    watchdog(120, || {
        let pool = pool(2);
        let (stop, stuck) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !stop.load(Relaxed) {
                    pool.scope(|scope| {
                        scope.spawn(|_| {
                            stuck.fetch_add(usize::from(LOOPS.get() > 0), Relaxed);
                            spin(100_000);
                        });
                    });
                }
            });
            for _ in 0..200 {
                pool.install(|| {
                    LOOPS.set(LOOPS.get() + 1);
                    (0..64).into_par_iter().with_max_len(1).for_each(|_| spin(2_000));
                    LOOPS.set(LOOPS.get() - 1);
                });
            }
            stop.store(true, Relaxed);
        });
        let strangers = pool.stats().total().strangers;
        assert!(stuck.into_inner() as u64 <= strangers, "{}", pool.stats());
    });
}

// rayon#588, rayon#819, rayon#1105, rayon#872. Jobs of a loop wait for another pool; no further one begins meanwhile.
#[test]
fn items_do_not_overlap_while_they_wait_for_another_pool() {
    watchdog(120, || {
        let (a, b) = (pool(1), pool(1));
        let log = Mutex::new(Vec::new());
        let item = |n: usize| {
            log.lock().unwrap().push(n);
            b.install(|| spin(100_000));
            log.lock().unwrap().push(n);
        };
        a.install(|| (0..5).into_par_iter().with_max_len(1).for_each(item));
        a.scope(|scope| (0..5).for_each(|n| scope.spawn(move |_| furcate::isolate(|| item(n)))));
        let log = log.into_inner().unwrap();
        assert_eq!(log.len(), 20);
        assert!(log.chunks(2).all(|pair| pair[0] == pair[1]), "{log:?}");
    });
}
