//! Collecting in place: each piece writes its items into its own part of the final memory.
//!
//! The plain version ("write item i to slot i, then set the length") leaks or reads garbage when an item is missing, one too
//! many comes, or a closure panics. So a piece owns a [`Run`], which knows its part and how much of it
//! it has filled, and drops what it wrote unless somebody takes it over; neighbours that touch are joined to one run.
//!
//! Some iterators know their length and yet are split at unknown places (a map's, a foreign one's). There the leftmost
//! piece has the part, and those to its right fill buffers of their own, which are moved behind it in the end.
//!
//! # Invariants
//! P1. A run's slots `start .. start + room` lie in the spare capacity of the target, which is borrowed as long as the run lives.
//! P2. No slot is in two runs.
//! P3. Of a run's slots the first `len <= room` are initialised, and nobody else drops or reads them.
#![expect(unsafe_code, reason = "pieces write to disjoint parts of uninitialised memory")]

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem;
use std::ptr;

use furcate_core::join;

use super::pieces::Pieces;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// Bytes below which it does not pay to share the moving of pieces.
const WORTH_SHARING: usize = 64 * 1024;

/// Appends the items of an iterator that says it has `len` of them. `drive` drives it into the consumer it is given.
///
/// # Panics
///
/// If there are more or fewer items than `len`. `target` then is as it was.
pub(super) fn append_placed<T, D>(target: &mut Vec<T>, len: usize, drive: D)
where
    T: Send,
    D: for<'t> FnOnce(Placing<'t, T>) -> Placed<'t, T>,
{
    target.reserve_exact(len);
    let run = Run::over(target, len);
    let (run_len, loose) = drive(Placing { run: Cell::new(Some(run)) }).finish(len);
    let old_len = target.len();
    // SAFETY: `finish` vouches that so many slots of the spare capacity are initialised (P1, P3) and given up by their run.
    unsafe { target.set_len(old_len + run_len) };
    if let Some(loose) = loose {
        append_pieces(target, loose);
    }
}

/// Collects into one buffer for each piece.
pub(super) fn in_vecs<I: ParallelIterator>(iter: I) -> Pieces<Vec<I::Item>> {
    let placed = iter.drive_unindexed(Placing { run: Cell::new(None) });
    placed.loose.unwrap_or_default()
}

/// Moves the items of all pieces to the end of `target`, sharing the work if there is much.
///
/// A single piece becomes the target, without its spare memory, if that had none. Otherwise there is one allocation.
pub(super) fn append_pieces<T: Send>(target: &mut Vec<T>, pieces: Pieces<Vec<T>>) {
    let total = pieces.len();
    let Pieces { first, mut rest } = pieces;
    let len = if target.capacity() == 0 {
        // The memory of the first piece is grown, which for a large one is done without copying.
        let first_len = first.len();
        *target = first;
        if total == first_len {
            target.shrink_to_fit(); // seldom copies
        }
        total - first_len
    } else {
        rest.insert(0, first);
        total
    };
    if len == 0 {
        return;
    }
    target.reserve_exact(len);
    let run = move_all(Run::over(target, len), &mut rest);
    debug_assert_eq!(run.len, len);
    let run_len = run.keep();
    let old_len = target.len();
    // SAFETY: as many slots of the spare capacity are initialised (P1, P3), and the run has given them up.
    unsafe { target.set_len(old_len + run_len) };
}

/// Moves the items of all pieces into `run`, which has room for exactly them.
fn move_all<'t, T: Send>(mut run: Run<'t, T>, pieces: &mut [Vec<T>]) -> Run<'t, T> {
    if pieces.len() < 2 || run.room.saturating_mul(size_of::<T>()) < WORTH_SHARING {
        for piece in pieces {
            run.append(piece);
            *piece = Vec::new();
        }
        return run;
    }
    let (left, right) = pieces.split_at_mut(pieces.len() / 2);
    let (left_run, right_run) = run.split_at(left.iter().map(Vec::len).sum());
    let (left_run, right_run) = join(|| move_all(left_run, left), || move_all(right_run, right));
    left_run.joined(right_run).unwrap_or_else(|_| unreachable!("neighbours were filled to the brim"))
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
    fn split_at(self, index: usize) -> (Self, Self) {
        assert!(index <= self.room, "too many values: a part of {} was split at {index}", self.room);
        debug_assert_eq!(self.len, 0);
        let Run { base, start, room, target, .. } = self;
        let left = Run { base, start, room: index, len: 0, target };
        let right = Run { base, start: start + index, room: room - index, len: 0, target };
        (left, right)
    }

    fn push(&mut self, item: T) {
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
    fn append(&mut self, piece: &mut Vec<T>) {
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

    /// Joins `self` with `right` if they touch: the items of both are then in one row. Else gives both back.
    fn joined(mut self, right: Self) -> Result<Self, (Self, Self)> {
        if self.len != self.room || self.start + self.room != right.start {
            return Err((self, right));
        }
        self.room += right.room;
        self.len += right.keep();
        Ok(self)
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

/// The consumer. Without a run it collects into buffers.
pub(super) struct Placing<'t, T> {
    run: Cell<Option<Run<'t, T>>>,
}

impl<'t, T: Send> Consumer<T> for Placing<'t, T> {
    type Folder = PlacingFolder<'t, T>;
    type Reducer = JoinPlaced;
    type Result = Placed<'t, T>;

    fn split_at(self, index: usize) -> (Self, Self, JoinPlaced) {
        let (left, right) = self.run.into_inner().map(|run| run.split_at(index)).unzip();
        (Placing { run: Cell::new(left) }, Placing { run: Cell::new(right) }, JoinPlaced)
    }

    fn into_folder(self) -> PlacingFolder<'t, T> {
        match self.run.into_inner() {
            Some(run) => PlacingFolder::Placed(run),
            None => PlacingFolder::Loose(Box::default()),
        }
    }

    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for Placing<'_, T> {
    /// The left piece gets the part. How long it will be nobody knows, hence `self` cannot know where it begins.
    fn split_off_left(&self) -> Self {
        Placing { run: Cell::new(self.run.take()) }
    }

    fn to_reducer(&self) -> JoinPlaced {
        JoinPlaced
    }
}

/// What a piece has taken: in its part, or in a buffer if it has none.
pub(super) enum PlacingFolder<'t, T> {
    Placed(Run<'t, T>),
    #[expect(clippy::box_collection, reason = "a growing buffer must not keep the folder out of registers")]
    /// Boxed, since a buffer that grows hands out its own address: that of the box and not of the folder, which else would
    /// stay in memory, whichever variant it is. `unzip` in place took twice as long.
    Loose(Box<Vec<T>>),
}

impl<T> PlacingFolder<'_, T> {
    fn push(&mut self, item: T) {
        match self {
            PlacingFolder::Placed(run) => run.push(item),
            PlacingFolder::Loose(buffer) => buffer.push(item),
        }
    }
}

impl<'t, T: Send> Folder<T> for PlacingFolder<'t, T> {
    type Result = Placed<'t, T>;

    fn consume(mut self, item: T) -> Self {
        self.push(item);
        self
    }

    fn consume_iter<I: IntoIterator<Item = T>>(self, iter: I) -> Self {
        // By value: a local run stays in registers, and the loop vectorises in spite of the check in it.
        match self {
            PlacingFolder::Placed(mut run) => {
                iter.into_iter().for_each(|item| run.push(item));
                PlacingFolder::Placed(run)
            }
            PlacingFolder::Loose(mut buffer) => {
                buffer.extend(iter);
                PlacingFolder::Loose(buffer)
            }
        }
    }

    fn consume_in(slot: &mut Option<Self>, item: T) {
        if let Some(folder) = slot {
            folder.push(item);
        }
    }

    fn complete(self) -> Placed<'t, T> {
        match self {
            PlacingFolder::Placed(run) => Placed { run: Some(run), loose: None, lost: 0 },
            PlacingFolder::Loose(buffer) => {
                Placed { run: None, loose: Some(Pieces { first: *buffer, rest: Vec::new() }), lost: 0 }
            }
        }
    }

    fn full(&self) -> bool {
        false
    }
}

/// What several pieces have taken: a run, then what is to be moved behind it.
pub(super) struct Placed<'t, T> {
    run: Option<Run<'t, T>>,
    loose: Option<Pieces<Vec<T>>>,
    /// Items dropped since there was no place for them. The count is then wrong and will be complained about.
    lost: usize,
}

impl<T> Placed<'_, T> {
    /// Gives up the items of the run, which begins at slot 0, and says how many they are; and the loose ones.
    ///
    /// # Panics
    ///
    /// If there are not exactly `len` items in all. They are dropped.
    fn finish(self, len: usize) -> (usize, Option<Pieces<Vec<T>>>) {
        let Placed { run, loose, lost } = self;
        let run_len = run.as_ref().map_or(0, |run| run.len);
        let total = run_len + loose.as_ref().map_or(0, Pieces::len) + lost;
        assert!(total <= len, "too many values: expected {len} total writes, but got {total}");
        let in_order = lost == 0 && run.as_ref().is_none_or(|run| run.start == 0);
        assert!(total == len && in_order, "expected {len} total writes, but got {total}");
        (run.map_or(0, Run::keep), loose)
    }

    /// Moves the loose items into what room there is left before the neighbour.
    fn fill(&mut self) {
        let Some(run) = &mut self.run else { return };
        for mut piece in self.loose.take().into_iter().flatten() {
            run.append(&mut piece);
        }
    }
}

/// Joins neighbours.
pub(super) struct JoinPlaced;

impl<'t, T> Reducer<Placed<'t, T>> for JoinPlaced {
    fn reduce(self, mut left: Placed<'t, T>, right: Placed<'t, T>) -> Placed<'t, T> {
        left.lost += right.lost;
        if let Some(right_run) = right.run {
            // Between two runs all is known: what the left half has gathered must fill its part.
            left.fill();
            match left.run.take() {
                Some(run) => match run.joined(right_run) {
                    Ok(run) => left.run = Some(run),
                    Err((run, right_run)) => {
                        left.lost += right_run.len;
                        left.run = Some(run);
                    }
                },
                None => left.lost += right_run.len,
            }
        }
        left.loose = match (left.loose.take(), right.loose) {
            (Some(left), Some(right)) => Some(left.join(right)),
            (left, right) => left.or(right),
        };
        left
    }
}
