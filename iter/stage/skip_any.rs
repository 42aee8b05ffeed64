//! `skip_any`: all items but the first to come, wherever they stand.

use super::{Step, staged, take_any::Countdown};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over all items but a number from anywhere in its base.
///
/// Made by [`skip_any()`](ParallelIterator::skip_any).
///
/// ```
/// use furcate::{iter::SkipAny, prelude::*};
///
/// let rest: SkipAny<_> = [7, 7, 7].into_par_iter().skip_any(1);
/// assert_eq!(rest.collect::<Vec<_>>(), [7, 7]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct SkipAny<I> {
    pub(crate) base: I,
    pub(crate) count: usize,
}

staged! {
    impl<I> SkipAny<I> => I::Item
    where { I: ParallelIterator }
    step(it) { SkippingAny(&left) }
    sharing(left) { Countdown::from(it.count) }
    fewer
}

#[derive(Clone, Copy)]
struct SkippingAny<'s>(&'s Countdown);

impl<T> Step<T> for SkippingAny<'_> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: T, next: F) -> F {
        if self.0.step() {
            drop(item); // before `next` is returned, see `Step::finish`
            next
        } else {
            next.consume(item)
        }
    }

    fn feed_iter<I, F>(&mut self, items: I, next: F) -> F
    where
        I: Iterator<Item = T>,
        F: Folder<T>,
    {
        next.consume_iter(items.skip_while(|_| self.0.step()))
    }
}
