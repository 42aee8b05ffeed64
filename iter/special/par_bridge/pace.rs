//! How many items a member of the crew takes at once.

use std::time::Duration;

use super::{BLOCK, WORTH_SHARING_NS};

/// How much work a batch should be: long against two turns at a lock, short against the patience of a user who watches
/// the source being read ahead.
const BATCH_PS: u64 = 10_000_000;

/// The longest wait for the iterator.
const PATIENCE: Duration = Duration::from_millis(10);

/// What an item costs, in picoseconds: to get it from the iterator, and to work on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub(super) pull: u64,
    pub(super) work: u64,
}

impl Pace {
    /// The pace of items of which nothing else is known than what both take together.
    pub(super) fn from_cost(cost_ns: u64) -> Self {
        Pace { pull: 0, work: cost_ns.saturating_mul(1000) }
    }

    /// How many items to take at once.
    pub(super) fn batch(self) -> usize {
        let items = BATCH_PS / self.pull.saturating_add(self.work).max(1);
        items.clamp(1, 4 * BLOCK as u64) as usize
    }

    /// Whether another thread would be of use: working must take long enough, by itself and against pulling.
    pub(super) fn wants_help(self) -> bool {
        self.work >= self.pull / 4 && self.work.saturating_mul(self.batch() as u64) >= WORTH_SHARING_NS * 1000
    }

    /// How long to wait for the iterator when `pieces` want it: some turns, as they usually take.
    pub(super) fn patience(self, pieces: usize) -> Duration {
        let turn_ns = self.pull / 1000 * self.batch() as u64;
        let turns = Duration::from_nanos(turn_ns.saturating_mul(2 * pieces as u64));
        (Duration::from_micros(50) + turns).min(PATIENCE)
    }

    /// Whether a turn at the iterator is so short that looking twice is better than going to sleep.
    pub(super) fn is_brisk(self) -> bool {
        self.pull.saturating_mul(self.batch() as u64) < BATCH_PS
    }
}

/// Takes a new measurement of `items` into account: a rise at once, a fall by and by, so that one cheap item among dear ones
/// does not make somebody take a hundred.
pub(super) fn adjust(mean: &mut u64, nanoseconds: u64, items: usize) {
    let new = nanoseconds.saturating_mul(1000) / items.max(1) as u64;
    *mean = if new > *mean { new } else { *mean - *mean / 4 + new / 4 };
}
