//! What is work: the header that every job begins with, jobs on the heap, and the regions they belong to.
//!
//! A job is a closure behind a `Header` whose first field says how to run it. A `JobRef` is the right to
//! run one job once. The job of a join lies on its owner's stack (`join.rs`); those of scopes, spawns and
//! broadcasts are boxed here.
//!
//! Only `code` is written when a join pushes its job; the `Public` part when others may see it. That part
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
//! J7. A block of tasks stays until each has ended and its owner has closed it: who then counts it off to zero is the last
//!     to touch it, and frees it.
//! J8. A job whose code says that it is a piece begins like `Piece`, and its loop was written before it was pushed.
#![expect(unsafe_code, reason = "jobs are erased to a pointer, so that all kinds fit into one queue")]

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering::{AcqRel, Relaxed};

use crate::keys::{Key, keeps};
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
    /// The loop that the job is a piece of, or 0.
    pub(crate) within: usize,
    /// When it became public, in nanoseconds.
    pub(crate) born: u64,
    /// One more than the index of the slot that runs the job, or 0, for its owner to help. Relaxed: a hint.
    pub(crate) thief: AtomicUsize,
}

impl Public {
    pub(crate) fn new(kind: Kind, home: *const Slot, region: *const Region, tag: *const ()) -> Self {
        let (latch, thief) = (Latch::new(), AtomicUsize::new(0));
        Public { latch, kind, home, region, tag, within: 0, born: 0, thief }
    }
}

/// What is the same for all jobs of a type.
#[derive(Debug)]
pub(crate) struct Code {
    exec: unsafe fn(NonNull<Header>, &Worker<'_>),
    is_piece: bool,
}

impl Code {
    pub(crate) const fn of(exec: unsafe fn(NonNull<Header>, &Worker<'_>)) -> Self {
        Code { exec, is_piece: false }
    }

    /// Of jobs that begin like `Piece` (J8).
    pub(crate) const fn of_piece(exec: unsafe fn(NonNull<Header>, &Worker<'_>)) -> Self {
        Code { exec, is_piece: true }
    }
}

/// What every job begins with.
#[repr(C)]
pub(crate) struct Header {
    code: &'static Code,
    public: UnsafeCell<MaybeUninit<Public>>,
}

/// What the right side of a `fork` begins with.
#[repr(C)]
struct Piece {
    header: Header,
    /// The loop it is part of, or 0.
    within: usize,
}

impl Header {
    /// Makes the header of a job that is private so far.
    #[inline]
    pub(crate) fn private(code: &'static Code) -> Self {
        Header { code, public: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    /// The loop that a job is a piece of, or 0.
    ///
    /// # Safety
    /// `job` is the whole of a job that was pushed, not of its header alone.
    pub(crate) unsafe fn within(job: NonNull<Header>) -> usize {
        // SAFETY: it lives, says the caller.
        if !unsafe { job.as_ref() }.code.is_piece {
            return 0;
        }
        // SAFETY: J8.
        unsafe { job.cast::<Piece>().as_ref() }.within
    }

    /// The address of the job's code: what its costs are remembered by.
    pub(crate) fn code(&self) -> usize {
        self.code.exec as usize
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
        let exec = unsafe { self.0.as_ref() }.code.exec;
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

    /// Tells whether the job is a piece of a loop, or was made by one, directly or further down.
    pub(crate) fn is_within(&self, which: usize) -> bool {
        let public = self.public();
        // SAFETY: the region outlives the job, which has not run (J6, J2).
        public.within == which || unsafe { Region::chain(public.region) }.any(|region| region.within == which)
    }
}

/// A job that is being run, as the ancestor of those it makes. Lives in the frame that runs it.
#[derive(Debug)]
pub(crate) struct Region {
    parent: *const Region,
    tag: *const (),
    /// The loop that the job is a piece of, or 0.
    within: usize,
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
        Region::beside(ptr::null(), ptr::null(), root)
    }

    /// A region that is no job's.
    fn beside(parent: *const Region, wall: *const Region, root: u64) -> Self {
        Region { parent, tag: ptr::null(), within: 0, home: ptr::null(), wall, root }
    }

    /// The region of a job about to run. `fresh` names the root, should it have no ancestors.
    pub(crate) fn of(job: &JobRef, fresh: impl FnOnce() -> u64) -> Self {
        let public = job.public();
        let parent = public.region;
        // SAFETY: the region outlives the job, which has not run (J6, J2).
        let above = unsafe { Region::chain(parent) }.next();
        let wall = above.map_or(ptr::null(), |above| above.wall);
        let root = above.map_or_else(fresh, |above| above.root);
        Region { parent, tag: public.tag, within: public.within, home: public.home, wall, root }
    }

    /// Calls `f` with a region inside `parent` that `isolate` puts a wall around.
    pub(crate) fn walled<R>(parent: *const Region, root: u64, f: impl FnOnce(&Region) -> R) -> R {
        let mut wall = Region::beside(parent, ptr::null(), root);
        // Its own address is a name that nothing else has as long as this frame stands.
        wall.tag = ptr::from_ref(&wall).cast();
        let wall = &wall;
        f(&Region::beside(wall, wall, root))
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
    let job = Box::new(HeapJob { header: Header::private(const { &Code::of(run_boxed::<F>) }), func });
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

/// Room for tasks of one scope that its owner spawns one after the other: one allocation, and one count for the scope, for
/// all of them. Frees itself when the last of them has ended and no more can come.
pub(crate) struct Block {
    live: Live,
    /// How many tasks are in here, and how many units they take. Written by the owner only.
    tasks: Cell<usize>,
    used: Cell<usize>,
    units: Box<[UnsafeCell<MaybeUninit<Unit>>]>,
    /// What to call with the scope in the end.
    ended: unsafe fn(*const ()),
    scope: *const (),
}

/// What room is given out in.
#[repr(align(16))]
struct Unit(#[expect(dead_code, reason = "room, nothing else")] [u8; 16]);

/// A task in a block.
#[repr(C)]
struct BlockJob<F> {
    header: Header,
    block: NonNull<Block>,
    func: F,
}

impl Block {
    /// The room of a scope's first block, and of the others, in units: most scopes have few tasks.
    pub(crate) const FIRST: usize = 32;
    pub(crate) const FURTHER: usize = 256;

    /// Tells whether blocks are for such tasks: some of them should go into one.
    pub(crate) const fn is_for<F>() -> bool {
        size_of::<BlockJob<F>>() <= Self::FURTHER / 4 * size_of::<Unit>()
            && align_of::<BlockJob<F>>() <= align_of::<Unit>()
    }

    /// Makes an open block, which calls `ended(scope)` after the end of its last task.
    pub(crate) fn open(units: usize, scope: *const (), ended: unsafe fn(*const ())) -> NonNull<Block> {
        let room = || UnsafeCell::new(MaybeUninit::uninit());
        let units = std::iter::repeat_with(room).take(units).collect();
        let (tasks, used) = (Cell::new(0), Cell::new(0));
        NonNull::from(Box::leak(Box::new(Block { live: Live::open(), tasks, used, units, ended, scope })))
    }

    /// Puts a task into the block. Gives it back if there is no room for it.
    ///
    /// # Safety
    /// 1. The block is open, and the caller its only owner.
    /// 2. As for `boxed`: whatever `func` borrows stays until the task has run (J2), `func` catches its own panics, and the
    ///    region in `public` is null or outlives the task (J6).
    pub(crate) unsafe fn add<F>(block: NonNull<Block>, func: F, public: Public) -> Result<JobRef, (F, Public)>
    where
        F: FnOnce(&Worker<'_>) + Send,
    {
        // SAFETY: it is open, so it lives (J7).
        let this = unsafe { block.as_ref() };
        let (used, wanted) = (this.used.get(), size_of::<BlockJob<F>>().div_ceil(size_of::<Unit>()));
        if wanted > this.units.len() - used || !Self::is_for::<F>() {
            return Err((func, public));
        }
        this.used.set(used + wanted);
        this.tasks.set(this.tasks.get() + 1);
        let code = const { &Code::of(run_in_block::<F>) };
        let header = Header { code, public: UnsafeCell::new(MaybeUninit::new(public)) };
        let place: NonNull<BlockJob<F>> = NonNull::from(&this.units[used..used + wanted]).cast();
        // SAFETY: large enough and aligned, in cells, and nobody has used this part of the block before.
        unsafe { place.write(BlockJob { header, block, func }) };
        Ok(JobRef(place.cast()))
    }

    /// Says that no more tasks will come. The block may be gone after that.
    ///
    /// # Safety
    /// To be called once, by the owner of an open block.
    pub(crate) unsafe fn close(block: NonNull<Block>) {
        // SAFETY: it is open, so it lives (J7).
        let this = unsafe { block.as_ref() };
        if this.live.close(this.tasks.get()) {
            // SAFETY: J7, nothing is left of it to come.
            unsafe { Block::end(block) };
        }
    }

    /// # Safety
    /// To be called once, by who has counted the block off (J7).
    unsafe fn end(block: NonNull<Block>) {
        // SAFETY: it was leaked by `open`, and nobody uses it any more (J7).
        let block = unsafe { Box::from_raw(block.as_ptr()) };
        let (ended, scope) = (block.ended, block.scope);
        drop(block);
        // SAFETY: this is the one call, for which the block was counted by its scope.
        unsafe { ended(scope) };
    }
}

/// # Safety
/// `job` is the header of a `BlockJob<F>` that has not run yet.
unsafe fn run_in_block<F: FnOnce(&Worker<'_>) + Send>(job: NonNull<Header>, worker: &Worker<'_>) {
    // SAFETY: a live job (J2, J7), which nobody else runs (J1); its memory is not looked at again.
    let BlockJob { func, block, .. } = unsafe { job.cast::<BlockJob<F>>().read() };
    func(worker);
    // SAFETY: this task is not counted off yet, so the block lives (J7).
    if unsafe { block.as_ref() }.live.end_one() {
        // SAFETY: J7, nothing is left of it to come.
        unsafe { Block::end(block) };
    }
}

/// Counts what has not ended of a growing number of things, with no write for each new one.
#[derive(Debug)]
pub(crate) struct Live(AtomicUsize);

/// Counted as long as more may come; the number of those that came is told in the end.
const OPEN: usize = usize::MAX / 2;

impl Live {
    pub(crate) fn open() -> Self {
        Live(AtomicUsize::new(OPEN))
    }

    /// One has ended. True: it was the last, and no more come.
    pub(crate) fn end_one(&self) -> bool {
        // AcqRel: what all have done happens before what the last one does then.
        self.0.fetch_sub(1, if keeps(Key::EndHandsOver) { AcqRel } else { Relaxed }) == 1
    }

    /// No more come than so many. True: all have ended.
    pub(crate) fn close(&self, came: usize) -> bool {
        self.0.fetch_sub(OPEN - came, AcqRel) == OPEN - came
    }
}
