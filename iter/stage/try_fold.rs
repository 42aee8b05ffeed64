//! `try_fold`: one accumulator for each piece, which may end the piece early.

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow::{self, Break, Continue};

use super::{Stage, Step, staged};
use crate::iter::try_like::Try;
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the accumulators of the pieces, each of which says whether its piece was stopped.
///
/// Made by [`try_fold()`](ParallelIterator::try_fold).
///
/// ```
/// use furcate::{iter::TryFold, prelude::*};
///
/// let sums: TryFold<_, Option<u8>, _, _> = [100_u8, 27].into_par_iter().try_fold(|| 0_u8, |sum, n| sum.checked_add(n));
/// assert_eq!(sums.try_reduce(|| 0, |a, b| a.checked_add(b)), Some(127));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct TryFold<I, U, ID, F> {
    pub(crate) base: I,
    pub(crate) identity: ID,
    pub(crate) op: F,
    pub(crate) marker: PhantomData<U>,
}

impl<I: ParallelIterator + fmt::Debug, U, ID, F> fmt::Debug for TryFold<I, U, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TryFold").field("base", &self.base).finish()
    }
}

staged! {
    impl<U, I, ID, F> TryFold<I, U, ID, F> => U
    where {
        I: ParallelIterator,
        F: Fn(U::Output, I::Item) -> U + Sync + Send,
        ID: Fn() -> U::Output + Sync + Send,
        U: Try + Send
    }
    stage(it) { TryFolding { identity: &it.identity, op: |so_far, item| (it.op)(so_far, item) } }
    unindexed
}

/// How each piece begins its accumulator.
#[derive(Clone, Copy)]
struct TryFolding<ID, F> {
    identity: ID,
    op: F,
}

impl<T, V, U, ID, F> Stage<T> for TryFolding<ID, F>
where
    U: Try<Output = V>,
    ID: Fn() -> V + Copy + Send,
    F: Fn(V, T) -> U + Copy + Send,
{
    type Step = TryAccumulating<U, F>;

    fn fork(&self) -> Self {
        *self
    }

    fn start(self) -> Self::Step {
        TryAccumulating::begin((self.identity)(), self.op)
    }
}

/// The accumulator of a piece, or what it was stopped with.
///
/// `so_far` is empty only while `op` runs; if that panics, the step is never used again.
pub(crate) struct TryAccumulating<U: Try, F> {
    so_far: Option<ControlFlow<U::Residual, U::Output>>,
    op: F,
}

impl<U: Try, F> TryAccumulating<U, F> {
    /// Begins a piece.
    pub(crate) fn begin(first: U::Output, op: F) -> Self {
        TryAccumulating { so_far: Some(Continue(first)), op }
    }
}

impl<T, U: Try, F: Fn(U::Output, T) -> U> Step<T> for TryAccumulating<U, F> {
    type Out = U;

    fn feed<N: Folder<U>>(&mut self, item: T, next: N) -> N {
        self.so_far = match self.so_far.take() {
            Some(Continue(so_far)) => Some((self.op)(so_far, item).branch()),
            stopped => {
                drop(item);
                stopped
            }
        };
        next
    }

    fn finish<N: Folder<U>>(self, next: N) -> N {
        match self.so_far {
            Some(Continue(output)) => next.consume(U::from_output(output)),
            Some(Break(residual)) => next.consume(U::from_residual(residual)),
            None => next,
        }
    }

    fn full(&self) -> bool {
        matches!(self.so_far, Some(Break(_)))
    }
}
