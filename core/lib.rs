//! The scheduler of furcate: fork and join on a work-stealing pool.
//!
//! [`join`](join()) runs two closures, perhaps in parallel. [`scope`](scope()) runs any number of tasks that
//! borrow from the caller. [`spawn`](spawn()) starts a task on its own. They work in the *current pool*: that
//! of the worker which calls them, else the global one, which is there without being made. A
//! [`ThreadPoolBuilder`] makes others.
//!
//! The iterators of furcate use of this crate: `join`, `in_place_scope` with its `Scope`,
//! `current_num_threads`, `current_thread_index`, and the hidden module `adapt`. Adding to that list is a
//! design decision.
//!
//! # Number of threads
//!
//! [`ThreadPoolBuilder::num_threads`], else the environment variable `FURCATE_NUM_THREADS`, else
//! `RAYON_NUM_THREADS`, else the number of processors that this process may use. 0 stands for the last; a
//! value that makes no sense is named on stderr and passed over. The global pool starts its threads when
//! there is work for them, and does with fewer if some cannot be started.
//!
//! # Guests
//!
//! A thread from outside that calls `join` or `scope` in the global pool works there itself for
//! that time, on a free slot of the pool. So a small call costs no hand-over, and runs on the caller's own
//! stack. `FURCATE_GUESTS=0`, or [`ThreadPoolBuilder::guests`], turns this off; pools that were made do it only
//! when asked.
//!
//! How it works inside is told in `README.md` beside this file.
//!
//! # Which operation, when
//!
//! | you want | use |
//! |---|---|
//! | two things at once, perhaps recursively | [`join`](join()): the cheapest |
//! | any number of tasks that borrow, and to wait for them | [`scope`](scope()); [`in_place_scope`] if the closure must stay on its thread |
//! | the same, started in the order of spawning | [`scope_fifo`] |
//! | a task that nobody waits for | [`spawn`](spawn()), [`spawn_fifo`] |
//! | something once on each thread | [`broadcast`](broadcast()), [`spawn_broadcast`] |
//! | to know whether a closure changed threads | [`join_context`] |
//! | other settings, or work that must not disturb the rest | a [`ThreadPool`] |
//! | no other work on this thread while it waits | [`isolate`](isolate()) |
//! | to do something useful in a loop that waits | [`yield_now`] |
//!
//! # Examples
//!
//! ```
//! fn fib(n: u32) -> u64 {
//!     if n < 2 {
//!         return u64::from(n);
//!     }
//!     let (a, b) = furcate_core::join(|| fib(n - 1), || fib(n - 2));
//!     a + b
//! }
//! assert_eq!(fib(20), 6765);
//!
//! let mut parts = [0; 3];
//! furcate_core::scope(|scope| {
//!     for (place, part) in parts.iter_mut().enumerate() {
//!         scope.spawn(move |_| *part = place * place);
//!     }
//! });
//! assert_eq!(parts, [0, 1, 4]);
//! ```

#[doc(hidden)]
pub mod adapt;

mod bounded;
mod broadcast;
mod builder;
mod configuration;
mod costs;
mod deque;
mod environment;
mod error;
mod global;
mod isolate;
mod job;
mod join;
mod keys;
mod latch;
#[cfg(loom)]
#[doc(hidden)]
pub mod model;
mod platform;
mod policy;
mod pool;
mod registry;
mod scope;
mod search;
mod sleep;
mod slot;
mod spawn;
mod stats;
mod thread_builder;
mod wait;
mod worker;
mod yielding;

pub use bounded::scope_bounded;
pub use broadcast::{BroadcastContext, broadcast};
pub use builder::ThreadPoolBuilder;
#[expect(deprecated, reason = "kept for those who still use them")]
pub use configuration::{Configuration, initialize};
pub use error::ThreadPoolBuildError;
pub use global::{
    current_num_threads, current_thread_has_pending_tasks, current_thread_index, max_num_threads,
};
pub use isolate::isolate;
pub use join::{FnContext, join, join_context};
#[cfg(any(loom, shuttle))]
#[doc(hidden)]
pub use keys::take_out;
pub use pool::ThreadPool;
pub use scope::{Scope, ScopeFifo, in_place_scope, in_place_scope_fifo, scope, scope_fifo};
pub use spawn::{spawn, spawn_broadcast, spawn_fifo};
pub use stats::{SlotStats, Stats, stats};
pub use thread_builder::ThreadBuilder;
pub use wait::Waiting;
pub use yielding::{Yield, yield_local, yield_now};
