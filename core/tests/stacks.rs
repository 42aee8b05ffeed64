//! Stacks stay within a small multiple of the serial depth, whatever waits for what.

mod common;

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Sender, channel};

use common::{pool, watched};
use furcate_core::{FnContext, ThreadPoolBuilder, join, join_context, scope, spawn};

fn for_each(range: std::ops::Range<usize>, f: &(impl Fn(usize) + Sync)) {
    if range.len() > 1 {
        let middle = range.start + range.len() / 2;
        join(|| for_each(range.start..middle, f), || for_each(middle..range.end, f));
    } else {
        range.for_each(f);
    }
}

// rayon#751
#[test]
fn waits_for_another_pool_do_not_pile_up() {
    watched(|| {
        let a = ThreadPoolBuilder::new().num_threads(2).stack_size(1 << 20).build().unwrap();
        let b = pool(1);
        let items = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
        a.install(|| for_each(0..items, &|_| b.scope(|_| ())));
    });
}

// Halide#9377
#[test]
fn tasks_do_not_pile_up_on_one_stack() {
    thread_local!(static LIVE: Cell<usize> = const { Cell::new(0) });
    watched(|| {
        let pool = pool(4);
        let most = AtomicUsize::new(0);
        pool.scope(|scope| {
            for _ in 0..5_000 {
                scope.spawn(|_| {
                    LIVE.set(LIVE.get() + 1);
                    most.fetch_max(LIVE.get(), SeqCst);
                    for_each(0..64, &|i| _ = std::hint::black_box((0..i).sum::<usize>()));
                    LIVE.set(LIVE.get() - 1);
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
    });
}

// rayon#138
#[test]
fn chain_of_spawns_uses_no_stack() {
    fn link(left: usize, done: std::sync::mpsc::Sender<()>) {
        if left == 0 {
            done.send(()).unwrap();
        } else {
            spawn(move || link(left - 1, done));
        }
    }
    watched(|| {
        let pool = ThreadPoolBuilder::new().num_threads(1).stack_size(128 << 10).build().unwrap();
        let (sender, receiver) = channel();
        pool.spawn(move || link(500_000, sender));
        receiver.recv().unwrap();
    });
}

#[test]
fn scope_inside_a_task_waits_without_siblings() {
    thread_local!(static LIVE: Cell<usize> = const { Cell::new(0) });
    watched(|| {
        let pool = pool(3);
        pool.scope(|outer| {
            for _ in 0..300 {
                outer.spawn(|_| {
                    LIVE.set(LIVE.get() + 1);
                    assert_eq!(LIVE.get(), 1);
                    scope(|inner| (0..8).for_each(|_| inner.spawn(|_| _ = std::hint::black_box(1))));
                    LIVE.set(LIVE.get() - 1);
                });
            }
        });
    });
}

/// The private part of a queue has room for 256 jobs.
#[test]
fn joins_may_nest_deeper_than_the_private_queue_holds() {
    fn nest(depth: usize, ran: &Mutex<Vec<usize>>) {
        if depth > 0 {
            join(|| nest(depth - 1, ran), || ran.lock().unwrap().push(depth));
        }
    }
    watched(|| {
        for threads in [1, 2, 3] {
            let ran = Mutex::new(Vec::new());
            pool(threads).install(|| nest(1_000, &ran));
            let mut ran = ran.into_inner().unwrap();
            if threads > 1 {
                // Thieves begin with the oldest.
                ran.sort_unstable();
            }
            assert!(ran.into_iter().eq(1..=1_000));
        }
    });
}

/// A place in the private part of a queue is used again only after what lay there was made public.
#[test]
fn thieves_find_each_of_more_joins_than_the_private_queue_holds() {
    const DEPTH: usize = 400;
    struct Nest {
        ran: [AtomicUsize; DEPTH],
        taken: AtomicUsize,
        release: Mutex<Sender<()>>,
    }
    fn nest(depth: usize, all: &Nest) {
        if depth < DEPTH {
            let right = |context: FnContext| {
                all.ran[depth].fetch_add(1, SeqCst);
                all.taken.fetch_add(usize::from(context.migrated()), SeqCst);
            };
            join_context(|_| nest(depth + 1, all), right);
            return;
        }
        // So far the other thread could not look.
        all.release.lock().unwrap().send(()).unwrap();
        while all.taken.load(SeqCst) < 2 {
            join(|| (), || ());
        }
    }
    watched(|| {
        for _ in 0..10 {
            let pool = pool(2);
            let (release, released) = channel();
            let (hold, held) = channel();
            pool.spawn(move || {
                hold.send(()).unwrap();
                released.recv().unwrap();
            });
            held.recv().unwrap();
            let all = Nest {
                ran: [const { AtomicUsize::new(0) }; DEPTH],
                taken: AtomicUsize::new(0),
                release: Mutex::new(release),
            };
            pool.install(|| nest(0, &all));
            assert!(all.ran.iter().all(|ran| ran.load(SeqCst) == 1), "{:?}", all.ran);
        }
    });
}
