//! The one place where the scheduler meets the machine: atomics, locks, threads, clock, fork.
//!
//! Everything that a checker must see is imported from here: under `--cfg loom` the atomics, locks and fences are
//! loom's, under `--cfg shuttle` those of shuttle, and threads and thread-locals as well; the capacities shrink. Statics
//! stay with the standard library in all cases (`fixed`), because a checker cannot reset them.
//!
//! Shuttle knows no time. Its clock stands still but for a step at each look, and leaps over each wait that has a limit.
//!
//! The clock counts nanoseconds from an arbitrary start. Where the processor has a time-stamp counter
//! of constant rate it is read directly (about 10 ns instead of 25), scaled by a factor that is
//! measured once against the standard clock.
//!
//! A pair of fences orders a frequent store and load against a rare one. Where Linux offers `membarrier`
//! the frequent side is a fence for the compiler only, and the rare side makes all running threads of the
//! process pass a full one. A full fence at each join costs 7 of 11 ns on an Intel Xeon, 0.2 on a Zen 4.
//!
//! # Invariants
//! F1. The child handler given to the C library only adds to an atomic: safe in a forked child.
//! F2. `ASYMMETRIC` is written by `prepare`, before the first pool exists, and never afterwards.
#![cfg_attr(
    not(any(loom, shuttle)),
    expect(
        unsafe_code,
        reason = "the time-stamp counter, membarrier and the fork handler are calls to the machine"
    )
)]

pub(crate) use std::sync::atomic as fixed;

#[cfg(not(any(loom, shuttle)))]
pub(crate) use std::{
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence},
    },
    thread::yield_now,
};
#[cfg(not(shuttle))]
pub(crate) use std::{thread, thread_local};

#[cfg(shuttle)]
pub(crate) use shuttle::{
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence},
    },
    thread::{self, yield_now},
    thread_local,
};

#[cfg(loom)]
pub(crate) use loom::{
    sync::{
        Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, fence},
    },
    thread::yield_now,
};

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::keys::{Key, keeps};

#[cfg(not(shuttle))]
pub(crate) use crossbeam_deque::Injector;
#[cfg(shuttle)]
pub(crate) use injector::Injector;

use fixed::Ordering::Relaxed;
#[cfg(all(target_arch = "x86_64", not(any(loom, shuttle))))]
use fixed::Ordering::{Acquire, Release};

/// Entries of a worker's private ring. A power of two; half of it bounds how deep joins may nest
/// between two publications of everything.
#[cfg(not(any(loom, shuttle)))]
pub(crate) use crate::policy::RING;
#[cfg(any(loom, shuttle))]
pub(crate) const RING: usize = 4;

/// Locks, whether or not a holder panicked: no lock of ours guards a state that a panic could break.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Tells the processor, or the model, that we wait for another thread.
#[inline]
pub(crate) fn spin() {
    #[cfg(not(any(loom, shuttle)))]
    std::hint::spin_loop();
    #[cfg(any(loom, shuttle))]
    yield_now();
}

/// Waits on a condition variable for at most `limit`, with the guard of `mutex`; loom knows no time and may wait for ever.
#[cfg(not(shuttle))]
pub(crate) fn wait_timeout<'a, T>(
    wake: &Condvar,
    _mutex: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
    limit: Duration,
) -> MutexGuard<'a, T> {
    match wake.wait_timeout(guard, limit) {
        Ok((guard, _)) => guard,
        Err(poisoned) => poisoned.into_inner().0,
    }
}

/// Waits until others had their turn, once or a few times; then the time is up.
#[cfg(shuttle)]
pub(crate) fn wait_timeout<'a, T>(
    _wake: &Condvar,
    mutex: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
    limit: Duration,
) -> MutexGuard<'a, T> {
    use shuttle::rand::{Rng, thread_rng};
    drop(guard);
    for _ in 0..thread_rng().gen_range(1..4) {
        yield_now();
    }
    clock::leap(limit);
    lock(mutex)
}

/// A locked queue in the place of crossbeam's, which shuttle cannot look into.
#[cfg(shuttle)]
mod injector {
    use super::{Mutex, lock};
    use crossbeam_deque::Steal;
    use std::collections::VecDeque;

    #[derive(Debug)]
    pub(crate) struct Injector<T>(Mutex<VecDeque<T>>);

    impl<T> Injector<T> {
        pub(crate) fn new() -> Self {
            Injector(Mutex::new(VecDeque::new()))
        }
        pub(crate) fn push(&self, item: T) {
            lock(&self.0).push_back(item);
        }
        pub(crate) fn is_empty(&self) -> bool {
            lock(&self.0).is_empty()
        }
        pub(crate) fn len(&self) -> usize {
            lock(&self.0).len()
        }
        pub(crate) fn steal(&self) -> Steal<T> {
            lock(&self.0).pop_front().map_or(Steal::Empty, Steal::Success)
        }
    }
}

/// Orders a push, or a sleeper's announcement, before the look at what the other side did.
#[inline]
pub(crate) fn full_fence(side: Side) {
    let key = match side {
        Side::Pusher => Key::PushFence,
        Side::Sleeper => Key::SleepFence,
    };
    if keeps(key) {
        fence(fixed::Ordering::SeqCst);
    }
}

/// As `full_fence`, right after a read-modify-write by the caller: on some processors that has done it already.
#[inline]
pub(crate) fn full_fence_after_rmw(side: Side) {
    if cfg!(all(target_arch = "x86_64", not(loom))) {
        // A locked instruction lets no load pass it, and waits for the stores before it.
        fixed::compiler_fence(fixed::Ordering::SeqCst);
    } else {
        full_fence(side);
    }
}

/// Who passes a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Pushed something, is about to look for sleepers.
    Pusher,
    /// Announced that it sleeps, is about to look for work.
    Sleeper,
}

/// Whether the pair of fences below is asymmetric (F2).
static ASYMMETRIC: fixed::AtomicBool = fixed::AtomicBool::new(false);

/// The frequent side: orders the caller's earlier store before its later load, against `heavy_fence`.
#[inline]
pub(crate) fn light_fence() {
    if !keeps(Key::PopFence) {
        return;
    }
    // Relaxed: whoever works in a pool has seen it made, and `ASYMMETRIC` set before that (F2).
    if ASYMMETRIC.load(Relaxed) {
        fixed::compiler_fence(fixed::Ordering::SeqCst);
    } else {
        fence(fixed::Ordering::SeqCst);
    }
}

/// The rare side. False: there is no order, the caller has to give up what it wanted to do.
#[must_use]
pub(crate) fn heavy_fence() -> bool {
    fence(fixed::Ordering::SeqCst);
    !ASYMMETRIC.load(Relaxed) || membarrier::run()
}

/// To be called before a pool is made: chooses the kind of fences, and sees to it that `generation` changes
/// in a forked child.
pub(crate) fn prepare() {
    static PREPARED: OnceLock<()> = OnceLock::new();
    PREPARED.get_or_init(|| {
        ASYMMETRIC.store(membarrier::register() && membarrier::run(), Relaxed);
        watch_forks();
        let _ = now();
    });
}

/// The system call that makes all threads of this process pass a fence.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(loom, shuttle))
))]
mod membarrier {
    use std::ffi::{c_int, c_long, c_uint};

    const NUMBER: c_long = if cfg!(target_arch = "x86_64") { 324 } else { 283 };
    const PRIVATE_EXPEDITED: c_int = 1 << 3;
    const REGISTER_PRIVATE_EXPEDITED: c_int = 1 << 4;

    fn call(command: c_int) -> bool {
        // SAFETY: this is the declaration of the C library.
        unsafe extern "C" {
            fn syscall(number: c_long, ...) -> c_long;
        }
        let (flags, cpu): (c_uint, c_int) = (0, 0);
        // SAFETY: `membarrier(command, flags, cpu)` reads and writes no memory of ours; an unknown command
        // or number is an error code.
        unsafe { syscall(NUMBER, command, flags, cpu) == 0 }
    }

    pub(super) fn register() -> bool {
        call(REGISTER_PRIVATE_EXPEDITED)
    }

    pub(super) fn run() -> bool {
        call(PRIVATE_EXPEDITED)
    }
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(any(loom, shuttle))
)))]
mod membarrier {
    pub(super) fn register() -> bool {
        false
    }

    pub(super) fn run() -> bool {
        false
    }
}

/// Nanoseconds since an arbitrary moment before the first call. Never goes back on one thread.
#[inline]
pub(crate) fn now() -> u64 {
    #[cfg(all(target_arch = "x86_64", not(any(loom, shuttle))))]
    {
        // Relaxed: a stale zero only means one more reading of the standard clock. The pair is
        // consistent because the offset is written before the scale, see `calibrate`.
        let scale = tsc::SCALE.load(Acquire);
        if scale > 1 { tsc::to_ns(tsc::read(), scale) } else { tsc::now_slowly(scale) }
    }
    #[cfg(shuttle)]
    {
        clock::look()
    }
    #[cfg(not(any(shuttle, all(target_arch = "x86_64", not(loom)))))]
    {
        since_start()
    }
}

/// The time of one run under shuttle: the same in each repetition.
#[cfg(shuttle)]
mod clock {
    use super::fixed::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// What a look at the clock takes, in nanoseconds: so long that a search is over after a few.
    const STEP: u64 = 10_000;

    shuttle::lazy_static! {
        static ref TIME: AtomicU64 = AtomicU64::new(0);
    }

    pub(super) fn look() -> u64 {
        TIME.fetch_add(STEP, Relaxed)
    }

    pub(super) fn leap(time: Duration) {
        TIME.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }
}

#[cfg_attr(shuttle, expect(dead_code, reason = "shuttle has a clock of its own"))]
fn since_start() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    u64::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The time-stamp counter as a clock.
#[cfg(all(target_arch = "x86_64", not(any(loom, shuttle))))]
mod tsc {
    use super::*;
    use fixed::{AtomicBool, AtomicU64};

    /// Nanoseconds per tick, times 2³². Zero: not measured yet. One: the counter is of no use here.
    pub(super) static SCALE: AtomicU64 = AtomicU64::new(0);
    /// What to add to the scaled counter. Written before `SCALE`.
    static OFFSET: AtomicU64 = AtomicU64::new(0);
    /// The first reading of both clocks, from which the scale is measured later.
    static FIRST: OnceLock<(u64, u64)> = OnceLock::new();
    static MEASURING: AtomicBool = AtomicBool::new(false);

    /// How long the two clocks are compared before the scale is believed: the reading error of
    /// about 50 ns is then below one part in 10,000.
    const COMPARE_NS: u64 = 1_000_000;

    #[inline]
    pub(super) fn read() -> u64 {
        // SAFETY: the instruction exists on every x86-64 processor and only reads a register.
        unsafe { std::arch::x86_64::_rdtsc() }
    }

    #[inline]
    pub(super) fn to_ns(ticks: u64, scale: u64) -> u64 {
        let scaled = ((u128::from(ticks) * u128::from(scale)) >> 32) as u64;
        scaled.wrapping_add(OFFSET.load(Relaxed))
    }

    /// Linux says in this file whether it trusts the counter; elsewhere we do not use it.
    fn trusted() -> bool {
        std::fs::read_to_string("/sys/devices/system/clocksource/clocksource0/available_clocksource")
            .is_ok_and(|sources| sources.split_whitespace().any(|source| source == "tsc"))
    }

    #[cold]
    pub(super) fn now_slowly(scale: u64) -> u64 {
        let ns = since_start();
        if scale == 0 {
            let &(first_ns, first_ticks) = FIRST.get_or_init(|| (ns, read()));
            if ns - first_ns > COMPARE_NS && !MEASURING.swap(true, Acquire) {
                calibrate(first_ns, first_ticks);
            }
        }
        ns
    }

    fn calibrate(first_ns: u64, first_ticks: u64) {
        let (ns, ticks) = (since_start(), read());
        let elapsed = ticks.saturating_sub(first_ticks);
        if elapsed == 0 || !trusted() {
            SCALE.store(1, Release);
            return;
        }
        let scale = ((u128::from(ns - first_ns) << 32) / u128::from(elapsed)) as u64;
        if scale <= 1 {
            SCALE.store(1, Release);
            return;
        }
        OFFSET.store(ns.wrapping_sub(((u128::from(ticks) * u128::from(scale)) >> 32) as u64), Relaxed);
        // Release: pairs with the Acquire in `now`, hands over the offset.
        SCALE.store(scale, Release);
    }
}

/// How many forks lie between the first process and this one, as far as they were announced to us.
static FORKS: fixed::AtomicU32 = fixed::AtomicU32::new(0);

/// The generation of this process: another value than when a pool was made means that its threads
/// stayed behind in the parent.
#[inline]
pub(crate) fn generation() -> u32 {
    FORKS.load(Relaxed)
}

/// Sees to it that `generation` changes in a forked child.
fn watch_forks() {
    #[cfg(all(unix, not(any(loom, shuttle))))]
    {
        use std::ffi::c_int;
        type Handler = Option<unsafe extern "C" fn()>;
        // SAFETY: this is the declaration of POSIX.
        unsafe extern "C" {
            fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
        }
        extern "C" fn in_child() {
            FORKS.fetch_add(1, Relaxed);
        }
        // SAFETY: the handler lives as long as the program and does what F1 allows. A failure (no memory)
        // leaves us without the check, which is where we were before.
        let _ = unsafe { pthread_atfork(None, None, Some(in_child)) };
    }
}
