//! How a worker waits in the middle of a job: which jobs it may run meanwhile, and how it sleeps.
//!
//! The plain version ("run anything until the latch is set") piles strangers onto the waiter's stack: a lock
//! held across a join meets a job that wants it, a short call is stuck behind a long job, stacks grow without
//! bound. Here a waiter runs only what helps what it waits for:
//! 1. its own younger jobs (a scope's owner: those of the scope);
//! 2. jobs handed to its mailbox that descend from what it waits for, and broadcasts; a guest those of its own
//!    root, and others after a long sleep only: nobody else may run them, and they may be waited for by who it
//!    waits for;
//! 3. jobs of the slot that runs what it waits for, and of the slot that one waits for, and so on: what a
//!    thief pushes while it runs our job descends from it (leapfrogging);
//! 4. jobs elsewhere under the same root, if they descend; and where it waits for a piece of a loop of ours, all pieces of that
//!    loop: until the loop is over the stack holds no code of a user's between it and the waiter;
//! 5. for a call into another pool: calls that come from other pools, since their callers may be who we
//!    wait for;
//! 6. after a long sleep, if nobody else takes it, a task that was spawned or injected: such tasks have to
//!    make progress even if all workers wait. Not inside `isolate`, and only to a bounded depth.
//!
//! `Waiting` opens this for those who want it open: to all of the same root, or to anything. What does not descend lies on a stack
//! at most `MAX_FOREIGN` times.
//!
//! All slots may be held by workers that wait or block, so that no napper is left: before it sleeps, and every
//! 100 ms, a waiter also takes what the slots of 3 (of 4) hide in their private rings.
//!
//! What a thief took and may not run goes to the mailbox of the slot that waits for it. So does, before it sleeps, what a
//! waiter finds upon the tasks of its scope and may not run.
//!
//! # Why this ends
//! A waiter waits for jobs that started later than itself, or that lie where it looks: its own queue and
//! mailbox, its scope's tasks, calls. So among all frames that wait, the one for the youngest job waits
//! for something that runs. That holds whatever is run on top: it started later than all below it.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::deque::Steal;
use crate::job::{JobRef, Kind, Public};
use crate::latch::Latch;
use crate::platform::{Side, full_fence, now, spin, yield_now};
use crate::policy::{LONGEST_REST, MAX_FOREIGN, MAX_HOPS, REST, SEARCH};
use crate::search::take_injected;
use crate::slot::{AWAKE, DOZING, HUNGRY, PATIENT, REFILL, Slot};
use crate::stats::bump;
use crate::worker::Worker;

/// So many rounds without giving the processor away.
const EAGER_ROUNDS: u32 = 32;
/// How long a task that nobody takes lies before a waiter takes it.
const PATIENCE: Duration = Duration::from_millis(100);
/// How many such tasks may lie upon each other on one stack.
const MAX_STRANGERS: u32 = 16;

/// What a thread of a pool may run while it waits in the middle of a job, for the other side of a join or for the tasks of a
/// scope.
///
/// A thread that waits and finds nothing that it may run stands idle. Simulated pools lose by the default 1 % of their time with 4
/// threads, 4 to 7 with 16, and 6 to 17 with 64, where many small jobs are made by `join` and nothing else is to be done; nothing
/// in loops of parallel iterators, whose pieces a thread may always run while it waits for another piece.
///
/// Whatever is chosen, nothing crosses the wall of an [`isolate`](crate::isolate()), and a thread from outside that works in the
/// pool during its call runs nothing that is not part of it.
///
/// # Examples
///
/// ```
/// use furcate_core::{ThreadPoolBuilder, Waiting, join};
///
/// fn fib(n: u32) -> u64 {
///     if n < 2 {
///         return u64::from(n);
///     }
///     let (a, b) = join(|| fib(n - 1), || fib(n - 2)); // no lock is held here: any other job may run on top
///     a + b
/// }
///
/// let pool = ThreadPoolBuilder::new().num_threads(2).waiting(Waiting::SameRoot).build()?;
/// assert_eq!(pool.install(|| fib(15)), 610);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Waiting {
    /// What descends from what it waits for. A lock that is held across a join or a nested loop meets nobody
    /// that wants it, as if all ran on one thread.
    #[default]
    Descendants,
    /// Also other jobs of the same call into the pool, or of the same detached task. For code that holds no lock, and nothing like
    /// one, where it joins.
    SameRoot,
    /// Anything, as in Rayon: then a short call may also have to wait for a long stranger. To measure against.
    Any,
}

/// What a worker waits for.
#[derive(Clone, Copy)]
pub(crate) struct Quest<'a> {
    /// What admissible jobs descend from.
    tag: *const (),
    /// The loop of which a piece is waited for, or 0.
    within: usize,
    /// The stolen job of a join, whose thief can be helped.
    job: Option<&'a Public>,
    /// We wait for another pool.
    abroad: bool,
}

impl Worker<'_> {
    /// Waits until the job of a join, which somebody took, has run.
    pub(crate) fn wait_for_job(&self, job: &Public) {
        self.wait(&job.latch, Quest { tag: job.tag, within: job.within, job: Some(job), abroad: false });
    }

    /// Waits until a scope's latch is set. `abroad` if the scope belongs to another pool.
    pub(crate) fn wait_for_scope(&self, latch: &Latch, tag: *const (), abroad: bool) {
        self.flush();
        self.wait(latch, Quest { tag, within: 0, job: None, abroad });
    }

    fn wait(&self, latch: &Latch, quest: Quest<'_>) {
        let mut search = Search { rest_until: 0, rest: REST };
        let shared = &self.slot().shared;
        let helping_before = shared.helping.load(Relaxed);
        let mut rounds = 0;
        let mut start = 0;
        while !latch.is_set() {
            if let Some(thief) = quest.thief() {
                shared.helping.store(thief, Relaxed);
            }
            if let Some(job) = self.find_for(quest, &mut search) {
                self.help(job, quest);
                rounds = 0;
                continue;
            }
            rounds += 1;
            if rounds == 1 {
                start = now();
            }
            if rounds < EAGER_ROUNDS {
                spin();
            } else if now().saturating_sub(start) < SEARCH {
                yield_now();
            } else {
                rounds = 0;
                self.doze(latch, quest, &mut search);
            }
        }
        shared.helping.store(helping_before, Relaxed);
    }

    /// Finds a job that may be run while waiting for `quest`.
    fn find_for(&self, quest: Quest<'_>, search: &mut Search) -> Option<JobRef> {
        let slot = self.slot();
        if let Some(job) = slot.broadcasts.take(|job| self.may_broadcast(job)) {
            return Some(job);
        }
        if let Some(job) = self.pop_public() {
            if quest.job.is_some() || self.helps(&job, quest) {
                return Some(job);
            }
            self.put_back(job);
        }
        if let Some(job) = slot.inbox.take(|job| self.may_run(job, quest)) {
            return Some(job);
        }
        if quest.abroad {
            if let Some(job) = take_injected(&self.registry().calls) {
                if self.may_run(&job, quest) {
                    return Some(job);
                }
                self.registry().calls.push(job);
            }
        }
        self.leapfrog(quest, search).or_else(|| self.find_elsewhere(quest, search)).or_else(|| {
            let registry = self.registry();
            let any = self.may_run_any() && self.wall().is_none();
            any.then(|| take_injected(&registry.calls).or_else(|| take_injected(&registry.injector)))?
        })
    }

    fn may_run(&self, job: &JobRef, quest: Quest<'_>) -> bool {
        self.helps(job, quest) || (quest.abroad && job.public().kind == Kind::Call && self.is_inside(job))
    }

    /// Tells whether a job may be run while waiting for `quest`, wherever it is found.
    fn helps(&self, job: &JobRef, quest: Quest<'_>) -> bool {
        if job.descends_from(quest.tag) {
            return true;
        }
        if self.slot().foreign.load(Relaxed) >= MAX_FOREIGN {
            return false;
        }
        (quest.within != 0 && job.is_within(quest.within))
            || (self.registry().waiting != Waiting::Descendants
                && (self.may_run_any() || job.root() == Some(self.root()))
                && self.is_inside(job))
    }

    /// Tells whether jobs of other roots may be run, too.
    fn may_run_any(&self) -> bool {
        let slot = self.slot();
        self.registry().waiting == Waiting::Any
            && !slot.guest.load(Relaxed)
            && slot.foreign.load(Relaxed) < MAX_FOREIGN
    }

    /// Runs a job that was found while waiting for `quest`.
    fn help(&self, job: JobRef, quest: Quest<'_>) {
        if job.descends_from(quest.tag) {
            return self.execute(job);
        }
        let foreign = &self.slot().foreign;
        foreign.store(foreign.load(Relaxed) + 1, Relaxed);
        self.execute(job);
        foreign.store(foreign.load(Relaxed) - 1, Relaxed);
    }

    /// Broadcasts ask for this very slot. A guest runs those of its own root only.
    fn may_broadcast(&self, job: &JobRef) -> bool {
        let slot = self.slot();
        self.is_inside(job)
            && (!slot.guest.load(Relaxed) || job.root() == Some(slot.shared.root.load(Relaxed)))
    }

    /// Tells whether no wall stands between the job and us.
    fn is_inside(&self, job: &JobRef) -> bool {
        self.wall().is_none_or(|wall| job.descends_from(wall))
    }

    fn wall(&self) -> Option<*const ()> {
        self.with_region(|region| region.and_then(|region| region.wall_tag()))
    }

    /// Helps the slot that took our job, and those it waits for in turn.
    fn leapfrog(&self, quest: Quest<'_>, search: &mut Search) -> Option<JobRef> {
        let mut next = quest.thief()?;
        for _ in 0..MAX_HOPS {
            let victim = self.registry().slots.get(next.checked_sub(1)?)?;
            if victim.index == self.slot().index {
                return None;
            }
            if let Some(job) = self.steal_helpful(victim, quest, search) {
                bump(&self.slot().counters.leapfrogs, 1);
                return Some(job);
            }
            if victim.queue.public_len() == 0 {
                victim.ask(HUNGRY | REFILL);
            }
            next = victim.shared.helping.load(Relaxed);
        }
        None
    }

    /// Looks everywhere for a job that may be run while we wait.
    fn find_elsewhere(&self, quest: Quest<'_>, search: &mut Search) -> Option<JobRef> {
        if search.rest_until != 0 && now() < search.rest_until {
            return None;
        }
        let any = self.may_run_any();
        let wide = quest.within != 0 || self.registry().waiting != Waiting::Descendants;
        let wide = wide && self.slot().foreign.load(Relaxed) < MAX_FOREIGN;
        self.others().find_map(|victim| {
            if let Some(job) = victim.inbox.take(|job| self.helps(job, quest)) {
                return Some(job);
            }
            // Another root has nothing of ours. Relaxed: a hint, the job itself is asked below.
            let same_root = victim.shared.root.load(Relaxed) == self.root();
            if !any && !(same_root && (wide || quest.may_be_served_by(victim))) {
                return None;
            }
            self.steal_helpful(victim, quest, search)
        })
    }

    fn steal_helpful(&self, victim: &Slot, quest: Quest<'_>, search: &mut Search) -> Option<JobRef> {
        let job = self.try_steal(victim)?;
        if self.helps(&job, quest) {
            return Some(job);
        }
        search.rest_until = now() + search.rest;
        search.rest = (search.rest * 2).min(LONGEST_REST);
        self.give_back(job);
        None
    }

    /// Sleeps until the latch is set, until there may be something to help with, or until a task that
    /// nobody takes has lain long enough; that is then run.
    fn doze(&self, latch: &Latch, quest: Quest<'_>, search: &mut Search) {
        let shared = &self.slot().shared;
        shared.doze.store(DOZING, Relaxed);
        // Orders our announcement before the last look, against a push before its look at `doze`.
        full_fence(Side::Sleeper);
        let found = self
            .find_for(quest, search)
            .or_else(|| self.rescue_from_thieves(quest))
            .or_else(|| self.uncover(quest));
        if let Some(job) = found {
            shared.doze.store(AWAKE, Relaxed);
            self.help(job, quest);
            return;
        }
        let patient = self.strangers_wait();
        if patient {
            shared.doze.store(PATIENT, Relaxed);
        }
        let start = now();
        if latch.fall_asleep() {
            let counters = &self.slot().counters;
            bump(&counters.dozes, 1);
            bump(&counters.barred, u64::from(self.registry().has_work(self.slot().index)));
            self.slot().parker.park(Some(PATIENCE));
            latch.wake_up();
        }
        shared.doze.store(AWAKE, Relaxed);
        if u128::from(now().saturating_sub(start)) < PATIENCE.as_nanos() || latch.is_set() {
            return;
        }
        if let Some(job) = self.take_hidden(quest) {
            self.help(job, quest);
        } else if let Some(job) = self.slot().broadcasts.take(|job| self.is_inside(job)) {
            // A guest's: two guests that broadcast wait for each other's slot.
            self.execute(job);
        } else if patient {
            self.run_stranger();
        }
    }

    /// Takes what the slots hide that `leapfrog` looks at, and that did not answer it.
    fn rescue_from_thieves(&self, quest: Quest<'_>) -> Option<JobRef> {
        let mut next = quest.thief()?;
        for _ in 0..MAX_HOPS {
            let victim = self.registry().slots.get(next.checked_sub(1)?)?;
            if victim.index == self.slot().index {
                return None;
            }
            if let Some(job) = self.try_rescue(victim) {
                return self.if_helpful(job, quest);
            }
            next = victim.shared.helping.load(Relaxed);
        }
        None
    }

    /// Takes a task of our scope that lies in our own queue under strangers' tasks, and hands those on:
    /// there may be nobody who steals them, and a guest or isolated code never runs them.
    fn uncover(&self, quest: Quest<'_>) -> Option<JobRef> {
        if quest.job.is_some() {
            return None;
        }
        while let Some(job) = self.pop_public() {
            if job.descends_from(quest.tag) {
                return Some(job);
            }
            if job.public().kind == Kind::Join {
                // Older than the scope: its owner comes back to it.
                self.put_back(job);
                break;
            }
            self.give_back(job);
        }
        None
    }

    /// Takes what any slot of the same root has or hides, whether we rest or not, and young or not. All slots
    /// may be held, so that no napper does it; and a stranger comes last.
    fn take_hidden(&self, quest: Quest<'_>) -> Option<JobRef> {
        let root = self.slot().shared.root.load(Relaxed);
        self.others().find_map(|victim| {
            if let Some(job) = victim.inbox.take(|job| self.helps(job, quest)) {
                return Some(job);
            }
            if victim.shared.root.load(Relaxed) != root {
                return None;
            }
            match self.steal_from(victim) {
                Steal::Taken(job) => self.if_helpful(job, quest),
                Steal::Empty | Steal::Retry => {
                    self.try_rescue(victim).and_then(|job| self.if_helpful(job, quest))
                }
            }
        })
    }

    fn if_helpful(&self, job: JobRef, quest: Quest<'_>) -> Option<JobRef> {
        if self.helps(&job, quest) {
            return Some(job);
        }
        self.give_back(job);
        None
    }

    /// Tells whether there are tasks that nobody has taken.
    fn strangers_wait(&self) -> bool {
        let (slot, registry) = (self.slot(), self.registry());
        self.wall().is_none()
            && slot.strangers.load(Relaxed) < MAX_STRANGERS
            && !slot.guest.load(Relaxed)
            && (!registry.injector.is_empty()
                || !registry.calls.is_empty()
                || !slot.inbox.is_empty()
                || slot.queue.public_len() > 0)
    }

    /// Runs one task that has nothing to do with what we wait for.
    fn run_stranger(&self) {
        let (slot, registry) = (self.slot(), self.registry());
        let task = |job: &JobRef| job.public().kind != Kind::Join;
        let own = || {
            let job = self.pop_public()?;
            if task(&job) {
                return Some(job);
            }
            self.put_back(job);
            None
        };
        let found = own()
            .or_else(|| slot.inbox.take(task))
            .or_else(|| take_injected(&registry.calls))
            .or_else(|| take_injected(&registry.injector));
        let Some(job) = found else { return };
        bump(&slot.counters.strangers, 1);
        slot.strangers.store(slot.strangers.load(Relaxed) + 1, Relaxed);
        self.execute(job);
        slot.strangers.store(slot.strangers.load(Relaxed) - 1, Relaxed);
    }

    /// Runs one pending job, whosesoever it is; inside `isolate` only one from inside.
    pub(crate) fn run_one(&self, anywhere: bool) -> bool {
        self.flush();
        let job = match self.wall() {
            Some(tag) => {
                let mut search = Search { rest_until: 0, rest: REST };
                let quest = Quest { tag, within: 0, job: None, abroad: false };
                self.find_for(quest, &mut search)
            }
            None if anywhere => self.next_job().or_else(|| {
                self.others().find_map(|victim| match self.steal_from(victim) {
                    Steal::Taken(job) => Some(job),
                    Steal::Empty | Steal::Retry => victim.inbox.take_any(),
                })
            }),
            None => self.slot().broadcasts.take_any().or_else(|| self.pop_public()),
        };
        let found = job.is_some();
        if let Some(job) = job {
            self.execute(job);
        }
        found
    }
}

impl Quest<'_> {
    /// Tells whether a slot seems to work on what we wait for. Where that is a scope, tasks may lie anywhere.
    fn may_be_served_by(&self, victim: &Slot) -> bool {
        self.job.is_none() || victim.lineage.may_contain(self.tag)
    }

    /// One more than the index of the slot that runs the job we wait for.
    fn thief(&self) -> Option<usize> {
        self.job.map(|job| job.thief.load(Relaxed))
    }
}

/// What a waiter remembers between two looks.
#[derive(Debug)]
struct Search {
    /// Until when the wider search rests; 0: not at all.
    rest_until: u64,
    rest: u64,
}
