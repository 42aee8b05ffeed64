//! What a parallel iterator costs when there is little to do, and from where on it pays.
//!
//! `cargo bench -p furcate-benches --bench small`. Contenders: `std`'s iterator, furcate, Rayon.

use std::hint::black_box;
use std::time::Duration;

use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::{Contender, Options, Pace, Question, repeat};

const PAUSE: Pace = Pace::After(Duration::from_millis(2));

/// A few instructions, and nothing that a sum over a range could be folded into.
fn spread(item: &u64) -> u64 {
    item.wrapping_mul(*item) ^ (item >> 3)
}

mod cheap {
    use super::{black_box, spread};

    pub(crate) fn serial(items: &[u64]) -> u64 {
        black_box(items).iter().map(spread).fold(0, u64::wrapping_add)
    }

    pub(crate) fn furcate(items: &[u64]) -> u64 {
        use furcate::prelude::*;
        black_box(items).par_iter().map(spread).reduce(|| 0, u64::wrapping_add)
    }

    pub(crate) fn rayon(items: &[u64]) -> u64 {
        use rayon::prelude::*;
        black_box(items).par_iter().map(spread).reduce(|| 0, u64::wrapping_add)
    }
}

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    hundred(&options);
    sweep(&options, pools);
    heavy(&options);
}

/// The smallest thing that people write: it should not cost more than the loop it replaces.
fn hundred(options: &Options) {
    let items = [1u64; 100];
    let serial = || black_box(&items).iter().map(|item| item + 1).sum::<u64>();
    let furcate = || {
        use furcate::prelude::*;
        black_box(&items).par_iter().map(|item| item + 1).sum::<u64>()
    };
    let rayon = || {
        use rayon::prelude::*;
        black_box(&items).par_iter().map(|item| item + 1).sum::<u64>()
    };
    for (pace, when) in [(Pace::Hot, "hot"), (PAUSE, "after 2 ms")] {
        let contenders = vec![
            Contender::new("serial", serial),
            Contender::new("furcate", furcate),
            Contender::new("rayon", rayon),
        ];
        let title = format!("[1u64; 100].par_iter().map(..).sum() from main, {when}");
        Question::new(options, title, pace).ask(contenders);
    }
}

fn sweep(options: &Options, pools: Pools) {
    let (inside, beside) = (pools.furcate(THREADS), pools.rayon(THREADS));
    let all: Vec<u64> = (0..1_000_000).collect();
    for power in 0..=6 {
        let items = &all[..10usize.pow(power)];
        let n = items.len();
        let contenders = vec![
            Contender::new("serial", || cheap::serial(items)),
            Contender::new("furcate", || cheap::furcate(items)),
            Contender::new("rayon", || cheap::rayon(items)),
            Contender::whole("furcate, inside the pool", |times| {
                inside.install(|| repeat(times, || cheap::furcate(items)))
            }),
            Contender::whole("rayon, inside the pool", |times| {
                beside.install(|| repeat(times, || cheap::rayon(items)))
            }),
        ];
        Question::new(options, format!("cheap items, n = {n}, from main, hot"), Pace::Hot).ask(contenders);
    }
    for power in [4, 5, 6] {
        let items = &all[..10usize.pow(power)];
        let n = items.len();
        let contenders = vec![
            Contender::new("serial", || cheap::serial(items)),
            Contender::new("furcate", || cheap::furcate(items)),
            Contender::new("rayon", || cheap::rayon(items)),
        ];
        Question::new(options, format!("cheap items, n = {n}, from main, after 2 ms"), PAUSE).ask(contenders);
    }
}

/// A chain of dependent steps, about 1 ns each: no instruction of it can run ahead.
fn toil(seed: u64, steps: u32) -> u64 {
    let mut x = seed | 1;
    for _ in 0..steps {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    x
}

/// Few items, each worth sharing.
fn heavy(options: &Options) {
    const STEPS: u32 = 50_000;
    for count in [2u64, 8] {
        let items: Vec<u64> = (1..=count).collect();
        let work = |item: &u64| toil(*item, black_box(STEPS));
        let serial = || black_box(&items).iter().map(work).fold(0, u64::wrapping_add);
        let furcate = || {
            use furcate::prelude::*;
            black_box(&items).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
        };
        let rayon = || {
            use rayon::prelude::*;
            black_box(&items).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
        };
        for (pace, when) in [(Pace::Hot, "hot"), (PAUSE, "after 2 ms")] {
            let contenders = vec![
                Contender::new("serial", serial),
                Contender::new("furcate", furcate),
                Contender::new("rayon", rayon),
            ];
            Question::new(options, format!("heavy items, n = {count}, from main, {when}"), pace)
                .ask(contenders);
        }
    }
}
