//! `fold_with`: as `fold`, begun with a clone.

use std::fmt;

use super::{Stage, fold::Accumulating, staged};
use crate::iter::ParallelIterator;

/// An iterator over the accumulators of the pieces.
///
/// Made by [`fold_with()`](ParallelIterator::fold_with).
///
/// ```
/// use furcate::{iter::FoldWith, prelude::*};
///
/// let parts: FoldWith<_, u32, _> = (1..5).into_par_iter().fold_with(1, |product, n| product * n);
/// assert_eq!(parts.product::<u32>(), 24);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FoldWith<I, U, F> {
    pub(crate) base: I,
    pub(crate) item: U,
    pub(crate) op: F,
}

impl<I: fmt::Debug, U: fmt::Debug, F> fmt::Debug for FoldWith<I, U, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldWith").field("base", &self.base).field("item", &self.item).finish()
    }
}

staged! {
    impl<I, U, F> FoldWith<I, U, F> => U
    where {
        I: ParallelIterator,
        U: Send + Clone,
        F: Fn(U, I::Item) -> U + Sync + Send
    }
    stage(it) { FoldingFrom { first: it.item, op: |so_far, item| (it.op)(so_far, item) } }
    unindexed
}

/// What a piece begins with.
struct FoldingFrom<U, F> {
    first: U,
    op: F,
}

impl<T, U, F> Stage<T> for FoldingFrom<U, F>
where
    U: Clone + Send,
    F: Fn(U, T) -> U + Copy + Send,
{
    type Step = Accumulating<U, F>;

    fn fork(&self) -> Self {
        FoldingFrom { first: self.first.clone(), op: self.op }
    }

    fn start(self) -> Self::Step {
        Accumulating { so_far: Some(self.first), op: self.op }
    }
}
