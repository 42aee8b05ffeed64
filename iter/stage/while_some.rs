//! `while_some`: a `None` stops all pieces.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over what is in the items, until one is `None`.
///
/// Made by [`while_some()`](ParallelIterator::while_some).
///
/// ```
/// use furcate::{iter::WhileSome, prelude::*};
///
/// let numbers: WhileSome<_> = [Some(1), Some(2)].into_par_iter().while_some();
/// assert_eq!(numbers.collect::<Vec<_>>(), [1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct WhileSome<I> {
    pub(crate) base: I,
}

staged! {
    impl<I, T> WhileSome<I> => T
    where { I: ParallelIterator<Item = Option<T>>, T: Send }
    step(_it) { Unwrapping { stopped: &stopped } }
    sharing(stopped) { AtomicBool::new(false) }
    fewer
}

#[derive(Clone, Copy)]
struct Unwrapping<'s> {
    /// Set by the piece that meets a `None`. Guards nothing, hence relaxed: who reads it late does work in vain.
    stopped: &'s AtomicBool,
}

impl<T> Step<Option<T>> for Unwrapping<'_> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: Option<T>, next: F) -> F {
        match item {
            Some(item) => next.consume(item),
            None => {
                self.stopped.store(true, Relaxed);
                next
            }
        }
    }

    fn full(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}
