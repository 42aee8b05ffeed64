//! What takes items: the four traits of the right end of a chain.
//!
//! The bridge splits a [`Consumer`] as it splits the producer, makes a [`Folder`] of it for each piece, and joins what the
//! folders come to with the [`Reducer`] that the split gave. The file is long for its examples, one for each method.

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
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Reducer, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// The items of `A`, then those of `B`.
    /// struct Both<A, B>(A, B);
    ///
    /// impl<A: IndexedParallelIterator, B: ParallelIterator<Item = A::Item>> ParallelIterator for Both<A, B> {
    ///     type Item = A::Item;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<A::Item>>(self, consumer: C) -> C::Result {
    ///         let (left, right, reducer) = consumer.split_at(self.0.len());
    ///         let (a, b) = furcate::join(|| self.0.drive(left), || self.1.drive_unindexed(right));
    ///         reducer.reduce(a, b)
    ///     }
    /// }
    ///
    /// let both = Both([1, 2].par_iter(), [3, 4, 5].par_iter().filter(|n| **n != 4));
    /// assert_eq!(both.collect::<Vec<_>>(), [&1, &2, &3, &5]);
    /// ```
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer);

    /// Begins to fold a piece.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// The digits of a number, from the last to the first: too little work to share.
    /// struct Digits(u64);
    ///
    /// impl ParallelIterator for Digits {
    ///     type Item = u64;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<u64>>(mut self, consumer: C) -> C::Result {
    ///         let mut folder = consumer.into_folder();
    ///         while self.0 > 0 && !folder.full() {
    ///             folder = folder.consume(self.0 % 10);
    ///             self.0 /= 10;
    ///         }
    ///         folder.complete()
    ///     }
    /// }
    ///
    /// assert_eq!([17, 340].into_par_iter().flat_map(Digits).collect::<Vec<_>>(), [7, 1, 0, 4, 3]);
    /// ```
    fn into_folder(self) -> Self::Folder;

    /// Whether further items would change nothing. A hint: items may still come.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// The lines of a text that must be fetched first.
    /// struct Fetched<F>(F);
    ///
    /// impl<F: FnOnce() -> &'static str + Send> ParallelIterator for Fetched<F> {
    ///     type Item = &'static str;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<&'static str>>(self, consumer: C) -> C::Result {
    ///         if consumer.full() {
    ///             return consumer.into_folder().complete(); // nobody wants it
    ///         }
    ///         (self.0)().par_lines().drive_unindexed(consumer)
    ///     }
    /// }
    ///
    /// assert_eq!(Fetched(|| "a\nb").count(), 2);
    /// assert_eq!(Fetched(|| panic!("fetched in vain")).take_any(0).count(), 0);
    /// ```
    fn full(&self) -> bool;

    /// Whether this consumer can stop sooner when later pieces are folded first. A hint: order in time never
    /// changes a result. Not part of the public contract.
    #[doc(hidden)]
    fn back_first(&self) -> bool {
        false
    }

    /// Takes over what the piece just before this one, which has come to `done`, has left of what both share. To be called
    /// before anything is folded here, if at all. Not part of the public contract.
    #[doc(hidden)]
    #[must_use]
    fn behind(self, _done: &mut Self::Result) -> Self {
        self
    }
}

/// A consumer that does not mind where in the sequence its items stand.
///
/// # Examples
///
/// ```
/// use furcate::iter::plumbing::{Reducer, UnindexedConsumer};
/// use furcate::prelude::*;
///
/// /// The items of two iterators that do not know how many they are.
/// struct Both<A, B>(A, B);
///
/// impl<A: ParallelIterator, B: ParallelIterator<Item = A::Item>> ParallelIterator for Both<A, B> {
///     type Item = A::Item;
///
///     fn drive_unindexed<C: UnindexedConsumer<A::Item>>(self, consumer: C) -> C::Result {
///         let left = consumer.split_off_left();
///         let reducer = consumer.to_reducer();
///         let (a, b) = furcate::join(|| self.0.drive_unindexed(left), || self.1.drive_unindexed(consumer));
///         reducer.reduce(a, b)
///     }
/// }
///
/// let both = Both("to be".par_chars(), "or not".par_chars()).filter(|&c| c != ' ');
/// assert_eq!(both.collect::<String>(), "tobeornot");
/// ```
pub trait UnindexedConsumer<Item>: Consumer<Item> {
    /// Makes the consumer for the items to the left of what `self` will still take.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// Begins with one more item.
    /// struct After<T, I>(T, I);
    ///
    /// impl<I: ParallelIterator> ParallelIterator for After<I::Item, I> {
    ///     type Item = I::Item;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
    ///         let first = consumer.split_off_left().into_folder().consume(self.0).complete();
    ///         let reducer = consumer.to_reducer();
    ///         reducer.reduce(first, self.1.drive_unindexed(consumer))
    ///     }
    /// }
    ///
    /// let words: Vec<&str> = After("say:", "so be it".par_split(' ')).collect();
    /// assert_eq!(words, ["say:", "so", "be", "it"]);
    /// ```
    fn split_off_left(&self) -> Self;

    /// The reducer that joins the result of a split-off left part with that of `self`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// The steps of the discs in the towers of Hanoi.
    /// struct Hanoi(u8);
    ///
    /// impl ParallelIterator for Hanoi {
    ///     type Item = u8;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<u8>>(self, consumer: C) -> C::Result {
    ///         if self.0 == 0 {
    ///             return consumer.into_folder().complete();
    ///         }
    ///         let (above, disc) = (consumer.split_off_left(), consumer.split_off_left());
    ///         let (outer, inner) = (consumer.to_reducer(), consumer.to_reducer());
    ///         let moved = furcate::join(|| Hanoi(self.0 - 1).drive_unindexed(above), || {
    ///             Hanoi(self.0 - 1).drive_unindexed(consumer)
    ///         });
    ///         let disc = disc.into_folder().consume(self.0).complete();
    ///         outer.reduce(inner.reduce(moved.0, disc), moved.1)
    ///     }
    /// }
    ///
    /// assert_eq!(Hanoi(3).collect::<Vec<_>>(), [1, 2, 1, 3, 1, 2, 1]);
    /// ```
    fn to_reducer(&self) -> Self::Reducer;
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
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::Folder;
    ///
    /// /// Counts the places where the next item is another.
    /// struct Changes<T>(Option<T>, usize);
    ///
    /// impl<T: PartialEq> Folder<T> for Changes<T> {
    ///     type Result = usize;
    ///
    ///     fn consume(self, item: T) -> Self {
    ///         let changed = self.0.as_ref().is_some_and(|last| *last != item);
    ///         Changes(Some(item), self.1 + usize::from(changed))
    ///     }
    ///     fn complete(self) -> usize {
    ///         self.1
    ///     }
    ///     fn full(&self) -> bool {
    ///         false
    ///     }
    /// }
    ///
    /// assert_eq!(Changes(None, 0).consume('a').consume('a').consume('b').complete(), 1);
    /// ```
    fn consume(self, item: Item) -> Self;

    /// Takes the items of an iterator, until it ends or this folder is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, Folder, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// A sequential iterator in place of a parallel one, in order, on one thread.
    /// struct Alone<I>(I);
    ///
    /// impl<I: Iterator<Item: Send> + Send> ParallelIterator for Alone<I> {
    ///     type Item = I::Item;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
    ///         consumer.into_folder().consume_iter(self.0).complete()
    ///     }
    /// }
    ///
    /// // Without an end, yet done when the folder has what it wants.
    /// assert_eq!(Alone((1..).map(|n| n * n)).find_first(|n| n % 7 == 2), Some(9));
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::Folder;
    ///
    /// /// The mean, which is known only at the end.
    /// struct Mean(f64, u32);
    ///
    /// impl Folder<f64> for Mean {
    ///     type Result = Option<f64>;
    ///
    ///     fn consume(self, item: f64) -> Self {
    ///         Mean(self.0 + item, self.1 + 1)
    ///     }
    ///     fn complete(self) -> Option<f64> {
    ///         (self.1 > 0).then(|| self.0 / f64::from(self.1))
    ///     }
    ///     fn full(&self) -> bool {
    ///         false
    ///     }
    /// }
    ///
    /// assert_eq!(Mean(0.0, 0).consume_iter([1.0, 2.0, 6.0]).complete(), Some(3.0));
    /// assert_eq!(Mean(0.0, 0).complete(), None);
    /// ```
    fn complete(self) -> Self::Result;

    /// Whether further items would change nothing. A hint: items may still come.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::Folder;
    ///
    /// /// Whether all items are true: settled by the first that is not.
    /// struct All(bool);
    ///
    /// impl Folder<bool> for All {
    ///     type Result = bool;
    ///
    ///     fn consume(self, item: bool) -> Self {
    ///         All(self.0 && item)
    ///     }
    ///     fn complete(self) -> bool {
    ///         self.0
    ///     }
    ///     fn full(&self) -> bool {
    ///         !self.0
    ///     }
    /// }
    ///
    /// let mut taken = 0;
    /// let all = All(true).consume_iter([true, false, true, true].into_iter().inspect(|_| taken += 1));
    /// assert!(all.full());
    /// assert_eq!((all.complete(), taken), (false, 2));
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::Reducer;
    ///
    /// /// Keeps the longer run; of two that are equally long, the left one.
    /// struct Longer;
    ///
    /// impl<T> Reducer<Vec<T>> for Longer {
    ///     fn reduce(self, left: Vec<T>, right: Vec<T>) -> Vec<T> {
    ///         if right.len() > left.len() { right } else { left }
    ///     }
    /// }
    ///
    /// assert_eq!(Longer.reduce(vec![1, 2], vec![3, 4]), [1, 2]);
    /// assert_eq!(Longer.reduce(vec![], vec![5]), [5]);
    /// ```
    fn reduce(self, left: Result, right: Result) -> Result;
}
