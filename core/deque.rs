//! Where a worker's jobs lie: a private ring that costs no fence to push, and a public deque for thieves.
//!
//! The plain version is one deque that all see; each pop then pays for a thief that is not there. Here
//! 1. the owner pushes and pops in the ring. `top` is written by the owner only;
//! 2. the oldest entries move to the public deque when the owner is asked for work (`publish`). All
//!    entries below `bottom` are public, or taken;
//! 3. a thief can take the oldest private entry itself when the owner does not react (`rescue`): it
//!    raises `bottom` under a lock bit, then looks whether the owner has popped that far.
//!
//! Positions are nesting depths of joins, taken modulo the capacity of the ring. The owner's pop and a
//! rescue decide who gets the last entry as in Dekker's algorithm: each writes its own word, fences, and
//! reads the other's. The pop's fence is light, the rescue's heavy (`platform.rs`).
//!
//! # Invariants
//! D1. Only the thread that holds the slot calls the functions marked `unsafe`.
//! D2. Entries `bottom..top` of the ring are jobs that wait in live frames.
//! D3. `bottom2` changes only by compare-exchange, or by the holder of its lock bit.
//! D4. `prepare` has written a job's public part before anybody else can see the job: the deque's push
//!     or the Release store of `bottom2` hands it over.
//! D5. An entry is not overwritten while a rescuer reads it: to reach the same place the owner would have
//!     to publish half the ring, and that waits for the lock bit.
//! D6. Jobs are taken oldest first: a rescue takes a private job only when no older one is public. So after a
//!     job was taken, the owner finds only younger ones in its deque.
#![expect(unsafe_code, reason = "the owner's end of the queue is shared without a lock; see D1")]

use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use crossbeam_utils::CachePadded;

use crate::keys::{Key, keeps};
use crate::platform::{AtomicPtr, AtomicUsize, RING, heavy_fence, light_fence, spin};

use crate::policy;

use public::{Public, Thief};

/// What a steal found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Steal<T> {
    Taken(T),
    Empty,
    /// Lost a race; there may be more.
    #[cfg_attr(any(loom, shuttle), expect(dead_code, reason = "the stand-in of the public part is locked"))]
    Retry,
}

/// A worker's queue of pointers to jobs.
pub(crate) struct Queue<J> {
    /// One above the youngest private entry. Written by the owner; a rescuer that reads it with Acquire
    /// sees the entries below.
    top: AtomicUsize,
    /// Twice `bottom`, plus one while a rescuer holds the lock.
    bottom2: AtomicUsize,
    ring: [AtomicPtr<J>; RING],
    public: Public<J>,
    thief: CachePadded<Thief<J>>,
}

// SAFETY: all fields but `public` are for any thread; `public` is touched by the owner only (D1), and a
// slot changes hands with the synchronisation of the sleep mask. Jobs themselves are `Send` by their own
// construction (`job.rs`).
unsafe impl<J> Sync for Queue<J> {}
// SAFETY: the queue holds pointers only, which mean the same on every thread; what may be done to `public` on the
// new one is the holder's business (D1).
unsafe impl<J> Send for Queue<J> {}

impl<J> Queue<J> {
    pub(crate) fn new() -> Self {
        let (public, thief) = public::pair();
        Queue {
            top: AtomicUsize::new(0),
            bottom2: AtomicUsize::new(0),
            ring: std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut())),
            public,
            thief: CachePadded::new(thief),
        }
    }

    fn entry(&self, position: usize) -> &AtomicPtr<J> {
        &self.ring[position % RING]
    }

    /// The position the next push will take.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        // Relaxed: the owner reads its own store.
        self.top.load(Relaxed)
    }

    /// Tells whether `is_full_at` has to be asked before a push at this position.
    #[inline]
    pub(crate) fn may_be_full_at(&self, position: usize) -> bool {
        position % (RING / 2) == 0
    }

    /// Tells whether everything must be published before a push at this position (D5).
    pub(crate) fn is_full_at(&self, position: usize) -> bool {
        self.may_be_full_at(position)
            && position.wrapping_sub(self.bottom2.load(Relaxed) / 2) >= RING / 2
            && keeps(Key::Room)
    }

    /// Pushes a private job at `position`, which is the present top.
    ///
    /// # Safety
    /// 1. The caller holds the slot (D1) and has made room if `is_full_at` asked for it (D5).
    /// 2. The job stays where it is until it is popped again, or until its latch is set (D2).
    #[inline]
    pub(crate) unsafe fn push(&self, position: usize, job: NonNull<J>) {
        // Relaxed: handed over by the next store.
        self.entry(position).store(job.as_ptr(), Relaxed);
        // Release: pairs with the Acquire in `rescue`.
        self.top.store(position + 1, Release);
    }

    /// Takes the entry at `position` back. True: it was private and is the caller's. False: it may be
    /// public by now, ask `retake`.
    ///
    /// # Safety
    /// The caller holds the slot (D1) and pushed at `position`; nothing younger is left.
    #[inline]
    pub(crate) unsafe fn pop(&self, position: usize) -> bool {
        self.top.store(position, Relaxed);
        // Orders our store of `top` before our load of `bottom2`, against the rescuer's reverse.
        light_fence();
        // Relaxed: a value at or below our position means that no rescuer got here, and none can now.
        self.bottom2.load(Relaxed) <= 2 * position
    }

    /// After a pop that saw `bottom` above: lowers it again. True: the job is private after all (the
    /// rescuer withdrew). False: it is in the public deque, or taken.
    ///
    /// # Safety
    /// The caller holds the slot (D1) and has just called `pop` with this position.
    pub(crate) unsafe fn retake(&self, position: usize) -> bool {
        loop {
            let seen = self.bottom2.load(Acquire);
            if seen % 2 == 1 {
                spin();
            } else if seen <= 2 * position || !keeps(Key::Retake) {
                return true;
            } else if self.bottom2.compare_exchange(seen, 2 * position, AcqRel, Acquire).is_ok() {
                return false;
            }
        }
    }

    /// Moves the oldest private jobs to the public deque until that holds `limit`, after `prepare` has seen each with its
    /// position. Returns how many.
    ///
    /// # Safety
    /// The caller holds the slot (D1).
    pub(crate) unsafe fn publish(&self, limit: usize, mut prepare: impl FnMut(usize, NonNull<J>)) -> usize {
        let top = self.top.load(Relaxed);
        let public = self.public.len();
        let (bottom, count) = loop {
            let seen = self.bottom2.load(Acquire);
            let count = policy::to_publish(top.saturating_sub(seen / 2), public, limit);
            if seen % 2 == 1 {
                spin();
            } else if count == 0 {
                return 0;
            } else if self.bottom2.compare_exchange(seen, seen + 2 * count + 1, AcqRel, Acquire).is_ok() {
                break (seen / 2, count);
            }
        };
        // Under the lock bit, so that no rescuer takes a younger job before these are in the deque (D6).
        for position in bottom..bottom + count {
            // Relaxed: the owner's own store, or one that was handed over with the slot.
            if let Some(job) = NonNull::new(self.entry(position).load(Relaxed)) {
                prepare(position, job);
                self.public.push(job);
            }
        }
        // Release: D3, we hold the lock.
        self.bottom2.store(2 * (bottom + count), Release);
        count
    }

    /// Puts a job on top of the public deque. Its public part is written already (D4).
    ///
    /// # Safety
    /// The caller holds the slot (D1), and has published all that is private.
    pub(crate) unsafe fn push_public(&self, job: NonNull<J>) {
        self.public.push(job);
    }

    /// Takes the youngest public job.
    ///
    /// # Safety
    /// The caller holds the slot (D1).
    pub(crate) unsafe fn pop_public(&self) -> Option<NonNull<J>> {
        self.public.pop()
    }

    /// How many jobs are public. The owner is not surprised by more; thieves may have taken some.
    ///
    /// # Safety
    /// The caller holds the slot (D1).
    #[inline]
    pub(crate) unsafe fn own_public_len(&self) -> usize {
        self.public.len()
    }

    /// How many jobs are public. A hint for everybody but the owner, and dear: crossbeam passes a full fence in here.
    #[inline]
    pub(crate) fn public_len(&self) -> usize {
        self.thief.len()
    }

    /// How many jobs are private. A hint for everybody but the owner.
    #[inline]
    pub(crate) fn private_len(&self) -> usize {
        self.top.load(Relaxed).saturating_sub(self.bottom2.load(Relaxed) / 2)
    }

    /// Tells whether nothing is private. Waits for a rescuer who holds the lock: until it is done, or has withdrawn, the
    /// job that it looks at is private still, whatever `bottom` says.
    ///
    /// # Safety
    /// The caller holds the slot (D1).
    pub(crate) unsafe fn is_all_public(&self) -> bool {
        loop {
            // Acquire: pairs with the Release of a rescuer, which has then read what it had to of the owner.
            let seen = self.bottom2.load(Acquire);
            if seen % 2 == 0 || !keeps(Key::RescuerSeen) {
                return self.top.load(Relaxed) <= seen / 2;
            }
            spin();
        }
    }

    /// Takes the oldest public job.
    pub(crate) fn steal(&self) -> Steal<NonNull<J>> {
        self.thief.steal()
    }

    /// Takes the oldest private job of an owner that does not react, if nothing is public. `prepare` writes
    /// the job's public part.
    pub(crate) fn rescue(&self, prepare: impl FnOnce(NonNull<J>)) -> Option<NonNull<J>> {
        let seen = self.bottom2.load(Acquire);
        let bottom = seen / 2;
        if seen % 2 == 1 || self.top.load(Relaxed) <= bottom {
            return None;
        }
        // The lock bit and the raised bottom in one step.
        self.bottom2.compare_exchange(seen, seen + 3, AcqRel, Relaxed).ok()?;
        // Orders our raising of `bottom2` before our load of `top`, against the owner's pop.
        let ordered = heavy_fence();
        // While we hold the lock nothing private becomes public, so an empty deque stays so (D6).
        // Acquire: pairs with the Release in `push`, the entry and the job behind it are visible.
        if !ordered || self.top.load(Acquire) <= bottom || (self.thief.len() > 0 && keeps(Key::OldestFirst)) {
            // Release: D3, we hold the lock.
            self.bottom2.store(seen, Release);
            return None;
        }
        let job = NonNull::new(self.entry(bottom).load(Relaxed));
        if let Some(job) = job {
            prepare(job);
        }
        // Release: pairs with the Acquire in `retake`, the owner sees the public part (D4).
        self.bottom2.store(seen + 2, Release);
        job
    }
}

impl<J> fmt::Debug for Queue<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue")
            .field("private", &self.private_len())
            .field("public", &self.public_len())
            .finish_non_exhaustive()
    }
}

/// The public part: crossbeam's deque.
#[cfg(not(any(loom, shuttle)))]
mod public {
    use super::{NonNull, Steal};

    /// A pointer to a job on its way between threads.
    struct Sent<J>(NonNull<J>);
    // SAFETY: whoever puts a job into a queue promises that any thread may run it (`job.rs`, J4).
    unsafe impl<J> Send for Sent<J> {}

    pub(super) struct Public<J>(crossbeam_deque::Worker<Sent<J>>);
    pub(super) struct Thief<J>(crossbeam_deque::Stealer<Sent<J>>);

    pub(super) fn pair<J>() -> (Public<J>, Thief<J>) {
        let worker = crossbeam_deque::Worker::new_lifo();
        let stealer = worker.stealer();
        (Public(worker), Thief(stealer))
    }

    impl<J> Public<J> {
        pub(super) fn push(&self, job: NonNull<J>) {
            self.0.push(Sent(job));
        }
        pub(super) fn pop(&self) -> Option<NonNull<J>> {
            self.0.pop().map(|sent| sent.0)
        }
        pub(super) fn len(&self) -> usize {
            self.0.len()
        }
    }

    impl<J> Thief<J> {
        pub(super) fn len(&self) -> usize {
            self.0.len()
        }
        pub(super) fn steal(&self) -> Steal<NonNull<J>> {
            match self.0.steal() {
                crossbeam_deque::Steal::Success(sent) => Steal::Taken(sent.0),
                crossbeam_deque::Steal::Empty => Steal::Empty,
                crossbeam_deque::Steal::Retry => Steal::Retry,
            }
        }
    }
}

/// The public part under a checker, which cannot look into crossbeam's: a locked queue.
#[cfg(any(loom, shuttle))]
mod public {
    use super::{NonNull, Steal};
    use crate::platform::{Mutex, lock};
    use std::collections::VecDeque;
    use std::sync::Arc;

    pub(super) struct Public<J>(Arc<Mutex<VecDeque<NonNull<J>>>>);
    pub(super) struct Thief<J>(Arc<Mutex<VecDeque<NonNull<J>>>>);

    pub(super) fn pair<J>() -> (Public<J>, Thief<J>) {
        let jobs = Arc::new(Mutex::new(VecDeque::new()));
        (Public(jobs.clone()), Thief(jobs))
    }

    impl<J> Public<J> {
        pub(super) fn push(&self, job: NonNull<J>) {
            lock(&self.0).push_back(job);
        }
        pub(super) fn pop(&self) -> Option<NonNull<J>> {
            lock(&self.0).pop_back()
        }
        pub(super) fn len(&self) -> usize {
            lock(&self.0).len()
        }
    }

    impl<J> Thief<J> {
        pub(super) fn len(&self) -> usize {
            lock(&self.0).len()
        }
        pub(super) fn steal(&self) -> Steal<NonNull<J>> {
            lock(&self.0).pop_front().map_or(Steal::Empty, Steal::Taken)
        }
    }
}

/// The owner's end without conditions, for the model checker, which is the only caller.
#[cfg(loom)]
impl<J> Queue<J> {
    pub(crate) fn model_push(&self, job: NonNull<J>) -> usize {
        let position = self.position();
        if self.is_full_at(position) {
            self.model_publish(usize::MAX, |_, _| ());
        }
        // SAFETY: the model has one owner, and its jobs live for ever.
        unsafe { self.push(position, job) };
        position
    }

    /// True: the job is the owner's again.
    pub(crate) fn model_pop(&self, position: usize) -> bool {
        // SAFETY: the model has one owner, who pops in order.
        unsafe { self.pop(position) }
    }

    pub(crate) fn model_retake(&self, position: usize) -> bool {
        // SAFETY: D1, the model has one owner, who has just popped there.
        unsafe { self.retake(position) }
    }

    pub(crate) fn model_publish(&self, limit: usize, prepare: impl FnMut(usize, NonNull<J>)) -> usize {
        // SAFETY: D1, the model has one owner.
        unsafe { self.publish(limit, prepare) }
    }

    pub(crate) fn model_is_all_public(&self) -> bool {
        // SAFETY: D1, the model has one owner.
        unsafe { self.is_all_public() }
    }

    pub(crate) fn model_pop_public(&self) -> Option<NonNull<J>> {
        // SAFETY: D1, the model has one owner.
        unsafe { self.pop_public() }
    }

    /// Looks at a job of the model's.
    pub(crate) fn model_job(job: NonNull<J>) -> &'static J {
        // SAFETY: the model's jobs live for ever.
        unsafe { job.as_ref() }
    }
}
