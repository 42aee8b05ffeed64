//! A worker's day: hold a slot, take a job, run it, look for the next, sleep.
//!
//! A `Worker` is the proof that this thread holds a slot. It is found through a thread-local pointer and
//! lent to a closure, so it cannot outlive the hold. Where jobs are found: `search.rs`; how a worker waits
//! in the middle of a job: `wait.rs`; when it sleeps: `sleep.rs`. The file is long because all that may touch the
//! owner's end of the queues stands here, under three invariants.
//!
//! # Invariants
//! H1. A `Worker` exists only on the thread that holds its slot: `hold` and `visit` make it from a `Claim`,
//!     and lend it and the thread-local pointer for the time of a closure.
//! H2. The slot's pool outlives the hold: the thread that holds has a reference to it further down.
//! H3. The ring holds jobs of the present region only: whoever changes the region flushes first,
//!     which waits for a rescuer that has its hands on the last of them.
#![expect(unsafe_code, reason = "the thread-local slot is a pointer, and so are the queues' jobs")]

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::deque::Steal;
use crate::job::{Header, JobRef, Kind, Public, Region};
use crate::platform::{light_fence, now, thread_local};
use crate::policy::{MAX_HOMES, PUBLIC_JOBS, SHORT_LIFE};
use crate::registry::Registry;
use crate::sleep::Woken;
use crate::slot::{AWAKE, BREADTH, Claim, HUNGRY, REFILL, Slot};
use crate::stats::{COUNTS_JOINS, bump, raise};
use crate::wait::Waiting;

/// A job known to take less, in nanoseconds, is not published while all threads sleep and one is on watch.
const TOO_SMALL: u64 = 3_000;
/// But one of so many is, to see what it takes by now.
const SAMPLES: u32 = 16;

thread_local! {
    static CURRENT: Cell<*const Slot> = const { Cell::new(ptr::null()) };
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// The pool that a thread holds a slot of until it ends.
struct Kept(#[expect(dead_code, reason = "kept for its slot, which `CURRENT` points to")] Arc<Registry>);

impl Drop for Kept {
    fn drop(&mut self) {
        // Other destructors of this thread may still call us: H2 ends here.
        CURRENT.with(|current| current.set(ptr::null()));
    }
}

/// The holder of a slot, on its thread.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worker<'s> {
    slot: &'s Slot,
    not_send: PhantomData<*const ()>,
}

impl<'s> Worker<'s> {
    /// The worker that this thread is, if it holds a slot.
    ///
    /// # Safety
    /// The result does not leave the frame of the caller, since the hold lasts longer than that (H1).
    #[inline(always)]
    pub(crate) unsafe fn current() -> Option<Worker<'s>> {
        let current = CURRENT.with(Cell::get);
        // SAFETY: a pointer that is set belongs to a hold of this thread (H1), whose pool lives (H2).
        let slot = unsafe { current.as_ref() };
        slot.map(|slot| Worker { slot, not_send: PhantomData })
    }
}

impl Worker<'_> {
    /// Calls `f` with the worker that this thread is, if it holds a slot.
    #[inline]
    pub(crate) fn with<R>(f: impl FnOnce(Option<&Worker<'_>>) -> R) -> R {
        // SAFETY: it is lent for the time of the call.
        f(unsafe { Worker::current() }.as_ref())
    }

    /// Makes this thread the holder of a slot while `f` runs. A hold inside another one is allowed.
    pub(crate) fn hold<R>(claim: &Claim<'_>, f: impl FnOnce(&Worker<'_>) -> R) -> R {
        struct Before(*const Slot);
        impl Drop for Before {
            fn drop(&mut self) {
                CURRENT.with(|current| current.set(self.0));
            }
        }
        let slot = claim.slot();
        let _before = Before(CURRENT.with(|current| current.replace(slot)));
        f(&Worker { slot, not_send: PhantomData })
    }

    /// Makes this thread, a guest, the holder of a slot of `registry` while `f` runs, as a root; then gives the slot back.
    #[inline]
    pub(crate) fn visit<R>(registry: &Registry, claim: &Claim<'_>, f: impl FnOnce(&Worker<'_>) -> R) -> R {
        let slot = claim.slot();
        let region = Region::root(slot.fresh_root());
        let _visit = Visit::begin(registry, slot, &region);
        f(&Worker { slot, not_send: PhantomData })
    }

    /// Makes this thread the holder of a slot until it ends. It keeps the pool until then.
    ///
    /// To be called once for a slot that nobody holds, on a thread that holds none (S1).
    pub(crate) fn hold_for_good(registry: Arc<Registry>, index: usize) {
        let slot = ptr::from_ref(&registry.slots[index]);
        KEPT.with(|kept| *kept.borrow_mut() = Some(Kept(registry)));
        CURRENT.with(|current| current.set(slot));
    }

    #[inline]
    pub(crate) fn slot(&self) -> &Slot {
        self.slot
    }

    #[inline]
    pub(crate) fn registry(&self) -> &Registry {
        // SAFETY: H2.
        unsafe { &*self.slot.registry.load(Relaxed) }
    }

    /// Tells whether this worker belongs to that pool.
    pub(crate) fn is_of(&self, registry: &Registry) -> bool {
        ptr::eq(self.slot.registry.load(Relaxed), registry)
    }

    /// The region of what runs here, or null.
    pub(crate) fn region(&self) -> *const Region {
        self.slot.region.load(Relaxed)
    }

    /// Calls `f` with the region of what runs here.
    pub(crate) fn with_region<R>(&self, f: impl FnOnce(Option<&Region>) -> R) -> R {
        // SAFETY: the pointer is set by a frame of this thread below us (`in_region`).
        f(unsafe { self.region().as_ref() })
    }

    /// Pushes the job of a join and returns its position.
    ///
    /// # Safety
    /// 1. The job was made by `Header::private` and stays in its place until `pop`, or until its latch is
    ///    set (J2).
    /// 2. Any thread may run it (J4).
    #[inline]
    pub(crate) unsafe fn push(self, job: NonNull<Header>) -> usize {
        let queue = &self.slot.queue;
        let position = queue.position();
        if queue.may_be_full_at(position) {
            self.make_room(position);
        }
        if COUNTS_JOINS {
            bump(&self.slot.counters.joins, 1);
        }
        // SAFETY: (1) H1, and room was made; (2) the caller's duty.
        unsafe { queue.push(position, job) };
        if self.slot.want() != 0 {
            // SAFETY: the job lives, it was just pushed.
            self.share_first(position, unsafe { job.as_ref() });
        }
        position
    }

    /// Takes back the job at `position`. True: it is the caller's. False: see `reclaim`.
    #[inline]
    pub(crate) fn pop(self, position: usize) -> bool {
        // SAFETY: H1; joins nest, so the position is that of the youngest job.
        unsafe { self.slot.queue.pop(position) }
    }

    /// After a `pop` that failed: finds out what became of a public job, waits for it if it is elsewhere.
    /// True: it is the caller's after all. False: its latch is set.
    ///
    /// # Safety
    /// `job` is what was pushed at `position`, and lives.
    pub(crate) unsafe fn reclaim(self, position: usize, job: NonNull<Header>) -> bool {
        // SAFETY: H1; `pop` was just called.
        if unsafe { self.slot.queue.retake(position) } {
            return true;
        }
        // SAFETY: the job lives, says the caller.
        let header = unsafe { job.as_ref() };
        // SAFETY: the job was public, and `retake` has synchronised with a rescuer (J5).
        let public = unsafe { header.public() };
        let shared = &self.slot.shared;
        let now = now();
        shared.moved.store(now, Relaxed);
        let life = now.saturating_sub(public.born);
        self.registry().costs.record_at(header.code(), position, life);
        if life >= SHORT_LIFE {
            // Otherwise a thief that searches asks by itself.
            self.slot.ask(REFILL);
        }
        while !public.latch.is_set() {
            match self.pop_public() {
                Some(found) if found.pointer() == job => {
                    bump(&self.slot.counters.reclaimed, 1);
                    return true;
                }
                // Younger than ours: spawned by the left side.
                Some(other) => self.execute(other),
                None => {
                    self.wait_for_job(public);
                    break;
                }
            }
        }
        false
    }

    /// Publishes everything if there is no place for a push.
    #[cold]
    #[inline(never)]
    fn make_room(self, position: usize) {
        if self.slot.queue.is_full_at(position) {
            self.flush();
        }
    }

    /// Answers a request at a push, unless the job is known to be too small for anybody to care.
    #[cold]
    #[inline(never)]
    fn share_first(self, position: usize, job: &Header) {
        let (slot, registry) = (self.slot, self.registry());
        let known = registry.costs.get_at(job.code(), position);
        let known = u64::from(known).max(slot.hint.load(Relaxed));
        let turn = slot.turns.load(Relaxed).wrapping_add(1);
        slot.turns.store(turn, Relaxed);
        if known != 0
            && known < TOO_SMALL
            && turn % SAMPLES != 0
            && slot.queue.private_len() == 1
            && slot.want() & BREADTH == 0
            && registry.sleep.watches_only()
        {
            slot.stop_wanting();
            // Orders our push before the second look at the napper, against one that gives the watch up (Z3).
            light_fence();
            if registry.sleep.watches_only() {
                // The napper finds it, should it be larger this time.
                return;
            }
        }
        self.share();
    }

    /// Answers a request for work: publishes the oldest private jobs.
    #[cold]
    fn share(&self) {
        // Before the look at what is public, so that a later request is not lost.
        let all = self.slot.take_wants() & BREADTH != 0;
        let (published, cost) = self.publish(if all { usize::MAX } else { PUBLIC_JOBS });
        if published > 0 {
            let cost = cost.max(self.slot.hint.load(Relaxed));
            self.tell(cost);
        }
    }

    /// Answers a hungry thief with what is private. True: there is public work now.
    pub(crate) fn feed(&self) -> bool {
        self.slot.answer(HUNGRY);
        if self.slot.queue.private_len() > 0 {
            self.share();
        }
        self.public_len() > 0
    }

    /// Publishes everything. Before this worker waits, spawns, or changes its region (H3).
    pub(crate) fn flush(&self) {
        // SAFETY: H1.
        if !unsafe { self.slot.queue.is_all_public() } {
            let (published, cost) = self.publish(usize::MAX);
            if published > 0 {
                self.tell(cost);
            }
        }
    }

    /// Returns how many jobs became public, and what the heaviest is thought to cost (0: not known).
    fn publish(&self, limit: usize) -> (usize, u64) {
        let (born, mut cost, mut unknown) = (now(), 0, false);
        if self.public_len() == 0 {
            self.slot.shared.moved.store(born, Relaxed);
        }
        // SAFETY: H1.
        let published = unsafe {
            self.slot.queue.publish(limit, |position, job| {
                let code = make_public(self.slot, job, born);
                let known = self.registry().costs.get_at(code, position);
                unknown |= known == 0;
                cost = cost.max(u64::from(known));
            })
        };
        bump(&self.slot.counters.published, published as u64);
        self.record_peak();
        (published, if unknown { 0 } else { cost })
    }

    /// Tells the others of new public work that takes about `cost` nanoseconds (0: not known).
    fn tell(&self, cost: u64) {
        if self.registry().slots.len() == 1 {
            // All that may run it is here.
            return;
        }
        if self.registry().notify(cost) {
            return;
        }
        // Nobody is free. One of those who wait for us may help, or anyone who waits where that is allowed.
        let sleeps = |slot: &Slot| slot.shared.doze.load(Relaxed) != AWAKE;
        let told = self.with_region(|region| {
            let homes = region.into_iter().flat_map(Region::homes).take(MAX_HOMES);
            // SAFETY: those slots' holders wait for us, so their pool lives.
            let mut homes = homes.map(|home| unsafe { &*home });
            homes.find(|home| sleeps(home)).inspect(|home| home.parker.unpark()).is_some()
        });
        if !told && self.registry().waiting != Waiting::Descendants {
            if let Some(slot) = self.registry().slots.iter().find(|slot| sleeps(slot)) {
                slot.parker.unpark();
            }
        }
    }

    /// Puts a job that anyone may take on top of the own public deque, and tells the others.
    pub(crate) fn push_public(&self, job: JobRef) {
        self.flush();
        self.put_back(job);
        bump(&self.slot.counters.spawned, 1);
        self.record_peak();
        self.tell(0);
    }

    fn record_peak(&self) {
        raise(&self.slot.counters.peak, self.public_len() as u64);
    }

    /// How many jobs of our own are public.
    fn public_len(&self) -> usize {
        // SAFETY: H1.
        unsafe { self.slot.queue.own_public_len() }
    }

    /// Puts a job back that was just popped.
    pub(crate) fn put_back(&self, job: JobRef) {
        // SAFETY: H1; nothing is private: the callers have flushed.
        unsafe { self.slot.queue.push_public(job.pointer()) };
    }

    /// Takes the youngest public job of our own.
    pub(crate) fn pop_public(&self) -> Option<JobRef> {
        // SAFETY: H1.
        let job = unsafe { self.slot.queue.pop_public() };
        // SAFETY: only jobs that are public and live get into the deque, and each comes out once.
        job.map(|job| unsafe { JobRef::new(job) })
    }

    /// Takes the oldest public job of another slot.
    pub(crate) fn steal_from(&self, victim: &Slot) -> Steal<JobRef> {
        bump(&self.slot.counters.steals_tried, 1);
        match victim.queue.steal() {
            Steal::Taken(job) => {
                bump(&self.slot.counters.steals, 1);
                // SAFETY: as in `pop_public`.
                Steal::Taken(unsafe { JobRef::new(job) })
            }
            Steal::Empty => Steal::Empty,
            Steal::Retry => Steal::Retry,
        }
    }

    /// Takes the oldest private job of another slot, whose holder does not react.
    pub(crate) fn rescue_from(&self, victim: &Slot) -> Option<JobRef> {
        let born = now();
        let job = victim.queue.rescue(|job| {
            make_public(victim, job, born);
        });
        // SAFETY: it is public now, its owner waits for its latch, and it was in the ring once.
        job.map(|job| unsafe { JobRef::new(job) })
    }

    /// Hands a job that we took but may not run to those who may.
    pub(crate) fn give_back(&self, job: JobRef) {
        bump(&self.slot.counters.given_back, 1);
        // SAFETY: the slot's holder waits for the job, so its pool lives.
        match unsafe { job.public().home.as_ref() } {
            Some(home) => {
                home.inbox.push(job);
                home.parker.unpark();
                self.registry().notify(0);
            }
            None => self.registry().inject_again(job),
        }
    }

    /// Runs a job in a region of its own. Nothing is private here when this is called (H3).
    pub(crate) fn execute(&self, job: JobRef) {
        bump(&self.slot.counters.executed, 1);
        self.execute_part(job);
    }

    /// Runs a job that is part of one being executed, as `execute` does. So each is counted once.
    pub(crate) fn execute_part(&self, job: JobRef) {
        let slot = self.slot;
        job.public().thief.store(slot.index + 1, Relaxed);
        slot.ask(REFILL);
        let region = Region::of(&job, || slot.fresh_root());
        self.in_region(&region, || job.run(self));
    }

    /// Runs `f` inside a region, then restores what was before, also if `f` unwinds.
    pub(crate) fn in_region<R>(&self, region: &Region, f: impl FnOnce() -> R) -> R {
        struct Before<'a>(&'a Slot, *mut Region, u64, u64);
        impl Drop for Before<'_> {
            fn drop(&mut self) {
                self.0.region.store(self.1, Relaxed);
                // SAFETY: the region of a frame of this thread below us.
                self.0.lineage.write(unsafe { self.1.as_ref() });
                self.0.shared.root.store(self.2, Relaxed);
                self.0.hint.store(self.3, Relaxed);
            }
        }
        debug_assert_eq!(self.slot.queue.private_len(), 0, "the region changes under private jobs");
        let slot = self.slot;
        let before =
            Before(slot, slot.region.load(Relaxed), slot.shared.root.load(Relaxed), slot.hint.load(Relaxed));
        slot.region.store(ptr::from_ref(region).cast_mut(), Relaxed);
        slot.lineage.write(Some(region));
        slot.shared.root.store(region.root, Relaxed);
        slot.hint.store(0, Relaxed);
        let result = f();
        drop(before);
        result
    }

    /// The life of a pool's own thread: until the pool is over.
    pub(crate) fn work(&self) {
        let registry = self.registry();
        let index = self.slot.index;
        let mut naps = 0;
        let mut woken = Woken::Called;
        loop {
            if let Some(job) = self.search(woken) {
                naps = 0;
                registry.sleep.stop_watching(index);
                let last = registry.sleep.end_search();
                // Z5: whoever searched beside us, or was called from its nap, may have found work, too.
                if last && (registry.sleep.is_unwatched() || registry.has_work(index)) {
                    registry.notify(0);
                }
                let begun = now();
                self.execute(job);
                while let Some(job) = self.next_job() {
                    self.execute(job);
                }
                let ended = now();
                self.note_find(ended.saturating_sub(begun), ended);
                registry.sleep.start_search();
                woken = Woken::Called;
            } else if registry.is_over() && !registry.has_work(index) {
                registry.sleep.end_search();
                return;
            } else {
                bump(&self.slot.counters.sleeps, 1);
                woken = registry.sleep.sleep(
                    index,
                    &mut naps,
                    || registry.has_work(index) || registry.is_over(),
                    || registry.is_busy(),
                );
                bump(&self.slot.counters.naps, u64::from(woken == Woken::Nap));
                bump(&self.slot.counters.wakes, u64::from(woken == Woken::Called));
            }
        }
    }

    /// Works on whatever is there, and returns when there is nothing: for a guest that stands in for a
    /// thread which could not be started.
    pub(crate) fn work_off(&self) {
        while let Some(job) = self.next_job() {
            self.execute(job);
        }
    }

    /// The root of what runs here.
    pub(crate) fn root(&self) -> u64 {
        self.slot.shared.root.load(Relaxed)
    }

    /// Tells whether there are jobs of our own that nobody has begun.
    pub(crate) fn has_pending_jobs(&self) -> bool {
        self.slot.queue.private_len() > 0 || self.public_len() > 0
    }

    /// A reference to the pool that may be kept.
    pub(crate) fn shared_registry(&self) -> Arc<Registry> {
        self.registry().to_arc()
    }
}

/// The stay of a guest, from its lease to the end of its call. What `hold` and `in_region` do, for a slot in which nothing
/// runs and a region that has no ancestors: there is less to be kept.
struct Visit<'r> {
    registry: &'r Registry,
    slot: &'r Slot,
    before: *const Slot,
}

impl<'r> Visit<'r> {
    /// The region lives until this guard is dropped.
    #[inline]
    fn begin(registry: &'r Registry, slot: &'r Slot, region: &Region) -> Self {
        debug_assert!(slot.region.load(Relaxed).is_null(), "a guest comes into the middle of a job");
        slot.region.store(ptr::from_ref(region).cast_mut(), Relaxed);
        slot.shared.root.store(region.root, Relaxed);
        Visit { registry, slot, before: CURRENT.with(|current| current.replace(slot)) }
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let slot = self.slot;
        slot.region.store(ptr::null_mut(), Relaxed);
        slot.shared.root.store(0, Relaxed);
        slot.hint.store(0, Relaxed);
        let worker = Worker { slot, not_send: PhantomData };
        while let Some(job) = worker.pop_public().or_else(|| slot.inbox.take_any()) {
            // Nobody waits for it.
            self.registry.injector.push(job);
        }
        CURRENT.with(|current| current.set(self.before));
        self.registry.end_lease(slot);
    }
}

/// Writes the public part of a private job in the ring of `owner`; returns the address of its code.
///
/// To be called by the owner, or by a rescuer under the queue's lock (J5).
fn make_public(owner: &Slot, job: NonNull<Header>, born: u64) -> usize {
    // Relaxed: the region was set before the job was pushed, and cannot change while it is private (H3).
    let region = owner.region.load(Relaxed);
    let mut public = Public::new(Kind::Join, owner, region, job.as_ptr().cast());
    public.born = born;
    // SAFETY: the ring holds pointers to whole jobs, which live.
    public.within = unsafe { Header::within(job) };
    // SAFETY: the job is in the ring, so it lives.
    let header = unsafe { job.as_ref() };
    // SAFETY: the caller has the job for itself.
    unsafe { header.make_public(public) };
    header.code()
}
