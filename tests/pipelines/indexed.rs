//! An indexed iterator whose type is forgotten, and its producer.
//!
//! A producer in a box splits, walks from both ends and folds by calls through the box. So whatever stands on it is cut by
//! it, and cuts it, as if the types were known; only its speed is lost. Where the outermost is split, a seed says or the bridge.

use furcate::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer, bridge,
};
use furcate::prelude::*;
use furcate_tests::Dice;

/// Any indexed iterator over numbers.
pub(crate) struct Indexed {
    iter: Box<dyn Erased>,
    /// Where to split. `None`: where the bridge likes.
    seed: Option<u64>,
}

impl Indexed {
    pub(crate) fn new(iter: impl IndexedParallelIterator<Item = i64> + 'static) -> Self {
        Indexed { iter: Box::new(iter), seed: None }
    }

    /// Says where to split.
    pub(crate) fn split_by(&mut self, seed: Option<u64>) {
        self.seed = seed;
    }
}

impl ParallelIterator for Indexed {
    type Item = i64;

    fn drive_unindexed<C: UnindexedConsumer<i64>>(self, consumer: C) -> C::Result {
        let Some(seed) = self.seed else { return bridge(self, consumer) };
        let len = self.len();
        let split = |consumer: C, _| {
            let (left, reducer) = (consumer.split_off_left(), consumer.to_reducer());
            (left, consumer, reducer)
        };
        self.with_producer(Scattering { seed, len, consumer, split })
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl IndexedParallelIterator for Indexed {
    fn len(&self) -> usize {
        self.iter.length()
    }

    fn drive<C: Consumer<i64>>(self, consumer: C) -> C::Result {
        let Some(seed) = self.seed else { return bridge(self, consumer) };
        let len = self.len();
        self.with_producer(Scattering { seed, len, consumer, split: C::split_at })
    }

    fn with_producer<CB: ProducerCallback<i64>>(self, callback: CB) -> CB::Output {
        let (mut callback, mut output) = (Some(callback), None);
        self.iter.with(&mut |producer| {
            output = callback.take().map(|callback| callback.callback(Boxed(producer)));
        });
        output.expect("an iterator calls back once")
    }
}

/// Splits by a seed, and the consumer by one of its two ways.
struct Scattering<C, S> {
    seed: u64,
    len: usize,
    consumer: C,
    split: S,
}

impl<C, S> ProducerCallback<i64> for Scattering<C, S>
where
    C: Consumer<i64>,
    S: Fn(C, usize) -> (C, C, C::Reducer) + Copy + Send + Sync,
{
    type Output = C::Result;

    fn callback<P: Producer<Item = i64>>(self, producer: P) -> C::Result {
        scatter(self.seed, 6, self.len, producer, self.consumer, self.split)
    }
}

fn scatter<P, C, S>(seed: u64, depth: u32, len: usize, producer: P, consumer: C, split: S) -> C::Result
where
    P: Producer<Item = i64>,
    C: Consumer<i64>,
    S: Fn(C, usize) -> (C, C, C::Reducer) + Copy + Send + Sync,
{
    let mut dice = Dice::of_seed(seed);
    if depth == 0 || consumer.full() || dice.throw(6) == 0 {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    let at = dice.throw(len + 1);
    let seeds = (dice.seed(), dice.seed());
    let (left, right) = producer.split_at(at);
    let (left_consumer, right_consumer, reducer) = split(consumer, at);
    let (left, right) = furcate::join(
        || scatter(seeds.0, depth - 1, at, left, left_consumer, split),
        || scatter(seeds.1, depth - 1, len - at, right, right_consumer, split),
    );
    reducer.reduce(left, right)
}

/// What is known of an iterator without its type.
trait Erased: Send {
    fn length(&self) -> usize;

    fn with(self: Box<Self>, callback: &mut dyn FnMut(Box<dyn ErasedProducer + '_>));
}

impl<I: IndexedParallelIterator<Item = i64>> Erased for I {
    fn length(&self) -> usize {
        self.len()
    }

    fn with(self: Box<Self>, callback: &mut dyn FnMut(Box<dyn ErasedProducer + '_>)) {
        self.with_producer(Back(callback));
    }
}

struct Back<'c>(&'c mut dyn FnMut(Box<dyn ErasedProducer + '_>));

impl ProducerCallback<i64> for Back<'_> {
    type Output = ();

    fn callback<P: Producer<Item = i64>>(self, producer: P) {
        self.0(Box::new(Some(producer)));
    }
}

/// What is known of a producer without its type. An option, which is taken once.
trait ErasedProducer: Send {
    fn bounds(&self) -> (usize, usize);

    fn split<'p>(self: Box<Self>, index: usize) -> [Box<dyn ErasedProducer + 'p>; 2]
    where
        Self: 'p;

    fn walk<'p>(self: Box<Self>) -> Box<dyn Walk + 'p>
    where
        Self: 'p;

    /// Gives the items to `take` until that says to stop.
    fn fold(self: Box<Self>, take: &mut dyn FnMut(i64) -> bool);
}

impl<P: Producer<Item = i64>> ErasedProducer for Option<P> {
    fn bounds(&self) -> (usize, usize) {
        self.as_ref().map_or((1, usize::MAX), |producer| (producer.min_len(), producer.max_len()))
    }

    fn split<'p>(self: Box<Self>, index: usize) -> [Box<dyn ErasedProducer + 'p>; 2]
    where
        Self: 'p,
    {
        let (left, right) = self.expect("a producer is split once").split_at(index);
        [Box::new(Some(left)), Box::new(Some(right))]
    }

    fn walk<'p>(self: Box<Self>) -> Box<dyn Walk + 'p>
    where
        Self: 'p,
    {
        Box::new(self.expect("a producer is walked once").into_iter())
    }

    fn fold(self: Box<Self>, take: &mut dyn FnMut(i64) -> bool) {
        self.expect("a producer is folded once").fold_with(Taking { take, full: false });
    }
}

/// The iterators of producers.
trait Walk: DoubleEndedIterator<Item = i64> + ExactSizeIterator {}

impl<I: DoubleEndedIterator<Item = i64> + ExactSizeIterator> Walk for I {}

struct Taking<'t> {
    take: &'t mut dyn FnMut(i64) -> bool,
    full: bool,
}

impl Folder<i64> for Taking<'_> {
    type Result = ();

    fn consume(mut self, item: i64) -> Self {
        self.full = (self.take)(item);
        self
    }

    fn complete(self) {}

    fn full(&self) -> bool {
        self.full
    }
}

struct Boxed<'p>(Box<dyn ErasedProducer + 'p>);

impl<'p> Producer for Boxed<'p> {
    type Item = i64;
    type IntoIter = Walking<'p>;

    fn into_iter(self) -> Walking<'p> {
        Walking(self.0.walk())
    }

    fn min_len(&self) -> usize {
        self.0.bounds().0
    }

    fn max_len(&self) -> usize {
        self.0.bounds().1
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let [left, right] = self.0.split(index);
        (Boxed(left), Boxed(right))
    }

    fn fold_with<F: Folder<i64>>(self, folder: F) -> F {
        let mut folder = Some(folder);
        self.0.fold(&mut |item| {
            folder = folder.take().map(|folder| folder.consume(item));
            folder.as_ref().is_some_and(Folder::full)
        });
        folder.expect("a folder takes an item and is there again")
    }
}

struct Walking<'p>(Box<dyn Walk + 'p>);

impl Iterator for Walking<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Walking<'_> {
    fn next_back(&mut self) -> Option<i64> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for Walking<'_> {}
