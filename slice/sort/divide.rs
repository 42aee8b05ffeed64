//! Parts a slice by a predicate, in place, stably or not.
//!
//! Both ways judge each item once and are shared between all threads from the first item to the last: there is no pass
//! on one thread. The unstable way is `partition.rs` with the predicate in place of the pivots. The stable way needs a
//! buffer (`run.rs`): each piece copies its items there, those for the left from one end and the others from the other,
//! and when the numbers of all pieces are known, each piece knows where its items belong. Pieces of one kind at both ends
//! of the slice stay where they are.

use super::partition::{alone, partition_by};
use super::run::{Part, Run};
use super::{Limits, in_pool};

/// As an item costs less than in a sort, slices may be so many times as long before they are shared.
const CHEAP: usize = 2;

impl Limits {
    /// Whether one pass over the items, with a predicate, is best made by one thread.
    fn is_serial_pass<T>(&self, items: &[T]) -> bool {
        self.is_short(&items[..items.len() / CHEAP])
    }
}

/// Brings the items for which `is_left` holds to the front, in any order; gives their number.
pub(super) fn divide_within<T, F>(items: &mut [T], is_left: &F, limits: &Limits) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    if limits.is_serial_pass(items) {
        return alone(items, is_left);
    }
    // They take no memory.
    let mut judges = vec![(); limits.partition_pieces(items.len())];
    in_pool(|| partition_by(items, &mut judges, &|item: &T, (): &()| is_left(item), limits))
}

/// As [`divide_within`], keeping the order of both kinds.
pub(super) fn divide_stably_within<T, F>(items: &mut [T], is_left: &F, limits: &Limits) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    let (len, alone) = (items.len(), limits.is_serial_pass(items));
    let mut buffer = Vec::with_capacity(len);
    let run = Run::new(items, &mut buffer);
    if alone {
        return run.part(&mut [Part::default()], is_left, limits);
    }
    let mut parts = vec![Part::default(); limits.partition_pieces(len)];
    in_pool(|| run.part(&mut parts, is_left, limits))
}

/// As `par_partition_in_place`, with other limits. For tests.
#[doc(hidden)]
pub fn divide_with_limits<T, F>(items: &mut [T], is_left: F, limits: &Limits) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    divide_within(items, &is_left, limits)
}

/// As `par_partition_in_place_stable`, with other limits. For tests.
#[doc(hidden)]
pub fn divide_stably_with_limits<T, F>(items: &mut [T], is_left: F, limits: &Limits) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    divide_stably_within(items, &is_left, limits)
}
