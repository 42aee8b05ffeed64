//! Terminals: what a chain comes to.
//!
//! A [`Sink`] says how the accumulator of a piece begins, takes an item and is joined with its
//! neighbour's. One consumer serves all of them. What cannot be said so (searches that mind positions,
//! collecting) is in `special/` and `collect/`.

use std::marker::PhantomData;

use super::ParallelIterator;
use super::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

mod compare;
mod count;
mod find_any;
mod for_each;
mod reduce;
mod total;
mod try_reduce;

pub(crate) use self::{
    compare::compare,
    count::count,
    find_any::{any, find_map_any},
    for_each::for_each,
    reduce::{max, max_by, min, min_by, reduce, reduce_with},
    total::{product, sum},
    try_reduce::{try_reduce, try_reduce_with},
};

/// How the items of a piece come to one value. All pieces hold the same sink.
pub(crate) trait Sink<T>: Copy + Send {
    /// The accumulator, and the result.
    type Acc: Send;

    /// The accumulator of a piece that has taken nothing.
    fn begin(self) -> Self::Acc;

    /// Takes one item.
    fn take(self, so_far: Self::Acc, item: T) -> Self::Acc;

    /// Joins the accumulators of two neighbours.
    fn join(self, left: Self::Acc, right: Self::Acc) -> Self::Acc;

    /// Takes all items, or those until all are cancelled. By a method of std, which vectorises where a loop that
    /// looks up does not.
    ///
    /// The accumulator is in the slot before and, unless this panics, after. It is not returned, since the destructor
    /// of an item that is left over may panic, and a value on its way out would then be leaked.
    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<Self::Acc>, items: I);

    /// Whether further items of any piece would change nothing.
    fn cancelled(self) -> bool {
        false
    }
}

/// Drives `iter` into `sink`.
pub(crate) fn sink<I, S>(iter: I, sink: S) -> S::Acc
where
    I: ParallelIterator,
    S: Sink<I::Item>,
{
    iter.drive_unindexed(Sinking(sink))
}

/// Gives `kept` when `other` is gone: if its destructor panicked, a value on its way out would be leaked.
pub(crate) fn keep<T, U>(kept: T, other: U) -> T {
    drop(other);
    kept
}

/// As [`Option::or`], which leaks `first` if the destructor of `second` panics.
pub(crate) fn or<T>(first: Option<T>, second: Option<T>) -> Option<T> {
    if first.is_some() { keep(first, second) } else { second }
}

/// The consumer, and the reducer, of a sink.
#[derive(Clone, Copy)]
pub(crate) struct Sinking<S>(S);

impl<T, S: Sink<T>> Consumer<T> for Sinking<S> {
    type Folder = SinkFolder<S, S::Acc>;
    type Reducer = Joining<S, T>;
    type Result = S::Acc;

    fn split_at(self, _index: usize) -> (Self, Self, Joining<S, T>) {
        (self, self, Joining(self.0, PhantomData))
    }

    fn into_folder(self) -> Self::Folder {
        SinkFolder { sink: self.0, so_far: self.0.begin() }
    }

    fn full(&self) -> bool {
        self.0.cancelled()
    }
}

impl<T, S: Sink<T>> UnindexedConsumer<T> for Sinking<S> {
    fn split_off_left(&self) -> Self {
        *self
    }

    fn to_reducer(&self) -> Joining<S, T> {
        Joining(self.0, PhantomData)
    }
}

/// The accumulator of one piece.
pub(crate) struct SinkFolder<S, A> {
    sink: S,
    so_far: A,
}

impl<T, S: Sink<T>> Folder<T> for SinkFolder<S, S::Acc> {
    type Result = S::Acc;

    fn consume(self, item: T) -> Self {
        SinkFolder { so_far: self.sink.take(self.so_far, item), ..self }
    }

    fn consume_iter<I: IntoIterator<Item = T>>(self, iter: I) -> Self {
        let mut slot = Some(self.so_far);
        self.sink.take_iter(&mut slot, iter.into_iter());
        SinkFolder { so_far: slot.expect("an accumulator that has taken items is there again"), ..self }
    }

    fn complete(self) -> S::Acc {
        self.so_far
    }

    fn full(&self) -> bool {
        self.sink.cancelled()
    }
}

/// Joins two accumulators. Says of which items, since a sink may take several kinds.
pub(crate) struct Joining<S, T>(S, PhantomData<fn(T)>);

impl<T, S: Sink<T>> Reducer<S::Acc> for Joining<S, T> {
    fn reduce(self, left: S::Acc, right: S::Acc) -> S::Acc {
        self.0.join(left, right)
    }
}
