//! Everything at once, for as long as one likes: nothing stalls, nothing leaks, no panic is lost or comes from nowhere.
//!
//! ```text
//! cargo test -p furcate-tests --test soak -- --seconds 3600 --threads 16 --callers 8 --seed 7
//! ```
//!
//! Threads from outside make random calls (`work.rs`) into the global pool and into shared ones, which have more workers than
//! the machine has processors; pools come and go meanwhile, and a thread beside takes processor time in bursts. A watch
//! (`watch.rs`) dumps everybody's state if no call gets on for ten seconds, or one for a minute. At the end every value that was made has been dropped
//! once, every detached task has ended, and every thread of every built pool is gone.
//!
//! It prints its seed. Which calls are made depends on seed and threads only; how they meet does not.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use furcate::ThreadPoolBuilder;

use crate::pools::{DETACHED, HANDLED, PLANNED, POOLS, THREADS};
use crate::watch::{Lane, memory, threads, watch};
use crate::work::{Random, call, counts};

mod chains;
mod pools;
mod watch;
mod work;

/// What can be chosen. The defaults are those of `cargo test`.
#[derive(Debug)]
struct Choice {
    seconds: u64,
    threads: u64,
    callers: u64,
    stall: u64,
    seed: u64,
}

impl Choice {
    /// From the arguments; `None` if another test is asked for. Flags of the usual test runner are passed over.
    fn read(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs());
        let mut choice = Choice { seconds: 20, threads: 8, callers: 6, stall: 10, seed: now };
        while let Some(argument) = arguments.next() {
            let place = match argument.as_str() {
                "--seconds" => &mut choice.seconds,
                "--threads" => &mut choice.threads,
                "--callers" => &mut choice.callers,
                "--stall" => &mut choice.stall,
                "--seed" => &mut choice.seed,
                "--list" => return None,
                flag if flag.starts_with('-') => continue,
                filter if "soak".contains(filter) => continue,
                _ => return None,
            };
            let value = arguments.next().and_then(|value| value.parse().ok());
            *place = value.unwrap_or_else(|| panic!("{argument} wants a number"));
        }
        Some(choice)
    }
}

fn main() {
    let Some(choice) = Choice::read(std::env::args().skip(1)) else { return };
    println!("soak: {choice:?}");
    let guarded = ThreadPoolBuilder::new().num_threads(choice.threads as usize).build_global();
    guarded.expect("there was no global pool before");
    let before = memory();
    let shared = [1, 3, choice.threads as usize, 2 * choice.threads as usize];
    let shared = shared.map(|threads| {
        pools::builder(threads).join_on_drop(true).build().expect("some threads can be started")
    });
    let lanes: Vec<Lane> = (0..choice.callers).map(|_| Lane::default()).collect();
    let end = Instant::now() + Duration::from_secs(choice.seconds);
    let calls = AtomicU64::new(0);
    let watched = AtomicBool::new(true);
    let stopped = AtomicBool::new(false);
    let half = thread::scope(|scope| {
        scope.spawn(|| watch(&lanes, &shared, choice.stall, &stopped));
        scope.spawn(|| hog(&watched, choice.seed));
        let callers: Vec<_> = lanes
            .iter()
            .zip(0..)
            .map(|(lane, nth)| {
                let (shared, calls) = (&shared, &calls);
                let mut random = Random::new(choice.seed.wrapping_mul(1_000).wrapping_add(nth));
                scope.spawn(move || {
                    while Instant::now() < end {
                        let seed = random.next();
                        lane.run(seed, || call(seed, lane, shared));
                        calls.fetch_add(1, Relaxed);
                    }
                })
            })
            .collect();
        thread::sleep(Duration::from_secs(choice.seconds / 2));
        let half = memory();
        let failed = callers.into_iter().filter_map(|caller| caller.join().err()).count();
        watched.store(false, Relaxed);
        stopped.store(true, Relaxed);
        assert_eq!(failed, 0, "callers failed; seed {}", choice.seed);
        half
    });
    let steps: u64 = lanes.iter().map(Lane::steps).sum();
    println!(
        "soak: {} calls, {steps} steps, {} pools; {}",
        calls.into_inner(),
        POOLS.load(Relaxed),
        counts()
    );
    println!("soak: memory {before} MiB at first, {half} half way, {} at last", memory());
    println!("{}", furcate::stats());
    drop(shared);
    see_that_all_is_gone(choice.threads as usize);
    println!("soak: nothing stalled, nothing is left");
}

/// Takes processor time in bursts, so that workers lose theirs anywhere.
fn hog(on: &AtomicBool, seed: u64) {
    let mut random = Random::new(seed);
    while on.load(Relaxed) {
        let end = Instant::now() + Duration::from_millis(random.below(20));
        while Instant::now() < end {
            std::hint::spin_loop();
        }
        thread::sleep(Duration::from_millis(random.below(20)));
    }
}

/// Detached tasks and dropped pools end in their own time: waits until they have.
fn see_that_all_is_gone(global: usize) {
    let left = || {
        let threads = threads();
        let soaked = threads.iter().filter(|(name, _)| name == THREADS).count();
        (DETACHED.load(Relaxed), soaked, threads.len().saturating_sub(soaked + 1 + global))
    };
    for _ in 0..300 {
        if left() == (0, 0, 0) {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(left(), (0, 0, 0), "detached tasks, threads of built pools, other threads: still there");
    assert_eq!(HANDLED.load(Relaxed), PLANNED.load(Relaxed), "panics of detached tasks");
}
