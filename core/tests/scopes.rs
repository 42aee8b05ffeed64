//! Tasks of scopes, wherever they lie: each runs once, finds what it took along, and is counted.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

use common::{Census, Random, pool, watched};
use furcate_core::{
    Scope, ScopeFifo, ThreadPool, in_place_scope_fifo, join, scope, scope_bounded, scope_fifo,
};

#[repr(align(64))]
struct Aligned(u8);

/// Spawns a task that takes `N` bytes along, and some others beside it.
fn spawn_sized<'scope, const N: usize>(
    scope: &Scope<'scope>,
    sum: &'scope AtomicUsize,
    census: &'scope Census,
) {
    let (counted, bytes) = (census.make(), [N as u8; N]);
    scope.spawn(move |scope| {
        assert_eq!(bytes, [N as u8; N]);
        let aligned = Aligned(1);
        // From within a task, on whichever thread.
        scope.spawn(move |_| {
            assert_eq!(&raw const aligned as usize % 64, 0);
            sum.fetch_add(usize::from(aligned.0), Relaxed);
        });
        sum.fetch_add(N, Relaxed);
        drop(counted);
    });
    let aligned = Aligned(1);
    scope.spawn(move |_| {
        assert_eq!(&raw const aligned as usize % 64, 0);
        sum.fetch_add(usize::from(aligned.0), Relaxed);
    });
}

#[test]
fn tasks_of_all_sizes_run_once() {
    watched(|| {
        for threads in [1, 2, 4] {
            let pool = pool(threads);
            for rounds in [1, 3, 100] {
                let (sum, census) = (AtomicUsize::new(0), Census::default());
                pool.scope(|scope| {
                    for _ in 0..rounds {
                        spawn_sized::<0>(scope, &sum, &census);
                        spawn_sized::<1>(scope, &sum, &census);
                        spawn_sized::<100>(scope, &sum, &census);
                        spawn_sized::<1_000>(scope, &sum, &census);
                        spawn_sized::<5_000>(scope, &sum, &census);
                        spawn_sized::<7>(scope, &sum, &census);
                    }
                });
                assert_eq!(sum.into_inner(), rounds * (6_108 + 12));
                assert_eq!(census.alive(), 0);
            }
        }
    });
}

/// Spawns at random: from the body, from tasks, across joins; some tasks panic. Returns how many were spawned.
fn random_spawns(pool: &ThreadPool, seed: u64, bangs: bool) {
    fn task<'scope>(
        scope: &Scope<'scope>,
        seed: u64,
        bangs: bool,
        counts: &'scope (AtomicUsize, AtomicUsize),
    ) {
        counts.0.fetch_add(1, Relaxed);
        scope.spawn(move |scope| {
            counts.1.fetch_add(1, Relaxed);
            let mut random = Random(seed | 1);
            match random.below(8) {
                0 => task(scope, random.below(u64::MAX), bangs, counts),
                1 => {
                    _ = join(|| task(scope, seed / 3, bangs, counts), || task(scope, seed / 5, bangs, counts))
                }
                2 if bangs => std::panic::resume_unwind(Box::new("bang")),
                _ => {}
            }
        });
    }
    let (counts, census) = ((AtomicUsize::new(0), AtomicUsize::new(0)), Census::default());
    let run = || {
        pool.scope(|scope| {
            let mut random = Random(seed | 1);
            for _ in 0..random.below(200) {
                let counted = census.make();
                scope.spawn(move |_| drop(counted));
                task(scope, random.below(u64::MAX), bangs, &counts);
            }
        });
    };
    let ended = catch_unwind(AssertUnwindSafe(run));
    assert!(bangs || ended.is_ok());
    assert_eq!(counts.0.into_inner(), counts.1.into_inner());
    assert_eq!(census.alive(), 0);
}

#[test]
fn scopes_end_after_their_last_task() {
    watched(|| {
        for threads in [1, 2, 3] {
            let pool = pool(threads);
            for seed in 0..200 {
                random_spawns(&pool, seed * 77 + 5, seed % 2 == 0);
            }
        }
    });
}

#[test]
fn many_tasks_of_a_scope_in_a_scope_run_once() {
    watched(|| {
        let sum = AtomicUsize::new(0);
        let inner = |_: &Scope<'_>| {
            scope(|scope| {
                for _ in 0..100 {
                    scope.spawn(|_| _ = sum.fetch_add(1, Relaxed));
                }
            });
        };
        scope(|scope| {
            for _ in 0..50 {
                scope.spawn(inner);
            }
        });
        let fifo = |_: &ScopeFifo<'_>| _ = sum.fetch_add(1, Relaxed);
        scope_fifo(|scope| (0..1_000).for_each(|_| scope.spawn_fifo(fifo)));
        assert_eq!(sum.into_inner(), 6_000);
    });
}

#[test]
fn no_more_tasks_wait_than_the_bound_says() {
    watched(|| {
        for threads in [1, 2, 3] {
            let pool = pool(threads);
            for limit in [0, 1, 5, 100] {
                // Closures of tasks that have not begun.
                let (waiting, ran) = (&Census::default(), &AtomicUsize::new(0));
                pool.scope_bounded(limit, |scope| {
                    for _ in 0..1_000 {
                        let counted = waiting.make();
                        scope.spawn(move |_| {
                            drop(counted);
                            ran.fetch_add(1, Relaxed);
                        });
                        // One may have left the count, and not yet been dropped, on each other thread.
                        assert!(waiting.alive() < (limit + threads) as isize);
                    }
                });
                assert_eq!((waiting.alive(), ran.load(Relaxed)), (0, 1_000));
            }
        }
    });
}

#[test]
fn bounded_scopes_end_whoever_spawns() {
    fn tree<'scope>(scope: &Scope<'scope>, depth: u32, ran: &'scope AtomicUsize) {
        ran.fetch_add(1, Relaxed);
        if depth > 0 {
            scope.spawn(move |scope| tree(scope, depth - 1, ran));
            scope.spawn(move |scope| _ = join(|| tree(scope, depth - 1, ran), || ()));
        }
    }
    watched(|| {
        for threads in [1, 2, 3] {
            let pool = pool(threads);
            for limit in [0, 1, 7] {
                let ran = AtomicUsize::new(0);
                pool.scope_bounded(limit, |scope| tree(scope, 9, &ran));
                assert_eq!(ran.into_inner(), (1 << 10) - 1);
                // The worker is stuck until those outside have spawned all theirs.
                let ran = AtomicUsize::new(0);
                pool.scope_bounded(limit, |scope| {
                    let spawn = || (0..100).for_each(|_| tree(scope, 2, &ran));
                    thread::scope(|threads| (0..2).for_each(|_| _ = threads.spawn(spawn)));
                });
                assert_eq!(ran.into_inner(), 1_400);
            }
        }
        // As a guest.
        let ran = AtomicUsize::new(0);
        scope_bounded(3, |scope| tree(scope, 9, &ran));
        assert_eq!(ran.into_inner(), (1 << 10) - 1);
    });
}

#[test]
fn task_over_the_bound_panics_out_of_the_scope() {
    let (sender, receiver) = channel();
    let run = || {
        scope_bounded(0, |scope| {
            scope.spawn(|_| std::panic::resume_unwind(Box::new("over")));
            sender.send("went on").unwrap();
        });
    };
    let payload = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&"over"));
    assert_eq!(receiver.recv(), Ok("went on"));
}

#[test]
fn scopes_in_place_stay_on_the_calling_thread_and_their_tasks_do_not() {
    watched(|| {
        let pool = pool(1);
        let (sender, receiver) = channel();
        let here = thread::current().id();
        let body = |scope: &ScopeFifo<'_>| {
            for task in 0..10 {
                let sender = sender.clone();
                scope.spawn_fifo(move |_| sender.send((task, thread::current().id())).unwrap());
            }
            thread::current().id()
        };
        assert_eq!(pool.in_place_scope_fifo(body), here);
        let worker = pool.install(|| thread::current().id());
        assert_ne!(worker, here);
        assert!(receiver.try_iter().eq((0..10).map(|task| (task, worker))), "in the order of spawning");
        assert_eq!(pool.install(|| in_place_scope_fifo(body)), worker);
        assert!(receiver.try_iter().eq((0..10).map(|task| (task, worker))), "in the order of spawning");
    });
}
