//! Every public method that rearranges a slice, with the items' own order, a comparator, and a key: liars and panics
//! lose nothing there either.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};

use furcate::prelude::*;
use furcate_tests::watchdog;

use crate::orders::LIARS;
use crate::panics::Fuse;
use crate::patterns::for_each_pattern;
use crate::works::{Oath, Opinion, Ranked};
use crate::{Census, Citizen, pool};

/// A citizen whose order is somebody's opinion.
struct Sworn<'a> {
    citizen: Citizen<'a>,
    opinion: Opinion<'a>,
}

impl<'a> Sworn<'a> {
    fn oath(&self) -> Oath<'a> {
        Oath(self.citizen.seen(), self.opinion)
    }
}

impl Ord for Sworn<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.oath().cmp(&other.oath())
    }
}

impl PartialOrd for Sworn<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Sworn<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Sworn<'_> {}

/// Just long enough to be shared between threads.
const N: usize = 6_500;
/// The same for selection.
const LONG: usize = 25_000;

type Rearrange = fn(&mut Vec<Sworn<'_>>);

const METHODS: [(&str, Rearrange); 12] = [
    ("par_sort", |v| v.par_sort()),
    ("par_sort_by", |v| v.par_sort_by(Ord::cmp)),
    ("par_sort_by_key", |v| v.par_sort_by_key(Sworn::oath)),
    ("par_sort_by_cached_key", |v| v.par_sort_by_cached_key(Sworn::oath)),
    ("par_sort_unstable", |v| v.par_sort_unstable()),
    ("par_sort_unstable_by", |v| v.par_sort_unstable_by(Ord::cmp)),
    ("par_sort_unstable_by_key", |v| v.par_sort_unstable_by_key(Sworn::oath)),
    ("par_partition_in_place", |v| _ = v.par_partition_in_place(|x| x.cmp(x).is_lt())),
    ("par_partition_in_place_stable", |v| _ = v.par_partition_in_place_stable(|x| x.cmp(x).is_lt())),
    ("par_merge_in_place", |v| v.par_merge_in_place(N / 3)),
    ("par_merge_in_place_by", |v| v.par_merge_in_place_by(N / 3, Ord::cmp)),
    ("par_merge_in_place_by_key", |v| v.par_merge_in_place_by_key(N / 3, Sworn::oath)),
];

const SELECTIONS: [(&str, Rearrange); 3] = [
    ("par_select_nth_unstable", |v| _ = v.par_select_nth_unstable(LONG / 2)),
    ("par_select_nth_unstable_by", |v| _ = v.par_select_nth_unstable_by(7, Ord::cmp)),
    ("par_select_nth_unstable_by_key", |v| _ = v.par_select_nth_unstable_by_key(LONG - 9, Sworn::oath)),
];

/// Runs a method on items that share an opinion; gives whether it panicked.
fn run((name, method): (&str, Rearrange), ranks: &[u64], opinion: Opinion<'_>, what: &str) -> bool {
    let census = Census::of(ranks);
    let sworn = |citizen| Sworn { citizen, opinion };
    let mut items: Vec<Sworn<'_>> = census.citizens(ranks).into_iter().map(sworn).collect();
    let result = catch_unwind(AssertUnwindSafe(|| method(&mut items)));
    census.check(items.into_iter().map(|item| item.citizen).collect(), &format!("{name}, {what}"));
    result.is_err()
}

/// Calls `check` with each method and slices of some patterns.
fn for_each_method(check: impl Fn((&str, Rearrange), &str, &[u64]) + Sync + Send) {
    let check = || {
        for (n, methods) in [(N, &METHODS[..]), (LONG, &SELECTIONS)] {
            for_each_pattern(n, |name, ranks| {
                if ["random", "few unique"].iter().any(|start| name.starts_with(start)) {
                    methods.iter().for_each(|method| check(*method, name, ranks));
                }
            });
        }
    };
    watchdog(600, || pool(3).install(check));
}

#[test]
fn no_method_loses_anything_to_a_liar() {
    for_each_method(|method, name, ranks| {
        for (liar, opinion) in LIARS {
            run(method, ranks, &opinion, &format!("{liar}, {name}"));
        }
    });
}

#[test]
fn no_method_loses_anything_to_a_panic() {
    for_each_method(|method, name, ranks| {
        for at in [0, 1, 50, 1_000, 3_999, 10_000, 30_000] {
            let fuse = Fuse::new(at, false);
            let opinion: Opinion<'_> = &|a, b| {
                fuse.burn();
                a.rank.cmp(&b.rank)
            };
            let panicked = run(method, ranks, opinion, &format!("panic at {at}, {name}"));
            assert!(panicked || at > 0, "{}, {name}: no comparison {at}", method.0);
        }
    });
}
