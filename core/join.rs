//! `join`: the operation everything else is made of, and so the one where each nanosecond counts.
//!
//! The job of the right side lies in this frame. It is pushed to the private ring, the left side runs, and
//! the job is popped again: if nobody asked for work, that is all, without an allocation or a latch. Otherwise `Worker::reclaim` finds out where the job is by now.
//!
//! # Invariants
//! (J1 to J6: `job.rs`.)
//! N1. Between push and pop only the left side may unwind, and that is caught: the frame stays until the job
//!     is popped, or its latch is set.
//! N2. `offer` is taken once: by `exec`, or by the owner after `pop` or `reclaim` gave the job back to it.
//! N3. `result` is written before the latch is set, and read once, after it.
#![expect(unsafe_code, reason = "the right side's job lies on the stack and is seen by thieves")]

use std::cell::UnsafeCell;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use crate::global;
use crate::job::{Code, Header, Payload};
use crate::slot::{REFILL, Slot};
use crate::worker::Worker;

/// What a closure of [`join_context`] is told about where it runs.
///
/// # Examples
///
/// ```
/// use furcate_core::{FnContext, join_context};
///
/// /// Sums by halves, and notes how many of them went to another thread.
/// fn sum(numbers: &[u64], context: FnContext) -> (u64, usize) {
///     if numbers.len() < 2 {
///         return (numbers.iter().sum(), usize::from(context.migrated()));
///     }
///     let (left, right) = numbers.split_at(numbers.len() / 2);
///     let (a, b) = join_context(|context| sum(left, context), |context| sum(right, context));
///     (a.0 + b.0, a.1 + b.1 + usize::from(context.migrated()))
/// }
///
/// let numbers: Vec<u64> = (1..=100).collect();
/// let ((total, moved), ()) = join_context(|context| sum(&numbers, context), |_| ());
/// assert_eq!(total, 5050);
/// assert!(moved < 200); // none, if no other thread was free
/// ```
pub struct FnContext {
    migrated: bool,
    /// Says something about this thread only.
    not_send: PhantomData<*const ()>,
}

impl FnContext {
    pub(crate) fn new(migrated: bool) -> Self {
        FnContext { migrated, not_send: PhantomData }
    }

    /// Tells whether the closure runs on another thread than the one that called `join_context`.
    ///
    /// # Examples
    ///
    /// ```
    /// let (a, _) = furcate_core::join_context(|context| context.migrated(), |_| ());
    /// assert!(!a); // the first closure stays where it is
    /// ```
    #[inline]
    #[must_use]
    pub fn migrated(&self) -> bool {
        self.migrated
    }
}

impl fmt::Debug for FnContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FnContext").field("migrated", &self.migrated).finish()
    }
}

/// Runs both closures, the second one on another thread if one is free for it, and returns both results.
///
/// The first closure runs on the calling worker. The second one is offered to others meanwhile, and run by
/// the caller if nobody takes it, which costs little more than two calls. While it waits for another
/// thread, the caller runs only jobs that descend from the second closure, unless its pool allows [more](crate::Waiting).
///
/// # Panics
///
/// If a closure panics, the other one is still run to its end, then the panic goes on here. If both do, it is
/// the first one's.
///
/// # Examples
///
/// ```
/// fn sum(numbers: &[u64]) -> u64 {
///     if numbers.len() < 3 {
///         return numbers.iter().sum();
///     }
///     let (left, right) = numbers.split_at(numbers.len() / 2);
///     let (left, right) = furcate_core::join(|| sum(left), || sum(right));
///     left + right
/// }
/// assert_eq!(sum(&[1, 2, 3, 4, 5]), 15);
/// ```
///
/// # See also
///
/// [`join_context`](crate::join_context()), [`scope`](crate::scope()).
// A function of its own: the caller's is the one that ends most recursions, and would save registers for a join that
// it does not come to. `a`, inlined in here, is then the recursion's next step.
#[inline(never)]
pub fn join<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    join_anywhere(|_| oper_a(), |_| oper_b())
}

/// Runs both closures as [`join`] does, and tells each whether it moved to another thread.
///
/// # Panics
///
/// As [`join`].
///
/// # Examples
///
/// ```
/// let (a, b) = furcate_core::join_context(|_| 1, |context| if context.migrated() { 2 } else { 2 });
/// assert_eq!(a + b, 3);
/// ```
// A function of its own, as `join` is.
#[inline(never)]
pub fn join_context<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    join_anywhere(oper_a, oper_b)
}

/// `join_context` on any thread.
#[inline(always)]
fn join_anywhere<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    // SAFETY: it stays in this frame.
    match unsafe { Worker::current() } {
        Some(worker) => join_here(worker, a, b),
        None => join_outside(a, b),
    }
}

/// `join_context` on a thread that holds no slot. Cold: the recursion of a join comes here once.
#[cold]
#[inline(never)]
fn join_outside<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    global::as_worker(|worker| join_here(*worker, a, b))
}

/// A right side that takes so many nanoseconds is published at once.
const WORTH_PUBLISHING: u64 = 5_000;

/// While it lives, pushes on this worker are thought to be at least that heavy.
pub(crate) struct Hint<'a>(&'a Slot, u64);

impl<'a> Hint<'a> {
    #[inline]
    pub(crate) fn give(worker: &'a Worker<'_>, ns: u64) -> Self {
        let slot = worker.slot();
        let before = slot.hint.load(Relaxed);
        slot.hint.store(before.max(ns), Relaxed);
        if ns >= WORTH_PUBLISHING {
            slot.ask(REFILL);
        }
        Hint(slot, before)
    }
}

impl Drop for Hint<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.hint.store(self.1, Relaxed);
    }
}

/// What became of what was offered by a `fork`.
#[derive(Debug)]
pub enum Forked<D, R> {
    /// Nobody took it: here it is again, for the caller to go on with.
    Kept(D),
    /// Another worker took it and came to this.
    Taken(R),
}

/// A right side: what can be run elsewhere.
trait Offer: Sized {
    type Out;
    /// How its jobs are run.
    const CODE: Code;
    /// What is written into them of the loop they are part of.
    fn within(&self) -> MaybeUninit<usize>;
    fn run(self, context: FnContext) -> Self::Out;
    /// What becomes of a right side that nobody took when the left one has panicked.
    fn forsake(self);
}

/// The second closure of a join.
struct Closure<B>(B);

impl<B, R> Offer for Closure<B>
where
    B: FnOnce(FnContext) -> R,
{
    type Out = R;

    const CODE: Code = Code::of(run_stolen::<Self>);

    #[inline]
    fn within(&self) -> MaybeUninit<usize> {
        MaybeUninit::uninit()
    }

    #[inline]
    fn run(self, context: FnContext) -> R {
        (self.0)(context)
    }

    /// Both sides run in any case.
    fn forsake(self) {
        drop_quietly(catch_unwind(AssertUnwindSafe(|| self.run(FnContext::new(false)))));
    }
}

/// Something to work on, which is given back if nobody does; and the loop it is part of, or 0.
struct Parcel<D, F>(D, F, usize);

impl<D, F, R> Offer for Parcel<D, F>
where
    F: FnOnce(D) -> R,
{
    type Out = R;

    const CODE: Code = Code::of_piece(run_stolen::<Self>);

    #[inline]
    fn within(&self) -> MaybeUninit<usize> {
        MaybeUninit::new(self.2)
    }

    fn run(self, _: FnContext) -> R {
        (self.1)(self.0)
    }

    fn forsake(self) {
        drop_quietly(self);
    }
}

/// The job of a right side, in its owner's frame.
#[repr(C)]
struct StackJob<B: Offer> {
    header: Header,
    /// In this place, and written, where the code says that it is a piece (J8).
    within: MaybeUninit<usize>,
    offer: UnsafeCell<ManuallyDrop<B>>,
    result: UnsafeCell<MaybeUninit<thread::Result<B::Out>>>,
}

impl<B: Offer> StackJob<B> {
    /// # Safety
    /// To be called once, by who has the job (N2).
    #[inline]
    unsafe fn take(&self) -> B {
        // SAFETY: who has the job has it alone.
        let offer = unsafe { &mut *self.offer.get() };
        // SAFETY: this is the only time.
        unsafe { ManuallyDrop::take(offer) }
    }

    /// # Safety
    /// To be called once, before the latch is set, by who runs the job (N3).
    unsafe fn put(&self, result: thread::Result<B::Out>) {
        // SAFETY: nobody reads it before the latch is set.
        unsafe { (*self.result.get()).write(result) };
    }

    /// # Safety
    /// To be called once, after the latch was set, by the owner (N3).
    unsafe fn result(&self) -> thread::Result<B::Out> {
        // SAFETY: nobody writes any more.
        let result = unsafe { &*self.result.get() };
        // SAFETY: it was written before the latch was set, and is read once.
        unsafe { result.assume_init_read() }
    }

    /// Finds out what became of a job that `pop` did not give back; waits for it if it is elsewhere.
    ///
    /// # Safety
    /// To be called once, by the owner, after a `pop` at the `position` where this job was pushed.
    #[cold]
    #[inline(never)]
    unsafe fn settle(&self, worker: Worker<'_>, position: usize) -> Forked<B, thread::Result<B::Out>> {
        // Should that panic, which is a bug of ours, the frame must not go away.
        let bug = AbortOnDrop;
        // SAFETY: the caller's duty; the job lives, as `self` does.
        let ours = unsafe { worker.reclaim(position, NonNull::from(self).cast()) };
        std::mem::forget(bug);
        if ours {
            // SAFETY: N2, the job is ours again.
            Forked::Kept(unsafe { self.take() })
        } else {
            // SAFETY: the latch is set: N3.
            Forked::Taken(unsafe { self.result() })
        }
    }

    /// Ends a join whose left side has panicked.
    ///
    /// # Safety
    /// To be called once, by the owner, who pushed this job at `position` and has not popped it.
    #[cold]
    #[inline(never)]
    unsafe fn abandon(&self, worker: Worker<'_>, position: usize, payload: Payload) -> ! {
        let b = if worker.pop(position) {
            // SAFETY: N2, the job is ours again.
            Forked::Kept(unsafe { self.take() })
        } else {
            // SAFETY: as this function's.
            unsafe { self.settle(worker, position) }
        };
        match b {
            Forked::Kept(b) => b.forsake(),
            Forked::Taken(b) => drop_quietly(b),
        }
        resume_unwind(payload)
    }
}

/// `join_context` on a worker.
#[inline]
pub(crate) fn join_here<A, B, RA, RB>(worker: Worker<'_>, a: A, b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    let (a, b) = offer(worker, || a(FnContext::new(false)), Closure(b));
    match b {
        Forked::Kept(b) => (a, b.run(FnContext::new(false))),
        Forked::Taken(b) => (a, b),
    }
}

/// `adapt::fork` on a worker.
#[inline]
pub(crate) fn fork_here<A, D, F, RA, RB>(
    worker: Worker<'_>,
    within: usize,
    a: A,
    offered: D,
    run: F,
) -> (RA, Forked<D, RB>)
where
    A: FnOnce() -> RA,
    D: Send,
    F: FnOnce(D) -> RB + Send,
    RB: Send,
{
    let (a, b) = offer(worker, a, Parcel(offered, run, within));
    match b {
        Forked::Kept(Parcel(offered, ..)) => (a, Forked::Kept(offered)),
        Forked::Taken(b) => (a, Forked::Taken(b)),
    }
}

/// Runs `a` while `b` is on offer. Neither side runs any more when this returns or unwinds.
#[inline(always)]
fn offer<A, B, RA>(worker: Worker<'_>, a: A, b: B) -> (RA, Forked<B, B::Out>)
where
    A: FnOnce() -> RA,
    B: Offer + Send,
    B::Out: Send,
{
    let job = StackJob {
        header: Header::private(const { &B::CODE }),
        within: b.within(),
        offer: UnsafeCell::new(ManuallyDrop::new(b)),
        result: UnsafeCell::new(MaybeUninit::uninit()),
    };
    let pointer = NonNull::from(&job).cast::<Header>();
    // SAFETY: (1) N1; (2) `B` and its result are `Send`.
    let position = unsafe { worker.push(pointer) };
    let a = match catch_unwind(AssertUnwindSafe(a)) {
        Ok(a) => a,
        // SAFETY: pushed there, and the job is in this frame.
        Err(payload) => unsafe { job.abandon(worker, position, payload) },
    };
    if worker.pop(position) {
        // SAFETY: N2, the job is ours again.
        return (a, Forked::Kept(unsafe { job.take() }));
    }
    // SAFETY: pushed there, and the job is in this frame.
    match unsafe { job.settle(worker, position) } {
        Forked::Kept(b) => (a, Forked::Kept(b)),
        Forked::Taken(Ok(b)) => (a, Forked::Taken(b)),
        Forked::Taken(Err(payload)) => {
            // A panic of its destructor gives way to the one that is on its way.
            drop_quietly(a);
            resume_unwind(payload)
        }
    }
}

/// Drops what nobody will see. A destructor that panics in there gives way to the first panic.
pub(crate) fn drop_quietly<T>(value: T) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // A payload has a destructor, too. Should that panic, what it threw is lost: there could be no end of it.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
    }
}

/// Ends the process where going on would leave a dangling job behind.
pub(crate) struct AbortOnDrop;

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        eprintln!("furcate: a scheduler function panicked while jobs were pending; this is a bug in furcate");
        std::process::abort();
    }
}

/// Runs a right side that became public: on a thief, or on the owner from its mailbox.
///
/// # Safety
/// `job` is the header of a `StackJob<B>` that is public and has not run (J1, J2).
unsafe fn run_stolen<B: Offer>(job: NonNull<Header>, worker: &Worker<'_>) {
    // SAFETY: the frame stays until the latch is set (J2), and this reference ends with that.
    let job = unsafe { job.cast::<StackJob<B>>().as_ref() };
    // SAFETY: it is public, says the caller.
    let public = unsafe { job.header.public() };
    // SAFETY: N2, this is the only run.
    let offer = unsafe { job.take() };
    let migrated = !ptr::eq(public.home, worker.slot());
    let result = catch_unwind(AssertUnwindSafe(|| offer.run(FnContext::new(migrated))));
    // SAFETY: N3.
    unsafe { job.put(result) };
    // Read before the latch is set: after that the frame may be gone (J3).
    let home = public.home;
    if public.latch.set() {
        // SAFETY: the slot belongs to the pool of this very worker, which lives.
        unsafe { (*home).parker.unpark() };
    }
}
