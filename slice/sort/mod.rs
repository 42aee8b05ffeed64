//! The sorts: which way a slice is sorted, and from which size on.
//!
//! Called by the `par_sort` methods of `parallel_slice_mut.rs`. What one thread does best (short slices, pools of one,
//! items without a size) goes straight to std. A slice in order or backwards is settled by a look (`scan.rs`), one
//! with much order goes the way that makes use of it (`presorted.rs`), and the rest is shared: `tree.rs` is the stable
//! way (sorted pieces, merged in parallel by `merge.rs` between the two sides of `run.rs`), `quick.rs` the unstable one
//! (over `partition.rs`), and `cached.rs` sorts by keys that are computed once. Of the same parts are made what brings
//! part of an order: selection (`select.rs`), parting by a predicate (`divide.rs`), merging in place. README.md has the
//! papers, the costs and the measurements.

mod cached;
mod divide;
mod merge;
mod order;
mod partition;
mod presorted;
mod quick;
mod run;
mod scan;
mod select;
mod tree;

use std::mem::needs_drop;

use furcate_core::{current_num_threads, join};

pub use self::divide::{divide_stably_with_limits, divide_with_limits};
pub(crate) use self::merge::taken_from_left;
pub(crate) use self::order::{By, ByKey, Natural, Order};
pub(crate) use self::scan::all_blocks;
pub use self::select::select_with_limits;

use self::cached::cached_within;
use self::divide::{divide_stably_within, divide_within};

use self::presorted::{Presorted, presorted};
use self::quick::{mend_seam, quick_sort};
use self::scan::settle_pattern;
use self::select::select_within;
use self::tree::{Leaf, merge_sort, merge_sort_with};

/// Sizes at which the sorts change their way. Tests make them small, so that every path is taken by a few items.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Limits {
    /// Shorter slices are sorted by std on the calling thread.
    pub serial: usize,
    /// Items of a piece that std sorts, at least, when a slice is shared.
    pub piece: usize,
    /// Items of a merge that is not split any more.
    pub merge: usize,
    /// Items of a partition's piece, at least.
    pub partition: usize,
    /// Items of a simple pass (looking, moving, swapping) that is not split any more.
    pub scan: usize,
}

impl Limits {
    /// What the methods of `ParallelSliceMut` go by.
    pub const DEFAULT: Limits =
        Limits { serial: 12 << 10, piece: 4 << 10, merge: 4 << 10, partition: 4 << 10, scan: 16 << 10 };

    fn threads(&self) -> usize {
        current_num_threads()
    }

    fn partition_pieces(&self, len: usize) -> usize {
        (len / self.partition.max(1)).clamp(1, 4 * self.threads())
    }

    /// Whether std on this thread is the best there is. (The pool is asked last: asking may build it.)
    fn is_serial<T>(&self, items: &[T]) -> bool {
        // Items that own something (strings, vectors) are compared by what they own, which costs more.
        let serial = if needs_drop::<T>() { self.serial / 4 } else { self.serial };
        size_of::<T>() == 0 || items.len() < serial.max(2) || self.threads() < 2
    }
}

/// Sorts, keeping the order of equal items.
pub(crate) fn sort_stable<T: Send, O: Order<T>>(items: &mut [T], order: &O) {
    stable_within(items, order, &Limits::DEFAULT);
}

/// Sorts in place.
pub(crate) fn sort_unstable<T: Send, O: Order<T>>(items: &mut [T], order: &O) {
    unstable_within(items, order, &Limits::DEFAULT);
}

/// Sorts by keys that are computed once, keeping the order of items with equal keys.
pub(crate) fn sort_by_cached_key<T, K, F>(items: &mut [T], key: F)
where
    T: Send,
    K: Ord + Send,
    F: Fn(&T) -> K + Sync,
{
    cached_within(items, key, &Limits::DEFAULT);
}

/// Brings to place `index`, which is in the slice, what sorting would bring there, and parts the others by it.
pub(crate) fn select_nth<T: Send, O: Order<T>>(items: &mut [T], index: usize, order: &O) {
    select_within(items, index, order, &Limits::DEFAULT);
}

/// Brings the items for which `is_left` holds to the front; gives their number.
pub(crate) fn divide<T: Send>(items: &mut [T], is_left: &(impl Fn(&T) -> bool + Sync)) -> usize {
    divide_within(items, is_left, &Limits::DEFAULT)
}

/// As [`divide`], keeping the order of both kinds.
pub(crate) fn divide_stably<T: Send>(items: &mut [T], is_left: &(impl Fn(&T) -> bool + Sync)) -> usize {
    divide_stably_within(items, is_left, &Limits::DEFAULT)
}

/// Merges two sorted neighbours that meet at `mid`, keeping the order of equal items.
pub(crate) fn merge_in_place<T: Send, O: Order<T>>(items: &mut [T], mid: usize, order: &O) {
    merge_within(items, mid, order, &Limits::DEFAULT);
}

fn stable_within<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) {
    if limits.is_serial(items) {
        order.sort_stable(items);
    } else {
        in_pool(|| {
            if !settle_pattern(items, order, limits) {
                merge_sort(items, order, limits, Leaf::Stable);
            }
        });
    }
}

fn unstable_within<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) {
    if limits.is_serial(items) {
        order.sort_unstable(items);
    } else {
        in_pool(|| {
            if settle_pattern(items, order, limits) {
                return;
            }
            match presorted(items, order) {
                Presorted::No => quick_sort(items, order, limits, Leaf::Unstable),
                Presorted::FewStrays => quick_sort(items, order, limits, Leaf::Strays),
                Presorted::Runs => {
                    // Finding the runs saves more than a buffer costs, where there is room for one.
                    let mut buffer = Vec::new();
                    match buffer.try_reserve_exact(items.len()) {
                        Ok(()) => merge_sort_with(items, &mut buffer, order, limits, Leaf::Stable),
                        Err(_) => quick_sort(items, order, limits, Leaf::Unstable),
                    }
                }
            }
        });
    }
}

fn merge_within<T: Send, O: Order<T>>(items: &mut [T], mid: usize, order: &O, limits: &Limits) {
    // Items without a size are all alike.
    if size_of::<T>() == 0 {
        return;
    }
    if limits.is_serial(items) {
        mend_seam(items, mid, order, limits);
    } else {
        in_pool(|| mend_seam(items, mid, order, limits));
    }
}

/// Runs work inside the pool, which a caller from outside thus enters and leaves once.
fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    join(work, || ()).0
}

/// As `par_merge_in_place_by`, with other limits. For tests.
#[doc(hidden)]
pub fn merge_with_limits<T, F>(items: &mut [T], mid: usize, compare: F, limits: &Limits)
where
    T: Send,
    F: Fn(&T, &T) -> std::cmp::Ordering + Sync,
{
    merge_within(items, mid, &By(compare), limits);
}

/// As `par_sort_by`, with other limits. For tests.
#[doc(hidden)]
pub fn stable_with_limits<T, F>(items: &mut [T], compare: F, limits: &Limits)
where
    T: Send,
    F: Fn(&T, &T) -> std::cmp::Ordering + Sync,
{
    stable_within(items, &By(compare), limits);
}

/// As `par_sort_unstable_by`, with other limits. For tests.
#[doc(hidden)]
pub fn unstable_with_limits<T, F>(items: &mut [T], compare: F, limits: &Limits)
where
    T: Send,
    F: Fn(&T, &T) -> std::cmp::Ordering + Sync,
{
    unstable_within(items, &By(compare), limits);
}

/// As `par_sort_by_cached_key`, with other limits. For tests.
#[doc(hidden)]
pub fn cached_with_limits<T, K, F>(items: &mut [T], key: F, limits: &Limits)
where
    T: Send,
    K: Ord + Send,
    F: Fn(&T) -> K + Sync,
{
    cached_within(items, key, limits);
}
