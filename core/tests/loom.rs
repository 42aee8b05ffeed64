//! The small protocols of the scheduler under every interleaving, by the model checker loom:
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=3 cargo test -p furcate-core --release --test loom`
//!
//! Each test drives the real types through `furcate_core::model`. A lost wake-up shows as a deadlock, which
//! ends the process; so the twins with a missing fence run in processes of their own and have to fail.
#![cfg(loom)]

use std::process::Command;

use furcate_core::model::{Block, Count, Jobs, Sleepers, break_fence};
use loom::sync::Arc;
use loom::thread;

/// Runs a test again in another process, with a fence missing, and expects it to fail.
fn fails_without(side: u8, test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--test-threads=1"]).env("FURCATE_BREAK", side.to_string());
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{test} does not notice that fence {side} is missing");
}

fn model(f: impl Fn() + Send + Sync + 'static) {
    if let Some(side) = std::env::var("FURCATE_BREAK").ok().and_then(|side| side.parse().ok()) {
        break_fence(side);
    }
    loom::model(f);
}

/// For models that need, or allow, another number than the others: so many preemptions, whatever the environment allows.
fn small_model(preemptions: usize, f: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    if let Some(side) = std::env::var("FURCATE_BREAK").ok().and_then(|side| side.parse().ok()) {
        break_fence(side);
    }
    builder.check(f);
}

#[test]
fn private_pop_against_rescue() {
    model(|| {
        let jobs = Arc::new(Jobs::default());
        let thief = jobs.clone();
        let thief = thread::spawn(move || thief.rescue());
        let (first, second) = (jobs.push(), jobs.push());
        jobs.finish(second);
        jobs.finish(first);
        thief.join().unwrap();
    });
}

#[test]
fn private_pop_and_push_again_against_rescue() {
    model(|| {
        let jobs = Arc::new(Jobs::default());
        let thief = jobs.clone();
        let thief = thread::spawn(move || thief.rescue());
        jobs.finish(jobs.push());
        jobs.finish(jobs.push());
        thief.join().unwrap();
    });
}

#[test]
fn change_of_region_against_rescue() {
    // The broken twin, a look at `private_len`, needs more preemptions than the others to be found.
    small_model(9, || {
        let jobs = Arc::new(Jobs::default());
        let thief = jobs.clone();
        let thief = thread::spawn(move || thief.rescue());
        let job = jobs.push();
        jobs.change_region();
        jobs.finish(job);
        thief.join().unwrap();
    });
}

#[test]
fn pop_needs_its_fence() {
    fails_without(3, "private_pop_against_rescue");
}

#[test]
fn publish_against_steal_and_taking_back() {
    model(|| {
        let jobs = Arc::new(Jobs::default());
        let thief = jobs.clone();
        let thief = thread::spawn(move || thief.steal());
        let (first, second) = (jobs.push(), jobs.push());
        jobs.publish(1);
        jobs.finish(second);
        jobs.finish(first);
        thief.join().unwrap();
    });
}

#[test]
fn publish_against_rescue_and_steal() {
    model(|| {
        let jobs = Arc::new(Jobs::default());
        let (thief, rescuer) = (jobs.clone(), jobs.clone());
        let thief = thread::spawn(move || thief.steal());
        let rescuer = thread::spawn(move || rescuer.rescue());
        let (first, second) = (jobs.push(), jobs.push());
        jobs.publish(1);
        jobs.finish(second);
        jobs.finish(first);
        thief.join().unwrap();
        rescuer.join().unwrap();
    });
}

#[test]
fn full_ring_against_rescue() {
    model(|| {
        let jobs = Arc::new(Jobs::default());
        let thief = jobs.clone();
        let thief = thread::spawn(move || thief.rescue());
        // One more than the ring holds under the model.
        let pushed: Vec<_> = (0..5).map(|_| jobs.push()).collect();
        for job in pushed.into_iter().rev() {
            jobs.finish(job);
        }
        thief.join().unwrap();
    });
}

#[test]
fn announced_sleep_against_push() {
    model(|| {
        let pool = Arc::new(Sleepers::new(1, 1));
        let worker = pool.clone();
        let worker = thread::spawn(move || worker.work(0));
        pool.push();
        assert_eq!(worker.join().unwrap(), 1);
    });
}

#[test]
fn push_needs_its_fence() {
    fails_without(1, "announced_sleep_against_push");
}

#[test]
fn sleep_needs_its_fence() {
    fails_without(2, "announced_sleep_against_push");
}

#[test]
fn two_sleepers_against_two_pushes() {
    small_model(1, || {
        let pool = Arc::new(Sleepers::new(2, 2));
        let (a, b) = (pool.clone(), pool.clone());
        let a = thread::spawn(move || a.work(0));
        let b = thread::spawn(move || b.work(1));
        pool.push();
        pool.push();
        assert_eq!(a.join().unwrap() + b.join().unwrap(), 2);
    });
}

#[test]
fn end_against_late_push() {
    small_model(2, || {
        // No number of jobs ends this one.
        let pool = Arc::new(Sleepers::new(1, 9));
        let (worker, late) = (pool.clone(), pool.clone());
        let worker = thread::spawn(move || worker.work(0));
        let late = thread::spawn(move || {
            // Somebody alive pushes, then lets go.
            late.push();
            late.end();
        });
        late.join().unwrap();
        assert_eq!(worker.join().unwrap(), 1);
    });
}

fn guest_against_pushes(again: bool, pushes: usize) {
    let pool = Arc::new(Sleepers::new(1, pushes));
    let (worker, guest) = (pool.clone(), pool.clone());
    let worker = thread::spawn(move || worker.work(0));
    let guest = thread::spawn(move || guest.visit(again));
    for _ in 0..pushes {
        pool.push();
    }
    guest.join().unwrap();
    assert_eq!(worker.join().unwrap(), pushes);
}

#[test]
fn lease_and_return_against_push() {
    small_model(2, || guest_against_pushes(true, 1));
}

// The second push finds the mark of the first one.
#[test]
fn lease_and_return_against_two_pushes() {
    small_model(1, || guest_against_pushes(true, 2));
}

#[test]
fn guest_that_does_not_look_again_forgets_jobs() {
    if std::env::var_os("FURCATE_BREAK").is_some() {
        small_model(2, || guest_against_pushes(false, 1));
    } else {
        fails_without(0, "guest_that_does_not_look_again_forgets_jobs");
    }
}

#[test]
fn latch_against_waiting() {
    model(|| {
        let count = Arc::new(Count::new(1));
        let task = count.clone();
        let task = thread::spawn(move || task.end_task());
        assert_eq!(count.wait(), 1);
        task.join().unwrap();
    });
}

#[test]
fn scope_count_against_two_tasks() {
    model(|| {
        let count = Arc::new(Count::new(2));
        let (a, b) = (count.clone(), count.clone());
        let a = thread::spawn(move || a.end_task());
        let b = thread::spawn(move || b.end_task());
        assert_eq!(count.wait(), 2);
        a.join().unwrap();
        b.join().unwrap();
    });
}

#[test]
fn block_of_two_tasks_against_its_owner() {
    model(|| {
        let block = Arc::new(Block::default());
        let (a, b) = (block.clone(), block.clone());
        let a = thread::spawn(move || a.end_task());
        let b = thread::spawn(move || b.end_task());
        assert_eq!(block.wait(2), 2);
        a.join().unwrap();
        b.join().unwrap();
    });
}
