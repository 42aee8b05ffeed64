//! All that rearranges a slice, under one roof, for tests of what must hold whatever the order says; and the items
//! that are rearranged, from one byte to a page.

use std::cmp::Ordering;
use std::fmt::Debug;

use furcate::slice::sort::{
    Limits, cached_with_limits, divide_stably_with_limits, divide_with_limits, merge_with_limits,
    select_with_limits, stable_with_limits, unstable_with_limits,
};

/// An item as a comparator sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) rank: u64,
    pub(crate) address: usize,
}

/// What a comparator says of two items.
pub(crate) type Opinion<'a> = &'a (dyn Fn(Seen, Seen) -> Ordering + Sync);

/// Items that have a rank.
pub(crate) trait Ranked: Send {
    fn rank(&self) -> u64;

    fn seen(&self) -> Seen {
        Seen { rank: self.rank(), address: std::ptr::from_ref(self).addr() }
    }
}

/// Ranked items that are made of their ranks.
pub(crate) trait Made: Ranked + Ord + Clone + Debug {
    fn make(rank: u64) -> Self;
}

/// One way to rearrange a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Sort,
    SortUnstable,
    SortCached,
    /// Of this tenth of the slice.
    Select(usize),
    /// Of the first tenths with the others, sorted or not.
    Merge(usize),
    Partition,
    PartitionStable,
}

use Work::{Merge, Partition, PartitionStable, Select, Sort, SortCached, SortUnstable};

pub(crate) const WORKS: [Work; 11] = [
    Sort,
    SortUnstable,
    SortCached,
    Select(0),
    Select(1),
    Select(5),
    Select(10),
    Merge(1),
    Merge(5),
    Partition,
    PartitionStable,
];

/// A key that has an opinion of others.
#[derive(Clone, Copy)]
pub(crate) struct Oath<'a>(pub(crate) Seen, pub(crate) Opinion<'a>);

impl Work {
    pub(crate) fn run<T: Ranked>(self, items: &mut [T], opinion: Opinion<'_>, limits: &Limits) {
        let n = items.len();
        let compare = |a: &T, b: &T| opinion(a.seen(), b.seen());
        let middle = Seen { rank: n as u64 / 2, address: 0 };
        let pred = |item: &T| opinion(item.seen(), middle).is_lt();
        match self {
            Sort => stable_with_limits(items, compare, limits),
            SortUnstable => unstable_with_limits(items, compare, limits),
            SortCached => cached_with_limits(items, |item| Oath(item.seen(), opinion), limits),
            Select(_) if n == 0 => {}
            Select(tenth) => select_with_limits(items, (n * tenth / 10).min(n - 1), compare, limits),
            Merge(tenth) => merge_with_limits(items, n * tenth / 10, compare, limits),
            Partition => assert!(divide_with_limits(items, pred, limits) <= n),
            PartitionStable => assert!(divide_stably_with_limits(items, pred, limits) <= n),
        }
    }
}

impl Ord for Oath<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.1)(self.0, other.0)
    }
}

impl PartialOrd for Oath<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Oath<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Oath<'_> {}

/// Declares how a type is made of a rank, and what the rank of an item is.
///
/// `made! { u8: rank => rank as u8, item => u64::from(*item); }` makes `u8` a `Ranked` and a `Made`.
macro_rules! made {
    ($($type:ty: $rank:pat => $make:expr, $item:ident => $rank_of:expr;)*) => { $(
        impl Ranked for $type {
            fn rank(&self) -> u64 {
                let $item = self;
                $rank_of
            }
        }

        impl Made for $type {
            fn make($rank: u64) -> Self {
                $make
            }
        }
    )* };
}

made! {
    u8: rank => rank as u8, item => u64::from(*item);
    usize: rank => rank as usize, item => *item as u64;
    [u64; 2]: rank => [rank; 2], item => item[0];
    [u64; 8]: rank => [rank; 8], item => item[7];
    [u64; 512]: rank => [rank; 512], item => item[300];
    [u8; 3]: rank => [rank as u8; 3], item => u64::from(item[1]);
    String: rank => format!("{rank:09}"), item => item.parse().expect("it was made of a number");
    (): _ => (), _item => 0;
}
