//! Folding straight from the iterator, as a serial loop does, with an eye on the clock.
//!
//! The cheapest way as long as nobody else is there to take items: they are laid down nowhere. It goes in parts, which begin
//! with one item and grow to a microsecond, so that dear items are soon told from cheap ones.

use std::iter::Fuse;

use furcate_core::adapt::now;

use super::pace::BATCH_NS;
use super::{DEAR_NS, WORTH_A_CREW_PS, WORTH_SHARING_NS};
use crate::iter::plumbing::Folder;

/// How long a part should take: long against a look at the clock (20 ns), and short enough to stop soon.
const PART_NS: u64 = 1_000;

/// No part is longer: items behind so many cheap ones may be dear.
const MOST_ITEMS: u64 = 1024;

/// The length of the first part where items were cheap before.
const FIRST: u64 = 16;

/// So many times dearer than before is not believed at once: a thread may have been interrupted.
const SURPRISE: u64 = 4;

/// An iterator, and how it goes.
pub(super) struct Straight<I: Iterator> {
    pub(super) items: Fuse<I>,
    /// What an item takes, in picoseconds; zero as long as nothing is known.
    pub(super) cost: u64,
    part: u64,
}

impl<I: Iterator> Straight<I> {
    /// Begins with items that cost so much before.
    pub(super) fn new(items: Fuse<I>, cost: u64) -> Self {
        let part = if 0 < cost && cost < 1000 * PART_NS / FIRST { FIRST } else { 1 };
        Straight { items, cost, part }
    }

    /// Goes on with items that cost so much by now.
    pub(super) fn restart(&mut self, cost: u64) {
        self.cost = cost;
        self.part = 1;
    }

    /// Whether to look for help, after so many nanoseconds.
    pub(super) fn is_worth_sharing(&self, spent: u64) -> bool {
        if self.cost < WORTH_A_CREW_PS {
            return false;
        }
        let (least, most) = self.items.size_hint();
        if self.cost > 1000 * DEAR_NS {
            return most != Some(1);
        }
        let time = |items: usize| self.cost.saturating_mul(items as u64) / 1000;
        // Where nothing else is known it will take as long again.
        let ahead = spent.max(time(least));
        most.map_or(ahead, |most| ahead.min(time(most))) > WORTH_SHARING_NS
    }

    /// Folds one part, which begins at the time `begun`. Tells when it ended, and whether there may be more items.
    #[inline]
    pub(super) fn fold_part<F: Folder<I::Item>>(&mut self, folder: F, begun: u64) -> (F, u64, bool) {
        let part = self.part;
        let mut left = part;
        let folder = folder.consume_iter(Part { items: &mut self.items, left: part, out: &mut left });
        let time = now();
        let taken = part - left;
        if taken > part / 2 {
            let took = time - begun;
            let seen = took.saturating_mul(1000) / taken;
            if took > PART_NS && self.cost > 0 && seen > SURPRISE * self.cost {
                self.restart(SURPRISE * self.cost);
            } else {
                self.cost = seen;
                self.part = (2 * part).min(1000 * PART_NS / seen.max(1)).clamp(1, MOST_ITEMS);
            }
        }
        (folder, time, taken == part)
    }

    /// Folds about a batch, and tells whether there may be more items.
    pub(super) fn fold_batch<F: Folder<I::Item>>(&mut self, mut folder: F) -> (F, bool) {
        let begun = now();
        let (mut time, mut more) = (begun, true);
        while more && time - begun < BATCH_NS && !folder.full() {
            (folder, time, more) = self.fold_part(folder, time);
        }
        let more = more || folder.full();
        (folder, more)
    }
}

/// The next `left` items.
///
/// As `take`, but the count stays in a register while a folder folds, and is known in the end. In memory it costs a nanosecond
/// an item, half of what the cheapest take in all.
struct Part<'i, I: Iterator> {
    items: &'i mut Fuse<I>,
    left: u64,
    /// Where to say how many were not taken.
    out: &'i mut u64,
}

impl<I: Iterator> Iterator for Part<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        let item = if self.left > 0 { self.items.next() } else { None };
        self.left -= u64::from(item.is_some());
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let (least, most) = self.items.size_hint();
        (least.min(left), Some(most.map_or(left, |most| most.min(left))))
    }

    #[inline]
    fn fold<B, F: FnMut(B, I::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let (mut left, mut so_far) = (self.left, init);
        while left > 0 {
            let Some(item) = self.items.next() else { break };
            so_far = f(so_far, item);
            left -= 1;
        }
        self.left = left;
        so_far
    }
}

impl<I: Iterator> Drop for Part<'_, I> {
    fn drop(&mut self) {
        *self.out = self.left;
    }
}
