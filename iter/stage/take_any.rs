//! `take_any`: the first items to come, wherever they stand.
//!
//! All pieces draw from one counter. A piece looks at the counter after each item, not only before the
//! next one: making one more item than needed may take for ever.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over a number of items from anywhere in its base.
///
/// Made by [`take_any()`](ParallelIterator::take_any).
///
/// ```
/// use furcate::{iter::TakeAny, prelude::*};
///
/// let some: TakeAny<_> = (0..100).into_par_iter().take_any(5);
/// assert_eq!(some.count(), 5);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct TakeAny<I> {
    pub(crate) base: I,
    pub(crate) count: usize,
}

staged! {
    impl<I> TakeAny<I> => I::Item
    where { I: ParallelIterator }
    step(it) { TakingAny(&left) }
    sharing(left) { Countdown::from(it.count) }
    fewer
}

#[derive(Clone, Copy)]
struct TakingAny<'s>(&'s Countdown);

impl<T> Step<T> for TakingAny<'_> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: T, next: F) -> F {
        if self.0.step() {
            next.consume(item)
        } else {
            drop(item); // before `next` is returned, see `Step::finish`
            next
        }
    }

    fn full(&self) -> bool {
        self.0.is_over()
    }
}

/// How often all pieces together may still do something. Orders nothing else, hence relaxed.
pub(crate) struct Countdown(AtomicUsize);

impl From<usize> for Countdown {
    fn from(count: usize) -> Self {
        Countdown(AtomicUsize::new(count))
    }
}

impl Countdown {
    /// Counts down once; tells whether there was anything left.
    pub(crate) fn step(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Whether nothing is left. It stays so.
    pub(crate) fn is_over(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}
