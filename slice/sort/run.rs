#![expect(unsafe_code, reason = "items wander between the slice and one buffer while they are sorted")]
//! A part of the slice whose items may at the moment lie in the buffer, and which brings them home however it ends.
//!
//! A merge writes from one side to the other, so with each level of a merge sort the items change sides. Nobody copies
//! them back between two levels: a [`Run`] remembers on which side they are, two neighbours that are in order already
//! are joined where they lie, and only the last one pays for the way home, if there is any.
//!
//! # Invariants
//! R1. `home` and `spare` are of equal length. `away` says which of them owns the items: `spare` if set, else `home`;
//!     all of them are initialised on that side.
//! R2. The drop of a `Run` moves its items home, so that the user's slice is a permutation of its input as soon as the
//!     frames of the sort are gone, whether they returned or unwound.
//! R3. While a run is split, its parts answer for the items, and it says itself "at home"; it takes over again after
//!     both parts were told to let go.
//! R4. `part` copies bytes to `spare` while `home` goes on owning all items, each copied once, after the predicate has
//!     seen it. Only when all are copied are they brought back, to other places, and until that is done no user code runs.

use std::mem::{self, MaybeUninit};
use std::ptr;

use furcate_core::join;

use super::Limits;
use super::merge::{Merge, move_all};
use super::order::Order;
use super::partition::SMALL;
use super::share::{Work, both};

/// Items that have a place in the slice and a place in the buffer.
pub(super) struct Run<'a, T> {
    home: &'a mut [MaybeUninit<T>],
    spare: &'a mut [MaybeUninit<T>],
    away: bool,
}

impl<'a, T: Send> Run<'a, T> {
    /// Makes a run of a slice's items, with the first places of `buffer` as the other side.
    ///
    /// # Panics
    /// If `buffer` has not enough capacity.
    pub(super) fn new(items: &'a mut [T], buffer: &'a mut Vec<T>) -> Self {
        buffer.clear();
        let spare = &mut buffer.spare_capacity_mut()[..items.len()];
        let start: *mut MaybeUninit<T> = items.as_mut_ptr().cast();
        // SAFETY: `MaybeUninit<T>` is laid out as `T`, and the borrow is exclusive for 'a. No code here writes
        // anything uninitialised to `home` that it does not replace before 'a ends (R2).
        let home = unsafe { std::slice::from_raw_parts_mut(start, items.len()) };
        Run { home, spare, away: false }
    }

    pub(super) fn len(&self) -> usize {
        self.home.len()
    }

    /// The items, where they are now.
    pub(super) fn items(&mut self) -> &mut [T] {
        self.sides().0
    }

    /// Lets `sort` sort the two parts that meet at `mid`, then merges them.
    ///
    /// The comparison of the two items that meet is all that two parts in order cost.
    pub(super) fn sort_parts<O, F>(&mut self, mid: usize, order: &O, limits: &Limits, sort: F)
    where
        O: Order<T>,
        F: Fn(&mut Run<'_, T>) + Sync,
    {
        debug_assert!(!self.away && 0 < mid && mid < self.len());
        let (left_home, right_home) = self.home.split_at_mut(mid);
        let (left_spare, right_spare) = self.spare.split_at_mut(mid);
        let mut left = Run { home: left_home, spare: left_spare, away: false };
        let mut right = Run { home: right_home, spare: right_spare, away: false };
        both(Work::Sort, right.len(), || sort(&mut left), || sort(&mut right));

        let in_order = !order.less(&right.items()[0], &left.items()[mid - 1]);
        if left.away != right.away {
            // If they are merged they go to the other side anyway: let that be home.
            let target = !in_order;
            left.move_to(target, limits);
            right.move_to(target, limits);
        }
        let (away, _) = (left.let_go(), right.let_go());
        self.away = away; // R3
        if !in_order {
            self.merge(mid, order, limits);
        }
    }

    /// Merges the two sorted parts that meet at `mid`. The items change sides.
    pub(super) fn merge<O: Order<T>>(&mut self, mid: usize, order: &O, limits: &Limits) {
        let (from, to) =
            if self.away { (&mut *self.spare, &mut *self.home) } else { (&mut *self.home, &mut *self.spare) };
        let (left, right) = from.split_at_mut(mid);
        self.away = !self.away;
        // SAFETY: (1) by R1 `from` was the side that owns the items, and the line above said that it is no more;
        // (2) `to` is the other side, of equal length, and that line also said that it owns the items, which is true
        // again when the merge is dropped, at the end of this statement or in unwinding: before anyone asks `self`.
        unsafe { Merge::new(left, right, to) }.run(order, limits);
    }

    /// Splits the run in two, each with its own duty.
    pub(super) fn split_at(mut self, mid: usize) -> (Self, Self) {
        let (home, spare, away) = (mem::take(&mut self.home), mem::take(&mut self.spare), self.away);
        // `self` has no items any more, so nothing to bring home.
        let (left_home, right_home) = home.split_at_mut(mid);
        let (left_spare, right_spare) = spare.split_at_mut(mid);
        (Run { home: left_home, spare: left_spare, away }, Run { home: right_home, spare: right_spare, away })
    }

    /// The items where they are now, and the other side.
    pub(super) fn sides(&mut self) -> (&mut [T], &mut [MaybeUninit<T>]) {
        let (from, to) =
            if self.away { (&mut *self.spare, &mut *self.home) } else { (&mut *self.home, &mut *self.spare) };
        let start: *mut T = from.as_mut_ptr().cast();
        // SAFETY: all items of this side are initialised and ours (R1), and stay so while `self` is borrowed.
        (unsafe { std::slice::from_raw_parts_mut(start, from.len()) }, to)
    }

    /// Says that the items have changed sides.
    ///
    /// # Safety
    /// The bytes of all items, each once, must have been copied to the other side.
    pub(super) unsafe fn change_sides(&mut self) {
        self.away = !self.away;
    }

    /// Brings the items for which `is_left` holds to the front, without changing the order of either kind; gives
    /// their number. Each item is judged once. If `is_left` panics, the items are where they were.
    ///
    /// There is a piece for each of `parts`, of which there is at least one.
    pub(super) fn part<F>(mut self, parts: &mut [Part], is_left: &F, limits: &Limits) -> usize
    where
        F: Fn(&T) -> bool + Sync,
    {
        self.move_to(false, limits);
        let piece = self.len().div_ceil(parts.len());
        spread(self.home, self.spare, parts, piece, is_left);
        let left = parts.iter().map(|part| part.left).sum();
        // Pieces of one kind at both ends are in place.
        let first = parts.iter().take_while(|part| !part.is_spread && part.left > 0).count();
        let others = parts.iter().rev().skip_while(|part| !part.is_spread && part.left == 0).count();
        if first < others {
            let (start, end) = (first * piece, (others * piece).min(self.len()));
            let (home, spare, parts) =
                (&mut self.home[start..end], &mut self.spare[start..end], &parts[first..others]);
            follow(home, spare, parts, piece);
            let (left_home, right_home) = home.split_at_mut(left - start);
            gather(spare, parts, piece, left_home, right_home); // R4
        }
        left
    }

    /// Brings all items home, in parallel. (The drop does it on one thread.)
    pub(super) fn come_home(mut self, limits: &Limits) {
        self.move_to(false, limits);
    }

    /// Moves the items to the buffer or home, if they are not there.
    pub(super) fn move_to(&mut self, away: bool, limits: &Limits) {
        if self.away != away {
            let (from, to) =
                if away { (&mut *self.home, &mut *self.spare) } else { (&mut *self.spare, &mut *self.home) };
            move_in_parallel(from, to, limits);
            self.away = away;
        }
    }

    /// Ends the duty for the items, which whoever calls takes over; gives the side they are on.
    fn let_go(mut self) -> bool {
        mem::take(&mut self.away)
    }
}

/// # Safety
/// 1. All items are initialised, and stay so as long as they are borrowed.
unsafe fn initialised<T>(items: &mut [MaybeUninit<T>]) -> &mut [T] {
    let start: *mut T = items.as_mut_ptr().cast();
    // SAFETY: `MaybeUninit<T>` is laid out as `T`, the borrow goes on, and the items are initialised (duty 1).
    unsafe { std::slice::from_raw_parts_mut(start, items.len()) }
}

/// The bytes of an item, which go on being the item's. (As they own nothing, this is safe.)
#[inline(always)]
pub(super) fn bytes_of<T>(item: &T) -> MaybeUninit<T> {
    let bytes: *const MaybeUninit<T> = ptr::from_ref(item).cast();
    // SAFETY: a reference is valid for reads, and any bytes are a `MaybeUninit`. Which side owns the item does not change
    // by it (R1, R4; X1 in `radix/scatter.rs`).
    unsafe { ptr::read(bytes) }
}

impl<T> Drop for Run<'_, T> {
    fn drop(&mut self) {
        if self.away {
            move_all(self.spare, self.home);
        }
    }
}

/// As [`move_all`]. If a thread fails in between, the items are still owned by `from`, where their bytes are kept.
pub(super) fn move_in_parallel<T: Send>(
    from: &mut [MaybeUninit<T>],
    to: &mut [MaybeUninit<T>],
    limits: &Limits,
) {
    if from.len() <= limits.scan {
        return move_all(from, to);
    }
    let mid = from.len() / 2;
    let (left_from, right_from) = from.split_at_mut(mid);
    let (left_to, right_to) = to.split_at_mut(mid);
    both(
        Work::Pass,
        right_to.len(),
        || move_in_parallel(left_from, left_to, limits),
        || move_in_parallel(right_from, right_to, limits),
    );
}

/// What is known of a piece that is to be parted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    /// How many of its items belong to the left.
    left: usize,
    /// Whether copies of its items are in `spare`. Those of pieces of one kind are not, at first.
    is_spread: bool,
}

/// Copies the items of each piece, of `piece` items, to its part of `spare`: those on the left to the front, the others
/// from the back on, in reversed order.
fn spread<T, F>(
    home: &mut [MaybeUninit<T>],
    spare: &mut [MaybeUninit<T>],
    parts: &mut [Part],
    piece: usize,
    is_left: &F,
) where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    if let [part] = parts {
        // SAFETY: (1) all items are at home and stay there while they are judged (R1, R4).
        let items = unsafe { initialised(home) };
        *part = spread_piece(items, spare, is_left);
        return;
    }
    let (first, second) = parts.split_at_mut(parts.len() / 2);
    let mid = (first.len() * piece).min(home.len());
    let (first_home, second_home) = home.split_at_mut(mid);
    let (first_spare, second_spare) = spare.split_at_mut(mid);
    join(
        || spread(first_home, first_spare, first, piece, is_left),
        || spread(second_home, second_spare, second, piece, is_left),
    );
}

fn spread_piece<T>(items: &mut [T], spare: &mut [MaybeUninit<T>], is_left: &impl Fn(&T) -> bool) -> Part {
    let Some((first, others)) = items.split_first() else { return Part::default() };
    let kind = is_left(first);
    let Some(alike) = others.iter().position(|item| is_left(item) != kind) else {
        return Part { left: if kind { items.len() } else { 0 }, is_spread: false };
    };
    let (mut left, mut right) = (0, spare.len());
    let mut put = |item: &mut T, is_left: bool| {
        if size_of::<T>() <= SMALL {
            // Both places are free, and only one of them will count: no branch to be guessed.
            spare[left] = bytes_of(item);
            spare[right - 1] = bytes_of(item);
        } else {
            spare[if is_left { left } else { right - 1 }] = bytes_of(item);
        }
        left += usize::from(is_left);
        right -= usize::from(!is_left);
    };
    // All are judged already up to the first of the other kind.
    let (judged, unseen) = items.split_at_mut(alike + 2);
    for (place, item) in judged.iter_mut().enumerate() {
        put(item, (place <= alike) == kind);
    }
    for item in unseen {
        let is_left = is_left(item);
        put(item, is_left);
    }
    Part { left, is_spread: true }
}

/// Copies the items of pieces that were not spread.
fn follow<T: Send>(home: &mut [MaybeUninit<T>], spare: &mut [MaybeUninit<T>], parts: &[Part], piece: usize) {
    if let [part] = *parts {
        if !part.is_spread {
            move_all(home, spare);
        }
        return;
    }
    let (first, second) = parts.split_at(parts.len() / 2);
    let mid = (first.len() * piece).min(home.len());
    let (first_home, second_home) = home.split_at_mut(mid);
    let (first_spare, second_spare) = spare.split_at_mut(mid);
    join(
        || follow(first_home, first_spare, first, piece),
        || follow(second_home, second_spare, second, piece),
    );
}

/// Brings the items to the places of those on the left and of the others, restoring the order of the spread ones.
fn gather<T: Send>(
    spare: &mut [MaybeUninit<T>],
    parts: &[Part],
    piece: usize,
    left: &mut [MaybeUninit<T>],
    right: &mut [MaybeUninit<T>],
) {
    if let [part] = *parts {
        let (to_left, to_right) = spare.split_at_mut(part.left);
        if part.is_spread {
            to_right.reverse();
        }
        move_all(to_left, left);
        return move_all(to_right, right);
    }
    let (first, second) = parts.split_at(parts.len() / 2);
    let mid = (first.len() * piece).min(spare.len());
    let count = first.iter().map(|part| part.left).sum();
    let (first_spare, second_spare) = spare.split_at_mut(mid);
    let (first_left, second_left) = left.split_at_mut(count);
    let (first_right, second_right) = right.split_at_mut(mid - count);
    join(
        || gather(first_spare, first, piece, first_left, first_right),
        || gather(second_spare, second, piece, second_left, second_right),
    );
}
