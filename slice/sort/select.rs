//! Selection: what sorting would bring to one place, without sorting.
//!
//! Floyd and Rivest 1975: two pivots of a sample enclose the place, so that nearly all items are set aside in one round.
//! The side with more items is split off first, so a round costs at most 1.5·n comparisons, and what is left between the
//! pivots is about n^(2/3) items (times a constant). That is repeated until std's selection is the best there is for the rest.
//!
//! As in `partition.rs`, each thread has pivots of its own, so the zones on both sides are only nearly apart:
//!
//! ```text
//! | less than some lower pivot | lower pivots | the zone between | upper pivots | greater than some upper pivot |
//! ```
//!
//! Pivots stay between the zones as *fences*. Whichever zone holds the place, its neighbours are settled by one comparison
//! each with what is found in the end: if the greatest fence before it is not greater, and the least fence behind it not
//! less, nothing beyond them is on the wrong side. If one is (its chance is that of falling among neighbours of a
//! sample), one thread selects from the whole slice.
//!
//! One thread goes the same way, with one pivot on each side, so that its zones are apart and need no fences; of fewer items,
//! with one pivot in all (Hoare 1961). Where fences do not hold, it starts anew; of an order that is none, it takes what
//! comes out.
//!
//! Who makes the samples bad on purpose gains a constant factor: rounds that leave more than three quarters are counted,
//! and after the second the rest goes to `linear.rs`, as what lies on purpose does. std selects from short slices only: what
//! it costs there, too, is bounded, but not by much less than n³.

use std::ops::Range;

use furcate_core::join;

use super::linear::{part_by_first, select_surely};
use super::order::{By, Order};
use super::partition::Side;
use super::quick::{draw_sample, partition_by_sample};
use super::scan::settle_pattern;
use super::{Limits, in_pool, unstable_within};

/// As an item costs less than in a sort, slices may be so many times as long before they are shared.
const CHEAP: usize = 2;
/// Rounds that may fail to leave less than three quarters.
const BAD_ROUNDS: usize = 2;
/// Pivots lie so many standard deviations of a sample's ranks from the place that is looked for. (At 2.5, one round in
/// eighty finds it beyond them, and costs another round.)
const DEVIATIONS: f64 = 2.5;
/// The least sample, where there are items enough.
const SAMPLE_LEAST: usize = 64;
/// Of so many items of the sample one may be a pivot on each side.
const PIVOT_SHARE: usize = 32;
/// std selects from slices of at most so many items.
const STD_MOST: usize = 512;
/// One thread takes one pivot, from a small sample, for fewer items than this. From half of it on the sample is twice as large.
const ONE_PIVOT: usize = 16 << 10;
const SMALL_SAMPLE: usize = 15;

/// Brings to place `index` what sorting would bring there, nothing greater before it, and nothing less behind it.
pub(super) fn select_within<T: Send, O: Order<T>>(items: &mut [T], index: usize, order: &O, limits: &Limits) {
    let is_alone = limits.is_short(items) || items.len() < CHEAP * limits.serial;
    let is_at_end = index == 0 || index + 1 == items.len();
    if is_alone && (is_at_end || size_of::<T>() == 0 || items.len() <= STD_MOST.min(limits.serial)) {
        order.select(items, index);
    } else if is_alone {
        select_alone(items, index, order);
    } else {
        in_pool(|| select(items, index, order, limits));
    }
}

/// As `par_select_nth_unstable_by`, with other limits. For tests.
#[doc(hidden)]
pub fn select_with_limits<T, F>(items: &mut [T], index: usize, compare: F, limits: &Limits)
where
    T: Send,
    F: Fn(&T, &T) -> std::cmp::Ordering + Sync,
{
    select_within(items, index, &By(compare), limits);
}

fn select<T: Send, O: Order<T>>(items: &mut [T], index: usize, order: &O, limits: &Limits) {
    if index == 0 {
        let place = extreme(items, &|a, b| order.less(a, b), limits);
        return items.swap(index, place);
    }
    if index + 1 == items.len() {
        let place = extreme(items, &|a, b| order.less(b, a), limits);
        return items.swap(index, place);
    }
    let mut fences = Fences { before: None, behind: None };
    let least = (CHEAP * limits.serial).max(SAMPLE_LEAST);
    let window = narrow(items, index, order, limits, least, &mut fences);
    let (start, window) = (window.start, &mut items[window]);
    if window.len() > least {
        select_surely(window, index - start, order);
    } else {
        select_alone(window, index - start, order);
    }
    if !fences.hold(items, index, order) {
        select_alone(items, index, order);
    }
}

/// As [`select`], on this thread.
fn select_alone<T: Send, O: Order<T>>(items: &mut [T], index: usize, order: &O) {
    let (mut fences, mut bad_rounds) = (Fences { before: None, behind: None }, 0);
    let mut window = narrow(items, index, order, &Limits::ALONE, ONE_PIVOT, &mut fences);
    while (STD_MOST + 1..ONE_PIVOT).contains(&window.len()) && bad_rounds < BAD_ROUNDS {
        let (start, len, part) = (window.start, window.len(), &mut items[window]);
        let rest = if settle_pattern(part, order, &Limits::ALONE) {
            index - start..index - start + 1
        } else {
            halve(part, index - start, order)
        };
        window = rest.start + start..rest.end + start;
        bad_rounds += usize::from(window.len() > len / 8 * 7);
    }
    let (start, window) = (window.start, &mut items[window]);
    if window.len() > STD_MOST {
        select_surely(window, index - start, order);
    } else if window.len() > 1 {
        order.select(window, index - start);
    }
}

/// A round with one pivot, a little nearer to the middle than the place that is looked for.
fn halve<T, O: Order<T>>(items: &mut [T], index: usize, order: &O) -> Range<usize> {
    let len = items.len();
    let sample = if len < ONE_PIVOT / 2 { SMALL_SAMPLE } else { 2 * SMALL_SAMPLE + 1 };
    draw_sample(items, sample);
    let drawn = &mut items[..sample];
    order.sort_unstable(drawn);
    let (share, aside) = (index as f64 / len as f64, 0.25 / (sample as f64).sqrt());
    let share = share + (0.5 - share).clamp(-aside, aside);
    let rank = ((sample as f64 * share) as usize).min(sample - 1);
    let equals = |a: usize, b: usize| !order.less(&drawn[a], &drawn[b]);
    let is_frequent = rank > 0 && equals(rank - 1, rank) || rank + 1 < sample && equals(rank, rank + 1);
    items.swap(0, rank);
    part_by_first(items, index, order, is_frequent)
}

/// Makes rounds until what may belong to place `index` lies in a window of less than `least` items, which it gives, or too many
/// rounds were bad.
fn narrow<T: Send, O: Order<T>>(
    items: &mut [T],
    index: usize,
    order: &O,
    limits: &Limits,
    least: usize,
    fences: &mut Fences,
) -> Range<usize> {
    let mut window = 0..items.len();
    let mut bad_rounds = 0;
    while window.len() >= least && bad_rounds < BAD_ROUNDS {
        // What is left may be one value.
        if settle_pattern(&mut items[window.clone()], order, limits) {
            return index..index + 1;
        }
        let zones = divide(&mut items[window.clone()], index - window.start, order, limits);
        let len = window.len();
        window = zones.step(window, index, items, order, fences);
        bad_rounds += usize::from(window.len() > len / 4 * 3);
    }
    window
}

/// The place of an item before which no other belongs.
fn extreme<T, F>(items: &mut [T], before: &F, limits: &Limits) -> usize
where
    T: Send,
    F: Fn(&T, &T) -> bool + Sync,
{
    if items.len() <= limits.scan {
        let better = |best: (usize, _), next: (usize, _)| if before(next.1, best.1) { next } else { best };
        return items.iter().enumerate().reduce(better).map_or(0, |(place, _)| place);
    }
    let mid = items.len() / 2;
    let (left, right) = items.split_at_mut(mid);
    let (first, second) = join(|| extreme(left, before, limits), || extreme(right, before, limits));
    if before(&items[mid + second], &items[first]) { mid + second } else { first }
}

/// Places outside of the window, one on each side: nothing before it is greater than the first, and nothing behind it
/// less than the second, if the order is honest.
struct Fences {
    before: Option<usize>,
    behind: Option<usize>,
}

impl Fences {
    /// Sets the fence before the window, unless the old one is greater.
    fn set_before<T, O: Order<T>>(&mut self, place: usize, items: &[T], order: &O) {
        let stays = self.before.is_some_and(|old| order.less(&items[place], &items[old]));
        self.before = if stays { self.before } else { Some(place) };
    }

    /// Sets the fence behind the window, unless the old one is less.
    fn set_behind<T, O: Order<T>>(&mut self, place: usize, items: &[T], order: &O) {
        let stays = self.behind.is_some_and(|old| order.less(&items[old], &items[place]));
        self.behind = if stays { self.behind } else { Some(place) };
    }

    fn hold<T, O: Order<T>>(&self, items: &[T], index: usize, order: &O) -> bool {
        !self.before.is_some_and(|fence| order.less(&items[index], &items[fence]))
            && !self.behind.is_some_and(|fence| order.less(&items[fence], &items[index]))
    }
}

/// Where a window's pivots lie after a round. Each may be empty, and is then at the window's end.
struct Zones {
    lower: Range<usize>,
    upper: Range<usize>,
    /// All lower pivots are equal to all upper ones, and so to all items between them.
    uniform: bool,
}

impl Zones {
    /// The zone of `window` that holds the place `index`; sets the fences beside it.
    fn step<T, O: Order<T>>(
        &self,
        window: Range<usize>,
        index: usize,
        items: &[T],
        order: &O,
        fences: &mut Fences,
    ) -> Range<usize> {
        let moved = |range: &Range<usize>| range.start + window.start..range.end + window.start;
        let (lower, upper) = (moved(&self.lower), moved(&self.upper));
        if lower.contains(&index) || upper.contains(&index) {
            // Equal pivots are in place; others tell nothing, and are drawn again.
            let pivots = if lower.contains(&index) { lower } else { upper };
            let equal = !order.less(&items[pivots.start], &items[pivots.end - 1]);
            return if equal { index..index + 1 } else { window };
        }
        let (start, end) = if index < lower.start {
            (window.start, lower.start)
        } else if index < upper.start {
            (lower.end, upper.start)
        } else {
            (upper.end, window.end)
        };
        if start > window.start {
            fences.set_before(start - 1, items, order);
        }
        if end < window.end {
            fences.set_behind(end, items, order);
        }
        let is_settled = self.uniform && start == lower.end;
        if is_settled { index..index + 1 } else { start..end }
    }
}

/// One round: moves what is less than what belongs to place `index` to the left, what is greater to the right.
fn divide<T: Send, O: Order<T>>(items: &mut [T], index: usize, order: &O, limits: &Limits) -> Zones {
    let len = items.len();
    let sample = ((len as f64).powf(2.0 / 3.0) / 4.0) as usize;
    let sample = sample.max(SAMPLE_LEAST).min(len / 4);
    draw_sample(items, sample);
    let drawn = &mut items[..sample];
    unstable_within(drawn, order, limits);
    let (lower, upper) = pick(drawn, index as f64 / len as f64, limits.partition_pieces(len), order);
    let (mut uniform, mut lower_side, mut upper_side) = (false, Side::Less, Side::LessOrEqual);
    if !lower.is_empty() && !upper.is_empty() {
        let (before, behind) = (&drawn[lower.end - 1], &drawn[upper.start]);
        uniform = !order.less(&drawn[lower.start], &drawn[upper.end - 1]);
        let until = drawn.partition_point(|item| !order.less(behind, item));
        let kept = until.saturating_sub(drawn.partition_point(|item| order.less(item, before)));
        if !uniform && kept > sample / 2 {
            // Two values fill the zone between the pivots: set them aside with these.
            (lower_side, upper_side) = (Side::LessOrEqual, Side::Less);
        }
    }

    let (lower_count, upper_count) = (lower.len(), upper.len());
    let (from, to) = if index < len / 2 {
        let to = if upper.is_empty() {
            len
        } else {
            partition_by_sample(items, sample, upper.start, upper.clone(), upper_side, order, limits)
        };
        let from = if lower.is_empty() {
            0
        } else {
            let sample = upper.start;
            partition_by_sample(&mut items[..to], sample, lower.start, lower, lower_side, order, limits)
        };
        (from, to)
    } else {
        let from = if lower.is_empty() {
            0
        } else {
            partition_by_sample(items, sample, lower.start, lower.clone(), lower_side, order, limits)
        };
        let to = if upper.is_empty() {
            len
        } else {
            // The rest of the sample came along, to the front.
            let start = from + lower_count;
            let (sample, cut) = (sample - lower.end, upper.start - lower.end);
            let pivots = cut..cut + upper_count;
            let rest = &mut items[start..];
            start + partition_by_sample(rest, sample, cut, pivots, upper_side, order, limits)
        };
        (from, to)
    };
    Zones { lower: from..from + lower_count, upper: to..to + upper_count, uniform }
}

/// The places of the lower and of the upper pivots in a sorted sample. Empty where the place looked for, as a share of
/// the slice, is too near to an end, unless all items from there on are equal.
fn pick<T, O: Order<T>>(sample: &[T], share: f64, pieces: usize, order: &O) -> (Range<usize>, Range<usize>) {
    let len = sample.len();
    let pivots = pieces.min(len / PIVOT_SHARE).max(1);
    let middle = (len as f64 * share) as usize;
    let gap = (DEVIATIONS * (len as f64 * share * (1.0 - share)).sqrt()) as usize + 1;
    let lower = middle.checked_sub(gap + pivots).map_or(0..0, |start| start..start + pivots);
    let upper_end = middle + gap + pivots;
    let upper = if upper_end <= len { upper_end - pivots..upper_end } else { len..len };
    if lower.is_empty() && !upper.is_empty() && !order.less(&sample[0], &sample[upper.end - 1]) {
        (0..pivots.min(upper.start), upper)
    } else if upper.is_empty() && !lower.is_empty() && !order.less(&sample[lower.start], &sample[len - 1]) {
        let start = lower.end.max(len - pivots);
        (lower, start..len)
    } else {
        (lower, upper)
    }
}
