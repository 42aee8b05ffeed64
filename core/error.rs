//! Why a pool could not be made, as the user sees it.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a pool could not be made.
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
