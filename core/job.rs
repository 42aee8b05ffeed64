//! What is work: the header that every job begins with, jobs on the heap, and the regions they belong to.
//!
//! A job is a closure behind a `Header` whose first field says how to run it. A `JobRef` is the right to
//! run one job once. The job of a join lies on its owner's stack (`join.rs`); those of scopes, spawns and
//! broadcasts are boxed here.
//!
//! Only `exec` is written when a join pushes its job; the `Public` part when others may see it. That part
//! says whose job it is: a *region* is one job being run, linked to the region in which that job was
//! made. So "does this job descend from what I wait for?" is a walk along parents.
//!
//! # Invariants
//! J1. A job runs exactly once: a `JobRef` is neither `Clone` nor `Copy`, and `run` takes it.
//! J2. A job stays where it is until it has run; the job of a join until its latch is set.
//! J3. After the latch of a join's job is set, nobody but its owner touches the job.
//! J4. A job may run on any thread: its closure and its result are `Send`.
//! J5. `public` is written before anyone but the owner can see the job.
//! J6. A region outlives every job made in it: its frame waits for them, or they carry no region.
#![expect(unsafe_code, reason = "jobs are erased to a pointer, so that all kinds fit into one queue")]

use std::any::Any;
use std::cell::UnsafeCell;
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::latch::Latch;
use crate::platform::AtomicUsize;
use crate::slot::Slot;
use crate::worker::Worker;

/// What a panic carries.
pub(crate) type Payload = Box<dyn Any + Send>;

/// Who may run a job while waiting for something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The right side of a join. Its owner takes it back itself if nobody else does.
    Join,
    /// A task of a scope, or a detached one: it has to make progress even if all workers wait.
    Task,
    /// The whole of a call from a worker of another pool, which waits for it.
    Call,
}

/// The part of a job that others read.
pub(crate) struct Public {
    /// Set when a join's job has run. Unused by the others, whose scope has one.
    pub(crate) latch: Latch,
    pub(crate) kind: Kind,
    /// The slot that waits for the job, if there is one: where it goes when a thief may not run it.
    pub(crate) home: *const Slot,
    /// The region in which the job was made, or null.
    pub(crate) region: *const Region,
    /// What a waiter knows the job by: its own address, or its scope's.
    pub(crate) tag: *const (),
    /// When it became public, in nanoseconds.
    pub(crate) born: u64,
    /// One more than the index of the slot that runs the job, or 0, for its owner to help. Relaxed: a hint.
    pub(crate) thief: AtomicUsize,
}

impl fmt::Debug for Public {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Public").field("kind", &self.kind).field("latch", &self.latch).finish_non_exhaustive()
    }
}

impl Public {
    pub(crate) fn new(kind: Kind, home: *const Slot, region: *const Region, tag: *const ()) -> Self {
        Public { latch: Latch::new(), kind, home, region, tag, born: 0, thief: AtomicUsize::new(0) }
    }
}

/// What every job begins with.
#[repr(C)]
pub(crate) struct Header {
    exec: unsafe fn(NonNull<Header>, &Worker<'_>),
    public: UnsafeCell<MaybeUninit<Public>>,
}

impl Header {
    /// Makes the header of a job that is private so far.
    #[inline]
    pub(crate) fn private(exec: unsafe fn(NonNull<Header>, &Worker<'_>)) -> Self {
        Header { exec, public: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    /// The address of the job's code: what its costs are remembered by.
    pub(crate) fn code(&self) -> usize {
        self.exec as usize
    }

    /// Writes the public part.
    ///
    /// # Safety
    /// No other thread can see the job yet, or all others are kept off by the queue's lock (J5).
    pub(crate) unsafe fn make_public(&self, public: Public) {
        // SAFETY: exclusive access is the caller's duty.
        unsafe { (*self.public.get()).write(public) };
    }

    /// Reads the public part.
    ///
    /// # Safety
    /// `make_public` happened before.
    pub(crate) unsafe fn public(&self) -> &Public {
        // SAFETY: never written again once it was made public, the rest is atomic.
        let public = unsafe { &*self.public.get() };
        // SAFETY: the caller's duty.
        unsafe { public.assume_init_ref() }
    }
}

/// The right to run one public job, once (J1).
#[must_use]
pub(crate) struct JobRef(NonNull<Header>);

// SAFETY: J4.
unsafe impl Send for JobRef {}

impl JobRef {
    /// Makes a reference out of a pointer that was taken from a queue.
    ///
    /// # Safety
    /// 1. The job is public (J5), alive (J2) and may run on any thread (J4).
    /// 2. There is no other reference to it (J1).
    pub(crate) unsafe fn new(job: NonNull<Header>) -> Self {
        JobRef(job)
    }

    pub(crate) fn pointer(&self) -> NonNull<Header> {
        self.0
    }

    pub(crate) fn public(&self) -> &Public {
        // SAFETY: the job is alive as long as it has not run (J2).
        let header = unsafe { self.0.as_ref() };
        // SAFETY: J5.
        unsafe { header.public() }
    }

    /// Runs the job. Never unwinds: each kind of job catches.
    pub(crate) fn run(self, worker: &Worker<'_>) {
        // SAFETY: alive, J2.
        let exec = unsafe { self.0.as_ref() }.exec;
        // SAFETY: this is the only run, J1; `exec` belongs to this job by construction.
        unsafe { exec(self.0, worker) };
    }

    /// The root that the job belongs to, if it was made inside one.
    pub(crate) fn root(&self) -> Option<u64> {
        // SAFETY: the region outlives the job, which has not run (J6, J2).
        unsafe { Region::chain(self.public().region) }.next().map(|region| region.root)
    }

    /// Tells whether the job was made by what `tag` names, directly or further down.
    pub(crate) fn descends_from(&self, tag: *const ()) -> bool {
        let public = self.public();
        // SAFETY: the region outlives the job, which has not run (J6, J2).
        ptr::eq(public.tag, tag)
            || unsafe { Region::chain(public.region) }.any(|region| ptr::eq(region.tag, tag))
    }
}

impl fmt::Debug for JobRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JobRef").field(&self.public().kind).finish()
    }
}

/// A job that is being run, as the ancestor of those it makes. Lives in the frame that runs it.
#[derive(Debug)]
pub(crate) struct Region {
    parent: *const Region,
    tag: *const (),
    /// The slot whose holder waits for this region to end.
    home: *const Slot,
    /// The innermost `isolate` around it, or null.
    wall: *const Region,
    /// The same for all descendants of one call or detached task.
    pub(crate) root: u64,
}

impl Region {
    /// A region without ancestors.
    pub(crate) fn root(root: u64) -> Self {
        Region { parent: ptr::null(), tag: ptr::null(), home: ptr::null(), wall: ptr::null(), root }
    }

    /// The region of a job about to run. `fresh` names the root, should it have no ancestors.
    pub(crate) fn of(job: &JobRef, fresh: impl FnOnce() -> u64) -> Self {
        let public = job.public();
        let parent = public.region;
        // SAFETY: the region outlives the job, which has not run (J6, J2).
        let above = unsafe { Region::chain(parent) }.next();
        let wall = above.map_or(ptr::null(), |above| above.wall);
        let root = above.map_or_else(fresh, |above| above.root);
        Region { parent, tag: public.tag, home: public.home, wall, root }
    }

    /// Calls `f` with a region inside `parent` that `isolate` puts a wall around.
    pub(crate) fn walled<R>(parent: *const Region, root: u64, f: impl FnOnce(&Region) -> R) -> R {
        let mut wall = Region { parent, tag: ptr::null(), home: ptr::null(), wall: ptr::null(), root };
        // Its own address is a name that nothing else has as long as this frame stands.
        wall.tag = ptr::from_ref(&wall).cast();
        let wall = &wall;
        f(&Region { parent: wall, tag: ptr::null(), home: ptr::null(), wall, root })
    }

    /// What a job must descend from to be run inside this region, if a wall stands around it.
    pub(crate) fn wall_tag(&self) -> Option<*const ()> {
        // SAFETY: the wall's frame is below ours, or an ancestor's that waits for us (J6).
        unsafe { self.wall.as_ref() }.map(|wall| wall.tag)
    }

    /// The slots that wait for this region or for one of its ancestors, nearest first.
    pub(crate) fn homes(&self) -> impl Iterator<Item = *const Slot> {
        // SAFETY: the parents of a live region live (J6).
        unsafe { Region::chain(ptr::from_ref(self)) }.map(|region| region.home).filter(|home| !home.is_null())
    }

    /// What this region and its ancestors are known by, nearest first.
    pub(crate) fn tags(&self) -> impl Iterator<Item = *const ()> {
        // SAFETY: the parents of a live region live (J6).
        unsafe { Region::chain(ptr::from_ref(self)) }.map(|region| region.tag).filter(|tag| !tag.is_null())
    }

    /// Walks from a region to its root.
    ///
    /// # Safety
    /// `first` is null or alive for `'a`; then so are its parents (J6).
    unsafe fn chain<'a>(first: *const Region) -> impl Iterator<Item = &'a Region> {
        // SAFETY: the caller's duty.
        let first = unsafe { first.as_ref() };
        std::iter::successors(first, |region| {
            // SAFETY: a parent outlives its child (J6).
            unsafe { region.parent.as_ref() }
        })
    }
}

/// A job in a box: runs a closure and frees itself.
#[repr(C)]
struct HeapJob<F> {
    header: Header,
    func: F,
}

/// Puts a closure into a box that any worker may run.
///
/// # Safety
/// 1. Whatever `func` borrows stays until the job has run (J2).
/// 2. `func` catches its own panics.
/// 3. The region in `public` is null, or outlives the job (J6).
pub(crate) unsafe fn boxed<F>(func: F, public: Public) -> JobRef
where
    F: FnOnce(&Worker<'_>) + Send,
{
    let job = Box::new(HeapJob { header: Header::private(run_boxed::<F>), func });
    // SAFETY: nobody else has seen the job yet.
    unsafe { job.header.make_public(public) };
    JobRef(NonNull::from(Box::leak(job)).cast())
}

/// # Safety
/// `job` is the header of a boxed `HeapJob<F>` that has not run yet.
unsafe fn run_boxed<F: FnOnce(&Worker<'_>) + Send>(job: NonNull<Header>, worker: &Worker<'_>) {
    let job: NonNull<HeapJob<F>> = job.cast();
    // SAFETY: it was leaked by `boxed`, and this is the only run (J1).
    let job = unsafe { Box::from_raw(job.as_ptr()) };
    (job.func)(worker);
}
