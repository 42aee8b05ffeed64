//! The older way to set up pools, kept for those who still use it.
#![expect(deprecated, reason = "these items are made of each other")]

use std::error::Error;
use std::fmt;

use crate::builder::ThreadPoolBuilder;
use crate::job::Payload;
use crate::pool::ThreadPool;

/// The options of a pool; superseded by [`ThreadPoolBuilder`].
///
/// # Examples
///
/// ```
/// # #![expect(deprecated, reason = "old names are what this shows")]
/// let pool = furcate_core::Configuration::new().num_threads(2).thread_name(|i| format!("worker {i}")).build()?;
/// assert_eq!(pool.current_num_threads(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[deprecated(note = "use `ThreadPoolBuilder`")]
#[derive(Default)]
pub struct Configuration {
    builder: ThreadPoolBuilder,
}

/// Sets up the global pool; superseded by [`ThreadPoolBuilder::build_global`].
///
/// # Errors
///
/// As [`ThreadPoolBuilder::build_global`].
///
/// # Examples
///
/// ```
/// # #![expect(deprecated, reason = "old names are what this shows")]
/// use furcate_core::{Configuration, initialize};
/// assert!(initialize(Configuration::new().num_threads(2)).is_ok());
/// assert!(initialize(Configuration::new()).is_err());
/// ```
#[deprecated(note = "use `ThreadPoolBuilder::build_global`")]
pub fn initialize(configuration: Configuration) -> Result<(), Box<dyn Error>> {
    Ok(configuration.builder.build_global()?)
}

impl Configuration {
    /// Makes a configuration with all options at their defaults.
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use furcate_core::Configuration;
    ///
    /// assert!(Configuration::new().build()?.current_num_threads() >= 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the pool.
    ///
    /// # Errors
    ///
    /// As [`ThreadPoolBuilder::build`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use furcate_core::Configuration;
    ///
    /// let pool = Configuration::new().num_threads(1).build()?;
    /// assert_eq!(pool.install(furcate_core::current_num_threads), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(self) -> Result<ThreadPool, Box<dyn Error + 'static>> {
        self.build_pool()
    }

    pub(crate) fn build_pool(self) -> Result<ThreadPool, Box<dyn Error>> {
        Ok(self.builder.build()?)
    }

    fn with(self, change: impl FnOnce(ThreadPoolBuilder) -> ThreadPoolBuilder) -> Self {
        Configuration { builder: change(self.builder) }
    }

    /// Sets the number of threads; see [`ThreadPoolBuilder::num_threads`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// let pool = furcate_core::Configuration::new().num_threads(3).build()?;
    /// assert_eq!(pool.current_num_threads(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn num_threads(self, num_threads: usize) -> Self {
        self.with(|builder| builder.num_threads(num_threads))
    }

    /// Names the threads; see [`ThreadPoolBuilder::thread_name`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// let pool = furcate_core::Configuration::new().num_threads(1).thread_name(|index| format!("crew {index}")).build()?;
    /// let name = pool.install(|| std::thread::current().name().map(str::to_owned));
    /// assert_eq!(name.as_deref(), Some("crew 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn thread_name<F>(self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.with(|builder| builder.thread_name(closure))
    }

    /// Sets the size of the stacks; see [`ThreadPoolBuilder::stack_size`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// /// Uses a KiB of the stack for each step.
    /// fn deep(steps: u32) -> u32 {
    ///     let room = std::hint::black_box([1_u8; 1024]);
    ///     if steps == 0 { 0 } else { u32::from(room[steps as usize % 1024]) + deep(steps - 1) }
    /// }
    ///
    /// let pool = furcate_core::Configuration::new().num_threads(1).stack_size(64 << 20).build()?;
    /// assert_eq!(pool.install(|| deep(8_000)), 8_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stack_size(self, stack_size: usize) -> Self {
        self.with(|builder| builder.stack_size(stack_size))
    }

    /// Suggests to run the oldest jobs first; see [`ThreadPoolBuilder::breadth_first`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// let pool = furcate_core::Configuration::new().num_threads(1).breadth_first().build()?;
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2)); // the order of tasks: `scope_fifo`
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn breadth_first(self) -> Self {
        self.with(ThreadPoolBuilder::breadth_first)
    }

    /// Handles panics; see [`ThreadPoolBuilder::panic_handler`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// let pool = furcate_core::Configuration::new()
    ///     .num_threads(1)
    ///     .panic_handler(move |payload| sender.send(payload.downcast_ref() == Some(&"lost")).unwrap())
    ///     .build()?;
    /// pool.spawn(|| panic!("lost"));
    /// assert!(receiver.recv()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn panic_handler<H>(self, panic_handler: H) -> Self
    where
        H: Fn(Payload) + Send + Sync + 'static,
    {
        self.with(|builder| builder.panic_handler(panic_handler))
    }

    /// Runs a closure at each thread's start; see [`ThreadPoolBuilder::start_handler`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// let pool =
    ///     furcate_core::Configuration::new().num_threads(1).start_handler(move |index| sender.send(index).unwrap()).build()?;
    /// assert_eq!(receiver.recv()?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn start_handler<H>(self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.with(|builder| builder.start_handler(start_handler))
    }

    /// Runs a closure at each thread's end; see [`ThreadPoolBuilder::exit_handler`].
    ///
    /// # Examples
    ///
    /// ```
    /// # #![expect(deprecated, reason = "old names are what this shows")]
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// let pool =
    ///     furcate_core::Configuration::new().num_threads(1).exit_handler(move |index| sender.send(index).unwrap()).build()?;
    /// drop(pool); // tells the thread to end, and does not wait for it
    /// assert_eq!(receiver.recv()?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn exit_handler<H>(self, exit_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.with(|builder| builder.exit_handler(exit_handler))
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Configuration").field("builder", &self.builder).finish()
    }
}
