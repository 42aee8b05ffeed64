//! How to wait, and how to be woken: the latch a job sets, and the parker a thread sleeps on.
//!
//! A `Latch` is set once. Its owner may announce that it sleeps; the setter learns of it by the same
//! swap that sets, and then has to unpark the owner. It must know *whom* before it sets: the frame
//! that holds the latch may be gone right after.
//!
//! A `Parker` is a sticky token: an unpark before the park is not lost. Wake-ups may be spurious, so
//! every park stands in a loop that looks at what it waits for.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::time::Duration;

use crate::keys::{Key, keeps};
use crate::platform::{AtomicU32, Condvar, Mutex, lock, thread_local, wait_timeout};

/// A flag that is set once, by whoever finishes what the owner waits for.
pub(crate) struct Latch {
    /// `UNSET` and `SLEEPING` are written by the owner, `SET` by the setter. Whoever reads `SET` with
    /// Acquire sees all that the setter did before.
    state: AtomicU32,
}

const UNSET: u32 = 0;
const SLEEPING: u32 = 1;
const SET: u32 = 2;

impl Latch {
    pub(crate) fn new() -> Self {
        Latch { state: AtomicU32::new(UNSET) }
    }

    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        // Acquire: pairs with the swap in `set`, hands over the result.
        self.state.load(Acquire) == SET
    }

    /// Sets the latch and tells whether the owner sleeps and has to be unparked.
    ///
    /// The latch may be gone when this returns.
    #[must_use]
    pub(crate) fn set(&self) -> bool {
        // AcqRel: Release hands over the result to `is_set`; Acquire is for the owner's SLEEPING.
        self.state.swap(SET, AcqRel) == SLEEPING && keeps(Key::LatchWakes)
    }

    /// Announces that the owner goes to sleep. False: the latch is set, do not sleep.
    pub(crate) fn fall_asleep(&self) -> bool {
        self.state.compare_exchange(UNSET, SLEEPING, AcqRel, Acquire).is_ok()
    }

    /// Takes the announcement back; the latch may have been set in between.
    pub(crate) fn wake_up(&self) {
        let _ = self.state.compare_exchange(SLEEPING, UNSET, AcqRel, Acquire);
    }
}

impl fmt::Debug for Latch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = ["unset", "sleeping", "set"][self.state.load(Relaxed) as usize % 3];
        f.debug_tuple("Latch").field(&state).finish()
    }
}

/// A place for one thread to sleep.
#[derive(Debug)]
pub(crate) struct Parker {
    /// `EMPTY`, `PARKED` (by the sleeper, under the lock) or `NOTIFIED` (by anybody).
    state: AtomicU32,
    lock: Mutex<()>,
    wake: Condvar,
}

const EMPTY: u32 = 0;
const PARKED: u32 = 1;
const NOTIFIED: u32 = 2;

impl Parker {
    pub(crate) fn new() -> Self {
        Parker { state: AtomicU32::new(EMPTY), lock: Mutex::new(()), wake: Condvar::new() }
    }

    /// Sleeps until unparked, or for about `limit`. Takes a token that is there already.
    pub(crate) fn park(&self, limit: Option<Duration>) {
        // AcqRel on all: who takes the token sees what the unparker did before.
        if self.state.compare_exchange(NOTIFIED, EMPTY, AcqRel, Acquire).is_ok() {
            return;
        }
        let mut guard = lock(&self.lock);
        if self.state.compare_exchange(EMPTY, PARKED, AcqRel, Acquire).is_err() {
            // Notified between the two looks.
            self.state.swap(EMPTY, AcqRel);
            return;
        }
        loop {
            match limit {
                None => guard = self.wake.wait(guard).unwrap_or_else(|poisoned| poisoned.into_inner()),
                Some(limit) => {
                    let _guard = wait_timeout(&self.wake, &self.lock, guard, limit);
                    self.state.swap(EMPTY, AcqRel);
                    return;
                }
            }
            if self.state.compare_exchange(NOTIFIED, EMPTY, AcqRel, Acquire).is_ok() {
                return;
            }
        }
    }

    /// Leaves a token and wakes the sleeper, if there is one.
    pub(crate) fn unpark(&self) {
        if self.state.swap(NOTIFIED, AcqRel) == PARKED {
            // The sleeper holds the lock from its announcement until it waits.
            drop(lock(&self.lock));
            self.wake.notify_one();
        }
    }
}

thread_local! {
    static PARKER: Arc<Parker> = Arc::new(Parker::new());
}

/// The parker of a thread that holds no slot. Shared, since a setter may be in it when the thread ends.
pub(crate) fn own_parker() -> Arc<Parker> {
    PARKER.try_with(Arc::clone).unwrap_or_else(|_| Arc::new(Parker::new()))
}

/// Blocks a thread that holds no slot until the latch is set. The setter unparks `parker`.
pub(crate) fn block_on(latch: &Latch, parker: &Parker) {
    while !latch.is_set() {
        if latch.fall_asleep() {
            parker.park(None);
            latch.wake_up();
        }
    }
}
