//! Scopes: tasks that may borrow from the frame that made them, because that waits for them.
//!
//! `Base` is the engine for everything that waits for tasks: scopes, `install` from outside, broadcasts. It
//! counts what is pending, its owner included; who brings the count to zero sets the latch. The owner is a
//! worker, who helps (`wait.rs`), or a thread without a slot, which blocks.
//!
//! A task is public at once, on top of the spawner's queue; from a thread outside the pool it goes to the
//! scope's owner, if that is a worker of the pool, or else to the injector.
//!
//! The file is long because the four operations and their documentation stay beside the engine whose
//! promises they rely on: no other file needs to be trusted with a scope's lifetimes.
//!
//! # Invariants
//! C1. A `Base` stays in its place until its latch is set and its owner has seen that.
//! C2. `pending` counts the owner and every task that has not ended. A task is counted before it can run.
//! C3. Whoever brings `pending` to zero, and only it, sets the latch, and touches nothing afterwards. It has
//!     made sure before that it may still wake the owner.
//! C4. `block` is touched by the owner's thread only: by the one that holds the slot `Owner::Here` names.
#![expect(unsafe_code, reason = "tasks point to the scope in a frame that waits for them")]

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Relaxed};

use crate::bounded::Bound;
use crate::broadcast::BroadcastContext;
use crate::global;
use crate::job::{Block, JobRef, Kind, Payload, Public, Region, boxed};
use crate::join::{AbortOnDrop, drop_quietly};
use crate::latch::{Latch, Parker, block_on, own_parker};
use crate::platform::{AtomicUsize, Mutex, lock};
use crate::registry::Registry;
use crate::slot::{Mailbox, Slot};
use crate::worker::Worker;

/// What waits for a number of tasks.
struct Base {
    registry: Arc<Registry>,
    pending: AtomicUsize,
    block: Cell<Room>,
    latch: Latch,
    panic: Mutex<Option<Payload>>,
    owner: Owner,
    /// Where tasks go that a thief may not run: the owner, if it is a worker of this pool.
    home: *const Slot,
    region: *const Region,
}

/// Where the tasks lie that the owner spawns.
#[derive(Clone, Copy)]
enum Room {
    /// There are none so far.
    None,
    /// In this block, which counts as one pending task.
    Open(NonNull<Block>),
    /// The owner waits. Each task has a box from now on.
    Closed,
}

/// Who waits.
enum Owner {
    /// A worker of the scope's own pool.
    Here(*const Slot),
    /// A worker of another pool, which is kept alive for the wake-up.
    Abroad(Arc<Registry>, usize),
    /// A thread without a slot.
    Outside(Arc<Parker>),
}

// SAFETY: the pointers are to a slot and a region that outlive the base (J6); the rest is for any thread.
unsafe impl Sync for Base {}
// SAFETY: a base that moves takes along pointers whose targets outlive it on any thread (J6).
unsafe impl Send for Base {}

impl Base {
    fn new(worker: Option<&Worker<'_>>, registry: Arc<Registry>) -> Self {
        let (owner, home) = match worker {
            Some(worker) if worker.is_of(&registry) => {
                (Owner::Here(worker.slot()), ptr::from_ref(worker.slot()))
            }
            Some(worker) => (Owner::Abroad(worker.shared_registry(), worker.slot().index), ptr::null()),
            None => (Owner::Outside(own_parker()), ptr::null()),
        };
        Base {
            registry,
            pending: AtomicUsize::new(1),
            block: Cell::new(Room::None),
            latch: Latch::new(),
            panic: Mutex::new(None),
            owner,
            home,
            region: worker.map_or(ptr::null(), Worker::region),
        }
    }

    fn tag(&self) -> *const () {
        ptr::from_ref(self).cast()
    }

    /// Runs the body, waits for all tasks, and passes on the first panic.
    fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        let result = self.catch(body);
        self.wait();
        if let Some(payload) = lock(&self.panic).take() {
            resume_unwind(payload);
        }
        match result {
            Some(result) => result,
            None => unreachable!("the body ended with neither a result nor a panic"),
        }
    }

    /// Waits until nothing is pending. The base may go away after that.
    fn wait(&self) {
        if let Room::Open(block) = self.block.replace(Room::Closed) {
            // SAFETY: this is the owner's thread (C4), and nobody finds the block here any more.
            unsafe { Block::close(block) };
        }
        // AcqRel: what the tasks did happens before.
        if self.pending.fetch_sub(1, AcqRel) == 1 {
            return;
        }
        let bug = AbortOnDrop;
        match &self.owner {
            Owner::Outside(parker) => block_on(&self.latch, parker),
            Owner::Here(_) => self.wait_as_worker(false),
            Owner::Abroad(..) => self.wait_as_worker(true),
        }
        std::mem::forget(bug);
    }

    fn wait_as_worker(&self, abroad: bool) {
        Worker::with(|worker| match worker {
            Some(worker) => worker.wait_for_scope(&self.latch, self.tag(), abroad),
            None => unreachable!("a scope is waited for where it was made"),
        });
    }

    /// Runs a closure and keeps the first panic.
    fn catch<R>(&self, f: impl FnOnce() -> R) -> Option<R> {
        match catch_unwind(AssertUnwindSafe(f)) {
            Ok(result) => Some(result),
            Err(payload) => {
                let mut first = lock(&self.panic);
                if first.is_none() {
                    *first = Some(payload);
                } else {
                    drop(first);
                    // The destructor of a payload may panic, too; one panic is enough.
                    drop_quietly(payload);
                }
                None
            }
        }
    }

    /// One task has ended, or one block of them. Called by the task's worker as the last thing.
    ///
    /// # Safety
    /// `this` is a base, of which the task or block was counted, and is counted off only here (C2).
    unsafe fn complete(this: *const ()) {
        let this: *const Base = this.cast();
        // SAFETY: the base stays until all is counted off (C1, C2).
        let base = unsafe { &*this };
        if base.pending.fetch_sub(1, AcqRel) != 1 {
            return;
        }
        // The owner waits for the latch, so the base is still there.
        match &base.owner {
            &Owner::Here(slot) => {
                if base.latch.set() {
                    // SAFETY: a slot of the pool whose worker runs this, so it lives.
                    unsafe { (*slot).parker.unpark() };
                }
            }
            Owner::Abroad(registry, index) => {
                let (registry, index) = (registry.clone(), *index);
                if base.latch.set() {
                    registry.slots[index].parker.unpark();
                }
            }
            Owner::Outside(parker) => {
                let parker = parker.clone();
                if base.latch.set() {
                    parker.unpark();
                }
            }
        }
    }

    /// Makes a task that is counted.
    ///
    /// # Safety
    /// What `f` borrows outlives the base's `wait`.
    unsafe fn task<F>(&self, kind: Kind, worker: Option<&Worker<'_>>, f: F) -> JobRef
    where
        F: FnOnce(&Worker<'_>) + Send,
    {
        let this = BasePtr(self);
        let mut run = move |worker: &Worker<'_>| {
            // SAFETY: counted, so it is there (C1).
            _ = unsafe { &*this.get() }.catch(|| f(worker));
        };
        let mut public = Public::new(kind, self.home, self.region, self.tag());
        let mine =
            |worker: &&Worker<'_>| matches!(self.owner, Owner::Here(slot) if ptr::eq(slot, worker.slot()));
        if worker.filter(mine).is_some() {
            // SAFETY: `worker` is this thread and the owner (C4); what `f` borrows is the caller's duty.
            match unsafe { self.put_into_block(run, public) } {
                Ok(job) => return job,
                Err(given_back) => (run, public) = given_back,
            }
        }
        // Relaxed: the caller is counted, so it cannot come to zero meanwhile.
        self.pending.fetch_add(1, Relaxed);
        let this = BasePtr(self);
        let run = move |worker: &Worker<'_>| {
            run(worker);
            // SAFETY: counted above, this is its end.
            unsafe { Base::complete(this.get().cast()) };
        };
        // SAFETY: (1) the owner waits, and what `f` borrows is the caller's duty; (2) `catch`; (3) the region
        // is that of the owner's frame.
        unsafe { boxed(run, public) }
    }

    /// Puts a task into the open block, or into a new one. Gives it back if it is too large, or if the owner waits.
    ///
    /// # Safety
    /// 1. This is the owner's thread (C4).
    /// 2. What `run` borrows outlives the base's `wait`; it catches its panics.
    unsafe fn put_into_block<F>(&self, mut run: F, mut public: Public) -> Result<JobRef, (F, Public)>
    where
        F: FnOnce(&Worker<'_>) + Send,
    {
        let units = match self.block.get() {
            _ if !Block::is_for::<F>() => return Err((run, public)),
            Room::Closed => return Err((run, public)),
            Room::None => Block::FIRST,
            Room::Open(block) => {
                // SAFETY: (1) C4; (2) the owner waits, and so does the region.
                match unsafe { Block::add(block, run, public) } {
                    Ok(job) => return Ok(job),
                    Err(given_back) => (run, public) = given_back,
                }
                // SAFETY: C4, and the cell gets another one below.
                unsafe { Block::close(block) };
                Block::FURTHER
            }
        };
        // Relaxed: as in `task`.
        self.pending.fetch_add(1, Relaxed);
        let block = Block::open(units, self.tag(), Base::complete);
        self.block.set(Room::Open(block));
        // SAFETY: (1) C4; (2) the owner waits, and so does the region.
        unsafe { Block::add(block, run, public) }
    }

    /// Makes a task and puts it where it belongs: on the spawner's queue, or to the pool from outside.
    ///
    /// # Safety
    /// As for `task`.
    unsafe fn spawn<F>(&self, f: F)
    where
        F: FnOnce(&Worker<'_>) + Send,
    {
        Worker::with(|worker| match worker {
            Some(worker) if worker.is_of(&self.registry) => {
                // SAFETY: the caller's duty.
                worker.push_public(unsafe { self.task(Kind::Task, Some(worker), f) });
            }
            _ => {
                // SAFETY: the caller's duty.
                self.place_from_outside(unsafe { self.task(Kind::Task, None, f) });
            }
        });
    }

    /// Gives each worker of the pool a task that calls `body` with the scope.
    ///
    /// # Safety
    /// As for `task`; and `scope` holds this base, so it stays as long (C1).
    unsafe fn post_to_all<S, BODY>(&self, scope: &S, body: BODY)
    where
        S: Sync,
        BODY: Fn(&S, BroadcastContext<'_>) + Send + Sync,
    {
        let body = Arc::new(body);
        for index in 0..self.registry.num_threads() {
            let (this, body) = (ScopeRef(scope), body.clone());
            let run = move |worker: &Worker<'_>| {
                // SAFETY: inside the task, which is counted (C2).
                let scope = unsafe { this.get() };
                BroadcastContext::with(worker, |context| body(scope, context));
            };
            // SAFETY: the caller's duty.
            let job = unsafe { self.task(Kind::Task, None, run) };
            self.registry.post(index, job);
        }
    }

    fn place_from_outside(&self, job: JobRef) {
        // SAFETY: the owner's slot, whose pool we hold.
        match unsafe { self.home.as_ref() } {
            Some(home) => {
                home.inbox.push(job);
                home.parker.unpark();
                self.registry.called();
            }
            None => self.registry.inject(job),
        }
    }
}

/// A base's address, for a task on any thread.
struct BasePtr(*const Base);
// SAFETY: `Base` is `Sync`.
unsafe impl Send for BasePtr {}

impl BasePtr {
    fn get(&self) -> *const Base {
        self.0
    }
}

/// Runs `f` on a worker of the pool: here if this thread is one, as a guest where that is allowed, else on
/// one of its threads while this one waits.
#[inline]
pub(crate) fn in_pool<R, F>(registry: &Arc<Registry>, f: F) -> R
where
    F: FnOnce(&Worker<'_>) -> R + Send,
    R: Send,
{
    Worker::with(|worker| match worker {
        Some(worker) if worker.is_of(registry) => f(worker),
        None => from_outside(registry, f),
        _ => call(worker, registry, f),
    })
}

/// `in_pool` on a thread that holds no slot anywhere.
#[inline]
pub(crate) fn from_outside<R, F>(registry: &Arc<Registry>, f: F) -> R
where
    F: FnOnce(&Worker<'_>) -> R + Send,
    R: Send,
{
    if !registry.guests {
        return call(None, registry, f);
    }
    match registry.as_guest(f) {
        Ok(result) => result,
        Err(f) => call(None, registry, f),
    }
}

/// Runs `f` on one of the pool's threads while this one waits.
#[inline(never)]
fn call<R, F>(worker: Option<&Worker<'_>>, registry: &Arc<Registry>, f: F) -> R
where
    F: FnOnce(&Worker<'_>) -> R + Send,
    R: Send,
{
    assert!(
        !registry.is_orphan(),
        "this pool's threads stayed behind in the parent process: make a new pool after a fork"
    );
    let base = Base::new(worker, registry.clone());
    let mut result = None;
    base.run(|| {
        let result = &mut result;
        // SAFETY: `result` and what `f` borrows outlive `run`, which waits.
        let job = unsafe { base.task(Kind::Call, None, move |worker| *result = Some(f(worker))) };
        if worker.is_some() { registry.call(job) } else { registry.inject(job) }
    });
    match result {
        Some(result) => result,
        None => unreachable!("a call ended with neither a result nor a panic"),
    }
}

/// The registry of the current pool.
pub(crate) fn current_registry() -> Arc<Registry> {
    Worker::with(|worker| worker.map_or_else(global::registry, Worker::shared_registry))
}

/// A region in which tasks may be spawned that borrow from outside it.
///
/// Made by [`scope()`] and [`in_place_scope`]. `'scope` is the lifetime of the borrowed data.
///
/// # Examples
///
/// ```
/// use furcate_core::{Scope, scope};
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// struct Folder(&'static str, Vec<Folder>);
///
/// /// Visits a tree with a task for each node.
/// fn visit<'a>(folder: &'a Folder, letters: &'a AtomicUsize, scope: &Scope<'a>) {
///     letters.fetch_add(folder.0.len(), Relaxed);
///     for inner in &folder.1 {
///         scope.spawn(move |scope| visit(inner, letters, scope));
///     }
/// }
///
/// let (home, letters) = (Folder("home", vec![Folder("a", vec![]), Folder("bc", vec![])]), AtomicUsize::new(0));
/// scope(|scope| visit(&home, &letters, scope));
/// assert_eq!(letters.into_inner(), 7);
/// ```
pub struct Scope<'scope> {
    base: Base,
    bound: Option<Bound>,
    /// Invariant, so that nobody can make `'scope` shorter or longer.
    marker: PhantomData<fn(&'scope ()) -> &'scope ()>,
}

/// A [`Scope`] whose tasks start in the order in which a thread spawns them.
///
/// Made by [`scope_fifo`] and [`in_place_scope_fifo`].
///
/// # Examples
///
/// ```
/// use furcate_core::{ScopeFifo, ThreadPoolBuilder};
/// use std::sync::mpsc::{Sender, channel};
///
/// /// Asks each server; the one that was named first comes first.
/// fn ask<'a>(servers: &[&'a str], replies: &Sender<&'a str>, scope: &ScopeFifo<'a>) {
///     for &server in servers {
///         let replies = replies.clone();
///         scope.spawn_fifo(move |_| replies.send(server).unwrap());
///     }
/// }
///
/// let (sender, receiver) = channel();
/// let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
/// pool.scope_fifo(|scope| ask(&["near", "far"], &sender, scope));
/// assert_eq!(receiver.try_iter().collect::<Vec<_>>(), ["near", "far"]);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
pub struct ScopeFifo<'scope> {
    base: Base,
    /// One queue for each slot.
    fifos: Box<[Mailbox]>,
    /// Invariant, as in `Scope`.
    marker: PhantomData<fn(&'scope ()) -> &'scope ()>,
}

/// Runs a closure that may spawn tasks, and returns when all of them have ended.
///
/// The closure runs on a worker of the current pool. Its tasks may borrow whatever outlives the call to
/// `scope`, run on any worker in no promised order, and may spawn more into the same scope. While the caller
/// waits it runs tasks of this scope.
///
/// # Panics
///
/// If the closure or a task panics, all other tasks still run; then the first of the panics goes on here.
///
/// # Examples
///
/// ```
/// let (mut left, mut right) = (0, 0);
/// furcate_core::scope(|scope| {
///     scope.spawn(|_| left = 1);
///     scope.spawn(|_| right = 2);
/// });
/// assert_eq!(left + right, 3);
/// ```
///
/// # See also
///
/// [`join`](crate::join()) is cheaper for two closures; [`in_place_scope`] stays on the calling thread.
pub fn scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    global::in_current(|worker| Scope::run(Some(worker), worker.shared_registry(), None, op))
}

/// Runs a closure that may spawn tasks, each thread's in the order of spawning, and waits for all of them.
///
/// # Panics
///
/// As [`scope()`].
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(1).build()?;
/// let order = std::sync::Mutex::new(Vec::new());
/// pool.scope_fifo(|scope| {
///     for i in 0..3 {
///         let order = &order;
///         scope.spawn_fifo(move |_| order.lock().unwrap().push(i));
///     }
/// });
/// assert_eq!(order.into_inner().unwrap(), [0, 1, 2]);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
pub fn scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
    R: Send,
{
    global::in_current(|worker| ScopeFifo::run(Some(worker), worker.shared_registry(), op))
}

/// Runs a closure on this very thread; the tasks it spawns run on the current pool. Waits for all of them.
///
/// The closure need not be `Send`, and may block without keeping a worker from its work, if the thread is
/// not one of the pool's.
///
/// # Panics
///
/// As [`scope()`].
///
/// # Examples
///
/// ```
/// let (sender, receiver) = std::sync::mpsc::channel();
/// let received = furcate_core::in_place_scope(|scope| {
///     scope.spawn(move |_| sender.send(7).unwrap());
///     receiver.recv().unwrap() // not `Sync`, and used here all the same
/// });
/// assert_eq!(received, 7);
/// ```
pub fn in_place_scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    in_place(current_registry(), op)
}

/// Runs a closure on this very thread; its tasks run on the current pool, each thread's in the order of
/// spawning.
///
/// # Panics
///
/// As [`scope()`].
///
/// # Examples
///
/// ```
/// let mut sum = 0;
/// furcate_core::in_place_scope_fifo(|scope| scope.spawn_fifo(|_| sum += 1));
/// assert_eq!(sum, 1);
/// ```
pub fn in_place_scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    in_place_fifo(current_registry(), op)
}

pub(crate) fn in_place<'scope, OP, R>(registry: Arc<Registry>, op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    Worker::with(|worker| Scope::run(worker, registry, None, op))
}

pub(crate) fn in_place_fifo<'scope, OP, R>(registry: Arc<Registry>, op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    Worker::with(|worker| ScopeFifo::run(worker, registry, op))
}

/// What a task gets to know its scope by, on any thread.
struct ScopeRef<S>(*const S);
// SAFETY: it stands for a `&S`, with `S: Sync`, to a scope that stays until its tasks have run (C1).
unsafe impl<S: Sync> Send for ScopeRef<S> {}
// SAFETY: shared, it gives no more than that `&S` (C1).
unsafe impl<S: Sync> Sync for ScopeRef<S> {}

impl<S> ScopeRef<S> {
    /// # Safety
    /// To be called inside a task that is counted (C1).
    unsafe fn get(&self) -> &S {
        // SAFETY: the scope stays until its tasks have ended.
        unsafe { &*self.0 }
    }
}

impl<'scope> Scope<'scope> {
    pub(crate) fn run<R>(
        worker: Option<&Worker<'_>>,
        registry: Arc<Registry>,
        bound: Option<Bound>,
        op: impl FnOnce(&Scope<'scope>) -> R,
    ) -> R {
        let scope = Scope { base: Base::new(worker, registry), bound, marker: PhantomData };
        scope.base.run(|| op(&scope))
    }

    /// Spawns a task into the scope. It may start at once on another worker, and ends before the scope does.
    ///
    /// A worker that has nothing else to do runs its own tasks last in, first out.
    ///
    /// # Panics
    ///
    /// A panic of the task comes out of the scope.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut done = false;
    /// furcate_core::scope(|scope| scope.spawn(|_| done = true));
    /// assert!(done);
    /// ```
    pub fn spawn<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&Scope<'scope>) + Send + 'scope,
    {
        let this = ScopeRef(self);
        let Some(bound) = &self.bound else {
            let run = move |_: &Worker<'_>| {
                // SAFETY: inside the task.
                body(unsafe { this.get() });
            };
            // SAFETY: `'scope` outlives the scope.
            return unsafe { self.base.spawn(run) };
        };
        if !bound.enter() {
            _ = self.base.catch(|| body(self));
            return;
        }
        let run = move |_: &Worker<'_>| {
            // SAFETY: inside the task.
            let scope: &Scope<'scope> = unsafe { this.get() };
            scope.bound.iter().for_each(Bound::leave);
            body(scope);
        };
        // SAFETY: `'scope` outlives the scope.
        unsafe { self.base.spawn(run) };
    }

    /// Spawns a task that every worker of the pool runs once.
    ///
    /// # Panics
    ///
    /// A panic of the task comes out of the scope, after all workers have run it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let count = AtomicUsize::new(0);
    /// furcate_core::scope(|scope| {
    ///     scope.spawn_broadcast(|_, _| {
    ///         count.fetch_add(1, Ordering::Relaxed);
    ///     });
    /// });
    /// assert_eq!(count.into_inner(), furcate_core::current_num_threads());
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&Scope<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        // SAFETY: `'scope` outlives the scope, whose base this is.
        unsafe { self.base.post_to_all(self, body) };
    }
}

impl<'scope> ScopeFifo<'scope> {
    pub(crate) fn run<R>(
        worker: Option<&Worker<'_>>,
        registry: Arc<Registry>,
        op: impl FnOnce(&ScopeFifo<'scope>) -> R,
    ) -> R {
        let fifos = (0..registry.num_threads()).map(|_| Mailbox::new()).collect();
        let scope = ScopeFifo { base: Base::new(worker, registry), fifos, marker: PhantomData };
        scope.base.run(|| op(&scope))
    }

    /// Spawns a task into the scope. Tasks of one thread start in the order in which it spawned them.
    ///
    /// # Panics
    ///
    /// A panic of the task comes out of the scope.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut done = false;
    /// furcate_core::scope_fifo(|scope| scope.spawn_fifo(|_| done = true));
    /// assert!(done);
    /// ```
    pub fn spawn_fifo<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&ScopeFifo<'scope>) + Send + 'scope,
    {
        let this = ScopeRef(self);
        let run = move |_: &Worker<'_>| {
            // SAFETY: inside the task.
            body(unsafe { this.get() });
        };
        Worker::with(|worker| match worker {
            Some(worker) if worker.is_of(&self.base.registry) => {
                // SAFETY: `'scope` outlives the scope.
                let job = unsafe { self.base.task(Kind::Task, Some(worker), run) };
                let (this, index) = (ScopeRef(self), worker.slot().index);
                self.fifos[index].push(job);
                // A place in the queue for whichever task is the oldest by then.
                let next = move |worker: &Worker<'_>| {
                    // SAFETY: inside the task.
                    if let Some(oldest) = unsafe { this.get() }.fifos[index].take_any() {
                        worker.execute_part(oldest);
                    }
                };
                // SAFETY: the scope outlives its tasks.
                worker.push_public(unsafe { self.base.task(Kind::Task, Some(worker), next) });
            }
            // SAFETY: `'scope` outlives the scope.
            _ => self.base.place_from_outside(unsafe { self.base.task(Kind::Task, None, run) }),
        });
    }

    /// Spawns a task that every worker of the pool runs once.
    ///
    /// # Panics
    ///
    /// A panic of the task comes out of the scope, after all workers have run it.
    ///
    /// # Examples
    ///
    /// ```
    /// let seen = std::sync::Mutex::new(Vec::new());
    /// furcate_core::scope_fifo(|scope| {
    ///     scope.spawn_broadcast(|_, context| seen.lock().unwrap().push(context.index()));
    /// });
    /// assert_eq!(seen.into_inner().unwrap().len(), furcate_core::current_num_threads());
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&ScopeFifo<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        // SAFETY: `'scope` outlives the scope, whose base this is.
        unsafe { self.base.post_to_all(self, body) };
    }
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Base")
            .field("pending", &self.pending.load(Relaxed))
            .field("latch", &self.latch)
            .field("panicked", &lock(&self.panic).is_some())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").field("base", &self.base).finish()
    }
}

impl fmt::Debug for ScopeFifo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopeFifo").field("base", &self.base).finish()
    }
}

/// Puts a detached closure into a job that keeps the pool alive until it has run.
pub(crate) fn detached<F>(registry: &Registry, f: F) -> JobRef
where
    F: FnOnce(&Worker<'_>) + Send + 'static,
{
    registry.keep_alive();
    let run = move |worker: &Worker<'_>| {
        worker.registry().catching(|| f(worker));
        worker.registry().let_go();
    };
    let public = Public::new(Kind::Task, ptr::null(), ptr::null(), ptr::null());
    // SAFETY: (1) it borrows nothing; (2) `catching`, which ends the process if it must; (3) no region.
    unsafe { boxed(run, public) }
}
