//! How deep stacks get, and whose they are.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::ThreadPoolBuilder;
use furcate::prelude::*;
use furcate_tests::watchdog;

use crate::{pool, spin};

fn recurse(depth: usize) -> usize {
    if depth == 0 { 0 } else { 1 + std::hint::black_box(recurse(depth - 1)) }
}

// rayon#900
#[test]
fn a_bridged_iterator_runs_on_the_stack_that_was_asked_for() {
    let large = ThreadPoolBuilder::new().num_threads(2).stack_size(256 << 20).join_on_drop(true);
    let pool = large.build().expect("two threads can be started");
    let depths: Vec<usize> =
        pool.install(|| std::iter::once_with(|| recurse(100_000)).par_bridge().collect());
    assert_eq!(depths, [100_000]);
}

// rayon#751
#[test]
fn scopes_in_another_pool_do_not_pile_up() {
    watchdog(120, || {
        let small = ThreadPoolBuilder::new().num_threads(2).stack_size(1 << 20).join_on_drop(true);
        let (a, b) = (small.build().expect("two threads can be started"), pool(2));
        let len = if cfg!(debug_assertions) { 50_000 } else { 200_000 };
        a.install(|| (0..len).into_par_iter().with_max_len(1).for_each(|_| b.scope(|_| ())));
    });
}

thread_local!(static LIVE: Cell<usize> = const { Cell::new(0) });

// Halide#9377
#[test]
fn tasks_with_loops_do_not_pile_up_on_one_stack() {
    watchdog(120, || {
        let pool = pool(4);
        let most = AtomicUsize::new(0);
        pool.scope(|scope| {
            for _ in 0..5_000 {
                scope.spawn(|_| {
                    LIVE.set(LIVE.get() + 1);
                    most.fetch_max(LIVE.get(), Relaxed);
                    (0..64).into_par_iter().with_max_len(1).for_each(|_| spin(10));
                    LIVE.set(LIVE.get() - 1);
                });
            }
        });
        assert!(most.load(Relaxed) <= 8, "{} tasks on one stack; {}", most.into_inner(), pool.stats());
    });
}
