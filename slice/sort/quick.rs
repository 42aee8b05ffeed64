//! The unstable sort: parallel partitions down to pieces for std, then a look at the seams.
//!
//! The plain version is quicksort: partition, sort both sides at once, done. Three departures:
//!
//! 1. The partition may be a little wrong (`partition.rs` says why: no pivot is shared between threads). So after both
//!    sides are sorted, the two items at the seam are compared. If they stand wrong, all misplaced items lie around
//!    the seam, between two places that binary search finds, and only this stretch is merged. Correctness rests on
//!    this alone, not on pivots or partitions.
//! 2. Pivots come from the middle of a sorted sample of about √n items, taken at places that are pseudo-random but the
//!    same in each run. If one value fills most of the sample, the items that equal it become a bucket that
//!    is finished at once.
//! 3. Whoever makes partitions bad on purpose gains little: a side much smaller than the sample promised, or too many
//!    levels, and the rest is sorted by merging (`tree.rs`) with its sure bound. Stack and span stay logarithmic.

use super::Limits;
use super::order::Order;
use super::partition::{Side, bring_together, partition};
use super::run::Run;
use super::scan::settle_pattern;
use super::share::{Work, both};
use super::tree::{Leaf, merge_sort};

/// Pieces for each thread, so that a thread which finished early finds work.
const PIECES: usize = 8;
/// A side counts as much too small from one part in so many.
const SMALL_SIDE: usize = 8;
/// Partitions may shrink what is left by less than half this many times beyond the levels that perfect ones need.
const SPARE_LEVELS: u32 = 6;
/// The largest sample for a few pivots. Beyond it, better pivots save less than sorting the sample costs.
const SAMPLE_MOST: usize = 2048;
/// Of so many items of the sample one may be a pivot: the pivots' share of the sample is the seam's of the slice.
const PIVOT_SHARE: usize = 16;

/// Sorts items in place, with `leaf` for the pieces.
pub(super) fn quick_sort<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits, leaf: Leaf) {
    let alone = items.len() / limits.threads();
    let longest = limits.piece.max(alone / PIECES).max(2 * SMALL_SIDE);
    let levels = 2 * (items.len() / longest).max(1).ilog2() + SPARE_LEVELS;
    let (plan, half) = (Plan { limits, longest, alone, leaf }, items.len() / 2);
    // The first real join is a small part of the first partition. Nothing is offered here but the news of how much
    // is to come, so that a pool at rest has woken up when the partition begins.
    both(Work::Sort, half, || sort(items, order, &plan, levels), || ());
}

/// What stays the same from the slice down to the pieces.
struct Plan<'a> {
    limits: &'a Limits,
    /// The longest piece that is not partitioned.
    longest: usize,
    /// The longest part that one thread partitions alone: there are as many of these as threads.
    alone: usize,
    leaf: Leaf,
}

fn sort<T: Send, O: Order<T>>(items: &mut [T], order: &O, plan: &Plan<'_>, levels: u32) {
    let (len, limits) = (items.len(), plan.limits);
    if len <= plan.longest {
        return plan.leaf.sort(items, order, limits);
    }
    if levels == 0 {
        return merge_sort(items, order, limits, Leaf::Unstable);
    }
    let pivots = if len > plan.alone { limits.partition_pieces(len) } else { 1 };
    let sample = sample_for(items, pivots, order);
    let pick = Pick::new(&items[..sample], pivots, order);
    if pick.less == 0 && pick.not_greater == sample && settle_pattern(items, order, limits) {
        return;
    }
    let (cut, side) = pick.cut();
    let middle = partition_by_sample(items, sample, cut, pick.pivots(cut), side, order, limits);
    let (left, right) = items.split_at_mut(middle);
    if pick.is_heavy() {
        // The rest of the sample came along to the front of this side, and the same pivots serve again.
        let (sample, cut) = (sample - pick.less, pick.not_greater - pick.less);
        let pivots = pick.pivots(pick.less);
        let pivots = pivots.start - pick.less..pivots.end - pick.less;
        let end = partition_by_sample(right, sample, cut, pivots, Side::LessOrEqual, order, limits);
        let (equal, greater) = right.split_at_mut(end);
        both(
            Work::Sort,
            greater.len(),
            || sort(left, order, plan, levels - 1),
            || {
                both(
                    Work::Sort,
                    greater.len(),
                    || {
                        // With an honest order this is one look at each item.
                        if !settle_pattern(equal, order, limits) {
                            merge_sort(equal, order, limits, Leaf::Unstable);
                        }
                    },
                    || sort(greater, order, plan, levels - 1),
                )
            },
        );
        mend_seam(right, end, order, limits);
    } else {
        // Sides unlike what the sample promised: no more trust in samples here.
        let deceived = left.len().min(right.len()) < len / (2 * SMALL_SIDE);
        let levels = if deceived { 0 } else { levels - 1 };
        both(
            Work::Sort,
            right.len(),
            || sort(left, order, plan, levels),
            || sort(right, order, plan, levels),
        );
    }
    mend_seam(items, middle, order, limits);
}

/// Brings a sample for so many pivots to the front and sorts it; gives its size.
fn sample_for<T: Send, O: Order<T>>(items: &mut [T], pivots: usize, order: &O) -> usize {
    let len = items.len();
    let sample = len.isqrt().min(SAMPLE_MOST.max(4 * PIVOT_SHARE * pivots)).min(len / 4).max(1);
    draw_sample(items, sample);
    order.sort_unstable(&mut items[..sample]);
    sample
}

/// Brings so many items from anywhere to the front.
pub(super) fn draw_sample<T>(items: &mut [T], sample: usize) {
    let len = items.len();
    // Marsaglia's xorshift, seeded with the length: places without a pattern, the same in each run.
    let mut state = len as u64 | 1;
    for place in 0..sample {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let from = place + ((u128::from(state) * (len - place) as u128) >> 64) as usize;
        items.swap(place, from);
    }
}

/// What a sorted sample says about the rest, and which of its items become pivots.
struct Pick {
    /// Items of the sample that are less than its median.
    less: usize,
    /// Items of the sample that are not greater than its median.
    not_greater: usize,
    sample: usize,
    pivots: usize,
}

impl Pick {
    fn new<T, O: Order<T>>(sample: &[T], pivots: usize, order: &O) -> Self {
        let len = sample.len();
        let (before, after) = sample.split_at(len / 2);
        let median = &after[0];
        Pick {
            less: before.partition_point(|item| order.less(item, median)),
            not_greater: before.len() + after.partition_point(|item| !order.less(median, item)),
            sample: len,
            pivots: pivots.min(len / PIVOT_SHARE).max(1),
        }
    }

    /// Whether the median's value is so frequent that no two sides are in balance.
    fn is_heavy(&self) -> bool {
        self.less < self.sample / SMALL_SIDE && self.not_greater > self.sample - self.sample / SMALL_SIDE
    }

    /// How much of the sample goes to the left, and what goes there in general, for the best balance. A heavy value
    /// has its lesser ones split off first.
    fn cut(&self) -> (usize, Side) {
        let half = self.sample / 2;
        if self.is_heavy() || half - self.less.min(half) <= self.not_greater.saturating_sub(half) {
            (self.less, Side::Less)
        } else {
            (self.not_greater, Side::LessOrEqual)
        }
    }

    /// The pivots: all equal to the median if there are enough of those, else its nearest neighbours.
    fn pivots(&self, cut: usize) -> std::ops::Range<usize> {
        let equal = self.not_greater - self.less;
        let start = if equal < self.pivots {
            cut.saturating_sub(self.pivots / 2)
        } else if cut == self.less {
            cut
        } else {
            cut - self.pivots
        };
        let start = start.min(self.sample - self.pivots);
        start..start + self.pivots
    }
}

/// Partitions all behind the sample, then sends `cut` items of the sample to the left and the others, in their
/// order, to the front of the right; gives the size of the left.
pub(super) fn partition_by_sample<T: Send, O: Order<T>>(
    items: &mut [T],
    sample: usize,
    cut: usize,
    pivots: std::ops::Range<usize>,
    side: Side,
    order: &O,
    limits: &Limits,
) -> usize {
    let (drawn, others) = items.split_at_mut(sample);
    let left = partition(others, &mut drawn[pivots], side, order, limits);
    let staying = sample - cut;
    if staying <= left {
        bring_together(items, cut, sample, left, limits)
    } else {
        items[cut..sample + left].rotate_left(staying);
        cut + left
    }
}

/// Makes two sorted neighbours one, where they are nearly so already.
pub(super) fn mend_seam<T: Send, O: Order<T>>(items: &mut [T], middle: usize, order: &O, limits: &Limits) {
    let (left, right) = items.split_at(middle);
    let (Some(last), Some(first)) = (left.last(), right.first()) else { return };
    if !order.less(first, last) {
        return;
    }
    let start = left.partition_point(|item| !order.less(first, item));
    let end = middle + right.partition_point(|item| order.less(item, last));
    let mut buffer = Vec::with_capacity(end - start);
    let mut seam = Run::new(&mut items[start..end], &mut buffer);
    seam.merge(middle - start, order, limits);
    seam.come_home(limits);
}
