//! What work has cost before: the memory by which a push decides whether waking somebody pays.
//!
//! A table of words, keyed by the address of a job's code, keeps how long the left side of a public join
//! took: that is how long its right side waits if nobody helps. Rises are taken at once, falls slowly: a
//! heavy job that is called light costs its whole length, the reverse one wake-up. The steps of a recursion
//! share their code but not their size, so each depth has a word of its own, too, and the larger counts: from the word for
//! all the many small steps at the end of a tree drive out the large ones, so that the next call began alone; and where a
//! tree splits anywhere, one depth tells nothing. Collisions and lost
//! updates cost a wrong guess, nothing else; all accesses are relaxed.

use std::sync::atomic::Ordering::Relaxed;

use crate::platform::fixed::AtomicU32;

/// Words of the table. 8 KiB; two keys share one with a chance of 1 in 2,048.
const WORDS: usize = 2048;

/// Depths that are told apart. What lies deeper is small, if there is anything to tell.
const DEPTHS: usize = 16;

/// A measurement that differs by less than this part is as good as the same.
const NEAR: u32 = 8;

/// The second key of jobs with this code, which are pushed upon so many others.
#[inline]
fn at_depth(code: usize, depth: usize) -> usize {
    code.wrapping_add((1 + depth.min(DEPTHS - 1)) << 20)
}

/// Remembered costs in nanoseconds; 0 is unknown.
pub(crate) struct Costs([AtomicU32; WORDS]);

impl Costs {
    pub(crate) const fn new() -> Self {
        Costs([const { AtomicU32::new(0) }; WORDS])
    }

    #[inline]
    fn word(&self, key: usize) -> &AtomicU32 {
        let hash = (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.0[(hash >> 48) as usize % WORDS]
    }

    /// The remembered cost, or 0.
    #[inline]
    pub(crate) fn get(&self, key: usize) -> u32 {
        self.word(key).load(Relaxed)
    }

    /// The remembered cost of jobs with this code that are pushed upon so many others, or 0.
    #[inline]
    pub(crate) fn get_at(&self, code: usize, depth: usize) -> u32 {
        self.get(code).max(self.get(at_depth(code, depth)))
    }

    /// Remembers what such a job cost.
    pub(crate) fn record_at(&self, code: usize, depth: usize, ns: u64) {
        self.record_peak(code, ns);
        self.record_peak(at_depth(code, depth), ns);
    }

    /// Remembers a maximum that decays by an eighth at each smaller measurement.
    fn record_peak(&self, key: usize, ns: u64) {
        let word = self.word(key);
        let (old, new) = (word.load(Relaxed), u32::try_from(ns).unwrap_or(u32::MAX).max(1));
        let next = if new >= old { new } else { old - (old - new).div_ceil(8) };
        if next != old {
            word.store(next, Relaxed);
        }
    }

    /// Remembers a moving average with weight 1/4 for the new value. A value that is near enough changes nothing: the
    /// word is read at each call, by all threads, and a write would take it from their caches.
    pub(crate) fn record_mean(&self, key: usize, cost: u32) {
        let word = self.word(key);
        let old = word.load(Relaxed);
        if old.abs_diff(cost) < old / NEAR {
            return;
        }
        let next =
            if old == 0 { u64::from(cost) } else { (u64::from(old) * 3 + u64::from(cost)).div_ceil(4) };
        word.store(u32::try_from(next).unwrap_or(u32::MAX).max(1), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: usize = 0x5571_2340;

    #[test]
    fn small_steps_do_not_make_a_recursion_forget_its_large_ones() {
        let costs = Costs::new();
        costs.record_at(SITE, 0, 1_000_000);
        (0..100).for_each(|_| costs.record_at(SITE, 9, 100));
        assert_eq!(costs.get_at(SITE, 0), 1_000_000);
        assert_eq!(costs.get_at(SITE, 9), 100);
    }

    #[test]
    fn a_large_step_counts_at_any_depth_for_a_while() {
        let costs = Costs::new();
        costs.record_at(SITE, 3, 8_000);
        assert_eq!(costs.get_at(SITE, 7), 8_000, "never seen there");
        costs.record_at(SITE, 7, 0);
        assert_eq!(costs.get_at(SITE, 7), 8_000 - 7_999 / 8 - 1);
        assert_eq!(costs.get_at(SITE, 3), 8_000);
    }

    #[test]
    fn what_lies_deep_is_alike() {
        let costs = Costs::new();
        costs.record_at(SITE, 200, 700);
        (0..100).for_each(|_| costs.record_at(SITE, 0, 1));
        assert_eq!(costs.get_at(SITE, 100), 700);
    }
}
