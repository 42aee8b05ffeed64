//! What a parallel loop costs when there is little to do, and from where on it pays.
//!
//! `cargo bench -p furcate-benches --bench small`. Contenders: `std`'s iterator, furcate, Rayon, orx-parallel, paralight,
//! fork_union.

use std::hint::black_box;
use std::time::Duration;

use furcate_benches::peers::{ForkUnion, Paralight};
use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::work::cheap;
use furcate_benches::{Contender, Options, Pace, Question, repeat};
use orx_parallel::BasicPool;
use paralight::threads::RangeStrategy;

const PAUSE: Pace = Pace::After(Duration::from_millis(2));

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let all: Vec<u64> = (0..1_000_000).collect();
    from_outside(&options, pools, &all);
    from_inside(&options, pools, &all);
    crowded(&options, pools, &all);
}

/// `map(x * x + 1).sum()`, as each library has it.
mod sum {
    use super::{BasicPool, ForkUnion, Paralight, black_box, cheap};

    pub(crate) fn serial(items: &[u64]) -> u64 {
        black_box(items).iter().map(cheap).sum()
    }

    pub(crate) fn furcate(items: &[u64]) -> u64 {
        use furcate::prelude::*;
        black_box(items).par_iter().map(cheap).sum()
    }

    pub(crate) fn rayon(items: &[u64]) -> u64 {
        use rayon::prelude::*;
        black_box(items).par_iter().map(cheap).sum()
    }

    pub(crate) fn orx(items: &[u64], pool: &'static BasicPool) -> u64 {
        use orx_parallel::*;
        black_box(items).par().runner(Runner::adaptive_with_pool(pool)).map(cheap).sum()
    }

    pub(crate) fn paralight(items: &[u64], pool: &Paralight) -> u64 {
        use paralight::prelude::*;
        black_box(items).par_iter().with_thread_pool(&mut *pool.borrow_mut()).map(cheap).sum()
    }

    pub(crate) fn fork_union(items: &[u64], pool: &ForkUnion) -> u64 {
        let items = black_box(items);
        pool.sum_of_parts(items.len(), |part| items[part].iter().map(cheap).sum())
    }
}

fn from_outside(options: &Options, pools: Pools, all: &[u64]) {
    let (orx, paralight) = (pools.orx(), pools.paralight(RangeStrategy::Fixed));
    let fork_union = pools.fork_union();
    let hot = [1, 10, 100, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 1_000_000];
    let cold = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    let cases = hot.map(|n| (n, Pace::Hot, "hot")).into_iter();
    for (n, pace, when) in cases.chain(cold.map(|n| (n, PAUSE, "after 2 ms"))) {
        let items = &all[..n];
        let contenders = vec![
            Contender::new("serial", || sum::serial(items)),
            Contender::new("furcate", || sum::furcate(items)),
            Contender::new("rayon", || sum::rayon(items)),
            Contender::new("orx-parallel", || sum::orx(items, orx)),
            Contender::new("paralight", || sum::paralight(items, &paralight)),
            Contender::new("fork_union", || sum::fork_union(items, &fork_union)).around(&fork_union),
        ];
        Question::new(options, format!("map(x * x + 1).sum() from main, n = {n}, {when}"), pace)
            .ask(contenders);
    }
}

fn from_inside(options: &Options, pools: Pools, all: &[u64]) {
    let (furcate, rayon) = (pools.furcate(THREADS), pools.rayon(THREADS));
    for n in [1, 10, 100, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000] {
        let items = &all[..n];
        let contenders = vec![
            Contender::new("serial", || sum::serial(items)),
            Contender::whole("furcate", |times| furcate.install(|| repeat(times, || sum::furcate(items)))),
            Contender::whole("rayon", |times| rayon.install(|| repeat(times, || sum::rayon(items)))),
        ];
        Question::new(options, format!("map(x * x + 1).sum() inside the pool, n = {n}, hot"), Pace::Hot)
            .ask(contenders);
    }
}

/// Many more threads than processors.
fn crowded(options: &Options, pools: Pools, all: &[u64]) {
    const CROWD: usize = 8;
    let items = &all[..10_000];
    let (furcate, rayon, chili) = (pools.furcate(CROWD), pools.rayon(CROWD), pools.chili(CROWD));
    fn halves(scope: &mut chili::Scope<'_>, items: &[u64]) -> u64 {
        if items.len() <= 1_000 {
            return sum::serial(items);
        }
        let (left, right) = items.split_at(items.len() / 2);
        let (left, right) = scope.join(|scope| halves(scope, left), |scope| halves(scope, right));
        left + right
    }
    for (pace, when) in [(Pace::Hot, "hot"), (PAUSE, "after 2 ms")] {
        let contenders = vec![
            Contender::new("serial", || sum::serial(items)),
            Contender::whole("furcate", |times| furcate.install(|| repeat(times, || sum::furcate(items)))),
            Contender::whole("rayon", |times| rayon.install(|| repeat(times, || sum::rayon(items)))),
            Contender::new("chili, halves down to 1000", || halves(&mut chili.scope(), items)),
        ];
        let title = format!("map(x * x + 1).sum(), n = 10000, in a pool of {CROWD} threads, {when}");
        Question::new(options, title, pace).ask(contenders);
    }
}
