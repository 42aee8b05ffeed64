//! Sorts a stretch that fits into the caches, on one thread.
//!
//! The plain version: sort by the lowest digit, then by the next, up to the highest (least significant digit first). For
//! keys of 64 bits that is eight passes. What differs:
//!
//! 1. Only the highest open bits are sorted by, a few more than it takes to count the items, in two passes. With random keys
//!    hardly two items then have all of these bits in common, and one last pass of insertion sort
//!    puts those in order: it is a look at all neighbours, and the processor guesses nearly all of them right.
//! 2. Where this pass has too much to do, items with equal bits stand together by then. Each such group starts anew
//!    with the bits behind.
//! 3. Which bits are open is found out along with the counts. The guess beforehand is that the first bit is which the
//!    stretch around this one left open.
//!
//! The tables of the groups inside lie behind those of the groups outside; when there is no room any more, which takes keys
//! that agree again and again in most bits, the group is sorted by comparisons. That bounds stack and time.

use super::Digits;
use super::digit::{Buckets, DigitPair, MAX_SINGLE, Open, sample};
use super::scatter::scatter;
use crate::slice::sort::run::Run;

/// Items that std sorts by plain insertion.
const TINY: usize = 20;
/// The bits of a digit, at most: 2048 counters fit into the first cache, beside the ends of as many buckets.
const MAX_BITS: u32 = 11;
/// Bits to sort by beyond those that it takes to count the items. With 2, insertion has four times as many items to move; with
/// 4, the tables begin to cost more than they save (`radix`, 10^3 to 3·10^4 random `u64`).
const EXTRA_BITS: u32 = 3;
/// Keys that are looked at beforehand. Few: with 64 the look took a tenth of the time of a bucket of 2,000 items.
const SAMPLE: usize = 20;
/// One in so many keys may be the same.
const HOT: usize = 4;
/// One in so many neighbours in the sorted sample may agree in the bits to sort by.
const CROWDED: usize = 4;
/// Levels of groups within groups for which there are tables.
const LEVELS: usize = 3;

/// Room for the tables of a stretch.
#[derive(Debug)]
pub(super) struct Tables(Vec<u32>);

impl Tables {
    /// For stretches of at most `len` items.
    pub(super) fn for_len(len: usize) -> Self {
        let len = len.max(2);
        let pair = (LEVELS * 4) << bits_for(len).div_ceil(2);
        // Or one digit alone, and its ends (`Open::digit_pair`).
        let single = 1 + 2 * (2 * len).min(1 << MAX_SINGLE);
        Tables(vec![0; pair.max(single)])
    }

    pub(super) fn all(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

/// Sorts items which may differ only in the `open` bits.
pub(super) fn sort_narrow<T: Send, D: Digits<T>>(
    mut run: Run<'_, T>,
    digits: &D,
    open: Open,
    tables: &mut [u32],
) {
    let items = run.items();
    let fit = if items.len() <= TINY { None } else { guess(items, digits, open) };
    match fit {
        Some(fit) => sort_guessed(run, digits, (open, fit), tables),
        None => digits.sort_stable(items),
    }
}

/// As [`sort_narrow`], with what [`guess`] said of the `open` bits.
pub(super) fn sort_guessed<T: Send, D: Digits<T>>(
    mut run: Run<'_, T>,
    digits: &D,
    (open, guess): (Open, Open),
    tables: &mut [u32],
) {
    let len = run.len();
    let (open, pair) = match counted(run.items(), digits, (open, guess), tables) {
        Counted::Equal => return,
        Counted::NoRoom => return digits.sort_stable(run.items()),
        Counted::Digits(open, pair) => (open, pair),
    };
    let (low_table, rest) = tables.split_at_mut(pair.low.count());
    let (high_table, rest) = rest.split_at_mut(pair.high.count());
    let (ends, deeper) = rest.split_at_mut(pair.high.count());
    for (digit, next) in [(pair.low, low_table), (pair.high, high_table)] {
        let ends = &mut ends[..digit.count()];
        let most = to_places(next, ends);
        // If one bucket has everything, nothing changes its place.
        if most as usize != len && !scatter(&mut run, (digits, open.start), digit, next, ends) {
            return;
        }
    }
    if let Some(behind) = open.below(pair.shift(), D::BITS) {
        if !insert_each(run.items(), digits, len) {
            sort_groups(run, digits, Open { mask: !0 << pair.shift(), ..open }, behind, deeper);
        }
    }
}

/// What is known after the items have been counted.
enum Counted {
    /// All keys are equal.
    Equal,
    /// The tables are too small.
    NoRoom,
    /// The first places of the tables hold the counts for the low digit, then those for the high one.
    Digits(Open, DigitPair),
}

/// Looks at a few keys: which bits will differ? `None` if comparisons will be faster, because too many keys agree in the
/// bits that would be sorted by.
pub(super) fn guess<T, D: Digits<T>>(items: &[T], digits: &D, open: Open) -> Option<Open> {
    let sample = sample(items, digits, open.start, SAMPLE);
    let differing = sample.iter().fold(0, |differing, window| differing | (window ^ sample[0]));
    let has_next = open.start + 64 < D::BITS;
    if open.mask & differing == 0 {
        return has_next.then_some(open);
    }
    let guess = Open { mask: open.mask & differing, ..open };
    let pair = guess.digit_pair(bits_for(items.len()), items.len());
    let settles_all = guess.below(pair.shift(), D::BITS).is_none();
    let alike = |windows: &[u64]| windows[0] >> pair.shift() == windows[windows.len() - 1] >> pair.shift();
    let wasted = if settles_all {
        // One bucket gets most items, each of which waits for the one before.
        sample.windows(sample.len() / HOT + 1).any(alike)
    } else {
        let equal = sample.windows(2).filter(|pair| alike(pair)).count();
        equal > sample.len() / CROWDED
    };
    (!wasted).then_some(guess)
}

/// Bits to sort so many items by.
fn bits_for(len: usize) -> u32 {
    (len.ilog2() + EXTRA_BITS).min(2 * MAX_BITS)
}

/// Finds the highest bits in which items differ, and counts how often each value occurs.
fn counted<T, D: Digits<T>>(
    items: &[T],
    digits: &D,
    (mut open, mut guess): (Open, Open),
    tables: &mut [u32],
) -> Counted {
    loop {
        let pair = guess.digit_pair(bits_for(items.len()), items.len());
        let DigitPair { low, high } = pair;
        if tables.len() < low.count() + 2 * high.count() {
            return Counted::NoRoom;
        }
        let (low_counts, rest) = tables.split_at_mut(low.count());
        let high_counts = &mut rest[..high.count()];
        low_counts.fill(0);
        high_counts.fill(0);
        let first = digits.window(&items[0], open.start);
        let mut differing = 0;
        if low.bits == 0 {
            // A counter of everything would be slow: each step waits for the one before.
            low_counts[0] = items.len() as u32;
            for item in items {
                let window = digits.window(item, open.start);
                differing |= window ^ first;
                high_counts[high.of(window)] += 1;
            }
        } else {
            for item in items {
                let window = digits.window(item, open.start);
                differing |= window ^ first;
                low_counts[low.of(window)] += 1;
                high_counts[high.of(window)] += 1;
            }
        }
        let Some(exact) = open.only(differing, D::BITS) else { return Counted::Equal };
        if exact.start == guess.start && exact.mask.leading_zeros() == guess.mask.leading_zeros() {
            return Counted::Digits(exact, pair);
        }
        (open, guess) = (exact, exact);
    }
}

/// Turns the counts of buckets into their first places, and sets their ends; gives the largest count.
fn to_places(counts: &mut [u32], ends: &mut [u32]) -> u32 {
    let (mut sum, mut most) = (0, 0);
    for (count, end) in counts.iter_mut().zip(ends) {
        most = most.max(*count);
        let start = sum;
        sum += *count;
        *count = start;
        *end = sum;
    }
    most
}

/// Insertion sort that gives up after so many moves; says whether it came to the end.
fn insert_each<T, D: Digits<T>>(items: &mut [T], digits: &D, patience: usize) -> bool {
    let mut moves = 0;
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && digits.less(&items[at], &items[at - 1]) {
            // Few items move, and few places far; and a swap loses nothing if the next comparison panics.
            items.swap(at, at - 1);
            at -= 1;
        }
        moves += end - at;
        if moves > patience {
            return false;
        }
    }
    true
}

/// Sorts each group of neighbours whose bits in `settled` are equal.
fn sort_groups<T: Send, D: Digits<T>>(
    mut run: Run<'_, T>,
    digits: &D,
    settled: Open,
    behind: Open,
    tables: &mut [u32],
) {
    while run.len() > 0 {
        let items = run.items();
        let bits = |item: &T| digits.window(item, settled.start) & settled.mask;
        let first = bits(&items[0]);
        let count = 1 + items[1..].iter().take_while(|item| bits(item) == first).count();
        let (group, rest) = run.split_at(count);
        sort_narrow(group, digits, behind, tables);
        run = rest;
    }
}
