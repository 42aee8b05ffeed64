//! `for_each`: a closure for each item.

use super::{Sink, sink};
use crate::iter::ParallelIterator;

/// Calls `op` for each item.
pub(crate) fn for_each<I, F>(iter: I, op: &F)
where
    I: ParallelIterator,
    F: Fn(I::Item) + Sync,
{
    sink(iter, ForEach(op));
}

struct ForEach<'f, F>(&'f F);

impl<F> Clone for ForEach<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for ForEach<'_, F> {}

impl<T, F: Fn(T) + Sync> Sink<T> for ForEach<'_, F> {
    type Acc = ();

    fn begin(self) {}

    fn take(self, (): (), item: T) {
        (*self.0)(item);
    }

    fn join(self, (): (), (): ()) {}

    fn take_iter<I: Iterator<Item = T>>(self, _slot: &mut Option<()>, items: I) {
        items.for_each(|item| (*self.0)(item));
    }
}
