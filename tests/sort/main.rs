//! The parallel sorts: the results of std's sorts, whatever the input, the order, or the moment of a panic.
//!
//! `same_as_std` checks results; `orders` what happens with orders that are none; `panics` what is left after one;
//! `adversary` what the worst input costs; `cells` what a comparator may do to items. `patterns` makes the inputs.
//! Most tests run with small limits too, so that a few items take every path of the sorts.

mod patterns;
mod same_as_std;

use std::cmp::Ordering;

use furcate::ThreadPool;
use furcate::prelude::*;
use furcate::slice::sort::{Limits, stable_with_limits, unstable_with_limits};

/// Limits with which a hundred items are shared, merged and partitioned in many pieces.
const SMALL: Limits = Limits { serial: 2, piece: 4, merge: 6, partition: 8, scan: 5 };

/// Both sorts under one roof, with given limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Stable,
    Unstable,
}

const SORTS: [Sort; 2] = [Sort::Stable, Sort::Unstable];

impl Sort {
    fn run<T: Send>(self, items: &mut [T], compare: impl Fn(&T, &T) -> Ordering + Sync, limits: &Limits) {
        match self {
            Sort::Stable => stable_with_limits(items, compare, limits),
            Sort::Unstable => unstable_with_limits(items, compare, limits),
        }
    }
}

/// A pool with the stacks that workers have by default.
fn pool(threads: usize) -> ThreadPool {
    furcate::ThreadPoolBuilder::new().num_threads(threads).stack_size(2 << 20).build().expect("threads start")
}
