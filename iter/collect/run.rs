//! A part of the memory that a `Vec` has and does not use yet, written to by one thread.
//!
//! # Invariants
//! P1. A run's slots `start .. start + room` lie in the spare capacity of the target, which is borrowed as long as the run lives.
//! P2. No slot is in two runs.
//! P3. Of a run's slots the first `len <= room` are initialised, and nobody else drops or reads them.
#![expect(unsafe_code, reason = "pieces write to disjoint parts of uninitialised memory")]

use std::marker::PhantomData;
use std::mem;
use std::ptr;

/// Lets `f` write to the first `room` slots behind what `target` holds, which then is longer by the run that comes back.
pub(super) fn fill<T, R>(
    target: &mut Vec<T>,
    room: usize,
    f: impl for<'t> FnOnce(Run<'t, T>) -> (Option<Run<'t, T>>, R),
) -> R {
    let run = Run::over(target, room);
    let base = run.base;
    let (run, result) = f(run);
    let more = run.map_or(0, |run| {
        assert!(run.start == 0 && ptr::eq(run.base, base), "a run of another place");
        run.keep()
    });
    let new_len = target.len() + more;
    // SAFETY: so many slots of the spare capacity are initialised (P1, P3), and given up by their run.
    unsafe { target.set_len(new_len) };
    result
}

/// A part of the final memory, and the items written to it so far, which it owns.
pub(super) struct Run<'t, T> {
    /// Slot 0 of the target's spare capacity, whatever the part.
    base: *mut T,
    start: usize,
    room: usize,
    len: usize,
    target: PhantomData<&'t mut Vec<T>>,
}

// SAFETY: a run is the only owner of its slots (P2, P3), as a `Vec<T>` is.
unsafe impl<T: Send> Send for Run<'_, T> {}

impl<'t, T> Run<'t, T> {
    /// The first `room` slots behind what `target` holds.
    fn over(target: &'t mut Vec<T>, room: usize) -> Self {
        let spare = target.spare_capacity_mut();
        assert!(room <= spare.len());
        Run { base: spare.as_mut_ptr().cast(), start: 0, room, len: 0, target: PhantomData }
    }

    /// Splits an unused run in two. P2 holds since the right one begins where the left one ends.
    pub(super) fn split_at(self, index: usize) -> (Self, Self) {
        assert!(index <= self.room, "too many values: a part of {} was split at {index}", self.room);
        debug_assert_eq!(self.len, 0);
        let Run { base, start, room, target, .. } = self;
        let left = Run { base, start, room: index, len: 0, target };
        let right = Run { base, start: start + index, room: room - index, len: 0, target };
        (left, right)
    }

    pub(super) fn push(&mut self, item: T) {
        if self.len == self.room {
            too_many(self.room);
        }
        // SAFETY: slot `start + len` is in the target's memory (P1), since `len < room`.
        let slot = unsafe { self.base.add(self.start + self.len) };
        // SAFETY: the slot is ours alone (P2) and holds nothing yet (P3).
        unsafe { slot.write(item) };
        self.len += 1;
    }

    /// Moves all items of `piece` behind those of this run.
    pub(super) fn append(&mut self, piece: &mut Vec<T>) {
        let count = piece.len();
        if count > self.room - self.len {
            too_many(self.room);
        }
        // SAFETY: nothing is dropped or read twice, since the piece no longer counts the items as its own; they are
        // initialised, and ours from here on.
        unsafe { piece.set_len(0) };
        // SAFETY: `start + len` is in the target's memory or just behind it (P1).
        let slot = unsafe { self.base.add(self.start + self.len) };
        // SAFETY: there is room for `count` items from `slot` on, ours alone (P2) and empty (P3); a piece is
        // another allocation than the target.
        unsafe { ptr::copy_nonoverlapping(piece.as_ptr(), slot, count) };
        self.len += count;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// Whether it begins at slot 0.
    pub(super) fn is_first(&self) -> bool {
        self.start == 0
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == self.room
    }

    /// Takes over the empty slots of `before`, if `self` is empty and begins where `before` ends.
    pub(super) fn take_room(&mut self, before: &mut Self) {
        if self.len == 0 && ptr::eq(self.base, before.base) && before.start + before.room == self.start {
            let empty = before.room - before.len;
            before.room -= empty;
            self.start -= empty;
            self.room += empty;
        }
    }

    /// Takes over the part of `next` with its items, which are moved behind those of `self`. False, and nothing, if `next` does not
    /// begin where `self` ends.
    pub(super) fn close_up(&mut self, next: &mut Self) -> bool {
        if !ptr::eq(self.base, next.base) || self.start + self.room != next.start {
            return false;
        }
        let (from, to) = (next.start, self.start + self.len);
        self.room += mem::take(&mut next.room);
        let count = mem::take(&mut next.len);
        if from != to {
            // SAFETY: a slot of `next` (P1).
            let from = unsafe { self.base.add(from) };
            // SAFETY: a slot of ours that is empty, or that of `next` (P1).
            let to = unsafe { self.base.add(to) };
            // SAFETY: both rows of slots are ours (P2), `count` items are initialised, and `next` has given them up (P3).
            unsafe { ptr::copy(from, to, count) };
        }
        self.len += count;
        true
    }

    /// Gives up the items without dropping them, and says how many there are.
    fn keep(self) -> usize {
        let len = self.len;
        mem::forget(self);
        len
    }
}

impl<T> Drop for Run<'_, T> {
    fn drop(&mut self) {
        // SAFETY: `start` is in the target's memory or just behind it (P1).
        let first = unsafe { self.base.add(self.start) };
        // SAFETY: these items are initialised, and nobody else drops them (P3). If the destructor of one panics, the others are
        // still dropped, as in a `Vec`.
        unsafe { ptr::drop_in_place(ptr::slice_from_raw_parts_mut(first, self.len)) };
    }
}

#[cold]
fn too_many(room: usize) -> ! {
    panic!("too many values: a producer of {room} items gave more than {room}")
}
