//! Vectors, boxed slices, and whatever else owns its items in a row, by value and drained.
//!
//! The only file of this room with `unsafe`: items are moved out of their places by several threads at once, which no
//! type of std does. [`Owned`] is a run of such places: a producer, and its own iterator. It drops what it has not given
//! out, so that neither an early stop nor a panic leaks an item. The places themselves belong to a vector or an
//! array that takes its items for gone.
//!
//! # Invariants
//!
//! V1. The places of an `Owned` hold initialised items, which nobody else reads, drops or writes.
//! V2. An item that was moved out leaves the `Owned` with its place, in the same step.
//! V3. While a `Drain` is driven, the vector's length is the start of the range, so that the vector neither reads
//!     nor drops what lies behind. Those behind the range stay initialised.

#![expect(unsafe_code, reason = "moves items out of a slice on several threads")]

use std::iter::FusedIterator;
use std::mem::MaybeUninit;
use std::ops::{Range, RangeBounds};
use std::{fmt, mem, ptr, slice};

use super::drain::positions;
use crate::iter::plumbing::{Producer, ProducerCallback};
use crate::iter::pull::bridged;
use crate::iter::{IntoParallelIterator, ParallelDrainRange};
use crate::slice::{Iter, IterMut};

/// A parallel iterator over the items of a vector or boxed slice, by value.
///
/// Made by `into_par_iter()` of [`Vec`] and `Box<[T]>`. Items that are not asked for, because a search ends early or a
/// closure panics, are dropped.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let names = vec![String::from("Ada"), String::from("Alan")];
/// let greetings: Vec<String> = names.into_par_iter().map(|name| name + "!").collect();
/// assert_eq!(greetings, ["Ada!", "Alan!"]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    vec: Vec<T>,
}

/// A parallel iterator that takes a range of items out of a vector.
///
/// Made by [`par_drain()`](ParallelDrainRange::par_drain) of [`Vec`]. The items are removed also if the iterator is
/// dropped unused, or if a closure panics. If it is forgotten, the vector keeps them all.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut numbers = vec![1, 2, 3, 4];
/// let taken: Vec<i32> = numbers.par_drain(1..3).collect();
/// assert_eq!((taken, numbers), (vec![2, 3], vec![1, 4]));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven, and a drain that is dropped removes the items"]
pub struct Drain<'data, T: Send> {
    vec: &'data mut Vec<T>,
    range: Range<usize>,
    /// The vector's length before.
    old_len: usize,
}

impl<T: fmt::Debug + Send> fmt::Debug for Drain<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Drain").field(&&self.vec[self.range.clone()]).finish()
    }
}

impl<T: Send> IntoParallelIterator for Vec<T> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { vec: self }
    }
}

impl<T: Send> IntoParallelIterator for Box<[T]> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { vec: self.into_vec() }
    }
}

impl<'data, T: Sync> IntoParallelIterator for &'data Vec<T> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        self.as_slice().into_par_iter()
    }
}

impl<'data, T: Send> IntoParallelIterator for &'data mut Vec<T> {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        self.as_mut_slice().into_par_iter()
    }
}

impl<'data, T: Sync> IntoParallelIterator for &'data Box<[T]> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        (**self).into_par_iter()
    }
}

impl<'data, T: Send> IntoParallelIterator for &'data mut Box<[T]> {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        (**self).into_par_iter()
    }
}

impl<'data, T: Send> ParallelDrainRange<usize> for &'data mut Vec<T> {
    type Iter = Drain<'data, T>;
    type Item = T;

    #[track_caller]
    fn par_drain<R: RangeBounds<usize>>(self, range: R) -> Drain<'data, T> {
        let old_len = self.len();
        Drain { range: positions(range, old_len), vec: self, old_len }
    }
}

bridged! {
    impl<T> IntoIter<T> => T
    where { T: Send }
    len(it) { it.vec.len() }
    with(it, callback) {
        let mut vec = it.vec;
        vec.par_drain(..).hand_over(callback)
    }
}

bridged! {
    impl<'data, T> Drain<'data, T> => T
    where { T: Send }
    len(it) { it.range.len() }
    with(it, callback) { it.hand_over(callback) }
}

impl<T: Send> Drain<'_, T> {
    /// Takes the range's items out of the vector and gives them to `callback`. The gap is closed when this returns.
    fn hand_over<CB: ProducerCallback<T>>(self, callback: CB) -> CB::Output {
        // SAFETY: `set_len` wants (1) a length within the capacity: it is not more than the present one;
        // (2) initialised items before it: there are no new ones.
        unsafe { self.vec.set_len(self.range.start) };
        let places = &mut self.vec.spare_capacity_mut()[..self.range.len()];
        // SAFETY: (1) the range was within the vector, whose items are initialised; (2) V3: the vector is through with
        // these, and `drop` moves only what lies behind them.
        callback.callback(unsafe { Owned::new(places) })
    }
}

impl<T: Send> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        let Range { start, end } = self.range;
        if self.vec.len() == self.old_len {
            // Not driven, or there is nothing in or behind the range. A panic in the drop of an item is std's affair.
            self.vec.drain(start..end);
            return;
        }
        let behind = self.old_len - end;
        let to = self.vec.spare_capacity_mut().as_mut_ptr();
        let from = to.wrapping_add(end - start);
        // SAFETY: `copy` wants places that are valid for (1) reading and (2) writing: both stretches lie between the
        // start of the range and the vector's old length, within its buffer. The items of the range are gone (V2), so
        // that none is written over, and those behind are still there (V3).
        unsafe { ptr::copy(from, to, behind) };
        // SAFETY: `set_len` wants (1) a length within the capacity: it is not more than the old one; (2) initialised
        // items before it: `start` were left alone (V3), and `behind` have just come after them.
        unsafe { self.vec.set_len(start + behind) };
    }
}

/// Gives `callback` the items of an array, without moving them to the heap.
pub(super) fn with_array<T, const N: usize, CB>(array: [T; N], callback: CB) -> CB::Output
where
    T: Send,
    CB: ProducerCallback<T>,
{
    let mut array = MaybeUninit::new(array);
    let places = array.as_mut_ptr().cast::<[MaybeUninit<T>; N]>();
    // SAFETY: a reference wants (1) a valid place: `array`'s, which has this layout, as `MaybeUninit<T>` has that of
    // `T`; (2) that nobody else uses it: `array` is not named again, and outlives the call.
    let places = unsafe { &mut *places };
    // SAFETY: (1) the array is initialised; (2) `MaybeUninit` neither reads nor drops it.
    callback.callback(unsafe { Owned::new(places) })
}

/// Items that lie in a row and belong to this.
struct Owned<'data, T> {
    places: slice::IterMut<'data, MaybeUninit<T>>,
}

impl<'data, T> Owned<'data, T> {
    /// Takes the items in `places` over.
    ///
    /// # Safety
    ///
    /// 1. All of `places` is initialised.
    /// 2. Nobody reads or drops what is there afterwards.
    unsafe fn new(places: &'data mut [MaybeUninit<T>]) -> Self {
        Owned { places: places.iter_mut() }
    }

    /// Moves the item out of a place that has just left `places`.
    #[inline]
    fn take(place: &mut MaybeUninit<T>) -> T {
        // SAFETY: the value must be (1) initialised: V1; (2) not used again from here: V2.
        unsafe { place.assume_init_read() }
    }
}

impl<T: Send> Producer for Owned<'_, T> {
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(mut self, index: usize) -> (Self, Self) {
        // Before the places are out of their owner's hands: what it holds is not leaked then.
        assert!(
            index <= self.places.len(),
            "split_at: {index} is beyond the {} items of a piece",
            self.places.len()
        );
        let (left, right) = mem::take(&mut self.places).into_slice().split_at_mut(index);
        (Owned { places: left.iter_mut() }, Owned { places: right.iter_mut() })
    }
}

impl<T> Iterator for Owned<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.places.next().map(Self::take)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.places.len()
    }
}

impl<T> DoubleEndedIterator for Owned<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.places.next_back().map(Self::take)
    }
}

impl<T> ExactSizeIterator for Owned<'_, T> {}

impl<T> FusedIterator for Owned<'_, T> {}

impl<T> Drop for Owned<'_, T> {
    fn drop(&mut self) {
        let rest: *mut [MaybeUninit<T>] = mem::take(&mut self.places).into_slice();
        // SAFETY: `drop_in_place` wants (1) valid, initialised items: V1; (2) that nobody uses them afterwards: V1, and
        // `places` is empty now, also if the drop of an item panics (the others are dropped all the same).
        unsafe { ptr::drop_in_place(rest as *mut [T]) };
    }
}
