//! `sum`: as std's, piece by piece.

use std::iter::{self, Sum};
use std::marker::PhantomData;

use super::{Sink, sink};
use crate::iter::ParallelIterator;

/// Sums the items of each piece, then the sums.
pub(crate) fn sum<I, S>(iter: I) -> S
where
    I: ParallelIterator,
    S: Send + Sum<I::Item> + Sum<S>,
{
    sink(iter, Summing(PhantomData))
}

struct Summing<S>(PhantomData<fn() -> S>);

impl<S> Clone for Summing<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Summing<S> {}

impl<S: Sum<S>> Summing<S> {
    fn add(left: S, right: S) -> S {
        [left, right].into_iter().sum()
    }
}

impl<T, S: Send + Sum<T> + Sum<S>> Sink<T> for Summing<S> {
    type Acc = S;

    fn begin(self) -> S {
        iter::empty::<S>().sum()
    }

    fn take(self, so_far: S, item: T) -> S {
        Self::add(so_far, iter::once(item).sum())
    }

    fn join(self, left: S, right: S) -> S {
        Self::add(left, right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, so_far: S, items: I) -> S {
        Self::add(so_far, items.sum())
    }
}
