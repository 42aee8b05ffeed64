//! How a pool is made: the options, and what follows from them.
//!
//! Most of the file is documentation of the options; the work is in `make`. How threads are started:
//! `thread_builder.rs`; what can go wrong: `error.rs`.
//!
//! The number of threads is the first of these that says something: `num_threads(n)` with n > 0, the variable
//! `FURCATE_NUM_THREADS`, the variable `RAYON_NUM_THREADS`, the processors this process may use. A variable
//! that is 0 asks for the last; one that is no number, or beyond any sense, is named on stderr and passed over.
//!
//! A pool with promises about its threads (names, stacks, handlers) starts them all at once; the plain global
//! pool starts them when there is work.

use std::fmt;
use std::io;
use std::num::NonZero;
use std::sync::Arc;

use crate::error::{ErrorKind, ThreadPoolBuildError};
use crate::global;
use crate::job::Payload;
use crate::platform::thread;
use crate::pool::ThreadPool;
use crate::registry::{Handlers, IndexHandler, PanicHandler, Registry, Setup};
use crate::thread_builder::{CustomSpawn, DefaultSpawn, ThreadBuilder, ThreadSpawn};
use crate::wait::Waiting;
use crate::worker::Worker;

/// Makes a [`ThreadPool`], or sets up the global one.
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
/// assert_eq!(pool.install(|| 6 * 7), 42);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
pub struct ThreadPoolBuilder<S = DefaultSpawn> {
    num_threads: usize,
    use_current_thread: bool,
    thread_name: Option<Box<dyn FnMut(usize) -> String>>,
    stack_size: Option<usize>,
    start_handler: Option<IndexHandler>,
    exit_handler: Option<IndexHandler>,
    panic_handler: Option<PanicHandler>,
    spawn_handler: S,
    breadth_first: bool,
    guests: Option<bool>,
    join_on_drop: bool,
    waiting: Waiting,
}

impl ThreadPoolBuilder {
    /// Makes a builder with all options at their defaults.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = furcate_core::ThreadPoolBuilder::new();
    /// assert!(builder.build()?.current_num_threads() >= 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        ThreadPoolBuilder {
            num_threads: 0,
            use_current_thread: false,
            thread_name: None,
            stack_size: None,
            start_handler: None,
            exit_handler: None,
            panic_handler: None,
            spawn_handler: DefaultSpawn,
            breadth_first: false,
            guests: None,
            join_on_drop: false,
            waiting: Waiting::default(),
        }
    }

    /// Makes a pool of scoped threads for the time of a closure.
    ///
    /// `wrapper` runs on each new thread and has to call [`ThreadBuilder::run`]; around that it may set up
    /// things that borrow from the caller. All threads have ended when this returns.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build).
    ///
    /// # Examples
    ///
    /// ```
    /// let names = vec!["a", "b"];
    /// let sum = furcate_core::ThreadPoolBuilder::new().num_threads(2).build_scoped(
    ///     |thread| {
    ///         assert!(names.len() > thread.index()); // borrowed
    ///         thread.run();
    ///     },
    ///     |pool| pool.install(|| names.len() + 40),
    /// )?;
    /// assert_eq!(sum, 42);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[cfg(not(shuttle))] // whose builder has no scoped threads
    pub fn build_scoped<W, F, R>(self, wrapper: W, with_pool: F) -> Result<R, ThreadPoolBuildError>
    where
        W: Fn(ThreadBuilder) + Sync,
        F: FnOnce(&ThreadPool) -> R,
    {
        thread::scope(|scope| {
            let wrapper = &wrapper;
            let pool = self
                .spawn_handler(|thread| {
                    crate::thread_builder::named(&thread).spawn_scoped(scope, move || wrapper(thread))?;
                    Ok(())
                })
                .build()?;
            Ok(with_pool(&pool))
        })
    }
}

impl<S: ThreadSpawn> ThreadPoolBuilder<S> {
    /// Makes the pool.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started, or the current thread is to be used and is in a pool already. The
    /// threads that were started end.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.current_num_threads(), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn build(self) -> Result<ThreadPool, ThreadPoolBuildError> {
        let join_on_drop = self.join_on_drop;
        let registry = self.make(false)?;
        Ok(ThreadPool::new_with(registry, join_on_drop))
    }

    /// Makes the global pool, which all operations outside pools use.
    ///
    /// Only needed to choose its options: it is made at its first use otherwise.
    ///
    /// # Errors
    ///
    /// When there is a global pool already; or as [`build`](Self::build), and then there is none afterwards.
    /// Without promises about its threads (names, stacks, handlers) they are started when there is work for
    /// them; if then not all can be, those that are there do it. It is an error that none can be.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate_core::{ThreadPoolBuilder, current_num_threads};
    /// ThreadPoolBuilder::new().num_threads(3).build_global()?;
    /// assert_eq!(current_num_threads(), 3);
    /// assert!(ThreadPoolBuilder::new().build_global().is_err()); // only once
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn build_global(self) -> Result<(), ThreadPoolBuildError> {
        Ok(global::set(|| self.make(true))?)
    }

    fn make(mut self, global: bool) -> Result<Arc<Registry>, ErrorKind> {
        let threads = match self.num_threads {
            0 => default_threads(),
            threads => threads.min(crate::max_num_threads()),
        };
        // What was asked for is a promise about the threads that run the user's code.
        let promises = self.use_current_thread
            || self.thread_name.is_some()
            || self.stack_size.is_some()
            || self.start_handler.is_some()
            || self.exit_handler.is_some()
            || !self.spawn_handler.is_default();
        let setup = Setup {
            threads,
            handlers: Handlers {
                start: self.start_handler.take(),
                exit: self.exit_handler.take(),
                panic: self.panic_handler.take(),
            },
            guests: self.guests.unwrap_or_else(|| global && !promises && guests_by_default()),
            lazy: global && !promises,
            breadth_first: self.breadth_first,
            waiting: self.waiting,
        };
        let lazy = setup.lazy;
        if self.use_current_thread && Worker::with(|worker| worker.is_some()) {
            return Err(ErrorKind::CurrentThreadAlreadyInPool);
        }
        if lazy {
            // Where there can be no threads at all, whoever asked for some is to learn of it now.
            let probe = thread::Builder::new().spawn(|| ()).map_err(ErrorKind::CannotStartThread)?;
            // It does nothing, so it cannot have panicked.
            let _ = probe.join();
        }
        let registry = Registry::new(setup);
        let unfinished = Unfinished(&registry, self.spawn_handler.is_default());
        if !lazy {
            if self.use_current_thread {
                Worker::hold_for_good(registry.clone(), 0);
            }
            for index in usize::from(self.use_current_thread)..threads {
                let name = self.thread_name.as_mut().map(|name| name(index));
                let thread = ThreadBuilder::new(&registry, index, name, self.stack_size);
                self.spawn_handler.spawn(thread).map_err(ErrorKind::CannotStartThread)?;
            }
        }
        std::mem::forget(unfinished);
        Ok(registry)
    }
}

/// Ends the threads of a pool whose making fails or unwinds.
///
/// It waits for them only if it has started them itself: a user's handler may still have some to run.
struct Unfinished<'a>(&'a Arc<Registry>, bool);

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.0.let_go();
        if self.1 {
            self.0.wait_for_end();
        }
    }
}

impl<S> ThreadPoolBuilder<S> {
    /// Sets the number of threads. 0 is the default: see the [module](crate) for the environment variables.
    ///
    /// Numbers above [`max_num_threads`](crate::max_num_threads()) are cut to it.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
    /// assert_eq!(pool.current_num_threads(), 2);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn num_threads(mut self, num_threads: usize) -> Self {
        self.num_threads = num_threads;
        self
    }

    /// Makes the thread that builds the pool its worker 0, until that thread ends.
    ///
    /// It works for the pool only while it waits or yields in it. No handler runs on it.
    ///
    /// # Examples
    ///
    /// ```
    /// # std::thread::spawn(|| {
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).use_current_thread().build()?;
    /// assert_eq!(pool.current_thread_index(), Some(0));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(()) }).join().unwrap().unwrap();
    /// ```
    #[must_use]
    pub fn use_current_thread(mut self) -> Self {
        self.use_current_thread = true;
        self
    }

    /// Names the threads by their indices.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .thread_name(|index| format!("worker {index}"))
    ///     .build()?;
    /// pool.install(|| assert_eq!(std::thread::current().name(), Some("worker 0")));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn thread_name<F>(mut self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.thread_name = Some(Box::new(closure));
        self
    }

    /// Sets the size of the threads' stacks in bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).stack_size(1 << 20).build()?;
    /// assert_eq!(pool.install(|| 1), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn stack_size(mut self, stack_size: usize) -> Self {
        self.stack_size = Some(stack_size);
        self
    }

    /// Runs a closure on each thread before its first job, with the thread's index.
    ///
    /// A panic in it goes to the panic handler; without one the process is aborted.
    ///
    /// # Examples
    ///
    /// ```
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .start_handler(move |index| sender.send(index).unwrap())
    ///     .build()?;
    /// assert_eq!(receiver.iter().take(2).sum::<usize>(), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn start_handler<H>(mut self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.start_handler = Some(Box::new(start_handler));
        self
    }

    /// Runs a closure on each thread after its last job, with the thread's index.
    ///
    /// A panic in it goes to the panic handler; without one the process is aborted.
    ///
    /// # Examples
    ///
    /// ```
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .exit_handler(move |index| sender.send(index).unwrap())
    ///     .build()?;
    /// drop(pool);
    /// assert_eq!(receiver.iter().take(2).sum::<usize>(), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn exit_handler<H>(mut self, exit_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.exit_handler = Some(Box::new(exit_handler));
        self
    }

    /// Gives the panics of detached tasks and of handlers to a closure. Without one they abort the process.
    ///
    /// If the closure itself panics, the process is aborted.
    ///
    /// # Examples
    ///
    /// ```
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .panic_handler(move |_| sender.send("caught").unwrap())
    ///     .build()?;
    /// pool.spawn(|| std::panic::resume_unwind(Box::new(7)));
    /// assert_eq!(receiver.recv(), Ok("caught"));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn panic_handler<H>(mut self, panic_handler: H) -> Self
    where
        H: Fn(Payload) + Send + Sync + 'static,
    {
        self.panic_handler = Some(Box::new(panic_handler));
        self
    }

    /// Starts the threads by a closure of the user's. It has to see to it that each [`ThreadBuilder`] is run
    /// on a thread of its own.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .spawn_handler(|thread| {
    ///         std::thread::Builder::new().spawn(|| thread.run())?;
    ///         Ok(())
    ///     })
    ///     .build()?;
    /// assert_eq!(pool.install(|| 1), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn spawn_handler<F>(self, spawn: F) -> ThreadPoolBuilder<CustomSpawn<F>>
    where
        F: FnMut(ThreadBuilder) -> io::Result<()>,
    {
        ThreadPoolBuilder {
            num_threads: self.num_threads,
            use_current_thread: self.use_current_thread,
            thread_name: self.thread_name,
            stack_size: self.stack_size,
            start_handler: self.start_handler,
            exit_handler: self.exit_handler,
            panic_handler: self.panic_handler,
            spawn_handler: CustomSpawn(spawn),
            breadth_first: self.breadth_first,
            guests: self.guests,
            join_on_drop: self.join_on_drop,
            waiting: self.waiting,
        }
    }

    /// Suggests to run the oldest jobs first.
    ///
    /// Each job of a [`join`](crate::join()) is then offered to the other threads at once, and they take the oldest. The
    /// order in which a thread runs tasks of its own stays: only `scope_fifo` and `spawn_fifo` promise one.
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use furcate_core::ThreadPoolBuilder;
    ///
    /// let pool = ThreadPoolBuilder::new().num_threads(1).breadth_first().build()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// pool.scope_fifo(|scope| {
    ///     for n in 0..3 {
    ///         let sender = sender.clone();
    ///         scope.spawn_fifo(move |_| sender.send(n).unwrap());
    ///     }
    /// });
    /// assert!(receiver.try_iter().eq(0..3));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[deprecated(note = "use `scope_fifo` and `spawn_fifo` for a similar effect")]
    #[must_use]
    pub fn breadth_first(mut self) -> Self {
        self.breadth_first = true;
        self
    }

    /// Allows or forbids that threads from outside run their calls themselves, on a free slot of the pool.
    ///
    /// That saves two wake-ups for each call, but the code runs on the caller's stack, with the caller's name,
    /// priority and thread-locals. By default only the global pool does it, and only if no promises about its
    /// threads were asked for; `FURCATE_GUESTS=0` in the environment turns that off.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).guests(true).build()?;
    /// let here = std::thread::current().id();
    /// // Most often here; on the pool's thread as long as that is awake.
    /// let _there = pool.install(|| std::thread::current().id() == here);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn guests(mut self, allowed: bool) -> Self {
        self.guests = Some(allowed);
        self
    }

    /// Chooses what a thread of the pool may run while it waits in the middle of a job.
    ///
    /// What that is worth, and what it costs: [`Waiting`].
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate_core::{ThreadPoolBuilder, Waiting};
    /// let pool = ThreadPoolBuilder::new().num_threads(2).waiting(Waiting::SameRoot).build()?;
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2));
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn waiting(mut self, waiting: Waiting) -> Self {
        self.waiting = waiting;
        self
    }

    /// Makes the drop of the pool wait until all its threads have ended.
    ///
    /// A drop on one of these threads does not wait. On a thread of another pool it does, and keeps that thread: two
    /// pools whose last handles are dropped on each other's threads wait for ever.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// let shared = Arc::new(());
    /// let inside = shared.clone();
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .start_handler(move |_| _ = inside.clone())
    ///     .join_on_drop(true)
    ///     .build()?;
    /// drop(pool);
    /// assert_eq!(Arc::strong_count(&shared), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn join_on_drop(mut self, join: bool) -> Self {
        self.join_on_drop = join;
        self
    }
}

impl Default for ThreadPoolBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> fmt::Debug for ThreadPoolBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPoolBuilder")
            .field("num_threads", &self.num_threads)
            .field("use_current_thread", &self.use_current_thread)
            .field("thread_name", &self.thread_name.is_some())
            .field("stack_size", &self.stack_size)
            .field("start_handler", &self.start_handler.is_some())
            .field("exit_handler", &self.exit_handler.is_some())
            .field("panic_handler", &self.panic_handler.is_some())
            .field("breadth_first", &self.breadth_first)
            .field("guests", &self.guests)
            .field("join_on_drop", &self.join_on_drop)
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

/// The number of threads when the builder does not say.
pub(crate) fn default_threads() -> usize {
    // What affinity and the quota of a control group leave.
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    crate::environment::threads().unwrap_or_else(processors).clamp(1, crate::max_num_threads())
}

/// Whether the plain global pool lets callers work on its slots.
pub(crate) fn guests_by_default() -> bool {
    crate::environment::guests()
}
