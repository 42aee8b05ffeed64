//! `try_fold_with`: as `try_fold`, begun with a clone.

use std::fmt;

use super::{Stage, staged, try_fold::TryAccumulating};
use crate::iter::ParallelIterator;
use crate::iter::try_like::Try;

/// An iterator over the accumulators of the pieces, each of which says whether its piece was stopped.
///
/// Made by [`try_fold_with()`](ParallelIterator::try_fold_with).
///
/// ```
/// use furcate::{iter::TryFoldWith, prelude::*};
///
/// let sums: TryFoldWith<_, Option<u8>, _> = [200_u8, 56].into_par_iter().try_fold_with(0_u8, |sum, n| sum.checked_add(n));
/// assert_eq!(sums.try_reduce(|| 0, |a, b| a.checked_add(b)), None);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct TryFoldWith<I, U: Try, F> {
    pub(crate) base: I,
    pub(crate) item: U::Output,
    pub(crate) op: F,
}

impl<I: fmt::Debug, U: Try, F> fmt::Debug for TryFoldWith<I, U, F>
where
    U::Output: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TryFoldWith").field("base", &self.base).field("item", &self.item).finish()
    }
}

staged! {
    impl<U, I, F> TryFoldWith<I, U, F> => U
    where {
        I: ParallelIterator,
        F: Fn(U::Output, I::Item) -> U + Sync + Send,
        U: Try + Send,
        U::Output: Clone + Send
    }
    stage(it) { TryFoldingFrom { first: it.item, op: |so_far, item| (it.op)(so_far, item) } }
    unindexed
}

/// What a piece begins with.
struct TryFoldingFrom<V, F> {
    first: V,
    op: F,
}

impl<T, V, U, F> Stage<T> for TryFoldingFrom<V, F>
where
    V: Clone + Send,
    U: Try<Output = V>,
    F: Fn(V, T) -> U + Copy + Send,
{
    type Step = TryAccumulating<U, F>;

    fn fork(&self) -> Self {
        TryFoldingFrom { first: self.first.clone(), op: self.op }
    }

    fn start(self) -> Self::Step {
        TryAccumulating::begin(self.first, self.op)
    }
}
