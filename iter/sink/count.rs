//! `count`: how many items there are.

use super::{Sink, sink};
use crate::iter::ParallelIterator;

/// Counts the items, by making them all.
pub(crate) fn count<I: ParallelIterator>(iter: I) -> usize {
    sink(iter, Count)
}

#[derive(Clone, Copy)]
struct Count;

impl<T> Sink<T> for Count {
    type Acc = usize;

    fn begin(self) -> usize {
        0
    }

    fn take(self, so_far: usize, _item: T) -> usize {
        so_far + 1
    }

    fn join(self, left: usize, right: usize) -> usize {
        left + right
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<usize>, items: I) {
        *slot = slot.map(|so_far| so_far + items.count());
    }
}
