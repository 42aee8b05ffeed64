//! `flat_map_iter`: any number of items out for one in, made by a sequential iterator.
//!
//! The inner iterator runs in the piece that its outer item belongs to. It may be endless, and the folder behind may
//! let nothing through that would tell it to stop; [`feed_in_blocks`] therefore comes up for air now and then.

use std::fmt;

use super::{Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder};

/// An iterator over the items of the sequential iterators that a closure makes.
///
/// Made by [`flat_map_iter()`](ParallelIterator::flat_map_iter).
///
/// ```
/// use furcate::{iter::FlatMapIter, prelude::*};
///
/// let letters: FlatMapIter<_, _> = ["ab", "c"].par_iter().flat_map_iter(|word| word.chars());
/// assert_eq!(letters.collect::<Vec<_>>(), ['a', 'b', 'c']);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct FlatMapIter<I, F> {
    pub(crate) base: I,
    pub(crate) op: F,
}

impl<I: fmt::Debug, F> fmt::Debug for FlatMapIter<I, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlatMapIter").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, F, S> FlatMapIter<I, F> => S::Item
    where {
        I: ParallelIterator,
        F: Fn(I::Item) -> S + Sync + Send,
        S: IntoIterator,
        S::Item: Send
    }
    step(it) { Flattening(|item| (it.op)(item)) }
    unindexed
}

/// Feeds the items of what a closure makes.
#[derive(Clone, Copy)]
pub(crate) struct Flattening<F>(pub(crate) F);

impl<T, S: IntoIterator, F: Fn(T) -> S + Copy> Step<T> for Flattening<F> {
    type Out = S::Item;

    fn feed<N: Folder<S::Item>>(&mut self, item: T, next: N) -> N {
        feed_in_blocks((self.0)(item).into_iter(), next)
    }
}

/// How many items are fed before looking up whether anybody wants more. Large enough for the loop over
/// a block to matter more than the look.
const BLOCK: usize = 256;

/// Feeds all `items` to `next` until it is full, which is noticed after a bounded number of items even if
/// a filter behind lets none of them through.
pub(crate) fn feed_in_blocks<I, F>(items: I, mut next: F) -> F
where
    I: Iterator,
    F: Folder<I::Item>,
{
    if items.size_hint().1.is_some_and(|most| most <= BLOCK) {
        return next.consume_iter(items);
    }
    let mut items = items.fuse();
    while let Some(item) = items.next() {
        next = next.consume(item);
        if next.full() {
            break;
        }
        next = next.consume_iter(items.by_ref().take(BLOCK));
        if next.full() {
            break;
        }
    }
    drop(items); // before `next` is returned, see `Step::finish`
    next
}
