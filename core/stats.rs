//! What a pool has done so far: counters of each slot, and a table of them.
//!
//! The holder of a slot adds to its own counters without read-modify-write, so counting costs next to
//! nothing; reading them at any time gives numbers that may be a moment old. Joins that nobody asked for are
//! not counted: that would be a quarter of their cost.

use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use crate::global;
use crate::platform::AtomicU64;
use crate::worker::Worker;

/// Adds to a counter that only the caller writes.
#[inline]
pub(crate) fn bump(counter: &AtomicU64, by: u64) {
    // Relaxed: read for information only. The holder of a slot is the only writer.
    counter.store(counter.load(Relaxed).wrapping_add(by), Relaxed);
}

/// Defines the counters once, for the slots and for the snapshot.
///
/// `counters! { /// doc  name, .. }` makes `Counters` (atomic) and `SlotStats` (plain) with these fields.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of one slot, or of all that happens outside slots.
        #[derive(Debug, Default)]
        pub(crate) struct Counters {
            $(pub(crate) $name: AtomicU64,)*
        }

        /// What the holders of one slot did since the pool was made.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct SlotStats {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            fn snapshot(&self) -> SlotStats {
                SlotStats { $($name: self.$name.load(Relaxed),)* }
            }
        }

        impl SlotStats {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn values(&self) -> Vec<u64> {
                vec![$(self.$name),*]
            }

            fn add(&mut self, other: &SlotStats) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Jobs that were public before they ran: stolen, spawned, injected or handed over.
    executed,
    /// Right sides of joins that were made public.
    published,
    /// Tasks spawned here, in scopes or detached.
    spawned,
    /// Attempts to steal, successful or not.
    steals_tried,
    /// Successful steals.
    steals,
    /// Of these, jobs of the slot that ran what we waited for.
    leapfrogs,
    /// Private jobs taken from an owner that did not react.
    rescues,
    /// Jobs taken and handed on, because this worker was not to run them.
    given_back,
    /// Tasks of strangers run during a long wait.
    strangers,
    /// Times a waiting worker went to sleep in the middle of a job.
    dozes,
    /// Times a thread without work went to sleep.
    sleeps,
    /// Calls run here by threads from outside.
    guests,
    /// Jobs that came in through the injectors.
    injected,
}

/// A snapshot of a pool's counters. Prints as a table, a line for each slot.
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
/// pool.install(|| furcate_core::join(|| 1, || 2));
/// let stats = pool.stats();
/// assert_eq!(stats.slots().len(), 2);
/// assert!(stats.total().executed >= 1); // the installed call itself
/// println!("{stats}");
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    slots: Vec<SlotStats>,
    outside: SlotStats,
}

impl Stats {
    pub(crate) fn collect<'a>(slots: impl Iterator<Item = &'a Counters>, outside: &Counters) -> Self {
        Stats { slots: slots.map(Counters::snapshot).collect(), outside: outside.snapshot() }
    }

    /// What was done on each slot, by index.
    ///
    /// # Examples
    ///
    /// ```
    /// let stats = furcate_core::stats();
    /// assert_eq!(stats.slots().len(), furcate_core::current_num_threads());
    /// ```
    #[must_use]
    pub fn slots(&self) -> &[SlotStats] {
        &self.slots
    }

    /// The sum over all slots, and over what happened outside them.
    ///
    /// # Examples
    ///
    /// ```
    /// let before = furcate_core::stats().total();
    /// furcate_core::scope(|scope| scope.spawn(|_| ()));
    /// assert!(furcate_core::stats().total().executed > before.executed);
    /// ```
    #[must_use]
    pub fn total(&self) -> SlotStats {
        let mut total = self.outside;
        for slot in &self.slots {
            total.add(slot);
        }
        total
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7}", "slot")?;
        for name in SlotStats::NAMES {
            write!(f, " {name:>12}")?;
        }
        let mut line = |title: &dyn fmt::Display, stats: &SlotStats| {
            write!(f, "\n{title:>7}")?;
            stats.values().iter().try_for_each(|value| write!(f, " {value:>12}"))
        };
        for (index, slot) in self.slots.iter().enumerate() {
            line(&index, slot)?;
        }
        line(&"outside", &self.outside)?;
        line(&"total", &self.total())
    }
}

/// Takes a snapshot of the current pool's counters: that of the worker which calls, else the global one.
///
/// # Examples
///
/// ```
/// furcate_core::join(|| (), || ());
/// let table = furcate_core::stats().to_string();
/// assert!(table.lines().next().is_some_and(|titles| titles.contains("steals")));
/// ```
#[must_use]
pub fn stats() -> Stats {
    Worker::with(|worker| match worker {
        Some(worker) => worker.registry().stats(),
        None => global::registry().stats(),
    })
}
