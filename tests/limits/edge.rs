//! Work comes just when somebody falls asleep: the hunt for the wake-up that is lost.
//!
//! Each hand-over waits a random time around the moments at which a searching thread gives up, so that push and sleep
//! meet. One that took ten seconds would have hung: the watchdog ends the process with the state of the pool. In the long
//! form (`FURCATE_LONG=1`) it tells how many took more than 50 ms, which on an idle machine should be none.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use furcate::ThreadPool;
use furcate_tests::size;

use crate::pool;

/// Random numbers, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % limit
    }

    /// Holds the processor for 0 to 64 µs, mostly for about as long as a thread searches: 1 to 8 µs, or 20.
    fn dawdle(&mut self) {
        let around = [0, 1, 2, 4, 8, 16, 20, 20, 22, 24, 32, 50][self.below(12) as usize] * 1_000;
        let wait = Duration::from_nanos(around + self.below(around / 4 + 500));
        let begun = Instant::now();
        while begun.elapsed() < wait {
            std::hint::spin_loop();
        }
    }
}

/// Makes so many hand-overs; gives how many took more than 50 ms, and the longest.
fn hunt(
    name: &str,
    pools: &[&ThreadPool],
    hand_overs: usize,
    mut hand_over: impl FnMut(&mut Random),
) -> usize {
    let (done, ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let (mut slow, mut longest) = (0, Duration::ZERO);
    thread::scope(|scope| {
        let guard = thread::current();
        let (count, ended) = (&done, &ended);
        scope.spawn(move || {
            let mut last = u64::MAX;
            let mut quiet = 0;
            // A process that is stopped for a while loses only one of these ticks.
            while !ended.load(Relaxed) {
                thread::park_timeout(Duration::from_millis(100));
                let now = count.load(Relaxed);
                quiet = if now == last { quiet + 1 } else { 0 };
                last = now;
                if quiet > 100 {
                    eprintln!("{name}: hand-over {now} hangs, of {:?}", guard.name());
                    pools.iter().for_each(|pool| eprintln!("{pool:?}\n{}", pool.stats()));
                    std::process::abort();
                }
            }
        });
        let mut random = Random(hand_overs as u64 + 1);
        for _ in 0..hand_overs {
            random.dawdle();
            let begun = Instant::now();
            hand_over(&mut random);
            let took = begun.elapsed();
            longest = longest.max(took);
            slow += usize::from(took > Duration::from_millis(50));
            count.fetch_add(1, Relaxed);
        }
        ended.store(true, Relaxed);
    });
    println!("{name}: {hand_overs} hand-overs, {slow} over 50 ms, the longest {longest:?}");
    slow
}

/// A quarter of the hand-overs of each form.
fn quarter() -> usize {
    size(8_000, 1_000_000) / 4
}

/// From outside to a worker, and the answer back.
#[test]
fn calls_reach_workers_that_fall_asleep() {
    for threads in [1, 2] {
        let pool = pool(threads);
        hunt(&format!("calls, {threads} threads"), &[&pool], quarter() / 2, |_| pool.install(|| ()));
    }
}

/// From one worker to another by a join, whose right side ends when the left one's thread falls asleep over it.
#[test]
fn joins_reach_thieves_and_waiters_that_fall_asleep() {
    let pool = pool(2);
    pool.install(|| {
        hunt("joins", &[&pool], quarter(), |random| {
            let seed = random.0;
            let taken = AtomicBool::new(false);
            furcate::join_context(
                |_| {
                    // The thief has it, or nobody comes.
                    let begun = Instant::now();
                    while !taken.load(Relaxed) && begun.elapsed() < Duration::from_micros(60) {
                        std::hint::spin_loop();
                    }
                },
                |_| {
                    taken.store(true, Relaxed);
                    Random(seed | 1).dawdle();
                },
            );
        });
    });
}

/// Detached tasks, and broadcasts, to workers that have nothing else.
#[test]
fn tasks_reach_workers_that_fall_asleep() {
    let pool = pool(2);
    let (sender, receiver) = channel();
    hunt("tasks", &[&pool], quarter() / 2, |_| {
        let sender = sender.clone();
        pool.spawn(move || sender.send(()).expect("somebody waits"));
        receiver.recv().expect("it was sent");
    });
    hunt("broadcasts", &[&pool], quarter() / 2, |_| drop(pool.broadcast(|context| context.index())));
}

/// From a worker of one pool to one of another: both sides sleep in between.
#[test]
fn calls_reach_other_pools_that_fall_asleep() {
    let (here, there) = (pool(1), pool(1));
    here.install(|| {
        hunt("between pools", &[&here, &there], quarter(), |random| {
            let seed = random.0;
            there.install(|| Random(seed | 1).dawdle());
        });
    });
}
