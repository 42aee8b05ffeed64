//! `repeat` and `repeat_n`: clones of one item, without end or a given number.
//!
//! The item itself is the last of its clones, so that a run of n costs n - 1 of them.

use crate::iter::plumbing::{Folder, Producer, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use crate::iter::pull::{Zip, bridged};
use crate::iter::stage::feed_in_blocks;
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// An endless iterator over clones of one item.
///
/// Made by [`repeat()`].
///
/// ```
/// use furcate::{iter::{Repeat, repeat}, prelude::*};
///
/// let same: Repeat<char> = repeat('-');
/// assert_eq!(same.zip(0..3).map(|(dash, _)| dash).collect::<String>(), "---");
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Repeat<T> {
    element: T,
}

/// An iterator over a given number of clones of one item.
///
/// Made by [`repeat_n()`] and [`Repeat::take`].
///
/// ```
/// use furcate::{iter::{RepeatN, repeat_n}, prelude::*};
///
/// let same: RepeatN<char> = repeat_n('-', 3);
/// assert_eq!(same.collect::<String>(), "---");
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct RepeatN<T> {
    items: Repeats<T>,
}

/// Makes an iterator that clones `element` without end.
///
/// It has no length; what runs on it must come to an end of its own, as [`find_any`](ParallelIterator::find_any) does.
/// Use [`Repeat::take`] or [`Repeat::zip`] to bound it.
///
/// # Examples
///
/// ```
/// use furcate::iter::repeat;
/// use furcate::prelude::*;
///
/// let pairs: Vec<(&str, usize)> = repeat("n").zip(0..3usize).collect();
/// assert_eq!(pairs, [("n", 0), ("n", 1), ("n", 2)]);
/// ```
pub fn repeat<T: Clone + Send>(element: T) -> Repeat<T> {
    Repeat { element }
}

/// Makes an iterator over `n` items, all equal to `element`.
///
/// Clones once for each item but the last of a piece, and once for each split.
///
/// # Examples
///
/// ```
/// use furcate::iter::repeat_n;
/// use furcate::prelude::*;
///
/// assert_eq!(repeat_n(7, 3).collect::<Vec<i32>>(), [7, 7, 7]);
/// ```
pub fn repeat_n<T: Clone + Send>(element: T, n: usize) -> RepeatN<T> {
    RepeatN { items: Repeats { element: (n > 0).then_some(element), len: n } }
}

/// Makes an iterator over `n` items, all equal to `element`, as [`repeat_n`] does.
///
/// # Examples
///
/// ```
/// # #![expect(deprecated)]
/// use furcate::prelude::*;
///
/// assert_eq!(furcate::iter::repeatn(2, 3).sum::<i32>(), 6);
/// ```
#[deprecated(note = "use `repeat_n`")]
pub fn repeatn<T: Clone + Send>(element: T, n: usize) -> RepeatN<T> {
    repeat_n(element, n)
}

impl<T: Clone + Send> Repeat<T> {
    /// Bounds the iterator to `n` items.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(furcate::iter::repeat(1).take(3).len(), 3);
    /// # use furcate::prelude::*;
    /// ```
    pub fn take(self, n: usize) -> RepeatN<T> {
        repeat_n(self.element, n)
    }

    /// Puts the item beside each of another iterator, and is as long as that.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pairs: Vec<(char, &i32)> = furcate::iter::repeat('x').zip(&[1, 2]).collect();
    /// assert_eq!(pairs, [('x', &1), ('x', &2)]);
    /// ```
    pub fn zip<Z>(self, zip_op: Z) -> Zip<RepeatN<T>, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        let other = zip_op.into_par_iter();
        self.take(other.len()).zip(other)
    }
}

impl<T: Clone + Send> ParallelIterator for Repeat<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        bridge_unindexed(Endless(self.element), consumer)
    }
}

bridged! {
    impl<T> RepeatN<T> => T
    where { T: Clone + Send }
    len(it) { it.items.len }
    with(it, callback) { callback.callback(it.items) }
}

struct Endless<T>(T);

impl<T: Clone + Send> UnindexedProducer for Endless<T> {
    type Item = T;

    fn split(self) -> (Self, Option<Self>) {
        (Endless(self.0.clone()), Some(self))
    }

    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        feed_in_blocks(std::iter::repeat(self.0), folder)
    }
}

/// Both the producer and the iterator of a bounded run. There is an element as long as there are items.
#[derive(Debug, Clone)]
struct Repeats<T> {
    element: Option<T>,
    len: usize,
}

impl<T: Clone + Send> Producer for Repeats<T> {
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let none = Repeats { element: None, len: 0 };
        if index == 0 {
            return (none, self);
        }
        if index == self.len {
            return (self, none);
        }
        let left = Repeats { element: self.element.clone(), len: index };
        (left, Repeats { element: self.element, len: self.len - index })
    }

    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        match self.element {
            Some(element) => folder.consume_iter(std::iter::repeat_n(element, self.len)),
            None => folder,
        }
    }
}

impl<T: Clone> Iterator for Repeats<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.len {
            0 => None,
            1 => {
                self.len = 0;
                self.element.take()
            }
            _ => {
                self.len -= 1;
                self.element.clone()
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl<T: Clone> DoubleEndedIterator for Repeats<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}

impl<T: Clone> ExactSizeIterator for Repeats<T> {}
