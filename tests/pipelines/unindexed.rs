//! A parallel iterator whose type is forgotten, and the consumer that it is driven into.
//!
//! The consumer is in a box. What its parts come to lies in a table of whoever drives, and the boxes pass on where.

use std::sync::{Mutex, PoisonError};

use furcate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use furcate::prelude::*;

/// Any parallel iterator over numbers; the length is not known.
pub(crate) struct Unindexed(Box<dyn Erased>);

impl Unindexed {
    pub(crate) fn new(iter: impl ParallelIterator<Item = i64> + 'static) -> Self {
        Unindexed(Box::new(iter))
    }
}

impl ParallelIterator for Unindexed {
    type Item = i64;

    fn drive_unindexed<C: UnindexedConsumer<i64>>(self, consumer: C) -> C::Result {
        let table = Table(Mutex::new(Vec::new()));
        let result = self.0.drive(Boxed(Box::new(Held { consumer, table: &table })));
        table.take(result)
    }
}

trait Erased: Send {
    fn drive(self: Box<Self>, consumer: Boxed<'_>) -> usize;
}

impl<I: ParallelIterator<Item = i64>> Erased for I {
    fn drive(self: Box<Self>, consumer: Boxed<'_>) -> usize {
        self.drive_unindexed(consumer)
    }
}

/// Results by their numbers.
struct Table<R>(Mutex<Vec<Option<R>>>);

impl<R> Table<R> {
    fn put(&self, result: R) -> usize {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results.push(Some(result));
        results.len() - 1
    }

    fn take(&self, number: usize) -> R {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results[number].take().expect("a result is used once")
    }
}

/// A consumer, folder or reducer, and where results go.
struct Held<'t, C, R> {
    consumer: C,
    table: &'t Table<R>,
}

trait ErasedConsumer<'t>: Send {
    fn split(&self) -> Boxed<'t>;

    fn reducer(&self) -> BoxedReducer<'t>;

    fn begin(self: Box<Self>) -> BoxedFolder<'t>;

    fn full(&self) -> bool;
}

impl<'t, C: UnindexedConsumer<i64> + 't> ErasedConsumer<'t> for Held<'t, C, C::Result> {
    fn split(&self) -> Boxed<'t> {
        Boxed(Box::new(Held { consumer: self.consumer.split_off_left(), table: self.table }))
    }

    fn reducer(&self) -> BoxedReducer<'t> {
        let (reducer, table) = (self.consumer.to_reducer(), self.table);
        BoxedReducer(Box::new(move |left, right| {
            let (left, right) = (table.take(left), table.take(right));
            table.put(reducer.reduce(left, right))
        }))
    }

    fn begin(self: Box<Self>) -> BoxedFolder<'t> {
        BoxedFolder(Box::new(Held { consumer: Some(self.consumer.into_folder()), table: self.table }))
    }

    fn full(&self) -> bool {
        self.consumer.full()
    }
}

trait ErasedFolder {
    fn take(&mut self, item: i64);

    fn end(self: Box<Self>) -> usize;

    fn full(&self) -> bool;
}

impl<F: Folder<i64>> ErasedFolder for Held<'_, Option<F>, F::Result> {
    fn take(&mut self, item: i64) {
        self.consumer = self.consumer.take().map(|folder| folder.consume(item));
    }

    fn end(self: Box<Self>) -> usize {
        self.table.put(self.consumer.expect("a folder takes an item and is there again").complete())
    }

    fn full(&self) -> bool {
        self.consumer.as_ref().is_some_and(Folder::full)
    }
}

pub(crate) struct Boxed<'t>(Box<dyn ErasedConsumer<'t> + 't>);

pub(crate) struct BoxedFolder<'t>(Box<dyn ErasedFolder + 't>);

pub(crate) struct BoxedReducer<'t>(Box<dyn FnOnce(usize, usize) -> usize + 't>);

impl<'t> Consumer<i64> for Boxed<'t> {
    type Folder = BoxedFolder<'t>;
    type Reducer = BoxedReducer<'t>;
    type Result = usize;

    fn split_at(self, _index: usize) -> (Self, Self, BoxedReducer<'t>) {
        let (left, reducer) = (self.0.split(), self.0.reducer());
        (left, self, reducer)
    }

    fn into_folder(self) -> BoxedFolder<'t> {
        self.0.begin()
    }

    fn full(&self) -> bool {
        self.0.full()
    }
}

impl<'t> UnindexedConsumer<i64> for Boxed<'t> {
    fn split_off_left(&self) -> Self {
        self.0.split()
    }

    fn to_reducer(&self) -> BoxedReducer<'t> {
        self.0.reducer()
    }
}

impl Folder<i64> for BoxedFolder<'_> {
    type Result = usize;

    fn consume(mut self, item: i64) -> Self {
        self.0.take(item);
        self
    }

    fn complete(self) -> usize {
        self.0.end()
    }

    fn full(&self) -> bool {
        self.0.full()
    }
}

impl Reducer<usize> for BoxedReducer<'_> {
    fn reduce(self, left: usize, right: usize) -> usize {
        (self.0)(left, right)
    }
}
