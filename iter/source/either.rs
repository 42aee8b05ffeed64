//! One of two iterators with the same items: what a chain is made of that begins in one of two ways.

use crate::iter::plumbing::{Consumer, Folder, ProducerCallback, UnindexedConsumer};
use crate::iter::{Either, IndexedParallelIterator, ParallelIterator};

impl<L, R> ParallelIterator for Either<L, R>
where
    L: ParallelIterator,
    R: ParallelIterator<Item = L::Item>,
{
    type Item = L::Item;

    fn drive_unindexed<C: UnindexedConsumer<L::Item>>(self, consumer: C) -> C::Result {
        either::for_both!(self, it => it.drive_unindexed(consumer))
    }

    fn drive_placed<C: UnindexedConsumer<L::Item>>(self, consumer: C) -> C::Result {
        either::for_both!(self, it => it.drive_placed(consumer))
    }

    fn at_most(&self) -> Option<usize> {
        either::for_both!(self, it => it.at_most())
    }

    fn folds_here(&self) -> bool {
        either::for_both!(self, it => it.folds_here())
    }

    fn fold_here<F: Folder<L::Item>>(self, folder: F) -> F {
        either::for_both!(self, it => it.fold_here(folder))
    }

    fn opt_len(&self) -> Option<usize> {
        either::for_both!(self, it => it.opt_len())
    }
}

impl<L, R> IndexedParallelIterator for Either<L, R>
where
    L: IndexedParallelIterator,
    R: IndexedParallelIterator<Item = L::Item>,
{
    fn drive<C: Consumer<L::Item>>(self, consumer: C) -> C::Result {
        either::for_both!(self, it => it.drive(consumer))
    }

    fn len(&self) -> usize {
        either::for_both!(self, it => it.len())
    }

    fn with_producer<CB: ProducerCallback<L::Item>>(self, callback: CB) -> CB::Output {
        either::for_both!(self, it => it.with_producer(callback))
    }
}
