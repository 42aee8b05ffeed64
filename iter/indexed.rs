//! The trait of parallel iterators that know their length and can be split anywhere.
//!
//! As in `parallel.rs`, each method is a line or two and the file is long for its documentation.

use std::cmp::Ordering;

use super::collect;
use super::convert::IntoParallelIterator;
use super::parallel::ParallelIterator;
use super::plumbing::{Consumer, ProducerCallback};
use super::pull::{
    Chunks, Enumerate, ExponentialBlocks, FoldChunks, FoldChunksWith, Interleave, InterleaveShortest, MaxLen,
    MinLen, Rev, Skip, StepBy, Take, UniformBlocks, Zip, ZipEq,
};
use super::sink;
use super::stage::Positions;

/// A parallel iterator whose items have known positions.
///
/// Implemented by slices, vectors, ranges of up to pointer size, and by the adapters that keep positions.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// /// Works for whatever has positions: slices, ranges, and adapters that keep them.
/// fn first_difference<A, B>(a: A, b: B) -> Option<usize>
/// where
///     A: IndexedParallelIterator<Item: PartialEq>,
///     B: IndexedParallelIterator<Item = A::Item>,
/// {
///     a.zip(b).position_first(|(a, b)| a != b)
/// }
///
/// assert_eq!(first_difference([1, 2, 3].par_iter(), [1, 5, 3].par_iter()), Some(1));
/// assert_eq!(first_difference((0..10).into_par_iter(), (0..10).into_par_iter().map(|n| n)), None);
/// ```
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

    /// Puts the items of two iterators of the same length side by side.
    ///
    /// # Panics
    ///
    /// If the lengths differ, at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pairs: Vec<_> = [1, 2].par_iter().zip_eq(["a", "b"]).collect();
    /// assert_eq!(pairs, [(&1, "a"), (&2, "b")]);
    /// ```
    #[track_caller]
    fn zip_eq<Z>(self, zip_op: Z) -> ZipEq<Self, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        ZipEq::new(self, zip_op.into_par_iter())
    }

    /// Takes items from `self` and `other` by turns, then the rest of the longer one.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mixed: Vec<i32> = vec![1, 2].into_par_iter().interleave(vec![3, 4, 5, 6]).collect();
    /// assert_eq!(mixed, [1, 3, 2, 4, 5, 6]);
    /// ```
    fn interleave<I>(self, other: I) -> Interleave<Self, I::Iter>
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator,
    {
        Interleave { i: self, j: other.into_par_iter() }
    }

    /// Takes items from `self` and `other` by turns, until the one whose turn it is has no more.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mixed: Vec<i32> = vec![1, 2, 3, 4].into_par_iter().interleave_shortest(vec![5, 6]).collect();
    /// assert_eq!(mixed, [1, 5, 2, 6, 3]);
    /// ```
    fn interleave_shortest<I>(self, other: I) -> InterleaveShortest<Self, I::Iter>
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator,
    {
        InterleaveShortest { i: self, j: other.into_par_iter() }
    }

    /// Gives the items in vectors of `chunk_size`; the last one may be shorter.
    ///
    /// To look at chunks of a slice without copies, see `par_chunks`.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero, at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let chunks: Vec<Vec<i32>> = (0..5).into_par_iter().chunks(2).collect();
    /// assert_eq!(chunks, [vec![0, 1], vec![2, 3], vec![4]]);
    /// ```
    #[track_caller]
    fn chunks(self, chunk_size: usize) -> Chunks<Self> {
        Chunks::new(self, chunk_size)
    }

    /// Folds each `chunk_size` items into an accumulator and gives the accumulators.
    ///
    /// As [`fold`](ParallelIterator::fold), but in pieces of fixed length; the last one may be shorter. `identity()`
    /// runs once for each chunk.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero, at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let sums: Vec<i32> = (1..6).into_par_iter().fold_chunks(2, || 0, |so_far, n| so_far + n).collect();
    /// assert_eq!(sums, [3, 7, 5]);
    /// ```
    #[track_caller]
    fn fold_chunks<T, ID, F>(self, chunk_size: usize, identity: ID, fold_op: F) -> FoldChunks<Self, ID, F>
    where
        ID: Fn() -> T + Send + Sync,
        F: Fn(T, Self::Item) -> T + Send + Sync,
        T: Send,
    {
        FoldChunks::new(self, chunk_size, identity, fold_op)
    }

    /// Folds each `chunk_size` items into a clone of `init` and gives the results.
    ///
    /// As [`fold_chunks`](IndexedParallelIterator::fold_chunks), for what cannot be shared between threads.
    ///
    /// # Panics
    ///
    /// If `chunk_size` is zero, at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let sums: Vec<i32> = (1..6).into_par_iter().fold_chunks_with(2, 10, |so_far, n| so_far + n).collect();
    /// assert_eq!(sums, [13, 17, 15]);
    /// ```
    #[track_caller]
    fn fold_chunks_with<T, F>(self, chunk_size: usize, init: T, fold_op: F) -> FoldChunksWith<Self, T, F>
    where
        T: Send + Clone,
        F: Fn(T, Self::Item) -> T + Send + Sync,
    {
        FoldChunksWith::new(self, chunk_size, init, fold_op)
    }

    /// Compares the items of two iterators one by one, then their lengths.
    ///
    /// As std's namesake. The first pair that differs decides; threads that work behind it stop soon.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::cmp::Ordering;
    ///
    /// assert_eq!([1, 2, 3].par_iter().cmp(&[1, 3]), Ordering::Less);
    /// assert_eq!([1, 2, 3].par_iter().cmp(&[1, 2]), Ordering::Greater);
    /// ```
    fn cmp<I>(self, other: I) -> Ordering
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator,
        Self::Item: Ord,
    {
        sink::compare(self, other.into_par_iter(), Self::Item::cmp)
    }

    /// Compares the items of two iterators one by one, then their lengths; `None` if the first pair that is not equal
    /// cannot be compared.
    ///
    /// As std's namesake.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::cmp::Ordering;
    ///
    /// assert_eq!([1.0, f64::NAN].par_iter().partial_cmp(&[2.0, 1.0]), Some(Ordering::Less));
    /// assert_eq!([1.0, f64::NAN].par_iter().partial_cmp(&[1.0, 1.0]), None);
    /// ```
    fn partial_cmp<I>(self, other: I) -> Option<Ordering>
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        sink::compare(self, other.into_par_iter(), Self::Item::partial_cmp)
    }

    /// Tells whether two iterators have the same length and equal items.
    ///
    /// No item is made if the lengths differ. All threads stop soon after the first pair, in time, that differs.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2].par_iter().eq(&[1, 2]));
    /// assert!(!(0..2).into_par_iter().eq(0..3));
    /// ```
    fn eq<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialEq<I::Item>,
    {
        let other = other.into_par_iter();
        self.len() == other.len() && self.zip(other).all(|(a, b)| a == b)
    }

    /// Tells whether two iterators differ in length or in any item.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2].par_iter().ne(&[1, 3]));
    /// ```
    fn ne<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialEq<I::Item>,
    {
        !self.eq(other)
    }

    /// Tells whether the items of `self` come before those of `other`, as [`partial_cmp`](Self::partial_cmp) tells.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2].par_iter().lt(&[1, 3]));
    /// assert!(![1, 2].par_iter().lt(&[1, 2]));
    /// ```
    fn lt<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Less)
    }

    /// Tells whether the items of `self` come before those of `other` or are equal, as
    /// [`partial_cmp`](Self::partial_cmp) tells.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2].par_iter().le(&[1, 2]));
    /// assert!(![1, 2].par_iter().le(&[1]));
    /// ```
    fn le<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other).is_some_and(Ordering::is_le)
    }

    /// Tells whether the items of `self` come after those of `other`, as [`partial_cmp`](Self::partial_cmp) tells.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 3].par_iter().gt(&[1, 2]));
    /// assert!(![f32::NAN].par_iter().gt(&[1.0]));
    /// ```
    fn gt<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Greater)
    }

    /// Tells whether the items of `self` come after those of `other` or are equal, as
    /// [`partial_cmp`](Self::partial_cmp) tells.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!([1, 2].par_iter().ge(&[1, 2]));
    /// assert!(![1].par_iter().ge(&[1, 2]));
    /// ```
    fn ge<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other).is_some_and(Ordering::is_ge)
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

    /// Gives the first item and every `step`-th one behind it.
    ///
    /// As std's namesake. The items between are dropped; whether they are made depends on the base.
    ///
    /// # Panics
    ///
    /// If `step` is zero, when the iterator is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let some: Vec<i32> = (3..10).into_par_iter().step_by(3).collect();
    /// assert_eq!(some, [3, 6, 9]);
    /// ```
    fn step_by(self, step: usize) -> StepBy<Self> {
        StepBy { base: self, step }
    }

    /// Gives all but the first `n` items.
    ///
    /// What is skipped is dropped, but not made first if the base makes items as they are wanted.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let rest: Vec<i32> = (0..100).into_par_iter().skip(97).collect();
    /// assert_eq!(rest, [97, 98, 99]);
    /// ```
    fn skip(self, n: usize) -> Skip<Self> {
        Skip { base: self, n }
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

    /// Gives the position of some item for which `predicate` holds, whichever is found first in time.
    ///
    /// The result may differ from run to run if there are several; all threads stop soon after the first hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let found = [1, 2, 3, 3].par_iter().position_any(|&n| n == 3);
    /// assert!(found == Some(2) || found == Some(3));
    /// ```
    fn position_any<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.enumerate().find_map_any(|(index, item)| predicate(item).then_some(index))
    }

    /// Gives the position of the first item for which `predicate` holds.
    ///
    /// Threads that work behind a hit stop soon; those before it go on.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3, 3].par_iter().position_first(|&n| n == 3), Some(2));
    /// ```
    fn position_first<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.enumerate().find_map_first(|(index, item)| predicate(item).then_some(index))
    }

    /// Gives the position of the last item for which `predicate` holds.
    ///
    /// Works from the back: what lies far in front of a hit is not visited.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!([1, 2, 3, 3].par_iter().position_last(|&n| n == 3), Some(3));
    /// ```
    fn position_last<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.enumerate().find_map_last(|(index, item)| predicate(item).then_some(index))
    }

    /// Old name of [`position_any`](IndexedParallelIterator::position_any).
    #[doc(hidden)]
    #[deprecated(
        note = "parallel `position` does not search in order: use `position_any`, `position_first` or `position_last`"
    )]
    fn position<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.position_any(predicate)
    }

    /// Works off blocks of growing length, one after the other, each in parallel.
    ///
    /// For searches that will probably end early: later blocks are not begun once the terminal has what it wants. The
    /// first block has one item for each thread, each further one twice as many. The length is no longer known.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let root = (1..1_000_000_u32).into_par_iter().by_exponential_blocks().find_first(|n| n * n > 150);
    /// assert_eq!(root, Some(13));
    /// ```
    fn by_exponential_blocks(self) -> ExponentialBlocks<Self> {
        ExponentialBlocks { base: self }
    }

    /// Works off blocks of `block_size` items, one after the other, each in parallel.
    ///
    /// As [`by_exponential_blocks`](IndexedParallelIterator::by_exponential_blocks), with one length for all blocks but
    /// the last.
    ///
    /// # Panics
    ///
    /// If `block_size` is zero, at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert!((0..1_000_000).into_par_iter().by_uniform_blocks(1_000).any(|n| n == 17));
    /// ```
    #[track_caller]
    fn by_uniform_blocks(self, block_size: usize) -> UniformBlocks<Self> {
        UniformBlocks::new(self, block_size)
    }

    /// Bounds the length of pieces from below.
    ///
    /// No thread is given fewer than `min` items, and these are worked off in one go. Seldom needed, since splitting goes
    /// by what items cost.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pieces = (0..1000).into_par_iter().with_min_len(500).fold(|| 0, |so_far, _| so_far + 1).count();
    /// assert!(pieces <= 2);
    /// ```
    fn with_min_len(self, min: usize) -> MinLen<Self> {
        MinLen { base: self, min }
    }

    /// Bounds the length of pieces from above.
    ///
    /// Longer ones are split, however cheap the items are. Zero counts as one.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let pieces = (0..1000).into_par_iter().with_max_len(100).fold(|| 0, |so_far, _| so_far + 1).count();
    /// assert!(pieces >= 10);
    /// ```
    fn with_max_len(self, max: usize) -> MaxLen<Self> {
        MaxLen { base: self, max }
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
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};
    /// use furcate::prelude::*;
    ///
    /// /// An iterator that does not tell by its type how it is made.
    /// struct Opaque<I>(I);
    ///
    /// impl<I: ParallelIterator> ParallelIterator for Opaque<I> {
    ///     type Item = I::Item;
    ///
    ///     fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
    ///         self.0.drive_unindexed(consumer)
    ///     }
    ///     fn opt_len(&self) -> Option<usize> {
    ///         self.0.opt_len()
    ///     }
    /// }
    ///
    /// impl<I: IndexedParallelIterator> IndexedParallelIterator for Opaque<I> {
    ///     fn len(&self) -> usize {
    ///         self.0.len()
    ///     }
    ///     fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
    ///         self.0.drive(consumer)
    ///     }
    ///     fn with_producer<CB: ProducerCallback<I::Item>>(self, callback: CB) -> CB::Output {
    ///         self.0.with_producer(callback)
    ///     }
    /// }
    ///
    /// assert_eq!(Opaque([1, 2, 3].par_iter()).rev().collect::<Vec<_>>(), [&3, &2, &1]);
    /// ```
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>;

    /// Makes a producer and hands it to `callback`. For implementors.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::iter::plumbing::{Producer, ProducerCallback};
    /// use furcate::prelude::*;
    ///
    /// /// Asks for a single item, without running the chain for the others.
    /// struct Get(usize);
    ///
    /// impl<T> ProducerCallback<T> for Get {
    ///     type Output = Option<T>;
    ///
    ///     fn callback<P: Producer<Item = T>>(self, producer: P) -> Option<T> {
    ///         producer.split_at(self.0).1.into_iter().next()
    ///     }
    /// }
    ///
    /// let squares = (0..1_000_000_u32).into_par_iter().map(|n| u64::from(n).pow(2));
    /// assert_eq!(squares.with_producer(Get(1_000)), Some(1_000_000));
    /// ```
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>;
}
