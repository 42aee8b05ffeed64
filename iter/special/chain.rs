//! `chain`: one iterator after another.
//!
//! No `Combine`: where both sides can be driven on their own, a join of two drives spares the check "which side?" at
//! each item. Only behind an adapter that needs a producer are both made one.

use std::iter;

use furcate_core::join;

use crate::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer};
use crate::iter::pull::{Combine, combine};
use crate::iter::sink::keep;
use crate::iter::{IndexedParallelIterator, ParallelIterator};

/// An iterator over the items of one iterator, then those of another.
///
/// Made by [`chain()`](ParallelIterator::chain).
///
/// ```
/// use furcate::{iter::Chain, prelude::*};
///
/// let all: Chain<_, _> = (0..2).into_par_iter().chain(8..10);
/// assert_eq!(all.collect::<Vec<_>>(), [0, 1, 8, 9]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Chain<A, B> {
    pub(crate) a: A,
    pub(crate) b: B,
}

impl<A, B> ParallelIterator for Chain<A, B>
where
    A: ParallelIterator,
    B: ParallelIterator<Item = A::Item>,
{
    type Item = A::Item;

    fn drive_unindexed<C: UnindexedConsumer<A::Item>>(self, consumer: C) -> C::Result {
        let reducer = consumer.to_reducer();
        let left = consumer.split_off_left();
        let (a, b) = if consumer.back_first() {
            let (b, a) = join(|| self.b.drive_unindexed(consumer), || self.a.drive_unindexed(left));
            (a, b)
        } else {
            join(|| self.a.drive_unindexed(left), || self.b.drive_unindexed(consumer))
        };
        reducer.reduce(a, b)
    }

    fn drive_placed<C: UnindexedConsumer<A::Item>>(self, consumer: C) -> C::Result {
        let Some(a_len) = self.a.opt_len() else {
            return self.drive_unindexed(consumer);
        };
        let (left, right, reducer) = consumer.split_at(a_len);
        let (a, b) = join(|| self.a.drive_placed(left), || self.b.drive_placed(right));
        reducer.reduce(a, b)
    }

    fn folds_here(&self) -> bool {
        self.a.folds_here() && self.b.folds_here()
    }

    fn fold_here<F: Folder<A::Item>>(self, folder: F) -> F {
        let folder = self.a.fold_here(folder);
        if folder.full() { keep(folder, self.b) } else { self.b.fold_here(folder) }
    }

    fn opt_len(&self) -> Option<usize> {
        self.a.opt_len()?.checked_add(self.b.opt_len()?)
    }
}

impl<A, B> IndexedParallelIterator for Chain<A, B>
where
    A: IndexedParallelIterator,
    B: IndexedParallelIterator<Item = A::Item>,
{
    fn drive<C: Consumer<A::Item>>(self, consumer: C) -> C::Result {
        let (left, right, reducer) = consumer.split_at(self.a.len());
        let (a, b) = join(|| self.a.drive(left), || self.b.drive(right));
        reducer.reduce(a, b)
    }

    fn len(&self) -> usize {
        self.a.len().checked_add(self.b.len()).expect("chain: more items than a usize can count")
    }

    fn with_producer<CB: ProducerCallback<A::Item>>(self, callback: CB) -> CB::Output {
        let a_len = self.a.len();
        combine(self.a, self.b, Chaining { a_len }, callback)
    }
}

struct Chaining {
    a_len: usize,
}

impl<T> Combine<T, T> for Chaining {
    type Item = T;
    type Producer<P: Producer<Item = T>, Q: Producer<Item = T>> = Chained<P, Q>;

    fn combine<P: Producer<Item = T>, Q: Producer<Item = T>>(self, a: P, b: Q) -> Chained<P, Q> {
        Chained { a, a_len: self.a_len, b }
    }
}

/// Two producers in a row. Either may be empty.
struct Chained<P, Q> {
    a: P,
    a_len: usize,
    b: Q,
}

impl<P: Producer, Q: Producer<Item = P::Item>> Producer for Chained<P, Q> {
    type Item = P::Item;
    type IntoIter = ChainIter<P::IntoIter, Q::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        let (a, b) = (self.a.into_iter(), self.b.into_iter());
        ChainIter { len: a.len() + b.len(), items: a.chain(b) }
    }

    fn min_len(&self) -> usize {
        self.a.min_len().max(self.b.min_len())
    }

    fn max_len(&self) -> usize {
        self.a.max_len().min(self.b.max_len())
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let a_index = index.min(self.a_len);
        let (a, right_a) = self.a.split_at(a_index);
        let (b, right_b) = self.b.split_at(index - a_index);
        let left = Chained { a, a_len: a_index, b };
        (left, Chained { a: right_a, a_len: self.a_len - a_index, b: right_b })
    }

    fn fold_with<F: Folder<P::Item>>(self, folder: F) -> F {
        let folder = self.a.fold_with(folder);
        if folder.full() {
            drop(self.b); // before the folder is returned, see `Step::finish`
            return folder;
        }
        self.b.fold_with(folder)
    }
}

/// `std::iter::Chain` with a known length.
struct ChainIter<A, B> {
    items: iter::Chain<A, B>,
    len: usize,
}

impl<A, B> Iterator for ChainIter<A, B>
where
    A: Iterator,
    B: Iterator<Item = A::Item>,
{
    type Item = A::Item;

    fn next(&mut self) -> Option<A::Item> {
        let item = self.items.next()?;
        self.len -= 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }

    fn fold<U, F: FnMut(U, A::Item) -> U>(self, so_far: U, op: F) -> U {
        self.items.fold(so_far, op)
    }
}

impl<A, B> DoubleEndedIterator for ChainIter<A, B>
where
    A: DoubleEndedIterator,
    B: DoubleEndedIterator<Item = A::Item>,
{
    fn next_back(&mut self) -> Option<A::Item> {
        let item = self.items.next_back()?;
        self.len -= 1;
        Some(item)
    }
}

impl<A, B> ExactSizeIterator for ChainIter<A, B>
where
    A: Iterator,
    B: Iterator<Item = A::Item>,
{
}
