#![expect(
    unsafe_code,
    reason = "the permutation is applied by many threads that read one slice of moved-out items"
)]
//! Sorts by keys that are computed once for each item.
//!
//! Three steps, each in parallel: compute all keys; sort pairs of key and place; fetch each item from its place into a
//! buffer and move the buffer home. The user's code runs in the first two only, while the slice is untouched: a panic
//! of the key function or of a key's `Ord` leaves it as it was.
//!
//! Pairs are all different, as places are, so the unstable sort gives the stable order.
//!
//! # Invariants
//! C1. The places in the sorted pairs are a permutation of `0..len`, whatever the keys' order says, because the
//!     sorts of this room lose and double nothing.
//! C2. From the first item fetched until the last one is home, no user code runs.

use std::mem::MaybeUninit;
use std::ptr;

use super::order::Natural;
use super::run::move_in_parallel;
use super::share::{Work, both};
use super::{Limits, unstable_within};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Sorts by the keys that `key` gives, keeping the order of items with equal keys.
pub(super) fn cached_within<T, K, F>(items: &mut [T], key: F, limits: &Limits)
where
    T: Send,
    K: Ord + Send,
    F: Fn(&T) -> K + Sync,
{
    // Keys worth caching cost more than comparisons, so sharing pays for shorter slices than the other sorts'.
    if items.len() < limits.piece.max(2) || limits.threads() < 2 {
        items.sort_by_cached_key(key);
    } else if u32::try_from(items.len()).is_ok() {
        sort_with_keys(items, key, limits, |pairs: &mut [(K, u32)]| unstable_within(pairs, &Natural, limits));
    } else {
        sort_with_keys(items, key, limits, |pairs: &mut [(K, usize)]| {
            unstable_within(pairs, &Natural, limits)
        });
    }
}

/// A place in the slice: the fewer bytes, the faster the pairs are sorted.
pub(super) trait Place: Copy + Ord + Send {
    fn new(place: usize) -> Self;
    fn get(self) -> usize;
}

impl Place for u32 {
    fn new(place: usize) -> Self {
        place as u32
    }

    fn get(self) -> usize {
        self as usize
    }
}

impl Place for usize {
    fn new(place: usize) -> Self {
        place
    }

    fn get(self) -> usize {
        self
    }
}

/// Computes all keys, lets `sort` sort them with their places, and moves the items to where their keys came to lie.
///
/// Whatever `sort` does to the pairs, it can only change their order and their keys; places cannot be made elsewhere.
pub(super) fn sort_with_keys<T, K, P>(
    items: &mut [T],
    key: impl Fn(&T) -> K + Sync,
    limits: &Limits,
    sort: impl FnOnce(&mut [(K, P)]),
) where
    T: Send,
    K: Send,
    P: Place,
{
    let mut pairs: Vec<(K, P)> =
        items.into_par_iter().enumerate().map(|(place, item)| (key(item), P::new(place))).collect();
    sort(&mut pairs);

    let mut buffer: Vec<T> = Vec::with_capacity(items.len());
    let spare = &mut buffer.spare_capacity_mut()[..items.len()];
    let start: *mut MaybeUninit<T> = items.as_mut_ptr().cast();
    // SAFETY: `MaybeUninit<T>` is laid out as `T`, and the borrow is exclusive. The bytes of all items are in `spare`,
    // each once (C1), before any place here is written to, and all of them come back before anyone looks (C2).
    let home = unsafe { std::slice::from_raw_parts_mut(start, items.len()) };
    fetch(&mut pairs, Fetched::of(home), spare, limits);
    move_in_parallel(spare, home, limits);
}

/// An item of which only the bytes are read.
#[repr(transparent)]
struct Fetched<T>(MaybeUninit<T>);

// SAFETY: a shared `Fetched` gives nobody a `&T`; its bytes are read by one thread each (C1), which is a move.
unsafe impl<T: Send> Sync for Fetched<T> {}

impl<T> Fetched<T> {
    fn of(items: &mut [MaybeUninit<T>]) -> &[Fetched<T>] {
        let start: *const Fetched<T> = items.as_mut_ptr().cast();
        // SAFETY: `Fetched` is laid out as what it wraps, and the borrow goes on.
        unsafe { std::slice::from_raw_parts(start, items.len()) }
    }
}

/// Copies to each place of `out` the bytes of the item that belongs there.
fn fetch<T, K, P>(pairs: &mut [(K, P)], from: &[Fetched<T>], out: &mut [MaybeUninit<T>], limits: &Limits)
where
    T: Send,
    K: Send,
    P: Place,
{
    if pairs.len() <= limits.scan {
        for ((_, place), slot) in pairs.iter().zip(out) {
            // SAFETY: the source is a reference, so valid; bytes of `MaybeUninit` may be copied. Who owns the item
            // does not change by this (see `sort_with_keys`).
            *slot = unsafe { ptr::read(&from[place.get()].0) };
        }
        return;
    }
    let mid = pairs.len() / 2;
    let (left, right) = pairs.split_at_mut(mid);
    let (left_out, right_out) = out.split_at_mut(mid);
    both(
        Work::Pass,
        right_out.len(),
        || fetch(left, from, left_out, limits),
        || fetch(right, from, right_out, limits),
    );
}
