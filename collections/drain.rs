//! Which positions the argument of a `par_drain` means.
//!
//! Every drain by range checks its argument at the call, as the `drain` of std does, and not only when it is driven.

use std::ops::{Bound, Range, RangeBounds};

/// The positions that `range` means in a row of `len` items.
///
/// # Panics
///
/// If they do not lie within the row.
#[track_caller]
pub(super) fn positions(range: impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => next(before),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => next(last),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    assert!(start <= end, "par_drain: the range starts at {start} but ends at {end}");
    assert!(end <= len, "par_drain: the range ends at {end}, the length is {len}");
    start..end
}

#[track_caller]
fn next(position: usize) -> usize {
    position.checked_add(1).expect("par_drain: a bound of the range is `usize::MAX`")
}
