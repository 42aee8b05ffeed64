//! A comparator or a key that panics (rayon#1319, rayon#1321, rust#100856; rayon#932 for keys): at every call for few
//! items, at some calls for many.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::{Limits, cached_with_limits};

use crate::patterns::for_each_pattern;
use crate::{Census, Method, SMALL, SORTS, Sort, pool};

/// Panics at one call, or from one call on. Says nothing on stderr.
struct Fuse {
    calls: AtomicUsize,
    at: usize,
    for_good: bool,
}

impl Fuse {
    fn new(at: usize, for_good: bool) -> Self {
        Fuse { calls: AtomicUsize::new(0), at, for_good }
    }

    fn burn(&self) {
        let call = self.calls.fetch_add(1, Relaxed);
        if call == self.at || self.for_good && call > self.at {
            resume_unwind(Box::new("burnt"));
        }
    }
}

/// Sorts with a panic at call `at`; gives whether there was one.
fn sort_with_panic(sort: Sort, ranks: &[u64], fuse: &Fuse, limits: &Limits, name: &str) -> bool {
    let census = Census::of(ranks);
    let mut citizens = census.citizens(ranks);
    let result = catch_unwind(AssertUnwindSafe(|| {
        sort.run(
            &mut citizens,
            &|a, b| {
                fuse.burn();
                a.rank.cmp(&b.rank)
            },
            limits,
        );
    }));
    census.check(citizens, &format!("{sort:?}, {name}, panic at {}", fuse.at));
    let panicked = result.is_err();
    if let Err(payload) = result {
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"burnt"));
    }
    panicked
}

#[test]
fn a_panic_at_any_comparison_loses_nothing() {
    pool(3).install(|| {
        for_each_pattern(70, |name, ranks| {
            for sort in SORTS {
                for for_good in [false, true] {
                    let panicked =
                        |&at: &usize| sort_with_panic(sort, ranks, &Fuse::new(at, for_good), &SMALL, name);
                    assert!((0..5000).take_while(panicked).count() < 5000);
                }
            }
        });
    });
}

#[test]
fn a_panic_in_a_long_sort_loses_nothing() {
    pool(4).install(|| {
        for n in [9_000, 40_000] {
            for_each_pattern(n, |name, ranks| {
                for sort in SORTS {
                    for (at, for_good) in
                        [(0, true), (n / 3, false), (n, true), (3 * n, false), (11 * n, true)]
                    {
                        sort_with_panic(sort, ranks, &Fuse::new(at, for_good), &Limits::DEFAULT, name);
                    }
                }
            });
        }
    });
}

/// A key that may panic when it is compared.
struct Touchy<'a>(u64, &'a Fuse);

impl Ord for Touchy<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.1.burn();
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Touchy<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Touchy<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Touchy<'_> {}

#[test]
fn a_cached_key_that_panics_leaves_the_slice_as_it_was() {
    let check = |n: usize, limits: &Limits, calls: &mut dyn Iterator<Item = usize>| {
        let ranks: Vec<u64> = (0..n as u64).map(|i| i * 7919 % 101).collect();
        for at in calls {
            for in_order in [false, true] {
                let fuse = Fuse::new(at, false);
                let census = Census::of(&ranks);
                let mut citizens = census.citizens(&ranks);
                let result = catch_unwind(AssertUnwindSafe(|| {
                    cached_with_limits(
                        &mut citizens,
                        |citizen| {
                            if !in_order {
                                fuse.burn();
                            }
                            Touchy(citizen.rank, &fuse)
                        },
                        limits,
                    );
                }));
                let unchanged = citizens.iter().map(|citizen| *citizen.name).eq(0..n);
                assert!(result.is_ok() || unchanged, "n = {n}, panic at {at}");
                if result.is_ok() {
                    assert!(citizens.is_sorted_by_key(|citizen| (citizen.rank, *citizen.name)));
                }
                census.check(citizens, &format!("n = {n}, panic at {at}"));
            }
        }
    };
    pool(3).install(|| {
        check(50, &SMALL, &mut (0..700));
        check(20_000, &Limits::DEFAULT, &mut [0, 1, 777, 19_999, 20_000, 100_000, 10_000_000].into_iter());
    });
}

#[test]
fn a_panic_comes_out_of_the_public_methods() {
    let items: Vec<u64> = (0..50_000).map(|i| i * 7919 % 50_021).collect();
    let explode = |at: usize| {
        let fuse = Fuse::new(at, false);
        let methods: [Method<'_, u64>; 3] = [
            &|v| v.par_sort_by_key(|&n| Touchy(n, &fuse)),
            &|v| v.par_sort_unstable_by_key(|&n| Touchy(n, &fuse)),
            &|v| v.par_sort_by_cached_key(|&n| Touchy(n, &fuse)),
        ];
        for method in methods {
            fuse.calls.store(0, Relaxed);
            let mut sorted = items.clone();
            assert!(catch_unwind(AssertUnwindSafe(|| method(&mut sorted))).is_err());
            sorted.sort();
            assert!(sorted.iter().copied().eq({
                let mut expected = items.clone();
                expected.sort();
                expected
            }));
        }
    };
    explode(1);
    explode(100_000);
}
