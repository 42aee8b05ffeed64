//! `fold_chunks`, `fold_chunks_with`: so many items at a time are folded to one.
//!
//! All but the folding itself is in `chunks.rs`.

use std::fmt;

use super::bridged;
use super::chunks::{Make, checked, chunked};
use crate::iter::IndexedParallelIterator;

/// An iterator over what so many items at a time are folded to.
///
/// Made by [`fold_chunks()`](IndexedParallelIterator::fold_chunks).
///
/// ```
/// use furcate::{iter::FoldChunks, prelude::*};
///
/// let sums: FoldChunks<_, _, _> = (0..5).into_par_iter().fold_chunks(2, || 0, |sum, n| sum + n);
/// assert_eq!(sums.collect::<Vec<_>>(), [1, 5, 4]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FoldChunks<I, ID, F> {
    base: I,
    size: usize,
    identity: ID,
    op: F,
}

/// An iterator over what so many items at a time are folded to, beginning with a clone.
///
/// Made by [`fold_chunks_with()`](IndexedParallelIterator::fold_chunks_with).
///
/// ```
/// use furcate::{iter::FoldChunksWith, prelude::*};
///
/// let products: FoldChunksWith<_, u32, _> = (1..6).into_par_iter().fold_chunks_with(2, 1, |product, n| product * n);
/// assert_eq!(products.collect::<Vec<_>>(), [2, 12, 5]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FoldChunksWith<I, U, F> {
    base: I,
    size: usize,
    init: U,
    op: F,
}

impl<I, ID, F> FoldChunks<I, ID, F> {
    #[track_caller]
    pub(crate) fn new(base: I, size: usize, identity: ID, op: F) -> Self {
        FoldChunks { base, size: checked("fold_chunks", size), identity, op }
    }
}

impl<I, U, F> FoldChunksWith<I, U, F> {
    #[track_caller]
    pub(crate) fn new(base: I, size: usize, init: U, op: F) -> Self {
        FoldChunksWith { base, size: checked("fold_chunks_with", size), init, op }
    }
}

impl<I: fmt::Debug, ID, F> fmt::Debug for FoldChunks<I, ID, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldChunks").field("base", &self.base).field("size", &self.size).finish()
    }
}

impl<I: fmt::Debug, U: fmt::Debug, F> fmt::Debug for FoldChunksWith<I, U, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldChunksWith")
            .field("base", &self.base)
            .field("size", &self.size)
            .field("init", &self.init)
            .finish()
    }
}

bridged! {
    impl<I, ID, U, F> FoldChunks<I, ID, F> => U
    where {
        I: IndexedParallelIterator,
        ID: Fn() -> U + Send + Sync,
        F: Fn(U, I::Item) -> U + Send + Sync,
        U: Send
    }
    len(it) { it.base.len().div_ceil(it.size) }
    with(it, callback) {
        let make = Folding { identity: &it.identity, op: |so_far, item| (it.op)(so_far, item) };
        chunked(it.base, it.size, make, callback)
    }
}

bridged! {
    impl<I, U, F> FoldChunksWith<I, U, F> => U
    where {
        I: IndexedParallelIterator,
        U: Send + Clone,
        F: Fn(U, I::Item) -> U + Send + Sync
    }
    len(it) { it.base.len().div_ceil(it.size) }
    with(it, callback) {
        let make = FoldingWith { init: it.init, op: |so_far, item| (it.op)(so_far, item) };
        chunked(it.base, it.size, make, callback)
    }
}

#[derive(Clone)]
struct Folding<ID, F> {
    identity: ID,
    op: F,
}

impl<T, U, ID, F> Make<T> for Folding<ID, F>
where
    ID: Fn() -> U + Clone + Send,
    F: Fn(U, T) -> U + Clone + Send,
{
    type Out = U;

    fn make<I: ExactSizeIterator<Item = T>>(&self, items: I) -> U {
        items.fold((self.identity)(), |so_far, item| (self.op)(so_far, item))
    }
}

#[derive(Clone)]
struct FoldingWith<U, F> {
    init: U,
    op: F,
}

impl<T, U, F> Make<T> for FoldingWith<U, F>
where
    U: Clone + Send,
    F: Fn(U, T) -> U + Clone + Send,
{
    type Out = U;

    fn make<I: ExactSizeIterator<Item = T>>(&self, items: I) -> U {
        items.fold(self.init.clone(), |so_far, item| (self.op)(so_far, item))
    }
}
