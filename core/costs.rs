//! What work has cost before: the memory by which a push decides whether waking somebody pays.
//!
//! A table of words, keyed by the address of a job's code, keeps how long the left side of a public join
//! took: that is how long its right side waits if nobody helps. Rises are taken at once, falls slowly: a
//! heavy job that is called light costs its whole length, the reverse one wake-up. Collisions and lost
//! updates cost a wrong guess, nothing else; all accesses are relaxed.

use std::sync::atomic::Ordering::Relaxed;

use crate::platform::fixed::AtomicU32;

/// Words of the table. 2 KiB; two sites share one with a chance of 1 in 512.
const WORDS: usize = 512;

/// A measurement that differs by less than this part is as good as the same.
const NEAR: u32 = 8;

/// Remembered costs in nanoseconds; 0 is unknown.
pub(crate) struct Costs([AtomicU32; WORDS]);

impl Costs {
    pub(crate) const fn new() -> Self {
        Costs([const { AtomicU32::new(0) }; WORDS])
    }

    #[inline]
    fn word(&self, key: usize) -> &AtomicU32 {
        let hash = (key as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.0[(hash >> 55) as usize % WORDS]
    }

    /// The remembered cost, or 0.
    #[inline]
    pub(crate) fn get(&self, key: usize) -> u32 {
        self.word(key).load(Relaxed)
    }

    /// Remembers a maximum that decays by an eighth at each smaller measurement.
    pub(crate) fn record_peak(&self, key: usize, ns: u64) {
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
