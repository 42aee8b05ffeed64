//! The contract between what makes items and what takes them.
//!
//! A chain such as `v.par_iter().map(f).sum()` meets in the middle: from the left comes a [`Producer`],
//! which can be split and turned into a plain iterator; from the right comes a [`Consumer`], which can be
//! split and turned into a [`Folder`], one accumulator for a run of items. The bridge
//! ([`bridge_producer_consumer`], [`bridge_unindexed`]) splits both alike, folds the pieces and joins
//! what comes out with a [`Reducer`].
//!
//! Names and signatures are those of the field's reference, so that a crate which implements these traits for its
//! own collection works here unchanged. How pieces are chosen: `bridge.rs`.

pub use super::bridge::{bridge, bridge_producer_consumer, bridge_unindexed};

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
    fn into_iter(self) -> Self::IntoIter;

    /// The shortest piece worth making: the bridge does not give away fewer items. 1 by default.
    fn min_len(&self) -> usize {
        1
    }

    /// The longest piece that may be folded in one go. No bound by default.
    fn max_len(&self) -> usize {
        usize::MAX
    }

    /// Splits into the first `index` items and the rest.
    ///
    /// The bridge calls it with `index` at most the number of items.
    fn split_at(self, index: usize) -> (Self, Self);

    /// Feeds all items to `folder`, until it is full.
    ///
    /// Worth overriding where the items can be made more cheaply than one by one.
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        folder.consume_iter(self.into_iter())
    }
}

/// Takes items: splits into two consumers, or becomes a [`Folder`].
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
/// use furcate::prelude::*;
///
/// /// Multiplies what comes.
/// struct Times;
/// struct TimesFolder(u64);
///
/// impl Consumer<u64> for Times {
///     type Folder = TimesFolder;
///     type Reducer = Times;
///     type Result = u64;
///
///     fn split_at(self, _index: usize) -> (Times, Times, Times) {
///         (Times, Times, Times)
///     }
///     fn into_folder(self) -> TimesFolder {
///         TimesFolder(1)
///     }
///     fn full(&self) -> bool {
///         false
///     }
/// }
///
/// impl UnindexedConsumer<u64> for Times {
///     fn split_off_left(&self) -> Times {
///         Times
///     }
///     fn to_reducer(&self) -> Times {
///         Times
///     }
/// }
///
/// impl Folder<u64> for TimesFolder {
///     type Result = u64;
///
///     fn consume(self, item: u64) -> TimesFolder {
///         TimesFolder(self.0 * item)
///     }
///     fn complete(self) -> u64 {
///         self.0
///     }
///     fn full(&self) -> bool {
///         self.0 == 0 // nothing will change that
///     }
/// }
///
/// impl Reducer<u64> for Times {
///     fn reduce(self, left: u64, right: u64) -> u64 {
///         left * right
///     }
/// }
///
/// assert_eq!((1..=5u64).into_par_iter().drive_unindexed(Times), 120);
/// ```
pub trait Consumer<Item>: Send + Sized {
    /// What a piece is folded with.
    type Folder: Folder<Item, Result = Self::Result>;

    /// What joins the results of two neighbours.
    type Reducer: Reducer<Self::Result>;

    /// What a piece comes to.
    type Result: Send;

    /// Splits into a consumer for the first `index` items, one for the rest, and the reducer for the two
    /// results.
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer);

    /// Begins to fold a piece.
    fn into_folder(self) -> Self::Folder;

    /// Whether further items would change nothing. A hint: items may still come.
    fn full(&self) -> bool;

    /// Whether this consumer can stop sooner when later pieces are folded first. A hint: order in time never
    /// changes a result. Not part of the public contract.
    #[doc(hidden)]
    fn back_first(&self) -> bool {
        false
    }
}

/// The accumulator of one piece.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::Folder;
///
/// struct Longest(Option<&'static str>);
///
/// impl Folder<&'static str> for Longest {
///     type Result = Option<&'static str>;
///
///     fn consume(self, item: &'static str) -> Self {
///         match self.0 {
///             Some(so_far) if so_far.len() >= item.len() => self,
///             _ => Longest(Some(item)),
///         }
///     }
///     fn complete(self) -> Self::Result {
///         self.0
///     }
///     fn full(&self) -> bool {
///         false
///     }
/// }
///
/// assert_eq!(Longest(None).consume_iter(["a", "bcd", "ef"]).complete(), Some("bcd"));
/// ```
pub trait Folder<Item>: Sized {
    /// What the piece comes to.
    type Result;

    /// Takes one item.
    fn consume(self, item: Item) -> Self;

    /// Takes the items of an iterator, until it ends or this folder is full.
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = Item>,
    {
        for item in iter {
            self = self.consume(item);
            if self.full() {
                break;
            }
        }
        self
    }

    /// Takes one item without being moved. `slot` holds a folder before and, unless this panics, after.
    ///
    /// For two folders that take turns, which the compiler cannot keep from being moved at each item.
    #[doc(hidden)]
    fn consume_in(slot: &mut Option<Self>, item: Item) {
        *slot = slot.take().map(|folder| folder.consume(item));
    }

    /// Ends the piece.
    fn complete(self) -> Self::Result;

    /// Whether further items would change nothing. A hint: items may still come.
    fn full(&self) -> bool;
}

/// Joins the results of two neighbouring pieces.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::Reducer;
///
/// struct Append;
///
/// impl Reducer<Vec<u8>> for Append {
///     fn reduce(self, mut left: Vec<u8>, right: Vec<u8>) -> Vec<u8> {
///         left.extend(right);
///         left
///     }
/// }
///
/// assert_eq!(Append.reduce(vec![1], vec![2]), [1, 2]);
/// ```
pub trait Reducer<Result> {
    /// Joins what came from the left with what came from the right, in that order.
    fn reduce(self, left: Result, right: Result) -> Result;
}

/// A consumer that does not mind where in the sequence its items stand.
pub trait UnindexedConsumer<Item>: Consumer<Item> {
    /// Makes the consumer for the items to the left of what `self` will still take.
    fn split_off_left(&self) -> Self;

    /// The reducer that joins the result of a split-off left part with that of `self`.
    fn to_reducer(&self) -> Self::Reducer;
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
    fn split(self) -> (Self, Option<Self>);

    /// Feeds all items to `folder`, until it is full.
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>;
}

/// What [`with_producer`](super::IndexedParallelIterator::with_producer) hands its producer to.
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
    fn callback<P>(self, producer: P) -> Self::Output
    where
        P: Producer<Item = T>;
}
