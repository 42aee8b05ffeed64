//! Where a worker with nothing to do finds a job: at home, in the post, at the others'.
//!
//! A round looks at the own queue and mailboxes, the injector, then at all other slots from a random start.
//! Fruitless rounds ask a busy slot to give something away; after a nap, work that a holder hides is taken
//! from it. Rounds end when a time is up, then the caller sleeps.
//!
//! What a thief leaves alone: `policy.rs`.

use std::sync::atomic::Ordering::Relaxed;

use crossbeam_deque::Steal as Stolen;

use crate::deque::Steal;
use crate::job::JobRef;
use crate::platform::{Injector, now, spin, yield_now};
use crate::policy::{self, PUBLIC_JOBS, SEARCH, SEARCH_AFTER_NAP, SETTLED};
use crate::sleep::Woken;
use crate::slot::{HUNGRY, REFILL, Slot};
use crate::stats::bump;
use crate::worker::Worker;

/// How long to search at most where more than half of the awake workers do: between one and so many times 1 us, at
/// random, so that not all leave at once.
const CROWDED: usize = 8;
/// After so many rounds the searcher yields its processor between two rounds.
const EAGER_ROUNDS: u32 = 32;
/// Every so many jobs the injector comes before the own queue: outside jobs wait for so many at most.
const TURNS: u32 = 64;
/// A backlog whose jobs take less than this on a thief, in nanoseconds, is not worth its help: each steal costs the
/// owner as much. The thief then leaves backlogs alone for a moment, twice as long after each further one.
const TINY: u64 = 500;
const FIRST_REST: u64 = 1_000;
const LONGEST_REST: u64 = 16_000;
/// How often a lost race at one victim is tried again at once.
const RETRIES: u32 = 4;

impl Worker<'_> {
    /// Searches for a job until one is found or the time is up.
    pub(crate) fn search(&self, woken: Woken) -> Option<JobRef> {
        let start = now();
        let limit = if woken == Woken::Nap { SEARCH_AFTER_NAP } else { SEARCH };
        let patience = 1_000 * (1 + self.slot().random(CROWDED) as u64);
        let mut round = 0_u32;
        loop {
            if let Some(job) = self.next_job().or_else(|| self.steal_any()) {
                return Some(job);
            }
            round += 1;
            if policy::asks_after(round) {
                self.ask_someone();
            }
            if round < EAGER_ROUNDS {
                spin();
            } else {
                yield_now();
            }
            if round % 4 == 0 {
                let time = now().saturating_sub(start);
                if time >= limit || (time >= patience && self.registry().sleep.is_crowded()) {
                    break;
                }
            }
        }
        if woken == Woken::Nap { self.rescue_any() } else { None }
    }

    /// The next job that is ours without stealing.
    pub(crate) fn next_job(&self) -> Option<JobRef> {
        let slot = self.slot();
        if let Some(job) = slot.broadcasts.take_any() {
            return Some(job);
        }
        let turn = slot.turns.load(Relaxed).wrapping_add(1);
        slot.turns.store(turn, Relaxed);
        if turn % TURNS == 0 {
            if let Some(job) = self.injected() {
                return Some(job);
            }
        }
        self.pop_public().or_else(|| slot.inbox.take_any()).or_else(|| self.injected())
    }

    /// The oldest job from outside.
    fn injected(&self) -> Option<JobRef> {
        let registry = self.registry();
        take_injected(&registry.calls).or_else(|| take_injected(&registry.injector))
    }

    /// One sweep over the other slots, from a random start.
    pub(crate) fn steal_any(&self) -> Option<JobRef> {
        self.others().find_map(|victim| self.try_steal(victim).or_else(|| victim.inbox.take_any()))
    }

    /// All other slots, from a random start.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Slot> {
        let slots = &self.registry().slots;
        let (count, own) = (slots.len(), self.slot().index);
        let start = self.slot().random(count);
        (1..count).map(move |nth| &slots[policy::other(count, own, start, nth - 1)])
    }

    /// Takes the oldest public job of a victim, if it has lain for a while.
    pub(crate) fn try_steal(&self, victim: &Slot) -> Option<JobRef> {
        // Not even a look, which would take a cache line from a busy owner.
        if self.rests_from(victim) {
            return None;
        }
        let waiting = victim.queue.public_len();
        if !policy::may_take(waiting, || victim.shared.moved.load(Relaxed), now, SETTLED) {
            return None;
        }
        for _ in 0..RETRIES {
            match self.steal_from(victim) {
                Steal::Taken(job) => {
                    let backlog = if waiting > PUBLIC_JOBS { victim.index + 1 } else { 0 };
                    self.slot().rest.backlog.store(backlog, Relaxed);
                    victim.ask(REFILL);
                    return Some(job);
                }
                Steal::Empty => return None,
                Steal::Retry => spin(),
            }
        }
        None
    }

    /// Notes how long it took to work off what a search has found.
    pub(crate) fn note_find(&self, ns: u64, now: u64) {
        let rest = &self.slot().rest;
        let time = match rest.time.load(Relaxed) {
            _ if ns >= TINY || rest.backlog.load(Relaxed) == 0 => 0,
            0 => FIRST_REST,
            time => (2 * time).min(LONGEST_REST),
        };
        rest.time.store(time, Relaxed);
        rest.until.store(now + time, Relaxed);
    }

    /// Tells whether the backlog of a slot is to be left alone for the moment.
    fn rests_from(&self, victim: &Slot) -> bool {
        let rest = &self.slot().rest;
        rest.time.load(Relaxed) != 0
            && rest.backlog.load(Relaxed) == victim.index + 1
            && now() < rest.until.load(Relaxed)
    }

    /// Asks one busy slot to give something away.
    fn ask_someone(&self) {
        let registry = self.registry();
        let victim = &registry.slots[self.slot().random(registry.slots.len())];
        if victim.index != self.slot().index && victim.shared.root.load(Relaxed) != 0 {
            victim.ask(HUNGRY);
        }
    }

    /// Takes a job that its owner neither runs nor publishes.
    fn rescue_any(&self) -> Option<JobRef> {
        self.others().find_map(|victim| self.try_rescue(victim))
    }

    /// Takes the oldest private job of a victim that has nothing public.
    pub(crate) fn try_rescue(&self, victim: &Slot) -> Option<JobRef> {
        if victim.queue.private_len() == 0 || victim.queue.public_len() > 0 {
            return None;
        }
        let job = self.rescue_from(victim)?;
        bump(&self.slot().counters.rescues, 1);
        victim.ask(REFILL);
        Some(job)
    }
}

/// Takes the oldest job of an injector.
pub(crate) fn take_injected(injector: &Injector<JobRef>) -> Option<JobRef> {
    loop {
        match injector.steal() {
            Stolen::Success(job) => return Some(job),
            Stolen::Empty => return None,
            Stolen::Retry => spin(),
        }
    }
}
