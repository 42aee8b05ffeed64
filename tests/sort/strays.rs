//! Slices that are nearly in order, long enough for the look at windows that finds this out: few items stray, and are parted
//! from the others, merged with them, or moved as a block. A panic at each comparison, and lies from each of many on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::slice::sort::Limits;
use furcate_tests::watchdog;

use crate::orders::LIARS;
use crate::panics::{Fuse, work_with_panic};
use crate::patterns::Random;
use crate::works::Work;
use crate::{Census, pool};

/// One piece, one merge; several of both; everything in small steps.
const SHAPES: [Limits; 3] = [
    Limits::DEFAULT,
    Limits { look: 20, serial: 50, piece: 250, merge: 100, partition: 100, scan: 200, cache: 5_000 },
    Limits { look: 2, serial: 2, piece: 900, merge: 6, partition: 8, scan: 5, cache: 200 },
];

type Make = fn(usize, &mut Random) -> Vec<u64>;

/// In order but for one item in forty to sixty.
const NEARLY: [(&str, Make); 5] = [
    ("swapped", |n, random| {
        let mut ranks: Vec<u64> = (0..n as u64).collect();
        (0..n / 80).for_each(|_| ranks.swap(random.below(n), random.below(n)));
        ranks
    }),
    ("swapped, with equals", |n, random| {
        let mut ranks: Vec<u64> = (0..n as u64).map(|i| i / 5).collect();
        (0..n / 80).for_each(|_| ranks.swap(random.below(n), random.below(n)));
        ranks
    }),
    ("high strays", |n, random| {
        (0..n).map(|i| if random.below(40) == 0 { n + random.below(n) } else { i } as u64).collect()
    }),
    ("low strays", |n, random| {
        (0..n).map(|i| if random.below(40) == 0 { random.below(9) } else { 9 + i } as u64).collect()
    }),
    ("low and high strays, with equals", |n, random| {
        let stray = |random: &mut Random| if random.below(2) == 0 { random.below(n / 9) } else { n };
        (0..n).map(|i| if random.below(40) == 0 { stray(random) } else { i / 7 } as u64).collect()
    }),
];

/// Calls `check` with each kind of slice, shape and sort.
fn for_each(n: usize, check: impl Fn(&str, &[u64], &Limits, Work) + Sync + Send) {
    let check = || {
        for (seed, (name, make)) in NEARLY.iter().enumerate() {
            let ranks = make(n, &mut Random::new(seed as u64 + 1));
            for limits in &SHAPES {
                for work in [Work::Sort, Work::SortUnstable] {
                    check(name, &ranks, limits, work);
                }
            }
        }
    };
    watchdog(600, || pool(3).install(check));
}

/// How many comparisons an honest order is asked for.
fn comparisons(ranks: &[u64], limits: &Limits, work: Work) -> usize {
    let count = AtomicUsize::new(0);
    let mut items: Vec<usize> = ranks.iter().map(|&rank| rank as usize).collect();
    work.run(
        &mut items,
        &|a, b| {
            count.fetch_add(1, Relaxed);
            a.rank.cmp(&b.rank)
        },
        limits,
    );
    assert!(items.is_sorted());
    count.into_inner()
}

#[test]
fn a_panic_among_strays_loses_nothing() {
    for_each(1_000, |name, ranks, limits, work| {
        let count = comparisons(ranks, limits, work);
        // Or the strays have not been parted: std's sorts take 10 for an item.
        assert!(count < 7 * ranks.len(), "{work:?}, {name}, {limits:?}: {count}");
        // How far each thread looks before it learns that there is no complete order differs from run to run.
        for at in 0..count - count / 8 {
            let fuse = Fuse::new(at, at % 2 == 0);
            let panicked = work_with_panic(work, ranks, &fuse, limits, name);
            assert!(panicked, "{work:?}, {name}, {limits:?}: no comparison {at} of {count}");
        }
    });
}

#[test]
fn lies_about_strays_lose_nothing() {
    for_each(1_000, |name, ranks, limits, work| {
        let count = comparisons(ranks, limits, work);
        for (liar, opinion) in LIARS {
            for step in 0..30 {
                let (honest, asked) = (count * step / 30, AtomicUsize::new(0));
                let census = Census::of(ranks);
                let mut citizens = census.citizens(ranks);
                let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| {
                    let late = |a: crate::works::Seen, b: crate::works::Seen| {
                        let is_honest = asked.fetch_add(1, Relaxed) < honest;
                        if is_honest { a.rank.cmp(&b.rank) } else { opinion(a, b) }
                    };
                    work.run(&mut citizens, &late, limits);
                }));
                let what = format!("{work:?}, {name}, {liar} from {honest} on");
                let (n, asked) = (ranks.len() as f64, asked.into_inner());
                assert!((asked as f64) <= 6.0 * n * n.log2(), "{what}: {asked} comparisons");
                census.check(citizens, &what);
            }
        }
    });
}

#[test]
fn a_panic_among_many_strays_loses_nothing() {
    let check = || {
        for (name, make) in NEARLY {
            let ranks = make(40_000, &mut Random::new(5));
            for work in [Work::Sort, Work::SortUnstable] {
                let count = comparisons(&ranks, &Limits::DEFAULT, work);
                for step in 0..24 {
                    let fuse = Fuse::new(count * step / 24, step % 2 == 0);
                    work_with_panic(work, &ranks, &fuse, &Limits::DEFAULT, name);
                }
            }
        }
    };
    watchdog(600, || pool(4).install(check));
}
