//! Moves what belongs to the left of a pivot to the left, on one thread or many, with swaps alone.
//!
//! Plain: walk inwards from both ends, swap each pair that stands wrong (Hoare). Two departures:
//!
//! 1. *Blocks* (BlockQuicksort, Edelkamp and Weiss 2016): the places of wrong items of a block are written down without a
//!    branch, then that many pairs are swapped. The processor never guesses an outcome.
//! 2. *A pivot for each thread.* `T` need not be `Sync`, so two threads must not compare with one pivot at once: the
//!    comparator may write to it through a `Cell`. Each piece has a pivot of its own, neighbours in a sorted sample.
//!    The result is therefore not an exact partition; few items stand on the wrong side, between the smallest and the
//!    largest pivot. `quick.rs` repairs that after sorting, where it is cheap.
//!
//! A piece is a stretch of the front half with a stretch of the back half, so that with a good pivot nearly all items
//! find their place by swaps inside of the piece.

use std::mem::swap;

use super::Limits;
use super::order::Order;
use super::share::{Work, both};

/// Items of a block. A power of two, so that masked places need no check; 128 keeps both lists in a few cache lines.
const BLOCK: usize = 128;
/// Items of at most so many bytes are swapped more quickly than their places are written down.
const SMALL_ITEM: usize = 16;

/// Which items go to the left of a pivot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Those that are less than the pivot.
    Less,
    /// Those that are less or equal.
    LessOrEqual,
}

impl Side {
    #[inline(always)]
    pub(super) fn is_left<T, O: Order<T>>(self, item: &T, pivot: &T, order: &O) -> bool {
        match self {
            Side::Less => order.less(item, pivot),
            Side::LessOrEqual => !order.less(pivot, item),
        }
    }
}

/// Partitions the items in one piece for each pivot; gives how many are on the left.
pub(super) fn partition<T: Send, O: Order<T>>(
    items: &mut [T],
    pivots: &mut [T],
    side: Side,
    order: &O,
    limits: &Limits,
) -> usize {
    if let [pivot] = pivots {
        let pivot = &*pivot;
        // Two closures, so that which of the two it is is not asked for each item.
        return match side {
            Side::Less => alone(items, &|item: &T| Side::Less.is_left(item, pivot, order)),
            Side::LessOrEqual => alone(items, &|item: &T| Side::LessOrEqual.is_left(item, pivot, order)),
        };
    }
    let half = items.len() / 2;
    let (front, back) = items.split_at_mut(half);
    let (in_front, in_back) = pieces(front, back, pivots, side, order, limits);
    bring_together(items, in_front, half, in_back, limits)
}

/// Partitions front and back, each for itself, exchanging items; gives how many are left of the pivot in each.
fn pieces<T: Send, O: Order<T>>(
    front: &mut [T],
    back: &mut [T],
    pivots: &mut [T],
    side: Side,
    order: &O,
    limits: &Limits,
) -> (usize, usize) {
    if let [pivot] = pivots {
        let pivot = &*pivot;
        return match side {
            Side::Less => exchange(front, back, &|item: &T| Side::Less.is_left(item, pivot, order)),
            Side::LessOrEqual => {
                exchange(front, back, &|item: &T| Side::LessOrEqual.is_left(item, pivot, order))
            }
        };
    }
    let (first_pivots, second_pivots) = pivots.split_at_mut(pivots.len() / 2);
    let (front_mid, back_mid) = (front.len() / 2, back.len() / 2);
    let (first_front, second_front) = front.split_at_mut(front_mid);
    let (first_back, second_back) = back.split_at_mut(back_mid);
    let (first, second) = both(
        Work::Pass,
        second_front.len() + second_back.len(),
        || pieces(first_front, first_back, first_pivots, side, order, limits),
        || pieces(second_front, second_back, second_pivots, side, order, limits),
    );
    (
        bring_together(front, first.0, front_mid, second.0, limits),
        bring_together(back, first.1, back_mid, second.1, limits),
    )
}

/// Given two partitioned parts that meet at `mid`, with `first` and `second` items on their left sides, makes one
/// partitioned part of them and gives the size of its left side.
pub(super) fn bring_together<T: Send>(
    items: &mut [T],
    first: usize,
    mid: usize,
    second: usize,
    limits: &Limits,
) -> usize {
    let count = second.min(mid - first);
    let (before, after) = items.split_at_mut(mid);
    swap_all(&mut before[first..first + count], &mut after[second - count..second], limits);
    first + second
}

fn swap_all<T: Send>(a: &mut [T], b: &mut [T], limits: &Limits) {
    if a.len() <= limits.scan {
        a.swap_with_slice(b);
    } else {
        let mid = a.len() / 2;
        let (a1, a2) = a.split_at_mut(mid);
        let (b1, b2) = b.split_at_mut(mid);
        both(Work::Pass, a2.len(), || swap_all(a1, b1, limits), || swap_all(a2, b2, limits));
    }
}

/// The places of items in a block which stand on the wrong side.
struct Wrong {
    places: [u8; BLOCK],
    next: usize,
    end: usize,
}

impl Wrong {
    fn new() -> Self {
        Wrong { places: [0; BLOCK], next: 0, end: 0 }
    }

    fn is_empty(&self) -> bool {
        self.next == self.end
    }

    /// Looks at a block when nothing of the last one is left.
    #[inline(always)]
    fn find<T>(&mut self, block: &[T; BLOCK], is_wrong: impl Fn(&T) -> bool) {
        let mut end = 0;
        for (place, item) in block.iter().enumerate() {
            self.places[end % BLOCK] = place as u8;
            end += usize::from(is_wrong(item));
        }
        (self.next, self.end) = (0, end);
    }
}

/// Partitions two parts, moving items between them; gives how many are on the left in each. One of them ends up
/// with only one kind.
fn exchange<T>(front: &mut [T], back: &mut [T], is_left: &impl Fn(&T) -> bool) -> (usize, usize) {
    let (mut front_wrong, mut back_wrong) = (Wrong::new(), Wrong::new());
    // All before `low` in front is left of the pivot, all from `high` on in back is not.
    let (mut low, mut high) = (0, back.len());
    while let Some(front_block) = front[low..].first_chunk_mut::<BLOCK>() {
        if front_wrong.is_empty() {
            front_wrong.find(front_block, |item| !is_left(item));
        }
        let Some(back_block) = back[..high].last_chunk_mut::<BLOCK>() else { break };
        if back_wrong.is_empty() {
            back_wrong.find(back_block, is_left);
        }
        let count = (front_wrong.end - front_wrong.next).min(back_wrong.end - back_wrong.next);
        for step in 0..count {
            let from = front_wrong.places[(front_wrong.next + step) % BLOCK];
            let to = back_wrong.places[(back_wrong.next + step) % BLOCK];
            swap(&mut front_block[usize::from(from) % BLOCK], &mut back_block[usize::from(to) % BLOCK]);
        }
        front_wrong.next += count;
        back_wrong.next += count;
        if front_wrong.is_empty() {
            low += BLOCK;
        }
        if back_wrong.is_empty() {
            high -= BLOCK;
        }
    }
    // A block that is not done yet counts as not seen. The rests are partitioned each for itself.
    (low + alone(&mut front[low..], is_left), alone(&mut back[..high], is_left))
}

/// Partitions items that nobody else shares.
fn alone<T>(items: &mut [T], is_left: &impl Fn(&T) -> bool) -> usize {
    if items.len() <= 4 * BLOCK || size_of::<T>() <= SMALL_ITEM {
        return swap_each(items, is_left);
    }
    let mid = items.len() / 2;
    let (front, back) = items.split_at_mut(mid);
    let (first, second) = exchange(front, back, is_left);
    let count = second.min(mid - first);
    front[first..first + count].swap_with_slice(&mut back[second - count..second]);
    first + second
}

/// Partitions from left to right, swapping each item, wrong or not (Lomuto): no choice at all for the processor.
fn swap_each<T>(items: &mut [T], is_left: &impl Fn(&T) -> bool) -> usize {
    let mut count = 0;
    for place in 0..items.len() {
        let left = is_left(&items[place]);
        items.swap(count, place);
        count += usize::from(left);
    }
    count
}
