//! The unstable sort of items that are dear to move, on one thread.
//!
//! std's unstable sort moves every item at each partition, whether it stands wrong or not. That is the best way for a
//! number, and half of it is wasted on an item of a cache line. Here only wrong ones are moved (`partition.rs`), in a
//! quicksort as one would write it. Three departures from the plain version:
//!
//! 1. A pivot is the median of three, or of three such medians, and so on, so that long parts get good ones for few
//!    comparisons.
//! 2. The pivot stays before the greater part, as its *floor*: nothing there is less. If the next pivot equals it, all
//!    items that do are set aside in one pass. So few values cost few passes (after pdqsort, Peters 2021).
//! 3. Short parts are std's, which inserts, and so is what is left after a few bad partitions, so that a bad order or an
//!    adversary gets std's bound.

use super::order::Order;
use super::partition::{MOVED_AT_WILL, alone};

/// Beyond so many bytes std's unstable sort moves only wrong ones, too.
const STD_SPARES: usize = 96;
/// Parts that std sorts.
const SHORT: usize = 20;
/// From how many items on the pivot is a median of medians.
const LONG: usize = 64;
/// A part is bad from one in so many items down.
const BAD: usize = 8;

/// Sorts a piece on this thread, the way that is best for its items.
pub(super) fn sort_unstable_here<T, O: Order<T>>(piece: &mut [T], order: &O) {
    let size = size_of::<T>();
    if size > MOVED_AT_WILL && size <= STD_SPARES && piece.len() > SHORT {
        let bad = 1 + piece.len().ilog2() / 2;
        sort(piece, 0, order, bad);
    } else {
        order.sort_unstable(piece);
    }
}

/// Sorts the items behind the first `floor` ones: none, or one that no other is less than.
fn sort<T, O: Order<T>>(mut items: &mut [T], mut floor: usize, order: &O, mut bad: u32) {
    loop {
        let len = items.len() - floor;
        if len <= SHORT || bad == 0 {
            return order.sort_unstable(&mut items[floor..]);
        }
        let pivot = floor + middle(&items[floor..], order);
        if floor > 0 && !order.less(&items[0], &items[pivot]) {
            let (head, others) = items.split_at_mut(1);
            let equal = alone(others, &|item: &T| !order.less(&head[0], item));
            // At least the pivot is one, unless the order contradicts itself.
            if equal == 0 {
                bad = 0;
            }
            items = &mut items[equal..];
            continue;
        }
        items.swap(floor, pivot);
        let (head, others) = items.split_at_mut(floor + 1);
        let pivot = &head[floor];
        let less = alone(others, &|item: &T| order.less(item, pivot));
        items.swap(floor, floor + less);
        if less.min(len - less) < len / BAD {
            bad -= 1;
        }
        let (lower, upper) = items.split_at_mut(floor + less);
        // The longer part goes on here, so that the stack is not deep.
        if lower.len() < upper.len() {
            sort(lower, floor, order, bad);
            (items, floor) = (upper, 1);
        } else {
            sort(upper, 1, order, bad);
            items = lower;
        }
    }
}

/// Where an item near the median is.
fn middle<T, O: Order<T>>(items: &[T], order: &O) -> usize {
    let part = items.len() / 8;
    let near = |place: usize| {
        if items.len() < LONG { place } else { place + middle(&items[place..][..part], order) }
    };
    let (first, second, third) = (near(0), near(4 * part), near(7 * part));
    median(first, second, third, |left, right| order.less(&items[left], &items[right]))
}

/// The one of three places whose item is neither the least nor the greatest.
fn median(a: usize, b: usize, c: usize, less: impl Fn(usize, usize) -> bool) -> usize {
    let below = less(a, b);
    if below != less(a, c) {
        a
    } else if below == less(b, c) {
        b
    } else {
        c
    }
}
