//! What it costs to have more workers than processors.
//!
//! `cargo bench -p furcate-benches --bench oversubscribed`. The bar: with 4, 8 and 16 workers on two CPUs at most 1.1 times the
//! time with 2. Contenders: no library, furcate and Rayon, each in pools of 2 to 16 threads.
//!
//! And what it costs that a waiter runs only what it may: trees that split anywhere and whose leaves cost anything, with each rule of
//! `ThreadPoolBuilder::waiting`.

use std::hint::black_box;

use furcate::Waiting;
use furcate_benches::pools::Pools;
use furcate_benches::{Contender, Options, Pace, Question, repeat};

/// The least pool is the one that the others are compared with.
const POOLS: [(usize, &str, &str); 4] = [
    (2, "furcate, 2 workers", "rayon, 2 workers"),
    (4, "furcate, 4 workers", "rayon, 4 workers"),
    (8, "furcate, 8 workers", "rayon, 8 workers"),
    (16, "furcate, 16 workers", "rayon, 16 workers"),
];

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    ask(
        &options,
        pools,
        "tree of joins, 16,384 leaves of 0.2 us",
        [tree::serial, tree::furcate, tree::rayon],
    );
    ask(&options, pools, "map and sum of 10,000 cheap items", [sum::serial, sum::furcate, sum::rayon]);
    ask_waiters(&options, pools);
}

fn ask_waiters(options: &Options, pools: Pools) {
    const RULES: [(usize, Waiting, &str); 6] = [
        (2, Waiting::Descendants, "furcate, 2 workers, descendants"),
        (2, Waiting::SameRoot, "furcate, 2 workers, same root"),
        (2, Waiting::Any, "furcate, 2 workers, any"),
        (8, Waiting::Descendants, "furcate, 8 workers, descendants"),
        (8, Waiting::SameRoot, "furcate, 8 workers, same root"),
        (8, Waiting::Any, "furcate, 8 workers, any"),
    ];
    let rayon = pools.rayon(2);
    let mut contenders = vec![Contender::new("serial", irregular::serial)];
    contenders.extend(RULES.map(|(threads, waiting, name)| {
        let pool = pools.furcate_waiting(threads, waiting);
        Contender::whole(name, move |times| pool.install(|| repeat(times, irregular::furcate)))
    }));
    contenders.push(Contender::whole("rayon, 2 workers", move |times| {
        rayon.install(|| repeat(times, irregular::rayon))
    }));
    Question::new(options, "irregular tree of joins, 1,024 leaves", Pace::Hot).ask(contenders);
}

fn ask(options: &Options, pools: Pools, title: &str, calls: [fn() -> u64; 3]) {
    let [serial, furcate, rayon] = calls;
    let mut contenders = vec![Contender::new("serial", serial)];
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for (threads, name, rival) in POOLS {
        let (pool, rival_pool) = (pools.furcate(threads), pools.rayon(threads));
        ours.push(Contender::whole(name, move |times| pool.install(|| repeat(times, furcate))));
        theirs.push(Contender::whole(rival, move |times| rival_pool.install(|| repeat(times, rayon))));
    }
    contenders.extend(ours);
    contenders.extend(theirs);
    Question::new(options, title, Pace::Hot).ask(contenders);
}

mod tree {
    use super::black_box;

    const LEAVES: u64 = 16_384;

    fn leaf(number: u64) -> u64 {
        (0..500).fold(number, |sum, step| black_box(sum ^ step))
    }

    fn walk(from: u64, to: u64, join: fn(u64, u64, u64) -> (u64, u64)) -> u64 {
        if to - from == 1 {
            return leaf(from);
        }
        let (left, right) = join(from, from + (to - from) / 2, to);
        left.wrapping_add(right)
    }

    fn one_after_the_other(from: u64, middle: u64, to: u64) -> (u64, u64) {
        (walk(from, middle, one_after_the_other), walk(middle, to, one_after_the_other))
    }

    fn in_furcate(from: u64, middle: u64, to: u64) -> (u64, u64) {
        furcate::join(|| walk(from, middle, in_furcate), || walk(middle, to, in_furcate))
    }

    fn in_rayon(from: u64, middle: u64, to: u64) -> (u64, u64) {
        rayon::join(|| walk(from, middle, in_rayon), || walk(middle, to, in_rayon))
    }

    pub(crate) fn serial() -> u64 {
        walk(0, LEAVES, one_after_the_other)
    }

    pub(crate) fn furcate() -> u64 {
        walk(0, LEAVES, in_furcate)
    }

    pub(crate) fn rayon() -> u64 {
        walk(0, LEAVES, in_rayon)
    }
}

mod irregular {
    use super::black_box;

    const LEAVES: u64 = 1_024;

    /// Half of the leaves take up to 1 us, a quarter four times as much, and so on three times.
    fn leaf(number: u64) -> u64 {
        let draw = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let steps = (draw % 2_500) << (2 * (draw >> 16).trailing_zeros().min(3));
        (0..steps).fold(number, |sum, step| black_box(sum ^ step))
    }

    fn walk(from: u64, to: u64, join: fn(u64, u64, u64) -> (u64, u64)) -> u64 {
        if to - from == 1 {
            return leaf(from);
        }
        let draw = (from ^ (to << 20)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let (left, right) = join(from, from + 1 + draw % (to - from - 1), to);
        left.wrapping_add(right)
    }

    fn one_after_the_other(from: u64, middle: u64, to: u64) -> (u64, u64) {
        (walk(from, middle, one_after_the_other), walk(middle, to, one_after_the_other))
    }

    fn in_furcate(from: u64, middle: u64, to: u64) -> (u64, u64) {
        furcate::join(|| walk(from, middle, in_furcate), || walk(middle, to, in_furcate))
    }

    fn in_rayon(from: u64, middle: u64, to: u64) -> (u64, u64) {
        rayon::join(|| walk(from, middle, in_rayon), || walk(middle, to, in_rayon))
    }

    pub(crate) fn serial() -> u64 {
        walk(0, LEAVES, one_after_the_other)
    }

    pub(crate) fn furcate() -> u64 {
        walk(0, LEAVES, in_furcate)
    }

    pub(crate) fn rayon() -> u64 {
        walk(0, LEAVES, in_rayon)
    }
}

mod sum {
    use super::black_box;

    fn items() -> u64 {
        black_box(10_000)
    }

    fn cheap(n: u64) -> u64 {
        n.wrapping_mul(n) ^ (n >> 3)
    }

    pub(crate) fn serial() -> u64 {
        (0..items()).map(cheap).sum()
    }

    pub(crate) fn furcate() -> u64 {
        use furcate::prelude::*;
        (0..items()).into_par_iter().map(cheap).sum()
    }

    pub(crate) fn rayon() -> u64 {
        use rayon::prelude::*;
        (0..items()).into_par_iter().map(cheap).sum()
    }
}
