//! The parallel sorts: the results of std's sorts, whatever the input, the order, or the moment of a panic.
//!
//! `same_as_std` checks results; `orders` what happens with orders that are none; `panics` what is left after one;
//! `adversary` what the worst input costs, and `selection` what that costs selecting; `strays` all of it for slices that are
//! nearly in order; `cells` what a comparator may do to items; `part_orders` what selection,
//! partition, merging and the look for order give; `public` lets all methods meet liars and panics. `patterns` makes the
//! inputs, `works` is all that rearranges a slice, under one roof, `census` items that count their drops.
//! Most tests run with small limits too, so that a few items take every path of the sorts.

mod adversary;
mod cells;
mod census;
mod orders;
mod panics;
mod part_orders;
mod patterns;
mod public;
mod same_as_std;
mod selection;
mod strays;
mod works;

use std::cmp::Ordering;

use furcate::slice::sort::{Limits, stable_with_limits, unstable_with_limits};

use self::census::{Census, Citizen, pool};
use self::works::Ranked;

/// Limits with which a hundred items are shared, merged and partitioned in many pieces.
const SMALL: Limits = Limits { look: 2, serial: 2, piece: 4, merge: 6, partition: 8, scan: 5, cache: 200 };

/// A comparator as an object, so that a sort is compiled once for each type of items and not for each test.
type Compare<'a, T> = &'a (dyn Fn(&T, &T) -> Ordering + Sync);

/// One of the seven public methods.
type Method<'a, T> = &'a dyn Fn(&mut Vec<T>);

/// Both sorts under one roof, with given limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Stable,
    Unstable,
}

const SORTS: [Sort; 2] = [Sort::Stable, Sort::Unstable];

impl Sort {
    fn run<T: Send>(self, items: &mut [T], compare: Compare<'_, T>, limits: &Limits) {
        match self {
            Sort::Stable => stable_with_limits(items, compare, limits),
            Sort::Unstable => unstable_with_limits(items, compare, limits),
        }
    }
}

impl Ranked for Citizen<'_> {
    fn rank(&self) -> u64 {
        self.rank
    }
}
