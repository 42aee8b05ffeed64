//! Inputs that sorts meet in life: each pattern as ranks, from which every tested type is made.

/// A small generator of numbers, the same in each run.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

type Make = fn(usize, &mut Random) -> Vec<u64>;

pub(crate) const PATTERNS: &[(&str, Make)] = &[
    ("random", |n, random| (0..n).map(|_| random.next()).collect()),
    ("sorted", |n, _| (0..n as u64).collect()),
    ("sorted but for the last", |n, _| (1..n as u64).chain((n > 0).then_some(0)).collect()),
    ("sorted, then random", |n, random| {
        (0..n).map(|i| if i < n / 2 { i as u64 } else { random.below(n) as u64 }).collect()
    }),
    ("reversed", |n, _| (0..n as u64).rev().collect()),
    ("reversed with equals", |n, _| (0..n as u64).rev().map(|i| i / 3).collect()),
    ("few unique", |n, random| (0..n).map(|_| random.below(5) as u64).collect()),
    ("two values", |n, random| (0..n).map(|_| random.below(2) as u64).collect()),
    ("one heavy value", |n, random| {
        (0..n).map(|_| if random.below(10) == 0 { random.below(n) } else { n / 2 } as u64).collect()
    }),
    ("zipf", |n, random| (0..n).map(|_| (n / (1 + random.below(n))) as u64).collect()),
    ("nearly sorted", |n, random| {
        let mut ranks: Vec<u64> = (0..n as u64).collect();
        for _ in 0..n / 50 {
            ranks.swap(random.below(n), random.below(n));
        }
        ranks
    }),
    ("sorted with large strays", |n, random| {
        (0..n).map(|i| if random.below(60) == 0 { n + i } else { i } as u64).collect()
    }),
    ("nearly sorted, with equals", |n, random| {
        let mut ranks: Vec<u64> = (0..n as u64).map(|i| i / 5).collect();
        for _ in 0..n / 60 {
            ranks.swap(random.below(n), random.below(n));
        }
        ranks
    }),
    ("pipe organ", |n, _| (0..n).map(|i| i.min(n - i) as u64).collect()),
    ("saw-tooth", |n, _| (0..n).map(|i| (i % (n / 7 + 1)) as u64).collect()),
    ("all equal", |n, _| vec![7; n]),
];

/// Calls `check` with each pattern at length `n`.
pub(crate) fn for_each_pattern(n: usize, mut check: impl FnMut(&str, &[u64])) {
    for (index, (name, make)) in PATTERNS.iter().enumerate() {
        let mut random = Random::new((n * 31 + index) as u64);
        check(&format!("{name}, n = {n}"), &make(n, &mut random));
    }
}
