//! Long loops of cheap items, through the adapters and terminals that lose most when each item is passed on alone.
//!
//! `cargo bench -p furcate-benches --bench loops`. Contenders: `std`'s iterator, furcate, Rayon; orx-parallel, paralight
//! and fork_union where they can express it.

use std::hint::black_box;

use furcate_benches::peers::Paralight;
use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::work::cheap;
use furcate_benches::{Contender, Options, Pace, Question};
use orx_parallel::BasicPool;
use paralight::threads::RangeStrategy;

const N: usize = 1_000_000;

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let items: Vec<u64> = (0..N as u64).collect();
    let (orx, paralight) = (pools.orx(), pools.paralight(RangeStrategy::Fixed));
    in_place(&options, pools, orx, &paralight);
    filtered(&options, &items, orx);
    flat(&options, orx);
    searched(&options, &items, orx, &paralight);
    bridged(&options, orx);
    spawned(&options, pools);
}

/// Writes through shared references: each contender changes the same items, so that the results go on equal.
fn in_place(options: &Options, pools: Pools, orx: &'static BasicPool, paralight: &Paralight) {
    let made = || vec![0u64; N];
    let add = |item: &mut u64| *item += 1;
    let serial = |items: &mut Vec<u64>| {
        black_box(items).iter_mut().for_each(add);
        1
    };
    let furcate = |items: &mut Vec<u64>| {
        use furcate::prelude::*;
        black_box(items).par_iter_mut().for_each(add);
        1
    };
    let rayon = |items: &mut Vec<u64>| {
        use rayon::prelude::*;
        black_box(items).par_iter_mut().for_each(add);
        1
    };
    let by_orx = |items: &mut Vec<u64>| {
        use orx_parallel::*;
        black_box(items).par_mut().runner(Runner::adaptive_with_pool(orx)).for_each(add);
        1
    };
    let by_paralight = |items: &mut Vec<u64>| {
        use paralight::prelude::*;
        black_box(items).par_iter_mut().with_thread_pool(&mut *paralight.borrow_mut()).for_each(add);
        1
    };
    let fork_union = pools.fork_union();
    let by_fork_union = |items: &mut Vec<u64>| {
        fork_union.change_parts(black_box(items), |part| part.iter_mut().for_each(add));
        1
    };
    let contenders = vec![
        Contender::changing("serial", made, serial),
        Contender::changing("furcate", made, furcate),
        Contender::changing("rayon", made, rayon),
        Contender::changing("orx-parallel", made, by_orx),
        Contender::changing("paralight", made, by_paralight),
        Contender::changing("fork_union", made, by_fork_union).around(&fork_union),
    ];
    Question::new(options, format!("for_each(+= 1) over {N} items from main, hot"), Pace::Hot)
        .ask(contenders);
}

/// Looks at some places of what was collected, and drops it: its destruction is part of the work, as its making is.
fn digest(items: &[u64]) -> u64 {
    let ends = items.first().zip(items.last()).map_or(0, |(first, last)| first ^ last);
    ends.wrapping_add(items[items.len() / 2]).wrapping_add(items.len() as u64)
}

fn filtered(options: &Options, items: &[u64], orx: &'static BasicPool) {
    let wanted = |item: &u64| item % 3 != 0;
    let serial = |items: &[u64]| digest(&items.iter().copied().filter(wanted).collect::<Vec<u64>>());
    let furcate = |items: &[u64]| {
        use furcate::prelude::*;
        digest(&items.par_iter().copied().filter(wanted).collect::<Vec<u64>>())
    };
    let rayon = |items: &[u64]| {
        use rayon::prelude::*;
        digest(&items.par_iter().copied().filter(wanted).collect::<Vec<u64>>())
    };
    let by_orx = |items: &[u64]| {
        use orx_parallel::*;
        let kept = items.par().runner(Runner::adaptive_with_pool(orx)).copied().filter(wanted);
        digest(&kept.collect::<Vec<u64>>())
    };
    for n in [10_000, 100_000, N] {
        let items = &items[..n];
        let contenders = vec![
            Contender::new("serial", || serial(black_box(items))),
            Contender::new("furcate", || furcate(black_box(items))),
            Contender::new("rayon", || rayon(black_box(items))),
            Contender::new("orx-parallel", || by_orx(black_box(items))),
        ];
        Question::new(options, format!("filter 2 of 3, collect, {n} items from main, hot"), Pace::Hot)
            .ask(contenders);
    }
}

fn flat(options: &Options, orx: &'static BasicPool) {
    const OUTER: u64 = 100_000;
    const INNER: u64 = 10;
    let tenfold = |item: u64| item * INNER..(item + 1) * INNER;
    let serial = || digest(&(0..black_box(OUTER)).flat_map(tenfold).collect::<Vec<u64>>());
    let furcate = || {
        use furcate::prelude::*;
        digest(&(0..black_box(OUTER)).into_par_iter().flat_map(tenfold).collect::<Vec<u64>>())
    };
    let furcate_iter = || {
        use furcate::prelude::*;
        digest(&(0..black_box(OUTER)).into_par_iter().flat_map_iter(tenfold).collect::<Vec<u64>>())
    };
    let rayon = || {
        use rayon::prelude::*;
        digest(&(0..black_box(OUTER)).into_par_iter().flat_map(tenfold).collect::<Vec<u64>>())
    };
    let rayon_iter = || {
        use rayon::prelude::*;
        digest(&(0..black_box(OUTER)).into_par_iter().flat_map_iter(tenfold).collect::<Vec<u64>>())
    };
    let by_orx = || {
        use orx_parallel::*;
        let outer = (0..black_box(OUTER as usize)).into_par().runner(Runner::adaptive_with_pool(orx));
        digest(&outer.flat_map(|item| tenfold(item as u64)).collect::<Vec<u64>>())
    };
    let contenders = vec![
        Contender::new("serial", serial),
        Contender::new("furcate", furcate),
        Contender::new("rayon", rayon),
        Contender::new("furcate, flat_map_iter", furcate_iter),
        Contender::new("rayon, flat_map_iter", rayon_iter),
        Contender::new("orx-parallel", by_orx),
    ];
    Question::new(options, format!("flat_map {OUTER} x {INNER}, collect, from main, hot"), Pace::Hot)
        .ask(contenders);
}

fn searched(options: &Options, items: &[u64], orx: &'static BasicPool, paralight: &Paralight) {
    let last = |item: &u64| *item == N as u64 - 1;
    let none = |item: &u64| *item == N as u64;
    let at = |place: Option<usize>| place.map_or(0, |place| place as u64);
    let items = || black_box(items);

    let contenders = vec![
        Contender::new("serial", || at(items().iter().position(last))),
        Contender::new("furcate", || {
            use furcate::prelude::*;
            at(items().par_iter().position_first(last))
        }),
        Contender::new("rayon", || {
            use rayon::prelude::*;
            at(items().par_iter().position_first(last))
        }),
    ];
    Question::new(options, format!("position_first, the last of {N} items, from main, hot"), Pace::Hot)
        .ask(contenders);

    let contenders = vec![
        Contender::new("serial", || u64::from(items().iter().any(none))),
        Contender::new("furcate", || {
            use furcate::prelude::*;
            u64::from(items().par_iter().any(none))
        }),
        Contender::new("rayon", || {
            use rayon::prelude::*;
            u64::from(items().par_iter().any(none))
        }),
        Contender::new("orx-parallel", || {
            use orx_parallel::*;
            u64::from(items().par().runner(Runner::adaptive_with_pool(orx)).any(|item| none(item)))
        }),
        Contender::new("paralight", || {
            use paralight::prelude::*;
            u64::from(items().par_iter().with_thread_pool(&mut *paralight.borrow_mut()).any(none))
        }),
    ];
    Question::new(options, format!("any, none of {N} items, from main, hot"), Pace::Hot).ask(contenders);

    let contenders = vec![
        Contender::new("serial", || items().iter().find(|item| last(item)).map_or(0, |item| *item)),
        Contender::new("furcate", || {
            use furcate::prelude::*;
            items().par_iter().find_first(|item| last(item)).map_or(0, |item| *item)
        }),
        Contender::new("rayon", || {
            use rayon::prelude::*;
            items().par_iter().find_first(|item| last(item)).map_or(0, |item| *item)
        }),
        Contender::new("paralight", || {
            use paralight::prelude::*;
            let mut pool = paralight.borrow_mut();
            let items = items().par_iter().with_thread_pool(&mut *pool);
            items.find_first(|item| last(item)).map_or(0, |item| *item)
        }),
    ];
    Question::new(options, format!("find_first, the last of {N} items, from main, hot"), Pace::Hot)
        .ask(contenders);
}

fn bridged(options: &Options, orx: &'static BasicPool) {
    // An iterator of which the compiler knows nothing.
    let source = || -> Box<dyn Iterator<Item = u64> + Send> { black_box(Box::new(0..black_box(N as u64))) };
    let work = |item: u64| cheap(&item);
    let contenders = vec![
        Contender::new("serial", || source().map(work).sum()),
        Contender::new("furcate", || {
            use furcate::prelude::*;
            source().par_bridge().map(work).sum()
        }),
        Contender::new("rayon", || {
            use rayon::prelude::*;
            source().par_bridge().map(work).sum()
        }),
        Contender::new("orx-parallel", || {
            use orx_parallel::*;
            source().iter_into_par().runner(Runner::adaptive_with_pool(orx)).map(work).sum()
        }),
    ];
    Question::new(options, format!("par_bridge, {N} cheap items, from main, hot"), Pace::Hot).ask(contenders);
}

fn spawned(options: &Options, pools: Pools) {
    const TASKS: u64 = 1_000;
    for threads in [1, THREADS] {
        let (furcate, rayon) = (pools.furcate(threads), pools.rayon(threads));
        let in_furcate = || {
            furcate::scope(|scope| (0..black_box(TASKS)).for_each(|_| scope.spawn(|_| ())));
            TASKS
        };
        let in_rayon = || {
            rayon::scope(|scope| (0..black_box(TASKS)).for_each(|_| scope.spawn(|_| ())));
            TASKS
        };
        let contenders = vec![
            Contender::new("serial", || (0..black_box(TASKS)).map(|_| black_box(1)).sum()),
            Contender::whole("furcate", |times| {
                furcate.install(|| furcate_benches::repeat(times, in_furcate))
            }),
            Contender::whole("rayon", |times| rayon.install(|| furcate_benches::repeat(times, in_rayon))),
        ];
        let title = format!("scope with {TASKS} empty spawns, {threads} threads; per spawn");
        Question::new(options, title, Pace::Hot).per(TASKS).ask(contenders);
    }
}
