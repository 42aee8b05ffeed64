//! Radix sort: by the digits of keys instead of by comparisons.
//!
//! A long slice is shared out into buckets by all threads (`wide.rs`), a short one, or a bucket, is sorted by one
//! thread in the caches (`narrow.rs`). Both see keys through windows (`digit.rs`), both move items from one side of a `Run`
//! to the other (`scatter.rs`, the only file here with code that the compiler cannot check), and both are stable.
//! What comparisons do better stays with them: very short slices, and slices in order or backwards.
//!
//! Large items do not move that often: their keys are sorted, with places, and then each item moves once (`../cached.rs`).

mod digit;
mod narrow;
mod scatter;
mod wide;

use super::cached::sort_with_keys;
use super::order::{ByKey, Order};
use super::presorted::{Presorted, presorted};
use super::run::Run;
use super::scan::settle_pattern;
use super::tree::Leaf;
use super::{Limits, in_pool, stable_within};
use crate::slice::RadixBits;

use self::digit::Open;
use self::narrow::{Tables, guess, sort_guessed};
use self::wide::sort_wide;

/// Sizes at which the radix sort changes its way. Tests make them small, so that every path is taken by a few items.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct RadixLimits {
    /// Shorter slices are sorted by std on the calling thread.
    pub short: usize,
    /// Items that one thread sorts in its caches; more are shared out into buckets.
    pub narrow: usize,
    /// Items of neighbouring buckets that are not split any more.
    pub group: usize,
    /// Items of a piece that is counted or moved, at least.
    pub piece: usize,
    /// Bits of the number of buckets.
    pub bits: u32,
    /// Buckets in buckets, until comparisons take over.
    pub levels: u32,
    /// The largest item, in bytes, that is moved each time instead of its key and place.
    pub direct: usize,
    /// For looks, moves, and what is sorted by comparisons.
    pub passes: Limits,
}

impl RadixLimits {
    /// What the methods of `ParallelRadixSort` go by.
    pub const DEFAULT: RadixLimits = RadixLimits {
        short: 256,
        narrow: 32 << 10,
        group: 8 << 10,
        piece: 8 << 10,
        bits: 9,
        levels: 4,
        direct: 16,
        passes: Limits::DEFAULT,
    };
}

/// What a radix sort asks of an order: the bits by which it is one.
trait Digits<T>: Order<T> {
    /// How many bits a key has.
    const BITS: u32;

    /// The 64 bits of the item's key from `start` on, a multiple of 64.
    fn window(&self, item: &T, start: u32) -> u64;
}

impl<T, B: RadixBits, F: Fn(&T) -> B + Sync> Digits<T> for ByKey<F, B> {
    const BITS: u32 = B::BITS;

    #[inline(always)]
    fn window(&self, item: &T, start: u32) -> u64 {
        // Says to the compiler that short keys have one window.
        let start = if B::BITS <= 64 { 0 } else { start };
        self.key(item).window(start)
    }
}

/// Sorts by the bits that `key` gives, keeping the order of items with equal bits.
pub(super) fn radix_within<T, B, F>(items: &mut [T], key: F, limits: &RadixLimits)
where
    T: Send,
    B: RadixBits,
    F: Fn(&T) -> B + Sync,
{
    let len = items.len();
    if size_of::<T>() == 0 || len < limits.short.max(2) {
        items.sort_by_key(key);
    } else if size_of::<T>() <= limits.direct.max(size_of::<(B, u32)>()) {
        sort(items, &ByKey::new(key), limits);
    } else if u32::try_from(len).is_ok() {
        let digits = ByKey::new(|pair: &(B, u32)| pair.0);
        sort_with_keys(items, key, &limits.passes, |pairs| sort(pairs, &digits, limits));
    } else {
        let digits = ByKey::new(|pair: &(B, usize)| pair.0);
        sort_with_keys(items, key, &limits.passes, |pairs| sort(pairs, &digits, limits));
    }
}

/// Sorts by moving the items themselves.
fn sort<T: Send, D: Digits<T>>(items: &mut [T], digits: &D, limits: &RadixLimits) {
    let Some(open) = Open::from(0, D::BITS) else { return };
    if items.len() > limits.narrow {
        return in_pool(|| {
            let mut buffer = Vec::with_capacity(items.len());
            sort_wide(Run::new(items, &mut buffer), digits, open, limits, 0);
        });
    }
    if settle_pattern(items, digits, &limits.passes) {
        return;
    }
    let fit = if leaf_for_order(items, digits).is_none() { guess(items, digits, open) } else { None };
    // What digits do not serve is sorted by comparisons, on all threads.
    let Some(fit) = fit else { return stable_within(items, digits, &limits.passes) };
    let mut tables = Tables::for_len(items.len());
    let mut buffer = Vec::with_capacity(items.len());
    sort_guessed(Run::new(items, &mut buffer), digits, (open, fit), tables.all());
}

/// Items that are looked at to see whether a slice rises and falls as a whole, and how often it may turn: if that is all that
/// is known, and if its neighbours say that there are runs. (Random ones turn 42 times.)
const LOOKS: usize = 64;
const TURNS: usize = 4;
const TURNS_OF_RUNS: usize = 20;
/// In so few items `presorted` sees nothing, but all can be looked at.
const FEW: usize = 768;

/// How to sort the pieces of a slice that merging puts in order faster than anything else: one that seems to consist of
/// a few runs, or to be in order but for a few strays. `None` for others.
fn leaf_for_order<T, D: Digits<T>>(items: &[T], digits: &D) -> Option<Leaf> {
    let some = items.iter().step_by((items.len() / LOOKS).max(1));
    if items.len() < FEW {
        let is_one = turns_seldom(some, digits, TURNS) && turns_seldom(items.iter(), digits, TURNS);
        return is_one.then_some(Leaf::Stable);
    }
    match presorted(items, digits) {
        Presorted::FewStrays => Some(Leaf::StableStrays),
        Presorted::Runs => turns_seldom(some, digits, TURNS_OF_RUNS).then_some(Leaf::Stable),
        Presorted::No => None,
    }
}

/// Whether the first windows of these items change between rising and falling so many times at most.
fn turns_seldom<'a, T: 'a, D: Digits<T>>(
    mut items: impl Iterator<Item = &'a T>,
    digits: &D,
    most: usize,
) -> bool {
    let Some(mut last) = items.next().map(|item| digits.window(item, 0)) else { return true };
    let (mut turns, mut way) = (0, None);
    items.all(|item| {
        let window = digits.window(item, 0);
        let now = window.cmp(&last);
        last = window;
        if now.is_ne() && way.replace(now).is_some_and(|before| before != now) {
            turns += 1;
        }
        turns <= most
    })
}

/// As `par_sort_by_radix_key`, with other limits. For tests.
#[doc(hidden)]
pub fn radix_with_limits<T, K, F>(items: &mut [T], key: F, limits: &RadixLimits)
where
    T: Send,
    K: crate::slice::RadixKey,
    F: Fn(&T) -> K + Sync,
{
    radix_within(items, |item| key(item).radix_key(), limits);
}
