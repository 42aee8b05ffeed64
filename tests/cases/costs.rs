//! What is used up: memory, calls of `init`, wake-ups.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use furcate::prelude::*;
use furcate_tests::{passed_alone, watchdog};

use crate::pool;

// rayon#718, rayon#1214. `init` runs for a part that another thread took, not for each piece.
#[test]
fn init_runs_once_and_for_each_part_taken() {
    for threads in [2, 8] {
        let pool = pool(threads);
        let (calls, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        pool.install(|| {
            (0..4_000).into_par_iter().for_each_init(
                || calls.fetch_add(1, Relaxed),
                |_, _| {
                    let begun = Instant::now();
                    while begun.elapsed() < Duration::from_micros(20) {
                        std::hint::spin_loop();
                    }
                    done.fetch_add(1, Relaxed);
                },
            );
        });
        assert_eq!(done.into_inner(), 4_000);
        let stats = pool.stats().total();
        let (calls, taken) = (calls.into_inner() as u64, stats.executed);
        println!("{threads} threads: {calls} calls of init, {taken} parts taken");
        assert!(calls <= taken + 1, "{calls} calls of init; {}", pool.stats());
    }
}

// A call is worked off in blocks, and its pieces are offered; but not where there is nobody to offer them to.
#[test]
fn blocks_and_splits_are_counted() {
    let pool = pool(2);
    let work = |n: u64| (0..n).into_par_iter().map(|n| n.wrapping_mul(n).rotate_left(7)).max();
    let before = pool.stats();
    pool.install(|| (0..20).for_each(|_| _ = work(1_000_000)));
    let long = pool.stats().since(&before).total();
    assert!(long.splits >= 20 && long.blocks >= 20 * 10, "{}", pool.stats());
    assert!(long.published <= long.splits, "{}", pool.stats());

    let alone = crate::pool(1);
    alone.install(|| _ = work(1_000));
    let stats = alone.stats().total();
    assert_eq!((stats.splits, stats.blocks), (0, 0), "{stats:?}");
}

// rayon#718, rayon#1214. What `init` makes need not be `Send`, so it stays in its part. Values that may are made once for
// each worker in this way.
#[test]
fn values_by_worker_are_made_at_most_once_for_each_thread() {
    for threads in [2, 8] {
        let pool = pool(threads);
        let (calls, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let values: Vec<OnceLock<Mutex<usize>>> = (0..threads).map(|_| OnceLock::new()).collect();
        pool.install(|| {
            (0..4_000).into_par_iter().for_each(|_| {
                let index = furcate::current_thread_index().expect("a thread of the pool");
                let value = values[index].get_or_init(|| Mutex::new(calls.fetch_add(1, Relaxed)));
                let mut value = value.try_lock().expect("no other thread has this index");
                *value += 1;
                let begun = Instant::now();
                while begun.elapsed() < Duration::from_micros(20) {
                    std::hint::spin_loop();
                }
                done.fetch_add(1, Relaxed);
            });
        });
        assert_eq!(done.into_inner(), 4_000);
        let calls = calls.into_inner();
        assert!(calls <= threads, "{calls} calls for {threads} threads");
    }
}

/// The most memory this process ever used, in bytes.
#[cfg(target_os = "linux")]
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells what a process uses");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("also the peak");
    1024 * line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number of kilobytes")
}

// rayon#1189
#[test]
#[cfg(target_os = "linux")]
fn collecting_many_small_inner_iterators_takes_little_memory() {
    if passed_alone("costs::collecting_many_small_inner_iterators_takes_little_memory") {
        return;
    }
    const LEN: u32 = 4_000_000;
    pool(2).install(|| {
        assert_eq!((0..1000u32).into_par_iter().flat_map(u32::to_ne_bytes).collect::<Vec<_>>().len(), 4000);
        let before = peak();
        let bytes: Vec<u8> = (0..LEN).into_par_iter().flat_map(u32::to_ne_bytes).collect();
        let extra = (peak() - before).saturating_sub(bytes.len());
        println!("{} bytes collected with {extra} extra", bytes.len());
        assert!(bytes.chunks(4).eq((0..LEN).map(u32::to_ne_bytes)));
        assert!(extra < 4 * bytes.len(), "{extra} bytes extra for {}", bytes.len());
    });
}

// rayon#797, rayon#800. More than a counter of 13 bits holds.
#[test]
fn many_wake_ups_overflow_no_counter() {
    watchdog(120, || {
        let pool = pool(1);
        for n in 0..10_000u32 {
            let (sender, receiver) = std::sync::mpsc::sync_channel(1);
            pool.spawn(move || sender.send(n).expect("somebody waits for it"));
            assert_eq!(receiver.recv(), Ok(n));
        }
    });
}

/// Two thousand threads are there, each with an index, and end.
#[test]
#[cfg(not(miri))]
fn a_pool_may_have_thousands_of_threads() {
    watchdog(120, || {
        let begun = Instant::now();
        let builder = furcate::ThreadPoolBuilder::new().num_threads(2_000).stack_size(64 << 10);
        let pool = match builder.join_on_drop(true).build() {
            Ok(pool) => pool,
            Err(error) => {
                assert!(error.source().is_some(), "{error}");
                println!("this system does not let us: {error}");
                return;
            }
        };
        println!("2,000 threads were started in {:?}", begun.elapsed());
        assert_eq!(pool.current_num_threads(), 2_000);
        assert_eq!(pool.install(|| (0..10_000u64).into_par_iter().sum::<u64>()), 49_995_000);
    });
}
