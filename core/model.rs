//! Doors for the model checker: the protocol types of this crate, as `tests/loom.rs` drives them.
//!
//! Only there under `--cfg loom`. Nothing here is a copy: each function calls the real code. A line can be
//! taken out (`keys.rs`), to see that the model then finds the fault.

use std::ptr::NonNull;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use crate::deque::{Queue, Steal};
use crate::job::Live;
use crate::latch::{Latch, Parker};
use crate::platform::{AtomicBool, AtomicUsize, Side};
use crate::sleep::Sleep;

/// A job that says how often it ran.
#[derive(Debug)]
struct Job {
    /// The region in which it was pushed.
    region: usize,
    prepared: AtomicBool,
    runs: AtomicUsize,
    latch: Latch,
}

/// A worker's queue with its jobs.
#[derive(Debug)]
pub struct Jobs {
    queue: Queue<Job>,
    parker: Parker,
    /// What the owner runs at the moment; whoever makes a job public writes it into the job.
    region: AtomicUsize,
}

/// A job in the owner's hands.
#[derive(Debug, Clone, Copy)]
pub struct Pushed(NonNull<Job>, usize);

impl Default for Jobs {
    fn default() -> Self {
        Jobs { queue: Queue::new(), parker: Parker::new(), region: AtomicUsize::new(0) }
    }
}

impl Jobs {
    /// Pushes a new job.
    pub fn push(&self) -> Pushed {
        let job = Job {
            region: self.region.load(Relaxed),
            prepared: AtomicBool::new(false),
            runs: AtomicUsize::new(0),
            latch: Latch::new(),
        };
        let job = NonNull::from(Box::leak(Box::new(job)));
        Pushed(job, self.queue.model_push(job))
    }

    /// Publishes the oldest jobs.
    pub fn publish(&self, limit: usize) {
        self.queue.model_publish(limit, |_, job| self.prepare(job));
    }

    /// Publishes everything, then begins something else: what was private must have been made public before.
    pub fn change_region(&self) {
        if !self.queue.model_is_all_public() {
            self.publish(usize::MAX);
        }
        self.region.store(self.region.load(Relaxed) + 1, Relaxed);
    }

    fn prepare(&self, job: NonNull<Job>) {
        let job = Queue::model_job(job);
        assert_eq!(
            self.region.load(Relaxed),
            job.region,
            "a job is made public in another region than its own"
        );
        job.prepared.store(true, Relaxed);
    }

    /// Takes a job back and runs it, or waits for whoever has it; as a join does.
    pub fn finish(&self, Pushed(job, position): Pushed) {
        if self.queue.model_pop(position) || self.queue.model_retake(position) {
            Self::run(job);
            return;
        }
        let latch = &Queue::model_job(job).latch;
        while !latch.is_set() {
            match self.queue.model_pop_public() {
                Some(found) => {
                    assert_eq!(found, job, "only the youngest job can be left");
                    Self::run(job);
                    return;
                }
                None => {
                    if latch.fall_asleep() {
                        self.parker.park(None);
                        latch.wake_up();
                    }
                }
            }
        }
        assert_eq!(Queue::model_job(job).runs.load(Relaxed), 1);
    }

    /// Tries to take a public job and runs it.
    pub fn steal(&self) -> bool {
        match self.queue.steal() {
            Steal::Taken(job) => self.run_stolen(job),
            Steal::Empty | Steal::Retry => false,
        }
    }

    /// Tries to take a private job and runs it.
    pub fn rescue(&self) -> bool {
        self.queue.rescue(|job| self.prepare(job)).is_some_and(|job| self.run_stolen(job))
    }

    fn run(job: NonNull<Job>) {
        assert_eq!(Queue::model_job(job).runs.fetch_add(1, Relaxed), 0, "a job ran twice");
    }

    fn run_stolen(&self, job: NonNull<Job>) -> bool {
        assert!(Queue::model_job(job).prepared.load(Relaxed), "the public part is not visible");
        Self::run(job);
        if Queue::model_job(job).latch.set() {
            self.parker.unpark();
        }
        true
    }
}

/// The sleepers of a pool whose only work is a number of equal jobs.
#[derive(Debug)]
pub struct Sleepers {
    sleep: Sleep,
    jobs: AtomicUsize,
    /// Jobs that are still to be run; who runs the last one ends the pool.
    expected: AtomicUsize,
    over: AtomicBool,
}

impl Sleepers {
    /// Slots whose threads are at work, in a pool that is over when it has run so many jobs.
    #[must_use]
    pub fn new(slots: usize, expected: usize) -> Self {
        Sleepers {
            sleep: Sleep::new(slots, false),
            jobs: AtomicUsize::new(0),
            expected: AtomicUsize::new(expected),
            over: AtomicBool::new(false),
        }
    }

    fn take(&self) -> bool {
        let some = |jobs: usize| jobs.checked_sub(1);
        self.jobs.fetch_update(AcqRel, Relaxed, some).is_ok()
    }

    fn has_work(&self) -> bool {
        self.jobs.load(Relaxed) > 0
    }

    /// Adds a job and tells the sleepers. False: no slot is free.
    pub fn push(&self) -> bool {
        self.jobs.fetch_add(1, AcqRel);
        self.sleep.notify(0, |_| false)
    }

    /// Ends the pool.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
        crate::platform::full_fence(Side::Pusher);
        self.sleep.wake_all();
    }

    /// The life of a slot's thread until the pool is over and nothing is left. Returns the jobs it ran.
    pub fn work(&self, slot: usize) -> usize {
        let mut done = 0;
        let mut naps = 0;
        self.sleep.start_search();
        loop {
            if self.take() {
                self.sleep.stop_watching(slot);
                if self.sleep.end_search() && self.has_work() {
                    self.sleep.notify(0, |_| false);
                }
                done += 1;
                if self.expected.fetch_sub(1, AcqRel) == 1 {
                    self.end();
                }
                self.sleep.start_search();
            } else if self.over.load(Acquire) && !self.has_work() {
                self.sleep.end_search();
                return done;
            } else {
                let look = || self.has_work() || self.over.load(Relaxed);
                self.sleep.sleep(slot, &mut naps, look, || false);
            }
        }
    }

    /// Works for one call on a free slot, gives it back, and looks once more if `again`.
    pub fn visit(&self, again: bool) -> bool {
        let Some(slot) = self.sleep.lease() else { return false };
        self.sleep.give_up(slot);
        if again && self.sleep.has_missed() && self.has_work() {
            self.sleep.notify(0, |_| false);
        }
        true
    }
}

/// The count of a scope, and its owner.
#[derive(Debug)]
pub struct Count {
    pending: AtomicUsize,
    latch: Latch,
    parker: Parker,
    done: AtomicUsize,
}

impl Count {
    /// A scope with so many tasks.
    #[must_use]
    pub fn new(tasks: usize) -> Self {
        let (pending, done) = (AtomicUsize::new(tasks + 1), AtomicUsize::new(0));
        Count { pending, latch: Latch::new(), parker: Parker::new(), done }
    }

    /// Runs and ends one task.
    pub fn end_task(&self) {
        self.done.fetch_add(1, Relaxed);
        self.end_one();
    }

    fn end_one(&self) {
        if self.pending.fetch_sub(1, AcqRel) == 1 && self.latch.set() {
            self.parker.unpark();
        }
    }

    /// Waits for all tasks, as the owner. Returns how many are seen to be done.
    pub fn wait(&self) -> usize {
        if self.pending.fetch_sub(1, AcqRel) != 1 {
            crate::latch::block_on(&self.latch, &self.parker);
        }
        self.done.load(Relaxed)
    }
}

/// A scope whose tasks all lie in one block.
#[derive(Debug)]
pub struct Block {
    live: Live,
    scope: Count,
}

impl Default for Block {
    fn default() -> Self {
        Block { live: Live::open(), scope: Count::new(1) }
    }
}

impl Block {
    /// Runs and ends one task.
    pub fn end_task(&self) {
        self.scope.done.fetch_add(1, Relaxed);
        if self.live.end_one() {
            self.scope.end_one();
        }
    }

    /// Ends the block, into which so many tasks were put, and waits for all. Returns how many are seen to be done.
    pub fn wait(&self, tasks: usize) -> usize {
        if self.live.close(tasks) {
            self.scope.end_one();
        }
        self.scope.wait()
    }
}
