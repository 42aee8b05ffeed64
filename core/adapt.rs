//! What the iterator bridge may ask of the scheduler beyond the public operations.
//!
//! Is somebody hungry, what has this call site cost before, what time is it; and a join that knows how heavy its
//! right side is, and gives it back. All are cheap enough to be asked between two blocks of a loop.
//! Not for users: this module changes whenever the bridge needs something else.

use crate::costs::Costs;
pub use crate::join::Forked;
use crate::join::{Hint, fork_here};
use crate::slot::{HUNGRY, REFILL};
use crate::stats::bump;
use crate::worker::Worker;
use crate::{global, platform};

/// Notes that the current worker has run so many blocks of items.
#[inline]
pub fn count_blocks(blocks: u64) {
    Worker::with(|worker| {
        if let Some(worker) = worker {
            bump(&worker.slot().counters.blocks, blocks);
        }
    });
}

/// Tells whether an idle thread has asked the current worker to give work away.
#[inline]
#[must_use]
pub fn hungry() -> bool {
    Worker::with(|worker| worker.is_some_and(|worker| worker.slot().want() & HUNGRY != 0))
}

/// Makes the next push of the current worker visible to all at once.
#[inline]
pub fn invite() {
    Worker::with(|worker| {
        if let Some(worker) = worker {
            worker.slot().ask(REFILL);
        }
    });
}

/// Reads a monotonic clock, in nanoseconds since an arbitrary moment.
#[inline]
#[must_use]
pub fn now() -> u64 {
    platform::now()
}

static SITES: Costs = Costs::new();

/// Tells the remembered cost of a call site in the caller's unit, or 0 when none is known.
#[inline]
#[must_use]
pub fn site_cost(key: usize) -> u32 {
    SITES.get(key)
}

/// Adds one measurement to the moving average of a call site; the new one weighs a quarter.
#[inline]
pub fn record_site_cost(key: usize, cost: u32) {
    SITES.record_mean(key, cost);
}

/// Runs `f` as a worker of the current pool: at once where this thread is one, else as a guest, else on
/// one of the pool's threads.
#[inline]
pub fn as_worker<R>(f: impl FnOnce() -> R + Send) -> R
where
    R: Send,
{
    global::in_current(|_| f())
}

/// A loop, for `fork`: who waits for a piece of it may run any other. Known by its address.
#[derive(Debug, Default)]
pub struct Loop(#[expect(dead_code, reason = "takes a byte, so that the address is its own")] u8);

/// Offers the work `run(offered)` to other workers while running `a` here; gives `offered` back if nobody
/// took it.
///
/// As `join`, but an un-stolen right side is returned instead of run, so that the caller can go on with the
/// state that `a` left behind. `a` always runs on the calling thread and need not be `Send`. `cost_ns` is the
/// estimated duration of the work on offer, for the decision to wake somebody; 0 when unknown. Off a
/// worker it just runs `a`.
///
/// `part_of` names the loop that `a` and the offer are pieces of. While the caller waits for what was taken, it then runs other
/// pieces, too. So between the frame where the loop lies and this one there must be no code of the user's
/// on the stack, once `a` has ended: it could hold a lock that a piece wants.
///
/// # Panics
///
/// As `join`: a panic of `a` waits for what was taken and drops what was kept; of two panics that of `a`
/// wins.
#[inline]
pub fn fork<A, D, F, RA, RB>(
    part_of: Option<&Loop>,
    a: A,
    offered: D,
    run: F,
    cost_ns: u64,
) -> (RA, Forked<D, RB>)
where
    A: FnOnce() -> RA,
    D: Send,
    F: FnOnce(D) -> RB + Send,
    RB: Send,
{
    Worker::with(|worker| match worker {
        Some(worker) => {
            bump(&worker.slot().counters.splits, 1);
            let _hint = Hint::give(worker, cost_ns);
            let within = part_of.map_or(0, |part_of| std::ptr::from_ref(part_of).addr());
            fork_here(*worker, within, a, offered, run)
        }
        None => (a(), Forked::Kept(offered)),
    })
}

/// Publishes what the current worker still holds privately, oldest first, in answer to [`hungry`].
///
/// Clears the request. Returns whether there is now public work of this worker: if not, the caller may split
/// what it is working on, call [`invite`], and [`fork`].
#[inline]
pub fn feed() -> bool {
    Worker::with(|worker| worker.is_some_and(Worker::feed))
}
