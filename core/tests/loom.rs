//! The small protocols of the scheduler under every interleaving, by the model checker loom:
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=3 cargo test -p furcate-core --release --test loom`
//!
//! Each test drives the real types through `furcate_core::model`. A lost wake-up shows as a deadlock, which
//! ends the process; so the twins, in which a key line is missing, run in processes of their own and have to fail.
#![cfg(loom)]

use std::io::Write;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate_core::model::{Block, Count, Jobs, Sleepers};
use furcate_core::take_out;
use loom::sync::Arc;
use loom::thread;

/// Runs a test again in another process, without a key line (`core/keys.rs`), and expects it to fail.
fn fails_without(key: &str, test: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--test-threads=1"]).env("FURCATE_BREAK", key);
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{test} does not notice that {key} is missing");
}

fn model(f: impl Fn() + Send + Sync + 'static) {
    check(loom::model::Builder::new(), f);
}

/// For models that need, or allow, another number than the others: so many preemptions, whatever the environment allows.
fn small_model(preemptions: usize, f: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    check(builder, f);
}

/// Runs a model, without one of the key lines if this is the process of a broken twin; says how many executions there were.
fn check(builder: loom::model::Builder, f: impl Fn() + Send + Sync + 'static) {
    if let Ok(key) = std::env::var("FURCATE_BREAK") {
        take_out(&key);
    }
    let executions = std::sync::Arc::new(AtomicUsize::new(0));
    let count = executions.clone();
    builder.check(move || {
        count.fetch_add(1, Relaxed);
        f();
    });
    let test = std::thread::current().name().unwrap_or("a model").to_owned();
    // Not by `println`, which the test harness would keep.
    _ = writeln!(std::io::stderr(), "{test}: {} executions", executions.load(Relaxed));
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
    fails_without("PopFence", "private_pop_against_rescue");
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
    fails_without("PushFence", "announced_sleep_against_push");
}

#[test]
fn sleep_needs_its_fence() {
    fails_without("SleepFence", "announced_sleep_against_push");
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
        fails_without("Nothing", "guest_that_does_not_look_again_forgets_jobs");
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

#[test]
fn rescue_takes_the_oldest_only() {
    fails_without("OldestFirst", "publish_against_rescue_and_steal");
}

#[test]
fn taking_back_lowers_the_bottom() {
    fails_without("Retake", "private_pop_against_rescue");
}

#[test]
fn change_of_region_waits_for_a_rescuer() {
    fails_without("RescuerSeen", "change_of_region_against_rescue");
}

#[test]
fn full_ring_is_published() {
    fails_without("Room", "full_ring_against_rescue");
}

#[test]
fn sleeper_looks_once_more() {
    fails_without("LastLook", "announced_sleep_against_push");
}

#[test]
fn end_calls_the_sleepers() {
    fails_without("EndCalls", "end_against_late_push");
}

#[test]
fn setter_wakes_the_owner() {
    fails_without("LatchWakes", "latch_against_waiting");
}

#[test]
fn last_task_wakes_the_owner() {
    fails_without("LatchWakes", "scope_count_against_two_tasks");
}

#[test]
fn end_of_a_task_in_a_block_hands_over() {
    fails_without("EndHandsOver", "block_of_two_tasks_against_its_owner");
}

#[test]
fn waker_leaves_a_token() {
    fails_without("Token", "lease_and_return_against_push");
}

#[test]
fn both_sleepers_look_once_more() {
    fails_without("LastLook", "two_sleepers_against_two_pushes");
}

#[test]
fn taking_back_again_lowers_the_bottom() {
    fails_without("Retake", "private_pop_and_push_again_against_rescue");
}

#[test]
fn taking_back_sees_what_was_published() {
    fails_without("Retake", "publish_against_steal_and_taking_back");
}

#[test]
fn waker_leaves_a_token_for_the_second_push() {
    fails_without("Token", "lease_and_return_against_two_pushes");
}
