//! `fold`: one accumulator for each piece, given on when the piece ends.

use std::fmt;

use super::{Stage, Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the accumulators of the pieces.
///
/// Made by [`fold()`](ParallelIterator::fold).
///
/// ```
/// use furcate::{iter::Fold, prelude::*};
///
/// let parts: Fold<_, _, _> = (1..5).into_par_iter().fold(|| 1, |product, n| product * n);
/// assert_eq!(parts.product::<u32>(), 24);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Fold<I, ID, F> {
    pub(crate) base: I,
    pub(crate) identity: ID,
    pub(crate) op: F,
}

impl<I: fmt::Debug, ID, F> fmt::Debug for Fold<I, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fold").field("base", &self.base).finish()
    }
}

staged! {
    impl<U, I, ID, F> Fold<I, ID, F> => U
    where {
        I: ParallelIterator,
        F: Fn(U, I::Item) -> U + Sync + Send,
        ID: Fn() -> U + Sync + Send,
        U: Send
    }
    stage(it) { Folding { identity: &it.identity, op: |so_far, item| (it.op)(so_far, item) } }
    unindexed
}

/// How each piece begins its accumulator.
#[derive(Clone, Copy)]
struct Folding<ID, F> {
    identity: ID,
    op: F,
}

impl<T, U, ID, F> Stage<T> for Folding<ID, F>
where
    ID: Fn() -> U + Copy + Send,
    F: Fn(U, T) -> U + Copy + Send,
{
    type Step = Accumulating<U, F>;

    fn fork(&self) -> Self {
        *self
    }

    fn start(self) -> Self::Step {
        Accumulating { so_far: Some((self.identity)()), op: self.op }
    }
}

/// The accumulator of a piece.
///
/// `so_far` is empty only while `op` runs; if that panics, the step is never used again.
pub(crate) struct Accumulating<U, F> {
    pub(crate) so_far: Option<U>,
    pub(crate) op: F,
}

impl<T, U, F: Fn(U, T) -> U> Step<T> for Accumulating<U, F> {
    type Out = U;

    fn feed<N: Folder<U>>(&mut self, item: T, next: N) -> N {
        self.so_far = self.so_far.take().map(|so_far| (self.op)(so_far, item));
        next
    }

    fn feed_iter<I, N>(&mut self, items: I, next: N) -> N
    where
        I: Iterator<Item = T>,
        N: Folder<U>,
    {
        self.so_far =
            self.so_far.take().map(|so_far| items.fold(so_far, |so_far, item| (self.op)(so_far, item)));
        next
    }

    fn finish<N: Folder<U>>(self, next: N) -> N {
        match self.so_far {
            Some(so_far) => next.consume(so_far),
            None => next,
        }
    }
}
