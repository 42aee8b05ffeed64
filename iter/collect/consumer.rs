//! Collecting in place: each piece writes its items into its own part of the final memory.
//!
//! The plain version ("write item i to slot i, then set the length") leaks or reads garbage when an item is missing, one too
//! many comes, or a closure panics. So a piece owns a [`Run`], which knows its part and how much of it
//! it has filled, and drops what it wrote unless somebody takes it over; neighbours that touch are joined to one run.
//!
//! Some iterators know their length and yet are split at unknown places (a map's, a foreign one's). There the leftmost
//! piece has the part, and those to its right fill buffers of their own, which are moved behind it in the end.
//!
//! Others know how many they give at most (`filter`). They write as if nothing was left out, and runs that touch are closed up in
//! the end. What one thread does piece by piece lies in a row from the outset, since each run begins where the last has come to.

use std::cell::Cell;

use furcate_core::{current_num_threads, join};

use super::pieces::{Pieces, Trim};
use super::run::{Run, fill};
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// Bytes below which it does not pay to share the moving of pieces.
const WORTH_SHARING: usize = 64 * 1024;

/// More memory than this is not asked for without knowing how much of it will be used.
const MOST_SPARE: usize = 128 << 20;

/// On more threads the pieces are moved side by side, to memory of their final size, rather than closed up by one.
const FEW_THREADS: usize = 8;

/// Appends the items of an iterator that says it has `len` of them. `drive` drives it into the consumer it is given.
///
/// # Panics
///
/// If there are more or fewer items than `len`. `target` then is as it was.
pub(super) fn append_placed<T, D>(target: &mut Vec<T>, len: usize, drive: D)
where
    T: Send,
    D: for<'t> FnOnce(Placing<'t, T>) -> Pieces<Piece<'t, T>>,
{
    target.reserve_exact(len);
    append_run(target, len, |run| {
        let pieces = drive(Placing::over(run));
        let total: usize = pieces.iter().map(Piece::len).sum();
        assert!(total <= len, "too many values: expected {len} total writes, but got {total}");
        assert!(total == len, "expected {len} total writes, but got {total}");
        pieces
    });
}

/// Collects the items of an iterator of at most `most` items, or gives it back if that is to be done otherwise.
///
/// Each piece writes to where its items would lie if none was left out, then they are closed up: nothing grows, and what lies
/// to the right is moved once. Memory that was not written to is not used up by that, where memory is given out by pages.
pub(super) fn at_most<I: ParallelIterator>(iter: I, most: usize) -> Result<Vec<I::Item>, I> {
    let fits =
        most.saturating_mul(size_of::<I::Item>()) <= MOST_SPARE && current_num_threads() <= FEW_THREADS;
    let mut target = Vec::new();
    if !fits || target.try_reserve_exact(most).is_err() {
        return Err(iter);
    }
    append_run(&mut target, most, |run| iter.drive_placed(Placing::over(run)));
    target.trim();
    Ok(target)
}

/// Appends what is made of a run over the first `room` slots behind what `target` holds.
fn append_run<T, D>(target: &mut Vec<T>, room: usize, drive: D)
where
    T: Send,
    D: for<'t> FnOnce(Run<'t, T>) -> Pieces<Piece<'t, T>>,
{
    let loose = fill(target, room, |run| drive(run).in_one_run());
    if !loose.is_empty() {
        append_pieces(target, loose);
    }
}

/// Collects into one buffer for each piece.
pub(super) fn in_vecs<I: ParallelIterator>(iter: I) -> Pieces<Vec<I::Item>> {
    let Pieces { first, rest } = iter.drive_unindexed(Placing { run: Cell::new(None) });
    Pieces { first: first.loose(), rest: rest.into_iter().map(Piece::loose).collect() }
}

/// Moves the items of all pieces to the end of `target`, sharing the work if there is much.
///
/// A single piece becomes the target, without its spare memory, if that had none. Otherwise there is one allocation.
pub(super) fn append_pieces<T: Send>(target: &mut Vec<T>, mut pieces: Vec<Vec<T>>) {
    let total: usize = pieces.iter().map(Vec::len).sum();
    if target.capacity() == 0 && !pieces.is_empty() {
        // The memory of the first piece is grown, which for a large one is done without copying.
        *target = pieces.remove(0);
        if target.len() == total {
            target.shrink_to_fit(); // seldom copies
        }
    }
    let len = pieces.iter().map(Vec::len).sum();
    if len > 0 {
        target.reserve_exact(len);
        fill(target, len, |run| (Some(move_all(run, &mut pieces)), ()));
    }
}

/// Moves the items of all pieces into `run`, which has room for exactly them.
fn move_all<'t, T: Send>(mut run: Run<'t, T>, pieces: &mut [Vec<T>]) -> Run<'t, T> {
    if pieces.len() < 2 || run.room().saturating_mul(size_of::<T>()) < WORTH_SHARING {
        for piece in pieces {
            run.append(piece);
            *piece = Vec::new();
        }
        return run;
    }
    let (left, right) = pieces.split_at_mut(pieces.len() / 2);
    let (left_run, right_run) = run.split_at(left.iter().map(Vec::len).sum());
    let (mut run, mut next) = join(|| move_all(left_run, left), || move_all(right_run, right));
    run.close_up(&mut next);
    run
}

/// The consumer. Without a run it collects into buffers.
pub(super) struct Placing<'t, T> {
    run: Cell<Option<Run<'t, T>>>,
}

impl<'t, T> Placing<'t, T> {
    pub(super) fn over(run: Run<'t, T>) -> Self {
        Placing { run: Cell::new(Some(run)) }
    }
}

impl<'t, T: Send> Consumer<T> for Placing<'t, T> {
    type Folder = PlacingFolder<'t, T>;
    type Reducer = InOrder;
    type Result = Pieces<Piece<'t, T>>;

    fn split_at(self, index: usize) -> (Self, Self, InOrder) {
        let (left, right) = self.run.into_inner().map(|run| run.split_at(index)).unzip();
        (Placing { run: Cell::new(left) }, Placing { run: Cell::new(right) }, InOrder)
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

    /// What one thread collects piece by piece lies in a row, and is not moved.
    fn behind(mut self, done: &mut Pieces<Piece<'t, T>>) -> Self {
        if let (Some(run), Piece::Placed(left)) = (self.run.get_mut(), done.last_mut()) {
            run.take_room(left);
        }
        self
    }
}

impl<T: Send> UnindexedConsumer<T> for Placing<'_, T> {
    /// The left piece gets the part. How long it will be nobody knows, hence `self` cannot know where it begins.
    fn split_off_left(&self) -> Self {
        Placing { run: Cell::new(self.run.take()) }
    }

    fn to_reducer(&self) -> InOrder {
        InOrder
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
    type Result = Pieces<Piece<'t, T>>;

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

    fn complete(self) -> Pieces<Piece<'t, T>> {
        let first = match self {
            PlacingFolder::Placed(run) => Piece::Placed(run),
            PlacingFolder::Loose(buffer) => Piece::Loose(*buffer),
        };
        Pieces { first, rest: Vec::new() }
    }

    fn full(&self) -> bool {
        false
    }
}

/// What a piece has taken.
pub(super) enum Piece<'t, T> {
    Placed(Run<'t, T>),
    Loose(Vec<T>),
}

impl<T> Piece<'_, T> {
    /// The buffer of a piece that got no part.
    fn loose(self) -> Vec<T> {
        match self {
            Piece::Placed(_) => panic!("pieces are out of order"),
            Piece::Loose(buffer) => buffer,
        }
    }

    fn len(&self) -> usize {
        match self {
            Piece::Placed(run) => run.len(),
            Piece::Loose(buffer) => buffer.len(),
        }
    }
}

impl<T> Trim for Piece<'_, T> {
    fn trim(&mut self) {
        if let Piece::Loose(buffer) = self {
            buffer.trim();
        }
    }

    fn absorb(&mut self, next: &mut Self) -> bool {
        match (self, next) {
            (Piece::Loose(buffer), Piece::Loose(next)) => buffer.absorb(next),
            (Piece::Placed(run), Piece::Placed(next)) => run.is_full() && run.close_up(next),
            _ => false,
        }
    }
}

impl<'t, T> Pieces<Piece<'t, T>> {
    /// Makes one run, which begins at slot 0, of all runs and what lies between them. Gives also what is to be moved behind it.
    ///
    /// # Panics
    ///
    /// If the pieces are not in order, or more lies between two runs than there is room. All items are dropped.
    fn in_one_run(self) -> (Option<Run<'t, T>>, Vec<Vec<T>>) {
        let mut pieces = self.into_iter();
        let mut run = match pieces.next() {
            Some(Piece::Placed(run)) => run,
            first => return (None, first.into_iter().chain(pieces).map(Piece::loose).collect()),
        };
        assert!(run.is_first(), "pieces are out of order");
        let mut between = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Loose(buffer) => between.push(buffer),
                Piece::Placed(mut next) => {
                    between.drain(..).for_each(|mut buffer| run.append(&mut buffer));
                    assert!(run.close_up(&mut next), "pieces are out of order");
                }
            }
        }
        (Some(run), between)
    }
}

/// Joins neighbours.
pub(super) struct InOrder;

impl<B: Trim> Reducer<Pieces<B>> for InOrder {
    fn reduce(self, left: Pieces<B>, right: Pieces<B>) -> Pieces<B> {
        left.join(right)
    }
}
