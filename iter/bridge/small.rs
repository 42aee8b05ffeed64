//! Calls that are known to be small: run by the thread that makes them, and watched as cheaply as may be.
//!
//! Most calls of a program may be such ones: leaves of a recursion, inner loops. A clock read costs as much as ten cheap
//! items, so:
//!
//! 1. a call that is part of no other runs its first items by the clock, in case the memory is of other items. Where the last
//!    look on this thread was shortly before, it serves as the beginning; only if too much time has passed since, the next
//!    items are measured alone;
//! 2. a nested one does so only if a thread without work has asked for some, before it or, if it is long enough to be run in two
//!    parts, during the first of them;
//! 3. the rest is run at once, and only one call in some is measured to its end.
//!
//! A call whose first items take far too long goes on as any other.

use std::cell::Cell;
use std::ops::Range;

use furcate_core::adapt::{hungry, now};
use furcate_core::current_num_threads;

use super::grain::{Cost, Grain, LONG_NS, OVERRUN, PROBE_NS};
use super::place::Place;
use crate::iter::plumbing::Producer;

/// This part of a call is watched before the rest is run at once.
const WATCHED: usize = 8;

/// A call of so few items is not run in two parts just to look up between them.
const SHORT: usize = 2 * WATCHED;

/// One in so many calls is measured to its end.
const SAMPLED: u32 = 64;

/// What takes less than this part of a small call's time is far from mattering.
const NEGLIGIBLE: u64 = 8;

thread_local! {
    /// Counts small calls, to choose those that are measured.
    static CALLS: Cell<u32> = const { Cell::new(0) };
    /// When a small call was last looked at.
    static LOOKED: Cell<u64> = const { Cell::new(0) };
}

/// Whether a small call is one of those that are measured.
#[inline]
fn is_sample() -> bool {
    let calls = CALLS.get().wrapping_add(1);
    CALLS.set(calls);
    calls % SAMPLED == 0
}

/// Whether items may be tasks that wait for each other, one for each thread or fewer.
#[inline]
fn may_be_tasks(cost: Cost, len: usize) -> bool {
    cost.may_be_task(len) && len <= current_num_threads()
}

/// How a small call goes.
pub(super) struct Watch {
    place: Place,
    cost: Cost,
    len: usize,
    min: usize,
    /// To be measured to its end.
    measured: bool,
    /// No further look is needed.
    calm: bool,
    /// When the call, or the part under watch, began; 0 if no clock was read.
    begun: u64,
    /// It may have been later.
    or_later: bool,
}

impl Watch {
    /// Watches a call of `len` items, if it is known to be small.
    #[inline]
    pub(super) fn over<P: Producer>(place: Place, len: usize, producer: &P) -> Option<Watch> {
        let min = producer.min_len().max(1);
        if len > producer.max_len().max(1) {
            return None;
        }
        let mut watch = Watch {
            place,
            cost: place.cost(),
            len,
            min,
            measured: false,
            calm: true,
            begun: 0,
            or_later: false,
        };
        if len / 2 < min {
            // Nothing of it can be given away.
            return Some(watch);
        }
        if !watch.cost.is_known() {
            return (current_num_threads() == 1).then_some(watch);
        }
        if watch.cost.of(len) > PROBE_NS {
            return None;
        }
        if may_be_tasks(watch.cost, len) {
            return None;
        }
        watch.measured = is_sample();
        if !place.is_nested() {
            watch.calm = current_num_threads() == 1;
            watch.or_later = !watch.measured;
        } else if hungry() {
            watch.calm = false;
        } else {
            // Whatever is measured says the same to the next calls, and there are many.
            watch.calm = watch.measured || len < SHORT;
            if !watch.measured {
                return Some(watch);
            }
        }
        if watch.or_later {
            watch.begun = LOOKED.get().max(1);
        } else if watch.measured || !watch.calm {
            watch.begun = now();
        }
        Some(watch)
    }

    /// How many of the `len` items that are left to run before the next look.
    #[inline]
    pub(super) fn part(&self, len: usize) -> usize {
        let part = (len / WATCHED + 1).max(self.min);
        if self.calm || len < part || len - part < self.min { len } else { part }
    }

    /// Looks after a part of so many items; tells what they cost if that was far too much.
    #[inline]
    pub(super) fn look(&mut self, items: usize) -> Option<Cost> {
        if self.begun == 0 {
            // Nested.
            if hungry() {
                self.begun = now();
            } else {
                self.calm = true;
            }
            return None;
        }
        let time = now();
        LOOKED.set(time);
        let took = time.saturating_sub(self.begun);
        self.calm = took <= (OVERRUN * self.cost.of(items)).max(LONG_NS);
        if self.calm {
            return None;
        }
        if self.or_later {
            (self.begun, self.or_later) = (time, false);
            return None;
        }
        Some(Cost::mean(took, items as u64))
    }

    /// Notes that the call has come to its end.
    #[inline]
    pub(super) fn end(&self) {
        if self.measured {
            let took = now().saturating_sub(self.begun);
            self.place.record(Cost::mean(took, self.len as u64));
        }
    }

    /// What is to be known for going on as a call that is not small.
    #[cold]
    pub(super) fn grain<P: Producer>(&self, rest: &P) -> Grain {
        Grain::unwatched(self.place, rest)
    }
}

/// What iterators that are made within a call cost, to tell whether the next one is small.
///
/// There may be very many, and each may do next to nothing: so what is asked of each is a comparison of lengths and a count.
pub(crate) struct Gauge {
    place: Place,
    /// Those of up to so many items are small,
    most: usize,
    /// but for those of so many items, of which each may be a task.
    tasks: Range<usize>,
    /// How many more may pass until one is measured.
    unmeasured: u32,
}

/// One of them that is not just let pass.
pub(crate) struct Measuring {
    /// Its length, or 1 where that is not known.
    len: usize,
    small: bool,
    begun: u64,
}

impl Measuring {
    /// Whether the iterator is known to be small.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        self.small
    }
}

impl Gauge {
    /// Remembers costs for the function at address `site`.
    #[inline]
    pub(crate) fn of(site: usize) -> Self {
        let calls = CALLS.get().wrapping_add(1);
        CALLS.set(calls);
        let mut gauge = Gauge { place: Place::of(site), most: 0, tasks: 0..0, unmeasured: calls % SAMPLED };
        gauge.recall();
        gauge
    }

    /// Works out which iterators are small.
    fn recall(&mut self) {
        let cost = self.place.cost();
        self.most = cost.fewer_than(PROBE_NS);
        self.tasks = match cost.least_tasks() {
            Some(least) => least..current_num_threads() + 1,
            None => 0..0,
        };
    }

    #[inline]
    fn is_small(&self, len: usize) -> bool {
        len <= self.most && !self.tasks.contains(&len)
    }

    /// Whether an iterator of so many items, if that is known, is small and need not be measured: then that is all.
    #[inline]
    pub(crate) fn lets_pass(&mut self, len: Option<usize>) -> bool {
        let passes = self.unmeasured > 0 && self.is_small(len.unwrap_or(1));
        self.unmeasured -= u32::from(passes);
        passes
    }

    /// Begins an iterator that was not let pass.
    pub(crate) fn begin(&mut self, len: Option<usize>) -> Measuring {
        self.unmeasured = SAMPLED - 1;
        let len = len.unwrap_or(1);
        Measuring { len, small: self.is_small(len), begun: now() }
    }

    /// Notes that it has ended.
    pub(crate) fn end(&mut self, measuring: Measuring) {
        if measuring.len > 0 {
            let took = now().saturating_sub(measuring.begun);
            if took < PROBE_NS / NEGLIGIBLE && measuring.len.saturating_mul(NEGLIGIBLE as usize) <= self.most
            {
                // Known to be so short that little more than the clock was measured: not worth a write that all threads feel.
                return;
            }
            self.place.record(Cost::mean(took, measuring.len as u64));
            self.recall();
        }
    }
}
