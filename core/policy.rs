//! The scheduler's choices that are a matter of numbers alone: whom to look at, what to take, what to show, when to call.
//!
//! `deque.rs`, `search.rs`, `wait.rs` and `sleep.rs` ask here. So does the simulator in the tests, which plays these rules
//! with up to 1,024 workers; hence nothing in this file knows threads, clocks or pointers.

/// As many jobs of a worker are public as long as nobody takes them: enough for thieves that come at the
/// same time, and the largest subtrees in a recursion.
pub(crate) const PUBLIC_JOBS: usize = 4;

/// Places in a worker's private ring. A push that finds half of them taken makes all public. A power of two: positions
/// are taken modulo it.
#[cfg_attr(any(loom, shuttle), expect(dead_code, reason = "checkers have a smaller one"))]
pub(crate) const RING: usize = 256;

/// A job that lived shorter than this as a public one, in nanoseconds, was not worth publishing.
pub(crate) const SHORT_LIFE: u64 = 1_000;

/// So many nanoseconds a victim's jobs must have lain before a thief takes one.
pub(crate) const SETTLED: u64 = 400;

/// How far the chain of thieves is followed.
pub(crate) const MAX_HOPS: usize = 4;

/// How many of those who wait for a worker are looked at, nearest first, for one that sleeps and may help.
pub(crate) const MAX_HOMES: usize = 64;

/// How many jobs that do not descend from what is waited for may lie upon each other on one stack. Fewer are worse than
/// none: who has them all waits again.
pub(crate) const MAX_FOREIGN: u32 = 16;

/// How long to search when called, and after a nap, in nanoseconds. As long a waiter looks around before it sleeps.
pub(crate) const SEARCH: u64 = 20_000;
pub(crate) const SEARCH_AFTER_NAP: u64 = 4_000;

/// After a steal that turned out not to descend, the wider search rests so long, in nanoseconds; twice
/// as long after each further one, up to `LONGEST_REST`.
pub(crate) const REST: u64 = 50_000;
pub(crate) const LONGEST_REST: u64 = 1_000 * REST;

/// The first nap, in nanoseconds; each is twice as long as the one before while somebody works.
pub(crate) const FIRST_NAP: u64 = 50_000;
/// After so many fruitless naps (the last takes 0.4 s) a quiet pool has no timers any more.
pub(crate) const NAPS: u32 = 14;
/// In a quiet pool one nap counts for so many, so that there are three in all: each costs some 25 us of processor time.
pub(crate) const QUIET_NAPS: u32 = 7;

/// The `nth` of the others in the order that begins with `start`, all round.
///
/// `own` is the slot that looks, out of `slots`; there are `slots - 1` others.
pub(crate) fn other(slots: usize, own: usize, start: usize, nth: usize) -> usize {
    let round = |place: usize| if place < slots { place } else { place - slots };
    let before_own = round(own + slots - start);
    round(start + nth + usize::from(nth >= before_own))
}

/// How many of the private jobs become public, if `limit` may be.
pub(crate) fn to_publish(private: usize, public: usize, limit: usize) -> usize {
    private.min(limit.saturating_sub(public))
}

/// Whether a searcher asks somebody to give work away, after so many fruitless rounds.
pub(crate) fn asks_after(round: u32) -> bool {
    round % 2 == 0
}

/// How long the nap takes that follows so many fruitless ones.
pub(crate) fn nap(fruitless: u32) -> u64 {
    FIRST_NAP << fruitless.min(NAPS - 1)
}

/// The number of fruitless naps after one more. The longest one is never left out.
pub(crate) fn fruitless(naps: u32, quiet: bool) -> u32 {
    if quiet && naps < NAPS - 1 { (naps + QUIET_NAPS).min(NAPS - 1) } else { naps.saturating_add(1) }
}

/// Whether a thief takes from a victim with so many public jobs, at the time `now`.
///
/// It leaves young ones alone: an owner that takes back its public jobs every few nanoseconds would pay a cache miss for each
/// steal, for nothing. They are young if there are few, and if the first of them was made public, or another taken
/// back, less than `settled` ago, at the time `moved`. It is the victim that remembers: with many victims, a thief that had to
/// come by twice would seldom do.
pub(crate) fn may_take(
    waiting: usize,
    moved: impl FnOnce() -> u64,
    now: impl FnOnce() -> u64,
    settled: u64,
) -> bool {
    waiting > PUBLIC_JOBS || (waiting > 0 && now().saturating_sub(moved()) >= settled)
}
