//! The pool that is there without being made: for every operation that is called outside a pool.
//!
//! It is made at its first use, or by `ThreadPoolBuilder::build_global`, and never ends. Its threads are
//! started when there is work for them. A forked child, where the threads are missing, gets a fresh one: the
//! list of generations below has one entry for each.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::builder;
use crate::error::ErrorKind;
use crate::registry::{Handlers, Registry, Setup};
use crate::scope;
use crate::wait::Waiting;
use crate::worker::Worker;

/// A global pool, and the one that took over in a forked child.
struct Generation {
    registry: Arc<Registry>,
    next: OnceLock<Box<Generation>>,
}

static FIRST: OnceLock<Box<Generation>> = OnceLock::new();
/// Held while a global pool is made.
static MAKING: Mutex<()> = Mutex::new(());

/// The cell that holds the present global pool, or the one where it will be.
fn cell() -> &'static OnceLock<Box<Generation>> {
    let mut cell = &FIRST;
    while let Some(generation) = cell.get() {
        if !generation.registry.is_orphan() {
            break;
        }
        cell = &generation.next;
    }
    cell
}

/// The global pool, which is made if need be.
#[inline]
fn shared() -> &'static Arc<Registry> {
    match FIRST.get() {
        Some(generation) if !generation.registry.is_orphan() => &generation.registry,
        _ => make(),
    }
}

#[cold]
fn make() -> &'static Arc<Registry> {
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let generation = cell().get_or_init(|| {
        let setup = Setup {
            threads: builder::default_threads(),
            handlers: Handlers::default(),
            guests: builder::guests_by_default(),
            lazy: true,
            breadth_first: false,
            waiting: Waiting::default(),
        };
        Box::new(Generation { registry: Registry::new(setup), next: OnceLock::new() })
    });
    &generation.registry
}

/// Makes `registry` the global pool, if there is none yet.
pub(crate) fn set(make: impl FnOnce() -> Result<Arc<Registry>, ErrorKind>) -> Result<(), ErrorKind> {
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let cell = cell();
    if cell.get().is_some() {
        return Err(ErrorKind::GlobalPoolAlreadyInitialized);
    }
    let registry = make()?;
    match cell.set(Box::new(Generation { registry, next: OnceLock::new() })) {
        Ok(()) => Ok(()),
        Err(_) => Err(ErrorKind::GlobalPoolAlreadyInitialized),
    }
}

/// A reference to the global pool that may be kept.
pub(crate) fn registry() -> Arc<Registry> {
    shared().clone()
}

/// Runs `f` as a worker of the global pool. For threads that hold no slot.
#[inline]
pub(crate) fn as_worker<R, F>(f: F) -> R
where
    F: FnOnce(&Worker<'_>) -> R + Send,
    R: Send,
{
    scope::from_outside(shared(), f)
}

/// Runs `f` as a worker of the current pool.
#[inline]
pub(crate) fn in_current<R, F>(f: F) -> R
where
    F: FnOnce(&Worker<'_>) -> R + Send,
    R: Send,
{
    Worker::with(|worker| match worker {
        Some(worker) => f(worker),
        None => as_worker(f),
    })
}

/// The number of threads of the current pool: that of the worker which asks, else the global one.
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(3).build()?;
/// assert_eq!(pool.install(furcate_core::current_num_threads), 3);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
#[must_use]
#[inline]
pub fn current_num_threads() -> usize {
    Worker::with(|worker| {
        worker.map_or_else(|| shared().num_threads(), |worker| worker.registry().num_threads())
    })
}

/// The index of this thread in its pool, below [`current_num_threads`], or `None` outside.
///
/// No two threads of a pool have the same index at the same time. A thread from outside that works in the
/// global pool during a call has an index for that time, and may have another one in its next call.
///
/// # Examples
///
/// ```
/// assert_eq!(furcate_core::current_thread_index(), None);
/// let (index, _) = furcate_core::join(furcate_core::current_thread_index, || ());
/// assert!(index < Some(furcate_core::current_num_threads()));
/// ```
#[must_use]
pub fn current_thread_index() -> Option<usize> {
    Worker::with(|worker| worker.map(|worker| worker.slot().index))
}

/// Tells whether this worker has jobs that it did not begin yet; `None` outside a pool.
///
/// A hint only: another worker may take them meanwhile.
///
/// # Examples
///
/// ```
/// assert_eq!(furcate_core::current_thread_has_pending_tasks(), None);
/// ```
#[must_use]
pub fn current_thread_has_pending_tasks() -> Option<bool> {
    Worker::with(|worker| worker.map(Worker::has_pending_jobs))
}

/// The most threads that a pool can have; larger numbers are cut to it.
///
/// # Examples
///
/// ```
/// assert!(furcate_core::max_num_threads() >= 255);
/// ```
#[must_use]
pub fn max_num_threads() -> usize {
    if usize::BITS >= 64 { 65_535 } else { 255 }
}
