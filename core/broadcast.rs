//! Broadcasts: one call of a closure on every worker of a pool.
//!
//! Each slot has a post box that only its holder reads, and into which all put without a lock. A broadcast is a scope with one task in each of these
//! mailboxes; its results are gathered by index. A thread from outside waits for them without a slot. A slot
//! that a guest holds gets its turn when the guest has given it back. A guest that waits inside of its call runs its
//! own parts at once, and after 100 ms those of others, which it may be waiting for.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use crate::registry::Registry;
use crate::scope;
use crate::worker::Worker;

/// What a broadcast closure is told about the worker that runs it.
///
/// # Examples
///
/// ```
/// use furcate_core::{BroadcastContext, broadcast};
///
/// /// The share of `0..len` that a worker is to do.
/// fn share(context: &BroadcastContext<'_>, len: usize) -> std::ops::Range<usize> {
///     let bound = |index| index * len / context.num_threads();
///     bound(context.index())..bound(context.index() + 1)
/// }
///
/// let shares = broadcast(|context| share(&context, 100));
/// assert!(shares.into_iter().flatten().eq(0..100));
/// ```
pub struct BroadcastContext<'a> {
    index: usize,
    num_threads: usize,
    /// Says something about this call only.
    not_send: PhantomData<(&'a (), *const ())>,
}

impl<'a> BroadcastContext<'a> {
    pub(crate) fn with<R>(worker: &'a Worker<'_>, f: impl FnOnce(BroadcastContext<'_>) -> R) -> R {
        f(BroadcastContext {
            index: worker.slot().index,
            num_threads: worker.registry().num_threads(),
            not_send: PhantomData,
        })
    }

    /// The index of this worker, below [`num_threads`](Self::num_threads).
    ///
    /// # Examples
    ///
    /// ```
    /// let indices = furcate_core::broadcast(|context| context.index());
    /// assert!(indices.iter().copied().eq(0..indices.len()));
    /// ```
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// How many workers run this broadcast.
    ///
    /// # Examples
    ///
    /// ```
    /// let counts = furcate_core::broadcast(|context| context.num_threads());
    /// assert!(counts.iter().all(|&count| count == counts.len()));
    /// ```
    #[inline]
    #[must_use]
    pub fn num_threads(&self) -> usize {
        self.num_threads
    }
}

impl fmt::Debug for BroadcastContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BroadcastContext")
            .field("index", &self.index)
            .field("num_threads", &self.num_threads)
            .finish_non_exhaustive()
    }
}

/// Runs a closure once on every worker of the current pool, and returns the results by index.
///
/// Workers come to it between two of their jobs, or while they wait in one. A thread from outside that works in the pool
/// comes when its own call is over, or has waited for 100 ms inside of it.
///
/// # Panics
///
/// If calls panic, all others still run; then the first panic goes on here.
///
/// # Examples
///
/// ```
/// let squares = furcate_core::broadcast(|context| context.index() * context.index());
/// assert_eq!(squares.len(), furcate_core::current_num_threads());
/// assert_eq!(squares[0], 0);
/// ```
pub fn broadcast<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    // Not as a guest: that would hold a slot while it waits for all others.
    broadcast_in(&scope::current_registry(), op)
}

pub(crate) fn broadcast_in<OP, R>(registry: &Arc<Registry>, op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    let results: Vec<Mutex<Option<R>>> = (0..registry.num_threads()).map(|_| Mutex::new(None)).collect();
    scope::in_place(registry.clone(), |scope| {
        scope.spawn_broadcast(|_, context| {
            let index = context.index();
            let result = op(context);
            *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        });
    });
    let result = |cell: Mutex<Option<R>>| match cell.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(result) => result,
        None => unreachable!("every index has run, or the scope has panicked"),
    };
    results.into_iter().map(result).collect()
}
