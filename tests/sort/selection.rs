//! What selection may cost at worst: of an order that is none, no more comparisons than a sort; of an honest one that is made
//! against it, a multiple of n. (std's own selection takes more than quadratic time of both.)

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::{Limits, select_with_limits};
use furcate_tests::watchdog;

use crate::adversary::Adversary;
use crate::orders::LIARS;
use crate::patterns::for_each_pattern;
use crate::works::{Opinion, Ranked};
use crate::{Census, Citizen, pool};

const MEDIUM: Limits =
    Limits { look: 20, serial: 50, piece: 100, merge: 200, partition: 500, scan: 500, cache: 10_000 };
/// Up to here std selects.
const STDS: usize = 512;

/// Comparisons that a selection may make, whatever the order says.
fn most(n: usize) -> f64 {
    let std = (STDS * STDS * 6) as f64;
    6.0 * n as f64 * (n as f64).log2() + std
}

/// A place of each kind.
fn places(n: usize) -> [usize; 9] {
    [0, 1, n.isqrt(), n / 10, n / 2, n / 2 + 1, n - n / 10, n - 2, n - 1]
}

/// Has a liar's opinion asked from one call on, and an honest one before.
fn select(ranks: &[u64], place: usize, opinion: Opinion<'_>, honest: usize, limits: &Limits, what: &str) {
    let (census, count) = (Census::of(ranks), AtomicUsize::new(0));
    let mut citizens = census.citizens(ranks);
    let compare = |a: &Citizen<'_>, b: &Citizen<'_>| {
        let is_honest = count.fetch_add(1, Relaxed) < honest;
        if is_honest { a.rank.cmp(&b.rank) } else { opinion(a.seen(), b.seen()) }
    };
    // A lie may be noticed by a sort of std, and panic.
    let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| {
        select_with_limits(&mut citizens, place, compare, limits);
    }));
    let (n, count) = (ranks.len(), count.into_inner());
    assert!((count as f64) <= most(n), "{what}, place {place}: {count} comparisons, {} allowed", most(n));
    census.check(citizens, what);
}

#[test]
fn liars_cost_a_selection_no_more_than_a_sort() {
    let check = |n: usize, limits: &Limits| {
        for_each_pattern(n, |name, ranks| {
            let (random, heavy) = (name.starts_with("random"), name.starts_with("one heavy"));
            if !(random || n < 5_000 && heavy) {
                return;
            }
            for (liar, opinion) in LIARS {
                // Long slices differ from each other less than liars do.
                if n > 10_000 && !liar.starts_with("always") {
                    continue;
                }
                for place in places(n) {
                    for honest in [0, n + n / 2] {
                        select(ranks, place, &opinion, honest, limits, &format!("{liar}, {name}"));
                    }
                }
            }
        });
    };
    watchdog(600, move || {
        for threads in [1, 4] {
            pool(threads).install(|| {
                check(STDS, &Limits::DEFAULT);
                check(300, &MEDIUM);
                check(3_000, &MEDIUM);
                check(3_000, &Limits::DEFAULT);
                check(20_000, &Limits::DEFAULT);
            });
        }
    });
}

/// Counts what is asked while `run` works on `n` numbers that an adversary decides on, until it has decided on `solid` of them:
/// the others are equal from then on.
fn asked(
    n: usize,
    solid: usize,
    run: impl FnOnce(&mut [usize], &(dyn Fn(usize, usize) -> Ordering + Sync)),
) -> usize {
    let (adversary, count) = (Mutex::new(Adversary::until(n, solid)), AtomicUsize::new(0));
    let mut items: Vec<usize> = (0..n).collect();
    run(&mut items, &|a, b| {
        count.fetch_add(1, Relaxed);
        adversary.lock().unwrap().compare(a, b)
    });
    count.into_inner()
}

#[test]
fn an_adversary_makes_no_selection_more_than_linear() {
    watchdog(600, || {
        for (n, limits) in [(3_000, &MEDIUM), (20_000, &Limits::DEFAULT), (100_000, &Limits::DEFAULT)] {
            for threads in [1, 4] {
                pool(threads).install(|| {
                    for place in places(n) {
                        for solid in [n / 100, n / 10, n / 2, n] {
                            let count = asked(n, solid, |items, compare| {
                                select_with_limits(items, place, |&a, &b| compare(a, b), limits);
                            });
                            let what = format!("place {place} of {n}, {solid} decided, {threads} threads");
                            assert!(count <= 30 * n, "{what}: {count} comparisons");
                        }
                    }
                });
            }
        }
    });
}

#[test]
fn no_public_selection_is_slow() {
    const N: usize = 30_000;
    type Select = fn(&mut [usize], &(dyn Fn(usize, usize) -> Ordering + Sync));
    let by: Select = |items, compare| {
        items.par_select_nth_unstable_by(N / 3, |&a, &b| compare(a, b));
    };
    let by_key: Select = |items, compare| {
        items.par_select_nth_unstable_by_key(N / 3, |&item| Asking { item, compare });
    };
    let natural: Select = |items, compare| {
        let mut items: Vec<_> = items.iter().map(|&item| Asking { item, compare }).collect();
        items.par_select_nth_unstable(N / 3);
    };
    for threads in [1, 4] {
        pool(threads).install(|| {
            for select in [by, by_key, natural] {
                for solid in [N / 100, N] {
                    let count = asked(N, solid, select);
                    assert!(count <= 30 * N, "{solid} decided: {count} comparisons");
                }
            }
        });
    }
}

/// A number whose order somebody else says.
#[derive(Clone, Copy)]
struct Asking<'a> {
    item: usize,
    compare: &'a (dyn Fn(usize, usize) -> Ordering + Sync),
}

impl Ord for Asking<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.compare)(self.item, other.item)
    }
}

impl PartialOrd for Asking<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Asking<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Asking<'_> {}
