//! `skip_any_while`: no items until a predicate fails for one, which lets all pieces begin.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the items of each piece once a predicate has failed in any of them.
///
/// Made by [`skip_any_while()`](ParallelIterator::skip_any_while).
///
/// ```
/// use furcate::{iter::SkipAnyWhile, prelude::*};
///
/// let rest: SkipAnyWhile<_, _> = [2, 1, 2].into_par_iter().skip_any_while(|&n| n == 2);
/// assert!(rest.any(|n| n == 1));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct SkipAnyWhile<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for SkipAnyWhile<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkipAnyWhile").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F> SkipAnyWhile<I, F> => I::Item
    where { I: ParallelIterator, F: Fn(&I::Item) -> bool + Sync + Send }
    step(it) { SkippingAnyWhile { op: |item: &I::Item| (it.op)(item), failed: &failed } }
    sharing(failed) { AtomicBool::new(false) }
    fewer
}

#[derive(Clone, Copy)]
struct SkippingAnyWhile<'s, F> {
    op: F,
    /// Set by the piece in which the predicate fails. Guards nothing, hence relaxed: who reads it late skips
    /// another item.
    failed: &'s AtomicBool,
}

impl<F> SkippingAnyWhile<'_, F> {
    /// Whether to skip `item`. Once the predicate has failed, it is not asked again.
    fn skips<T>(&self, item: &T) -> bool
    where
        F: Fn(&T) -> bool,
    {
        if !self.failed.load(Relaxed) && (self.op)(item) {
            return true;
        }
        self.failed.store(true, Relaxed);
        false
    }
}

impl<T, F: Fn(&T) -> bool + Copy> Step<T> for SkippingAnyWhile<'_, F> {
    type Out = T;

    fn feed<N: Folder<T>>(&mut self, item: T, next: N) -> N {
        if self.skips(&item) {
            drop(item); // before `next` is returned, see `Step::finish`
            next
        } else {
            next.consume(item)
        }
    }

    fn feed_iter<I, N>(&mut self, items: I, next: N) -> N
    where
        I: Iterator<Item = T>,
        N: Folder<T>,
    {
        next.consume_iter(items.skip_while(|item| self.skips(item)))
    }
}
