//! How much memory collecting takes, and in how many allocations. A test program of its own: it has its own allocator.
//!
//! Bytes are counted as they were asked for, at their peak; no time is measured.

use std::sync::Mutex;

use furcate::prelude::*;
use furcate_tests::{in_pool, watchdog};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// There is one profiler at a time.
static MEASURING: Mutex<()> = Mutex::new(());

/// What it took to make a vector.
struct Cost {
    /// Bytes of the items.
    result: u64,
    /// Bytes in use at the peak.
    peak: u64,
    blocks: u64,
    /// Pieces that another thread ran.
    shared: u64,
    /// Pieces that were split.
    splits: u64,
}

/// Makes a vector, in a pool that has done so before, and looks at its memory.
fn cost<T: Send>(make: impl Fn() -> Vec<T>) -> Cost {
    drop(make());
    let before = furcate::stats();
    let profiler = dhat::Profiler::builder().testing().trim_backtraces(Some(1)).build();
    let made = make();
    let stats = dhat::HeapStats::get();
    assert_eq!(made.capacity(), made.len(), "one allocation of the exact size");
    drop(profiler);
    let done = furcate::stats().since(&before).total();
    Cost {
        result: size_of_val(&made[..]) as u64,
        peak: stats.max_bytes as u64,
        blocks: stats.total_blocks,
        shared: done.executed,
        splits: done.splits,
    }
}

/// Beyond the result there may be as much again, and a tenth, at each number of threads.
fn twice_at_most<T: Send>(what: &str, make: impl Fn() -> Vec<T> + Send + Sync) {
    let _alone = MEASURING.lock();
    watchdog(300, || {
        for threads in [1, 2, 4] {
            let Cost { result, peak, .. } = in_pool(threads, || cost(&make));
            println!("{what}, {threads} threads: {result} bytes, {peak} at the peak");
            assert!(
                peak <= result + result / 10 * 11,
                "{what}, {threads} threads: {peak} bytes for {result}"
            );
        }
    });
}

fn filtered(len: u64) -> Vec<u64> {
    (0..len).into_par_iter().filter(|n| n % 3 > 0).collect()
}

#[test]
fn filtered_items_are_held_twice_at_most() {
    for len in [100_000, 1_000_000, 1_400_000, 10_000_000] {
        twice_at_most("filter", || filtered(len));
    }
}

#[test]
fn flattened_items_are_held_twice_at_most() {
    twice_at_most("flat_map", || {
        (0..100_000).into_par_iter().flat_map(|n| (0..10).into_par_iter().map(move |m| n + m)).collect()
    });
    twice_at_most("flat_map_iter", || {
        (0..1_000_000_u64).into_par_iter().flat_map_iter(|n| n..n + n % 4).collect()
    });
}

#[test]
fn known_lengths_are_held_once() {
    let _alone = MEASURING.lock();
    watchdog(120, || {
        for threads in [1, 2, 4] {
            let collect = || (0..1_000_000_u64).into_par_iter().map(|n| n * n).collect();
            let Cost { result, peak, .. } = in_pool(threads, || cost(collect));
            assert!(peak <= result + 64 * 1024, "{threads} threads: {peak} bytes for {result}");
        }
    });
}

/// Twenty where no other thread took a piece, the growth of one buffer; else as much again for each piece at worst. How often pieces are
/// taken depends on what items cost, here in an unoptimised program, and on what the machine does; `benches/idle` counts
/// the allocations of an optimised one.
#[test]
fn few_allocations_are_made() {
    let _alone = MEASURING.lock();
    watchdog(120, || {
        for threads in [1, 2, 4] {
            for _ in 0..20 {
                let Cost { blocks, shared, splits, .. } = in_pool(threads, || cost(|| filtered(10_000)));
                let most = if shared == 0 { 20 } else { 20 + 12 * splits };
                assert!(
                    blocks <= most,
                    "{blocks} allocations, {splits} splits, {shared} pieces shared, {threads} threads"
                );
            }
        }
    });
}
