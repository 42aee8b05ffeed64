//! Isolation: a region whose waits run nothing from outside it.
//!
//! A worker that waits runs only jobs that descend from what it waits for (`wait.rs`), with a few exceptions
//! for progress: broadcasts, calls from other pools, tasks that nobody takes, and `yield_now`. A wall stops
//! these, too.

use crate::job::Region;
use crate::worker::Worker;

/// Runs a closure inside of which a waiting worker runs no jobs from outside.
///
/// For code that holds a lock, or a thread-local borrow, across parallel work: whatever this worker runs
/// before `isolate` returns was made inside the closure, directly or further down, also through scopes
/// and other pools. On a thread that is no worker the closure is just called.
///
/// A wall can keep a job from running that the inside waits for by means of its own, such as a channel, or by a call
/// into another pool whose threads wait for this one: the whole then waits for ever.
///
/// # Panics
///
/// A panic of the closure goes on.
///
/// # Examples
///
/// ```
/// use std::cell::RefCell;
/// thread_local!(static BUFFER: RefCell<Vec<u32>> = RefCell::default());
///
/// let sum = furcate_core::isolate(|| {
///     BUFFER.with_borrow_mut(|buffer| {
///         buffer.push(1);
///         // No other job that borrows the buffer can come to this thread meanwhile.
///         let (a, b) = furcate_core::join(|| 2, || 3);
///         buffer.iter().sum::<u32>() + a + b
///     })
/// });
/// assert_eq!(sum, 6);
/// ```
pub fn isolate<R>(f: impl FnOnce() -> R) -> R {
    Worker::with(|worker| match worker {
        Some(worker) => {
            // The ring holds jobs of one region only.
            worker.flush();
            Region::walled(worker.region(), worker.root(), |region| worker.in_region(region, f))
        }
        None => f(),
    })
}
