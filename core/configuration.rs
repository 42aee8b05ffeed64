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
/// # #![allow(deprecated)]
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
/// # #![allow(deprecated)]
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
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the pool.
    ///
    /// # Errors
    ///
    /// As [`ThreadPoolBuilder::build`].
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
    #[must_use]
    pub fn num_threads(self, num_threads: usize) -> Self {
        self.with(|builder| builder.num_threads(num_threads))
    }

    /// Names the threads; see [`ThreadPoolBuilder::thread_name`].
    #[must_use]
    pub fn thread_name<F>(self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.with(|builder| builder.thread_name(closure))
    }

    /// Sets the size of the stacks; see [`ThreadPoolBuilder::stack_size`].
    #[must_use]
    pub fn stack_size(self, stack_size: usize) -> Self {
        self.with(|builder| builder.stack_size(stack_size))
    }

    /// Suggests to run the oldest jobs first.
    #[must_use]
    pub fn breadth_first(self) -> Self {
        self.with(ThreadPoolBuilder::breadth_first)
    }

    /// Handles panics; see [`ThreadPoolBuilder::panic_handler`].
    #[must_use]
    pub fn panic_handler<H>(self, panic_handler: H) -> Self
    where
        H: Fn(Payload) + Send + Sync + 'static,
    {
        self.with(|builder| builder.panic_handler(panic_handler))
    }

    /// Runs a closure at each thread's start; see [`ThreadPoolBuilder::start_handler`].
    #[must_use]
    pub fn start_handler<H>(self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.with(|builder| builder.start_handler(start_handler))
    }

    /// Runs a closure at each thread's end; see [`ThreadPoolBuilder::exit_handler`].
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
