//! Which bits of the keys decide next, and into which bucket a key goes.
//!
//! A key is seen through a window of 64 bits at a time. [`Open`] says which bits of it may still differ among some items. A
//! short stretch goes by digits, that is neighbouring bits which are known to differ ([`DigitPair`]). A long one is shared
//! out by a [`Cut`] of the range in which most keys of a sample lie: so neither bits that all keys have in common, nor a few
//! keys far from the others, spoil the buckets.

use super::Digits;

/// What may still differ among the keys of some items: bits of one window, and all windows behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// The place of the window's first bit.
    pub(super) start: u32,
    /// Never zero.
    pub(super) mask: u64,
}

impl Open {
    /// All of keys that have `bits` bits, from `start` on; `None` if there is nothing.
    pub(super) fn from(start: u32, bits: u32) -> Option<Open> {
        let here = bits.saturating_sub(start).min(64);
        (here > 0).then(|| Open { start, mask: !0 << (64 - here) })
    }

    /// With only such bits of this window open as are set in `mask`. Goes on to the next window if that leaves none.
    ///
    /// Bits that are settled are never opened again, whatever the keys say. That is why no sort goes on for ever.
    pub(super) fn only(self, mask: u64, bits: u32) -> Option<Open> {
        match self.mask & mask {
            0 => Open::from(self.start + 64, bits),
            mask => Some(Open { mask, ..self }),
        }
    }

    /// What is open among keys that agree in all bits of this window from `shift` up.
    pub(super) fn below(self, shift: u32, bits: u32) -> Option<Open> {
        self.only((1 << shift) - 1, bits)
    }

    /// Digits of the highest open bits, `bits` of them if there are so many, for `len` items. The low digit has no bits if
    /// one is enough.
    pub(super) fn digit_pair(self, bits: u32, len: usize) -> DigitPair {
        let top = 64 - self.mask.leading_zeros();
        let bits = bits.min(top - self.mask.trailing_zeros());
        let one_is_enough = bits <= MAX_SINGLE && 1 << bits <= 2 * len;
        let low = Digit { shift: top - bits, bits: if one_is_enough { 0 } else { bits / 2 } };
        let high = Digit { shift: low.shift + low.bits, bits: bits - low.bits };
        DigitPair { low, high }
    }
}

/// Bits of a digit that may stand alone.
pub(super) const MAX_SINGLE: u32 = 10;

/// A monotone way from windows to buckets, at least for windows whose higher bits agree.
pub(super) trait Buckets: Copy + Sync {
    /// How many there are.
    fn count(self) -> usize;

    /// The bucket of a window; always less than their number.
    fn of(self, window: u64) -> usize;
}

/// Neighbouring bits of a window.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digit {
    pub(super) shift: u32,
    pub(super) bits: u32,
}

/// Two digits side by side.
#[derive(Debug, Clone, Copy)]
pub(super) struct DigitPair {
    pub(super) low: Digit,
    pub(super) high: Digit,
}

impl DigitPair {
    /// The lowest bit of both.
    pub(super) fn shift(self) -> u32 {
        self.low.shift
    }
}

impl Buckets for Digit {
    fn count(self) -> usize {
        1 << self.bits
    }

    #[inline(always)]
    fn of(self, window: u64) -> usize {
        (window >> self.shift) as usize & (self.count() - 1)
    }
}

/// Equal parts of a range of windows. What lies below the range goes into the first part, what lies above into the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    base: u64,
    shift: u32,
    last: u64,
}

impl Cut {
    /// Cuts the range in which most windows of a sorted sample lie into 2^bits parts, or fewer if there are not so many
    /// different windows.
    pub(super) fn new(sample: &[u64], open: Open, bits: u32) -> Cut {
        let outliers = sample.len() / 32;
        let end = sample.len() - 1;
        let (mut low, mut high) = (sample[outliers], sample[end - outliers]);
        let (min, max) = (sample[0], sample[end]);
        if width(min, max) <= width(low, high) + 1 {
            (low, high) = (min, max);
        }
        let mut shift = width(low, high).saturating_sub(bits).max(open.mask.trailing_zeros());
        let base = |shift: u32| low >> shift << shift;
        if (high - base(shift)) >> shift >> bits != 0 {
            shift += 1;
        }
        let last = (!0 >> shift).min((1 << bits) - 1);
        Cut { base: base(shift), shift, last }
    }

    /// What is open in a bucket of items that lie between `min` and `max`.
    pub(super) fn open_in(
        self,
        bucket: usize,
        (min, max): (u64, u64),
        open: Open,
        bits: u32,
    ) -> Option<Open> {
        let strangers_below = bucket == 0 && min < self.base;
        let strangers_above =
            bucket as u64 == self.last && max.saturating_sub(self.base) >> self.shift > self.last;
        if strangers_below || strangers_above { Some(open) } else { self.open_among(open, bits) }
    }

    /// What is open in a bucket of items that all lie in the range.
    pub(super) fn open_among(self, open: Open, bits: u32) -> Option<Open> {
        open.below(self.shift, bits)
    }
}

impl Buckets for Cut {
    fn count(self) -> usize {
        self.last as usize + 1
    }

    #[inline(always)]
    fn of(self, window: u64) -> usize {
        (window.saturating_sub(self.base) >> self.shift).min(self.last) as usize
    }
}

/// How many bits it takes to tell the two and all between them apart.
fn width(low: u64, high: u64) -> u32 {
    64 - (high - low).leading_zeros()
}

/// A sorted sample of the windows at `start`, evenly spread.
pub(super) fn sample<T, D: Digits<T>>(items: &[T], digits: &D, start: u32, count: usize) -> Vec<u64> {
    let step = (items.len() / count).max(1);
    let windows = items.iter().step_by(step).map(|item| digits.window(item, start));
    let mut sample: Vec<u64> = windows.take(count).collect();
    sample.sort_unstable();
    sample
}
