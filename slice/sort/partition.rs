//! Moves what belongs to the left of a pivot to the left, on one thread or many, with swaps alone.
//!
//! Plain: walk inwards from both ends, swap each pair that stands wrong (Hoare). Two departures:
//!
//! 1. *No branches.* The processor never guesses an outcome. Of large items, the places of the wrong ones in a block are
//!    written down, then that many pairs are swapped (BlockQuicksort, Edelkamp and Weiss 2016). Small ones are all swapped,
//!    each with the first on the right side so far, which grows by a sum (Lomuto, without his branch).
//! 2. *A pivot for each thread.* `T` need not be `Sync`, so two threads must not compare with one pivot at once: the
//!    comparator may write to it through a `Cell`. Each piece has a pivot of its own, neighbours in a sorted sample.
//!    The result is therefore not an exact partition; few items stand on the wrong side, between the smallest and the
//!    largest pivot. `quick.rs` repairs that after sorting, where it is cheap.
//!
//! Predicates have no such need, and are shared: `divide.rs`.
//!
//! A piece is a stretch of the front half with a stretch of the back half, so that with a good pivot nearly all items
//! find their place by swaps inside of the piece.

use std::mem::swap;

use super::Limits;
use super::order::Order;
use super::share::{Work, both};

/// Items of a block. A power of two, so that masked places need no check; 128 keeps both lists in a few cache lines.
const BLOCK: usize = 128;

/// Items of at most so many bytes are moved rather than noted: two loads and two stores an item cost less than a note
/// and a swap of every other one.
pub(super) const SMALL: usize = 16;

/// Items of more bytes are wide: what counts is how often they are moved, more than what is compared or foretold.
pub(super) const MOVED_AT_WILL: usize = 24;

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
    match side {
        Side::Less => {
            let is_left = |item: &T, pivot: &T| Side::Less.is_left(item, pivot, order);
            partition_by(items, pivots, &is_left, limits)
        }
        Side::LessOrEqual => {
            let is_left = |item: &T, pivot: &T| Side::LessOrEqual.is_left(item, pivot, order);
            partition_by(items, pivots, &is_left, limits)
        }
    }
}

/// Partitions the items in one piece for each judge, of which there is at least one. Each item is judged once.
pub(super) fn partition_by<T, J, F>(items: &mut [T], judges: &mut [J], is_left: &F, limits: &Limits) -> usize
where
    T: Send,
    J: Send,
    F: Fn(&T, &J) -> bool + Sync,
{
    if let [judge] = judges {
        let judge = &*judge;
        return alone(items, &|item: &T| is_left(item, judge));
    }
    let half = items.len() / 2;
    let (front, back) = items.split_at_mut(half);
    let (in_front, in_back) = pieces(front, back, judges, is_left, limits);
    bring_together(items, in_front, half, in_back, limits)
}

/// Partitions front and back, each for itself, exchanging items; gives how many are on the left in each.
fn pieces<T, J, F>(
    front: &mut [T],
    back: &mut [T],
    judges: &mut [J],
    is_left: &F,
    limits: &Limits,
) -> (usize, usize)
where
    T: Send,
    J: Send,
    F: Fn(&T, &J) -> bool + Sync,
{
    if let [judge] = judges {
        let judge = &*judge;
        return exchange(front, back, &|item: &T| is_left(item, judge));
    }
    let (first_judges, second_judges) = judges.split_at_mut(judges.len() / 2);
    let (front_mid, back_mid) = (front.len() / 2, back.len() / 2);
    let (first_front, second_front) = front.split_at_mut(front_mid);
    let (first_back, second_back) = back.split_at_mut(back_mid);
    let (first, second) = both(
        Work::Pass,
        second_front.len() + second_back.len(),
        || pieces(first_front, first_back, first_judges, is_left, limits),
        || pieces(second_front, second_back, second_judges, is_left, limits),
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
    let (a, b) = misplaced(items, first, mid, second);
    swap_all(a, b, limits);
    first + second
}

/// As [`bring_together`], on this thread.
fn bring_together_alone<T>(items: &mut [T], first: usize, mid: usize, second: usize) -> usize {
    let (a, b) = misplaced(items, first, mid, second);
    a.swap_with_slice(b);
    first + second
}

/// The equally long stretches of two partitioned parts that must be swapped to make them one.
fn misplaced<T>(items: &mut [T], first: usize, mid: usize, second: usize) -> (&mut [T], &mut [T]) {
    let count = second.min(mid - first);
    let (before, after) = items.split_at_mut(mid);
    (&mut before[first..first + count], &mut after[second - count..second])
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

    /// Those that are left to be moved.
    fn rest(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.places[self.next..self.end].iter().map(|&place| usize::from(place))
    }

    /// Swaps as many as there are on both sides.
    #[inline(always)]
    fn swap_with<T>(&mut self, other: &mut Wrong, block: &mut [T], other_block: &mut [T]) {
        let count = (self.end - self.next).min(other.end - other.next);
        for step in 0..count {
            let from = self.places[(self.next + step) % BLOCK];
            let to = other.places[(other.next + step) % BLOCK];
            swap(&mut block[usize::from(from)], &mut other_block[usize::from(to)]);
        }
        self.next += count;
        other.next += count;
    }

    /// Moves those that are left to the end of the block; gives how many there are before them.
    fn bring_to_back<T>(&self, block: &mut [T]) -> usize {
        let mut start = block.len();
        for place in self.rest().rev() {
            start -= 1;
            block.swap(place, start);
        }
        start
    }

    /// Moves those that are left to the start of the block; gives how many they are.
    fn bring_to_front<T>(&self, block: &mut [T]) -> usize {
        let mut end = 0;
        for place in self.rest().rev() {
            block.swap(place, end);
            end += 1;
        }
        end
    }

    /// Looks at a block when nothing of the last one is left, from its start.
    #[inline(always)]
    fn find<T>(&mut self, block: &[T], is_wrong: impl Fn(&T) -> bool) {
        debug_assert!(block.len() <= BLOCK);
        let mut end = 0;
        for (place, item) in block.iter().enumerate() {
            self.places[end % BLOCK] = place as u8;
            end += usize::from(is_wrong(item));
        }
        (self.next, self.end) = (0, end);
    }

    /// As [`find`](Self::find), from its end: a slice that is walked backwards is fetched in time if it is nothing but that.
    #[inline(always)]
    fn find_back<T>(&mut self, block: &[T], is_wrong: impl Fn(&T) -> bool) {
        debug_assert!(block.len() <= BLOCK);
        let mut end = 0;
        for (place, item) in block.iter().enumerate().rev() {
            self.places[end % BLOCK] = place as u8;
            end += usize::from(is_wrong(item));
        }
        (self.next, self.end) = (0, end);
    }
}

/// Partitions two parts, moving items between them; gives how many are on the left in each. One of them ends up
/// with only one kind.
fn exchange<T>(front: &mut [T], back: &mut [T], is_left: &impl Fn(&T) -> bool) -> (usize, usize) {
    if size_of::<T>() <= SMALL {
        exchange_small(front, back, is_left)
    } else {
        exchange_blocks(front, back, is_left)
    }
}

/// Lomuto's way through both parts as if they were one.
fn exchange_small<T>(front: &mut [T], back: &mut [T], is_left: &impl Fn(&T) -> bool) -> (usize, usize) {
    let (mut in_front, mut seen) = (gather_left(front, is_left), 0);
    // Items of the front from `in_front` on, and of the back up to `seen`, belong to the right.
    while in_front < front.len() && seen < back.len() {
        let steps = (front.len() - in_front).min(back.len() - seen);
        let gap = &mut front[in_front..][..steps];
        let mut count = 0;
        for item in &mut back[seen..][..steps] {
            let left = is_left(item);
            swap(&mut gap[count], item);
            count += usize::from(left);
        }
        in_front += count;
        seen += steps;
    }
    if seen == 0 {
        return (in_front, gather_left(back, is_left));
    }
    let (right, unseen) = back.split_at_mut(seen);
    let (mid, second) = (right.len(), gather_left(unseen, is_left));
    (in_front, bring_together_alone(back, 0, mid, second))
}

/// Brings those that belong to the left to the front, one by one; gives their number.
fn gather_left<T>(items: &mut [T], is_left: &impl Fn(&T) -> bool) -> usize {
    // What is in place at both ends stays there, as in Hoare's way.
    let Some(start) = items.iter().position(|item| !is_left(item)) else { return items.len() };
    let Some(end) = items[start + 1..].iter().rposition(is_left) else { return start };
    let end = start + 1 + end;
    items.swap(start, end);
    let mut count = start + 1;
    for place in start + 1..end {
        let left = is_left(&items[place]);
        items.swap(count, place);
        count += usize::from(left);
    }
    count
}

/// Notes the wrong items of blocks and swaps pairs of them.
fn exchange_blocks<T>(front: &mut [T], back: &mut [T], is_left: &impl Fn(&T) -> bool) -> (usize, usize) {
    let (mut front_wrong, mut back_wrong) = (Wrong::new(), Wrong::new());
    // All before `low` in front is left of the pivot, all from `high` on in back is not.
    let (mut low, mut high) = (0, back.len());
    while let (Some(front_block), Some(back_block)) =
        (front[low..].first_chunk_mut::<BLOCK>(), back[..high].last_chunk_mut::<BLOCK>())
    {
        if front_wrong.is_empty() {
            front_wrong.find(front_block, |item| !is_left(item));
        }
        if back_wrong.is_empty() {
            back_wrong.find_back(back_block, is_left);
        }
        front_wrong.swap_with(&mut back_wrong, front_block, back_block);
        if front_wrong.is_empty() {
            low += BLOCK;
        }
        if back_wrong.is_empty() {
            high -= BLOCK;
        }
    }
    (
        rest_of_front(&mut front[low..], &front_wrong, is_left) + low,
        rest_of_back(&mut back[..high], &back_wrong, is_left),
    )
}

/// Partitions a block, in which all but the `wrong` ones are on the left, with the unseen items behind it.
fn rest_of_front<T>(items: &mut [T], wrong: &Wrong, is_left: &impl Fn(&T) -> bool) -> usize {
    if wrong.is_empty() {
        return alone(items, is_left);
    }
    let first = wrong.bring_to_back(&mut items[..BLOCK]);
    let second = alone(&mut items[BLOCK..], is_left);
    bring_together_alone(items, first, BLOCK, second)
}

/// Partitions a block, in which only the `wrong` ones are on the left, with the unseen items before it.
fn rest_of_back<T>(items: &mut [T], wrong: &Wrong, is_left: &impl Fn(&T) -> bool) -> usize {
    if wrong.is_empty() {
        return alone(items, is_left);
    }
    let (unseen, block) = items.split_at_mut(items.len() - BLOCK);
    let second = wrong.bring_to_front(block);
    let (first, mid) = (alone(unseen, is_left), unseen.len());
    bring_together_alone(items, first, mid, second)
}

/// Partitions items that nobody else shares, on this thread.
pub(super) fn alone<T>(items: &mut [T], is_left: &impl Fn(&T) -> bool) -> usize {
    if size_of::<T>() <= SMALL { gather_left(items, is_left) } else { alone_in_blocks(items, is_left) }
}

/// Notes the wrong items of blocks at both ends and swaps pairs of them, until the ends meet.
fn alone_in_blocks<T>(items: &mut [T], is_left: &impl Fn(&T) -> bool) -> usize {
    let (mut front_wrong, mut back_wrong) = (Wrong::new(), Wrong::new());
    // All before `low` is left of the pivot, all from `high` on is not.
    let (mut low, mut high) = (0, items.len());
    loop {
        let unseen = high - low;
        let is_last = unseen <= 2 * BLOCK;
        let front_len = match is_last {
            false => BLOCK,
            true if !front_wrong.is_empty() => BLOCK,
            true if !back_wrong.is_empty() => unseen - BLOCK,
            true => unseen / 2,
        };
        let back_len = if is_last { unseen - front_len } else { BLOCK };
        let (front, back) = items[low..high].split_at_mut(unseen - back_len);
        let front = &mut front[..front_len];
        if front_wrong.is_empty() {
            front_wrong.find(front, |item| !is_left(item));
        }
        if back_wrong.is_empty() {
            back_wrong.find_back(back, is_left);
        }
        front_wrong.swap_with(&mut back_wrong, front, back);
        if is_last {
            return low
                + if front_wrong.is_empty() {
                    front_len + back_wrong.bring_to_front(back)
                } else {
                    front_wrong.bring_to_back(front)
                };
        }
        if front_wrong.is_empty() {
            low += BLOCK;
        }
        if back_wrong.is_empty() {
            high -= BLOCK;
        }
    }
}
