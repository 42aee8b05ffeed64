//! What makes items: the three traits of the left end of a chain.
//!
//! A source of your own implements [`Producer`] where it can be split at any position, [`UnindexedProducer`] where only it
//! knows where it can be split. [`ProducerCallback`] is for adapters that need the producer of what they wrap.

use super::Folder;

/// Makes items for a known number of positions, and splits at any of them.
///
/// A producer is a recipe, not a running iterator: it is split as often as the bridge likes, and each
/// piece then becomes an iterator by [`into_iter`](Producer::into_iter).
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::Producer;
///
/// struct UpTo(std::ops::Range<usize>);
///
/// impl Producer for UpTo {
///     type Item = usize;
///     type IntoIter = std::ops::Range<usize>;
///
///     fn into_iter(self) -> Self::IntoIter {
///         self.0
///     }
///
///     fn split_at(self, index: usize) -> (Self, Self) {
///         let middle = self.0.start + index;
///         (UpTo(self.0.start..middle), UpTo(middle..self.0.end))
///     }
/// }
///
/// let (left, right) = UpTo(0..10).split_at(3);
/// assert_eq!(left.into_iter().sum::<usize>(), 3);
/// assert_eq!(right.into_iter().len(), 7);
/// ```
pub trait Producer: Send + Sized {
    /// What the iterator of a piece yields.
    type Item;

    /// The iterator of a piece.
    type IntoIter: Iterator<Item = Self::Item> + DoubleEndedIterator + ExactSizeIterator;

    /// Turns this piece into an iterator over its items.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// The items at both ends, without a look at those between.
    /// struct Ends;
    ///
    /// impl<T> ProducerCallback<T> for Ends {
    ///     type Output = (Option<T>, Option<T>);
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> Self::Output {
    ///         let mut items = producer.into_iter();
    ///         (items.next(), items.next_back())
    ///     }
    /// }
    ///
    /// assert_eq!([3, 1, 4, 1, 5].par_iter().with_producer(Ends), (Some(&3), Some(&5)));
    /// ```
    fn into_iter(self) -> Self::IntoIter;

    /// The shortest piece worth making: the bridge does not give away fewer items. 1 by default.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// Whether the producer lets single items be given away.
    /// struct Fine;
    ///
    /// impl<T> ProducerCallback<T> for Fine {
    ///     type Output = bool;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> bool {
    ///         producer.min_len() == 1
    ///     }
    /// }
    ///
    /// assert!((0..100).into_par_iter().with_producer(Fine));
    /// assert!(!(0..100).into_par_iter().with_min_len(10).with_producer(Fine));
    /// ```
    fn min_len(&self) -> usize {
        1
    }

    /// The longest piece that may be folded in one go. No bound by default.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// The least number of folders that so many items need.
    /// struct Folders(usize);
    ///
    /// impl<T> ProducerCallback<T> for Folders {
    ///     type Output = usize;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> usize {
    ///         self.0.div_ceil(producer.max_len())
    ///     }
    /// }
    ///
    /// assert_eq!((0..100).into_par_iter().with_producer(Folders(100)), 1);
    /// assert_eq!((0..100).into_par_iter().with_max_len(30).with_producer(Folders(100)), 4);
    /// ```
    fn max_len(&self) -> usize {
        usize::MAX
    }

    /// Splits into the first `index` items and the rest.
    ///
    /// The bridge calls it with `index` at most the number of items.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// Begins with the items from the middle on.
    /// struct Turned(usize);
    ///
    /// impl<T> ProducerCallback<T> for Turned {
    ///     type Output = Vec<T>;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
    ///         let (left, right) = producer.split_at(self.0);
    ///         right.into_iter().chain(left.into_iter()).collect()
    ///     }
    /// }
    ///
    /// assert_eq!((0..5).into_par_iter().map(|n| 10 * n).with_producer(Turned(3)), [30, 40, 0, 10, 20]);
    /// ```
    fn split_at(self, index: usize) -> (Self, Self);

    /// Feeds all items to `folder`, until it is full.
    ///
    /// Worth overriding where the items can be made more cheaply than one by one.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// The same items in one piece, on the calling thread.
    /// struct Serially<I>(I);
    ///
    /// impl<I: IndexedParallelIterator> ParallelIterator for Serially<I> {
    ///     type Item = I::Item;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
    ///         self.0.with_producer(OnePiece(consumer))
    ///     }
    /// }
    ///
    /// struct OnePiece<C>(C);
    ///
    /// impl<T, C: Consumer<T>> ProducerCallback<T> for OnePiece<C> {
    ///     type Output = C::Result;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
    ///         producer.fold_with(self.0.into_folder()).complete()
    ///     }
    /// }
    ///
    /// assert_eq!(Serially((0..4).into_par_iter()).collect::<Vec<_>>(), [0, 1, 2, 3]);
    /// ```
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        folder.consume_iter(self.into_iter())
    }
}

/// Makes items in unknown number, and splits where it likes.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Folder, UnindexedProducer, bridge_unindexed, UnindexedConsumer};
/// use furcate::prelude::*;
///
/// /// The numbers of a range, which it only knows how to halve.
/// struct Halves(std::ops::Range<u32>);
///
/// impl UnindexedProducer for Halves {
///     type Item = u32;
///
///     fn split(self) -> (Self, Option<Self>) {
///         let middle = self.0.start + (self.0.end - self.0.start) / 2;
///         if middle == self.0.start {
///             return (self, None);
///         }
///         (Halves(self.0.start..middle), Some(Halves(middle..self.0.end)))
///     }
///     fn fold_with<F: Folder<u32>>(self, folder: F) -> F {
///         folder.consume_iter(self.0)
///     }
/// }
///
/// impl ParallelIterator for Halves {
///     type Item = u32;
///
///     fn drive_unindexed<C: UnindexedConsumer<u32>>(self, consumer: C) -> C::Result {
///         bridge_unindexed(self, consumer)
///     }
/// }
///
/// assert_eq!(Halves(0..100).sum::<u32>(), 4950);
/// ```
pub trait UnindexedProducer: Send + Sized {
    /// What is made.
    type Item;

    /// Splits in two, or says by `None` that it is not worth splitting further.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Folder, UnindexedProducer};
    ///
    /// /// A tree: its own value, and its children.
    /// struct Node(u32, Vec<Node>);
    ///
    /// /// Some trees side by side.
    /// struct Forest(Vec<Node>);
    ///
    /// impl UnindexedProducer for Forest {
    ///     type Item = u32;
    ///
    ///     fn split(mut self) -> (Self, Option<Self>) {
    ///         let half = self.0.split_off(self.0.len() / 2);
    ///         if self.0.is_empty() { (Forest(half), None) } else { (self, Some(Forest(half))) }
    ///     }
    ///     fn fold_with<F: Folder<u32>>(self, folder: F) -> F {
    ///         self.0.into_iter().fold(folder, |folder, node| Forest(node.1).fold_with(folder.consume(node.0)))
    ///     }
    /// }
    ///
    /// let (left, right) = Forest(vec![Node(1, vec![Node(2, vec![])]), Node(3, vec![])]).split();
    /// assert_eq!(left.0[0].1.len(), 1);
    /// assert!(right.is_some_and(|right| right.split().1.is_none()));
    /// ```
    fn split(self) -> (Self, Option<Self>);

    /// Feeds all items to `folder`, until it is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
    /// use furcate::prelude::*;
    ///
    /// /// The way of a number under `n / 2` and `3 n + 1`, down to 1. Nothing can be split off.
    /// struct Collatz(u64);
    ///
    /// impl UnindexedProducer for Collatz {
    ///     type Item = u64;
    ///
    ///     fn split(self) -> (Self, Option<Self>) {
    ///         (self, None)
    ///     }
    ///     fn fold_with<F: Folder<u64>>(mut self, mut folder: F) -> F {
    ///         while self.0 != 1 && !folder.full() {
    ///             folder = folder.consume(self.0);
    ///             self.0 = if self.0 % 2 == 0 { self.0 / 2 } else { 3 * self.0 + 1 };
    ///         }
    ///         folder
    ///     }
    /// }
    ///
    /// impl ParallelIterator for Collatz {
    ///     type Item = u64;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<u64>>(self, consumer: C) -> C::Result {
    ///         bridge_unindexed(self, consumer)
    ///     }
    /// }
    ///
    /// assert_eq!((1..10).into_par_iter().flat_map(Collatz).max(), Some(52));
    /// ```
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>;
}

/// What [`with_producer`](crate::iter::IndexedParallelIterator::with_producer) hands its producer to.
///
/// A closure cannot be generic over the type of the producer; this can.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Producer, ProducerCallback};
/// use furcate::prelude::*;
///
/// /// Takes the second half only.
/// struct SecondHalf(usize);
///
/// impl<T> ProducerCallback<T> for SecondHalf {
///     type Output = Vec<T>;
///
///     fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
///         producer.split_at(self.0).1.into_iter().collect()
///     }
/// }
///
/// assert_eq!((0..6).into_par_iter().rev().with_producer(SecondHalf(3)), [2, 1, 0]);
/// ```
pub trait ProducerCallback<T> {
    /// What the callback returns.
    type Output;

    /// Takes the producer.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// Looks whether neighbours are in order.
    /// struct InOrder;
    ///
    /// impl<T: PartialOrd> ProducerCallback<T> for InOrder {
    ///     type Output = bool;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> bool {
    ///         producer.into_iter().is_sorted()
    ///     }
    /// }
    ///
    /// assert!("a b c".par_split(' ').collect::<Vec<_>>().par_iter().with_producer(InOrder));
    /// assert!(!(0..3).into_par_iter().rev().with_producer(InOrder));
    /// ```
    fn callback<P>(self, producer: P) -> Self::Output
    where
        P: Producer<Item = T>;
}
