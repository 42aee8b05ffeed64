//! Programs from public bug reports about other data-parallel libraries, where no other target holds the case.
//!
//! Each names its source in a comment. Most cases are tests of the law they broke, in the target of that law; here are
//! those that need a whole program: several pools at once, a process of their own, much memory, small stacks.
//!
//! - `waiting.rs`: locks, channels and other pools in the middle of a loop;
//! - `processes.rs`: the global pool in a process of its own, forked, or without threads;
//! - `stacks.rs`: how deep stacks get;
//! - `costs.rs`: memory, calls of `init`, many wake-ups;
//! - `shapes.rs`: types, lifetimes, lengths, and who holds which `&mut`.
//!
//! What must not compile is in `refused/`. Which report is held by which test: `README.md`.

use std::process::{Command, Output};

mod costs;
mod processes;
mod shapes;
mod stacks;
mod waiting;

const INSIDE: &str = "FURCATE_TESTS_INSIDE";

/// Runs one test of this target again, in a process of its own. `None`: this is that process.
fn rerun(test: &str, prepare: impl FnOnce(&mut Command)) -> Option<Output> {
    if std::env::var_os(INSIDE).is_some_and(|inside| inside == test) {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().expect("a test has a file"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]);
    for variable in ["FURCATE_NUM_THREADS", "RAYON_NUM_THREADS", "FURCATE_GUESTS"] {
        command.env_remove(variable);
    }
    prepare(&mut command);
    Some(command.env(INSIDE, test).output().expect("the test can be run again"))
}

/// Runs one test of this target again and tells whether this was the outer run, which is then over.
#[track_caller]
fn passed_alone(test: &str) -> bool {
    let Some(output) = rerun(test, |_| ()) else { return false };
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("1 passed"), "{text}\n{errors}");
    true
}

/// Works for about so many turns.
fn spin(turns: usize) {
    (0..turns).for_each(|turn| _ = std::hint::black_box(turn));
}

/// A pool of so many threads, all of which have ended when it is dropped.
fn pool(threads: usize) -> furcate::ThreadPool {
    let builder = furcate::ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true);
    builder.build().expect("a few threads can be started")
}
