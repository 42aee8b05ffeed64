//! Laws that every adapter keeps, each adapter a line.
//!
//! For an adapter that promises to do what its namesake in std does, the laws are:
//!
//! - *same as std*: equal to the chain over std, at any length, split anywhere, in pools of several sizes;
//! - *lazy*: building and dropping the chain runs nothing;
//! - *panics*: a closure that panics at any call lets the panic out, and each item is dropped once; so it is if a
//!   destructor panics;
//! - *cut* (indexed ones): every piece of its producer gives its items forwards, backwards, from both ends and
//!   folded; its length is exact;
//! - *cloned* and *printed*: the clone of a chain gives the same; `Debug` names the adapter.
//!
//! What an adapter does beyond that is tested in the target of its room.

mod expected;
mod lawful;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::surface::public_items;
use furcate_tests::{Counted, Shattered, Tally, in_pool, shatter, size};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use expected::Expected;
use lawful::{Base, Lawful, laws};

/// What the closures of a chain call: counts, and panics at one of the calls.
pub(crate) struct Tick {
    calls: AtomicUsize,
    panic_at: usize,
}

impl Tick {
    fn never() -> Self {
        Tick::at(usize::MAX)
    }

    fn at(panic_at: usize) -> Self {
        Tick { calls: AtomicUsize::new(0), panic_at }
    }

    pub(crate) fn tick(&self) {
        assert_ne!(self.calls.fetch_add(1, Relaxed), self.panic_at, "as planned");
    }

    fn calls(&self) -> usize {
        self.calls.load(Relaxed)
    }
}

/// What the chains are over: a number, which may count its drops.
#[derive(Clone)]
pub(crate) struct Number {
    value: usize,
    _counted: Option<Counted>,
}

impl Number {
    pub(crate) fn number(&self) -> usize {
        self.value
    }
}

impl std::fmt::Debug for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

/// So many cases, or in the long form 2,000.
fn proptest_cases(cases: usize, lengths: Range<usize>, law: impl Fn(usize, u64, usize)) {
    let cases = size(cases, 2_000) as u32;
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let threads = proptest::sample::select(vec![1usize, 2, 4, 8]);
    TestRunner::new(config)
        .run(&(lengths, any::<u64>(), threads), |(len, seed, threads)| {
            law(len, seed, threads);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Values with repetitions, so that predicates and neighbours find something.
fn values(len: usize) -> Vec<usize> {
    (0..len).map(|n| n * 7919 % 101).collect()
}

fn numbers(len: usize) -> Vec<Number> {
    values(len).into_iter().map(|value| Number { value, _counted: None }).collect()
}

fn counted_numbers(len: usize, tally: &Tally) -> Vec<Number> {
    values(len).into_iter().map(|value| Number { value, _counted: Some(tally.make(value)) }).collect()
}

fn same_as_std(chain: &(impl Lawful + Sync)) {
    let in_pools: Vec<_> = [1, 2, 4, 8].map(|threads| (threads, pool(threads))).into();
    proptest_cases(48, 0..5000, |len, seed, threads| {
        let items = numbers(len);
        let expected = chain.expected(values(len));
        let pool = &in_pools.iter().find(|(size, _)| *size == threads).expect("one of the four").1;
        let tick = Tick::never();
        let (split, bridged) = pool.install(|| {
            (chain.collect(Shattered::new(items.clone(), seed), &tick), chain.collect_bridged(items, &tick))
        });
        assert_eq!(split, expected, "split by a seed");
        assert_eq!(bridged, expected, "split by the bridge");
    });
}

fn pool(threads: usize) -> furcate::ThreadPool {
    furcate::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads can be started")
}

fn lazy(chain: &(impl Lawful + Sync)) {
    let tick = Tick::never();
    chain.build_and_drop(Shattered::new(numbers(100), 0), &tick);
    assert_eq!(tick.calls(), 0);
}

fn panics(chain: &(impl Lawful + Sync)) {
    for threads in [1, 4] {
        in_pool(threads, || {
            for len in [1, 2, 5, 17] {
                let calls = {
                    let (tally, tick) = (Tally::new(), Tick::never());
                    drop(chain.collect(Shattered::new(counted_numbers(len, &tally), 1), &tick));
                    tally.assert_all_dropped_once();
                    tick.calls()
                };
                for at in 0..calls {
                    let (tally, tick) = (Tally::new(), Tick::at(at));
                    let base = counted_numbers(len, &tally);
                    let seed = at as u64;
                    let result = if at % 2 == 0 {
                        catch_unwind(AssertUnwindSafe(|| {
                            drop(chain.collect(Shattered::new(base, seed), &tick))
                        }))
                    } else {
                        catch_unwind(AssertUnwindSafe(|| drop(chain.collect_bridged(base, &tick))))
                    };
                    // Threads may stop before the call that would panic is made, never make it in vain.
                    assert!(
                        result.is_err() || tick.calls() <= at,
                        "the panic at call {at} of {calls} is lost"
                    );
                    tally.assert_all_dropped_once();
                }
            }
        });
    }
}

fn destructors(chain: &(impl Lawful + Sync)) {
    for threads in [1, 4] {
        in_pool(threads, || {
            for len in [1, 5, 17] {
                let run = |at: usize| {
                    let (tally, tick) = (Tally::unwinding_at_drop(at), Tick::never());
                    let items = counted_numbers(len, &tally);
                    let base = |items| Shattered::new(items, at as u64);
                    let result = catch_unwind(AssertUnwindSafe(|| match at % 3 {
                        0 => drop(chain.collect_bridged(items, &tick)),
                        1 => drop(chain.collect(base(items), &tick)),
                        _ => drop(chain.shatter(base(items), &tick, at as u64)),
                    }));
                    assert!(result.is_err() || tally.dropped() <= at, "the panic of drop {at} is lost");
                    assert_eq!(
                        tally.alive(),
                        0,
                        "{threads} threads, {len} items: leaks when drop {at} panics"
                    );
                    tally.assert_all_dropped_once();
                    tally.dropped()
                };
                for at in 0..run(usize::MAX / 3 * 3) {
                    run(at);
                }
            }
        });
    }
}

fn cut(chain: &(impl Lawful + Sync)) {
    proptest_cases(64, 0..200, |len, seed, _| {
        let items = numbers(len);
        let expected = chain.expected(values(len));
        let tick = Tick::never();
        if let Some((len, cut)) = chain.shatter(Shattered::new(items, seed), &tick, seed) {
            assert_eq!(len, expected.len());
            assert_eq!(cut, expected);
        }
    });
}

fn cloned_and_printed(chain: &(impl Lawful + Sync), name: &str) {
    let tick = Tick::never();
    let (clone, text) = chain.clone_and_print(Shattered::new(numbers(50), 3), &tick);
    assert_eq!(clone, chain.expected(values(50)));
    assert!(text.contains(name), "{text} names {name}");
}

/// Clones of an item, which is gone before they are given out.
fn clones(item: Number, count: usize) -> Vec<Number> {
    let clones = vec![item.clone(); count];
    drop(item);
    clones
}

/// What is lent by some chains, since items that count cannot be.
static ROW: [(usize, char); 101] = {
    let mut row = [(0, 'a'); 101];
    let mut at = 0;
    while at < row.len() {
        row[at].0 = 3 * at;
        at += 1;
    }
    row
};

/// Adapters that keep other laws.
const ELSEWHERE: [(&str, &str); 2] = [
    ("IterBridge", "gives its items in any order: stage/bridged.rs"),
    ("ParallelBridge", "a trait, which makes it"),
];

#[test]
fn each_adapter_has_a_row() {
    let items = public_items();
    let rooms = ["::iter::stage::", "::iter::pull::", "::iter::special::"];
    let mut wanted: Vec<&str> = items
        .iter()
        .filter(|item| rooms.iter().any(|room| item.path.contains(room)))
        .map(|item| item.short_name())
        .filter(|name| name.starts_with(char::is_uppercase) && !name.contains("::"))
        .collect();
    wanted.sort_unstable();
    assert!(wanted.len() > 40 && wanted.contains(&"Map"), "{wanted:?}");
    let known = |name: &&str| ADAPTERS.contains(name) || ELSEWHERE.iter().any(|(other, _)| other == name);
    let missing: Vec<&str> = wanted.iter().copied().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "these adapters have no row: {missing:?}");
    let gone: Vec<&&str> = ADAPTERS.iter().filter(|name| !wanted.contains(name)).collect();
    assert!(gone.is_empty(), "these are no adapters: {gone:?}");
    println!("{} adapters, {} rows", wanted.len(), ADAPTERS.len());
}

laws! {
    indexed {
        map Map |base, tick| base.map(|item| { tick.tick(); (item.number() * 2, item) }), std |base| base.map(|n| (n * 2, n));
        inspect Inspect |base, tick| base.inspect(|_| tick.tick()), std |base| base;
        update Update |base, tick| base.map(|item| (item, 0)).update(|pair| { tick.tick(); pair.1 = pair.0.number() + 1 }), std |base| base.map(|n| (n, n + 1));
        map_with MapWith |base, tick| base.map_with(3, |with, item| { tick.tick(); item.number() + *with }), std |base| base.map(|n| n + 3);
        map_init MapInit |base, tick| base.map_init(|| { tick.tick(); 3 }, |with, item| { tick.tick(); item.number() + *with }), std |base| base.map(|n| n + 3);
        panic_fuse PanicFuse |base, tick| base.inspect(|_| tick.tick()).panic_fuse(), std |base| base;
        intersperse Intersperse |base, tick| base.map(|item| { tick.tick(); item.number() }).intersperse(777), std |base| base.with_separator(777);
        chain Chain |base, tick| base.clone().inspect(|_| tick.tick()).chain(base.take(7)), std |base| base.clone().chain(base.take(7));
        enumerate Enumerate |base, tick| base.inspect(|_| tick.tick()).enumerate(), std |base| base.enumerate();
        rev Rev |base, tick| base.inspect(|_| tick.tick()).rev(), std |base| base.rev();
        take Take |base, tick| base.inspect(|_| tick.tick()).take(13), std |base| base.take(13);
        skip Skip |base, tick| base.inspect(|_| tick.tick()).skip(13), std |base| base.skip(13);
        step_by StepBy |base, tick| base.inspect(|_| tick.tick()).step_by(3), std |base| base.step_by(3);
        chunks Chunks |base, tick| base.inspect(|_| tick.tick()).chunks(4), std |base| base.in_chunks(4);
        fold_chunks FoldChunks |base, tick| base.fold_chunks(4, || 0, |sum, item| { tick.tick(); sum + item.number() }), std |base| base.in_chunks(4).into_iter().map(|chunk| chunk.into_iter().sum::<usize>());
        fold_chunks_with FoldChunksWith |base, tick| base.fold_chunks_with(4, 1, |sum, item| { tick.tick(); sum + item.number() }), std |base| base.in_chunks(4).into_iter().map(|chunk| 1 + chunk.into_iter().sum::<usize>());
        zip Zip |base, tick| base.clone().inspect(|_| tick.tick()).zip(base.skip(1)), std |base| base.clone().zip(base.skip(1));
        zip_eq ZipEq |base, tick| base.clone().inspect(|_| tick.tick()).zip_eq(base.rev()), std |base| base.clone().zip(base.rev());
        interleave Interleave |base, tick| base.clone().inspect(|_| tick.tick()).interleave(base.skip(5)), std |base| base.clone().in_turn(base.skip(5), false);
        interleave_shortest InterleaveShortest |base, tick| base.clone().skip(5).inspect(|_| tick.tick()).interleave_shortest(base), std |base| base.clone().skip(5).in_turn(base, true);
        with_min_len MinLen |base, tick| base.inspect(|_| tick.tick()).with_min_len(5), std |base| base;
        with_max_len MaxLen |base, tick| base.inspect(|_| tick.tick()).with_max_len(5), std |base| base;
        cloned Cloned |base, tick| base.map(|item| { tick.tick(); &ROW[item.number()] }).cloned(), std |base| base.map(|n| ROW[n]);
        copied Copied |base, tick| base.map(|item| { tick.tick(); &ROW[item.number()] }).copied(), std |base| base.map(|n| ROW[n]);
        multizip MultiZip |base, tick| (base.clone(), base.clone().inspect(|_| tick.tick()), base.rev()).into_par_iter(), std |base| base.clone().zip(base.clone()).zip(base.rev()).map(|((a, b), c)| (a, b, c));
    }
    unindexed {
        filter Filter |base, tick| base.filter(|item| { tick.tick(); item.number() % 3 == 0 }), std |base| base.filter(|n| n % 3 == 0);
        filter_map FilterMap |base, tick| base.filter_map(|item| { tick.tick(); (item.number() % 3 == 0).then_some((item.number(), item)) }), std |base| base.filter(|n| n % 3 == 0).map(|n| (n, n));
        flat_map FlatMap |base, tick| base.flat_map(|item| { tick.tick(); let count = item.number() % 4; clones(item, count) }), std |base| base.flat_map(|n| vec![n; n % 4]);
        flat_map_iter FlatMapIter |base, tick| base.flat_map_iter(|item| { tick.tick(); let count = item.number() % 4; clones(item, count) }), std |base| base.flat_map(|n| vec![n; n % 4]);
        flatten Flatten |base, tick| base.map(|item| { tick.tick(); (item.number() % 3 > 0).then_some(item) }).flatten(), std |base| base.filter(|n| n % 3 > 0);
        flatten_iter FlattenIter |base, tick| base.map(|item| { tick.tick(); let count = item.number() % 4; clones(item, count) }).flatten_iter(), std |base| base.flat_map(|n| vec![n; n % 4]);
        fold Fold |base, tick| base.fold(Vec::new, |mut row, item| { tick.tick(); row.push(item); row }).flatten_iter(), std |base| base;
        fold_with FoldWith |base, tick| base.fold_with(Vec::new(), |mut row, item| { tick.tick(); row.push(item); row }).flatten_iter(), std |base| base;
        try_fold TryFold |base, tick| base.try_fold(Vec::new, |mut row, item| { tick.tick(); row.push(item); Some(row) }).while_some().flatten_iter(), std |base| base;
        try_fold_with TryFoldWith |base, tick| base.try_fold_with(Vec::new(), |mut row, item| { tick.tick(); row.push(item); Some(row) }).while_some().flatten_iter(), std |base| base;
        while_some WhileSome |base, tick| base.map(|item| { tick.tick(); Some(item) }).while_some(), std |base| base;
        positions Positions |base, tick| base.positions(|item| { tick.tick(); item.number() % 3 == 0 }), std |base| base.enumerate().filter(|(_, n)| n % 3 == 0).map(|(at, _)| at);
        by_uniform_blocks UniformBlocks |base, tick| base.inspect(|_| tick.tick()).by_uniform_blocks(10), std |base| base;
        by_exponential_blocks ExponentialBlocks |base, tick| base.inspect(|_| tick.tick()).by_exponential_blocks(), std |base| base;
        chain_of_unindexed Chain |base, tick| base.clone().filter(|_| true).chain(base.filter(|item| { tick.tick(); item.number() % 2 == 0 })), std |base| base.clone().chain(base.filter(|n| n % 2 == 0));
        intersperse_after_filter Intersperse |base, tick| base.filter(|item| { tick.tick(); item.number() % 5 == 0 }).map(|item| item.number()).intersperse(777), std |base| base.filter(|n| n % 5 == 0).with_separator(777);
        take_any_of_all TakeAny |base, tick| base.inspect(|_| tick.tick()).take_any(usize::MAX), std |base| base;
        skip_any_of_none SkipAny |base, tick| base.inspect(|_| tick.tick()).skip_any(0), std |base| base;
        take_any_while_all TakeAnyWhile |base, tick| base.take_any_while(|_| { tick.tick(); true }), std |base| base;
        skip_any_while_none SkipAnyWhile |base, tick| base.skip_any_while(|_| { tick.tick(); false }), std |base| base;
    }
}
