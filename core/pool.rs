//! The handle of a pool that was made: the operations of this crate, in a pool of one's choice.
//!
//! Each method does what the function of the same name does, on this pool. From a thread of another pool, or
//! of none, the closure runs on one of this pool's threads while the caller waits. Most of the file is
//! documentation.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::broadcast::{self, BroadcastContext};
#[expect(deprecated, reason = "an old constructor takes it")]
use crate::configuration::Configuration;
use crate::registry::Registry;
use crate::scope::{self, Scope, ScopeFifo};
use crate::spawn;
use crate::stats::Stats;
use crate::worker::Worker;
use crate::yielding::{Yield, outcome};

/// A pool of threads of one's own.
///
/// Dropping it asks the threads to end; they do when all that was spawned is done. The drop does not wait for
/// that, unless [`join_on_drop`](crate::ThreadPoolBuilder::join_on_drop) was chosen.
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
/// let (a, b) = pool.join(|| 1, || 2);
/// assert_eq!(a + b, 3);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
pub struct ThreadPool {
    registry: Arc<Registry>,
    join_on_drop: bool,
}

impl ThreadPool {
    pub(crate) fn new_with(registry: Arc<Registry>, join_on_drop: bool) -> Self {
        ThreadPool { registry, join_on_drop }
    }

    /// Makes a pool from a configuration.
    ///
    /// # Errors
    ///
    /// As [`ThreadPoolBuilder::build`](crate::ThreadPoolBuilder::build).
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// let pool = furcate_core::ThreadPool::new(furcate_core::Configuration::new().num_threads(1))?;
    /// assert_eq!(pool.install(|| 1), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[deprecated(note = "use `ThreadPoolBuilder::build`")]
    #[expect(deprecated, reason = "takes an older type")]
    pub fn new(configuration: Configuration) -> Result<ThreadPool, Box<dyn Error>> {
        configuration.build_pool()
    }

    /// Runs a closure in the pool: all operations in it use this pool.
    ///
    /// # Panics
    ///
    /// A panic of the closure goes on here.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(3).build()?;
    /// assert_eq!(pool.install(furcate_core::current_num_threads), 3);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn install<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        scope::in_pool(&self.registry, |_| op())
    }

    /// Runs two closures as [`join`](crate::join()) does.
    ///
    /// # Panics
    ///
    /// As `join`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn join<A, B, RA, RB>(&self, oper_a: A, oper_b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send,
    {
        self.install(|| crate::join(oper_a, oper_b))
    }

    /// Runs a closure that spawns tasks, as [`scope`](crate::scope()) does.
    ///
    /// # Panics
    ///
    /// As `scope`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let mut done = false;
    /// pool.scope(|scope| scope.spawn(|_| done = true));
    /// assert!(done);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| crate::scope(op))
    }

    /// Runs a closure that spawns tasks of which no more than `limit` wait, as
    /// [`scope_bounded`](crate::scope_bounded()) does.
    ///
    /// # Panics
    ///
    /// As `scope_bounded`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let mut done = false;
    /// pool.scope_bounded(1, |scope| scope.spawn(|_| done = true));
    /// assert!(done);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn scope_bounded<'scope, OP, R>(&self, limit: usize, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| crate::scope_bounded(limit, op))
    }

    /// Runs a closure that spawns tasks in order, as [`scope_fifo`](crate::scope_fifo()) does.
    ///
    /// # Panics
    ///
    /// As `scope_fifo`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let mut done = false;
    /// pool.scope_fifo(|scope| scope.spawn_fifo(|_| done = true));
    /// assert!(done);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| crate::scope_fifo(op))
    }

    /// Runs a closure on this very thread, its tasks in the pool.
    ///
    /// # Panics
    ///
    /// As [`in_place_scope`](crate::in_place_scope()).
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let mut index = None;
    /// pool.in_place_scope(|scope| scope.spawn(|_| index = furcate_core::current_thread_index()));
    /// assert!(index.is_some());
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn in_place_scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R,
    {
        scope::in_place(self.registry.clone(), op)
    }

    /// Runs a closure on this very thread, its tasks in the pool and in order.
    ///
    /// # Panics
    ///
    /// As [`in_place_scope_fifo`](crate::in_place_scope_fifo()).
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let mut done = false;
    /// pool.in_place_scope_fifo(|scope| scope.spawn_fifo(|_| done = true));
    /// assert!(done);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn in_place_scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R,
    {
        scope::in_place_fifo(self.registry.clone(), op)
    }

    /// Starts a detached task in the pool, as [`spawn`](crate::spawn()) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// pool.spawn(move || sender.send(7).unwrap());
    /// assert_eq!(receiver.recv(), Ok(7));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn spawn<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn::spawn_in(&self.registry, op);
    }

    /// Starts a detached task in the pool, in order, as [`spawn_fifo`](crate::spawn_fifo()) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// for i in 0..3 {
    ///     let sender = sender.clone();
    ///     pool.spawn_fifo(move || sender.send(i).unwrap());
    /// }
    /// drop(sender);
    /// assert!(receiver.iter().eq(0..3));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn spawn_fifo<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn::spawn_fifo_in(&self.registry, op);
    }

    /// Runs a closure once on every thread of the pool, as [`broadcast`](crate::broadcast()) does.
    ///
    /// # Panics
    ///
    /// As `broadcast`.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(3).build()?;
    /// assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn broadcast<OP, R>(&self, op: OP) -> Vec<R>
    where
        OP: Fn(BroadcastContext<'_>) -> R + Sync,
        R: Send,
    {
        broadcast::broadcast_in(&self.registry, op)
    }

    /// Starts a detached task that every thread of the pool runs once.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// pool.spawn_broadcast(move |_| sender.send(()).unwrap());
    /// assert_eq!(receiver.iter().count(), 2);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn spawn_broadcast<OP>(&self, op: OP)
    where
        OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
    {
        spawn::spawn_broadcast_in(&self.registry, op);
    }

    /// Runs one pending job, if this thread is one of the pool's; else `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.yield_now(), None);
    /// assert!(pool.install(|| pool.yield_now()).is_some());
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use = "tells whether a job was run"]
    pub fn yield_now(&self) -> Option<Yield> {
        self.as_member(|worker| outcome(worker.run_one(true)))
    }

    /// Runs one pending job of this thread's own, if it is one of the pool's; else `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.yield_local(), None);
    /// assert!(pool.install(|| pool.yield_local()).is_some());
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use = "tells whether a job was run"]
    pub fn yield_local(&self) -> Option<Yield> {
        self.as_member(|worker| outcome(worker.run_one(false)))
    }

    /// The number of threads of the pool.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(3).build()?;
    /// assert_eq!(pool.current_num_threads(), 3);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn current_num_threads(&self) -> usize {
        self.registry.num_threads()
    }

    /// The index of this thread, if it is one of the pool's.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.current_thread_index(), None);
    /// assert_eq!(pool.install(|| pool.current_thread_index()), Some(0));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn current_thread_index(&self) -> Option<usize> {
        self.as_member(|worker| worker.slot().index)
    }

    /// Tells whether this thread has jobs that it did not begin yet, if it is one of the pool's.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.current_thread_has_pending_tasks(), None);
    /// assert_eq!(pool.install(|| pool.current_thread_has_pending_tasks()), Some(false));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn current_thread_has_pending_tasks(&self) -> Option<bool> {
        self.as_member(|worker| worker.has_pending_jobs())
    }

    /// Takes a snapshot of the pool's counters.
    ///
    /// # Examples
    ///
    /// ```
    /// # let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// pool.install(|| ());
    /// assert_eq!(pool.stats().total().injected, 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.registry.stats()
    }

    /// Ends the pool and waits until all its threads have ended.
    ///
    /// What was spawned before is still done. On one of the pool's own threads this does not wait.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// static DONE: AtomicBool = AtomicBool::new(false);
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// pool.spawn(|| DONE.store(true, Ordering::Relaxed));
    /// pool.shut_down_and_wait();
    /// assert!(DONE.load(Ordering::Relaxed));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn shut_down_and_wait(mut self) {
        self.join_on_drop = true;
    }

    fn as_member<R>(&self, f: impl FnOnce(&Worker<'_>) -> R) -> Option<R> {
        Worker::with(|worker| worker.filter(|worker| worker.is_of(&self.registry)).map(f))
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.registry.let_go();
        if self.join_on_drop {
            self.registry.wait_for_end();
        }
    }
}

impl fmt::Debug for ThreadPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPool")
            .field("num_threads", &self.current_num_threads())
            .field("registry", &self.registry)
            .finish_non_exhaustive()
    }
}
