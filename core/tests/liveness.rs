//! Nothing hangs: locks across joins, barriers, channels, calls across pools, many callers at once.
//!
//! The file is long because each way to hang that was ever found has its test here.

mod common;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use common::{pool, rerun, watched};
use furcate_core::{ThreadPoolBuilder, broadcast, in_place_scope, isolate, join, scope, spawn};

/// Calls `f` for each number of a range, by joins down to single numbers.
fn for_each(range: std::ops::Range<usize>, f: &(impl Fn(usize) + Sync)) {
    if range.len() > 1 {
        let middle = range.start + range.len() / 2;
        join(|| for_each(range.start..middle, f), || for_each(middle..range.end, f));
    } else {
        range.for_each(f);
    }
}

fn spin(turns: usize) {
    for i in 0..turns {
        std::hint::black_box(i);
    }
}

/// Waits as user code does that knows nothing of the pool.
fn until(flag: &AtomicBool) {
    while !flag.load(SeqCst) {
        thread::yield_now();
    }
}

// rayon#592, rayon#1205
#[test]
fn lock_may_be_held_across_nested_parallel_work() {
    watched(|| {
        let pool = pool(4);
        for _ in 0..200 {
            let (lock, sum) = (Mutex::new(()), AtomicUsize::new(0));
            pool.install(|| {
                for_each(0..64, &|_| {
                    let _guard = lock.lock().unwrap();
                    for_each(0..64, &|_| {
                        spin(50);
                        sum.fetch_add(1, SeqCst);
                    });
                });
            });
            assert_eq!(sum.into_inner(), 64 * 64);
        }
    });
}

// polars#22159
#[test]
fn tasks_that_talk_may_join_inside() {
    watched(|| {
        let pool = pool(4);
        for _ in 0..50 {
            let (senders, receivers): (Vec<_>, Vec<_>) = (0..4).map(|_| channel::<usize>()).unzip();
            pool.scope(|scope| {
                for receiver in receivers {
                    let senders = senders.clone();
                    scope.spawn(move |_| {
                        for sender in &senders {
                            sender.send(1).unwrap();
                        }
                        for _ in 0..4 {
                            assert_eq!(receiver.recv(), Ok(1));
                            join(|| spin(500), || spin(500));
                        }
                    });
                }
            });
        }
    });
}

// rayon#992
#[test]
fn broadcasts_reach_workers_that_fall_asleep() {
    watched(|| {
        let pool = pool(4);
        for round in 0..30_000 {
            assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2, 3]);
            spin(round % 97 * 200);
        }
    });
}

// rayon#943, rayon#945
#[test]
fn all_workers_of_a_dropped_pool_end() {
    watched(|| {
        let (sender, ends) = channel();
        for _ in 0..50 {
            let sender = sender.clone();
            let exit = move |_| sender.send(()).unwrap();
            drop(ThreadPoolBuilder::new().num_threads(8).exit_handler(exit).build().unwrap());
        }
        assert_eq!(ends.iter().take(400).count(), 400);
    });
}

// rayon#835, rover#1548
#[test]
fn driver_of_an_in_place_scope_may_block() {
    watched(|| {
        let pool = pool(1);
        for round in 0..1_000 {
            let (sender, receiver) = channel();
            let value = pool.in_place_scope(|scope| {
                scope.spawn(move |_| sender.send(round).unwrap());
                receiver.recv().unwrap()
            });
            assert_eq!(value, round);
            let (sender, receiver) = channel();
            in_place_scope(|scope| {
                scope.spawn(move |_| sender.send(round).unwrap());
                assert_eq!(receiver.recv(), Ok(round));
            });
        }
    });
}

// nushell#18997, polars#27600, in a form that does not depend on who steals what: each stage needs a worker
// of its own.
#[test]
fn two_stages_share_a_pool_over_a_rendezvous() {
    watched(|| {
        let pool = pool(2);
        for _ in 0..100 {
            let (sender, receiver) = sync_channel(0);
            pool.spawn(move || (0..20).for_each(|i| sender.send(i).unwrap()));
            assert_eq!(pool.install(move || receiver.iter().count()), 20);
        }
    });
}

#[test]
fn scope_tasks_may_meet_at_a_barrier() {
    watched(|| {
        for threads in [2, 3, 8, 70] {
            let pool = pool(threads);
            for _ in 0..if threads > 10 { 5 } else { 100 } {
                let barrier = Barrier::new(threads);
                pool.scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|_| _ = barrier.wait());
                    }
                });
                pool.in_place_scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|_| _ = barrier.wait());
                    }
                });
                pool.broadcast(|_| barrier.wait());
            }
        }
    });
}

#[test]
fn scope_tasks_in_the_global_pool_may_meet_at_a_barrier() {
    watched(|| {
        let threads = furcate_core::current_num_threads();
        for _ in 0..100 {
            let barrier = Barrier::new(threads);
            scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|_| _ = barrier.wait());
                }
            });
        }
    });
}

#[test]
fn both_sides_of_a_join_may_meet() {
    watched(|| {
        let pool = pool(2);
        for _ in 0..200 {
            let barrier = Barrier::new(2);
            pool.join(|| barrier.wait(), || barrier.wait());
        }
    });
}

#[test]
fn leaves_of_a_join_tree_may_meet() {
    fn tree(leaves: usize, leaf: &(impl Fn() + Sync)) {
        if leaves == 1 {
            leaf();
        } else {
            join(|| tree(leaves / 2, leaf), || tree(leaves - leaves / 2, leaf));
        }
    }
    watched(|| {
        for threads in [2, 3, 4, 8, 16] {
            for round in 0..20 {
                // The threads are still awake, or asleep.
                let pool = pool(threads);
                spin(round * 20_000);
                for _ in 0..5 {
                    let barrier = Barrier::new(threads);
                    pool.install(|| tree(threads, &|| _ = barrier.wait()));
                }
            }
        }
    });
}

#[test]
fn leaf_that_waits_for_its_private_sibling_is_freed() {
    watched(|| {
        let pool = pool(2);
        for depth in [1, 6, 20] {
            let (sender, receiver) = channel();
            let receiver = Mutex::new(receiver);
            fn down(depth: usize, leaf: &(impl Fn() + Sync), sibling: &(impl Fn() + Sync)) {
                if depth == 0 {
                    leaf();
                } else {
                    join(|| down(depth - 1, leaf, sibling), sibling);
                }
            }
            let leaf = || (0..depth).for_each(|_| receiver.lock().unwrap().recv().unwrap());
            pool.install(|| down(depth, &leaf, &|| sender.send(()).unwrap()));
        }
    });
}

#[test]
fn waiter_frees_the_private_sibling_of_a_leaf_that_waits() {
    watched(|| {
        // All threads are in use: one waits for the outer right side, the other one is in that.
        let pool = pool(2);
        for _ in 0..100 {
            let (begun, freed) = (AtomicBool::new(false), AtomicBool::new(false));
            let inner = || join(|| until(&freed), || freed.store(true, SeqCst));
            let right = || {
                begun.store(true, SeqCst);
                join(inner, || ())
            };
            pool.join(|| until(&begun), right);
        }
    });
}

#[test]
fn guest_that_leaves_sees_to_what_others_hide() {
    let test = "guest_that_leaves_sees_to_what_others_hide";
    let inside = watched(|| rerun(test, &[("FURCATE_NUM_THREADS", "2")]));
    if let Some(output) = inside {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    watched(|| {
        let [entered, leave, freed] = [const { AtomicBool::new(false) }; 3];
        thread::scope(|threads| {
            threads.spawn(|| {
                scope(|_| {
                    entered.store(true, SeqCst);
                    until(&leave);
                });
            });
            until(&entered);
            scope(|_| {
                // Nobody is free to take these: the later ones stay private.
                (0..100).for_each(|_| _ = join(|| (), || ()));
                let left = || {
                    leave.store(true, SeqCst);
                    until(&freed);
                };
                join(left, || freed.store(true, SeqCst));
            });
        });
    });
}

#[test]
fn broadcast_from_outside_holds_no_slot() {
    let test = "broadcast_from_outside_holds_no_slot";
    let inside = watched(|| rerun(test, &[("FURCATE_NUM_THREADS", "2")]));
    if let Some(output) = inside {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    watched(|| {
        let [entered, freed] = [const { AtomicBool::new(false) }; 2];
        thread::scope(|threads| {
            threads.spawn(|| {
                until(&entered);
                assert_eq!(broadcast(|context| context.index()), [0, 1]);
            });
            scope(|_| {
                entered.store(true, SeqCst);
                // The broadcast waits for this call by now, and this call for the other slot.
                thread::sleep(Duration::from_millis(50));
                join(|| until(&freed), || freed.store(true, SeqCst));
            });
        });
    });
}

#[test]
fn guests_may_broadcast_at_the_same_time() {
    let test = "guests_may_broadcast_at_the_same_time";
    let inside = watched(|| rerun(test, &[("FURCATE_NUM_THREADS", "2")]));
    if let Some(output) = inside {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    watched(|| {
        // Each holds a slot, and waits for the other's.
        let meet = Barrier::new(2);
        let call = || {
            scope(|_| {
                meet.wait();
                assert_eq!(broadcast(|context| context.index()), [0, 1]);
            });
        };
        thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(call);
            }
        });
    });
}

#[test]
fn task_is_run_that_a_stranger_lies_upon() {
    let test = "task_is_run_that_a_stranger_lies_upon";
    let inside = watched(|| rerun(test, &[("FURCATE_NUM_THREADS", "1")]));
    if let Some(output) = inside {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    // Nobody else is there to take it, and who waits may not run what lies above.
    let below_a_detached_task = || {
        let (mut done, (sender, receiver)) = (false, channel());
        scope(|scope| {
            scope.spawn(|_| done = true);
            spawn(move || sender.send(7).unwrap());
        });
        assert!(done);
        receiver
    };
    let below_a_task_of_another_scope = || {
        let [outer, inner] = [const { AtomicBool::new(false) }; 2];
        scope(|out| {
            scope(|within| {
                within.spawn(|_| inner.store(true, SeqCst));
                out.spawn(|_| outer.store(true, SeqCst));
            });
            assert!(inner.load(SeqCst));
        });
        assert!(outer.into_inner());
    };
    watched(|| {
        // As a guest, then behind a wall.
        assert_eq!(below_a_detached_task().recv(), Ok(7));
        below_a_task_of_another_scope();
        let pool = pool(1);
        let receiver = pool.install(|| isolate(below_a_detached_task));
        assert_eq!(receiver.recv(), Ok(7));
        pool.install(|| isolate(below_a_task_of_another_scope));
    });
}

#[test]
fn start_handler_that_takes_long_keeps_nobody_asleep() {
    watched(|| {
        let done = Arc::new(AtomicBool::new(false));
        let wait = done.clone();
        let handler = move |index| {
            if index == 1 {
                until(&wait);
            }
        };
        let pool = ThreadPoolBuilder::new().num_threads(2).start_handler(handler).build().unwrap();
        // The other thread gives up its watch meanwhile.
        thread::sleep(Duration::from_millis(1_200));
        let task = done.clone();
        pool.spawn(move || task.store(true, SeqCst));
        until(&done);
    });
}

#[test]
fn detached_task_runs_although_all_workers_wait() {
    watched(|| {
        // The right side waits for a task from outside, the left side's worker for the right side.
        let pool = pool(2);
        let (sender, receiver) = channel();
        let both = Barrier::new(3);
        thread::scope(|threads| {
            let (pool, both) = (&pool, &both);
            threads.spawn(move || {
                let right = move || {
                    both.wait();
                    receiver.recv().unwrap()
                };
                pool.join(|| both.wait(), right)
            });
            both.wait();
            pool.spawn(move || sender.send(7).unwrap());
        });
    });
}

#[test]
fn pools_may_call_each_other_in_circles() {
    watched(|| {
        let (a, b) = (pool(1), pool(1));
        // Down and up again.
        fn ping(depth: usize, a: &furcate_core::ThreadPool, b: &furcate_core::ThreadPool) -> usize {
            if depth == 0 { 0 } else { 1 + a.install(|| ping(depth - 1, b, a)) }
        }
        assert_eq!(ping(50, &a, &b), 50);
        // Against each other.
        let meet = Barrier::new(2);
        for _ in 0..100 {
            let (x, y) = thread::scope(|threads| {
                let x = threads.spawn(|| {
                    a.install(|| {
                        meet.wait();
                        b.install(|| join(|| 1, || 2).1)
                    })
                });
                let y = threads.spawn(|| {
                    b.install(|| {
                        meet.wait();
                        a.install(|| join(|| 3, || 4).1)
                    })
                });
                (x.join().unwrap(), y.join().unwrap())
            });
            assert_eq!((x, y), (2, 4));
        }
    });
}

#[test]
fn isolated_code_meets_no_strangers() {
    thread_local!(static BUSY: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
    watched(|| {
        let (pool, other) = (pool(3), pool(2));
        let task = || {
            assert!(!BUSY.replace(true), "a stranger on the stack");
            isolate(|| {
                other.install(|| spin(300));
                scope(|scope| {
                    for _ in 0..3 {
                        scope.spawn(|_| spin(100));
                    }
                });
                furcate_core::yield_now();
            });
            BUSY.set(false);
        };
        pool.scope(|scope| {
            for _ in 0..300 {
                scope.spawn(|_| task());
            }
        });
    });
}

/// Tiny joins from many threads that are not the pool's.
#[test]
fn soak_of_tiny_joins_from_outside() {
    watched(|| {
        let sum = AtomicUsize::new(0);
        thread::scope(|threads| {
            for _ in 0..16 {
                threads.spawn(|| {
                    for i in 0..5_000 {
                        let (a, b) = join(|| i, || 1);
                        sum.fetch_add(a - i + b, SeqCst);
                        if i % 100 == 0 {
                            scope(|scope| scope.spawn(|_| _ = sum.fetch_add(1, SeqCst)));
                        }
                        if i % 1_000 == 0 {
                            thread::yield_now();
                        }
                    }
                });
            }
        });
        assert_eq!(sum.into_inner(), 16 * 5_050);
    });
}

#[test]
fn calls_after_a_pause_find_the_pool_awake_or_asleep() {
    watched(|| {
        // Pauses around every stage of falling asleep; they are no synchronisation.
        for pause in [0, 10, 30, 60, 100, 200, 1_000, 5_000] {
            for _ in 0..20 {
                thread::sleep(Duration::from_micros(pause));
                let (sender, receiver) = channel();
                spawn(move || sender.send(1).unwrap());
                assert_eq!(receiver.recv(), Ok(1));
                assert_eq!(join(|| 1, || 2), (1, 2));
            }
        }
    });
}
