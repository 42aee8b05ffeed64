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
pub trait ProducerCallback<T> {
    /// What the callback returns.
    type Output;

    /// Takes the producer.
    fn callback<P>(self, producer: P) -> Self::Output
    where
        P: Producer<Item = T>;
}
