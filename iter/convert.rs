//! How a value becomes a parallel iterator, and how one becomes a value.
//!
//! The sources implement these in `collections/` and `slice/`; what collecting does is in `collect/`.

use std::ops::RangeBounds;

use super::ParallelIterator;

/// Becomes a parallel iterator by value.
///
/// Implemented by every parallel iterator for itself, by the collections, arrays, options, results, ranges, and
/// by references to collections.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let lengths: Vec<usize> = vec!["a", "bc"].into_par_iter().map(str::len).collect();
/// assert_eq!(lengths, [1, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become a parallel iterator",
    note = "a sequential iterator can be used with `.par_bridge()`, a collection with `.par_iter()` or `.into_par_iter()`",
    note = "a closure that gives sequential iterators is for `flat_map_iter`, sequential iterators as items are for `flatten_iter`"
)]
pub trait IntoParallelIterator {
    /// The iterator it becomes.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is iterated over.
    type Item: Send;

    /// Turns `self` into a parallel iterator.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!((0..5).into_par_iter().sum::<i32>(), 10);
    /// ```
    fn into_par_iter(self) -> Self::Iter;
}

impl<T: ParallelIterator> IntoParallelIterator for T {
    type Iter = T;
    type Item = T::Item;

    fn into_par_iter(self) -> T {
        self
    }
}

/// Gives a parallel iterator over shared references.
///
/// Implemented for everything whose `&C` is [`IntoParallelIterator`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let words = ["one", "three"];
/// assert_eq!(words.par_iter().map(|word| word.len()).sum::<usize>(), 8);
/// ```
pub trait IntoParallelRefIterator<'data> {
    /// The iterator over references.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is iterated over, in general `&'data T`.
    type Item: Send + 'data;

    /// Iterates over references to the items.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let row = vec![1, 2, 3];
    /// assert_eq!(row.par_iter().max(), Some(&3));
    /// ```
    fn par_iter(&'data self) -> Self::Iter;
}

impl<'data, C: 'data + ?Sized> IntoParallelRefIterator<'data> for C
where
    &'data C: IntoParallelIterator,
{
    type Iter = <&'data C as IntoParallelIterator>::Iter;
    type Item = <&'data C as IntoParallelIterator>::Item;

    fn par_iter(&'data self) -> Self::Iter {
        self.into_par_iter()
    }
}

/// Gives a parallel iterator over exclusive references.
///
/// Implemented for everything whose `&mut C` is [`IntoParallelIterator`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut numbers = [1, 2, 3];
/// numbers.par_iter_mut().for_each(|number| *number *= 2);
/// assert_eq!(numbers, [2, 4, 6]);
/// ```
pub trait IntoParallelRefMutIterator<'data> {
    /// The iterator over exclusive references.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is iterated over, in general `&'data mut T`.
    type Item: Send + 'data;

    /// Iterates over exclusive references to the items.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut row = vec![1, 2, 3];
    /// row.par_iter_mut().for_each(|n| *n += 1);
    /// assert_eq!(row, [2, 3, 4]);
    /// ```
    fn par_iter_mut(&'data mut self) -> Self::Iter;
}

impl<'data, C: 'data + ?Sized> IntoParallelRefMutIterator<'data> for C
where
    &'data mut C: IntoParallelIterator,
{
    type Iter = <&'data mut C as IntoParallelIterator>::Iter;
    type Item = <&'data mut C as IntoParallelIterator>::Item;

    fn par_iter_mut(&'data mut self) -> Self::Iter {
        self.into_par_iter()
    }
}

/// Can be built from a parallel iterator: what [`collect`](ParallelIterator::collect) asks of its result.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let squares = Vec::from_par_iter((0..4).into_par_iter().map(|n| n * n));
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be collected from a parallel iterator over `{T}`")]
pub trait FromParallelIterator<T>
where
    T: Send,
{
    /// Builds the value from the items of `par_iter`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let text = String::from_par_iter(['a', 'b'].into_par_iter());
    /// assert_eq!(text, "ab");
    /// ```
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>;
}

/// Takes the items of a parallel iterator in addition to what it holds.
///
/// What it holds stays, also if the iterator panics: the collections of std then are as they were, or hold, where items
/// are put in one by one (maps, sets, heaps), some of the new ones if an operation of an item panics.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut numbers = vec![1, 2];
/// numbers.par_extend(3..5);
/// assert_eq!(numbers, [1, 2, 3, 4]);
/// ```
pub trait ParallelExtend<T>
where
    T: Send,
{
    /// Adds the items of `par_iter`.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut text = String::from("a");
    /// text.par_extend(["b", "c"].into_par_iter());
    /// assert_eq!(text, "abc");
    /// ```
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>;
}

/// Can be emptied by a parallel iterator.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::HashSet;
///
/// let mut set = HashSet::from([1, 2, 3]);
/// assert_eq!(set.par_drain().sum::<i32>(), 6);
/// assert!(set.is_empty());
/// ```
pub trait ParallelDrainFull {
    /// The draining iterator.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is drained.
    type Item: Send;

    /// Takes all items out. They are removed also if the iterator is dropped unused.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::collections::BinaryHeap;
    ///
    /// let mut heap = BinaryHeap::from([1, 2, 3]);
    /// assert_eq!(heap.par_drain().count(), 3);
    /// assert!(heap.is_empty());
    /// ```
    fn par_drain(self) -> Self::Iter;
}

/// Can have a range taken out by a parallel iterator.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut numbers = vec![1, 2, 3, 4];
/// assert_eq!(numbers.par_drain(1..3).sum::<i32>(), 5);
/// assert_eq!(numbers, [1, 4]);
/// ```
pub trait ParallelDrainRange<Idx = usize> {
    /// The draining iterator.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is drained.
    type Item: Send;

    /// Takes the items of `range` out. They are removed also if the iterator is dropped unused.
    ///
    /// # Panics
    ///
    /// If the range does not lie within the collection, as the `drain` of std does.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut text = String::from("one two");
    /// let start: String = text.par_drain(..4).collect();
    /// assert_eq!((start.as_str(), text.as_str()), ("one ", "two"));
    /// ```
    fn par_drain<R>(self, range: R) -> Self::Iter
    where
        R: RangeBounds<Idx>;
}
