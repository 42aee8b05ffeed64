//! What the tests of the scheduler share: pools, random numbers, a watchdog, values that count their drops.
#![expect(dead_code, reason = "each test uses a part")]

use std::sync::atomic::{AtomicIsize, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use furcate_core::{ThreadPool, ThreadPoolBuilder};

/// Makes a pool of so many threads, all of which have ended when it is dropped.
pub(crate) fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true).build().expect("threads can be started")
}

/// Runs a test that may hang, and ends the process if it does.
pub(crate) fn watched<R: Send>(test: impl FnOnce() -> R + Send) -> R {
    watched_for(Duration::ZERO, test)
}

/// As `watched`, for a test that takes about so long when nothing is wrong.
///
/// Time is counted in ticks of the watching thread: where the whole process is stopped for a while, so is the watch.
pub(crate) fn watched_for<R: Send>(usual: Duration, test: impl FnOnce() -> R + Send) -> R {
    const TICK: Duration = Duration::from_millis(100);
    // Far beyond what a slow machine needs: this is no measurement.
    let ticks = (usual * 2 + Duration::from_secs(300)).as_millis() / TICK.as_millis();
    let (done, watch) = channel::<()>();
    let name = thread::current().name().unwrap_or("a test").to_owned();
    thread::spawn(move || {
        if (0..ticks).all(|_| watch.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout)) {
            eprintln!("{name} hangs; {}", furcate_core::stats());
            // Says where everybody is, where it is installed.
            let process = std::process::id().to_string();
            let _ = std::process::Command::new("gdb")
                .args(["-batch", "-ex", "thread apply all backtrace", "-p", &process])
                .status();
            std::process::abort();
        }
    });
    let result = test();
    drop(done);
    result
}

/// A small generator of random numbers; the same seed gives the same sequence.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % limit
    }
}

/// Counts the values alive, to see leaks and double drops.
#[derive(Default)]
pub(crate) struct Census(AtomicIsize);

/// A value that the census counts.
pub(crate) struct Counted<'a>(&'a Census);

impl Census {
    pub(crate) fn make(&self) -> Counted<'_> {
        self.0.fetch_add(1, SeqCst);
        Counted(self)
    }

    pub(crate) fn alive(&self) -> isize {
        self.0.load(SeqCst)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, SeqCst);
    }
}

/// Runs one test of this binary again in a process of its own, with variables set. `None`: this is it.
pub(crate) fn rerun(test: &str, variables: &[(&str, &str)]) -> Option<std::process::Output> {
    const MARK: &str = "FURCATE_TEST_INSIDE";
    if std::env::var_os(MARK).is_some_and(|name| name == test) {
        return None;
    }
    let mut command = std::process::Command::new(std::env::current_exe().expect("a test has a file"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(MARK, test);
    for variable in ["FURCATE_NUM_THREADS", "RAYON_NUM_THREADS", "FURCATE_GUESTS"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied());
    Some(command.output().expect("the test can be run again"))
}

/// Sees that this process has `expected` threads; only on Linux.
///
/// The kernel lists a thread for a moment longer than it takes to join it: so this looks again, some times.
#[track_caller]
pub(crate) fn assert_threads_of_this_process(expected: usize) {
    let mut looks = 0;
    while threads_of_this_process() != expected && looks < 100_000 {
        looks += 1;
        std::thread::yield_now();
    }
    assert_eq!(threads_of_this_process(), expected, "threads, after {looks} looks");
}

/// How many threads this process has; only on Linux.
pub(crate) fn threads_of_this_process() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
