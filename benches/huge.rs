//! Sorts a hundred million u64, once each way, and checks the results: a run by hand for what no table holds.
//!
//! `cargo bench -p furcate-benches --bench huge`, with another number of items as an argument if wanted (a million with `--quick`). It takes
//! 3 times 8 bytes an item. The low half of an item is its place, so the stable sorts by the high half have one right result: the items
//! in full order. Each way has one turn, so the times are no more than an order of magnitude and a bit.

use std::time::Instant;

use furcate::prelude::*;
use furcate_benches::random;

type Sort = (&'static str, fn(&mut [u64]));

const SORTS: [Sort; 7] = [
    ("std, stable", |items| items.sort()),
    ("std, unstable", |items| items.sort_unstable()),
    ("furcate, stable", |items| items.par_sort()),
    ("furcate, stable, by the high half", |items| items.par_sort_by_key(|item| item >> 32)),
    ("furcate, unstable", |items| items.par_sort_unstable()),
    ("furcate, radix", |items| items.par_sort_radix()),
    ("furcate, radix, by the high half", |items| items.par_sort_by_radix_key(|item| (item >> 32) as u32)),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let usual = if words.iter().any(|word| word == "--quick") { 1_000_000 } else { 100_000_000 };
    let n: usize = words.iter().find_map(|word| word.parse().ok()).unwrap_or(usual);
    assert!(u32::try_from(n).is_ok(), "places are 32 bits");
    let high = random().map(|rank| rank >> 32 << 32);
    let items: Vec<u64> = high.zip(0..n as u64).map(|(rank, place)| rank | place).collect();
    let sum =
        |items: &[u64]| items.iter().fold(0, |sum: u64, item| sum.wrapping_add(item.wrapping_mul(*item)));
    let before = sum(&items);
    println!("\n{n} u64, random\n\n| sort | s | ns an item |\n|---|---:|---:|");
    let mut sorted = items.clone();
    for (name, sort) in SORTS {
        sorted.copy_from_slice(&items);
        let start = Instant::now();
        sort(&mut sorted);
        let took = start.elapsed();
        assert!(sorted.is_sorted(), "{name}: not in order");
        assert_eq!(sum(&sorted), before, "{name}: other items");
        println!("| {name} | {:.2} | {:.1} |", took.as_secs_f64(), took.as_nanos() as f64 / n as f64);
    }
}
