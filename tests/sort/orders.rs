//! Orders that are none (rust#129561, rayon#1308): the slice stays a permutation, whether the work returns or
//! panics as std's do.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use furcate::slice::sort::Limits;
use furcate_tests::watchdog;

use crate::patterns::for_each_pattern;
use crate::works::{Made, Seen, WORKS};
use crate::{Census, SMALL, pool};

pub(crate) type Liar = fn(Seen, Seen) -> Ordering;

static TICKS: AtomicU64 = AtomicU64::new(1);

fn tick() -> u64 {
    TICKS.fetch_add(1, Relaxed)
}

fn dice() -> Ordering {
    let tick = tick().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((tick ^ (tick >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40).cmp(&(1 << 23))
}

fn honest(a: Seen, b: Seen) -> Ordering {
    a.rank.cmp(&b.rank)
}

pub(crate) const LIARS: [(&str, Liar); 16] = [
    ("random", |_, _| dice()),
    ("mostly right", |a, b| if dice().is_lt() && dice().is_lt() { honest(b, a) } else { honest(a, b) }),
    ("always less", |_, _| Ordering::Less),
    ("always greater", |_, _| Ordering::Greater),
    ("always equal", |_, _| Ordering::Equal),
    ("never equal", |a, b| if a.rank < b.rank { Ordering::Less } else { Ordering::Greater }),
    ("circular", |a, b| (a.rank.wrapping_sub(b.rank) as i64).cmp(&0)),
    ("a mix of two", |a, b| if (a.rank ^ b.rank) % 3 == 0 { honest(b, a) } else { honest(a, b) }),
    ("by turns", |a, b| if tick() % 2 == 0 { honest(b, a) } else { honest(a, b) }),
    ("changes its mind", |a, b| if tick() / 500 % 2 == 0 { honest(b, a) } else { honest(a, b) }),
    ("right at first", |a, b| if tick() % 2_000 < 1_500 { honest(a, b) } else { dice() }),
    ("like NaN", |a, b| if a.rank % 5 == 0 || b.rank % 5 == 0 { Ordering::Equal } else { honest(a, b) }),
    ("neighbours are equal", |a, b| if a.rank.abs_diff(b.rank) < 2 { Ordering::Equal } else { honest(a, b) }),
    ("wrong of one pair", |a, b| match (a.rank, b.rank) {
        (1, 2) | (2, 1) => honest(b, a),
        _ => honest(a, b),
    }),
    ("by address", |a, b| a.address.cmp(&b.address)),
    (
        "by address and rank",
        |a, b| {
            if a.address & 64 == 0 { honest(a, b) } else { b.address.cmp(&a.address) }
        },
    ),
];

#[test]
fn lies_lose_and_double_nothing() {
    // `AlwaysLess` on 20,000 items overflows the stack of a quicksort without a depth limit.
    for (n, limits) in
        [(5, SMALL), (20, SMALL), (140, SMALL), (6_500, Limits::DEFAULT), (20_000, Limits::DEFAULT)]
    {
        watchdog(600, || {
            pool(4).install(|| {
                for (liar, opinion) in LIARS {
                    // Long slices differ from each other less than liars do.
                    if n > 10_000 && !liar.starts_with("always") {
                        continue;
                    }
                    for_each_pattern(n, |name, ranks| {
                        if n > 1000 && !name.starts_with("random") {
                            return;
                        }
                        for work in WORKS {
                            let census = Census::of(ranks);
                            let mut citizens = census.citizens(ranks);
                            let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| {
                                work.run(&mut citizens, &opinion, &limits);
                            }));
                            census.check(citizens, &format!("{work:?}, {liar}, {name}"));
                        }
                    });
                }
            });
        });
    }
}

/// Lets every liar rearrange items of this type, in every way.
fn lie_about<T: Made>(lengths: &[usize]) {
    let check = || {
        for &n in lengths {
            for_each_pattern(n, |name, ranks| {
                if !["random", "nearly", "two", "pipe"].iter().any(|start| name.starts_with(start)) {
                    return;
                }
                let items: Vec<T> = ranks.iter().map(|&rank| T::make(rank % 1_000_000)).collect();
                let mut expected = items.clone();
                expected.sort();
                for (liar, opinion) in LIARS {
                    for work in WORKS {
                        let mut items = items.clone();
                        let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| {
                            work.run(&mut items, &opinion, &SMALL);
                        }));
                        items.sort();
                        assert!(items == expected, "not a permutation: {work:?}, {liar}, {name}");
                    }
                }
            });
        }
    };
    watchdog(600, || pool(3).install(check));
}

#[test]
fn lies_about_small_items_lose_nothing() {
    lie_about::<u8>(&[3, 150]);
    lie_about::<[u8; 3]>(&[150]);
    lie_about::<()>(&[3, 150]);
}

#[test]
fn lies_about_large_items_lose_nothing() {
    lie_about::<[u64; 2]>(&[150]);
    lie_about::<[u64; 8]>(&[150]);
    lie_about::<[u64; 512]>(&[60]);
}

#[test]
fn lies_about_texts_lose_nothing() {
    lie_about::<String>(&[3, 120]);
}
