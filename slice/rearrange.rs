//! What brings a part of an order into an exclusive slice: selection, partition, merging of neighbours.
//!
//! Rayon has none of this. The work is done in `sort/`; what a shared slice can do is in `ordered.rs`.

use std::cmp::Ordering;

use super::{ParallelSliceMut, sort};

/// Selection, partition and merging, in parallel and in place.
///
/// Implemented for whatever is a [`ParallelSliceMut`]. No method loses or doubles an item: whatever panics, and
/// however a closure contradicts itself, the slice holds its original items in some order.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut ages = [41, 3, 17, 88, 25];
/// let adults = ages.par_partition_in_place(|&age| age >= 18);
/// let (_, median, _) = ages[..adults].par_select_nth_unstable(adults / 2);
/// assert_eq!(*median, 41);
/// ```
pub trait ParallelRearrange<T: Send>: ParallelSliceMut<T> {
    /// Brings to place `index` what sorting would bring there; nothing before it is greater, nothing behind it less.
    ///
    /// Gives the items before it, itself, and the items behind it, as `slice::select_nth_unstable` does. Which of
    /// equal items it is, and the order of the others, is not told.
    ///
    /// O(n) work in the worst case, about 1.5·n comparisons otherwise; O(n / P + n^(2/3)·log n) span on P threads; no
    /// memory. Floyd and Rivest, Expected Time Bounds for Selection, 1975. An order that contradicts itself costs no more
    /// than a sort, 6·n·log₂ n comparisons; std's selection, which is used for up to 512 items, may then take 6·512² more.
    ///
    /// # Panics
    ///
    /// If `index` is not less than the length, or `Ord` of `T` panics, and perhaps if it is no total order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [5, 1, 4, 2, 3];
    /// let (less, median, greater) = numbers.par_select_nth_unstable(2);
    /// assert_eq!(*median, 3);
    /// assert!(less.iter().all(|n| *n < 3) && greater.iter().all(|n| *n > 3));
    /// ```
    #[track_caller]
    fn par_select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        select(self.as_parallel_slice_mut(), index, &sort::Natural)
    }

    /// Brings to place `index` what sorting with a comparator would bring there.
    ///
    /// Otherwise like [`par_select_nth_unstable`](Self::par_select_nth_unstable). The comparator should define a
    /// total order; it is called by many threads at once, but never for one item by two of them.
    ///
    /// # Panics
    ///
    /// If `index` is not less than the length, or `compare` panics, and perhaps if it is no total order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut floats = [5.0, 1.0, 4.0, 2.0f64];
    /// let (_, second_greatest, _) = floats.par_select_nth_unstable_by(1, |a, b| b.total_cmp(a));
    /// assert_eq!(*second_greatest, 4.0);
    /// ```
    #[track_caller]
    fn par_select_nth_unstable_by<F>(&mut self, index: usize, compare: F) -> (&mut [T], &mut T, &mut [T])
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        select(self.as_parallel_slice_mut(), index, &sort::By(compare))
    }

    /// Brings to place `index` what sorting by a key would bring there.
    ///
    /// Otherwise like [`par_select_nth_unstable`](Self::par_select_nth_unstable). The key is computed for both items
    /// of each comparison.
    ///
    /// # Panics
    ///
    /// If `index` is not less than the length, or `key` or `Ord` of a key panics, and perhaps if the keys have no
    /// total order.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [-5i32, 1, 4, -2];
    /// let (_, least, _) = numbers.par_select_nth_unstable_by_key(0, |n| n.abs());
    /// assert_eq!(*least, 1);
    /// ```
    #[track_caller]
    fn par_select_nth_unstable_by_key<K, F>(&mut self, index: usize, key: F) -> (&mut [T], &mut T, &mut [T])
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        select(self.as_parallel_slice_mut(), index, &sort::ByKey::new(key))
    }

    /// Brings the items for which `pred` holds to the front, in any order, and gives their number.
    ///
    /// The order of the others is not kept either. The predicate is asked once about each item, by many threads at
    /// once. n swaps at most, O(n / P + log² n) span on P threads, no memory but for a few words a piece: blocks as in
    /// BlockQuicksort (Edelkamp and Weiss 2016). If `pred` always says the same of an item, the two kinds are apart in
    /// the end.
    ///
    /// # Panics
    ///
    /// If `pred` does.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// let even = numbers.par_partition_in_place(|n| n % 2 == 0);
    /// assert_eq!(even, 2);
    /// assert!(numbers[..even].iter().all(|n| n % 2 == 0));
    /// ```
    ///
    /// # See also
    ///
    /// [`par_partition_in_place_stable`](Self::par_partition_in_place_stable), which keeps the order;
    /// [`partition`](crate::iter::ParallelIterator::partition) into two collections.
    fn par_partition_in_place<P>(&mut self, pred: P) -> usize
    where
        P: Fn(&T) -> bool + Sync,
    {
        sort::divide(self.as_parallel_slice_mut(), &pred)
    }

    /// Brings the items for which `pred` holds to the front, and gives their number. Both kinds keep their order.
    ///
    /// The predicate is asked once about each item, by many threads at once. Items that are in place already are mostly
    /// left there, others move twice; O(n / P + log n) span on P threads; a buffer for n items.
    ///
    /// # Panics
    ///
    /// If `pred` does. The items are then where they were.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// assert_eq!(numbers.par_partition_in_place_stable(|n| n % 2 == 0), 2);
    /// assert_eq!(numbers, [2, 4, 1, 3, 5]);
    /// ```
    fn par_partition_in_place_stable<P>(&mut self, pred: P) -> usize
    where
        P: Fn(&T) -> bool + Sync,
    {
        sort::divide_stably(self.as_parallel_slice_mut(), &pred)
    }

    /// Merges two sorted neighbours, which meet at `mid`, to one sorted slice.
    ///
    /// Equal items keep their order, those of the left part first. Items at both ends that are in place already are
    /// found by binary search and stay; the stretch between needs a buffer. At most n comparisons, but for some log n a
    /// piece, and O(n / P + log² n) span on P threads: merge path (Odeh, Green, Mwassi, Shmueli, Birk 2012). If one of
    /// the parts is not sorted, the slice holds all its items in some order.
    ///
    /// # Panics
    ///
    /// If `mid` is greater than the length, or `Ord` of `T` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [1, 4, 6, 2, 4, 9];
    /// numbers.par_merge_in_place(3);
    /// assert_eq!(numbers, [1, 2, 4, 4, 6, 9]);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_merge`](super::ParallelOrdered::par_merge) for two slices, walked without being moved.
    #[track_caller]
    fn par_merge_in_place(&mut self, mid: usize)
    where
        T: Ord,
    {
        merge(self.as_parallel_slice_mut(), mid, &sort::Natural);
    }

    /// Merges two neighbours that are sorted by a comparator.
    ///
    /// Otherwise like [`par_merge_in_place`](Self::par_merge_in_place).
    ///
    /// # Panics
    ///
    /// If `mid` is greater than the length, or `compare` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut numbers = [6, 4, 1, 9, 2];
    /// numbers.par_merge_in_place_by(3, |a, b| b.cmp(a));
    /// assert_eq!(numbers, [9, 6, 4, 2, 1]);
    /// ```
    #[track_caller]
    fn par_merge_in_place_by<F>(&mut self, mid: usize, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        merge(self.as_parallel_slice_mut(), mid, &sort::By(compare));
    }

    /// Merges two neighbours that are sorted by a key.
    ///
    /// Otherwise like [`par_merge_in_place`](Self::par_merge_in_place). The key is computed for both items of each
    /// comparison.
    ///
    /// # Panics
    ///
    /// If `mid` is greater than the length, or `key` or `Ord` of a key panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let mut words = ["a", "ccc", "bb", "eee"];
    /// words.par_merge_in_place_by_key(2, |word| word.len());
    /// assert_eq!(words, ["a", "bb", "ccc", "eee"]);
    /// ```
    #[track_caller]
    fn par_merge_in_place_by_key<K, F>(&mut self, mid: usize, key: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        merge(self.as_parallel_slice_mut(), mid, &sort::ByKey::new(key));
    }
}

impl<T: Send, S: ParallelSliceMut<T> + ?Sized> ParallelRearrange<T> for S {}

#[track_caller]
fn select<'a, T: Send, O: sort::Order<T>>(
    items: &'a mut [T],
    index: usize,
    order: &O,
) -> (&'a mut [T], &'a mut T, &'a mut [T]) {
    let len = items.len();
    assert!(index < len, "par_select_nth_unstable: index is {index}, but there are {len} items");
    sort::select_nth(items, index, order);
    let (before, from) = items.split_at_mut(index);
    let (nth, behind) = from.split_first_mut().expect("the index was checked");
    (before, nth, behind)
}

#[track_caller]
fn merge<T: Send, O: sort::Order<T>>(items: &mut [T], mid: usize, order: &O) {
    let len = items.len();
    assert!(mid <= len, "par_merge_in_place: mid is {mid}, but there are {len} items");
    sort::merge_in_place(items, mid, order);
}
