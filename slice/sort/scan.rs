//! Is the slice in order already, or exactly backwards?
//!
//! Both sorts ask this first, because the answer costs next to nothing: a slice without a pattern shows its first
//! contradiction within a few items, and then no thread is bothered. Only a slice whose head keeps one direction is
//! looked at as a whole, in parallel, and the first contradiction anywhere stops all pieces.
//!
//! Every comparison is made by whoever holds both items exclusively: `T` need not be `Sync`. The pair across a split
//! is therefore compared before the split. A shared slice of items that are `Sync` is simpler: `all_blocks`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Limits;
use super::order::Order;
use super::share::{Work, both};
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// Items of the head which must keep one direction before all others are looked at.
const HEAD: usize = 64;
/// Neighbours that are compared before their answers are looked at.
const BLOCK: usize = 32;

/// Shared slices are looked at in blocks of so many items: few enough that a contradiction is soon known to all, and
/// enough that std's loops over them pay.
const SHARED_BLOCK: usize = 1024;
/// Blocks that are looked at before anyone else is asked: most slices without order end there.
const ALONE: usize = 16;

/// Whether `is_sorted` says so of all blocks, each of which ends with the first item of the next.
pub(crate) fn all_blocks<'data, T, F>(items: &'data [T], is_sorted: F) -> bool
where
    T: Sync,
    F: Fn(&'data [T]) -> bool + Sync,
{
    let head = items.len().min(ALONE * SHARED_BLOCK + 1);
    let is_begun = is_sorted(&items[..head]);
    if !is_begun || head == items.len() {
        return is_begun;
    }
    let rest = &items[head - 1..];
    // The last item alone is in order.
    (0..rest.len() / SHARED_BLOCK + 1).into_par_iter().all(|block| {
        let start = block * SHARED_BLOCK;
        is_sorted(&rest[start..rest.len().min(start + SHARED_BLOCK + 1)])
    })
}

/// Puts a slice in order if that takes no more than a look or a reversal; says whether it is in order now.
pub(super) fn settle_pattern<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) -> bool {
    let [first, second, ..] = items else { return true };
    let falling = order.less(second, first);
    let head = items.len().min(HEAD);
    if !items[..head].windows(2).all(|pair| order.less(&pair[1], &pair[0]) == falling) {
        return false;
    }
    let broken = AtomicBool::new(false);
    scan(&mut items[head - 1..], falling, order, limits, &broken);
    if broken.into_inner() {
        return false;
    }
    if falling {
        let (front, back) = items.split_at_mut(items.len() / 2);
        reverse(front, back, limits);
    }
    true
}

/// Whether each item stands to its neighbour as `falling` says. Falling is strict, or reversing would not be stable.
fn keeps<T, O: Order<T>>(items: &[T], falling: bool, order: &O) -> bool {
    // Two loops, and no way out of a block before its end: of numbers, some are compared at a time.
    if falling {
        all_pairs(items, |before, after| order.less(after, before))
    } else {
        all_pairs(items, |before, after| !order.less(after, before))
    }
}

#[inline(always)]
fn all_pairs<T>(items: &[T], keeps: impl Fn(&T, &T) -> bool) -> bool {
    let blocks = items.len().saturating_sub(1) / BLOCK;
    let whole = (0..blocks).all(|block| {
        let items = &items[block * BLOCK..][..BLOCK + 1];
        let pairs = items[..BLOCK].iter().zip(&items[1..]);
        pairs.fold(true, |all, (before, after)| all & keeps(before, after))
    });
    whole && items[blocks * BLOCK..].windows(2).all(|pair| keeps(&pair[0], &pair[1]))
}

/// Sets `broken` if the items do not keep their direction.
fn scan<T: Send, O: Order<T>>(
    items: &mut [T],
    falling: bool,
    order: &O,
    limits: &Limits,
    broken: &AtomicBool,
) {
    // A stale `false` costs one more block, no more.
    if broken.load(Relaxed) {
        return;
    }
    let mid = items.len() / 2;
    if items.len() <= limits.scan_by_eye::<T>(falling) {
        if !keeps(items, falling, order) {
            broken.store(true, Relaxed);
        }
    } else if !keeps(&items[mid - 1..=mid], falling, order) {
        broken.store(true, Relaxed);
    } else {
        let (left, right) = items.split_at_mut(mid);
        both(
            Work::Pass,
            right.len(),
            || scan(left, falling, order, limits, broken),
            || scan(right, falling, order, limits, broken),
        );
    }
}

/// Reverses what consists of `front`, perhaps one item in the middle, and `back`. The longer part keeps its last item.
fn reverse<T: Send>(front: &mut [T], back: &mut [T], limits: &Limits) {
    // As long as one thread looks at falling ones (`scan_by_eye`).
    if front.len() <= 2 * limits.scan {
        for (a, b) in front.iter_mut().zip(back.iter_mut().rev()) {
            std::mem::swap(a, b);
        }
    } else {
        let mid = front.len() / 2;
        let (outer_front, inner_front) = front.split_at_mut(mid);
        let (inner_back, outer_back) = back.split_at_mut(back.len() - mid);
        both(
            Work::Pass,
            inner_front.len(),
            || reverse(outer_front, outer_back, limits),
            || reverse(inner_front, inner_back, limits),
        );
    }
}
