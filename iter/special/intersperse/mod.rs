//! `intersperse`: a separator between every two items.
//!
//! No engine, since "between" means two things to a piece:
//!
//! - `producer.rs`, where positions are known: every odd position is a separator, so a piece knows what it begins and
//!   ends with, wherever it was split;
//! - `consumer.rs`, where they are not: whether a separator belongs before the first item of a piece depends on
//!   whether any piece to the left has an item, which is known only when the results are joined.

use self::consumer::Interspersing;
use self::producer::Spacing;
use crate::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer, bridge};
use crate::iter::pull::rewrap;
use crate::iter::{IndexedParallelIterator, ParallelIterator};

mod consumer;
mod producer;

/// An iterator with a separator between every two items.
///
/// Made by [`intersperse()`](ParallelIterator::intersperse).
///
/// ```
/// use furcate::{iter::Intersperse, prelude::*};
///
/// let listed: Intersperse<_> = ["a", "b", "c"].into_par_iter().intersperse(", ");
/// assert_eq!(listed.collect::<String>(), "a, b, c");
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Intersperse<I: ParallelIterator> {
    pub(crate) base: I,
    pub(crate) item: I::Item,
}

impl<I> ParallelIterator for Intersperse<I>
where
    I: ParallelIterator,
    I::Item: Clone,
{
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, next: C) -> C::Result {
        self.base.drive_unindexed(Interspersing::from_unknown(next, self.item)).finish()
    }

    fn drive_placed<C: UnindexedConsumer<I::Item>>(self, next: C) -> C::Result {
        if self.base.opt_len().is_none() {
            return self.drive_unindexed(next);
        }
        self.base.drive_placed(Interspersing::from_placed(next, self.item)).finish()
    }

    fn opt_len(&self) -> Option<usize> {
        spaced_len(self.base.opt_len()?)
    }
}

impl<I> IndexedParallelIterator for Intersperse<I>
where
    I: IndexedParallelIterator,
    I::Item: Clone,
{
    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn len(&self) -> usize {
        spaced_len(self.base.len()).expect("intersperse: more items and separators than a usize can count")
    }

    fn with_producer<CB: ProducerCallback<I::Item>>(self, callback: CB) -> CB::Output {
        let len = self.len();
        rewrap(self.base, Spacing { separator: self.item, len }, callback)
    }
}

/// How many there are of `len` items and the separators between them.
fn spaced_len(len: usize) -> Option<usize> {
    len.saturating_sub(1).checked_add(len)
}
