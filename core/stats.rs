//! What a pool has done so far: counters of each slot, and a table of them.
//!
//! The holder of a slot adds to its own counters without read-modify-write, so counting costs next to
//! nothing; reading them at any time gives numbers that may be a moment old. All wrap around after 2^64.
//!
//! But a private join is so short that one instruction more is a tenth of it (`COUNTS_JOINS`).
//!
//! Every job that became public ends in one of two ways. So when nothing is on its way any more:
//!
//! `published + rescues + spawned + injected + posted = executed + reclaimed`
//!
//! and `joins - published - rescues`, where joins are counted, is how many joins stayed private.

use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

use crate::global;
use crate::platform::fixed::AtomicU64;
use crate::worker::Worker;

/// Whether private joins are counted. One `inc` in memory took a join of `fib(27)` on one thread from 3.1 to 3.5 ns (three
/// runs in turns, Intel Xeon model 207): too much for a number that few want.
pub(crate) const COUNTS_JOINS: bool = cfg!(any(debug_assertions, feature = "count-joins"));

/// Adds to a counter that only the caller writes.
#[inline]
pub(crate) fn bump(counter: &AtomicU64, by: u64) {
    // Relaxed: read for information only. The holder of a slot is the only writer.
    counter.store(counter.load(Relaxed).wrapping_add(by), Relaxed);
}

/// Raises a counter that only the caller writes to `value`, if it is lower.
pub(crate) fn raise(counter: &AtomicU64, value: u64) {
    // Relaxed: as in `bump`.
    if counter.load(Relaxed) < value {
        counter.store(value, Relaxed);
    }
}

/// How the counters of two slots make one.
fn sum(one: u64, other: u64) -> u64 {
    one.wrapping_add(other)
}

/// What has been added between two snapshots.
fn sum_since(now: u64, before: u64) -> u64 {
    now.wrapping_sub(before)
}

fn max(one: u64, other: u64) -> u64 {
    one.max(other)
}

/// A maximum does not forget.
fn max_since(now: u64, _: u64) -> u64 {
    now
}

/// Defines the counters once, for the slots and for the snapshot.
///
/// `counters! { /// doc  name: sum or max and its `_since`, .. }` makes `Counters` (atomic) and `SlotStats`
/// (plain) with these fields.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident: $together:ident $since:ident,)*) => {
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
            /// Name and value of each, in the order of the table.
            fn entries(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name)),*]
            }

            fn add(&mut self, other: &SlotStats) {
                $(self.$name = $together(self.$name, other.$name);)*
            }

            fn since(&self, before: &SlotStats) -> SlotStats {
                SlotStats { $($name: $since(self.$name, before.$name),)* }
            }
        }
    };
}

counters! {
    /// Joins, and offers of the iterators, whether anybody saw them or not. Counted in builds with debug assertions and with
    /// the feature `count-joins` of `furcate-core`, else 0: it would cost a tenth of a join that nobody sees.
    joins: sum sum_since,
    /// Offers of the iterators: pieces that were split. They are joins, too.
    splits: sum sum_since,
    /// Runs of items between two looks of the iterators at the clock and at hungry threads.
    blocks: sum sum_since,
    /// Right sides of joins that their owner made public.
    published: sum sum_since,
    /// Of the public ones, those that their owner took back and ran itself.
    reclaimed: sum sum_since,
    /// Tasks spawned here, in scopes or detached.
    spawned: sum sum_since,
    /// Jobs that came in from threads without a slot here.
    injected: sum sum_since,
    /// Parts of broadcasts, one for each slot.
    posted: sum sum_since,
    /// Jobs that were public before they ran: stolen, spawned, injected or handed over.
    executed: sum sum_since,
    /// Attempts to steal, successful or not. Looks at empty queues do not count.
    steals_tried: sum sum_since,
    /// Successful steals.
    steals: sum sum_since,
    /// Of these, jobs of the slot that ran what we waited for.
    leapfrogs: sum sum_since,
    /// Private jobs taken from an owner that did not react.
    rescues: sum sum_since,
    /// Jobs taken and handed on, because this worker was not to run them.
    given_back: sum sum_since,
    /// Tasks of strangers run during a long wait.
    strangers: sum sum_since,
    /// Times a waiting worker went to sleep in the middle of a job.
    dozes: sum sum_since,
    /// Of these, times when there was public work in the pool that it was not to run: lost parallelism.
    barred: sum sum_since,
    /// Times a thread without work went to sleep.
    sleeps: sum sum_since,
    /// Of these, times when it woke by the clock, to look after what others hide.
    naps: sum sum_since,
    /// Times the slot's own thread was called from its sleep, or started.
    wakes: sum sum_since,
    /// Calls run here by threads from outside.
    guests: sum sum_since,
    /// The most jobs that lay in the public queue at once. The total is the largest of all.
    peak: max max_since,
}

/// A snapshot of a pool's counters. Prints as a table: a line for each counter, a column for each slot.
///
/// The counters never stop. What the numbers say:
///
/// - `steals` should be few: in a recursion about the number of threads times its depth. Many, and `executed` about as high as
///   `joins`: the jobs are too small to share.
/// - `published` well above `executed`: thieves asked, but came too late. Harmless unless it nears `joins`.
/// - `rescues`, or `barred` in the order of `executed`: threads stood idle beside work. Long closures without a join inside, or
///   waits for a scope whose tasks are few, do that.
/// - `sleeps` and `wakes` in the order of `executed`: the calls are too short, or too far apart, for more than one thread.
///
/// # Examples
///
/// ```
/// let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).build()?;
/// let before = pool.stats();
/// pool.install(|| furcate_core::join(|| 1, || 2));
/// let stats = pool.stats().since(&before);
/// assert_eq!(stats.slots().len(), 2);
/// assert_eq!(stats.total().injected, 1); // the installed call itself
/// println!("{stats}");
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
///
/// prints, with joins counted, and a recursion over 16,384 leaves of 0.3 µs each in the place of the join:
///
/// ```text
///                     total      outside            0            1
/// joins               16383            0         8192         8191
/// splits                  0            0            0            0
/// blocks                  0            0            0            0
/// published              22            0           12           10
/// reclaimed              21            0           11           10
/// spawned                 0            0            0            0
/// injected                1            1            0            0
/// posted                  0            0            0            0
/// executed                2            0            1            1
/// steals_tried            1            0            0            1
/// steals                  1            0            0            1
/// leapfrogs               0            0            0            0
/// rescues                 0            0            0            0
/// given_back              0            0            0            0
/// strangers               0            0            0            0
/// dozes                   0            0            0            0
/// barred                  0            0            0            0
/// sleeps                  1            0            0            1
/// naps                    0            0            0            0
/// wakes                   1            0            0            1
/// guests                  0            0            0            0
/// peak                    4            0            4            4
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

    /// What happened between an earlier snapshot of the same pool and this one. Maxima stay as they are.
    ///
    /// # Examples
    ///
    /// ```
    /// let before = furcate_core::stats();
    /// furcate_core::join(|| (), || ());
    /// assert!(furcate_core::stats().since(&before).total().guests <= 1);
    /// ```
    #[must_use]
    pub fn since(&self, before: &Stats) -> Stats {
        let slots = self.slots.iter().zip(&before.slots).map(|(now, before)| now.since(before));
        Stats { slots: slots.collect(), outside: self.outside.since(&before.outside) }
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
    /// assert!(furcate_core::stats().total().spawned > before.spawned);
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
        write!(f, "{:<12} {:>12} {:>12}", "", "total", "outside")?;
        for index in 0..self.slots.len() {
            write!(f, " {index:>12}")?;
        }
        let columns: Vec<_> =
            [&self.total(), &self.outside].into_iter().chain(&self.slots).map(SlotStats::entries).collect();
        for (line, (name, _)) in columns[0].iter().enumerate() {
            write!(f, "\n{name:<12}")?;
            for column in &columns {
                write!(f, " {:>12}", column[line].1)?;
            }
        }
        Ok(())
    }
}

/// Takes a snapshot of the current pool's counters: that of the worker which calls, else the global one.
///
/// # Examples
///
/// ```
/// furcate_core::join(|| (), || ());
/// let table = furcate_core::stats().to_string();
/// assert!(table.lines().any(|line| line.starts_with("steals ")));
/// ```
#[must_use]
pub fn stats() -> Stats {
    Worker::with(|worker| match worker {
        Some(worker) => worker.registry().stats(),
        None => global::registry().stats(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_wrap_around() {
        let counter = AtomicU64::new(u64::MAX);
        bump(&counter, 3);
        assert_eq!(counter.load(Relaxed), 2);
        assert_eq!(sum_since(2, u64::MAX), 3);
        assert_eq!(sum(u64::MAX, 3), 2);
    }
}
