//! What a radix sort costs an item, beside sorts by comparisons and other radix sorts.
//!
//! `cargo bench -p furcate-benches --bench radix -- --quick`. A row is a kind of keys and a length; its first figure is what
//! furcate's radix sort takes for an item, and all others are medians as parts of that: above 1 they are slower. The sorts by
//! comparisons use the same keys. rdst and voracious_radix_sort work in Rayon's global pool. A word chooses by type (`u64`),
//! pattern (`random`) or length (`n=1000000`). The slices are copied before the clock starts, and results are checked
//! at a few places.

use std::mem::take;
use std::time::Duration;

use furcate::prelude::*;
use furcate::slice::RadixKey;
use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::{Contender, Options, Pace, Question, random};
use rdst::RadixSort as _;
use voracious_radix_sort::{RadixSort as _, Radixable};

/// Lengths at which random `u64` are sorted, those for other patterns of them, and for other types.
const LENGTHS: [usize; 10] = [30, 100, 200, 300, 1_000, 10_000, 30_000, 100_000, 1_000_000, 10_000_000];
const PATTERN_LENGTHS: [usize; 3] = [1_000, 30_000, 1_000_000];
const TYPE_LENGTHS: [usize; 2] = [10_000, 1_000_000];
/// From here on there is a pool of one thread, too. Entering it from outside is not what is asked here.
const ALONE: usize = 30_000;

/// What rounds of one row may take in quick mode and else, once there were five.
const QUICK: Duration = Duration::from_millis(300);
const FULL: Duration = Duration::from_secs(3);

type Make = fn(usize) -> Vec<u64>;

const PATTERNS: [(&str, Make); 12] = [
    ("zipf", |n| random().map(|x| n as u64 / (1 + x % n as u64)).take(n).collect()),
    ("few unique", |n| random().map(|x| x % 16).take(n).collect()),
    ("few unique, far apart", |n| {
        random().map(|x| (x % 16).wrapping_mul(0x9E37_79B9_7F4A_7C15)).take(n).collect()
    }),
    ("all equal", |n| vec![7; n]),
    ("one hot prefix", |n| {
        random().map(|x| if x % 10 == 0 { x } else { x >> 32 | 7 << 32 }).take(n).collect()
    }),
    ("one hot value", |n| random().map(|x| if x % 10 == 0 { x } else { 1 << 60 }).take(n).collect()),
    ("low entropy above", |n| random().map(|x| x & 0x0101_0101_FFFF_FFFF).take(n).collect()),
    ("sorted", |n| (0..n as u64).collect()),
    ("reversed", |n| (0..n as u64).rev().collect()),
    ("nearly sorted", |n| {
        let mut ranks: Vec<u64> = (0..n as u64).collect();
        let places: Vec<usize> = random().map(|x| (x % n as u64) as usize).take(n / 50).collect();
        places.chunks_exact(2).for_each(|pair| ranks.swap(pair[0], pair[1]));
        ranks
    }),
    ("pipe organ", |n| (0..n).map(|i| i.min(n - i) as u64).collect()),
    ("saw-tooth", |n| (0..n).map(|i| (i % (n / 10 + 1)) as u64).collect()),
];

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let one = pools.furcate(1);
    let head = "\n| keys | n | furcate, radix | one thread | std, unstable | furcate, unstable | furcate, stable | rdst | \
                voracious |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    let mut bench = Bench { options: &options, one: &one, head: head.into() };
    for n in LENGTHS {
        bench.row_with_rivals("u64, random", &random().take(n).collect::<Vec<_>>());
    }
    for (pattern, make) in PATTERNS {
        for n in PATTERN_LENGTHS {
            bench.row_with_rivals(&format!("u64, {pattern}"), &make(n));
        }
    }
    for n in TYPE_LENGTHS {
        let ranks: Vec<u64> = random().take(n).collect();
        bench.row_with_rivals("u32", &ranks.iter().map(|&rank| (rank >> 32) as u32).collect::<Vec<_>>());
        bench.row_with_rivals("i64", &ranks.iter().map(|&rank| rank as i64).collect::<Vec<_>>());
        let long: Vec<u128> = ranks.iter().map(|&rank| u128::from(rank) << 64 | u128::from(!rank)).collect();
        bench.row_with_rivals("u128", &long);
        let bytes: Vec<[u8; 16]> = ranks.iter().map(|&rank| (u128::from(rank) << 8).to_be_bytes()).collect();
        bench.row("16 bytes, the first 7 equal", &bytes, |&key| key, Vec::new());
        let pairs: Vec<(u64, u64)> = ranks.iter().map(|&rank| (rank, 0)).collect();
        bench.row("pairs by first", &pairs, |pair| pair.0, Vec::new());
        let wide: Vec<[u64; 8]> = ranks.iter().map(|&rank| [rank; 8]).collect();
        bench.row("64 bytes by key", &wide, |row| row[0], Vec::new());
    }
}

struct Bench<'a> {
    options: &'a Options,
    one: &'a furcate::ThreadPool,
    /// What is still to be printed before the first row.
    head: String,
}

impl Bench<'_> {
    /// A row of keys that the other radix sorts know, too.
    fn row_with_rivals<T>(&mut self, title: &str, items: &[T])
    where
        T: RadixKey + Ord + Copy + Send + Sync + rdst::RadixKey,
        T: voracious_radix_sort::RadixKey + Radixable<T, Key = T>,
    {
        let rivals = vec![
            contender("rdst", items, |&key| key, |v| v.radix_sort_unstable()),
            contender("voracious", items, |&key| key, |v| v.voracious_mt_sort(THREADS)),
        ];
        self.row(title, items, |&key| key, rivals);
    }

    /// A row of items with a key.
    fn row<T, K, F>(&mut self, title: &str, items: &[T], key: F, rivals: Vec<Contender<'_>>)
    where
        T: Copy + Send + Sync,
        K: RadixKey + Ord,
        F: Fn(&T) -> K + Copy + Send + Sync,
    {
        let n = items.len();
        let mut contenders = vec![contender("furcate, radix", items, key, |v| v.par_sort_by_radix_key(key))];
        let alone = n >= ALONE;
        if alone {
            let sort = |v: &mut Vec<T>| self.one.install(|| v.par_sort_by_radix_key(key));
            contenders.push(contender("one thread", items, key, sort));
        }
        contenders.push(contender("std, unstable", items, key, |v| v.sort_unstable_by_key(key)));
        contenders.push(contender("furcate, unstable", items, key, |v| v.par_sort_unstable_by_key(key)));
        contenders.push(contender("furcate, stable", items, key, |v| v.par_sort_by_key(key)));
        contenders.extend(rivals);
        let budget = if self.options.quick() { QUICK } else { FULL };
        let question = Question::new(self.options, format!("{title}, n={n}"), Pace::Hot).within(budget);
        let Some(medians) = question.medians(contenders) else { return };
        let ratios = medians[1..].iter().map(|median| format!(" {:.2} |", median / medians[0]));
        let figures: String = (!alone).then(|| " |".into()).into_iter().chain(ratios).collect();
        println!("{}| {title} | {n} | {:.2} ns |{figures}", take(&mut self.head), medians[0] / n as f64);
    }
}

/// Whose result is checked by a few keys: as many as tell a wrong order, and cost next to nothing.
fn contender<'a, T, K>(
    name: &'static str,
    items: &'a [T],
    key: impl Fn(&T) -> K + 'a,
    sort: impl Fn(&mut Vec<T>) + 'a,
) -> Contender<'a>
where
    T: Copy,
    K: RadixKey + Ord,
{
    let call = move |items: &mut Vec<T>| {
        sort(items);
        let step = items.len().div_ceil(16);
        u64::from(items.iter().step_by(step).is_sorted_by_key(&key))
    };
    Contender::prepared(name, || items.to_vec(), call)
}
