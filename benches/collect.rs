//! What collecting into maps and sets costs, beside std's serial `collect`.
//!
//! `cargo bench -p furcate-benches --bench collect`. Contenders: `std`, furcate, Rayon. The time to drop what was
//! made is left out: it is the same for all.
//!
//! Keys come in three kinds: all different, few, and words as in a text (the word of rank r comes with a share of 1/r).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::hint::black_box;

use furcate_benches::pools::Pools;
use furcate_benches::{Contender, Options, Pace, Question};

/// Different words that a text may hold.
const WORDS: usize = 100_000;

/// Steps of `toil` that take about a microsecond.
const MICROSECOND: u32 = 700;

fn main() {
    let options = Options::from_args();
    let _ = Pools::set_up(&options);
    for n in [10_000, 100_000, 1_000_000] {
        let different: Vec<u64> = (0..n).map(mix).collect();
        let few: Vec<u64> = different.iter().map(|key| key % 100).collect();
        tables(&options, "different u64", &different);
        tables(&options, "100 u64", &few);
        words(&options, n as usize);
        groups(&options, n, 1_000);
        groups(&options, n, 100_000);
        trees(&options, "different u64", &different);
        trees(&options, "100 u64", &few);
    }
}

/// Spreads neighbouring numbers.
fn mix(n: u64) -> u64 {
    let spread = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread ^ (spread >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// A chain of dependent steps, each about 1.4 ns.
fn toil(seed: u64) -> u64 {
    let mut x = seed | 1;
    for _ in 0..black_box(MICROSECOND) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    x
}

/// What is checked of a result without going through all of it.
trait Checked {
    fn check(&self) -> u64;
}

impl<K: Eq + Hash, V> Checked for HashMap<K, V> {
    fn check(&self) -> u64 {
        self.len() as u64
    }
}

impl<K: Eq + Hash> Checked for HashSet<K> {
    fn check(&self) -> u64 {
        self.len() as u64
    }
}

impl<K: Ord, V> Checked for BTreeMap<K, V> {
    fn check(&self) -> u64 {
        self.len() as u64
    }
}

impl<K: Ord> Checked for BTreeSet<K> {
    fn check(&self) -> u64 {
        self.len() as u64
    }
}

/// A contender whose result is dropped when the time has been taken.
fn making<'a, C: Checked + 'a>(name: &'static str, make: impl Fn() -> C + 'a) -> Contender<'a> {
    Contender::prepared(
        name,
        || None,
        move |made| {
            let check = made.insert(make()).check();
            black_box(check)
        },
    )
}

/// Asks for a chain that is the same for all three: `iter` is `iter()` in std, `par_iter()` in the others.
macro_rules! ask {
    ($options:expr, $title:expr, $items:expr, |$iter:ident| $chain:expr) => {{
        let items = $items;
        let serial = || {
            let $iter = black_box(items).iter();
            $chain
        };
        let furcate = || {
            use furcate::prelude::*;
            let $iter = black_box(items).par_iter();
            $chain
        };
        let rayon = || {
            use rayon::prelude::*;
            let $iter = black_box(items).par_iter();
            $chain
        };
        let contenders = vec![making("std", serial), making("furcate", furcate), making("rayon", rayon)];
        let title = format!("{}, n = {}", $title, items.len());
        Question::new($options, title, Pace::Hot).per(items.len() as u64).ask(contenders);
    }};
}

fn tables(options: &Options, keys: &str, items: &[u64]) {
    ask!(options, format!("HashMap, {keys}, cheap"), items, |iter| {
        iter.map(|&key| (key, key >> 3)).collect::<HashMap<u64, u64>>()
    });
    ask!(options, format!("HashSet, {keys}, cheap, some filtered out"), items, |iter| {
        iter.copied().filter(|key| key % 3 > 0).collect::<HashSet<u64>>()
    });
    if items.len() <= 10_000 {
        ask!(options, format!("HashMap, {keys}, 1 us each"), items, |iter| {
            iter.map(|&key| (key, toil(key))).collect::<HashMap<u64, u64>>()
        });
    }
}

fn trees(options: &Options, keys: &str, items: &[u64]) {
    ask!(options, format!("BTreeMap, {keys}, cheap"), items, |iter| {
        iter.map(|&key| (key, key >> 3)).collect::<BTreeMap<u64, u64>>()
    });
    ask!(options, format!("BTreeSet, {keys}, cheap"), items, |iter| iter.copied().collect::<BTreeSet<u64>>());
}

/// So many words in a row.
fn text(n: usize) -> Vec<String> {
    let mut shares: Vec<f64> = (1..=WORDS).map(|rank| 1.0 / rank as f64).collect();
    let mut sum = 0.0;
    for share in &mut shares {
        sum += *share;
        *share = sum;
    }
    let word = |n| {
        let at = (mix(n) >> 11) as f64 / (1u64 << 53) as f64 * sum;
        format!("word{}", mix(shares.partition_point(|&up_to| up_to < at) as u64) >> 40)
    };
    (0..n as u64).map(word).collect()
}

fn words(options: &Options, n: usize) {
    let text = &text(n)[..];
    ask!(options, "HashMap, words, last place", text, |iter| {
        iter.map(|word| (word.clone(), word.len())).collect::<HashMap<String, usize>>()
    });
    ask!(options, "HashSet, words", text, |iter| iter.map(String::as_str).collect::<HashSet<&str>>());
    let title = format!("counts of words, fold and reduce, n = {n}");
    counted(options, title, text, |word| &word[..]);
}

/// Numbers below `keys`, small ones more often: each doubling of the number halves its share.
fn groups(options: &Options, n: u64, keys: u64) {
    let place = |n| (mix(n) >> 11) as f64 / (1u64 << 53) as f64;
    let items: Vec<u64> = (0..n).map(|n| (keys as f64).powf(place(n)) as u64).collect();
    counted(options, format!("counts of {keys} numbers, fold and reduce, n = {n}"), &items, |&key| key);
}

/// How often each key comes: as people write it, and with one map for each half, by hand.
fn counted<'a, T: Sync, K: Eq + Hash + Send>(
    options: &Options,
    title: String,
    items: &'a [T],
    key: impl Fn(&'a T) -> K + Copy + Sync + Send,
) {
    let add = |mut left: HashMap<K, u32>, right: HashMap<K, u32>| {
        for (key, count) in right {
            *left.entry(key).or_insert(0) += count;
        }
        left
    };
    let serial = |items: &'a [T]| {
        let mut counts = HashMap::new();
        for item in items {
            *counts.entry(key(item)).or_insert(0) += 1;
        }
        counts
    };
    /// Closures of its own for each contender: one that is used twice would be inlined nowhere.
    macro_rules! counting {
        ($prelude:ident) => {
            || {
                use $prelude::prelude::*;
                let count = |mut counts: HashMap<K, u32>, item| {
                    *counts.entry(key(item)).or_insert(0) += 1;
                    counts
                };
                black_box(items).par_iter().fold(HashMap::new, count).reduce(HashMap::new, add)
            }
        };
    }
    let by_hand = || {
        let (left, right) = black_box(items).split_at(items.len() / 2);
        let (left, right) = furcate::join(|| serial(left), || serial(right));
        add(left, right)
    };
    let contenders = vec![
        making("serial", || serial(black_box(items))),
        making("furcate", counting!(furcate)),
        making("rayon", counting!(rayon)),
        making("two halves by hand", by_hand),
    ];
    Question::new(options, title, Pace::Hot).per(items.len() as u64).ask(contenders);
}
