//! `step_by`: the first item, and each that stands a whole number of steps behind it.

use std::iter;

use super::{Rewrap, bridged, rewrap};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator over every n-th item, beginning with the first.
///
/// Made by [`step_by()`](IndexedParallelIterator::step_by).
///
/// ```
/// use furcate::{iter::StepBy, prelude::*};
///
/// let thirds: StepBy<_> = (0..7).into_par_iter().step_by(3);
/// assert_eq!(thirds.collect::<Vec<_>>(), [0, 3, 6]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct StepBy<I> {
    pub(crate) base: I,
    pub(crate) step: usize,
}

impl<I> StepBy<I> {
    /// The step, which is looked at only when the iterator is used.
    fn checked_step(&self) -> usize {
        assert!(self.step != 0, "step_by: step must not be zero");
        self.step
    }
}

bridged! {
    impl<I> StepBy<I> => I::Item
    where { I: IndexedParallelIterator }
    len(it) { it.base.len().div_ceil(it.checked_step()) }
    with(it, callback) {
        let (step, len) = (it.checked_step(), it.base.len());
        rewrap(it.base, Stepping { step, len }, callback)
    }
}

struct Stepping {
    step: usize,
    len: usize,
}

impl<T> Rewrap<T> for Stepping {
    type Item = T;
    type Producer<P: Producer<Item = T>> = Stepped<P>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Stepped<P> {
        Stepped { base, step: self.step, len: self.len }
    }
}

/// A producer of which every `step`-th item is wanted; `len` is the number of items of the base.
struct Stepped<P> {
    base: P,
    step: usize,
    len: usize,
}

impl<P: Producer> Producer for Stepped<P> {
    type Item = P::Item;
    type IntoIter = iter::StepBy<P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter().step_by(self.step)
    }

    fn min_len(&self) -> usize {
        self.base.min_len().div_ceil(self.step)
    }

    fn max_len(&self) -> usize {
        (self.base.max_len() / self.step).max(1)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // The last step may lead beyond the end, and so beyond `usize::MAX`.
        let middle = index.saturating_mul(self.step).min(self.len);
        let (left, right) = self.base.split_at(middle);
        (Stepped { base: left, len: middle, ..self }, Stepped { base: right, len: self.len - middle, ..self })
    }
}
