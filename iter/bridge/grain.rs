//! What items cost, and what follows for splitting.
//!
//! Sharing has a price: a thief needs about a microsecond to take a part, a sleeping one many more to wake. So a part
//! is offered only if working it off takes longer than [`SHARE_NS`]. Costs are measured block by block (one clock
//! read a block) and remembered for each call site, so that a call known to be small begins without
//! splitting, and one known to be large without probing.
//!
//! 1. Cost unknown: blocks of 1, 2, 4 … items until the clock shows [`PROBE_NS`].
//! 2. Small: see `small.rs`.
//! 3. Large: offer halves first, then work in blocks of [`BLOCK_NS`], and offer half of the rest whenever
//!    somebody is hungry, or when a block took much longer than it should have.
//! 4. No more items than threads: offered one by one unless known to be cheap, since each may be a task that waits for another.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use furcate_core::adapt::{Loop, count_blocks, now};
use furcate_core::current_num_threads;

use super::place::{Nested, Place};
use super::small::trust_nobody;
use crate::iter::plumbing::Producer;

/// The least duration of a part that is offered to others.
const SHARE_NS: u64 = 3_000;

/// A call that took less, and less than [`OFFER_NS`] an item besides, has met no other thread: a thief lets a job settle
/// for about as long.
pub(super) const ALONE_NS: u64 = 400;

/// What it takes at most to offer an item and to take it back.
const OFFER_NS: u64 = 100;

/// How long a block should take: long against a clock read, short against the patience of a thief.
const BLOCK_NS: u64 = 5_000;

/// A call that takes less is small: no half of it is worth sharing.
pub(super) const SMALL_NS: u64 = 2 * SHARE_NS;

/// A probe ends when this much time has been measured.
pub(super) const PROBE_NS: u64 = 2_000;

/// A block that takes so many times longer than planned shows that the estimate is wrong.
pub(super) const OVERRUN: u64 = 4;

/// But one that is shorter than this shows nothing.
pub(super) const LONG_NS: u64 = BLOCK_NS;

/// So many more halves are on offer than the threads need if all goes well.
const MORE_OFFERS: u32 = 3;

/// But not in shorter calls than this, in which little can be lost.
const MANY_OFFERS_NS: u64 = 200_000;

/// An estimate that is wrong by less than this part is kept.
const TOLERATED: u64 = 8;

/// No block is more than this part of its piece, since the rest may cost anything.
const LARGEST_BLOCK: usize = 32;

/// But that part may take so long: shorter blocks cost more than they may save.
const LEAST_BLOCK_NS: u64 = 2_000;

/// What one call knows about its items. Shared by all its pieces.
pub(super) struct Grain {
    place: Place,
    threads: usize,
    min: usize,
    max: usize,
    /// No more items than threads: each is offered, though it may be cheap. Then the whole call is measured, not its blocks.
    few: Option<Few>,
    /// Nanoseconds spent and items seen, added up by the pieces; statistics only, hence relaxed.
    spent: AtomicU64,
    seen: AtomicU64,
    /// All of its pieces are part of this.
    whole: Loop,
}

impl Grain {
    /// Begins a call of `len` items.
    pub(super) fn of<P: Producer>(place: Place, len: usize, producer: &P) -> Self {
        let mut grain = Grain::unwatched(place, producer);
        if len / 2 < grain.min {
            // Nothing of it can be given away.
            grain.threads = 1;
        }
        let cost = place.cost();
        let few = len > 1 && len <= grain.threads && (!cost.is_known() || cost.may_be_task(len));
        grain.few = few.then(|| Few { len: len as u64, begun: now() });
        grain
    }

    /// Begins a call of which many items are left.
    pub(super) fn unwatched<P: Producer>(place: Place, producer: &P) -> Self {
        trust_nobody();
        Grain {
            place,
            threads: current_num_threads(),
            min: producer.min_len().max(1),
            max: producer.max_len().max(1),
            few: None,
            spent: AtomicU64::new(0),
            seen: AtomicU64::new(0),
            whole: Loop::default(),
        }
    }

    /// What an item cost in earlier calls.
    pub(super) fn remembered(&self) -> Cost {
        self.place.cost()
    }

    /// What all pieces of the call are part of. Nothing of the user's may be on the stack between two of them: an open folder
    /// may, since what is on offer waits for it anyway.
    pub(super) fn whole(&self) -> Option<&Loop> {
        Some(&self.whole)
    }

    /// To be held by a thread that runs a part which it took from another.
    pub(super) fn enter(&self) -> Nested {
        trust_nobody();
        self.place.enter()
    }

    /// How often a piece is halved at its beginning, so that there are some parts for each thread.
    pub(super) fn levels(&self) -> u32 {
        if self.threads == 1 { 0 } else { self.threads.ilog2() + 1 }
    }

    /// How often half of `len` items and of what is left is offered before the first block, where offers cost no pieces.
    ///
    /// What is not on offer while that block lasts, which may hold the dearest item of all, should be a small part.
    pub(super) fn offers(&self, len: usize, cost: Cost) -> u32 {
        let levels = self.levels();
        if levels > 0 && cost.of(len) >= MANY_OFFERS_NS { levels + MORE_OFFERS } else { levels }
    }

    /// Whether anything can be given away: if not, nothing need be measured.
    pub(super) fn is_shared(&self) -> bool {
        self.threads > 1
    }

    /// Whether a piece must be split, however cheap it is.
    pub(super) fn too_long(&self, len: usize) -> bool {
        len > self.max && len > 1
    }

    /// Whether half of `len` items is worth giving away.
    ///
    /// No more items than threads are, unless they are known to be cheap: each may be a task of its own, and even wait for
    /// another.
    pub(super) fn worth_sharing(&self, len: usize, cost: Cost) -> bool {
        self.threads > 1 && len / 2 >= self.min && (self.few.is_some() || cost.of(len / 2) >= SHARE_NS)
    }

    /// The time for a [`Meter`].
    fn clock(&self) -> u64 {
        if self.few.is_some() { 0 } else { now() }
    }
}

impl Drop for Grain {
    fn drop(&mut self) {
        let seen = self.seen.load(Relaxed);
        if let Some(few) = &self.few {
            self.place.record(Cost::mean(now().saturating_sub(few.begun), few.len));
        } else if seen > 0 {
            self.place.record(Cost::mean(self.spent.load(Relaxed), seen));
        }
    }
}

/// A call with no more items than threads, and when it began.
struct Few {
    len: u64,
    begun: u64,
}

/// What an item costs, in picoseconds; 0 is unknown.
#[derive(Clone, Copy)]
pub(super) struct Cost(pub(super) u32);

impl Cost {
    pub(super) fn mean(nanoseconds: u64, items: u64) -> Cost {
        let picoseconds = nanoseconds.saturating_mul(1000) / items.max(1);
        Cost(picoseconds.clamp(1, u64::from(u32::MAX)) as u32)
    }

    pub(super) fn is_known(self) -> bool {
        self.0 != 0
    }

    /// Whether `len` items, one for each thread or fewer, may wait for each other: they take long enough to have met.
    pub(super) fn may_be_task(self, len: usize) -> bool {
        self.of(len) >= ALONE_NS + OFFER_NS * len as u64
    }

    /// How many items are known to take less than anybody would share, be they tasks.
    pub(super) fn trifles(self) -> usize {
        if self.is_known() { self.items_in(ALONE_NS) } else { 0 }
    }

    /// The cost of `len` items, in nanoseconds.
    #[inline]
    pub(super) fn of(self, len: usize) -> u64 {
        (len as u64).saturating_mul(u64::from(self.0)) / 1000
    }

    /// From how many items on they [may be tasks](Cost::may_be_task), if ever.
    pub(super) fn least_tasks(self) -> Option<usize> {
        let beyond = u64::from(self.0).checked_sub(OFFER_NS * 1000).filter(|&beyond| beyond > 0)?;
        usize::try_from((ALONE_NS * 1000).div_ceil(beyond)).ok()
    }

    /// How many items are known to take less than so long.
    pub(super) fn fewer_than(self, nanoseconds: u64) -> usize {
        if self.is_known() { self.items_in(nanoseconds) } else { 0 }
    }

    /// How many items take so long.
    fn items_in(self, nanoseconds: u64) -> usize {
        usize::try_from(nanoseconds * 1000 / u64::from(self.0.max(1))).unwrap_or(usize::MAX)
    }
}

/// Measures the piece that a thread is working on.
pub(super) struct Meter<'g> {
    grain: &'g Grain,
    /// The best estimate for what comes next.
    cost: Cost,
    largest_block: usize,
    begun: u64,
    /// When the last block ended.
    looked: u64,
    seen: u64,
    blocks: u64,
}

impl<'g> Meter<'g> {
    /// Begins to measure a piece of `len` items.
    pub(super) fn begin(grain: &'g Grain, cost: Cost, len: usize) -> Self {
        let begun = grain.clock();
        Meter {
            grain,
            cost,
            largest_block: (len / LARGEST_BLOCK).max(1),
            begun,
            looked: begun,
            seen: 0,
            blocks: 0,
        }
    }

    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    /// How many of `len` items to take before looking up again: `least` or more, once the cost is known.
    pub(super) fn block(&self, len: usize, least: usize) -> usize {
        let block = if self.cost.is_known() {
            let largest = self.largest_block.max(self.cost.items_in(LEAST_BLOCK_NS));
            self.cost.items_in(BLOCK_NS).min(largest).max(least)
        } else {
            (self.seen as usize).max(1)
        };
        self.bounded(block, len)
    }

    /// Neither a block nor what it leaves may be shorter than the producer wants.
    fn bounded(&self, block: usize, len: usize) -> usize {
        let block = block.max(self.grain.min);
        if len < block || len - block < self.grain.min { len } else { block }
    }

    /// How many of `len` items to take before looking up again, if a hit among the first is likely.
    ///
    /// Whatever the cost, a block is a quarter of what has been seen: that bounds how much is done in vain, and, in the
    /// logarithm, the number of blocks.
    pub(super) fn growing_block(&self, len: usize) -> usize {
        self.bounded(self.seen as usize / 4, len)
    }

    /// Notes that a block of `items` has ended; tells whether the estimate was far too low.
    pub(super) fn look(&mut self, items: usize) -> bool {
        let time = self.grain.clock();
        let took = time.saturating_sub(self.looked);
        self.looked = time;
        self.seen += items as u64;
        self.blocks += 1;
        if !self.cost.is_known() {
            let so_far = time.saturating_sub(self.begun);
            if so_far >= PROBE_NS {
                // The last block is half of all. The first items may have waited for their code to be brought into memory.
                let (mean, last) = (Cost::mean(so_far, self.seen), Cost::mean(took, items as u64));
                self.cost = if last.0 < mean.0 { last } else { mean };
            }
            return self.cost.is_known();
        }
        let planned = self.cost.of(items);
        if took.abs_diff(planned) <= planned / TOLERATED {
            // Near enough: a new estimate takes some divisions.
            return false;
        }
        // The dearer of the last block and the mean: what was cheap so far may have become dear.
        let mean = Cost::mean(time.saturating_sub(self.begun), self.seen);
        let last = Cost::mean(took, items as u64);
        self.cost = if last.0 > mean.0 { last } else { mean };
        took > (OVERRUN * planned).max(LONG_NS)
    }

    /// Stops the clock while others' time passes, as at the end of a fork.
    pub(super) fn resume(&mut self) {
        let time = self.grain.clock();
        self.begun += time.saturating_sub(self.looked);
        self.looked = time;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        count_blocks(self.blocks);
        // A piece that ended in its probe has been looked at just now.
        if self.seen > 0 {
            self.grain.spent.fetch_add(self.looked.saturating_sub(self.begun), Relaxed);
            self.grain.seen.fetch_add(self.seen, Relaxed);
        }
    }
}
