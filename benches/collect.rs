//! What collecting into maps and sets costs, beside std's serial `collect`.
//!
//! `cargo bench -p furcate-benches --bench collect`. Contenders: `std`, furcate, Rayon. The time to drop what was
//! made is left out: it is the same for all.
//!
//! Keys come in three kinds: all different, few, and words as in a text (the word of rank r comes with a share of 1/r).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hint::black_box;

use furcate_benches::keys::{making, mix, text};
use furcate_benches::pools::Pools;
use furcate_benches::{Options, Pace, Question};

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
        trees(&options, "different u64", &different);
        trees(&options, "100 u64", &few);
    }
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

fn words(options: &Options, n: usize) {
    let text = &text(n)[..];
    ask!(options, "HashMap, words, last place", text, |iter| {
        iter.map(|word| (word.clone(), word.len())).collect::<HashMap<String, usize>>()
    });
    ask!(options, "HashSet, words", text, |iter| iter.map(String::as_str).collect::<HashSet<&str>>());
}
