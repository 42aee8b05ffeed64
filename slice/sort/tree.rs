//! The stable sort: a few sorted pieces, merged level by level.
//!
//! The plain version: split in the middle until a piece is small, let std sort it, merge on the way up. What differs:
//!
//! 1. The depth depends on the number of threads, not on n: std's sort is the better one on a piece that one thread
//!    works on, and each level of merging costs as much as a level of sorting. Wide items are the exception: std moves
//!    them twice a level, a merge once, so that pieces are no longer than a cache.
//! 2. The depth is even, so that the items, which change sides with each merge (`run.rs`), end at home.
//! 3. Neighbours in order are not merged and do not move, so a slice made of a few long runs stays where it is.
//!
//! The unstable sort comes here too: for slices of long runs (`presorted.rs`), and when its partitions go wrong too often
//! (`quick.rs`).

use super::Limits;
use super::order::Order;
use super::partition::MOVED_AT_WILL;
use super::presorted::{Presorted, few_values, presorted, sort_strays, sort_strays_stably};
use super::run::Run;
use super::wide::sort_unstable_here;

/// What puts the pieces in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    /// std's stable sort, which makes use of runs.
    Stable,
    /// std's unstable sort, or the one for wide items (`wide.rs`).
    Unstable,
    /// The one for pieces that are nearly in order (`presorted.rs`). Not stable.
    Strays,
    /// As `Strays`, and stable.
    StableStrays,
}

impl Leaf {
    /// Sorts a piece on this thread (but for the last merge of many strays).
    pub(super) fn sort<T: Send, O: Order<T>>(self, piece: &mut [T], order: &O, limits: &Limits) {
        match self {
            Leaf::Stable => order.sort_stable(piece),
            Leaf::Unstable => sort_unstable_here(piece, order),
            Leaf::Strays => sort_strays(piece, order, limits),
            Leaf::StableStrays => sort_strays_stably(piece, order, limits),
        }
    }
}

/// Sorts by merging. Stable if the leaves are.
pub(super) fn merge_sort<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits, leaf: Leaf) {
    merge_sort_with(items, &mut Vec::with_capacity(items.len()), order, limits, leaf);
}

/// As [`merge_sort`], with a buffer that has room for all items.
pub(super) fn merge_sort_with<T: Send, O: Order<T>>(
    items: &mut [T],
    buffer: &mut Vec<T>,
    order: &O,
    limits: &Limits,
    leaf: Leaf,
) {
    sort_run(Run::new(items, buffer), order, limits, leaf);
}

/// As [`merge_sort`], of items that are on either side, which end at home.
pub(super) fn sort_run<T: Send, O: Order<T>>(mut run: Run<'_, T>, order: &O, limits: &Limits, leaf: Leaf) {
    run.move_to(false, limits);
    let levels = levels(run.items(), order, limits, leaf);
    sort(&mut run, order, limits, leaf, levels);
    run.come_home(limits);
}

/// Levels of merging: an even number that gives each thread at least two pieces, if they are worth it, and wide items
/// pieces that stay in a cache.
fn levels<T, O: Order<T>>(items: &[T], order: &O, limits: &Limits, leaf: Leaf) -> u32 {
    let pieces = 2 * limits.threads();
    // Of runs and of few values std makes more than a merge does.
    let is_wide = size_of::<T>() > MOVED_AT_WILL
        && size_of_val(items) > limits.cache
        && leaf == Leaf::Stable
        && presorted(items, order) == Presorted::No
        && !few_values(items, order);
    let pieces = if is_wide { pieces.max(size_of_val(items) / limits.cache.max(1)) } else { pieces };
    let wanted = pieces.next_power_of_two().ilog2().next_multiple_of(2);
    let most = (items.len() / limits.piece.max(1)).max(1).ilog2();
    wanted.min(most)
}

fn sort<T: Send, O: Order<T>>(run: &mut Run<'_, T>, order: &O, limits: &Limits, leaf: Leaf, levels: u32) {
    if levels == 0 || run.len() < 2 {
        leaf.sort(run.items(), order, limits);
    } else {
        let mid = run.len() / 2;
        run.sort_parts(mid, order, limits, |part| sort(part, order, limits, leaf, levels - 1));
    }
}
