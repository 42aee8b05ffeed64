//! How many items a member of the crew takes at once, and whether more members would be of use.

use std::mem::size_of;
use std::time::Duration;

use super::WORTH_PASSING_PS;

/// How much work a batch should be: long against two turns at a lock, short against the patience of a user who watches
/// the source being read ahead.
pub(super) const BATCH_NS: u64 = 10_000;
const BATCH_PS: u64 = 1000 * BATCH_NS;

/// No batch has more items, or takes more bytes: it is to stay in the core's own caches.
const MOST_ITEMS: usize = 4096;
const MOST_BYTES: usize = 256 << 10;

/// Fewer items at once are not cheap: somebody may work on the second while the first is worked on.
const CHEAP: usize = 8;

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
    pub(super) fn from_cost(cost: u64) -> Self {
        Pace { pull: 0, work: cost }
    }

    /// What an item takes in all.
    pub(super) fn cost(self) -> u64 {
        self.pull.saturating_add(self.work)
    }

    /// Takes into account what an item costs in all by now; the shares are thought to be as before.
    pub(super) fn scale_to(&mut self, cost: u64) {
        let pull = u128::from(self.pull) * u128::from(cost) / u128::from(self.cost().max(1));
        self.pull = u64::try_from(pull).map_or(cost, |pull| pull.min(cost));
        self.work = cost - self.pull;
    }

    /// How many items of type `T` to take at once.
    pub(super) fn batch<T>(self) -> usize {
        let items = BATCH_PS / self.cost().max(1);
        let most = (MOST_BYTES / size_of::<T>().max(1)).clamp(1, MOST_ITEMS);
        items.clamp(1, most as u64) as usize
    }

    /// Whether so many fit into a batch that a member who is alone need not let go of the iterator in between.
    pub(super) fn is_cheap<T>(self) -> bool {
        self.batch::<T>() >= CHEAP
    }

    /// Whether another thread would be of use: working must take long enough, by itself and against pulling.
    pub(super) fn wants_help<T>(self) -> bool {
        let batch_ps = self.work.saturating_mul(self.batch::<T>() as u64);
        self.work >= WORTH_PASSING_PS.max(self.pull / 4) && batch_ps >= BATCH_PS / 2
    }

    /// Whether another thread is of no use: all that it could gain is working, which takes next to nothing.
    pub(super) fn is_pulling(self) -> bool {
        self.work < self.pull / 8
    }

    /// How long to wait for the iterator when `pieces` want it: some turns, as they usually take.
    pub(super) fn patience<T>(self, pieces: usize) -> Duration {
        let turn_ns = self.pull / 1000 * self.batch::<T>() as u64;
        let turns = Duration::from_nanos(turn_ns.saturating_mul(2 * pieces as u64));
        (Duration::from_micros(50) + turns).min(PATIENCE)
    }

    /// Whether a turn at the iterator is so short that looking twice is better than going to sleep.
    pub(super) fn is_brisk<T>(self) -> bool {
        self.pull.saturating_mul(self.batch::<T>() as u64) < BATCH_PS
    }
}

/// Takes a new measurement of `items` into account: a rise at once, a fall by and by, so that one cheap item among dear ones
/// does not make somebody take a hundred.
pub(super) fn adjust(mean: &mut u64, nanoseconds: u64, items: usize) {
    let new = nanoseconds.saturating_mul(1000) / items.max(1) as u64;
    *mean = if new > *mean { new } else { *mean - *mean / 4 + new / 4 };
}
