//! Items that differ widely in cost: one is half of all, cost grows with the square, the last part is heavy.
//!
//! `cargo bench -p furcate-benches --bench skew`. Contenders: serial, furcate, Rayon, orx-parallel, paralight (stealing),
//! fork_union (one index at a time).

use std::hint::black_box;
use std::time::Duration;

use furcate_benches::pools::Pools;
use furcate_benches::work::{steps_in, toil};
use furcate_benches::{Contender, Options, Pace, Question};
use paralight::threads::RangeStrategy;

/// About how long the serial loop takes.
const ALL: Duration = Duration::from_millis(4);

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let all = steps_in(ALL);
    let scaled = |costs: Vec<u64>| {
        let sum: u64 = costs.iter().sum();
        costs.into_iter().map(|cost| cost * all / sum).collect::<Vec<u64>>()
    };

    let one = |place| scaled((0..1_000).map(|index| if index == place { 999 } else { 1 }).collect());
    question(&options, pools, "one of 1000 items, the first, is half of the work", &one(0));
    question(&options, pools, "one of 1000 items, in the middle, is half of the work", &one(617));
    question(&options, pools, "one of 1000 items, the last, is half of the work", &one(999));
    question(
        &options,
        pools,
        "1000 items, cost grows with the square",
        &scaled((0..1_000).map(|i| i * i).collect()),
    );
    let tail = (0..1_600).map(|index| if index >= 1_500 { 300 } else { 1 }).collect();
    question(&options, pools, "1600 items, all of the work but a twentieth in the last 1/16", &scaled(tail));
}

fn question(options: &Options, pools: Pools, title: &str, steps: &[u64]) {
    let work = |steps: &u64| toil(*steps, *steps);
    let (orx, paralight) = (pools.orx(), pools.paralight(RangeStrategy::WorkStealing));
    let fork_union = pools.fork_union();
    for (pace, when) in [(Pace::Hot, "hot"), (Pace::After(Duration::from_millis(2)), "after 2 ms")] {
        let serial = || black_box(steps).iter().map(work).fold(0, u64::wrapping_add);
        let furcate = || {
            use furcate::prelude::*;
            black_box(steps).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
        };
        let rayon = || {
            use rayon::prelude::*;
            black_box(steps).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
        };
        let by_orx = || {
            use orx_parallel::*;
            let items = black_box(steps).par().runner(Runner::adaptive_with_pool(orx));
            items.map(work).reduce(u64::wrapping_add).unwrap_or(0)
        };
        let by_paralight = || {
            use paralight::prelude::*;
            let mut pool = paralight.borrow_mut();
            let items = black_box(steps).par_iter().with_thread_pool(&mut *pool);
            items.map(work).reduce(|| 0, u64::wrapping_add)
        };
        let each = || fork_union.sum_of_each(steps.len(), |index| work(&black_box(steps)[index]));
        let contenders = vec![
            Contender::new("serial", serial),
            Contender::new("furcate", furcate),
            Contender::new("rayon", rayon),
            Contender::new("orx-parallel", by_orx),
            Contender::new("paralight", by_paralight),
            Contender::new("fork_union", each).around(&fork_union),
        ];
        Question::new(options, format!("{title}, {when}"), pace).ask(contenders);
    }
}
