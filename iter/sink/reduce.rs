//! `reduce`, and all that joins items to one of their own kind.
//!
//! A [`Joiner`] says how two neighbours become one. Two sinks serve all joiners: with an identity to begin with, or
//! beginning with the first item of the piece, where a piece may come to nothing.

use std::cmp::Ordering::{self, Greater};
use std::mem::needs_drop;

use super::{Sink, keep, sink};
use crate::iter::ParallelIterator;

/// Reduces each piece, beginning with `identity()`, then the results.
pub(crate) fn reduce<I, ID, F>(iter: I, identity: &ID, op: &F) -> I::Item
where
    I: ParallelIterator,
    ID: Fn() -> I::Item + Sync,
    F: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    sink(iter, FromIdentity { identity, joiner: Plainly(|left, right| (*op)(left, right)) })
}

/// Reduces each piece, beginning with its first item, then the results.
pub(crate) fn reduce_with<I, F>(iter: I, op: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    sink(iter, FromFirst(Plainly(|left, right| (*op)(left, right))))
}

/// The first of the smallest items.
///
/// For integers, `Ord::min` is an instruction. Of equals it gives the first, too.
pub(crate) fn min<I>(iter: I) -> Option<I::Item>
where
    I: ParallelIterator<Item: Ord>,
{
    if needs_drop::<I::Item>() { min_by(iter, &Ord::cmp) } else { reduce_with(iter, &Ord::min) }
}

/// The last of the largest items. Of equals, `Ord::max` gives the second.
pub(crate) fn max<I>(iter: I) -> Option<I::Item>
where
    I: ParallelIterator<Item: Ord>,
{
    if needs_drop::<I::Item>() { max_by(iter, &Ord::cmp) } else { reduce_with(iter, &Ord::max) }
}

/// The first of the smallest items, as `compare` says.
pub(crate) fn min_by<I, F>(iter: I, compare: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(&I::Item, &I::Item) -> Ordering + Sync,
{
    reduce_with(iter, &|a, b| if compare(&a, &b) == Greater { keep(b, a) } else { keep(a, b) })
}

/// The last of the largest items, as `compare` says.
pub(crate) fn max_by<I, F>(iter: I, compare: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(&I::Item, &I::Item) -> Ordering + Sync,
{
    reduce_with(iter, &|a, b| if compare(&a, &b) == Greater { keep(a, b) } else { keep(b, a) })
}

/// How neighbours become one.
pub(crate) trait Joiner<T>: Copy + Send {
    /// Joins two.
    fn two(self, left: T, right: T) -> T;

    /// Joins all `items` to what came before, until all are cancelled. In a slot, as with [`Sink::take_iter`].
    fn many<I: Iterator<Item = T>>(self, slot: &mut Option<T>, items: I);

    /// Begins a piece with an item.
    fn first(self, item: T) -> T {
        item
    }

    /// Whether further items of any piece would change nothing.
    fn cancelled(self) -> bool {
        false
    }
}

/// Joins by a closure.
#[derive(Clone, Copy)]
struct Plainly<F>(F);

impl<T, F: Fn(T, T) -> T + Copy + Send> Joiner<T> for Plainly<F> {
    fn two(self, left: T, right: T) -> T {
        (self.0)(left, right)
    }

    fn many<I: Iterator<Item = T>>(self, slot: &mut Option<T>, items: I) {
        *slot = slot.take().map(|so_far| items.fold(so_far, self.0));
    }
}

/// Begins each piece with an identity.
#[derive(Clone, Copy)]
pub(crate) struct FromIdentity<ID, J> {
    pub(crate) identity: ID,
    pub(crate) joiner: J,
}

impl<T, ID, J> Sink<T> for FromIdentity<ID, J>
where
    T: Send,
    ID: Fn() -> T + Copy + Send,
    J: Joiner<T>,
{
    type Acc = T;

    fn begin(self) -> T {
        (self.identity)()
    }

    fn take(self, so_far: T, item: T) -> T {
        self.joiner.two(so_far, item)
    }

    fn join(self, left: T, right: T) -> T {
        self.joiner.two(left, right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<T>, items: I) {
        self.joiner.many(slot, items);
    }

    fn cancelled(self) -> bool {
        self.joiner.cancelled()
    }
}

/// Begins each piece with its first item.
#[derive(Clone, Copy)]
pub(crate) struct FromFirst<J>(pub(crate) J);

impl<T: Send, J: Joiner<T>> Sink<T> for FromFirst<J> {
    type Acc = Option<T>;

    fn begin(self) -> Option<T> {
        None
    }

    fn take(self, so_far: Option<T>, item: T) -> Option<T> {
        Some(match so_far {
            Some(so_far) => self.0.two(so_far, item),
            None => self.0.first(item),
        })
    }

    fn join(self, left: Option<T>, right: Option<T>) -> Option<T> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.0.two(left, right)),
            (left, right) => left.or(right),
        }
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<Option<T>>, mut items: I) {
        if let Some(so_far) = slot {
            if so_far.is_none() {
                *so_far = items.next().map(|item| self.0.first(item));
            }
            self.0.many(so_far, items);
        }
    }

    fn cancelled(self) -> bool {
        self.0.cancelled()
    }
}
