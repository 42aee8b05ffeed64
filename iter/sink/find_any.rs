//! `find_any`, `any`, `all`: the first hit in time ends all pieces.
//!
//! Which of several hits wins is a matter of time. Searches that mind positions are in `special/ordered.rs`.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Sink, keep, or, sink};
use crate::iter::ParallelIterator;

/// What `op` makes of some item for which it makes anything.
pub(crate) fn find_map_any<I, F, R>(iter: I, op: &F) -> Option<R>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> Option<R> + Sync,
    R: Send,
{
    let found = AtomicBool::new(false);
    sink(iter, Seeking { op: |item| (*op)(item), found: &found })
}

/// Whether `op` holds for some item.
pub(crate) fn any<I, F>(iter: I, op: &F) -> bool
where
    I: ParallelIterator,
    F: Fn(I::Item) -> bool + Sync,
{
    find_map_any(iter, &|item| (*op)(item).then_some(())).is_some()
}

/// `found` is set by the piece with the first hit and read by all. It carries no data (the hit is the piece's
/// result), so that a late look only costs some more items.
#[derive(Clone, Copy)]
struct Seeking<'s, F> {
    op: F,
    found: &'s AtomicBool,
}

impl<F> Seeking<'_, F> {
    fn try_one<T, R>(self, item: T) -> Option<R>
    where
        F: Fn(T) -> Option<R>,
    {
        let hit = (self.op)(item);
        if hit.is_some() {
            self.found.store(true, Relaxed);
        }
        hit
    }
}

impl<T, R, F> Sink<T> for Seeking<'_, F>
where
    R: Send,
    F: Fn(T) -> Option<R> + Copy + Send,
{
    type Acc = Option<R>;

    fn begin(self) -> Option<R> {
        None
    }

    fn take(self, so_far: Option<R>, item: T) -> Option<R> {
        if so_far.is_some() { keep(so_far, item) } else { self.try_one(item) }
    }

    fn join(self, left: Option<R>, right: Option<R>) -> Option<R> {
        or(left, right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<Option<R>>, mut items: I) {
        if matches!(slot, Some(None)) {
            let end = items.try_for_each(|item| match self.try_one(item) {
                None if !<Self as Sink<T>>::cancelled(self) => Continue(()),
                end => Break(end),
            });
            *slot = Some(end.break_value().flatten());
        }
    }

    fn cancelled(self) -> bool {
        self.found.load(Relaxed)
    }
}
