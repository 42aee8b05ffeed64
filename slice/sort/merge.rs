#![expect(unsafe_code, reason = "merging moves items between two buffers without copies that count")]
//! Merges two sorted neighbours into a buffer, in parallel and without losing an item.
//!
//! The plain version takes the smaller of two heads until one side is empty. It departs from that in three ways:
//!
//! 1. *Merge path* (Odeh, Green, Mwassi, Shmueli, Birk 2012): the first k items of the result are some i of the left
//!    and k − i of the right, and binary search finds i. So a merge splits into two independent merges of equal size,
//!    down to `Limits::merge` items; the span is O(log² n) whatever the items.
//! 2. A piece is merged as four lanes in one loop, again split by merge path: a lane's step waits for its comparison,
//!    so lanes that do not depend on each other keep the processor busy while each choice stays free of branches.
//!    (Four against two: 7 % less processor time for a whole `par_sort` of 200,000 u64.)
//! 3. Where one side is sparse, as in slices with some order, its items' places are looked up and blocks are moved.
//!
//! # Invariants
//! M1. `left`, `right` and `out` of a [`Merge`] or [`Lane`] are disjoint, and `out` is as long as `left` and `right`
//!     together. All items of `left` and `right` are initialised and owned by it.
//! M2. However a `Merge` or `Lane` ends, its drop moves what is left to `out`: nothing is lost or doubled, whatever
//!     the comparator does. (On a panic the result is a permutation, not in order.)
//! M3. Items are compared only where they lie at that moment, by the thread that owns the merge, and moved
//!     afterwards. So what a comparator writes through a `Cell` stays, and `T` need not be `Sync`.

use std::mem::{MaybeUninit, take};
use std::{ptr, slice};

use super::Limits;
use super::order::Order;
use super::partition::{MOVED_AT_WILL, SMALL};
use super::share::{Work, both};

/// One side is sparse if it has less than one in so many items: then a binary search for each of them takes fewer
/// comparisons than the plain loop, whatever the piece (`Limits::merge`), and the others move in blocks.
const SPARSE: usize = 32;

/// Items that are merged by the plain loop where others around them are in order as they stand.
const LANE: usize = 128;

/// A merge that is still to be done.
pub(super) struct Merge<'a, T> {
    left: &'a mut [MaybeUninit<T>],
    right: &'a mut [MaybeUninit<T>],
    out: &'a mut [MaybeUninit<T>],
}

impl<'a, T: Send> Merge<'a, T> {
    /// Takes over all items of `left` and `right`.
    ///
    /// # Safety
    /// 1. All items of `left` and `right` are initialised, and the caller treats them as moved out from now on.
    /// 2. `out` owns nothing, is as long as both together, and is treated as initialised when the merge is dropped.
    pub(super) unsafe fn new(
        left: &'a mut [MaybeUninit<T>],
        right: &'a mut [MaybeUninit<T>],
        out: &'a mut [MaybeUninit<T>],
    ) -> Self {
        debug_assert_eq!(left.len() + right.len(), out.len());
        Merge { left, right, out }
    }

    /// Merges everything. A no-op when called again.
    pub(super) fn run<O: Order<T>>(&mut self, order: &O, limits: &Limits) {
        let len = self.out.len();
        if len > limits.merge {
            let (mut first, mut second) = self.split_at_rank(len / 2, order);
            both(Work::Merge, len / 2, || first.run(order, limits), || second.run(order, limits));
            return;
        }
        // What is left here is moved by the drop, in one go.
        if self.is_in_order(order) {
            return;
        }
        if self.left.len().min(self.right.len()) < len / SPARSE {
            return self.lane().run_sparse(order);
        }
        let (mut first, mut third) = self.split_at_rank(len / 2, order);
        let (mut first, mut second) = first.split_at_rank(len / 4, order);
        let (mut third, mut fourth) = third.split_at_rank(len / 4, order);
        let mut quarters = [&mut first, &mut second, &mut third, &mut fourth];
        if quarters.iter().any(|quarter| quarter.is_in_order(order)) {
            // Few values, or runs that hardly overlap: most is moved as it is.
            return quarters.iter_mut().for_each(|quarter| quarter.run_halves(order));
        }
        if size_of::<T>() > MOVED_AT_WILL {
            // Fetching them costs more than comparing, and three streams are fetched in time where twelve are not.
            return quarters.iter_mut().for_each(|quarter| quarter.lane().run(order));
        }
        let (mut a, mut b, mut c, mut d) = (first.lane(), second.lane(), third.lane(), fourth.lane());
        loop {
            let steps = a.sure_steps().min(b.sure_steps()).min(c.sure_steps()).min(d.sure_steps());
            if steps == 0 {
                break;
            }
            for _ in 0..steps {
                // SAFETY: (1) a step takes one item from one side, and each side of each lane had at least `steps`.
                unsafe { a.step(order) };
                // SAFETY: (1) the same of `b`.
                unsafe { b.step(order) };
                // SAFETY: (1) the same of `c`.
                unsafe { c.step(order) };
                // SAFETY: (1) the same of `d`.
                unsafe { d.step(order) };
            }
        }
        a.run(order);
        b.run(order);
        c.run(order);
        d.run(order);
    }

    /// Merges what is not in order, halving it until most is.
    fn run_halves<O: Order<T>>(&mut self, order: &O) {
        if self.is_in_order(order) {
            return;
        }
        let len = self.out.len();
        if len <= LANE {
            return self.lane().run(order);
        }
        let (mut first, mut second) = self.split_at_rank(len / 2, order);
        first.run_halves(order);
        second.run_halves(order);
    }

    /// Whether moving all of `left` and then all of `right` would do.
    fn is_in_order<O: Order<T>>(&self, order: &O) -> bool {
        let (Some(last), Some(first)) = (self.left.last(), self.right.first()) else { return true };
        // SAFETY: items of `left` are initialised (M1).
        let last = unsafe { last.assume_init_ref() };
        // SAFETY: the same of `right`.
        let first = unsafe { first.assume_init_ref() };
        !order.less(first, last)
    }

    /// Splits into the merge of the `rank` first items of the result and the merge of the others.
    fn split_at_rank<O: Order<T>>(&mut self, rank: usize, order: &O) -> (Self, Self) {
        let taken = taken_from_left(rank, self.left.len(), self.right.len(), |left, right| {
            // SAFETY: items of `left` are initialised (M1); the index is checked.
            let ours = unsafe { self.left[left].assume_init_ref() };
            // SAFETY: items of `right` are initialised (M1); the index is checked.
            let theirs = unsafe { self.right[right].assume_init_ref() };
            order.less(theirs, ours)
        });
        let (first_left, second_left) = take(&mut self.left).split_at_mut(taken);
        let (first_right, second_right) = take(&mut self.right).split_at_mut(rank - taken);
        let (first_out, second_out) = take(&mut self.out).split_at_mut(rank);
        (
            Merge { left: first_left, right: first_right, out: first_out },
            Merge { left: second_left, right: second_right, out: second_out },
        )
    }

    /// Hands the whole merge over to a lane.
    fn lane(&mut self) -> Lane<T> {
        let left = take(&mut self.left).as_mut_ptr_range();
        let right = take(&mut self.right).as_mut_ptr_range();
        Lane {
            left: left.start.cast(),
            left_end: left.end.cast(),
            right: right.start.cast(),
            right_end: right.end.cast(),
            out: take(&mut self.out).as_mut_ptr().cast(),
        }
    }
}

impl<T> Drop for Merge<'_, T> {
    fn drop(&mut self) {
        // After a split or `lane` all three are empty, and others answer for the items.
        let (left_out, right_out) = take(&mut self.out).split_at_mut(self.left.len());
        move_all(self.left, left_out);
        move_all(self.right, right_out);
    }
}

/// How many of the `rank` first items of a merge come from the left side: the merge path. `right_first` compares the
/// items at two places, of the left and of the right.
pub(crate) fn taken_from_left(
    rank: usize,
    left: usize,
    right: usize,
    right_first: impl Fn(usize, usize) -> bool,
) -> usize {
    // The smallest `taken` such that left[taken] belongs after right[rank - 1 - taken].
    let mut taken = rank.saturating_sub(right);
    let mut end = rank.min(left);
    while taken < end {
        let mid = taken.midpoint(end);
        if right_first(mid, rank - 1 - mid) {
            end = mid;
        } else {
            taken = mid + 1;
        }
    }
    taken
}

/// Moves the bytes of all items. Who owned `from` must treat it as moved out, and `to` as filled.
pub(super) fn move_all<T>(from: &mut [MaybeUninit<T>], to: &mut [MaybeUninit<T>]) {
    assert_eq!(from.len(), to.len(), "a sort moves pieces of different lengths: this is a bug in furcate");
    // SAFETY: both are exclusive borrows, so valid and disjoint, and of the same length. Bytes of `MaybeUninit` may be
    // copied freely; which side owns items afterwards is the callers' business (M2 here, R2 in `run.rs`).
    unsafe { ptr::copy_nonoverlapping(from.as_ptr(), to.as_mut_ptr(), from.len()) };
}

/// A merge that is under way on this thread: the plain loop, with its state where the drop can see it.
struct Lane<T> {
    left: *mut T,
    left_end: *mut T,
    right: *mut T,
    right_end: *mut T,
    out: *mut T,
}

impl<T> Lane<T> {
    /// How many steps can be done before one side could be empty.
    #[inline(always)]
    fn sure_steps(&self) -> usize {
        rest(self.left, self.left_end).min(rest(self.right, self.right_end))
    }

    /// Moves one item to `out`.
    ///
    /// # Safety
    /// 1. Neither side is empty.
    #[inline(always)]
    unsafe fn step<O: Order<T>>(&mut self, order: &O) {
        // SAFETY: `left` points to an item (duty 1) that is initialised and ours (M1), which stays there meanwhile.
        let ours = unsafe { &*self.left };
        // SAFETY: the same of `right`.
        let theirs = unsafe { &*self.right };
        let right_first = order.less(theirs, ours);
        if size_of::<T>() <= size_of::<usize>() || size_of::<T>() > SMALL {
            let from = if right_first { self.right } else { self.left };
            // SAFETY: `from` points to an item; `out` has room for all that remain (M1) and is disjoint from both
            // sides. The item is owned by `out` from here on, as the lines at the end say.
            unsafe { ptr::copy_nonoverlapping(from, self.out, 1) };
        } else {
            // A choice between two addresses becomes a branch that is taken wrongly every other time. So both go,
            // and one of them is in the place of the other or in the place of what comes next.
            let place = self.out.wrapping_add(usize::from(right_first));
            // SAFETY: `right` points to an item (duty 1, M1), and `out` has room for all that remain and is disjoint (M1).
            unsafe { ptr::copy_nonoverlapping(self.right, self.out, 1) };
            // SAFETY: the same of `left`; there is room for two, as neither side is empty (duty 1, M1). What is left at
            // `out` + 1 is bytes of an item that its side still owns, and is written over by the next step.
            unsafe { ptr::copy_nonoverlapping(self.left, place, 1) };
        }
        self.right = self.right.wrapping_add(usize::from(right_first));
        self.left = self.left.wrapping_add(usize::from(!right_first));
        self.out = self.out.wrapping_add(1);
    }

    /// Moves `count` items of `left`.
    ///
    /// # Safety
    /// 1. So many are left.
    unsafe fn take_left(&mut self, count: usize) {
        // SAFETY: the items are ours (duty 1, M1), and `out` has room for all that remain (M1) and is disjoint.
        unsafe { ptr::copy_nonoverlapping(self.left, self.out, count) };
        self.left = self.left.wrapping_add(count);
        self.out = self.out.wrapping_add(count);
    }

    /// Moves `count` items of `right`.
    ///
    /// # Safety
    /// 1. So many are left.
    unsafe fn take_right(&mut self, count: usize) {
        // SAFETY: as in `take_left`, with the other side.
        unsafe { ptr::copy_nonoverlapping(self.right, self.out, count) };
        self.right = self.right.wrapping_add(count);
        self.out = self.out.wrapping_add(count);
    }

    /// Merges by looking up where each item of the shorter side belongs.
    fn run_sparse<O: Order<T>>(mut self, order: &O) {
        while self.left != self.left_end && self.right != self.right_end {
            let (left, right) = (rest(self.left, self.left_end), rest(self.right, self.right_end));
            // SAFETY: so many items of `left` are ours and initialised (M1), and stay there while this is used.
            let ours = unsafe { slice::from_raw_parts(self.left, left) };
            // SAFETY: the same of `right`.
            let theirs = unsafe { slice::from_raw_parts(self.right, right) };
            if right < left {
                let before = ours.partition_point(|item| !order.less(&theirs[0], item)).min(left);
                // SAFETY: (1) `before` is at most `left`. (Of a false order std says only that the point means nothing.)
                unsafe { self.take_left(before) };
                // SAFETY: (1) `right` is not empty, we just looked.
                unsafe { self.take_right(1) };
            } else {
                let before = theirs.partition_point(|item| order.less(item, &ours[0])).min(right);
                // SAFETY: (1) `before` is at most `right`, as above.
                unsafe { self.take_right(before) };
                // SAFETY: (1) `left` is not empty, we just looked.
                unsafe { self.take_left(1) };
            }
        }
    }

    fn run<O: Order<T>>(mut self, order: &O) {
        while self.left != self.left_end && self.right != self.right_end {
            // SAFETY: (1) neither side is empty, we just looked.
            unsafe { self.step(order) };
        }
    }
}

/// Items from `start` to `end`, which point into one slice of items that are not zero-sized.
#[inline(always)]
fn rest<T>(start: *mut T, end: *mut T) -> usize {
    (end.addr() - start.addr()) / size_of::<T>()
}

impl<T> Drop for Lane<T> {
    fn drop(&mut self) {
        let (left, right) = (rest(self.left, self.left_end), rest(self.right, self.right_end));
        // SAFETY: the rest of `left` is ours, `out` has room for it and is disjoint (M1).
        unsafe { ptr::copy_nonoverlapping(self.left, self.out, left) };
        let out = self.out.wrapping_add(left);
        // SAFETY: the rest of `right` is ours, and `out` has room for it after the rest of `left` (M1).
        unsafe { ptr::copy_nonoverlapping(self.right, out, right) };
    }
}
