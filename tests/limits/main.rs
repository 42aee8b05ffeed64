//! The library where it is uncomfortable: few processors, few threads, many callers, deep or tiny stacks, signals, and
//! ends at a bad moment.
//!
//! What concerns a whole process has one of its own: `program.rs`, which has a `main` that returns, or the test itself, run
//! again. Where a limit cannot be set on this machine, the test says so in a line and is over.
//!
//! - `processors.rs`: affinity and quota; threads that cannot be had;
//! - `ends.rs`: processes that end, and pools that end in odd places;
//! - `churn.rs`: pools come and go, and nothing stays;
//! - `crowds.rs`: many callers, many workers, signals;
//! - `depth.rs`: how much stack a level takes, tiny stacks;
//! - `idle.rs`: a quiet pool does nothing at all;
//! - `edge.rs`: work comes just when somebody falls asleep;
//! - `aborting.rs`: programs that abort at a panic.
//!
//! `FURCATE_LONG=1` chooses the long form of `churn.rs`, `depth.rs` and `edge.rs`.

mod aborting;
mod churn;
mod crowds;
mod depth;
mod edge;
mod ends;
mod idle;
mod processors;

use std::process::{Command, Output};

use furcate::{ThreadPool, ThreadPoolBuilder};

/// A pool of so many threads, all of which have ended when it is dropped.
fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true);
    builder.build().expect("some threads can be started")
}

/// A recursion that joins once for each leaf but one, and counts them.
fn leaves(count: u64) -> u64 {
    if count < 2 {
        return count;
    }
    let (left, right) = furcate::join(|| leaves(count / 2), || leaves(count - count / 2));
    left + right
}

/// A command that runs a part of `program.rs`.
fn program(part: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_limits-program"));
    command.arg(part);
    for variable in ["FURCATE_NUM_THREADS", "RAYON_NUM_THREADS", "FURCATE_GUESTS"] {
        command.env_remove(variable);
    }
    command
}

/// What a process printed, if it ended with this code.
#[track_caller]
fn ended(output: &Output, code: i32) -> String {
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{}\n{text}\n{errors}", output.status);
    text.into_owned()
}

/// Tells whether a program is there and does its work here.
fn can(command: &[&str]) -> bool {
    let output = Command::new(command[0]).args(&command[1..]).output();
    let able = output.is_ok_and(|output| output.status.success());
    if !able {
        println!("skipped: `{}` does not work here", command.join(" "));
    }
    able
}
