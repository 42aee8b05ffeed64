//! The pools that the benches compare, with their threads bound to CPUs.
//!
//! A kernel may put freshly woken threads onto the CPU of whoever woke them and leave them there for milliseconds; on
//! two virtual CPUs no library then shows a gain on short work. So the caller sits on CPU 0 and worker i on CPU
//! (i + 1) mod cores. Where the caller works itself (chili, and furcate's guests), the others sit on the CPUs
//! beside it. `--unpinned` leaves all threads where the kernel puts them.
//!
//! Numbers of threads are always given: a pinned caller would let a pool see one CPU only.

use std::fs;
use std::num::NonZero;
use std::thread;

use crate::Options;

/// The threads of the pools that a call from `main` uses.
pub const THREADS: usize = 2;

/// How the pools of one process are made.
#[derive(Debug, Clone, Copy)]
pub struct Pools {
    /// The number of CPUs to bind to, or 0 for none.
    cores: usize,
}

impl Pools {
    /// Binds the calling thread if wanted, makes the global pools of furcate and Rayon, and prints what the machine is.
    pub fn set_up(options: &Options) -> Self {
        let cores = core_affinity::get_core_ids().map_or(1, |ids| ids.len());
        let pinned = options.pinned() && cores > 1;
        let pools = Pools { cores: if pinned { cores } else { 0 } };
        pools.make_orx();
        let how = if pinned { "threads pinned" } else { "threads not pinned" };
        println!("{cores} CPUs, {}; {how}; global pools of {THREADS} threads", model());
        bind(pools.cores, 0);

        let rayon = rayon::ThreadPoolBuilder::new().num_threads(THREADS);
        let made = rayon.start_handler(move |index| bind(pools.cores, index + 1)).build_global();
        made.expect("nobody has used rayon's global pool yet");

        let furcate = furcate::ThreadPoolBuilder::new().num_threads(THREADS).guests(true);
        let made = furcate.start_handler(move |index| bind_beside(pools.cores, index)).build_global();
        made.expect("nobody has used furcate's global pool yet");
        pools
    }

    /// A pool of furcate's, for `install`.
    pub fn furcate(self, threads: usize) -> furcate::ThreadPool {
        self.furcate_waiting(threads, furcate::Waiting::default())
    }

    /// The same, with a rule for what its threads run while they wait.
    pub fn furcate_waiting(self, threads: usize, waiting: furcate::Waiting) -> furcate::ThreadPool {
        let builder = furcate::ThreadPoolBuilder::new().num_threads(threads).waiting(waiting);
        let pool = builder.start_handler(move |index| bind(self.cores, index + 1)).build();
        pool.expect("the machine can start a few threads")
    }

    /// A pool of furcate's with one thread, on the caller's own CPU: it finds in the caches what the caller made.
    pub fn furcate_alone(self) -> furcate::ThreadPool {
        let builder = furcate::ThreadPoolBuilder::new().num_threads(1);
        let pool = builder.start_handler(move |_| bind(self.cores, 0)).build();
        pool.expect("the machine can start a thread")
    }

    /// A pool of Rayon's, for `install`.
    pub fn rayon(self, threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = builder.start_handler(move |index| bind(self.cores, index + 1)).build();
        pool.expect("the machine can start a few threads")
    }

    /// A pool of chili's, the caller being one of its threads.
    pub fn chili(self, threads: usize) -> chili::ThreadPool {
        let config = chili::Config { thread_count: NonZero::new(threads), ..chili::Config::default() };
        // It has no start handler; but threads inherit the CPUs of the one that starts them.
        let make = move || {
            bind_beside(self.cores, 0);
            chili::ThreadPool::with_config(config)
        };
        thread::spawn(make).join().expect("the machine can start a few threads")
    }
}

impl Pools {
    pub(crate) fn pinned(self) -> bool {
        self.cores > 1
    }

    /// Binds the calling thread to a CPU.
    pub(crate) fn bind(self, place: usize) {
        bind(self.cores, place);
    }

    /// Binds the calling thread to a CPU other than that of the bench's own thread.
    pub(crate) fn bind_beside(self, index: usize) {
        bind_beside(self.cores, index);
    }
}

fn bind(cores: usize, place: usize) {
    if cores > 1 {
        core_affinity::set_for_current(core_affinity::CoreId { id: place % cores });
    }
}

/// On any CPU but the caller's.
fn bind_beside(cores: usize, index: usize) {
    if cores > 1 {
        bind(cores, 1 + index % (cores - 1));
    }
}

fn model() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "CPU of unknown model".into(), |(_, name)| name.to_owned())
}
