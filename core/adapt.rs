//! What the iterator bridge may ask of the scheduler beyond the public operations.
//!
//! Scaffold: the names and their contracts stand, the answers are the plainest ones that are correct.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use crate::FnContext;

/// Tells whether an idle thread has asked the current worker to give work away.
#[inline]
pub fn hungry() -> bool {
    false
}

/// Takes note of the request that [`hungry`] told of.
#[inline]
pub fn answer_hunger() {}

/// Makes the next pushes of the current worker visible to all at once.
#[inline]
pub fn invite() {}

/// Reads a monotonic clock, in nanoseconds.
#[inline]
pub fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

const SITES: usize = 1024;
static COSTS: [AtomicU32; SITES] = [const { AtomicU32::new(0) }; SITES];

fn site(key: usize) -> &'static AtomicU32 {
    &COSTS[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as usize) >> 20) % SITES]
}

/// Tells the remembered cost of a call site, or 0 when none is known.
#[inline]
pub fn site_cost(key: usize) -> u32 {
    site(key).load(Relaxed)
}

/// Adds one measurement to the moving average of a call site.
pub fn record_site_cost(key: usize, cost: u32) {
    let site = site(key);
    let old = site.load(Relaxed);
    let new = if old == 0 { cost } else { old - old / 4 + cost / 4 };
    site.store(new.max(1), Relaxed);
}

/// Runs `f` as a worker of the current pool.
pub fn as_worker<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    if crate::current_thread_index().is_some() {
        return f();
    }
    let mut result = None;
    crate::in_place_scope(|scope| scope.spawn(|_| result = Some(f())));
    result.expect("the scope ran its only job")
}

/// Runs both closures, as `join_context` does, knowing about how long `b` will take.
pub fn join_hinted<A, B, RA, RB>(a: A, b: B, _b_cost_ns: u64) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    crate::join_context(a, b)
}

/// What became of what was offered by a [`fork`].
#[derive(Debug)]
pub enum Forked<D, R> {
    /// Nobody took it: here it is again, for the caller to go on with.
    Kept(D),
    /// Another worker took it and came to this.
    Taken(R),
}

/// Offers the work `run(offered)` to other workers while running `a` here; gives `offered` back if nobody took it.
///
/// As `join`, but an un-stolen right side is returned instead of run, so that the caller can go on with the
/// state that `a` left behind. `a` always runs on the calling thread and need not be `Send`. `cost_ns` is the estimated
/// duration of the work on offer, for the decision to wake somebody; 0 when unknown. Off a worker it just runs `a`.
///
/// # Panics
///
/// As `join`: a panic of `a` waits for what was taken and drops what was kept; of two panics that of `a` wins.
pub fn fork<A, D, F, RA, RB>(a: A, offered: D, run: F, _cost_ns: u64) -> (RA, Forked<D, RB>)
where
    A: FnOnce() -> RA,
    D: Send,
    F: FnOnce(D) -> RB + Send,
    RB: Send,
{
    let offered = std::sync::Mutex::new(Some(offered));
    let take = || offered.lock().ok().and_then(|mut offered| offered.take());
    let mut taken = None;
    let (left, kept) = crate::in_place_scope(|scope| {
        scope.spawn(|_| taken = take().map(run));
        let left = a();
        (left, take())
    });
    match kept {
        Some(kept) => (left, Forked::Kept(kept)),
        None => (left, Forked::Taken(taken.expect("the scope ran what it took"))),
    }
}

/// Publishes what the current worker still holds privately, oldest first, in answer to [`hungry`].
///
/// Clears the request. Returns whether there is now public work of this worker: if not, the caller may split
/// what it is working on, call [`invite`], and [`fork`].
#[inline]
pub fn feed() -> bool {
    answer_hunger();
    false
}
