//! Who holds a slot: one seat of a pool, with its queue, its mailboxes and its counters.
//!
//! A pool of n threads has n slots; a thread works only while it holds one. A pool's own thread gives its
//! slot up when it sleeps; a guest leases a free one for the time of a call.
//!
//! # Invariants
//! S1. A slot has at most one holder. A set bit in the sleep mask says that it has none; whoever clears
//!     the bit holds the slot, or hands it over with a token (`sleep.rs`). A `Claim` is that right.
//! S2. Only the holder touches the owner's end of the queue (D1 in `deque.rs`).
//! S3. A slot changes hands only when its queue is empty.

use std::collections::VecDeque;
use std::fmt;
use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};

use crossbeam_utils::CachePadded;

use crate::deque::Queue;
use crate::job::{Header, JobRef, Region};
use crate::latch::Parker;
use crate::platform::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Injector, Mutex, lock,
};
use crate::registry::Registry;
use crate::search::take_injected;
use crate::stats::Counters;

/// A thief took something: publish again at the next push.
pub(crate) const REFILL: u8 = 1;
/// A thief found nothing anywhere: give away part of what you do.
pub(crate) const HUNGRY: u8 = 2;

/// Never cleared: all that is pushed becomes public at once.
pub(crate) const BREADTH: u8 = 4;

/// The holder does not sleep on a latch.
pub(crate) const AWAKE: u8 = 0;
/// The holder sleeps on a latch, and has not heard of the jobs that nobody takes.
pub(crate) const DOZING: u8 = 1;
/// It sleeps with a time limit, because there are jobs that nobody takes.
pub(crate) const PATIENT: u8 = 2;

/// One seat of a pool.
pub(crate) struct Slot {
    pub(crate) queue: Queue<Header>,
    /// The region of the job being run. Written by the holder; a rescuer reads it under the queue's lock,
    /// while it cannot change: regions change only while the ring is empty.
    pub(crate) region: AtomicPtr<Region>,
    pub(crate) index: usize,
    /// The pool that this slot is part of, and that outlives every use of it.
    pub(crate) registry: AtomicPtr<Registry>,
    /// The cost in nanoseconds that the iterators told of what is being pushed. Holder only.
    pub(crate) hint: AtomicU64,
    /// The last root number given out here. Holder only.
    ids: AtomicU64,
    /// State of the random numbers. Holder only.
    random: AtomicU64,
    /// Jobs taken since the injector was looked at first. Holder only.
    pub(crate) turns: AtomicU32,
    /// Strangers' tasks that lie upon each other on the holder's stack. Holder only.
    pub(crate) strangers: AtomicU32,
    /// Jobs that do not descend from what was waited for, and lie upon each other. Holder only.
    pub(crate) foreign: AtomicU32,
    /// From whom the holder does not steal for the moment. Holder only.
    pub(crate) rest: Rest,
    /// The holder is a guest. Holder only.
    pub(crate) guest: AtomicBool,
    pub(crate) shared: CachePadded<Shared>,
    /// Jobs handed to this slot: calls from below, and those a thief may not run.
    pub(crate) inbox: Mailbox,
    /// What only the holder of this slot may run.
    pub(crate) broadcasts: Post,
    /// Detached jobs in the order they were spawned here.
    pub(crate) fifo: Mailbox,
    /// Where the holder sleeps while it waits for a latch.
    pub(crate) parker: Parker,
    pub(crate) counters: CachePadded<Counters>,
    /// What the holder works on, for those who wait for it.
    pub(crate) lineage: CachePadded<Lineage>,
}

/// A pause in stealing from a slot that has many jobs, all of them tiny so far.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    /// One more than the index of the slot whose backlog was stolen from last, or 0.
    pub(crate) backlog: AtomicUsize,
    /// How long the pause is, and until when; 0: there is none.
    pub(crate) time: AtomicU64,
    pub(crate) until: AtomicU64,
}

/// What thieves look at.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// `REFILL | HUNGRY`: raised by thieves, cleared by the holder.
    want: AtomicU8,
    /// When the holder last took a public job back, or made the first one public. A thief leaves young jobs alone.
    /// Relaxed: seen late, a worthless job is stolen.
    pub(crate) moved: AtomicU64,
    /// The root of what the holder does, or 0. A hint for waiters of the same root.
    pub(crate) root: AtomicU64,
    /// One more than the index of the slot that the holder waits for, or 0. A hint for those who help
    /// along the chain.
    pub(crate) helping: AtomicUsize,
    /// `AWAKE`, or how the holder sleeps on a latch. Written by the holder.
    pub(crate) doze: AtomicU8,
}

/// So many ancestors of a job are told to others. A line of the cache; deeper chains of steals are rare.
const GENERATIONS: usize = 8;

/// The tags of the job that a slot runs and of its next ancestors, nearest first, closed by a null if they are fewer.
///
/// Written by the holder, read by waiters: whom to look at. A hint, hence relaxed; what is taken is asked itself.
#[derive(Debug, Default)]
pub(crate) struct Lineage([AtomicPtr<()>; GENERATIONS]);

impl Lineage {
    pub(crate) fn write(&self, region: Option<&Region>) {
        let tags = region.into_iter().flat_map(Region::tags).chain([ptr::null()]);
        for (word, tag) in self.0.iter().zip(tags) {
            word.store(tag.cast_mut(), Relaxed);
        }
    }

    /// Tells whether what `tag` names may be among the ancestors.
    pub(crate) fn may_contain(&self, tag: *const ()) -> bool {
        let mut tags = self.0.iter().map(|word| word.load(Relaxed).cast_const());
        // A full line may go on.
        tags.find(|&found| found.is_null() || ptr::eq(found, tag)).is_none_or(|found| !found.is_null())
    }
}

impl Slot {
    pub(crate) fn new(index: usize, pool: u16, registry: *const Registry) -> Self {
        let seat = u64::from(pool) << 16 | index as u64;
        Slot {
            queue: Queue::new(),
            region: AtomicPtr::new(ptr::null_mut()),
            index,
            registry: AtomicPtr::new(registry.cast_mut()),
            hint: AtomicU64::new(0),
            ids: AtomicU64::new(seat << 32),
            random: AtomicU64::new((seat + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            turns: AtomicU32::new(0),
            strangers: AtomicU32::new(0),
            foreign: AtomicU32::new(0),
            rest: Rest::default(),
            guest: AtomicBool::new(false),
            shared: CachePadded::default(),
            inbox: Mailbox::new(),
            broadcasts: Post::new(),
            fifo: Mailbox::new(),
            parker: Parker::new(),
            counters: CachePadded::default(),
            lineage: CachePadded::default(),
        }
    }

    /// What thieves want of the holder. Relaxed: seen late, it is answered at a later push.
    #[inline]
    pub(crate) fn want(&self) -> u8 {
        self.shared.want.load(Relaxed)
    }

    /// Asks the holder for work.
    pub(crate) fn ask(&self, what: u8) {
        // Relaxed: asking twice is the same. The RMW keeps a request from being overwritten.
        if self.want() & what != what {
            self.shared.want.fetch_or(what, AcqRel);
        }
    }

    /// Takes all requests and returns them. Before the holder looks at what is public: a request that
    /// comes later stays.
    pub(crate) fn take_wants(&self) -> u8 {
        self.shared.want.fetch_and(BREADTH, AcqRel)
    }

    /// Begins a new call: the first push shows what there is. For the holder.
    #[inline]
    pub(crate) fn start_wanting(&self) {
        self.set_want(REFILL);
    }

    /// Drops all requests unanswered. For the holder: a thief that goes on searching asks again.
    pub(crate) fn stop_wanting(&self) {
        self.set_want(0);
    }

    /// Relaxed, and no RMW: a request that is overwritten comes again from whoever still searches.
    fn set_want(&self, want: u8) {
        self.shared.want.store((self.want() & BREADTH) | want, Relaxed);
    }

    /// Takes one kind of request.
    pub(crate) fn answer(&self, what: u8) {
        self.shared.want.fetch_and(!what, AcqRel);
    }

    /// A root number that nothing else in this pool has. For the holder.
    #[inline]
    pub(crate) fn fresh_root(&self) -> u64 {
        let id = self.ids.load(Relaxed) + 1;
        self.ids.store(id, Relaxed);
        id
    }

    /// A random number below `limit`. For the holder.
    pub(crate) fn random(&self, limit: usize) -> usize {
        // Xorshift: any sequence does that differs between slots.
        let mut x = self.random.load(Relaxed);
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.random.store(x, Relaxed);
        ((u128::from(x) * limit as u128) >> 64) as usize
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot")
            .field("index", &self.index)
            .field("queue", &self.queue)
            .field("shared", &*self.shared)
            .field("inbox", &self.inbox)
            .field("broadcasts", &self.broadcasts)
            .finish_non_exhaustive()
    }
}

/// The right to hold a slot (S1). Given out by whoever cleared the slot's bit, or at a thread's start.
#[must_use]
#[derive(Debug)]
pub(crate) struct Claim<'r>(&'r Slot);

impl<'r> Claim<'r> {
    /// To be called only by who has cleared the slot's bit, or was handed it (S1).
    pub(crate) fn new(slot: &'r Slot) -> Self {
        Claim(slot)
    }

    pub(crate) fn slot(&self) -> &'r Slot {
        self.0
    }
}

/// A queue for the rare ways: locked, with a length that can be read without.
pub(crate) struct Mailbox {
    jobs: Mutex<VecDeque<JobRef>>,
    /// Written under the lock. A reader that must not miss a job reads it after a fence.
    len: AtomicUsize,
}

impl Mailbox {
    pub(crate) fn new() -> Self {
        Mailbox { jobs: Mutex::new(VecDeque::new()), len: AtomicUsize::new(0) }
    }

    pub(crate) fn push(&self, job: JobRef) {
        let mut jobs = lock(&self.jobs);
        jobs.push_back(job);
        self.len.store(jobs.len(), Relaxed);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len.load(Relaxed) == 0
    }

    /// Takes the oldest job that `fits`.
    pub(crate) fn take(&self, mut fits: impl FnMut(&JobRef) -> bool) -> Option<JobRef> {
        if self.is_empty() {
            return None;
        }
        let mut jobs = lock(&self.jobs);
        let place = jobs.iter().position(&mut fits)?;
        let job = jobs.remove(place);
        self.len.store(jobs.len(), Relaxed);
        job
    }

    /// Takes the oldest job.
    pub(crate) fn take_any(&self) -> Option<JobRef> {
        self.take(|_| true)
    }
}

/// What is posted to the holder of one slot. Whoever posts takes no lock, so that a broadcast to many workers waits for none of
/// them.
pub(crate) struct Post {
    coming: Injector<JobRef>,
    /// Older than what is coming: what the holder may not run yet. Only the holder of the slot touches it.
    kept: Mailbox,
}

impl Post {
    fn new() -> Self {
        Post { coming: Injector::new(), kept: Mailbox::new() }
    }

    pub(crate) fn push(&self, job: JobRef) {
        self.coming.push(job);
    }

    /// A reader that must not miss a job asks after a fence.
    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty() && self.coming.is_empty()
    }

    /// Takes the oldest job that `fits`. For the holder.
    pub(crate) fn take(&self, mut fits: impl FnMut(&JobRef) -> bool) -> Option<JobRef> {
        if self.is_empty() {
            // Not by trying to take one: that passes a full fence.
            return None;
        }
        if let Some(job) = self.kept.take(&mut fits) {
            return Some(job);
        }
        while let Some(job) = take_injected(&self.coming) {
            if fits(&job) {
                return Some(job);
            }
            self.kept.push(job);
        }
        None
    }

    /// Takes the oldest job. For the holder.
    pub(crate) fn take_any(&self) -> Option<JobRef> {
        self.take(|_| true)
    }
}

impl fmt::Debug for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Post").field(&(self.coming.len() + self.kept.len.load(Relaxed))).finish()
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mailbox").field(&self.len.load(Relaxed)).finish()
    }
}
