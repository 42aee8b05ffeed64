//! `find_first`, `find_last`: the hit at the lowest or highest position, whichever thread finds it when.
//!
//! By hand, since a sink knows nothing of positions: here each piece has a [`Rank`], and all share the best rank at which
//! something was found. A piece that stands behind the best can no longer win and stops; the others go on. The reducers
//! then choose between hits, so that ranks are only a matter of speed.
//!
//! Searching for the last hit asks to be fed from the back (`Consumer::back_first`), so that it, too, can stop early
//! on a single thread.

use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::rank::Rank;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::sink::{keep, or};

/// What `op` makes of the first item for which it makes anything.
pub(crate) fn find_map_first<I, F, R>(iter: I, op: &F) -> Option<R>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> Option<R> + Sync,
    R: Send,
{
    let best = AtomicUsize::new(usize::MAX);
    iter.drive_unindexed(Search::<_, false> {
        op: |item| (*op)(item),
        best: &best,
        rank: Cell::new(Rank::WHOLE),
    })
}

/// What `op` makes of the last item for which it makes anything.
pub(crate) fn find_map_last<I, F, R>(iter: I, op: &F) -> Option<R>
where
    I: ParallelIterator,
    F: Fn(I::Item) -> Option<R> + Sync,
    R: Send,
{
    let best = AtomicUsize::new(0);
    iter.drive_unindexed(Search::<_, true> {
        op: |item| (*op)(item),
        best: &best,
        rank: Cell::new(Rank::WHOLE),
    })
}

/// Searches for the last hit if `LAST`, else for the first.
///
/// `best` is written by pieces that found something and read by all. It carries no data: a late look only costs
/// some more items.
struct Search<'s, F, const LAST: bool> {
    op: F,
    best: &'s AtomicUsize,
    rank: Cell<Rank>,
}

/// Whether a piece at `rank` can no longer win.
fn beaten<const LAST: bool>(best: &AtomicUsize, rank: usize) -> bool {
    let best = best.load(Relaxed);
    if LAST { rank < best } else { rank > best }
}

impl<F: Copy, const LAST: bool> Search<'_, F, LAST> {
    fn at(&self, rank: Rank) -> Self {
        Search { rank: Cell::new(rank), ..*self }
    }
}

impl<'s, T, R, F, const LAST: bool> Consumer<T> for Search<'s, F, LAST>
where
    F: Fn(T) -> Option<R> + Copy + Send,
    R: Send,
{
    type Folder = Found<'s, F, R, LAST>;
    type Reducer = Better<LAST>;
    type Result = Option<R>;

    fn split_at(self, _index: usize) -> (Self, Self, Better<LAST>) {
        let (left, right) = self.rank.get().split();
        (self.at(left), self.at(right), Better)
    }

    fn into_folder(self) -> Self::Folder {
        Found { op: self.op, best: self.best, rank: self.rank.get().low, hit: None }
    }

    fn full(&self) -> bool {
        beaten::<LAST>(self.best, self.rank.get().low)
    }

    fn back_first(&self) -> bool {
        LAST
    }
}

impl<T, R, F, const LAST: bool> UnindexedConsumer<T> for Search<'_, F, LAST>
where
    F: Fn(T) -> Option<R> + Copy + Send,
    R: Send,
{
    fn split_off_left(&self) -> Self {
        let (left, right) = self.rank.get().split_off_left();
        self.rank.set(right);
        self.at(left)
    }

    fn to_reducer(&self) -> Better<LAST> {
        Better
    }
}

/// The first, or last, hit of a piece so far.
struct Found<'s, F, R, const LAST: bool> {
    op: F,
    best: &'s AtomicUsize,
    rank: usize,
    hit: Option<R>,
}

impl<F, R, const LAST: bool> Found<'_, F, R, LAST> {
    fn note(&mut self, hit: R) {
        if LAST {
            self.best.fetch_max(self.rank, Relaxed);
        } else {
            self.best.fetch_min(self.rank, Relaxed);
        }
        self.hit = Some(hit);
    }

    fn done(&self) -> bool {
        (!LAST && self.hit.is_some()) || beaten::<LAST>(self.best, self.rank)
    }
}

impl<T, R, F, const LAST: bool> Folder<T> for Found<'_, F, R, LAST>
where
    F: Fn(T) -> Option<R> + Copy,
{
    type Result = Option<R>;

    fn consume(mut self, item: T) -> Self {
        if !LAST && self.hit.is_some() {
            return keep(self, item);
        }
        if let Some(hit) = (self.op)(item) {
            self.note(hit);
        }
        self
    }

    fn consume_iter<I: IntoIterator<Item = T>>(mut self, iter: I) -> Self {
        if self.done() {
            return keep(self, iter);
        }
        // The end is not of interest: whether the items are gone, or the piece is done.
        let _ = iter.into_iter().try_for_each(|item| {
            if let Some(hit) = (self.op)(item) {
                self.note(hit);
            }
            if self.done() { Break(()) } else { Continue(()) }
        });
        self
    }

    fn complete(self) -> Option<R> {
        self.hit
    }

    fn full(&self) -> bool {
        self.done()
    }
}

/// Of two hits, the one that is searched for.
struct Better<const LAST: bool>;

impl<R, const LAST: bool> Reducer<Option<R>> for Better<LAST> {
    fn reduce(self, left: Option<R>, right: Option<R>) -> Option<R> {
        if LAST { or(right, left) } else { or(left, right) }
    }
}
