//! A comparator or a key that panics (rayon#1319, rayon#1321, rust#100856; rayon#932 for keys): at every call for few
//! items, at some calls for many.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::{Limits, cached_with_limits};

use crate::patterns::for_each_pattern;
use crate::works::{Made, Seen, WORKS, Work};
use crate::{Census, Method, SMALL, pool};

/// Panics at one call, or from one call on. Says nothing on stderr.
pub(crate) struct Fuse {
    calls: AtomicUsize,
    at: usize,
    for_good: bool,
}

impl Fuse {
    pub(crate) fn new(at: usize, for_good: bool) -> Self {
        Fuse { calls: AtomicUsize::new(0), at, for_good }
    }

    pub(crate) fn burn(&self) {
        let call = self.calls.fetch_add(1, Relaxed);
        if call == self.at || self.for_good && call > self.at {
            resume_unwind(Box::new("burnt"));
        }
    }
}

/// Works with a panic at a comparison; gives whether there was one.
pub(crate) fn work_with_panic(work: Work, ranks: &[u64], fuse: &Fuse, limits: &Limits, name: &str) -> bool {
    let census = Census::of(ranks);
    let mut citizens = census.citizens(ranks);
    let result = catch_unwind(AssertUnwindSafe(|| {
        work.run(
            &mut citizens,
            &|a, b| {
                fuse.burn();
                a.rank.cmp(&b.rank)
            },
            limits,
        );
    }));
    let stays = matches!(work, Work::SortCached | Work::PartitionStable) && result.is_err();
    let unmoved = citizens.iter().map(|citizen| *citizen.name).eq(0..ranks.len());
    assert!(!stays || unmoved, "{work:?}, {name}, moved by a panic at {}", fuse.at);
    census.check(citizens, &format!("{work:?}, {name}, panic at {}", fuse.at));
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
            for work in WORKS {
                for for_good in [false, true] {
                    let panicked =
                        |&at: &usize| work_with_panic(work, ranks, &Fuse::new(at, for_good), &SMALL, name);
                    assert!((0..5000).take_while(panicked).count() < 5000);
                }
            }
        });
    });
}

/// A panic at each comparison of items of this type.
fn burn_each<T: Made>(n: usize) {
    pool(3).install(|| {
        for_each_pattern(n, |name, ranks| {
            if !name.starts_with("random") && !name.starts_with("saw-tooth") {
                return;
            }
            let items: Vec<T> = ranks.iter().map(|&rank| T::make(rank % 1_000_000)).collect();
            let mut expected = items.clone();
            expected.sort();
            for work in WORKS {
                let panicked = |&at: &usize| {
                    let (fuse, mut items) = (Fuse::new(at, false), items.clone());
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        let opinion = |a: Seen, b: Seen| {
                            fuse.burn();
                            a.rank.cmp(&b.rank)
                        };
                        work.run(&mut items, &opinion, &SMALL);
                    }));
                    items.sort();
                    assert!(items == expected, "not a permutation: {work:?}, {name}, panic at {at}");
                    result.is_err()
                };
                assert!((0..5000).take_while(panicked).count() < 5000);
            }
        });
    });
}

#[test]
fn a_panic_loses_no_item_of_any_size() {
    burn_each::<u8>(60);
    burn_each::<[u64; 2]>(60);
    burn_each::<[u64; 8]>(60);
    burn_each::<[u64; 512]>(30);
    burn_each::<String>(40);
}

#[test]
fn a_panic_in_long_work_loses_nothing() {
    pool(4).install(|| {
        for n in [5_000, 40_000] {
            for_each_pattern(n, |name, ranks| {
                let few = ["random", "sorted, then", "few", "nearly"];
                if n > 10_000 && !few.iter().any(|start| name.starts_with(start)) {
                    return;
                }
                for work in WORKS {
                    for (at, for_good) in
                        [(0, true), (n / 3, false), (n, true), (3 * n, false), (11 * n, true)]
                    {
                        work_with_panic(work, ranks, &Fuse::new(at, for_good), &Limits::DEFAULT, name);
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
