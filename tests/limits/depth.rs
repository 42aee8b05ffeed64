//! How much stack a level of nested joins takes beside the same recursion without them; and stacks that are tiny.
//!
//! A recursion of joins that runs deeper and deeper overflows its stack as a serial one does, only earlier: each level takes some
//! bytes more, as many as are measured here.

use std::hint::black_box;
use std::thread;

use furcate::ThreadPoolBuilder;
use furcate::prelude::*;
use furcate_tests::{size, watchdog};

use crate::leaves;

/// Bytes that a level may take beyond those of the serial one. Seen without optimisation, with closures of a word: 590 to 690
/// for a join, 1,070 for a scope.
const JOIN: usize = 900;
const SCOPE: usize = 1_400;

/// Where the stack of this thread is now, at about.
#[inline(never)]
fn here() -> usize {
    let local = 0u8;
    black_box(&raw const local).addr()
}

#[inline(never)]
fn serial(depth: usize) -> usize {
    if depth == 0 { here() } else { black_box(serial(black_box(depth - 1))) }
}

#[inline(never)]
fn left(depth: usize) -> usize {
    if depth == 0 { here() } else { furcate::join(|| left(depth - 1), || ()).0 }
}

#[inline(never)]
fn right(depth: usize) -> usize {
    if depth == 0 { here() } else { furcate::join(|| (), || right(depth - 1)).1 }
}

#[inline(never)]
fn scopes(depth: usize) -> usize {
    if depth == 0 { here() } else { furcate::scope(|_| scopes(depth - 1)) }
}

/// Bytes of stack a level takes, in a pool of one thread: with more, parts may run on other stacks.
fn level(recursion: fn(usize) -> usize) -> usize {
    let pool = ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build().expect("one thread");
    pool.install(|| {
        let (shallow, deep) = (recursion(1_000), recursion(3_000));
        (shallow - deep) / 2_000
    })
}

#[test]
fn a_level_of_joins_takes_a_constant_beyond_a_serial_one() {
    watchdog(100, || {
        let plain = level(serial);
        let [left, right, scopes] = [left, right, scopes].map(level);
        println!("bytes a level: serial {plain}, left {left}, right {right}, scopes {scopes}");
        for (name, taken, most) in [("left", left, JOIN), ("right", right, JOIN), ("scopes", scopes, SCOPE)] {
            assert!(taken <= plain + most, "{name}: {taken} bytes a level, serial {plain}");
        }
    });
}

/// So deep that no default stack would do; the joins that nobody takes wait in the worker's own queue.
#[test]
fn very_many_joins_may_be_nested() {
    watchdog(300, || {
        let depth = size(100_000, 1_000_000);
        for threads in [1, 4] {
            for recursion in [left as fn(usize) -> usize, right] {
                let stack = depth * level(recursion) + (1 << 20);
                let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(stack).build();
                pool.expect("a large stack").install(|| black_box(recursion(depth)));
            }
        }
    });
}

#[test]
fn tiny_stacks_are_enough_for_small_work() {
    watchdog(100, || {
        for stack in [0, 1, 16 << 10, 32 << 10, 64 << 10] {
            let pool = ThreadPoolBuilder::new().num_threads(3).stack_size(stack).join_on_drop(true).build();
            let pool = pool.expect("small stacks");
            for _ in 0..20 {
                assert_eq!(pool.install(|| leaves(8)), 8);
                let mut done = [false; 10];
                pool.scope(|scope| done.iter_mut().for_each(|done| scope.spawn(move |_| *done = true)));
                assert_eq!(done, [true; 10]);
                assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
            }
        }
    });
}

/// A loop is no deeper than the logarithm of its length, whoever runs its pieces.
#[test]
fn loops_and_sorts_run_on_small_stacks() {
    watchdog(100, || {
        let builder = ThreadPoolBuilder::new().num_threads(3).stack_size(256 << 10);
        let pool = builder.build().expect("small stacks");
        pool.install(|| {
            assert_eq!((0..1_000_000u64).into_par_iter().with_max_len(1).sum::<u64>(), 499_999_500_000);
            let mut row: Vec<u32> = (0..200_000u32).map(|n| n.wrapping_mul(2_654_435_761)).collect();
            row.par_sort();
            assert!(row.is_sorted());
            row.par_sort_unstable_by(|a, b| b.cmp(a));
            assert!(row.is_sorted_by(|a, b| a >= b));
        });
        // What nobody runs on a pool's thread: a caller of 256 KiB is a guest.
        let guest = thread::Builder::new().stack_size(256 << 10);
        let sum = guest.spawn(|| (0..1_000_000u64).into_par_iter().with_max_len(1).sum::<u64>());
        assert_eq!(sum.expect("a thread").join().expect("no overflow"), 499_999_500_000);
    });
}
