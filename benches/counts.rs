//! What counting how often each key comes costs, beside std's serial loop and one map for each half, by hand.
//!
//! `cargo bench -p furcate-benches --bench counts`.
//!
//! A program of its own: in a larger one the compiler inlines the hashing of a key into the serial loop only, and what is
//! compared then is that.

use std::collections::HashMap;
use std::hash::Hash;
use std::hint::black_box;

use furcate_benches::keys::{making, mix, text};
use furcate_benches::pools::Pools;
use furcate_benches::{Options, Pace, Question};

fn main() {
    let options = Options::from_args();
    let _ = Pools::set_up(&options);
    for n in [10_000, 100_000, 1_000_000] {
        let words = text(n as usize);
        counted(&options, format!("counts of words, fold and reduce, n = {n}"), &words, |word| &word[..]);
        groups(&options, n, 1_000);
        groups(&options, n, 100_000);
    }
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
