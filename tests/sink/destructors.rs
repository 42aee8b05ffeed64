//! A destructor may panic at any drop, whatever for: nothing else is leaked, and nothing dropped twice.
//!
//! Rust itself leaks a value on its way out of a function if the drop of a local panics behind it, so every place that
//! throws values away while it holds a result has to do so in the right order. The closures here do, too. (`HashMap`
//! and duplicate keys of `BTreeMap` are not here, since std's own collections leak what is left in them then.)

use std::cmp::Ordering;
use std::collections::{BTreeSet, LinkedList, VecDeque};
use std::iter::Sum;
use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};

use furcate::iter::Either;
use furcate::prelude::*;
use furcate_tests::{Counted, Shattered, Tally, in_pool, watchdog};

/// Runs `chain` with each drop in turn unwinding, over a base that is split by the bridge and by seeds.
#[track_caller]
fn no_leak(name: &str, chain: impl Fn(Shattered<Counted>) + Sync, bridged: impl Fn(Vec<Counted>) + Sync) {
    const LEN: usize = 40;
    watchdog(120, || {
        for threads in [1, 3] {
            in_pool(threads, || {
                let run = |at: usize| {
                    let tally = Tally::unwinding_at_drop(at);
                    let items: Vec<Counted> = (0..LEN).map(|n| tally.make(n * 7 % LEN)).collect();
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        if at % 2 == 0 { bridged(items) } else { chain(Shattered::new(items, at as u64)) }
                    }));
                    assert!(
                        result.is_err() || tally.dropped() <= at || at == usize::MAX,
                        "{name}: a panic is lost"
                    );
                    assert_eq!(tally.alive(), 0, "{name}, {threads} threads: leaks when drop {at} panics");
                    tally.assert_all_dropped_once();
                    tally.dropped()
                };
                let drops = run(usize::MAX);
                for at in 0..drops {
                    run(at);
                }
            });
        }
    });
}

/// One chain for both kinds of base.
macro_rules! no_leak {
    ($($name:ident: |$base:ident| $chain:expr;)*) => {
        $(
            #[test]
            fn $name() {
                fn chain(base: impl IndexedParallelIterator<Item = Counted>) {
                    let $base = base;
                    keep((), $chain);
                }
                no_leak(stringify!($name), chain, |items: Vec<Counted>| chain(items.into_par_iter()));
            }
        )*
    };
}

/// Keeps the first, and drops the other before it returns that.
fn keep<T, U>(kept: T, other: U) -> T {
    drop(other);
    kept
}

/// The items as a sum.
struct Total(Vec<Counted>);

impl Sum<Counted> for Total {
    fn sum<I: Iterator<Item = Counted>>(items: I) -> Self {
        Total(items.collect())
    }
}

impl Sum for Total {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        Total(items.flat_map(|total| total.0).collect())
    }
}

fn even(item: &Counted) -> bool {
    item.value % 2 == 0
}

fn is_7(item: &Counted) -> bool {
    item.value == 7
}

no_leak! {
    count: |base| base.count();
    for_each: |base| base.for_each(drop);
    reduce_with: |base| base.reduce_with(keep);
    reduce: |base| base.map(Some).reduce(|| None, |a, b| if a.is_some() { keep(a, b) } else { keep(b, a) });
    fold: |base| base.fold(|| None, |last, item| keep(Some(item), last)).collect::<Vec<_>>();
    try_fold: |base| base
        .try_fold(|| None, |last, item| if item.value == 33 { keep(Break(item), last) } else { keep(Continue(Some(item)), last) })
        .collect::<Vec<ControlFlow<Counted, Option<Counted>>>>();
    min: |base| base.min();
    max: |base| base.max();
    min_by: |base| base.min_by(|a, b| a.value.cmp(&b.value));
    max_by_key: |base| base.max_by_key(|item| item.value);
    sum: |base| base.sum::<Total>();
    try_reduce: |base| base
        .map(|item| if is_7(&item) { Err(item) } else { Ok(Some(item)) })
        .try_reduce(|| None, |a, b| if a.is_some() { keep(Ok(a), b) } else { keep(Ok(b), a) });
    try_reduce_with: |base| base.map(|item| if is_7(&item) { Err(item) } else { Ok(item) }).try_reduce_with(|a, b| keep(Ok(a), b));
    try_for_each: |base| base.try_for_each(|item| if is_7(&item) { Err(item) } else { keep(Ok(()), item) });
    find_any: |base| base.find_any(is_7);
    find_any_often: |base| base.find_any(even);
    find_first: |base| base.find_first(is_7);
    find_first_often: |base| base.find_first(even);
    find_last: |base| base.find_last(is_7);
    find_last_often: |base| base.find_last(even);
    find_map_first: |base| base.find_map_first(|item| if is_7(&item) { Some(item) } else { keep(None, item) });
    find_unindexed: |base| base.filter(even).find_last(|item| item.value == 8);
    any: |base| base.any(|item| keep(is_7(&item), item));
    cmp: |base| assert_eq!(base.cmp(Vec::<Counted>::new()), Ordering::Greater);
    collect_vec: |base| base.collect::<Vec<_>>();
    collect_filtered: |base| base.filter(even).collect::<Vec<_>>();
    collect_list: |base| base.filter(even).collect::<LinkedList<_>>();
    collect_deque: |base| base.filter(even).collect::<VecDeque<_>>();
    collect_set: |base| base.filter(even).collect::<BTreeSet<_>>();
    collect_option: |base| base.map(|item| if is_7(&item) { keep(None, item) } else { Some(item) }).collect::<Option<Vec<_>>>();
    collect_result: |base| base.map(|item| if is_7(&item) { Err(item) } else { Ok(item) }).collect::<Result<Vec<_>, _>>();
    collect_into_vec: |base| { let mut target = Vec::new(); base.collect_into_vec(&mut target); target };
    unzip: |base| base.map(|item| (Box::new(item.clone()), item)).unzip::<_, _, Vec<_>, Vec<_>>();
    unzip_filtered: |base| base.filter(even).map(|item| (item.clone(), item)).unzip::<_, _, Vec<_>, Vec<_>>();
    partition: |base| base.partition::<Vec<_>, LinkedList<_>, _>(even);
    partition_map: |base| base
        .partition_map::<Vec<_>, Vec<_>, _, _, _>(|item| if even(&item) { Either::Left(item) } else { Either::Right(item) });
    skip: |base| base.skip(20).collect::<Vec<_>>();
    take: |base| base.take(20).collect::<Vec<_>>();
    step_by: |base| base.step_by(3).collect::<Vec<_>>();
    chunks: |base| base.chunks(7).map(|chunk| keep((), chunk)).count();
    fold_chunks: |base| base.fold_chunks(7, || None, |last, item| keep(Some(item), last)).collect::<Vec<_>>();
    rev: |base| base.rev().find_first(is_7);
    chain: |base| base.chain(Vec::new()).find_last(is_7);
    interleave: |base| base.interleave(Vec::new()).collect::<Vec<_>>();
    intersperse: |base| {
        let base = base.map(|item| { let separator = item.clone(); keep(separator, item) });
        let mut first = Vec::new();
        base.collect_into_vec(&mut first);
        let Some(separator) = first.pop() else { unreachable!("there are items") };
        first.into_par_iter().filter(even).intersperse(separator).collect::<Vec<_>>()
    };
    intersperse_indexed: |base| {
        let mut first = base.collect::<Vec<_>>();
        let Some(separator) = first.pop() else { unreachable!("there are items") };
        first.into_par_iter().intersperse(separator).find_any(is_7)
    };
    flat_map: |base| base.flat_map(|item| vec![item]).find_first(is_7);
    flat_map_collect: |base| base.flat_map(|item| if even(&item) { vec![item] } else { keep(Vec::new(), item) }).collect::<Vec<_>>();
    flat_map_iter: |base| base.flat_map_iter(|item| vec![item]).find_any(is_7);
    while_some: |base| base.map(|item| if is_7(&item) { keep(None, item) } else { Some(item) }).while_some().collect::<Vec<_>>();
    take_any: |base| base.take_any(10).collect::<Vec<_>>();
    take_any_while: |base| base.take_any_while(|item| !is_7(item)).collect::<Vec<_>>();
    skip_any: |base| base.skip_any(10).collect::<Vec<_>>();
    skip_any_while: |base| base.skip_any_while(|item| !is_7(item)).collect::<Vec<_>>();
    map_with: |base| {
        let mut items = base.collect::<Vec<_>>();
        let state = items.pop();
        items.into_par_iter().map_with(state, |_, item| item).filter(even).collect::<Vec<_>>()
    };
    map_with_found: |base| {
        let mut items = base.collect::<Vec<_>>();
        let state = items.pop();
        items.into_par_iter().map_with(state, |_, item| item).find_any(even)
    };
    blocks: |base| base.by_uniform_blocks(7).find_any(is_7);
    blocks_reduced: |base| base.by_exponential_blocks().reduce_with(keep);
    panic_fuse: |base| base.panic_fuse().reduce_with(keep);
    bridged: |base| base.collect::<Vec<_>>().into_iter().par_bridge().find_any(is_7);
    bridged_reduced: |base| base.collect::<Vec<_>>().into_iter().par_bridge().reduce_with(keep);
    zip: |base| base.zip(0..20).map(|(item, _)| item).collect::<Vec<_>>();
}
