//! What a pool is: its slots, what waits outside them, who sleeps, and when it is over.
//!
//! A `Registry` is shared by the pool's handle, its threads, and whoever holds a slot. It counts what keeps
//! the pool alive: the handle, and each detached task. When the count comes to zero every thread leaves as
//! soon as it finds nothing to do.
//!
//! How a thread from outside gets its work done: as a guest on a free slot (`as_guest`) where the pool
//! allows it, else through an injector (`inject`), waiting in `scope.rs`.
//!
//! # Guests
//! G1. A guest gives its slot back when its call is done, also by a panic, with an empty queue (S3): detached
//!     tasks go to the injector.
//! G2. After giving it back it looks for work once more, and calls a napper if others work and there is none (Z5).

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::{Arc, Weak};

use crate::costs::Costs;
use crate::job::{JobRef, Payload};
use crate::keys::{Key, keeps};
use crate::platform::thread::{self, JoinHandle};
use crate::platform::{self, AtomicUsize, Condvar, Injector, Mutex, Side, fixed, full_fence, lock};
use crate::sleep::Sleep;
use crate::slot::{BREADTH, Claim, DOZING, REFILL, Slot};
use crate::stats::{Counters, Stats, bump};
use crate::wait::Waiting;
use crate::worker::Worker;

pub(crate) type IndexHandler = Box<dyn Fn(usize) + Send + Sync>;
pub(crate) type PanicHandler = Box<dyn Fn(Payload) + Send + Sync>;

/// What a pool's user wants to be called for.
#[derive(Default)]
pub(crate) struct Handlers {
    pub(crate) start: Option<IndexHandler>,
    pub(crate) exit: Option<IndexHandler>,
    pub(crate) panic: Option<PanicHandler>,
}

/// How a pool is set up.
pub(crate) struct Setup {
    pub(crate) threads: usize,
    pub(crate) handlers: Handlers,
    /// Threads from outside may lease slots.
    pub(crate) guests: bool,
    /// Threads are started when there is work for them.
    pub(crate) lazy: bool,
    /// Joins publish all they have at once, so that the oldest work is done first.
    pub(crate) breadth_first: bool,
    pub(crate) waiting: Waiting,
}

/// A pool.
pub(crate) struct Registry {
    pub(crate) slots: Box<[Slot]>,
    /// Jobs from threads that hold no slot here.
    pub(crate) injector: Injector<JobRef>,
    /// Calls from workers of other pools, which wait for them.
    pub(crate) calls: Injector<JobRef>,
    pub(crate) sleep: Sleep,
    pub(crate) costs: Costs,
    pub(crate) guests: bool,
    /// What a worker may run while it waits.
    pub(crate) waiting: Waiting,
    handlers: Handlers,
    lazy: bool,
    /// The handle, and each detached task. At zero the pool ends.
    alive: AtomicUsize,
    /// Threads that have begun and not ended yet.
    running: Mutex<usize>,
    ended: Condvar,
    handles: Mutex<Vec<JoinHandle<()>>>,
    /// The process that the threads belong to; see `platform::generation`.
    generation: u32,
    itself: Weak<Registry>,
    pub(crate) outside: Counters,
}

impl Registry {
    pub(crate) fn new(setup: Setup) -> Arc<Self> {
        static POOLS: fixed::AtomicU16 = fixed::AtomicU16::new(0);
        platform::prepare();
        let pool = POOLS.fetch_add(1, Relaxed).wrapping_add(1);
        let breadth_first = setup.breadth_first;
        let registry = Arc::new_cyclic(|itself| Registry {
            slots: (0..setup.threads).map(|index| Slot::new(index, pool, itself.as_ptr())).collect(),
            injector: Injector::new(),
            calls: Injector::new(),
            sleep: Sleep::new(setup.threads, setup.lazy),
            costs: Costs::new(),
            guests: setup.guests,
            waiting: setup.waiting,
            handlers: setup.handlers,
            lazy: setup.lazy,
            alive: AtomicUsize::new(1),
            running: Mutex::new(0),
            ended: Condvar::new(),
            handles: Mutex::new(Vec::new()),
            generation: platform::generation(),
            itself: itself.clone(),
            outside: Counters::default(),
        });
        if breadth_first {
            registry.slots.iter().for_each(|slot| slot.ask(BREADTH));
        }
        registry
    }

    /// A reference that may be kept.
    pub(crate) fn to_arc(&self) -> Arc<Registry> {
        match self.itself.upgrade() {
            Some(registry) => registry,
            None => unreachable!("a registry in use has references"),
        }
    }

    #[inline]
    pub(crate) fn num_threads(&self) -> usize {
        self.slots.len()
    }

    /// Tells whether the threads stayed behind in the parent of a fork.
    #[inline]
    pub(crate) fn is_orphan(&self) -> bool {
        self.generation != platform::generation()
    }

    /// Tells whether the holder of a slot would find something. After a fence it misses nothing that was
    /// pushed before one.
    pub(crate) fn has_work(&self, slot: usize) -> bool {
        !self.injector.is_empty()
            || !self.calls.is_empty()
            || !self.slots[slot].broadcasts.is_empty()
            || self.slots.iter().any(|slot| slot.queue.public_len() > 0 || !slot.inbox.is_empty())
    }

    /// Tells whether somebody works, and may hide jobs in a private ring.
    pub(crate) fn is_busy(&self) -> bool {
        if self.sleep.all_free() {
            return false;
        }
        let mut busy = false;
        for slot in self.slots.iter().filter(|slot| !self.sleep.is_free(slot.index)) {
            // Who holds its slot for good works without a root.
            busy |= slot.shared.root.load(Relaxed) != 0 || slot.queue.private_len() > 0;
            // Should nobody watch from now on, the next push calls.
            slot.ask(REFILL);
        }
        busy
    }

    /// After a push of work that takes about `ns` nanoseconds (0: not known): sees to it that somebody looks.
    /// False: all slots are held.
    pub(crate) fn notify(&self, ns: u64) -> bool {
        if self.is_orphan() {
            return true;
        }
        self.sleep.notify(ns, |slot| self.start_thread(slot))
    }

    /// Hands in a job from outside, and sees to it that somebody runs it.
    pub(crate) fn inject(&self, job: JobRef) {
        self.injector.push(job);
        self.called();
    }

    /// Hands in the call of another pool's worker.
    pub(crate) fn call(&self, job: JobRef) {
        self.calls.push(job);
        self.called();
    }

    /// Hands a job in that somebody took and may not run.
    pub(crate) fn inject_again(&self, job: JobRef) {
        self.injector.push(job);
        self.call_somebody();
    }

    /// After a push that no holder of a slot here answers for.
    pub(crate) fn called(&self) {
        // Relaxed: read for information only, here and below.
        self.outside.injected.fetch_add(1, Relaxed);
        self.call_somebody();
    }

    fn call_somebody(&self) {
        if !self.notify(0) {
            self.rouse_dozers();
            self.serve();
        }
    }

    /// Tells those who sleep in the middle of a job of work that nobody takes.
    fn rouse_dozers(&self) {
        for slot in self.slots.iter().filter(|slot| slot.shared.doze.load(Relaxed) == DOZING) {
            slot.parker.unpark();
        }
    }

    /// Where no thread could be started at all, the caller does the pool's work.
    fn serve(&self) {
        if self.sleep.has_no_threads() {
            while self.has_work(0) && self.as_guest(|worker| worker.work_off()).is_ok() {}
        }
    }

    /// Hands in a job that only the holder of one slot may run.
    pub(crate) fn post(&self, slot: usize, job: JobRef) {
        self.outside.posted.fetch_add(1, Relaxed);
        self.slots[slot].broadcasts.push(job);
        // Orders the post before our look at the sleeper, against `give_up`.
        full_fence(Side::Pusher);
        self.deliver(slot);
    }

    /// Sees to it that the post of a slot is read.
    fn deliver(&self, slot: usize) {
        if self.is_orphan() || self.sleep.wake(slot, |slot| self.start_thread(slot)) {
            return;
        }
        self.slots[slot].parker.unpark();
        if self.sleep.has_no_thread(slot) && self.sleep.claim(slot) {
            // Its thread cannot be started: we stand in for it.
            Worker::visit(self, &self.begin_lease(slot), |worker| {
                while let Some(job) = worker.slot().broadcasts.take_any() {
                    worker.execute(job);
                }
            });
        }
    }

    /// Runs `f` on a free slot, if there is one.
    #[inline]
    pub(crate) fn as_guest<R, F>(&self, f: F) -> Result<R, F>
    where
        F: FnOnce(&Worker<'_>) -> R,
    {
        match self.lease() {
            Some(claim) => Ok(Worker::visit(self, &claim, f)),
            None => Err(f),
        }
    }

    /// Leases a free slot. All of it that does not depend on what is to be run is in here and in `end_lease`, so that
    /// a call from outside is little code.
    fn lease(&self) -> Option<Claim<'_>> {
        let index = self.sleep.lease()?;
        Some(self.begin_lease(index))
    }

    /// Makes a slot ready that the caller has claimed.
    #[inline]
    fn begin_lease(&self, index: usize) -> Claim<'_> {
        let slot = &self.slots[index];
        bump(&slot.counters.guests, 1);
        slot.guest.store(true, Relaxed);
        slot.start_wanting();
        Claim::new(slot)
    }

    /// Gives a slot back whose guest has done its call (G1, G2).
    #[inline]
    pub(crate) fn end_lease(&self, slot: &Slot) {
        let index = slot.index;
        slot.guest.store(false, Relaxed);
        self.sleep.give_up(index);
        if !slot.broadcasts.is_empty() {
            self.deliver(index);
        }
        if !keeps(Key::GuestLooks) {
            return;
        }
        if (self.sleep.has_missed() && self.has_work(index)) || !self.injector.is_empty() {
            self.called_again();
        } else if self.sleep.is_unwatched() && self.is_busy() {
            // What the others hide is not ours to do where there are no threads.
            self.notify(0);
        }
    }

    #[cold]
    fn called_again(&self) {
        if !self.notify(0) {
            self.serve();
        }
    }

    /// Starts the thread of a lazily started slot, which was claimed for it.
    fn start_thread(&self, index: usize) -> bool {
        if !self.lazy {
            return false;
        }
        let registry = self.to_arc();
        *lock(&self.running) += 1;
        let body = move || registry.run_thread(index, true);
        let started = thread::Builder::new().spawn(body);
        if started.is_err() {
            *lock(&self.running) -= 1;
        }
        started.is_ok()
    }

    /// A thread for `run_thread` is on its way.
    pub(crate) fn expect_thread(&self) {
        *lock(&self.running) += 1;
    }

    /// The expected thread does not come.
    pub(crate) fn miss_thread(&self) {
        *lock(&self.running) -= 1;
        self.ended.notify_all();
    }

    pub(crate) fn keep_handle(&self, handle: JoinHandle<()>) {
        lock(&self.handles).push(handle);
    }

    /// The whole life of a thread of the pool. `called`: by the token of a waker.
    pub(crate) fn run_thread(self: Arc<Self>, index: usize, called: bool) {
        struct End(Arc<Registry>);
        impl Drop for End {
            fn drop(&mut self) {
                self.0.miss_thread();
            }
        }
        let end = End(self);
        let registry = &end.0;
        if called {
            registry.sleep.take_token(index);
            bump(&registry.slots[index].counters.wakes, 1);
        }
        Worker::hold(&Claim::new(&registry.slots[index]), |worker| {
            let hook = |handler: &Option<IndexHandler>| {
                if let Some(handler) = handler {
                    registry.catching(|| handler(index));
                }
            };
            hook(&registry.handlers.start);
            if !called {
                // Not before: the handler may take its time, and a searcher keeps others from being called.
                registry.sleep.start_search();
            }
            worker.work();
            hook(&registry.handlers.exit);
            // What the exit handler spawned.
            worker.work_off();
        });
    }

    /// Runs `f`; a panic goes to the panic handler, or ends the process.
    pub(crate) fn catching(&self, f: impl FnOnce()) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(f)) {
            self.handle_panic(payload);
        }
    }

    fn handle_panic(&self, payload: Payload) {
        match &self.handlers.panic {
            Some(handler) => {
                if catch_unwind(AssertUnwindSafe(|| handler(payload))).is_err() {
                    eprintln!("furcate: the panic handler of a pool panicked; aborting");
                    std::process::abort();
                }
            }
            None => {
                eprintln!("furcate: a detached task panicked and its pool has no panic handler; aborting");
                std::process::abort();
            }
        }
    }

    /// A detached task, or a handle, keeps the pool alive from now on.
    pub(crate) fn keep_alive(&self) {
        // Relaxed: the caller is kept alive by something that is counted already.
        self.alive.fetch_add(usize::from(keeps(Key::TaskKeeps)), Relaxed);
    }

    /// One of those that keep the pool alive is gone.
    pub(crate) fn let_go(&self) {
        // AcqRel: the end of all tasks happens before the threads leave.
        if self.alive.fetch_sub(1, AcqRel) == 1 {
            // Orders the zero before our look at the sleepers, against `give_up`.
            full_fence(Side::Pusher);
            self.sleep.wake_all();
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.alive.load(Acquire) == 0
    }

    /// Waits until all threads have ended, unless this is one of them.
    pub(crate) fn wait_for_end(&self) {
        if self.is_orphan() || Worker::with(|worker| worker.is_some_and(|worker| worker.is_of(self))) {
            return;
        }
        let mut running = lock(&self.running);
        while *running > 0 {
            running = self.ended.wait(running).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        drop(running);
        for handle in std::mem::take(&mut *lock(&self.handles)) {
            // A thread's own panic ended in `catching`; there is nothing to learn here.
            let _ = handle.join();
        }
    }

    pub(crate) fn stats(&self) -> Stats {
        Stats::collect(self.slots.iter().map(|slot| &*slot.counters), &self.outside)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field("slots", &self.slots)
            .field("sleep", &self.sleep)
            .field("alive", &self.alive.load(Relaxed))
            .finish_non_exhaustive()
    }
}
