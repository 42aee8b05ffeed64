#![expect(
    unsafe_code,
    reason = "items are moved to their buckets on the other side, by several threads at once"
)]
//! Moves items to their buckets, on the other side of their run.
//!
//! Keys come from the user's code, which may panic or say now this and now that. So the counts are not believed: it is
//! checked that each bucket gets exactly the items that it has places for, and unless that is so the items stay on
//! the side where they were. There they all still are, since moving is copying bytes until the sides are changed.
//!
//! # Invariants
//! X1. Until `change_sides`, the side that items are moved from owns them; what lies on the other side are bytes.
//! X2. The sides are changed only if each place on the other side has got the bytes of one item, and no two the same's:
//!     as many items as places were moved, each to the next place of a bucket, and no bucket got more than its places.
//! X3. An item's bytes are copied after the last call for its key on that side, so they include whatever the key function
//!     did to the item through a `Cell`.
//! X4. The places of the parts of all pieces are disjoint, and together they are `0..len`.
//! X5. A piece writes to places of its own parts only, and to each only once.

use std::mem::MaybeUninit;

use furcate_core::join;

use super::Digits;
use super::digit::Buckets;
use crate::slice::sort::run::{Run, bytes_of};

/// Moves each item to the next place of its bucket; the buckets end at `ends`. The items change sides.
///
/// Gives false if the keys are not those that were counted. The items then stay where they are.
pub(super) fn scatter<T: Send, D: Digits<T>, B: Buckets>(
    run: &mut Run<'_, T>,
    (digits, start): (&D, u32),
    buckets: B,
    next: &mut [u32],
    ends: &[u32],
) -> bool {
    let starts_at_zero_and_ends_at_len = ends.last().is_some_and(|&end| end as usize == run.len());
    let touch = next.first() == Some(&0) && next[1..] == ends[..ends.len() - 1];
    if !(starts_at_zero_and_ends_at_len && touch) {
        return false;
    }
    let (from, to) = run.sides();
    for item in from {
        let next = &mut next[buckets.of(digits.window(item, start))];
        let Some(slot) = to.get_mut(*next as usize) else { return false };
        *next += 1;
        *slot = bytes_of(item);
    }
    if next != ends {
        return false;
    }
    // SAFETY: the buckets' places are `0..len`, side by side (checked above); each next place went from the bucket's start to
    // its end, so all places were written to, by as many items (X2). No user code has run since the last copy (X3).
    unsafe { run.change_sides() };
    true
}

/// Where the items of a piece that belong into one bucket go; before that, how many they are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    next: u32,
    end: u32,
}

impl Part {
    #[inline(always)]
    pub(super) fn count(&mut self, items: u32) {
        self.next += items;
    }
}

/// Moves each item to the next place of its bucket, in pieces of `size` items, in parallel. The items change sides.
///
/// `parts` has for each piece a row of counts, one a bucket. Gives the ends of all buckets; or `None` if the keys are not
/// those that were counted, in which case the items stay where they are.
pub(super) fn scatter_shared<T: Send, D: Digits<T>, B: Buckets>(
    run: &mut Run<'_, T>,
    (digits, start): (&D, u32),
    buckets: B,
    parts: &mut [Part],
    size: usize,
) -> Option<Vec<u32>> {
    let ends = to_places(parts, buckets.count(), run.len())?;
    let (from, to) = run.sides();
    let target = Target(to.as_mut_ptr());
    let moved = over_pieces(from, parts, (size, buckets.count()), &|piece: &mut [T], parts: &mut [Part]| {
        // SAFETY: the parts are those of this piece alone, made by `to_places` for this target (X4), which is borrowed until
        // all pieces are done.
        unsafe { scatter_piece(piece, (digits, start), buckets, parts, &target) }
    });
    if !moved {
        return None;
    }
    // SAFETY: every piece has moved all its items, so as many were moved as there are places, all to different ones (X2,
    // X4, X5). No user code has run since the last copy (X3).
    unsafe { run.change_sides() };
    Some(ends)
}

/// Turns counts into places (X4): bucket by bucket, and in each piece by piece. Gives the ends of the buckets, if there are
/// as many places as items.
fn to_places(parts: &mut [Part], buckets: usize, len: usize) -> Option<Vec<u32>> {
    let mut sum = 0u32;
    let mut ends = Vec::with_capacity(buckets);
    for bucket in 0..buckets {
        for part in parts[bucket..].iter_mut().step_by(buckets) {
            let start = sum;
            sum = sum.checked_add(part.next)?;
            *part = Part { next: start, end: sum };
        }
        ends.push(sum);
    }
    (sum as usize == len).then_some(ends)
}

/// The side that the pieces write to.
struct Target<T>(*mut MaybeUninit<T>);

// SAFETY: whoever shares it writes items to places of its own only (X4, X5), which is to send them there.
unsafe impl<T: Send> Sync for Target<T> {}

/// Copies the items of one piece to their places. Gives false as soon as a part has no place left.
///
/// # Safety
/// `target` must have room for all places in `parts`, which nobody else may write to or read meanwhile.
unsafe fn scatter_piece<T, D: Digits<T>, B: Buckets>(
    piece: &[T],
    (digits, start): (&D, u32),
    buckets: B,
    parts: &mut [Part],
    target: &Target<T>,
) -> bool {
    for item in piece {
        let part = &mut parts[buckets.of(digits.window(item, start))];
        if part.next == part.end {
            return false;
        }
        // SAFETY: the place lies within this part, so within the target (the caller's promise, X4).
        let place = unsafe { target.0.add(part.next as usize) };
        part.next += 1;
        // SAFETY: nobody else touches the place (the caller's promise, X5).
        unsafe { place.write(bytes_of(item)) };
    }
    true
}

/// Calls `op` with each piece of `size` items and its row of `buckets` parts, in parallel; says whether all said yes.
pub(super) fn over_pieces<T: Send, F>(
    items: &mut [T],
    parts: &mut [Part],
    (size, buckets): (usize, usize),
    op: &F,
) -> bool
where
    F: Fn(&mut [T], &mut [Part]) -> bool + Sync,
{
    let pieces = parts.len() / buckets;
    if pieces < 2 {
        return op(items, parts);
    }
    let (left, right) = items.split_at_mut(pieces / 2 * size);
    let (left_parts, right_parts) = parts.split_at_mut(pieces / 2 * buckets);
    let (left, right) = join(
        || over_pieces(left, left_parts, (size, buckets), op),
        || over_pieces(right, right_parts, (size, buckets), op),
    );
    left && right
}
