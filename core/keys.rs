//! The key lines of the protocols: those that a checker takes out, to see that it then finds a fault.
//!
//! Each stands where the protocol is. In a build for users all are in their places, and asking costs nothing. A checker
//! (`tests/loom.rs`, `tests/shuttle.rs`) takes one out by its name for the time of a process.

/// A line that a protocol rests upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// The fence between a push and the look for sleepers.
    PushFence,
    /// The fence between the announcement of a sleep and the last look for work.
    SleepFence,
    /// The fence between an owner's pop and its look for a rescuer.
    PopFence,
    /// An owner that is about to change its region waits for a rescuer who has its hands on the last job.
    RescuerSeen,
    /// An owner whose pop saw `bottom` above lowers it, and does not take the job.
    Retake,
    /// A rescue leaves private jobs alone while an older one is public.
    OldestFirst,
    /// A push into a full ring publishes everything first.
    Room,
    /// Who goes to sleep looks for work once more.
    LastLook,
    /// The end of a pool calls those who sleep.
    EndCalls,
    /// Who sets a latch wakes its owner, if that sleeps.
    LatchWakes,
    /// Who ends a task hands over what the task did.
    EndHandsOver,
    /// Who gives a slot back looks whether somebody counted on that.
    GuestLooks,
    /// Who wakes a thread leaves it a token.
    Token,
    /// A detached task keeps its pool alive.
    TaskKeeps,
}

/// Tells whether a line is in its place.
#[inline(always)]
pub(crate) fn keeps(_key: Key) -> bool {
    #[cfg(any(loom, shuttle))]
    return MISSING.get().is_none_or(|missing| *missing != format!("{_key:?}"));
    #[cfg(not(any(loom, shuttle)))]
    true
}

#[cfg(any(loom, shuttle))]
static MISSING: std::sync::OnceLock<String> = std::sync::OnceLock::new();

/// Takes out the line of this name, for as long as the process lives.
#[cfg(any(loom, shuttle))]
pub fn take_out(name: &str) {
    MISSING.get_or_init(|| name.to_owned());
}
