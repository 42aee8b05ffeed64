//! Peers that are no pool one could simply call into: orx-parallel, paralight, fork_union.
//!
//! orx-parallel and paralight block the caller while their own threads work; fork_union lets the caller work, and its
//! idle threads spin, so that they live during its own turns only. Threads are bound as in `pools.rs`.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Barrier, Mutex, OnceLock};
use std::thread;

use orx_parallel::{BasicPool, Scope as _, ThreadPool as _};
use paralight::threads::{CpuPinningPolicy, RangeStrategy, ThreadCount};

use crate::Around;
use crate::pools::{Pools, THREADS};

static ORX: OnceLock<BasicPool> = OnceLock::new();

/// A pool of paralight's, which wants to be borrowed mutably for each call.
pub type Paralight = RefCell<paralight::threads::ThreadPool>;

impl Pools {
    /// A pool of orx-parallel's, for `Runner::adaptive_with_pool`.
    pub fn orx(self) -> &'static BasicPool {
        ORX.get_or_init(|| BasicPool::new(THREADS))
    }

    /// Makes that pool. To be called before the bench's own thread is bound, since it looks at how many CPUs its maker may
    /// run on.
    pub(crate) fn make_orx(self) {
        let together = Barrier::new(THREADS);
        self.orx().scope(|scope| {
            for index in 0..THREADS {
                let together = &together;
                // All wait for each other, so each has a thread of its own.
                scope.run(move || {
                    together.wait();
                    self.bind(index + 1);
                });
            }
        });
    }

    /// A pool of paralight's whose threads share the items in equal parts, or steal.
    pub fn paralight(self, range_strategy: RangeStrategy) -> Paralight {
        let cpu_pinning = if self.pinned() { CpuPinningPolicy::IfSupported } else { CpuPinningPolicy::No };
        let num_threads = ThreadCount::try_from(THREADS).expect("two is a number of threads");
        RefCell::new(
            paralight::threads::ThreadPoolBuilder { num_threads, range_strategy, cpu_pinning }.build(),
        )
    }

    /// A pool of fork_union's, which has threads between [`enter`](Around::enter) and [`leave`](Around::leave) only.
    pub fn fork_union(self) -> ForkUnion {
        ForkUnion { pools: self, pool: RefCell::new(None) }
    }
}

/// A pool of fork_union's.
pub struct ForkUnion {
    pools: Pools,
    pool: RefCell<Option<fork_union::ThreadPool>>,
}

impl std::fmt::Debug for ForkUnion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ForkUnion").field("there", &self.pool.borrow().is_some()).finish()
    }
}

impl Around for ForkUnion {
    fn enter(&self) {
        let pools = self.pools;
        // Its threads inherit the CPUs of the one that starts them.
        let make = move || {
            pools.bind_beside(0);
            fork_union::ThreadPool::try_spawn(THREADS)
        };
        let made = thread::spawn(make).join().expect("making a pool does not panic");
        *self.pool.borrow_mut() = Some(made.expect("the machine can start a few threads"));
    }

    fn leave(&self) {
        *self.pool.borrow_mut() = None;
    }
}

impl ForkUnion {
    /// The wrapping sum of what `part` makes of a range for each thread. `enter` must have been called.
    pub fn sum_of_parts(&self, len: usize, part: impl Fn(std::ops::Range<usize>) -> u64 + Sync) -> u64 {
        let sum = AtomicU64::new(0);
        if let Some(pool) = self.pool.borrow_mut().as_mut() {
            drop(pool.for_slices(len, |first, count| {
                sum.fetch_add(part(first.task_index..first.task_index + count), Relaxed);
            }));
        }
        sum.into_inner()
    }

    /// The wrapping sum of what `one` makes of each index, the threads taking one at a time.
    pub fn sum_of_each(&self, len: usize, one: impl Fn(usize) -> u64 + Sync) -> u64 {
        let sum = AtomicU64::new(0);
        if let Some(pool) = self.pool.borrow_mut().as_mut() {
            drop(pool.for_n_dynamic(len, |prong| {
                sum.fetch_add(one(prong.task_index), Relaxed);
            }));
        }
        sum.into_inner()
    }

    /// Lets `part` change a part of `items` for each thread.
    pub fn change_parts<T: Send>(&self, items: &mut [T], part: impl Fn(&mut [T]) + Sync) {
        if let Some(pool) = self.pool.borrow_mut().as_mut() {
            // A part for each thread: it offers no safe way to change a slice by parts.
            let len = items.len().div_ceil(THREADS).max(1);
            let parts: Vec<_> = items.chunks_mut(len).map(Mutex::new).collect();
            drop(pool.for_n(parts.len(), |prong| {
                part(&mut parts[prong.task_index].lock().expect("no part panics"));
            }));
        }
    }
}
