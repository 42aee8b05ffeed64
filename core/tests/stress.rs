//! Everything at once: random trees of joins, scopes, spawns, panics, calls into other pools, from many
//! threads, on pools of several sizes. Every sum is checked, nothing may hang or be lost.
//!
//! `FURCATE_STRESS=60 cargo test -p furcate-core --release --test stress` runs for about a minute.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use common::{Census, Random, pool, watched_for};
use furcate_core::{
    ThreadPool, ThreadPoolBuilder, Waiting, broadcast, isolate, join, join_context, scope, scope_fifo, spawn,
    yield_now,
};

struct Bang;

fn spin(turns: u64) -> u64 {
    (0..turns).fold(0, |x, i| std::hint::black_box(x ^ i))
}

/// A random tree of `size` leaves; returns how many it visited. Panics with `Bang` at a chosen leaf.
fn tree(size: u64, seed: u64, bang: Option<u64>, census: &Census, other: Option<&ThreadPool>) -> u64 {
    let _counted = census.make();
    let mut random = Random(seed | 1);
    if size <= 1 {
        if bang == Some(0) {
            resume_unwind(Box::new(Bang));
        }
        spin(random.below(300));
        return size;
    }
    let left = 1 + random.below(size - 1);
    let (seed_a, seed_b) = (random.below(u64::MAX), random.below(u64::MAX));
    let (bang_a, bang_b) = match bang {
        Some(at) if at < left => (Some(at), None),
        Some(at) => (None, Some(at - left)),
        None => (None, None),
    };
    let run_a = |other| tree(left, seed_a, bang_a, census, other);
    let run_b = |other| tree(size - left, seed_b, bang_b, census, other);
    match random.below(24) {
        0 => {
            let (mut a, mut b) = (0, 0);
            scope(|scope| {
                scope.spawn(|_| a = run_a(other));
                scope.spawn(|_| b = run_b(other));
            });
            a + b
        }
        1 => {
            let sum = AtomicU64::new(0);
            scope_fifo(|scope| {
                scope.spawn_fifo(|scope| {
                    scope.spawn_fifo(|_| _ = sum.fetch_add(run_b(other), Relaxed));
                    sum.fetch_add(run_a(other), Relaxed);
                });
            });
            sum.into_inner()
        }
        2 => isolate(|| {
            let (a, b) = join(|| run_a(other), || run_b(other));
            a + b
        }),
        3 => {
            let (a, b) = join(
                || run_a(other),
                || {
                    yield_now();
                    run_b(other)
                },
            );
            a + b
        }
        4 if other.is_some() => {
            let (a, b) = join(|| other.map_or(0, |pool| pool.install(|| run_a(None))), || run_b(other));
            a + b
        }
        _ => {
            let (a, b) = join_context(|_| run_a(other), |_| run_b(other));
            a + b
        }
    }
}

/// One random call, checked.
fn call(random: &mut Random, census: &Census, pool: Option<&ThreadPool>, other: &ThreadPool) {
    let most = 2 << random.below(11);
    let size = 1 + random.below(most);
    let seed = random.below(u64::MAX);
    let bang = (random.below(4) == 0).then(|| random.below(size));
    let other = (random.below(3) == 0).then_some(other);
    let run = || tree(size, seed, bang, census, other);
    let result = catch_unwind(AssertUnwindSafe(|| match pool {
        Some(pool) => pool.install(run),
        None => run(),
    }));
    match result {
        Ok(visited) => {
            assert_eq!(visited, size);
            assert!(bang.is_none(), "a panic was lost");
        }
        Err(payload) => assert!(payload.is::<Bang>() && bang.is_some(), "a panic from nowhere"),
    }
}

#[test]
fn random_work_from_many_threads_is_done_once() {
    let seconds = std::env::var("FURCATE_STRESS").ok().and_then(|s| s.parse().ok()).unwrap_or(4.0);
    let pools = [
        (None, Waiting::Descendants),
        (Some(1), Waiting::Descendants),
        (Some(2), Waiting::Descendants),
        (Some(3), Waiting::Descendants),
        (Some(8), Waiting::Descendants),
        (Some(3), Waiting::SameRoot),
        (Some(3), Waiting::Any),
    ];
    let each = Duration::from_secs_f64(seconds / pools.len() as f64);
    for (round, (size, waiting)) in pools.into_iter().enumerate() {
        watched_for(each, || {
            let builder = |size| ThreadPoolBuilder::new().num_threads(size).join_on_drop(true);
            let own =
                size.map(|size| builder(size).waiting(waiting).build().expect("threads can be started"));
            let other = pool(2);
            let census = Census::default();
            let spawned = AtomicU64::new(0);
            let end = Instant::now() + each;
            std::thread::scope(|threads| {
                for thread in 0..4 {
                    let (own, other, census, spawned) = (own.as_ref(), &other, &census, &spawned);
                    threads.spawn(move || {
                        let mut random = Random((round as u64 + 1) * 1_000 + thread);
                        while Instant::now() < end {
                            call(&mut random, census, own, other);
                            if random.below(16) == 0 {
                                let (sender, receiver) = std::sync::mpsc::channel();
                                let job = move || sender.send(7).expect("the receiver waits");
                                match own {
                                    Some(pool) => pool.spawn(job),
                                    None => spawn(job),
                                }
                                assert_eq!(receiver.recv(), Ok(7));
                                spawned.fetch_add(1, Relaxed);
                            }
                            if random.below(64) == 0 {
                                let indices = match own {
                                    Some(pool) => pool.broadcast(|context| context.index()),
                                    None => broadcast(|context| context.index()),
                                };
                                assert!(indices.iter().copied().eq(0..indices.len()));
                            }
                        }
                    });
                }
            });
            assert_eq!(census.alive(), 0);
            let stats = own.as_ref().map_or_else(furcate_core::stats, ThreadPool::stats);
            println!("pool {size:?}, {waiting:?}: {} detached tasks\n{stats}", spawned.into_inner());
        });
    }
}
