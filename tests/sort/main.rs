//! The parallel sorts: the results of std's sorts, whatever the input, the order, or the moment of a panic.
//!
//! `same_as_std` checks results; `orders` what happens with orders that are none; `panics` what is left after one;
//! `adversary` what the worst input costs; `cells` what a comparator may do to items; `part_orders` what selection,
//! partition, merging and the look for order give; `public` lets all methods meet liars and panics. `patterns` makes the
//! inputs, `works` is all that rearranges a slice, under one roof.
//! Most tests run with small limits too, so that a few items take every path of the sorts.

mod adversary;
mod cells;
mod orders;
mod panics;
mod part_orders;
mod patterns;
mod public;
mod same_as_std;
mod works;

use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::ThreadPool;
use furcate::slice::sort::{Limits, stable_with_limits, unstable_with_limits};

use self::works::Ranked;

/// Limits with which a hundred items are shared, merged and partitioned in many pieces.
const SMALL: Limits = Limits { serial: 2, piece: 4, merge: 6, partition: 8, scan: 5 };

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

/// A pool with the stacks that workers have by default.
fn pool(threads: usize) -> ThreadPool {
    furcate::ThreadPoolBuilder::new().num_threads(threads).stack_size(2 << 20).build().expect("threads start")
}

/// Items that know their name and count their drops.
struct Census {
    drops: Vec<AtomicUsize>,
}

struct Citizen<'a> {
    name: Box<usize>,
    rank: u64,
    census: &'a Census,
}

impl Census {
    fn of(ranks: &[u64]) -> Self {
        Census { drops: ranks.iter().map(|_| AtomicUsize::new(0)).collect() }
    }

    fn citizens(&self, ranks: &[u64]) -> Vec<Citizen<'_>> {
        let citizen = |(name, &rank)| Citizen { name: Box::new(name), rank, census: self };
        ranks.iter().enumerate().map(citizen).collect()
    }

    /// Checks that all are there, once each, and that each is dropped once.
    fn check(&self, citizens: Vec<Citizen<'_>>, what: &str) {
        let mut names: Vec<usize> = citizens.iter().map(|citizen| *citizen.name).collect();
        names.sort();
        assert!(names.iter().copied().eq(0..self.drops.len()), "not a permutation: {what}");
        assert!(self.drops.iter().all(|drops| drops.load(Relaxed) == 0), "dropped too early: {what}");
        drop(citizens);
        assert!(self.drops.iter().all(|drops| drops.load(Relaxed) == 1), "not dropped once: {what}");
    }
}

impl Ranked for Citizen<'_> {
    fn rank(&self) -> u64 {
        self.rank
    }
}

impl Drop for Citizen<'_> {
    fn drop(&mut self) {
        self.census.drops[*self.name].fetch_add(1, Relaxed);
    }
}
