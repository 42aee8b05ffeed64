//! What selection, partition, merging and the look for order cost an item, beside the serial way with std.
//!
//! `cargo bench -p furcate-benches --bench select -- --quick`. A word chooses by operation (`partition`), pattern
//! (`random`) or length (`n=1000000`). Slices are copied before the clock starts. Where std has no such method, the serial
//! way is what a user of std writes: a loop with two ends for a partition in place, `sort` for two sorted neighbours
//! (which finds them), a loop over two iterators for a merge. Compare *one thread* with std in a pool: both run beside the
//! thread that made the copy, and pay for bringing it over.

use std::hint::black_box;

use furcate::ThreadPool;
use furcate::prelude::*;
use furcate_benches::pools::Pools;
use furcate_benches::{Contender, Options, Pace, Question, random};

const LENGTHS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let one = pools.furcate(1);
    let bench = Bench { options: &options, one: &one };
    for n in LENGTHS {
        bench.select("random", n / 2, &random().take(n).collect::<Vec<_>>());
        bench.select("random, near the front", n / 100, &random().take(n).collect::<Vec<_>>());
        bench.select("random, the least", 0, &random().take(n).collect::<Vec<_>>());
        bench.select("16 values", n / 2, &random().map(|x| x % 16).take(n).collect::<Vec<_>>());
        bench.select("all equal", n / 2, &vec![7u64; n]);
        bench.select("sorted", n / 2, &(0..n as u64).collect::<Vec<_>>());
        bench.select(
            "nearly one value",
            n / 2,
            &random().map(|x| x % 20 / 19 * x).take(n).collect::<Vec<_>>(),
        );
        bench.partition("random", &random().take(n).collect::<Vec<_>>());
        bench.partition("in order", &(0..n as u64).map(|x| (x >= n as u64 / 2).into()).collect::<Vec<_>>());
        bench.look("sorted", &(0..n as u64).collect::<Vec<_>>());
        let broken: Vec<u64> = (0..n as u64).map(|x| if x == n as u64 / 8 { 0 } else { x }).collect();
        bench.look("broken after an eighth", &broken);
        let mut halves: Vec<u64> = random().take(n).collect();
        halves[..n / 2].sort_unstable();
        halves[n / 2..].sort_unstable();
        bench.merge("random", &halves, n / 2);
        let mut tail: Vec<u64> = (0..n as u64).collect();
        let start = n - n / 64;
        tail[start..].iter_mut().zip(random()).for_each(|(item, x)| *item = x % n as u64);
        tail[start..].sort_unstable();
        bench.merge("a new tail", &tail, start);
    }
    for n in [10_000, 100_000] {
        let texts: Vec<String> = random().take(n).map(|x| x.to_string()).collect();
        bench.select("String, random", n / 2, &texts);
        let mut sorted = texts.clone();
        sorted.sort();
        bench.look("String, sorted", &sorted);
        let wide: Vec<[u64; 8]> = random().take(n).map(|x| [x; 8]).collect();
        bench.select("64 bytes, random", n / 2, &wide);
    }
}

struct Bench<'a> {
    options: &'a Options,
    one: &'a ThreadPool,
}

impl<'a> Bench<'a> {
    fn ask(&self, title: String, n: usize, contenders: Vec<Contender<'_>>) {
        Question::new(self.options, title, Pace::Hot).per(n as u64).ask(contenders);
    }

    /// The serial way, furcate, and furcate in a pool of one thread, each on a copy of the items.
    fn on_copies<T: Clone + Send + Sync>(
        &self,
        title: String,
        items: &[T],
        serial: fn(&mut [T], usize) -> u64,
        ours: fn(&mut [T], usize) -> u64,
        at: usize,
    ) {
        let contender = |name, run: fn(&mut [T], usize) -> u64| {
            Contender::prepared(name, || items.to_vec(), move |items: &mut Vec<T>| run(items, at))
        };
        let mut contenders = vec![contender("serial, std", serial), contender("furcate", ours)];
        // Entering a pool from outside is not what is asked here: leave it out where it is most of the time.
        if items.len() >= 100_000 {
            for (name, run) in [("serial, std, in a pool", serial), ("furcate, one thread", ours)] {
                let alone = move |items: &mut Vec<T>| self.one.install(|| run(items, at));
                contenders.push(Contender::prepared(name, || items.to_vec(), alone));
            }
        }
        self.ask(format!("{title}, n={}", items.len()), items.len(), contenders);
    }

    fn select<T: Ord + Clone + Send + Sync>(&self, pattern: &str, index: usize, items: &[T]) {
        let serial = |items: &mut [T], index: usize| {
            black_box(items.select_nth_unstable(index));
            0
        };
        let ours = |items: &mut [T], index: usize| {
            black_box(items.par_select_nth_unstable(index));
            0
        };
        self.on_copies(format!("select, {pattern}"), items, serial, ours, index);
    }

    fn partition(&self, pattern: &str, items: &[u64]) {
        let in_place = |items: &mut [u64], _| {
            let (mut start, mut end) = (0, items.len());
            while let Some(right) = items[start..end].iter().position(|x| x % 2 != 0) {
                start += right;
                let Some(left) = items[start..end].iter().rposition(|x| x % 2 == 0) else { break };
                end = start + left;
                items.swap(start, end);
                start += 1;
            }
            start as u64
        };
        let ours = |items: &mut [u64], _| items.par_partition_in_place(|x| x % 2 == 0) as u64;
        self.on_copies(format!("partition in place, {pattern}"), items, in_place, ours, 0);
        let stable = |items: &mut [u64], _| {
            let (left, right): (Vec<u64>, Vec<u64>) = items.iter().partition(|&x| x % 2 == 0);
            items[..left.len()].copy_from_slice(&left);
            items[left.len()..].copy_from_slice(&right);
            left.len() as u64
        };
        let ours = |items: &mut [u64], _| items.par_partition_in_place_stable(|x| x % 2 == 0) as u64;
        self.on_copies(format!("stable partition, {pattern}"), items, stable, ours, 0);
    }

    fn look<T: Ord + Sync>(&self, pattern: &str, items: &[T]) {
        let contenders = vec![
            Contender::new("serial, std", || u64::from(black_box(items).is_sorted())),
            Contender::new("furcate", || u64::from(black_box(items).par_is_sorted())),
            Contender::whole("furcate, one thread", |times| {
                let look = || u64::from(black_box(items).par_is_sorted());
                self.one.install(|| furcate_benches::repeat(times, look))
            }),
        ];
        self.ask(format!("look for order, {pattern}, n={}", items.len()), items.len(), contenders);
    }

    fn merge(&self, pattern: &str, items: &[u64], mid: usize) {
        let serial = |items: &mut [u64], _| {
            items.sort();
            items[items.len() / 3]
        };
        let ours = |items: &mut [u64], mid| {
            items.par_merge_in_place(mid);
            items[items.len() / 3]
        };
        self.on_copies(format!("merge in place, {pattern}"), items, serial, ours, mid);

        let (left, right) = items.split_at(mid);
        let result = |merged: Vec<u64>| merged[merged.len() / 3];
        let contenders = vec![
            Contender::new("serial, loop", || result(merge_serially(black_box(left), black_box(right)))),
            Contender::new("serial, std sort of both", || {
                let mut both = [left, right].concat();
                both.sort();
                result(both)
            }),
            Contender::new("furcate", || result(left.par_merge(right).copied().collect())),
            Contender::whole("furcate, one thread", |times| {
                let merge = || result(left.par_merge(right).copied().collect());
                self.one.install(|| furcate_benches::repeat(times, merge))
            }),
        ];
        self.ask(format!("merge into a vector, {pattern}, n={}", items.len()), items.len(), contenders);
    }
}

/// The plain merge of two sorted slices.
fn merge_serially(mut left: &[u64], mut right: &[u64]) -> Vec<u64> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(&ours), Some(&theirs)) = (left.first(), right.first()) {
        if theirs < ours {
            merged.push(theirs);
            right = &right[1..];
        } else {
            merged.push(ours);
            left = &left[1..];
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    merged
}
