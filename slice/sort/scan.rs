//! Is the slice in order already, or exactly backwards?
//!
//! Both sorts ask this first, because the answer costs next to nothing: a slice without a pattern shows its first
//! contradiction within a few items, and then no thread is bothered. Only a slice whose head keeps one direction is
//! looked at as a whole, in parallel, and the first contradiction anywhere stops all pieces.
//!
//! Every comparison is made by whoever holds both items exclusively: `T` need not be `Sync`. The pair across a split
//! is therefore compared before the split. A shared slice of items that are `Sync` is simpler: `all_blocks`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use furcate_core::join;

use super::Limits;
use super::order::Order;
use crate::iter::{IntoParallelIterator, ParallelIterator};

/// Items of the head which must keep one direction before all others are looked at.
const HEAD: usize = 64;

/// Shared slices are looked at in blocks of so many items: few enough that a contradiction is soon known to all, and
/// enough that std's loops over them pay.
const BLOCK: usize = 1024;
/// Blocks that are looked at before anyone else is asked: most slices without order end there.
const ALONE: usize = 16;

/// Whether `is_sorted` says so of all blocks, each of which ends with the first item of the next.
pub(crate) fn all_blocks<'data, T, F>(items: &'data [T], is_sorted: F) -> bool
where
    T: Sync,
    F: Fn(&'data [T]) -> bool + Sync,
{
    let head = items.len().min(ALONE * BLOCK + 1);
    let is_begun = is_sorted(&items[..head]);
    if !is_begun || head == items.len() {
        return is_begun;
    }
    let rest = &items[head - 1..];
    // The last item alone is in order.
    (0..rest.len() / BLOCK + 1).into_par_iter().all(|block| {
        let start = block * BLOCK;
        is_sorted(&rest[start..rest.len().min(start + BLOCK + 1)])
    })
}

/// Puts a slice in order if that takes no more than a look or a reversal; says whether it is in order now.
pub(super) fn settle_pattern<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) -> bool {
    let [first, second, ..] = items else { return true };
    let falling = order.less(second, first);
    let head = items.len().min(HEAD);
    if !keeps(&items[..head], falling, order) {
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
    items.windows(2).all(|pair| order.less(&pair[1], &pair[0]) == falling)
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
    if items.len() <= limits.scan {
        if !keeps(items, falling, order) {
            broken.store(true, Relaxed);
        }
    } else if !keeps(&items[mid - 1..=mid], falling, order) {
        broken.store(true, Relaxed);
    } else {
        let (left, right) = items.split_at_mut(mid);
        join(|| scan(left, falling, order, limits, broken), || scan(right, falling, order, limits, broken));
    }
}

/// Reverses what consists of `front`, perhaps one item in the middle, and `back`. The longer part keeps its last item.
fn reverse<T: Send>(front: &mut [T], back: &mut [T], limits: &Limits) {
    if front.len() <= limits.scan {
        for (a, b) in front.iter_mut().zip(back.iter_mut().rev()) {
            std::mem::swap(a, b);
        }
    } else {
        let mid = front.len() / 2;
        let (outer_front, inner_front) = front.split_at_mut(mid);
        let (inner_back, outer_back) = back.split_at_mut(back.len() - mid);
        join(|| reverse(outer_front, outer_back, limits), || reverse(inner_front, inner_back, limits));
    }
}
