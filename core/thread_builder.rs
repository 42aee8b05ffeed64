//! How the threads of a pool are started: by the standard library, or by a handler of the user's.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::platform::thread;
use crate::registry::Registry;

/// A thread of a pool that is to be started by a spawn handler.
///
/// # Examples
///
/// ```
/// use furcate_core::{ThreadBuilder, ThreadPoolBuilder};
/// use std::{io, thread};
///
/// /// Starts a thread of a pool with what was asked for, and a name if none was.
/// fn start(worker: ThreadBuilder) -> io::Result<()> {
///     let mut builder = thread::Builder::new();
///     builder = builder.name(worker.name().map_or_else(|| format!("worker {}", worker.index()), str::to_owned));
///     if let Some(size) = worker.stack_size() {
///         builder = builder.stack_size(size);
///     }
///     builder.spawn(|| worker.run()).map(drop)
/// }
///
/// let pool = ThreadPoolBuilder::new().num_threads(1).spawn_handler(start).build()?;
/// let name = pool.install(|| thread::current().name().map(str::to_owned));
/// assert_eq!(name.as_deref(), Some("worker 0"));
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
pub struct ThreadBuilder {
    registry: Option<Arc<Registry>>,
    index: usize,
    name: Option<String>,
    stack_size: Option<usize>,
    /// To be handed on, not to be shared.
    not_sync: PhantomData<Cell<()>>,
}

impl ThreadBuilder {
    pub(crate) fn new(
        registry: &Arc<Registry>,
        index: usize,
        name: Option<String>,
        stack_size: Option<usize>,
    ) -> Self {
        registry.expect_thread();
        ThreadBuilder { registry: Some(registry.clone()), index, name, stack_size, not_sync: PhantomData }
    }

    /// The index the thread will have in its pool.
    ///
    /// # Examples
    ///
    /// ```
    /// # use furcate_core::ThreadPoolBuilder;
    /// ThreadPoolBuilder::new().num_threads(1).build_scoped(
    ///     |thread| {
    ///         assert_eq!(thread.index(), 0);
    ///         thread.run();
    ///     },
    ///     |_| (),
    /// )?;
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name that `thread_name` gave it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use furcate_core::ThreadPoolBuilder;
    /// ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "me".into()).build_scoped(
    ///     |thread| {
    ///         assert_eq!(thread.name(), Some("me"));
    ///         thread.run();
    ///     },
    ///     |_| (),
    /// )?;
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The size of its stack, if one was chosen.
    ///
    /// # Examples
    ///
    /// ```
    /// # use furcate_core::ThreadPoolBuilder;
    /// ThreadPoolBuilder::new().num_threads(1).stack_size(1 << 20).build_scoped(
    ///     |thread| {
    ///         assert_eq!(thread.stack_size(), Some(1 << 20));
    ///         thread.run();
    ///     },
    ///     |_| (),
    /// )?;
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    #[must_use]
    pub fn stack_size(&self) -> Option<usize> {
        self.stack_size
    }

    /// Works for the pool on this thread, and returns when the pool is over.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = furcate_core::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .spawn_handler(|thread| {
    ///         std::thread::spawn(|| thread.run());
    ///         Ok(())
    ///     })
    ///     .build()?;
    /// assert_eq!(pool.install(|| 1), 1);
    /// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
    /// ```
    pub fn run(mut self) {
        if let Some(registry) = self.registry.take() {
            registry.run_thread(self.index, false);
        }
    }
}

/// A thread that was never run is not waited for.
impl Drop for ThreadBuilder {
    fn drop(&mut self) {
        if let Some(registry) = &self.registry {
            registry.miss_thread();
        }
    }
}

impl fmt::Debug for ThreadBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadBuilder")
            .field("index", &self.index)
            .field("name", &self.name)
            .field("stack_size", &self.stack_size)
            .finish_non_exhaustive()
    }
}

/// A way to start threads. Implemented by the two ways there are.
pub trait ThreadSpawn: private::Sealed {
    /// Starts one thread.
    #[doc(hidden)]
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()>;

    /// Tells whether this is the way a pool goes by itself.
    #[doc(hidden)]
    fn is_default(&self) -> bool {
        false
    }
}

mod private {
    /// Keeps others from implementing `ThreadSpawn`.
    #[expect(unnameable_types, reason = "that is what seals the trait")]
    pub trait Sealed {}
    impl Sealed for super::DefaultSpawn {}
    impl<F> Sealed for super::CustomSpawn<F> {}
}

/// Starts threads of the standard library.
#[derive(Debug, Default)]
pub struct DefaultSpawn;

/// Starts threads by a closure, see [`ThreadPoolBuilder::spawn_handler`].
pub struct CustomSpawn<F>(pub(crate) F);

impl<F> fmt::Debug for CustomSpawn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomSpawn").finish_non_exhaustive()
    }
}

impl ThreadSpawn for DefaultSpawn {
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()> {
        let registry = thread.registry.clone();
        let handle = named(&thread).spawn(|| thread.run())?;
        if let Some(registry) = registry {
            registry.keep_handle(handle);
        }
        Ok(())
    }

    fn is_default(&self) -> bool {
        true
    }
}

impl<F> ThreadSpawn for CustomSpawn<F>
where
    F: FnMut(ThreadBuilder) -> io::Result<()>,
{
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<()> {
        (self.0)(thread)
    }
}

/// A builder of the standard library with the thread's name and stack.
pub(crate) fn named(thread: &ThreadBuilder) -> thread::Builder {
    let mut builder = thread::Builder::new();
    if let Some(name) = &thread.name {
        builder = builder.name(name.clone());
    }
    if let Some(stack_size) = thread.stack_size {
        builder = builder.stack_size(stack_size);
    }
    builder
}
