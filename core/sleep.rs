//! When to sleep, and whom to wake.
//!
//! A slot without work is free: its bit is set in `free`, its thread sleeps (or was never started), and a
//! guest may lease it. A thread that looks for work is counted in `searchers`. One sleeper may be the
//! *napper*: it sleeps by the clock, in growing naps, and looks after each; so that work which was not
//! worth a wake-up, or which its owner hides, is found after all. A napper that finds work passes the watch
//! on to another sleeper.
//!
//! No job is lost between a push and a sleep:
//! 1. who goes to sleep leaves `searchers`, sets its bit, fences, and looks once more;
//! 2. who pushes pushes, fences, and looks at `searchers` and `free`.
//!
//! One of the two sees the other. A waker counts the woken thread as a searcher at once, so that pushes in
//! between wake nobody else.
//!
//! # Invariants
//! Z1. Whoever clears a bit of `free` holds that slot (S1) until it sets the bit again, or hands the slot to
//!     its thread by the token.
//! Z2. `searchers` is left before the bit is set, and entered after it is cleared.
//! Z3. Who gives up the napper's role does so before a fence and a last look.
//! Z4. Who leaves work to nobody, since all slots are held, marks `missed` before a fence and a last look at
//!     the bits; a guest looks at the mark after it has set its bit, and a fence. Where the mark is there already,
//!     and no bit, the push and its fence are enough: who takes the mark passes another fence before it looks.
//! Z5. While somebody works and a thread sleeps, somebody searches or naps: else a job that its owner hides would
//!     never be found. The last one to leave the searchers for work wakes another if there is no napper, and so
//!     does a guest that leaves.

use std::fmt;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, SeqCst};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use crate::keys::{Key, keeps};
use crate::latch::Parker;
use crate::platform::{
    AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Side, full_fence, full_fence_after_rmw, heavy_fence, now,
};
use crate::policy;

/// Work must be worth so many wake-ups to be worth one: two threads share the gain, and may be wrong.
const WORTH: u64 = 8;
/// What waking costs the waker until it was measured, in nanoseconds.
const FIRST_WAKE_COST: u64 = 5_000;
/// Jobs below this many nanoseconds do not fill the bucket.
const DROP: u64 = 3_000;

/// Who sleeps in a pool.
pub(crate) struct Sleep {
    free: Mask,
    searchers: CachePadded<AtomicUsize>,
    /// 0, or one more than the index of the slot whose thread naps.
    napper: CachePadded<AtomicUsize>,
    /// Somebody found no slot to wake, or could not look: whoever gives a slot up has to.
    missed: CachePadded<AtomicBool>,
    beds: Box<[CachePadded<Bed>]>,
    /// Moving average of what waking cost the waker, in nanoseconds. Relaxed: a guess.
    wake_cost: AtomicU64,
    /// A leaky bucket of work that was not worth a wake-up one by one: level, and when it was changed.
    bucket: AtomicU64,
    bucket_time: AtomicU64,
}

/// Where the thread of one slot sleeps.
struct Bed {
    /// The slot was claimed for the thread: it holds it, and is counted as a searcher.
    token: AtomicBool,
    parker: Parker,
    thread: AtomicU8,
}

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;
const FAILED: u8 = 2;

/// Why `Sleep::sleep` returned. In all cases the caller holds its slot and is counted as a searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// There was work after all: it did not sleep.
    Stayed,
    /// Somebody wants us.
    Called,
    /// A nap is over: look, also for what others hide.
    Nap,
}

impl Sleep {
    /// A pool of `slots`, whose threads are all at work, or (`lazy`) not started yet.
    pub(crate) fn new(slots: usize, lazy: bool) -> Self {
        let thread = if lazy { ABSENT } else { PRESENT };
        let bed = || {
            CachePadded::new(Bed {
                token: AtomicBool::new(false),
                parker: Parker::new(),
                thread: AtomicU8::new(thread),
            })
        };
        Sleep {
            free: Mask::new(slots, lazy),
            searchers: CachePadded::new(AtomicUsize::new(0)),
            napper: CachePadded::new(AtomicUsize::new(0)),
            missed: CachePadded::new(AtomicBool::new(false)),
            beds: (0..slots).map(|_| bed()).collect(),
            wake_cost: AtomicU64::new(FIRST_WAKE_COST),
            bucket: AtomicU64::new(0),
            bucket_time: AtomicU64::new(0),
        }
    }

    pub(crate) fn start_search(&self) {
        self.searchers.fetch_add(1, SeqCst);
    }

    /// True: we were the last one searching, and should wake another if there is more to find.
    pub(crate) fn end_search(&self) -> bool {
        let last = self.searchers.fetch_sub(1, SeqCst) == 1;
        if last {
            // Orders our leaving before the caller's look at the queues, against a pusher that still
            // counted on us.
            full_fence_after_rmw(Side::Sleeper);
        }
        last
    }

    /// Tells whether nobody searches, and somebody will look at all slots by and by. Relaxed: a hint.
    pub(crate) fn watches_only(&self) -> bool {
        self.searchers.load(Relaxed) == 0 && self.napper.load(Relaxed) != 0
    }

    /// After `end_search` or `give_up`: tells whether nobody watches by the clock.
    pub(crate) fn is_unwatched(&self) -> bool {
        // Relaxed: who gave the role up while we searched did so before leaving the searchers; who gives it
        // up after a `give_up` sees our bit.
        self.napper.load(Relaxed) == 0
    }

    pub(crate) fn is_free(&self, slot: usize) -> bool {
        self.free.has(slot)
    }

    /// Tells whether nobody holds a slot.
    pub(crate) fn all_free(&self) -> bool {
        self.free.count() == self.beds.len()
    }

    /// Tells a searcher whether more than half of those who are awake search. Two always may.
    pub(crate) fn is_crowded(&self) -> bool {
        // Relaxed: a guess. Who goes to sleep looks once more in any case.
        let searchers = self.searchers.load(Relaxed);
        searchers > 2 && 2 * searchers > self.beds.len() - self.free.count().min(self.beds.len())
    }

    pub(crate) fn anyone_free(&self) -> bool {
        self.free.first(0).is_some()
    }

    /// Gives a slot up: its bit is set, and the caller has to look for work once more (Z2).
    pub(crate) fn give_up(&self, slot: usize) {
        self.free.set(slot);
        // Orders our bit before our last look, against a pusher's push before its look at the bits.
        full_fence_after_rmw(Side::Sleeper);
    }

    /// Tries to take a free slot (Z1).
    pub(crate) fn claim(&self, slot: usize) -> bool {
        self.free.clear(slot)
    }

    /// Leases any free slot, the napper's only if there is no other. The role of the napper may come with it:
    /// then the pool has nobody on watch until its thread misses the slot, or the slot is given back.
    pub(crate) fn lease(&self) -> Option<usize> {
        let napper = self.napper.load(Relaxed);
        let mut spare = None;
        let mut from = 0;
        while let Some(slot) = self.free.first(from) {
            from = slot + 1;
            if slot + 1 == napper {
                spare = Some(slot);
            } else if self.claim(slot) {
                self.stop_watching(slot);
                return Some(slot);
            }
        }
        let slot = spare.filter(|&slot| self.claim(slot))?;
        self.stop_watching(slot);
        Some(slot)
    }

    /// Sleeps until called, until a nap is over, or until `look` sees work.
    ///
    /// The caller holds `slot`, its queue is empty (S3), and it is counted as a searcher. `naps` counts the
    /// naps since it last found work or was called, those of a quiet pool sevenfold; while others are `busy`, the
    /// role of the napper is kept.
    pub(crate) fn sleep(
        &self,
        slot: usize,
        naps: &mut u32,
        look: impl Fn() -> bool,
        busy: impl Fn() -> bool,
    ) -> Woken {
        let bed = &self.beds[slot];
        self.searchers.fetch_sub(1, SeqCst);
        self.give_up(slot);
        let mut napping = self.take_role(slot, || *naps < policy::NAPS || busy());
        if keeps(Key::LastLook) && look() {
            if self.return_to(slot) {
                self.stop_watching(slot);
                return Woken::Stayed;
            }
            // A guest may have the slot, who does not know what a pusher left to us.
            self.pass_on();
        }
        loop {
            if bed.token.swap(false, AcqRel) {
                self.stop_watching(slot);
                // Somebody uses the pool again: worth a watch of full length.
                *naps = 0;
                return Woken::Called;
            }
            if !napping {
                bed.parker.park(None);
                continue;
            }
            bed.parker.park(Some(Duration::from_nanos(policy::nap(*naps))));
            if bed.token.swap(false, AcqRel) {
                self.stop_watching(slot);
                // Somebody uses the pool again: worth a watch of full length.
                *naps = 0;
                return Woken::Called;
            }
            *naps = policy::fruitless(*naps, self.all_free());
            if self.return_to(slot) {
                return Woken::Nap;
            }
            // Claimed by a waker, whose token comes, or by a guest. Somebody else has to watch.
            napping = false;
            self.stop_watching(slot);
            self.pass_on();
        }
    }

    /// Takes the role of the napper if it is free, or keeps it; or gives it up.
    fn take_role(&self, slot: usize, wanted: impl Fn() -> bool) -> bool {
        if !wanted() {
            self.stop_watching(slot);
            // Z3: a pusher that still saw the role has pushed before our look; and who kept a job private
            // for the napper to find, before our second question. The latter passes a light fence only.
            if heavy_fence() && !wanted() {
                return false;
            }
        }
        match self.napper.compare_exchange(0, slot + 1, AcqRel, Acquire) {
            Ok(_) => true,
            Err(napper) => napper == slot + 1,
        }
    }

    /// Gives the napper's role up, if this slot's thread has it. True: it had, and should see to it that
    /// somebody else watches.
    pub(crate) fn stop_watching(&self, slot: usize) -> bool {
        // Relaxed: only this thread, or a guest on its slot, changes the word while it names the slot.
        self.napper.load(Relaxed) == slot + 1
            && self.napper.compare_exchange(slot + 1, 0, AcqRel, Relaxed).is_ok()
    }

    /// Takes the own slot back after a sleep.
    fn return_to(&self, slot: usize) -> bool {
        let mine = self.claim(slot);
        if mine {
            self.start_search();
        }
        mine
    }

    /// Sees to it that somebody else looks in the caller's place.
    fn pass_on(&self) {
        if !self.anyone_else() {
            self.missed.store(true, Relaxed);
            // Z4.
            full_fence(Side::Pusher);
            self.anyone_else();
        }
    }

    /// Wakes somebody whose thread there is already.
    fn anyone_else(&self) -> bool {
        let has_thread = |slot: usize| self.beds[slot].thread.load(Relaxed) == PRESENT;
        self.searchers.load(Relaxed) > 0
            || (0..self.beds.len()).any(|slot| has_thread(slot) && self.wake(slot, |_| false))
    }

    /// After `give_up`: tells whether somebody counts on a look by the caller (Z4).
    pub(crate) fn has_missed(&self) -> bool {
        let missed = self.missed.load(Relaxed) && self.missed.swap(false, AcqRel);
        if missed {
            // Orders our taking of the mark before our look, against a push before a look at the mark.
            full_fence_after_rmw(Side::Sleeper);
        }
        missed
    }

    /// Sleeps for good until the token comes: how a thread that was started by a waker begins.
    pub(crate) fn take_token(&self, slot: usize) {
        let bed = &self.beds[slot];
        while !bed.token.swap(false, AcqRel) {
            bed.parker.park(None);
        }
    }

    /// After a push: wakes somebody if the work is worth it (`ns` to do, 0 when unknown) and nobody looks.
    /// `start` starts a thread. False: there is no free slot with a thread.
    pub(crate) fn notify(&self, ns: u64, start: impl Fn(usize) -> bool) -> bool {
        // Orders the caller's push before our look at the sleepers, against `give_up`.
        full_fence(Side::Pusher);
        if self.searchers.load(Relaxed) > 0 {
            return true;
        }
        let napper = self.napper.load(Relaxed);
        if napper != 0 && ns != 0 && !self.is_worth_waking(ns) {
            return true;
        }
        // Relaxed: if the mark is still there, whoever takes it sees our push (Z4).
        let marked = self.missed.load(Relaxed);
        if self.anyone_free() {
            if self.wake_any(&start) {
                return true;
            }
        } else if marked {
            return false;
        }
        self.missed.store(true, Relaxed);
        // Z4: orders our mark before the second look at the bits, against `give_up`.
        full_fence(Side::Pusher);
        self.anyone_free() && self.wake_any(start)
    }

    /// Wakes one free thread; the napper, who is on watch, only if there is no other. True: somebody will
    /// look.
    pub(crate) fn wake_any(&self, start: impl Fn(usize) -> bool) -> bool {
        let napper = self.napper.load(Relaxed);
        let mut from = 0;
        while let Some(slot) = self.free.first(from) {
            if slot + 1 != napper && self.wake(slot, &start) {
                return true;
            }
            from = slot + 1;
        }
        if napper != 0 && self.wake(napper - 1, &start) {
            return true;
        }
        self.searchers.load(Relaxed) > 0
    }

    /// Wakes the thread of one slot, if that is free. False: it is not, or its thread cannot be started.
    pub(crate) fn wake(&self, slot: usize, start: impl Fn(usize) -> bool) -> bool {
        let bed = &self.beds[slot];
        // Relaxed: a failure is for good, and the other two are told apart after the claim.
        if bed.thread.load(Relaxed) == FAILED || !self.claim(slot) {
            return false;
        }
        self.start_search();
        bed.token.swap(keeps(Key::Token), AcqRel);
        if bed.thread.swap(PRESENT, AcqRel) == PRESENT {
            let before = now();
            bed.parker.unpark();
            self.measure_wake(now().saturating_sub(before));
            return true;
        }
        if start(slot) {
            return true;
        }
        bed.thread.swap(FAILED, AcqRel);
        bed.token.swap(false, AcqRel);
        self.searchers.fetch_sub(1, SeqCst);
        self.give_up(slot);
        // Somebody may have counted on this searcher.
        self.missed.store(true, Relaxed);
        false
    }

    /// Tells whether no thread of the pool can be started.
    pub(crate) fn has_no_threads(&self) -> bool {
        (0..self.beds.len()).all(|slot| self.has_no_thread(slot))
    }

    /// Tells whether the thread of a slot cannot be started.
    pub(crate) fn has_no_thread(&self, slot: usize) -> bool {
        self.beds[slot].thread.load(Acquire) == FAILED
    }

    /// Calls every sleeping thread, so that it sees the end of the pool. None is started for that.
    pub(crate) fn wake_all(&self) {
        if !keeps(Key::EndCalls) {
            return;
        }
        for slot in 0..self.beds.len() {
            if self.beds[slot].thread.load(Acquire) == PRESENT {
                self.wake(slot, |_| false);
            }
        }
    }

    fn measure_wake(&self, ns: u64) {
        let old = self.wake_cost.load(Relaxed);
        self.wake_cost.store(old - old / 8 + ns.min(100_000) / 8, Relaxed);
    }

    fn is_worth_waking(&self, ns: u64) -> bool {
        let wake_cost = self.wake_cost.load(Relaxed);
        ns >= WORTH * wake_cost || (ns >= DROP && self.fill_bucket(ns, 2 * WORTH * wake_cost))
    }

    /// Many small jobs one after the other deserve a helper, too: the bucket leaks a quarter of the time
    /// that passes. Relaxed throughout: a lost update is a wake-up more or less.
    fn fill_bucket(&self, ns: u64, full: u64) -> bool {
        let now = now();
        let elapsed = now.saturating_sub(self.bucket_time.load(Relaxed));
        self.bucket_time.store(now, Relaxed);
        let level = self.bucket.load(Relaxed).saturating_sub(elapsed / 4) + ns;
        self.bucket.store(if level >= full { 0 } else { level }, Relaxed);
        level >= full
    }
}

impl fmt::Debug for Sleep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sleep")
            .field("searchers", &self.searchers.load(Relaxed))
            .field("napper", &self.napper.load(Relaxed))
            .field("wake_cost", &self.wake_cost.load(Relaxed))
            .finish_non_exhaustive()
    }
}

/// One bit a slot, in as many words as it takes.
struct Mask(Box<[AtomicU64]>);

impl Mask {
    fn new(bits: usize, set: bool) -> Self {
        let word = |index: usize| match bits - index * 64 {
            _ if !set => 0,
            left if left >= 64 => u64::MAX,
            left => (1 << left) - 1,
        };
        Mask((0..bits.div_ceil(64)).map(|index| AtomicU64::new(word(index))).collect())
    }

    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64].load(Relaxed) & (1 << (bit % 64)) != 0
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.load(Relaxed).count_ones() as usize).sum()
    }

    /// Release: what the last holder did to the slot is handed over with the bit.
    fn set(&self, bit: usize) {
        self.0[bit / 64].fetch_or(1 << (bit % 64), AcqRel);
    }

    /// True: the bit was set, and is now the caller's. Acquire: pairs with `set`.
    fn clear(&self, bit: usize) -> bool {
        let bit_in_word = 1 << (bit % 64);
        self.has(bit) && self.0[bit / 64].fetch_and(!bit_in_word, AcqRel) & bit_in_word != 0
    }

    /// The first set bit at or above `from`.
    fn first(&self, from: usize) -> Option<usize> {
        let mut skipped = u64::MAX << (from % 64);
        for index in from / 64..self.0.len() {
            let word = self.0[index].load(Relaxed) & skipped;
            if word != 0 {
                return Some(index * 64 + word.trailing_zeros() as usize);
            }
            skipped = u64::MAX;
        }
        None
    }
}
