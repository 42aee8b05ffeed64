//! How deep stacks get, and whose they are.

use std::cell::Cell;
use std::hint::black_box;
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

thread_local!(static BOTTOM: Cell<usize> = const { Cell::new(0) });

/// Where the stack of this thread has come to, as an address. Stacks grow downwards.
#[inline(never)]
fn here() -> usize {
    let local = 0_u8;
    black_box(&raw const local).addr()
}

/// The deepest stack, in bytes, below which an item of a thousand loops of 64 is run. The loops are tasks of an
/// [`in_place_scope`](furcate::ThreadPool::in_place_scope) in a pool of so many threads.
fn deepest_of_a_thousand_loops(threads: usize, max_len: usize) -> usize {
    let builder = furcate::ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true);
    let pool = builder.start_handler(|_| BOTTOM.set(here())).build().expect("a few threads can be started");
    BOTTOM.set(here()); // the scope's owner may run tasks, too
    let (deepest, ran) = (AtomicUsize::new(0), AtomicUsize::new(0));
    pool.in_place_scope(|scope| {
        for _ in 0..1_000 {
            scope.spawn(|_| {
                (0..64).into_par_iter().with_max_len(max_len).for_each(|_| {
                    deepest.fetch_max(BOTTOM.get() - here(), Relaxed);
                    ran.fetch_add(1, Relaxed);
                    spin(100);
                });
            });
        }
    });
    assert_eq!(ran.into_inner(), 64_000);
    deepest.into_inner()
}

// A thread that waits for a part of its loop could begin another of the tasks on top, and so on; each waits for the one above. What
// one thread needs for a loop in pieces of one item is the halving down to them.
#[test]
fn loops_in_tasks_take_four_times_the_serial_stack_at_most() {
    watchdog(120, || {
        let halved = deepest_of_a_thousand_loops(1, 1);
        for max_len in [64, 1] {
            for threads in [2, 4, 8] {
                let deepest = deepest_of_a_thousand_loops(threads, max_len);
                println!(
                    "pieces of {max_len} at most, {threads} threads: {deepest} bytes, one thread {halved}"
                );
                assert!(
                    deepest <= 4 * halved,
                    "pieces of {max_len}, {threads} threads: {deepest} bytes, one thread {halved}"
                );
            }
        }
    });
}
