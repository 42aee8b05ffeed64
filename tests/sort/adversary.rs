//! The worst that an honest order can do: values that are decided only when they must be, always to the sort's loss
//! (McIlroy, A Killer Adversary for Quicksort, 1999). On workers' stacks of 2 MiB.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::slice::sort::Limits;

use crate::{SORTS, Sort, pool};

/// Values not decided yet are greater than all others, and equal to nothing until one of two must be decided.
struct Adversary {
    values: Vec<usize>,
    solid: usize,
    candidate: usize,
}

impl Adversary {
    const GAS: usize = usize::MAX;

    fn new(n: usize) -> Self {
        Adversary { values: vec![Self::GAS; n], solid: 0, candidate: 0 }
    }

    fn freeze(&mut self, item: usize) {
        self.values[item] = self.solid;
        self.solid += 1;
    }

    fn compare(&mut self, a: usize, b: usize) -> std::cmp::Ordering {
        let gas = |this: &Self, item: usize| this.values[item] == Self::GAS;
        if a != b && gas(self, a) && gas(self, b) {
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

/// Sorts and counts comparisons, which must be at most 6·n·log₂ n.
fn check_count(sort: Sort, n: usize, count: usize, what: &str) {
    let most = 6.0 * n as f64 * (n as f64).log2();
    assert!((count as f64) < most, "{sort:?}, n = {n}, {what}: {count} comparisons, {most} allowed");
}

#[test]
fn an_adversary_gains_no_more_than_a_factor() {
    let medium = Limits { serial: 50, piece: 100, merge: 200, partition: 500, scan: 500 };
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
