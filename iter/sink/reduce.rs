//! `reduce`, and all that joins items to one of their own kind.
//!
//! A [`Joiner`] says how two neighbours become one. One sink serves all joiners. It begins each piece with its first item,
//! also where an identity is given: to join a table of counts to an empty one costs as much as to join two.

use std::cmp::Ordering::{self, Greater};
use std::mem::needs_drop;

use super::{Sink, keep, sink};
use crate::iter::ParallelIterator;

/// Reduces each piece, then the results; joined to `identity()` where nothing else was joined.
pub(crate) fn reduce<I, ID, F>(iter: I, identity: &ID, op: &F) -> I::Item
where
    I: ParallelIterator,
    ID: Fn() -> I::Item + Sync,
    F: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    sink(iter, FromFirst(plainly(op))).or_joined_to(identity, op)
}

/// Reduces each piece, then the results.
pub(crate) fn reduce_with<I, F>(iter: I, op: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    F: Fn(I::Item, I::Item) -> I::Item + Sync,
{
    sink(iter, FromFirst(plainly(op))).any()
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

/// Calls `op` through a closure of ours, which is inlined.
fn plainly<T, F: Fn(T, T) -> T + Sync>(op: &F) -> Plainly<impl Fn(T, T) -> T + Copy + Send> {
    Plainly(|left, right| (*op)(left, right))
}

impl<T, F: Fn(T, T) -> T + Copy + Send> Joiner<T> for Plainly<F> {
    fn two(self, left: T, right: T) -> T {
        (self.0)(left, right)
    }

    fn many<I: Iterator<Item = T>>(self, slot: &mut Option<T>, items: I) {
        *slot = slot.take().map(|so_far| items.fold(so_far, self.0));
    }
}

/// What some items came to.
pub(crate) enum Reduced<T> {
    Nothing,
    /// One item, which has not been joined to any.
    One(T),
    Joined(T),
}

impl<T> Reduced<T> {
    fn is_joined(&self) -> bool {
        matches!(self, Self::Joined(_))
    }

    pub(crate) fn any(self) -> Option<T> {
        match self {
            Self::Nothing => None,
            Self::One(value) | Self::Joined(value) => Some(value),
        }
    }

    /// Sees to it that each item has been in `op`: what it does to them may be more than to join.
    pub(crate) fn or_joined_to(self, identity: impl Fn() -> T, op: impl Fn(T, T) -> T) -> T {
        match self {
            Self::Nothing => identity(),
            Self::One(item) => op(identity(), item),
            Self::Joined(value) => value,
        }
    }
}

/// Begins each piece with its first item.
#[derive(Clone, Copy)]
pub(crate) struct FromFirst<J>(pub(crate) J);

impl<T: Send, J: Joiner<T>> Sink<T> for FromFirst<J> {
    type Acc = Reduced<T>;

    fn begin(self) -> Reduced<T> {
        Reduced::Nothing
    }

    fn take(self, so_far: Reduced<T>, item: T) -> Reduced<T> {
        match so_far.any() {
            Some(so_far) => Reduced::Joined(self.0.two(so_far, item)),
            None => Reduced::One(self.0.first(item)),
        }
    }

    fn join(self, left: Reduced<T>, right: Reduced<T>) -> Reduced<T> {
        match (left, right) {
            (Reduced::Nothing, all) | (all, Reduced::Nothing) => all,
            (Reduced::One(left) | Reduced::Joined(left), Reduced::One(right) | Reduced::Joined(right)) => {
                Reduced::Joined(self.0.two(left, right))
            }
        }
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<Reduced<T>>, mut items: I) {
        // One by one until two are joined.
        while let Some(before) = slot.take_if(|so_far| !so_far.is_joined()) {
            let item = items.next();
            let end = item.is_none();
            *slot = Some(match item {
                Some(item) => self.take(before, item),
                None => before,
            });
            if end || self.cancelled() {
                return;
            }
        }
        let mut so_far = slot.take().and_then(Reduced::any);
        self.0.many(&mut so_far, items);
        *slot = so_far.map(Reduced::Joined);
    }

    fn cancelled(self) -> bool {
        self.0.cancelled()
    }
}
