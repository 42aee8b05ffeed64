//! What sorting costs an item: stable and unstable, by length, pattern and type.
//!
//! `cargo bench -p furcate-benches --bench sort -- --quick`. Contenders: `std`'s sort, furcate, Rayon, and furcate in a
//! pool of one thread. A word chooses by type (`u64`), pattern (`random`), sort (`unstable`) or length (`n=1000000`).
//! The slices are copied before the clock starts.

use std::cmp::Ordering;

use furcate_benches::pools::Pools;
use furcate_benches::{Contender, Options, Pace, Question};

/// Lengths at which all patterns are sorted, and those for random items of other types.
const LENGTHS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const FEW_LENGTHS: [usize; 2] = [10_000, 300_000];

type Make = fn(usize) -> Vec<u64>;

const PATTERNS: [(&str, Make); 9] = [
    ("random", |n| random().take(n).collect()),
    ("sorted", |n| (0..n as u64).collect()),
    ("reversed", |n| (0..n as u64).rev().collect()),
    ("few unique", |n| random().map(|x| x % 16).take(n).collect()),
    ("zipf", |n| random().map(|x| n as u64 / (1 + x % n as u64)).take(n).collect()),
    ("nearly sorted", |n| {
        let mut ranks: Vec<u64> = (0..n as u64).collect();
        let mut places = random().map(|x| (x % n as u64) as usize);
        for (a, b) in places.by_ref().zip(random().skip(n)).take(n / 100) {
            ranks.swap(a, (b % n as u64) as usize);
        }
        ranks
    }),
    ("pipe organ", |n| (0..n).map(|i| i.min(n - i) as u64).collect()),
    ("saw-tooth", |n| (0..n).map(|i| (i % (n / 10 + 1)) as u64).collect()),
    ("all equal", |n| vec![7; n]),
];

fn random() -> impl Iterator<Item = u64> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    })
}

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let one = pools.furcate(1);
    let bench = Bench { options: &options, one: &one };
    for (pattern, make) in PATTERNS {
        for n in LENGTHS {
            bench.compare(&format!("u64, {pattern}, n={n}"), &make(n), Ord::cmp);
        }
    }
    for n in FEW_LENGTHS {
        let ranks: Vec<u64> = random().take(n).collect();
        let of = |kind: &str| format!("{kind}, random, n={n}");
        let short: Vec<u32> = ranks.iter().map(|&rank| (rank >> 32) as u32).collect();
        bench.compare(&of("u32"), &short, Ord::cmp);
        let floats: Vec<f64> = ranks.iter().map(|&rank| rank as f64).collect();
        bench.compare(&of("f64 in total order"), &floats, f64::total_cmp);
        let pairs: Vec<(u64, u64)> = ranks.iter().map(|&rank| (rank, 0)).collect();
        bench.compare(&of("pairs by first"), &pairs, |a, b| a.0.cmp(&b.0));
        let wide: Vec<[u64; 8]> = ranks.iter().map(|&rank| [rank; 8]).collect();
        bench.compare(&of("64 bytes by key"), &wide, |a, b| a[0].cmp(&b[0]));
        let strings: Vec<String> = ranks.iter().map(|rank| rank.to_string()).collect();
        bench.compare(&of("String"), &strings, Ord::cmp);
    }
}

struct Bench<'a> {
    options: &'a Options,
    one: &'a furcate::ThreadPool,
}

impl Bench<'_> {
    /// Asks about the stable and the unstable sort of these items.
    fn compare<T, F>(&self, title: &str, items: &[T], compare: F)
    where
        T: Clone + Send + Sync,
        F: Fn(&T, &T) -> Ordering + Copy + Sync,
    {
        use furcate::prelude::ParallelSliceMut as Ours;
        use rayon::prelude::ParallelSliceMut as Theirs;

        let sort = |name, sort: fn(&mut [T], F)| {
            let check = move |items: &mut Vec<T>| {
                sort(items, compare);
                items.len() as u64
            };
            Contender::prepared(name, || items.to_vec(), check)
        };
        let alone = |name, sort: fn(&mut [T], F)| {
            let check = move |items: &mut Vec<T>| {
                self.one.install(|| sort(items, compare));
                items.len() as u64
            };
            Contender::prepared(name, || items.to_vec(), check)
        };
        let ask = |title, contenders| {
            Question::new(self.options, title, Pace::Hot).per(items.len() as u64).ask(contenders)
        };
        // Entering a pool from outside is not what is asked here: leave it out where it is most of the time.
        let long = items.len() >= 100_000;
        let mut stable = vec![
            sort("std", |v, f| v.sort_by(f)),
            sort("furcate", |v, f| Ours::par_sort_by(v, f)),
            sort("rayon", |v, f| Theirs::par_sort_by(v, f)),
        ];
        stable.extend(long.then(|| alone("furcate, one thread", |v, f| Ours::par_sort_by(v, f))));
        ask(format!("{title}, stable"), stable);
        let mut unstable = vec![
            sort("std", |v, f| v.sort_unstable_by(f)),
            sort("furcate", |v, f| Ours::par_sort_unstable_by(v, f)),
            sort("rayon", |v, f| Theirs::par_sort_unstable_by(v, f)),
        ];
        unstable.extend(long.then(|| alone("furcate, one thread", |v, f| Ours::par_sort_unstable_by(v, f))));
        ask(format!("{title}, unstable"), unstable);
    }
}
