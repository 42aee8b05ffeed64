//! `positions`: where the items stand that a predicate holds for.

use std::fmt;

use crate::iter::plumbing::UnindexedConsumer;
use crate::iter::{IndexedParallelIterator, ParallelIterator};

/// An iterator over the positions of the items for which a predicate holds.
///
/// Made by [`positions()`](IndexedParallelIterator::positions).
///
/// ```
/// use furcate::{iter::Positions, prelude::*};
///
/// let capitals: Positions<_, _> = ['a', 'B', 'C'].par_iter().positions(|c| c.is_uppercase());
/// assert_eq!(capitals.collect::<Vec<_>>(), [1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Positions<I, P> {
    pub(crate) base: I,
    pub(crate) op: P,
}

impl<I: fmt::Debug, P> fmt::Debug for Positions<I, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positions").field("base", &self.base).finish()
    }
}

impl<I, P> ParallelIterator for Positions<I, P>
where
    I: IndexedParallelIterator,
    P: Fn(I::Item) -> bool + Sync + Send,
{
    type Item = usize;

    fn drive_unindexed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
        let Positions { base, op } = self;
        base.enumerate().filter_map(|(position, item)| op(item).then_some(position)).drive_unindexed(consumer)
    }

    fn drive_placed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
        let Positions { base, op } = self;
        base.enumerate().filter_map(|(position, item)| op(item).then_some(position)).drive_placed(consumer)
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.base.len())
    }
}
