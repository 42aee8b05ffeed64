//! Scopes with a bound on the tasks that wait: for those who spawn faster than the pool works.
//!
//! A task over the limit is run at once by the thread that spawns it. Nobody ever waits for room, so nothing can
//! hang that would not hang without the limit; and a spawner that works spawns nothing meanwhile.

use std::sync::atomic::Ordering::Relaxed;

use crate::global;
use crate::platform::AtomicUsize;
use crate::scope::Scope;

/// How many tasks of a scope may wait for somebody to begin them.
#[derive(Debug)]
pub(crate) struct Bound {
    limit: usize,
    /// Tasks that nobody has begun. Relaxed: a count, which orders nothing.
    waiting: AtomicUsize,
}

impl Bound {
    pub(crate) fn new(limit: usize) -> Self {
        Bound { limit, waiting: AtomicUsize::new(0) }
    }

    /// One more is to wait. False: there is no room for it.
    pub(crate) fn enter(&self) -> bool {
        let room = |waiting: usize| (waiting < self.limit).then_some(waiting + 1);
        self.waiting.fetch_update(Relaxed, Relaxed, room).is_ok()
    }

    /// One of them has begun.
    pub(crate) fn leave(&self) {
        self.waiting.fetch_sub(1, Relaxed);
    }
}

/// Runs a closure that may spawn tasks, of which no more than `limit` wait at a time, and returns when all have ended.
///
/// As [`scope()`](crate::scope()), but if `limit` tasks wait already that nobody has begun, `spawn` runs the new
/// one itself, to its end, before it returns. So memory stays bounded, however many tasks there are, and a thread
/// that spawns faster than the others work lends a hand. With a limit of 0 no task moves to another thread.
///
/// A few hundred are plenty for any pool. Mind that a task may run inside of the call to `spawn`, also on a thread
/// outside the pool that spawns into the scope: hold no lock there that tasks want, and let no task wait for
/// something that its spawner does later.
///
/// # Panics
///
/// As [`scope()`](crate::scope()); also a task that runs inside of `spawn` panics out of the scope, not out of `spawn`.
///
/// # Examples
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// let sum = AtomicUsize::new(0);
/// furcate_core::scope_bounded(100, |scope| {
///     for i in 0..10_000 {
///         let sum = &sum;
///         scope.spawn(move |_| _ = sum.fetch_add(i, Ordering::Relaxed));
///     }
/// });
/// assert_eq!(sum.into_inner(), 49_995_000);
/// ```
///
/// # See also
///
/// [`scope()`](crate::scope()) without a limit.
pub fn scope_bounded<'scope, OP, R>(limit: usize, op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    let bound = Some(Bound::new(limit));
    global::in_current(|worker| Scope::run(Some(worker), worker.shared_registry(), bound, op))
}
