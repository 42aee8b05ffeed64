//! What sorting costs an item: stable and unstable, by length, pattern and type.
//!
//! `cargo bench -p furcate-benches --bench sort -- --quick`. One table for each type and sort; a row is a pattern and
//! a length, its first figure is what std's sort takes for an item, and all others are medians as parts of that. A
//! word chooses by type (`u64`), pattern (`random`), sort (`unstable`) or length (`n=1000000`). In quick mode only u64
//! has all patterns at all lengths. The slices are copied before the clock starts, and results are checked at a few
//! places.

mod patterns;

use std::mem::take;
use std::time::Duration;

use crumsort::ParCrumSort;
use furcate::ThreadPool;
use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::{Contender, Options, Pace, Question};
use rdst::RadixSort as _;
use voracious_radix_sort::{RadixKey, RadixSort as _, Radixable};

use self::patterns::{Item, PATTERNS, Pair, Total, Wide};

/// Lengths at which all patterns are sorted in quick mode: of u64, and of other types.
const LENGTHS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const OF_OTHERS: usize = 100_000;
const LONGEST: usize = 10_000_000;
/// Lengths that are too short to be shared: the whole cost of asking whether they are.
const SHORT: [usize; 5] = [10, 100, 1_000, 3_000, 10_000];

/// What rounds of one row may take in quick mode and else, once there were five.
const QUICK: Duration = Duration::from_millis(300);
const FULL: Duration = Duration::from_secs(3);

type Sort<T> = fn(&mut [T]);

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let one = pools.furcate_alone();
    let bench = Bench { options: &options, one: &one };
    bench.short(Pace::Hot);
    bench.short(Pace::After(Duration::from_millis(2)));
    bench.tables(digits::<u64, u64>());
    bench.tables(digits::<u32, u32>());
    bench.tables(digits::<Total, f64>());
    bench.tables(digits::<Pair, u64>());
    bench.tables(digits::<Wide, u64>());
    bench.tables::<String>(Vec::new());
}

/// The rivals that need more of an item than an order.
fn digits<T, K>() -> Vec<(&'static str, Sort<T>)>
where
    T: Item + Copy + Default + rdst::RadixKey + Radixable<K>,
    K: RadixKey,
{
    vec![
        ("crumsort", |items| items.par_crumsort()),
        ("rdst", |items| items.radix_sort_unstable()),
        ("voracious", |items| items.voracious_mt_sort(THREADS)),
    ]
}

struct Bench<'a> {
    options: &'a Options,
    one: &'a ThreadPool,
}

impl Bench<'_> {
    /// Slices that are too short to be shared, from outside the pool.
    fn short(&self, pace: Pace) {
        let name = if pace == Pace::Hot { "hot" } else { "after 2 ms" };
        let mut head = format!(
            "\n### Short slices of random u64 from outside the pool, {name}\n\n\
             | n | std, stable | furcate | rayon | std, unstable | furcate | rayon |\n\
             |---:|---:|---:|---:|---:|---:|---:|\n"
        );
        for n in SHORT {
            let items = (PATTERNS[0].1)(n);
            let mut row = String::new();
            for stable in [true, false] {
                let kind = if stable { "stable" } else { "unstable" };
                let question =
                    Question::new(self.options, format!("short, u64, {kind}, n={n}, {name}"), pace);
                let contenders = all(stable).into_iter().map(|(name, sort)| contender(name, &items, sort));
                let Some(medians) = question.within(self.budget()).medians(contenders.collect()) else {
                    continue;
                };
                row += &figures(&medians, 1.0);
            }
            if !row.is_empty() {
                println!("{}| {n} |{row}", take(&mut head));
            }
        }
    }

    /// The two tables of a type.
    fn tables<T: Item>(&self, rivals: Vec<(&'static str, Sort<T>)>) {
        self.table::<T>(true, &[]);
        self.table::<T>(false, &rivals);
    }

    fn table<T: Item>(&self, stable: bool, rivals: &[(&'static str, Sort<T>)]) {
        let kind = if stable { "stable" } else { "unstable" };
        let mut sorts = all::<T>(stable);
        sorts.extend_from_slice(rivals);
        let names = sorts.iter().map(|sort| sort.0).collect::<Vec<_>>().join(" | ");
        let line = "---:|".repeat(sorts.len());
        let mut head = format!(
            "\n### {}, {kind}\n\n| pattern | n | {names} | furcate, one thread |\n|---|---:|{line}---:|\n",
            T::NAME
        );
        for (pattern, make) in PATTERNS {
            for n in self.lengths(T::NAME, pattern) {
                let title = format!("{}, {kind}, {pattern}, n={n}", T::NAME);
                let items: Vec<T> = make(n).into_iter().map(T::of).collect();
                let mut contenders: Vec<_> =
                    sorts.iter().map(|&(name, sort)| contender(name, &items, sort)).collect();
                // Entering the pool of one thread is not what is asked here: std's sort does it, too.
                if n >= OF_OTHERS {
                    for (name, sort) in &sorts[..2] {
                        let call = |items: &mut Vec<T>| sorted(items, *sort);
                        contenders.push(Contender::prepared_inside(name, self.one, || items.to_vec(), call));
                    }
                }
                let question = Question::new(self.options, title, Pace::Hot);
                if let Some(mut medians) = question.within(self.budget()).medians(contenders) {
                    let one = if n < OF_OTHERS {
                        " |".into()
                    } else {
                        let alone = medians.split_off(sorts.len());
                        format!(" {:.2} |", alone[1] / alone[0])
                    };
                    println!("{}| {pattern} | {n} |{}{one}", take(&mut head), figures(&medians, n as f64));
                }
            }
        }
    }

    fn budget(&self) -> Duration {
        if self.options.quick() { QUICK } else { FULL }
    }

    fn lengths(&self, item: &str, pattern: &str) -> Vec<usize> {
        let all = LENGTHS.into_iter().chain([LONGEST]);
        match (item, pattern) {
            _ if !self.options.quick() => all.collect(),
            ("u64", "random") => all.collect(),
            ("u64", _) | (_, "random") => LENGTHS.to_vec(),
            _ => vec![OF_OTHERS],
        }
    }
}

/// std first, then those that sort whatever has an order.
fn all<T: Item>(stable: bool) -> Vec<(&'static str, Sort<T>)> {
    use furcate::prelude::ParallelSliceMut as Ours;
    use rayon::prelude::ParallelSliceMut as Theirs;
    if stable {
        vec![
            ("std", |items| items.sort()),
            ("furcate", |items| Ours::par_sort(items)),
            ("rayon", |items| Theirs::par_sort(items)),
        ]
    } else {
        vec![
            ("std", |items| items.sort_unstable()),
            ("furcate", |items| Ours::par_sort_unstable(items)),
            ("rayon", |items| Theirs::par_sort_unstable(items)),
        ]
    }
}

fn contender<'a, T: Item>(name: &'static str, items: &'a [T], sort: Sort<T>) -> Contender<'a> {
    Contender::prepared(name, || items.to_vec(), move |items| sorted(items, sort))
}

fn sorted<T: Item>(items: &mut [T], sort: Sort<T>) -> u64 {
    sort(items);
    // A few places are enough to tell a wrong order, and cost next to nothing.
    let step = items.len().div_ceil(16);
    items.iter().step_by(step).fold(0, |sum: u64, item| sum.wrapping_mul(31).wrapping_add(item.rank()))
}

/// The first one's time for each item, and the others' as parts of it.
fn figures(medians: &[f64], items: f64) -> String {
    let first = medians[0];
    let ratios = medians[1..].iter().map(|median| format!(" {:.2} |", median / first));
    std::iter::once(format!(" {:.2} ns |", first / items)).chain(ratios).collect()
}
