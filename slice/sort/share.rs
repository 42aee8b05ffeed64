//! A join that says how much work its right side is.
//!
//! A pool at rest is woken only for work that is worth it. Of a plain `join` it has to learn that; a sort knows how
//! many items it hands out and about what each costs, so its first join wakes who is needed.

use furcate_core::adapt::{Forked, fork};

/// About what an item costs, in nanoseconds, with the cheapest items. Only orders of magnitude matter.
#[derive(Debug, Clone, Copy)]
pub(super) enum Work {
    /// Looked at or moved once.
    Pass,
    /// Compared once and moved.
    Merge,
    /// Brought in order.
    Sort,
}

/// Runs both, perhaps at the same time; the second one does `work` on so many items.
pub(super) fn both<A, B, RA, RB>(work: Work, items: usize, first: A, second: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB + Send,
    RB: Send,
{
    let each = match work {
        Work::Pass => 1,
        Work::Merge => 3,
        Work::Sort => 15,
    };
    let cost = (items as u64).saturating_mul(each);
    match fork(None, first, second, |second| second(), cost) {
        (first, Forked::Taken(second)) => (first, second),
        (first, Forked::Kept(second)) => (first, second()),
    }
}
