//! Keys of three kinds, and what is made of them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::hint::black_box;

use crate::Contender;

/// Different words that a text may hold.
const WORDS: usize = 100_000;

/// Spreads neighbouring numbers.
pub fn mix(n: u64) -> u64 {
    let spread = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread ^ (spread >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// So many words in a row.
pub fn text(n: usize) -> Vec<String> {
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

/// What is checked of a result without going through all of it.
pub trait Checked {
    /// What is the same for all contenders.
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
pub fn making<'a, C: Checked + 'a>(name: &'static str, make: impl Fn() -> C + 'a) -> Contender<'a> {
    Contender::prepared(
        name,
        || None,
        move |made| {
            let check = made.insert(make()).check();
            black_box(check)
        },
    )
}
