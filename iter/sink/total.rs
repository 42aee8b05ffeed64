//! `sum` and `product`: as std's, piece by piece.
//!
//! The items of a piece go through std's own method at once, so that what std vectorises stays so; then the totals of
//! the pieces are totalled.

use std::iter::{self, Product, Sum};
use std::marker::PhantomData;

use super::{Sink, sink};
use crate::iter::ParallelIterator;

/// Sums the items of each piece, then the sums.
pub(crate) fn sum<I, S>(iter: I) -> S
where
    I: ParallelIterator,
    S: Send + Sum<I::Item> + Sum<S>,
{
    sink(iter, Totalling::<Sums, S>(PhantomData))
}

/// Multiplies the items of each piece, then the products.
pub(crate) fn product<I, S>(iter: I) -> S
where
    I: ParallelIterator,
    S: Send + Product<I::Item> + Product<S>,
{
    sink(iter, Totalling::<Products, S>(PhantomData))
}

/// Which of std's methods makes an `S` of many `T`.
trait Total<T, S> {
    fn of<I: Iterator<Item = T>>(items: I) -> S;
}

struct Sums;

impl<T, S: Sum<T>> Total<T, S> for Sums {
    #[inline]
    fn of<I: Iterator<Item = T>>(items: I) -> S {
        items.sum()
    }
}

struct Products;

impl<T, S: Product<T>> Total<T, S> for Products {
    #[inline]
    fn of<I: Iterator<Item = T>>(items: I) -> S {
        items.product()
    }
}

struct Totalling<K, S>(PhantomData<fn(K) -> S>);

impl<K, S> Clone for Totalling<K, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, S> Copy for Totalling<K, S> {}

impl<K: Total<S, S>, S> Totalling<K, S> {
    #[inline]
    fn two(left: S, right: S) -> S {
        K::of([left, right].into_iter())
    }
}

impl<T, K, S> Sink<T> for Totalling<K, S>
where
    S: Send,
    K: Total<T, S> + Total<S, S>,
{
    type Acc = S;

    #[inline]
    fn begin(self) -> S {
        <K as Total<S, S>>::of(iter::empty())
    }

    #[inline]
    fn take(self, so_far: S, item: T) -> S {
        Self::two(so_far, K::of(iter::once(item)))
    }

    #[inline]
    fn join(self, left: S, right: S) -> S {
        Self::two(left, right)
    }

    #[inline]
    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<S>, items: I) {
        *slot = slot.take().map(|so_far| Self::two(so_far, K::of(items)));
    }
}
