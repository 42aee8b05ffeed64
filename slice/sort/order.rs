//! How two items compare, and which of std's sorts puts a small piece in order.
//!
//! The engines of this room are written against [`Order`] alone. The three orders exist, rather than one closure, so
//! that a leaf calls exactly the std method that the user's serial code would call: `a < b` of a tuple or a string is
//! not always the same machine code as `a.cmp(b) == Less`, and "never slower than std" begins here.

use std::cmp::Ordering;
use std::marker::PhantomData;

/// An order on items. It may panic, lie, or contradict itself: no engine relies on it for memory safety.
pub(crate) trait Order<T>: Sync {
    /// Whether `a` belongs strictly before `b`.
    fn less(&self, a: &T, b: &T) -> bool;

    /// Sorts a piece, keeping the order of equal items, on this thread.
    fn sort_stable(&self, piece: &mut [T]);

    /// Sorts a piece on this thread, in place.
    fn sort_unstable(&self, piece: &mut [T]);

    /// Brings to place `index` of a piece what sorting would bring there, on this thread.
    fn select(&self, piece: &mut [T], index: usize);
}

/// The items' own order.
#[derive(Debug)]
pub(crate) struct Natural;

/// The order of a comparator.
#[derive(Debug)]
pub(crate) struct By<F>(pub(crate) F);

/// The order of the keys which a function gives.
#[derive(Debug)]
pub(crate) struct ByKey<F, K>(F, PhantomData<fn() -> K>);

impl<F, K> ByKey<F, K> {
    pub(crate) fn new<T>(key: F) -> Self
    where
        F: Fn(&T) -> K,
    {
        ByKey(key, PhantomData)
    }

    #[inline(always)]
    pub(crate) fn key<T>(&self, item: &T) -> K
    where
        F: Fn(&T) -> K,
    {
        (self.0)(item)
    }
}

impl<T: Ord> Order<T> for Natural {
    #[inline(always)]
    fn less(&self, a: &T, b: &T) -> bool {
        a < b
    }

    fn sort_stable(&self, piece: &mut [T]) {
        piece.sort();
    }

    fn sort_unstable(&self, piece: &mut [T]) {
        piece.sort_unstable();
    }

    fn select(&self, piece: &mut [T], index: usize) {
        piece.select_nth_unstable(index);
    }
}

impl<T, F: Fn(&T, &T) -> Ordering + Sync> Order<T> for By<F> {
    #[inline(always)]
    fn less(&self, a: &T, b: &T) -> bool {
        (self.0)(a, b) == Ordering::Less
    }

    fn sort_stable(&self, piece: &mut [T]) {
        piece.sort_by(&self.0);
    }

    fn sort_unstable(&self, piece: &mut [T]) {
        piece.sort_unstable_by(&self.0);
    }

    fn select(&self, piece: &mut [T], index: usize) {
        piece.select_nth_unstable_by(index, &self.0);
    }
}

impl<T, K: Ord, F: Fn(&T) -> K + Sync> Order<T> for ByKey<F, K> {
    #[inline(always)]
    fn less(&self, a: &T, b: &T) -> bool {
        (self.0)(a) < (self.0)(b)
    }

    fn sort_stable(&self, piece: &mut [T]) {
        piece.sort_by_key(&self.0);
    }

    fn sort_unstable(&self, piece: &mut [T]) {
        piece.sort_unstable_by_key(&self.0);
    }

    fn select(&self, piece: &mut [T], index: usize) {
        piece.select_nth_unstable_by_key(index, &self.0);
    }
}
