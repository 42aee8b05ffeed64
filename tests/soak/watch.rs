//! Who looks whether everybody gets on: a thread that counts ticks, and tells all it knows if somebody does not.
//!
//! A stall is measured in ticks of this thread, not by the clock: where the whole process is stopped, it is too.

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use furcate::ThreadPool;

const TICK: Duration = Duration::from_millis(100);

/// One caller from outside, as the watch sees it.
#[derive(Debug, Default)]
pub(crate) struct Lane {
    steps: AtomicU64,
    /// That of the call in progress.
    seed: Mutex<Option<u64>>,
}

impl Lane {
    /// Something of this lane's call has happened.
    pub(crate) fn step(&self) {
        self.steps.fetch_add(1, Relaxed);
    }

    /// Runs one call, of which the seed is told if it stalls.
    pub(crate) fn run(&self, seed: u64, call: impl FnOnce()) {
        self.step();
        self.set(Some(seed));
        call();
        self.set(None);
        self.step();
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Relaxed)
    }

    fn set(&self, seed: Option<u64>) {
        *self.seed.lock().expect("nobody panics with it") = seed;
    }

    fn seed(&self) -> Option<u64> {
        *self.seed.lock().expect("nobody panics with it")
    }
}

/// Watches until told to end. Ends the process if no call gets on for so many seconds of ticks, or one for six times
/// as many.
pub(crate) fn watch(lanes: &[Lane], pools: &[ThreadPool], seconds: u64, end: &AtomicBool) {
    let mut seen: Vec<(u64, u64)> = vec![(0, 0); lanes.len()];
    while !end.load(Relaxed) {
        thread::sleep(TICK);
        for (lane, (steps, ticks)) in lanes.iter().zip(&mut seen) {
            let now = lane.steps();
            *ticks = if now == *steps && lane.seed().is_some() { *ticks + 1 } else { 0 };
            *steps = now;
        }
        // One call may wait long for its turn where many threads share few processors; all of them may not.
        let all = seen.iter().all(|(_, ticks)| *ticks > seconds * 10);
        if all || seen.iter().any(|(_, ticks)| *ticks > seconds * 60) {
            dump(lanes, &seen, pools);
            std::process::abort();
        }
    }
}

/// All that is known, to stderr.
fn dump(lanes: &[Lane], seen: &[(u64, u64)], pools: &[ThreadPool]) {
    eprintln!("a call has not got on");
    for (lane, (steps, ticks)) in lanes.iter().zip(seen) {
        eprintln!("lane: {steps} steps, none for {ticks} ticks of 100 ms, in the call {:?}", lane.seed());
    }
    eprintln!("global pool:\n{}", furcate::stats());
    for pool in pools {
        eprintln!("{pool:#?}\n{}", pool.stats());
    }
    for (name, state) in threads() {
        eprintln!("thread {name}: {state}");
    }
    // Says where everybody is, where it is installed.
    let process = std::process::id().to_string();
    let _ =
        Command::new("gdb").args(["-batch", "-ex", "thread apply all backtrace", "-p", &process]).status();
}

/// Name and state of each thread of this process. Empty where the system has no `/proc`.
pub(crate) fn threads() -> Vec<(String, String)> {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    let field = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or("?").trim().to_owned()
    };
    let status = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("status")).ok());
    status.map(|text| (field(&text, "Name:"), field(&text, "State:"))).collect()
}

/// What the process has in memory, in MiB; 0 where the system does not say.
pub(crate) fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
