//! `reduce`: neighbours are joined by a closure.

use super::{Sink, sink};
use crate::iter::ParallelIterator;

/// Reduces each piece, beginning with `identity()`, then the results.
pub(crate) fn reduce<I, ID, F>(iter: I, identity: &ID, op: &F) -> I::Item
where
    I: ParallelIterator,
    ID: Fn() -> I::Item + Sync,
    F: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    sink(iter, Reducing { identity, op })
}

#[derive(Clone, Copy)]
struct Reducing<ID, F> {
    identity: ID,
    op: F,
}

impl<T, ID, F> Sink<T> for Reducing<ID, F>
where
    T: Send,
    ID: Fn() -> T + Copy + Send,
    F: Fn(T, T) -> T + Copy + Send,
{
    type Acc = T;

    fn begin(self) -> T {
        (self.identity)()
    }

    fn take(self, so_far: T, item: T) -> T {
        (self.op)(so_far, item)
    }

    fn join(self, left: T, right: T) -> T {
        (self.op)(left, right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, so_far: T, items: I) -> T {
        items.fold(so_far, self.op)
    }
}
