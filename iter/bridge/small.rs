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
//! 3. the rest is run at once, and only one call in some is measured to its end;
//! 4. of nested calls that are trifles, shorter still, even that request is looked at only by the first in a part of a larger
//!    call, and by one in some: towards the end of a loop, while the other threads have run out of work, it would meet
//!    every call.
//!
//! A call whose first items take far too long goes on as any other.

use std::cell::Cell;
use std::ops::Range;

use furcate_core::adapt::{hungry, now};
use furcate_core::current_num_threads;

use super::grain::{ALONE_NS, Cost, Grain, LONG_NS, OVERRUN, PROBE_NS, SMALL_NS};
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

/// So many trifles are run at once after one that was looked at.
const TRUSTED: u32 = 31;

/// So many levels of nesting have a trifle each: the calls of a recursion take turns.
const DEPTHS: usize = 8;

thread_local! {
    /// Places of trifles, by how deep they are nested.
    static TRIFLES: [Trifle; DEPTHS] = const { [const { Trifle::none() }; DEPTHS] };
    /// Counts small calls, to choose those that are measured.
    static CALLS: Cell<u32> = const { Cell::new(0) };
    /// When a small call was last looked at.
    static LOOKED: Cell<u64> = const { Cell::new(0) };
}

/// Whether a small call is one of those that are measured. It stands for `calls` of them.
#[inline]
fn is_sample(calls: u32) -> bool {
    let before = CALLS.get();
    let after = before.wrapping_add(calls);
    CALLS.set(after);
    after / SAMPLED != before / SAMPLED
}

/// Whether items may be tasks that wait for each other, one for each thread or fewer.
#[inline]
fn may_be_tasks(cost: Cost, len: usize) -> bool {
    cost.may_be_task(len) && len <= current_num_threads()
}

/// A place whose calls are trifles: so cheap and so short that most are best run at once, without a look at anything.
struct Trifle {
    /// No place has the key 0.
    key: Cell<usize>,
    /// A call of more items is not one.
    most: Cell<u32>,
    /// How many more are run at once.
    left: Cell<u32>,
}

impl Trifle {
    const fn none() -> Self {
        Trifle { key: Cell::new(0), most: Cell::new(0), left: Cell::new(0) }
    }

    /// Calls `f` with where the calls of this place are noted, if they are trifles.
    #[inline]
    fn with<R>(place: Place, f: impl FnOnce(&Trifle) -> R) -> R {
        TRIFLES.with(|trifles| f(&trifles[place.depth() % DEPTHS]))
    }

    /// A call has been looked at: the next ones are not, if they have `most` items or fewer.
    fn trust(place: Place, most: usize) {
        Trifle::with(place, |trifle| {
            trifle.key.set(place.key());
            trifle.most.set(most as u32);
            trifle.left.set(TRUSTED);
        });
    }
}

/// Whether a call of `len` items, which may be one piece, is one of the trifles that are run at once. Few instructions, for
/// they are passed once for each ten items of an inner loop.
#[inline]
pub(super) fn is_known_trifle(place: Place, len: usize) -> bool {
    Trifle::with(place, |trifle| {
        let left = trifle.left.get();
        let known = trifle.key.get() == place.key() && left > 0 && len <= trifle.most.get() as usize;
        if known {
            trifle.left.set(left - 1);
        }
        known
    })
}

/// To be called where a thread begins a part of a call that is not small: the first calls in there are looked at.
pub(super) fn trust_nobody() {
    TRIFLES.with(|trifles| trifles.iter().for_each(|trifle| trifle.left.set(0)));
}

/// How a small call goes.
pub(super) struct Watch {
    place: Place,
    cost: Cost,
    len: usize,
    min: usize,
    /// If it is a trifle, so many items are one.
    trifles: usize,
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
            trifles: 0,
            measured: false,
            calm: true,
            begun: 0,
            or_later: false,
        };
        if len / 2 < min {
            // Nothing of it can be given away.
            return Some(watch);
        }
        if !watch.cost.is_known() || watch.cost.of(len) > SMALL_NS {
            if current_num_threads() > 1 {
                return None;
            }
            // One thread: whatever it costs. That is measured all the same, since trifles are known by their cost.
            watch.measured = is_sample(1);
            watch.begun = if watch.measured { now() } else { 0 };
            return Some(watch);
        }
        if may_be_tasks(watch.cost, len) {
            return None;
        }
        if place.is_nested() && len < SHORT && watch.cost.of(len) < ALONE_NS {
            watch.trifles = watch.cost.trifles().min(SHORT - 1);
        }
        watch.measured = is_sample(if watch.trifles > 0 { TRUSTED + 1 } else { 1 });
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
        // In this order: the first is one comparison, and true for nearly all.
        self.calm = took <= LONG_NS || took <= OVERRUN * self.cost.of(items);
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
        if self.trifles > 0 && self.calm {
            Trifle::trust(self.place, self.trifles);
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

#[cfg(test)]
mod tests {
    use super::*;

    // Which calls were looked at cannot be seen from outside.
    #[test]
    fn trifles_are_trusted_for_a_while_at_their_place_only() {
        fn at(depth: usize) -> Place {
            let place = Place::of(4096);
            if place.depth() == depth {
                return place;
            }
            let _nested = place.enter();
            at(depth)
        }
        let (place, deeper, far_deeper) = (at(1), at(2), at(1 + DEPTHS));
        assert!(!is_known_trifle(place, 1), "nobody has looked yet");

        Trifle::trust(place, 10);
        assert!(!is_known_trifle(place, 11), "longer than what was found to be cheap");
        assert!(!is_known_trifle(deeper, 1), "calls shrink or grow from level to level");
        assert!(!is_known_trifle(far_deeper, 1), "another one that shares the entry");
        for _ in 0..TRUSTED {
            assert!(is_known_trifle(place, 10));
        }
        assert!(!is_known_trifle(place, 10), "it is time to look again");

        Trifle::trust(place, 10);
        Trifle::trust(deeper, 10);
        trust_nobody();
        assert!(!is_known_trifle(place, 1) && !is_known_trifle(deeper, 1), "a part begins with a look");
    }
}
