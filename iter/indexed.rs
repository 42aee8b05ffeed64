//! The trait of parallel iterators that know their length and can be split anywhere.
//!
//! As in `parallel.rs`, each method is a line or two and the file is long for its documentation.

use super::collect;
use super::convert::IntoParallelIterator;
use super::parallel::ParallelIterator;
use super::plumbing::{Consumer, ProducerCallback};
use super::pull::{Enumerate, Rev, Take, Zip};
use super::stage::Positions;

/// A parallel iterator whose items have known positions.
///
/// Implemented by slices, vectors, ranges of up to pointer size, and by the adapters that keep positions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an indexed parallel iterator",
    note = "its length is not known before it runs: `filter`, `flat_map`, maps and sets have this effect; collect into a `Vec` first"
)]
// `len` without `is_empty`: as the field's reference and `ExactSizeIterator`.
#[expect(clippy::len_without_is_empty, reason = "an iterator's length is asked by those who split it")]
pub trait IndexedParallelIterator: ParallelIterator {
    /// Puts the items of two iterators side by side.
    ///
    /// As long as the shorter one.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let dot: i32 = [1, 2, 3].par_iter().zip(&[4, 5, 6]).map(|(a, b)| a * b).sum();
    /// assert_eq!(dot, 32);
    /// ```
    fn zip<Z>(self, zip_op: Z) -> Zip<Self, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        Zip { a: self, b: zip_op.into_par_iter() }
    }

    /// Gives each item with its position.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pairs: Vec<_> = ['a', 'b'].par_iter().enumerate().collect();
    /// assert_eq!(pairs, [(0, &'a'), (1, &'b')]);
    /// ```
    fn enumerate(self) -> Enumerate<Self> {
        Enumerate { base: self }
    }

    /// Gives the first `n` items, or all if there are fewer.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let first: Vec<i32> = (0..100).into_par_iter().take(3).collect();
    /// assert_eq!(first, [0, 1, 2]);
    /// ```
    fn take(self, n: usize) -> Take<Self> {
        Take { base: self, n }
    }

    /// Gives the items from the last to the first.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let back: Vec<i32> = (0..3).into_par_iter().rev().collect();
    /// assert_eq!(back, [2, 1, 0]);
    /// ```
    fn rev(self) -> Rev<Self> {
        Rev { base: self }
    }

    /// Collects the items into `target`, in place of what it holds.
    ///
    /// Uses the memory that `target` has, and allocates once if that is not enough. If the iterator panics, `target` is left empty.
    ///
    /// # Panics
    ///
    /// If a foreign iterator gives more or fewer items than it says it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut buffer = vec![7; 10];
    /// [1, 2, 3].par_iter().map(|n| n * 2).collect_into_vec(&mut buffer);
    /// assert_eq!(buffer, [2, 4, 6]);
    /// ```
    fn collect_into_vec(self, target: &mut Vec<Self::Item>) {
        collect::collect_into_vec(self, target);
    }

    /// Collects pairs into two vectors, in place of what they hold.
    ///
    /// In one traversal. Uses the memory that the vectors have, as [`collect_into_vec`](IndexedParallelIterator::collect_into_vec) does.
    ///
    /// # Panics
    ///
    /// If a foreign iterator gives more or fewer items than it says it has.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let (mut positions, mut letters) = (Vec::new(), Vec::new());
    /// ['a', 'b'].par_iter().enumerate().unzip_into_vecs(&mut positions, &mut letters);
    /// assert_eq!((positions, letters), (vec![0, 1], vec![&'a', &'b']));
    /// ```
    fn unzip_into_vecs<A, B>(self, left: &mut Vec<A>, right: &mut Vec<B>)
    where
        Self: IndexedParallelIterator<Item = (A, B)>,
        A: Send,
        B: Send,
    {
        collect::unzip_into_vecs(self, left, right);
    }

    /// Gives the positions of the items for which `predicate` holds.
    ///
    /// The closure runs once for each item. The positions come in rising order; how many there are is not known
    /// beforehand.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let signs: Vec<usize> = [3, -1, 4, -1].par_iter().positions(|n| *n < 0).collect();
    /// assert_eq!(signs, [1, 3]);
    /// ```
    fn positions<P>(self, predicate: P) -> Positions<Self, P>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        Positions { base: self, op: predicate }
    }

    /// The number of items.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_iter().zip(0..2).len(), 2);
    /// ```
    fn len(&self) -> usize;

    /// Drives the items into a consumer. For implementors.
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>;

    /// Makes a producer and hands it to `callback`. For implementors.
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>;
}
