//! Why a pool could not be made, as the user sees it.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a pool could not be made.
///
/// # Examples
///
/// ```
/// use furcate_core::{ThreadPoolBuildError, ThreadPoolBuilder};
/// use std::{error::Error, io};
///
/// let error: ThreadPoolBuildError = ThreadPoolBuilder::new()
///     .num_threads(1)
///     .spawn_handler(|_thread| Err(io::Error::from(io::ErrorKind::OutOfMemory)))
///     .build()
///     .unwrap_err();
/// assert!(error.to_string().starts_with("a thread of the pool could not be started"));
/// assert!(error.source().is_some_and(|cause| cause.is::<io::Error>()));
/// ```
#[derive(Debug)]
pub struct ThreadPoolBuildError {
    kind: ErrorKind,
}

impl From<ErrorKind> for ThreadPoolBuildError {
    fn from(kind: ErrorKind) -> Self {
        ThreadPoolBuildError { kind }
    }
}

#[derive(Debug)]
pub(crate) enum ErrorKind {
    GlobalPoolAlreadyInitialized,
    CurrentThreadAlreadyInPool,
    CannotStartThread(io::Error),
}

impl fmt::Display for ThreadPoolBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::GlobalPoolAlreadyInitialized => {
                f.write_str("The global thread pool has already been initialized.")
            }
            ErrorKind::CurrentThreadAlreadyInPool => {
                f.write_str("The current thread is already part of another thread pool.")
            }
            ErrorKind::CannotStartThread(error) => {
                write!(f, "a thread of the pool could not be started: {error}")
            }
        }
    }
}

impl Error for ThreadPoolBuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ErrorKind::CannotStartThread(error) => Some(error),
            _ => None,
        }
    }
}
