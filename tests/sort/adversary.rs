//! The worst that an honest order can do: values that are decided only when they must be, always to the sort's loss
//! (McIlroy, A Killer Adversary for Quicksort, 1999). On workers' stacks of 2 MiB.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::Limits;

use crate::works::{WORKS, Work};
use crate::{SORTS, pool};

/// Values not decided yet are greater than all others, and equal to nothing until one of two must be decided.
pub(crate) struct Adversary {
    values: Vec<usize>,
    solid: usize,
    most: usize,
    candidate: usize,
}

impl Adversary {
    const GAS: usize = usize::MAX;

    fn new(n: usize) -> Self {
        Self::until(n, n)
    }

    /// Decides so many values. All others are equal.
    pub(crate) fn until(n: usize, most: usize) -> Self {
        Adversary { values: vec![Self::GAS; n], solid: 0, most, candidate: 0 }
    }

    fn freeze(&mut self, item: usize) {
        self.values[item] = self.solid;
        self.solid += 1;
    }

    pub(crate) fn compare(&mut self, a: usize, b: usize) -> Ordering {
        let gas = |this: &Self, item: usize| this.values[item] == Self::GAS;
        if a != b && self.solid < self.most && gas(self, a) && gas(self, b) {
            self.freeze(if a == self.candidate { a } else { b });
        }
        if gas(self, a) {
            self.candidate = a;
        } else if gas(self, b) {
            self.candidate = b;
        }
        self.values[a].cmp(&self.values[b])
    }
}

/// Checks the number of comparisons, which must be at most 6·n·log₂ n.
fn check_count(sort: impl Debug, n: usize, count: usize, what: &str) {
    let most = 6.0 * n as f64 * (n as f64).log2();
    assert!((count as f64) < most, "{sort:?}, n = {n}, {what}: {count} comparisons, {most} allowed");
}

#[test]
fn an_adversary_gains_no_more_than_a_factor() {
    let medium =
        Limits { look: 20, serial: 50, piece: 100, merge: 200, partition: 500, scan: 500, cache: 10_000 };
    for (n, limits) in
        [(3_000, &medium), (20_000, &medium), (20_000, &Limits::DEFAULT), (100_000, &Limits::DEFAULT)]
    {
        for sort in SORTS {
            pool(4).install(|| {
                let adversary = Mutex::new(Adversary::new(n));
                let count = AtomicUsize::new(0);
                let mut items: Vec<usize> = (0..n).collect();
                sort.run(
                    &mut items,
                    &|&a, &b| {
                        count.fetch_add(1, Relaxed);
                        adversary.lock().unwrap().compare(a, b)
                    },
                    limits,
                );
                check_count(sort, n, count.into_inner(), "while deciding");

                let killer = adversary.into_inner().unwrap().values;
                let count = AtomicUsize::new(0);
                let mut items = killer.clone();
                sort.run(
                    &mut items,
                    &|a, b| {
                        count.fetch_add(1, Relaxed);
                        a.cmp(b)
                    },
                    limits,
                );
                assert!(items.is_sorted());
                check_count(sort, n, count.into_inner(), "killing permutation");
            });
        }
    }
}

/// What somebody says of two items, and how often it was asked.
struct Judge<'a> {
    verdict: &'a (dyn Fn(usize, usize) -> Ordering + Sync),
    asked: AtomicUsize,
}

/// An item whose order is a judge's, made wide by so many words.
#[derive(Clone, Copy)]
struct Judged<'a, const BALLAST: usize> {
    item: usize,
    judge: &'a Judge<'a>,
    _ballast: [usize; BALLAST],
}

impl<const BALLAST: usize> Ord for Judged<'_, BALLAST> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.judge.asked.fetch_add(1, Relaxed);
        (self.judge.verdict)(self.item, other.item)
    }
}

impl<const BALLAST: usize> PartialOrd for Judged<'_, BALLAST> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const BALLAST: usize> PartialEq for Judged<'_, BALLAST> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<const BALLAST: usize> Eq for Judged<'_, BALLAST> {}

/// An answer to each question that is no order.
type Lie = fn(usize, usize) -> Ordering;

type Sorting<const BALLAST: usize> = fn(&mut Vec<Judged<'_, BALLAST>>);
type Named<const BALLAST: usize> = (&'static str, Sorting<BALLAST>);

/// All public sorts, over items and over keys.
const fn methods<const BALLAST: usize>() -> [Named<BALLAST>; 7] {
    [
        ("par_sort", |items| items.par_sort()),
        ("par_sort_by", |items| items.par_sort_by(Ord::cmp)),
        ("par_sort_by_key", |items| items.par_sort_by_key(|item| *item)),
        ("par_sort_by_cached_key", |items| items.par_sort_by_cached_key(|item| *item)),
        ("par_sort_unstable", |items| items.par_sort_unstable()),
        ("par_sort_unstable_by", |items| items.par_sort_unstable_by(Ord::cmp)),
        ("par_sort_unstable_by_key", |items| items.par_sort_unstable_by_key(|item| *item)),
    ]
}

/// Has `verdict` judge while a public method sorts the numbers below `n`, and returns them as they come out.
fn judged<const BALLAST: usize>(
    n: usize,
    verdict: impl Fn(usize, usize) -> Ordering + Sync,
    what: &str,
    (name, method): Named<BALLAST>,
) -> Vec<usize> {
    let judge = Judge { verdict: &verdict, asked: AtomicUsize::new(0) };
    let judged = |item| Judged { item, judge: &judge, _ballast: [0; BALLAST] };
    let mut items: Vec<Judged<'_, BALLAST>> = (0..n).map(judged).collect();
    // An order that is none may panic, as with std.
    let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| method(&mut items)));
    check_count(name, n, judge.asked.load(Relaxed), what);
    items.into_iter().map(|judged| judged.item).collect()
}

fn none_can_be_made_slow_or_deep<const BALLAST: usize>() {
    const LIES: [(&str, Lie); 3] = [
        ("always less", |_, _| Ordering::Less),
        ("always greater", |_, _| Ordering::Greater),
        ("never equal", |a, b| if a < b { Ordering::Less } else { Ordering::Greater }),
    ];
    let check = |n: usize| {
        for method in methods::<BALLAST>() {
            for most in [n, n / 50] {
                let adversary = Mutex::new(Adversary::until(n, most));
                judged(n, |a, b| adversary.lock().unwrap().compare(a, b), "while deciding", method);
                let killer = adversary.into_inner().unwrap().values;
                let sorted = judged(n, |a, b| killer[a].cmp(&killer[b]), "killing permutation", method);
                assert!(sorted.is_sorted_by_key(|&item| killer[item]));
            }
            for (lie, verdict) in LIES {
                let mut items = judged(n, verdict, lie, method);
                items.sort_unstable();
                assert!(items.into_iter().eq(0..n), "{lie}: not a permutation");
            }
        }
    };
    pool(4).install(|| [600, 3_000, 12_000, 40_000].into_iter().for_each(check));
    pool(1).install(|| check(20_000));
}

#[test]
fn no_public_method_can_be_made_slow_or_deep() {
    none_can_be_made_slow_or_deep::<0>();
}

#[test]
fn no_public_method_can_be_made_slow_or_deep_by_wide_items() {
    none_can_be_made_slow_or_deep::<4>();
}

#[test]
fn an_adversary_gains_no_more_than_a_factor_from_parts_of_an_order() {
    let medium =
        Limits { look: 20, serial: 50, piece: 100, merge: 200, partition: 500, scan: 500, cache: 10_000 };
    for (n, limits) in [(20_000, &medium), (100_000, &Limits::DEFAULT)] {
        pool(4).install(|| {
            for work in WORKS {
                let most = match work {
                    Work::Sort | Work::SortUnstable | Work::SortCached => continue,
                    Work::Select(_) => 30 * n,
                    Work::Merge(_) => n + n / 10,
                    Work::Partition | Work::PartitionStable => n,
                };
                let adversary = Mutex::new(Adversary::new(n));
                let count = AtomicUsize::new(0);
                let mut items: Vec<usize> = (0..n).collect();
                work.run(
                    &mut items,
                    &|a, b| {
                        count.fetch_add(1, Relaxed);
                        adversary.lock().unwrap().compare(a.rank as usize, b.rank as usize)
                    },
                    limits,
                );
                let count = count.into_inner();
                assert!(count <= most, "{work:?}, n = {n}: {count} comparisons, {most} allowed");
            }
        });
    }
}
