//! Whole pools under many schedules, by the checker shuttle:
//!
//! `RUSTFLAGS="--cfg shuttle" cargo test -p furcate-core --release --test shuttle`
//!
//! A pool of four workers, three callers from outside, and the end of the pool while tasks are still being spawned; all of the real
//! code, with the atomics, locks, threads and the clock of `core/platform.rs` in shuttle's hands. A lost wake-up or a
//! lost job shows as a deadlock, which shuttle reports with the schedule that led there. `FURCATE_SCHEDULES` says how many schedules each
//! scheduler tries. Twins with a key line missing (`core/keys.rs`) run in processes of their own and have to fail.
//!
//! What shuttle does not see: it runs one thread at a time, so the orderings of atomics are loom's part (`loom.rs`).
#![cfg(shuttle)]

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use furcate_core::{ThreadPool, ThreadPoolBuilder, isolate, join, yield_now};
use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::sync::mpsc;
use shuttle::{Config, Runner, thread};

/// Schedules a scheduler tries by default, and a twin until it has to fail.
const SCHEDULES: usize = 1_000;
const TWIN_SCHEDULES: usize = 20_000;
/// Changes of priority in the course of a run.
const DEPTH: usize = 5;

fn pool(threads: usize, guests: bool) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).guests(guests).build().unwrap()
}

/// What was begun and has to end: each task once.
#[derive(Clone, Default)]
struct Tally(Arc<[AtomicUsize; 2]>);

impl Tally {
    fn begin(&self) -> impl FnOnce() + Send + 'static {
        self.0[0].fetch_add(1, Relaxed);
        let tally = self.clone();
        move || _ = tally.0[1].fetch_add(1, Relaxed)
    }

    fn check(&self) {
        assert_eq!(self.0[0].load(Relaxed), self.0[1].load(Relaxed), "a task was lost, or ran twice");
    }
}

/// Gives others their turns, up to so many.
fn pause(turns: usize) {
    for _ in 0..thread_rng().gen_range(0..turns) {
        thread::yield_now();
    }
}

fn sum(from: usize, to: usize) -> usize {
    if to - from < 2 {
        return from;
    }
    let middle = from.midpoint(to);
    let (left, right) = join(|| sum(from, middle), || sum(middle, to));
    left + right
}

/// One call from outside, of one of the kinds there are.
fn call(kind: usize, pool: &Arc<ThreadPool>, other: &ThreadPool, tally: &Tally) {
    match kind {
        0 => assert_eq!(pool.install(|| sum(0, 5)), 10),
        1 => {
            let done = AtomicUsize::new(0);
            pool.scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|scope| {
                        done.fetch_add(1, Relaxed);
                        scope.spawn(|_| _ = done.fetch_add(1, Relaxed));
                    });
                }
            });
            assert_eq!(done.into_inner(), 6);
        }
        2 => {
            // Detached, and from a worker; nobody waits.
            let (task, inner) = (tally.begin(), tally.begin());
            let from = pool.clone();
            pool.spawn(move || {
                from.spawn_fifo(inner);
                task();
            });
        }
        3 => assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2, 3]),
        4 => assert_eq!(pool.install(|| other.install(|| pool.install(|| sum(0, 3)))), 3),
        5 => {
            let done = AtomicUsize::new(0);
            pool.in_place_scope(|scope| {
                scope.spawn(|_| _ = done.fetch_add(1, Relaxed));
                scope.spawn_broadcast(|_, _| _ = done.fetch_add(1, Relaxed));
            });
            assert_eq!(done.into_inner(), 5);
        }
        6 => {
            let task = tally.begin();
            let spawner = pool.clone();
            let (a, b) = pool.join(
                || isolate(|| sum(0, 4)),
                move || {
                    spawner.spawn(task);
                    yield_now().is_some()
                },
            );
            assert!(a == 6 && b);
        }
        _ => {
            let caught = catch_unwind(AssertUnwindSafe(|| {
                pool.join(|| sum(0, 3), || resume_unwind(Box::new(7_u8)));
            }));
            assert_eq!(caught.unwrap_err().downcast_ref(), Some(&7_u8));
        }
    }
}

const KINDS: usize = 8;

/// Three callers, two calls each; then the pool ends while a last task spawns others.
fn whole_pool() {
    let tally = Tally::default();
    let guests = thread_rng().gen_bool(0.5);
    let pool = Arc::new(pool(4, guests));
    let other = Arc::new(self::pool(1, false));
    if thread_rng().gen_bool(0.5) {
        // Until the first threads sleep, so that there are free slots for guests.
        pause(600);
    }
    let callers: Vec<_> = (0..3)
        .map(|_| {
            let (pool, other, tally) = (pool.clone(), other.clone(), tally.clone());
            thread::spawn(move || {
                for _ in 0..2 {
                    call(thread_rng().gen_range(0..KINDS), &pool, &other, &tally);
                }
            })
        })
        .collect();
    for caller in callers {
        caller.join().unwrap();
    }
    let (first, late) = (tally.begin(), tally.begin());
    let spawner = Arc::downgrade(&pool);
    pool.spawn(move || {
        // The handle may be gone by now; this task keeps the pool.
        first();
        furcate_core::spawn(late);
        drop(spawner);
    });
    end(pool);
    end(other);
    tally.check();
}

/// Ends a pool whose detached tasks may still hold a reference to it.
fn end(mut pool: Arc<ThreadPool>) {
    loop {
        match Arc::try_unwrap(pool) {
            Ok(pool) => return pool.shut_down_and_wait(),
            Err(shared) => pool = shared,
        }
        thread::yield_now();
    }
}

/// Guests of a small pool, who leave tasks behind when they go. These are waited for before the pool ends, since the
/// end calls all sleepers.
fn guests_that_leave() {
    let (sender, receiver) = mpsc::channel();
    let pool = Arc::new(pool(thread_rng().gen_range(1..3), true));
    // The threads fall asleep, so that there are free slots.
    pause(600);
    let callers: Vec<_> = (0..2)
        .map(|_| {
            let (pool, task, other) = (pool.clone(), sender.clone(), sender.clone());
            thread::spawn(move || {
                pool.install(|| {
                    furcate_core::spawn(move || task.send(()).unwrap());
                    furcate_core::spawn_fifo(move || other.send(()).unwrap());
                    // Long enough for a nap to end meanwhile.
                    pause(60);
                })
            })
        })
        .collect();
    for caller in callers {
        caller.join().unwrap();
    }
    drop(sender);
    assert_eq!(receiver.iter().count(), 4);
    end(pool);
}

/// The pool ends while tasks spawn others.
fn late_spawns() {
    let tally = Tally::default();
    let pool = pool(2, false);
    let (first, second, third) = (tally.begin(), tally.begin(), tally.begin());
    pool.spawn(move || {
        furcate_core::spawn(move || {
            furcate_core::spawn(third);
            second();
        });
        first();
    });
    pool.shut_down_and_wait();
    tally.check();
}

/// A call, a pause in which all fall asleep, and a call again.
fn sleep_and_wake() {
    let pool = pool(2, false);
    for _ in 0..2 {
        assert_eq!(pool.install(|| sum(0, 4)), 6);
        pause(60);
    }
    pool.shut_down_and_wait();
}

fn run(name: &str, scheduler: impl Scheduler + 'static, body: fn()) {
    let mut config = Config::new();
    config.stack_size = 1 << 18;
    config.max_steps = shuttle::MaxSteps::FailAfter(10_000_000);
    config.silence_warnings = true;
    let begun = Instant::now();
    let schedules = Runner::new(scheduler, config).run(body);
    // Not by `println`, which the test harness would keep.
    _ = writeln!(
        std::io::stderr(),
        "{name}: {schedules} schedules in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}

/// The twin's process: a line is missing, and something has to go wrong.
fn missing() -> Option<String> {
    std::env::var("FURCATE_BREAK").ok()
}

fn check(name: &str, share: usize, body: fn()) {
    let given = std::env::var("FURCATE_SCHEDULES").ok().and_then(|number| number.parse().ok());
    let mut schedules = given.unwrap_or(SCHEDULES) / share;
    if let Some(key) = missing() {
        furcate_core::take_out(&key);
        schedules = TWIN_SCHEDULES;
    }
    run(&format!("{name}, at random"), RandomScheduler::new(schedules), body);
    run(&format!("{name}, by priority"), PctScheduler::new(DEPTH, schedules), body);
}

/// Runs a test again in another process, without a line, and expects it to fail.
fn fails_without(key: &str, test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--test-threads=1"]).env("FURCATE_BREAK", key);
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{test} does not notice that {key} is missing");
}

#[test]
fn a_whole_pool() {
    check("a whole pool", 1, whole_pool);
}

#[test]
fn guests_leave_nothing_behind() {
    check("guests that leave", 1, guests_that_leave);
}

#[test]
fn late_spawns_run() {
    check("late spawns", 1, late_spawns);
}

#[test]
fn sleepers_are_called() {
    check("sleep and wake", 1, sleep_and_wake);
}

#[test]
fn a_sleeper_looks_once_more() {
    fails_without("LastLook", "sleepers_are_called");
}

#[test]
fn a_waker_leaves_a_token() {
    fails_without("Token", "sleepers_are_called");
}

#[test]
fn a_setter_wakes_the_owner() {
    fails_without("LatchWakes", "sleepers_are_called");
}

#[test]
fn the_end_calls_the_sleepers() {
    fails_without("EndCalls", "sleepers_are_called");
}

#[test]
fn a_task_keeps_its_pool() {
    fails_without("TaskKeeps", "late_spawns_run");
}

#[test]
fn a_guest_looks_when_it_leaves() {
    fails_without("GuestLooks", "guests_leave_nothing_behind");
}

#[test]
fn an_owner_does_not_take_what_was_taken() {
    fails_without("Retake", "a_whole_pool");
}
