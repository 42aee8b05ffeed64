//! The sorts: which way a slice is sorted, and from which size on.
//!
//! Called by the `par_sort` methods of `parallel_slice_mut.rs`. What one thread does best (short slices, pools of one,
//! items without a size) goes straight to std. A slice in order or backwards is settled by a look (`scan.rs`), one
//! with much order goes the way that makes use of it (`presorted.rs`), and the rest is shared: `tree.rs` is the stable
//! way (sorted pieces, merged in parallel by `merge.rs` between the two sides of `run.rs`), `quick.rs` the unstable one
//! (over `partition.rs`; `wide.rs` is its leaf for items that are dear to move), and `cached.rs` sorts by keys that are computed once. `radix/` is the way without comparisons, for
//! keys that have digits. Of the same parts are made what brings part of an order: selection (`select.rs`, and `linear.rs`
//! with a sure bound), parting by a predicate (`divide.rs`), merging in place. README.md has the papers, the costs and the
//! measurements.

mod cached;
mod divide;
mod linear;
mod merge;
mod order;
mod partition;
mod presorted;
mod quick;
mod radix;
mod run;
mod scan;
mod select;
mod share;
mod tree;
mod wide;

use std::mem::needs_drop;

use furcate_core::{current_num_threads, join};

#[doc(hidden)]
pub use self::divide::{divide_stably_with_limits, divide_with_limits};
pub(crate) use self::merge::taken_from_left;
pub(crate) use self::order::{By, ByKey, Natural, Order};
#[doc(hidden)]
pub use self::radix::{RadixLimits, radix_with_limits};
pub(crate) use self::scan::all_blocks;
#[doc(hidden)]
pub use self::select::select_with_limits;

use self::cached::cached_within;
use self::divide::{divide_stably_within, divide_within};
use self::presorted::{Presorted, few_turns, few_values, presorted, sort_strays};
use self::quick::{mend_seam, quick_sort};
use self::radix::radix_within;
use self::scan::settle_pattern;
use self::select::select_within;
use self::tree::{Leaf, merge_sort, merge_sort_with};
use self::wide::sort_unstable_here;
use crate::slice::RadixBits;

/// Sizes at which the sorts change their way. Tests make them small, so that every path is taken by a few items.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Limits {
    /// Shorter slices are not looked at before std sorts them.
    pub look: usize,
    /// Shorter slices are sorted by the calling thread.
    pub serial: usize,
    /// Items of a piece that std sorts, at least, when a slice is shared.
    pub piece: usize,
    /// Items of a merge that is not split any more.
    pub merge: usize,
    /// Items of a partition's piece, at least.
    pub partition: usize,
    /// Items of a simple pass (moving, swapping) that is not split any more.
    pub scan: usize,
    /// Bytes of a piece of wide items that std sorts, where they are to be merged.
    pub cache: usize,
}

impl Limits {
    /// What the methods of `ParallelSliceMut` go by.
    pub const DEFAULT: Limits = Limits {
        look: 512,
        serial: 8 << 10,
        piece: 1 << 10,
        merge: 4 << 10,
        partition: 4 << 10,
        scan: 32 << 10,
        cache: 1 << 20,
    };

    /// What one thread goes by that neither shares its work nor asks for the pool.
    const ALONE: Limits = {
        let never = usize::MAX / 16;
        Limits {
            look: 512,
            serial: never,
            piece: never,
            merge: never,
            partition: never,
            scan: never,
            cache: never,
        }
    };

    fn threads(&self) -> usize {
        current_num_threads()
    }

    fn partition_pieces(&self, len: usize) -> usize {
        let most = len / self.partition.max(1);
        if most < 2 { 1 } else { most.min(4 * self.threads()) }
    }

    /// Items that are looked at by one thread, comparing neighbours: twice what is moved, unless they own something.
    /// (Numbers are compared some at a time.) Falling ones will be turned over, for which two threads must first
    /// fetch from each other what they looked at: 1.3 to 1.7 of std's time for 100,000 numbers.
    fn scan_by_eye<T>(&self, falling: bool) -> usize {
        let items = if needs_drop::<T>() { self.scan / 8 } else { 2 * self.scan };
        items.max(2) << u32::from(falling)
    }

    /// Whether std has done it before anything here could help it.
    fn is_tiny<T>(&self, items: &[T]) -> bool {
        size_of::<T>() == 0 || items.len() < self.look.max(2)
    }

    /// Whether there are too few items to share. (The pool is asked last: asking may build it.)
    fn is_short<T>(&self, items: &[T]) -> bool {
        size_of::<T>() == 0 || items.len() < self.least::<T>() || self.threads() < 2
    }

    /// Whether this thread alone sorts them best. Where few values repeat, std has little to do.
    fn is_serial<T, O: Order<T>>(&self, items: &[T], order: &O) -> bool {
        let few = self.least::<T>().saturating_mul(FEW_VALUES);
        self.is_short(items) || (items.len() < few && few_values(items, order))
    }

    /// Items that are worth sharing. Those that own something (strings, vectors) are compared by what they own, which
    /// costs more.
    fn least<T>(&self) -> usize {
        let serial = if needs_drop::<T>() { self.serial / 4 } else { self.serial };
        serial.max(2)
    }
}

/// Slices of few values are shared from so many times the usual length on.
const FEW_VALUES: usize = 4;

/// Sorts, keeping the order of equal items.
#[inline]
pub(crate) fn sort_stable<T: Send, O: Order<T>>(items: &mut [T], order: &O) {
    // Asked here, so that a few items are std's without a call in between.
    if Limits::DEFAULT.is_tiny(items) {
        order.sort_stable(items);
    } else {
        stable_within(items, order, &Limits::DEFAULT);
    }
}

/// Sorts in place.
#[inline]
pub(crate) fn sort_unstable<T: Send, O: Order<T>>(items: &mut [T], order: &O) {
    // As above.
    if Limits::DEFAULT.is_tiny(items) {
        sort_unstable_here(items, order);
    } else {
        unstable_within(items, order, &Limits::DEFAULT);
    }
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

/// Sorts by the digits of keys, keeping the order of items with equal keys.
pub(crate) fn sort_by_bits<T, B, F>(items: &mut [T], key: F)
where
    T: Send,
    B: RadixBits,
    F: Fn(&T) -> B + Sync,
{
    radix_within(items, key, &RadixLimits::DEFAULT);
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
    if limits.is_tiny(items) {
        order.sort_stable(items);
    } else if settled_here(items, order, limits) {
        // Nothing is left to do.
    } else if limits.is_serial(items, order) {
        stable_leaf(items, order).sort(items, order, limits);
    } else {
        in_pool(|| {
            if !settled_in_pool(items, order, limits) {
                merge_sort(items, order, limits, stable_leaf(items, order));
            }
        });
    }
}

/// What sorts the pieces, or all of a short slice, without changing the order of equal items.
fn stable_leaf<T, O: Order<T>>(items: &[T], order: &O) -> Leaf {
    if presorted(items, order) == Presorted::FewStrays { Leaf::StableStrays } else { Leaf::Stable }
}

fn unstable_within<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) {
    if limits.is_tiny(items) {
        sort_unstable_here(items, order);
    } else if settled_here(items, order, limits) {
        // Nothing is left to do.
    } else if limits.is_serial(items, order) {
        if settled_in_pool(items, order, limits) {
            return;
        }
        match presorted(items, order) {
            Presorted::FewStrays => sort_strays(items, order, limits),
            Presorted::Runs if few_turns(items, order) => order.sort_stable(items),
            _ => sort_unstable_here(items, order),
        }
    } else {
        in_pool(|| {
            if settled_in_pool(items, order, limits) {
                return;
            }
            match presorted(items, order) {
                Presorted::No => quick_sort(items, order, limits, Leaf::Unstable),
                Presorted::FewStrays => merge_or_partition(items, order, limits, Leaf::Strays, Leaf::Strays),
                Presorted::Runs => merge_or_partition(items, order, limits, Leaf::Stable, Leaf::Unstable),
            }
        });
    }
}

/// Sorts what has much order. Making use of it while merging saves more than a buffer costs, where there is room for one.
fn merge_or_partition<T: Send, O: Order<T>>(
    items: &mut [T],
    order: &O,
    limits: &Limits,
    merged: Leaf,
    partitioned: Leaf,
) {
    let mut buffer = Vec::new();
    match buffer.try_reserve_exact(items.len()) {
        Ok(()) => merge_sort_with(items, &mut buffer, order, limits, merged),
        Err(_) => quick_sort(items, order, limits, partitioned),
    }
}

/// Looks for complete order where one thread does that best: before the pool is entered.
fn settled_here<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) -> bool {
    is_looked_at_here(items, order, limits) && settle_pattern(items, order, limits)
}

/// Looks for complete order where that has not been done.
fn settled_in_pool<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) -> bool {
    !is_looked_at_here(items, order, limits) && settle_pattern(items, order, limits)
}

fn is_looked_at_here<T, O: Order<T>>(items: &[T], order: &O, limits: &Limits) -> bool {
    let falling = items.len() > 1 && order.less(&items[1], &items[0]);
    items.len() <= limits.scan_by_eye::<T>(falling)
}

fn merge_within<T: Send, O: Order<T>>(items: &mut [T], mid: usize, order: &O, limits: &Limits) {
    // Items without a size are all alike.
    if size_of::<T>() == 0 {
        return;
    }
    if limits.is_short(items) {
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
