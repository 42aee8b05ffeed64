//! `take_any_while`: items until a predicate fails for one, which stops all pieces.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the items of each piece until a predicate fails in any of them.
///
/// Made by [`take_any_while()`](ParallelIterator::take_any_while).
///
/// ```
/// use furcate::{iter::TakeAnyWhile, prelude::*};
///
/// let some: TakeAnyWhile<_, _> = (0..100).into_par_iter().take_any_while(|&n| n != 50);
/// assert!(some.all(|n| n != 50));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct TakeAnyWhile<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for TakeAnyWhile<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TakeAnyWhile").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F> TakeAnyWhile<I, F> => I::Item
    where { I: ParallelIterator, F: Fn(&I::Item) -> bool + Sync + Send }
    step(it) { TakingAnyWhile { op: |item: &I::Item| (it.op)(item), failed: &failed } }
    sharing(failed) { AtomicBool::new(false) }
    fewer
}

#[derive(Clone, Copy)]
struct TakingAnyWhile<'s, F> {
    op: F,
    /// Set by the piece in which the predicate fails. Guards nothing, hence relaxed: who reads it late takes
    /// another item.
    failed: &'s AtomicBool,
}

impl<T, F: Fn(&T) -> bool + Copy> Step<T> for TakingAnyWhile<'_, F> {
    type Out = T;

    fn feed<N: Folder<T>>(&mut self, item: T, next: N) -> N {
        if !self.failed.load(Relaxed) && (self.op)(&item) {
            next.consume(item)
        } else {
            self.failed.store(true, Relaxed);
            drop(item); // before `next` is returned, see `Step::finish`
            next
        }
    }

    fn full(&self) -> bool {
        self.failed.load(Relaxed)
    }
}
