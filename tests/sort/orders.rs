//! Orders that are none (rust#129561, rayon#1308): the slice stays a permutation, whether the sort returns or
//! panics as std's do.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use furcate::slice::sort::Limits;

use crate::patterns::for_each_pattern;
use crate::{Census, SMALL, SORTS, pool};

type Liar = fn(u64, u64) -> Ordering;

static TICKS: AtomicU64 = AtomicU64::new(1);

fn dice() -> Ordering {
    let tick = TICKS.fetch_add(0x9E37_79B9_7F4A_7C15, Relaxed);
    ((tick ^ (tick >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40).cmp(&(1 << 23))
}

const LIARS: [(&str, Liar); 8] = [
    ("random", |_, _| dice()),
    ("mostly right", |a, b| if dice().is_lt() && dice().is_lt() { b.cmp(&a) } else { a.cmp(&b) }),
    ("always less", |_, _| Ordering::Less),
    ("always greater", |_, _| Ordering::Greater),
    ("always equal", |_, _| Ordering::Equal),
    ("never equal", |a, b| if a < b { Ordering::Less } else { Ordering::Greater }),
    ("circular", |a, b| (a.wrapping_sub(b) as i64).cmp(&0)),
    ("a mix of two", |a, b| if (a ^ b) % 3 == 0 { b.cmp(&a) } else { a.cmp(&b) }),
];

#[test]
fn lies_lose_and_double_nothing() {
    // `AlwaysLess` on 20,000 items overflows the stack of a quicksort without a depth limit.
    for (n, limits) in [(5, SMALL), (20, SMALL), (300, SMALL), (20_000, Limits::DEFAULT)] {
        pool(4).install(|| {
            for (liar, compare) in LIARS {
                for_each_pattern(n, |name, ranks| {
                    // Long slices differ from each other less than liars do.
                    if n > 1000 && !name.starts_with("random") && !name.starts_with("few unique") {
                        return;
                    }
                    for sort in SORTS {
                        let census = Census::of(ranks);
                        let mut citizens = census.citizens(ranks);
                        let _: Result<(), _> = catch_unwind(AssertUnwindSafe(|| {
                            sort.run(&mut citizens, &|a, b| compare(a.rank, b.rank), &limits);
                        }));
                        census.check(citizens, &format!("{sort:?}, {liar}, {name}"));
                    }
                });
            }
        });
    }
}
