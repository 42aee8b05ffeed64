//! Operations of the scheduler: scopes, broadcasts, yields, calls across pools, and pools that come and go.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;

use furcate::{ThreadPool, ThreadPoolBuilder, current_num_threads, yield_local, yield_now};

use crate::work::{Call, Place, Random, work};

/// The name of every thread of a pool that was built: at the end there must be none.
pub(crate) const THREADS: &str = "soaked";

/// Detached tasks that were started and have not ended.
pub(crate) static DETACHED: AtomicUsize = AtomicUsize::new(0);
/// Panics of detached tasks: planned, and come to a handler.
pub(crate) static PLANNED: AtomicUsize = AtomicUsize::new(0);
pub(crate) static HANDLED: AtomicUsize = AtomicUsize::new(0);
/// Pools made.
pub(crate) static POOLS: AtomicUsize = AtomicUsize::new(0);

/// A builder of pools that count the panics of detached tasks.
pub(crate) fn builder(threads: usize) -> ThreadPoolBuilder {
    POOLS.fetch_add(1, Relaxed);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|_| THREADS.to_owned())
        .panic_handler(|_| _ = HANDLED.fetch_add(1, Relaxed))
}

/// How many tasks to start: few, if each is a work of its own.
fn tasks(random: &mut Random) -> usize {
    random.size(2)
}

pub(crate) fn migrations(call: &Call<'_>, random: &mut Random, place: Place) {
    let (left, right) = (random.next(), random.next());
    furcate::join_context(
        |context| {
            assert!(!context.migrated());
            work(call, left, place);
        },
        |_| work(call, right, place),
    );
}

/// Spawns from the body and from each task; all must have run when the scope ends.
macro_rules! in_scope {
    ($scope:expr, $(($limit:expr))? $spawn:ident, $call:expr, $random:expr, $place:expr) => {{
        let (count, done) = (tasks($random), AtomicUsize::new(0));
        let (call, place, done_ref) = ($call, $place, &done);
        $scope($($limit,)? |scope| {
            for _ in 0..count {
                let seed = $random.next();
                scope.$spawn(move |scope| {
                    scope.$spawn(move |_| {
                        call.step(seed % 1000);
                        done_ref.fetch_add(1, Relaxed);
                    });
                    work(call, seed, place);
                    done_ref.fetch_add(1, Relaxed);
                });
            }
            work(call, $random.next(), place);
        });
        assert_eq!(done.into_inner(), 2 * count, "tasks of a scope");
    }};
}

pub(crate) fn scopes(call: &Call<'_>, random: &mut Random, place: Place) {
    in_scope!(furcate::scope, spawn, call, random, place);
}

pub(crate) fn bounded_scopes(call: &Call<'_>, random: &mut Random, place: Place) {
    let limit = random.size(2);
    in_scope!(furcate::scope_bounded, (limit) spawn, call, random, place);
}

pub(crate) fn fifo_scopes(call: &Call<'_>, random: &mut Random, place: Place) {
    in_scope!(furcate::scope_fifo, spawn_fifo, call, random, place);
}

pub(crate) fn in_place_scopes(call: &Call<'_>, random: &mut Random, place: Place) {
    if random.chance(2) {
        in_scope!(furcate::in_place_scope, spawn, call, random, place);
    } else {
        in_scope!(furcate::in_place_scope_fifo, spawn_fifo, call, random, place);
    }
}

pub(crate) fn yields(call: &Call<'_>, random: &mut Random, place: Place) {
    let seed = random.next();
    let turns = random.size(3);
    furcate::join(
        || {
            for _ in 0..turns {
                let (anywhere, here) = (yield_now(), yield_local());
                assert!(anywhere.is_some() && here.is_some(), "yields inside a join");
                call.step(10);
            }
        },
        || work(call, seed, place),
    );
}

pub(crate) fn broadcasts(call: &Call<'_>, random: &mut Random, place: Place) {
    let seed = random.next();
    let deep = random.chance(4);
    let indices = furcate::broadcast(|context| {
        if deep {
            work(call, seed + context.index() as u64, place);
        }
        call.step(100);
        context.index()
    });
    assert!(indices.into_iter().eq(0..current_num_threads()), "a broadcast");
}

pub(crate) fn scope_broadcasts(call: &Call<'_>, random: &mut Random, place: Place) {
    let seed = random.next();
    let done = AtomicUsize::new(0);
    furcate::scope(|scope| {
        scope.spawn_broadcast(|_, context| {
            call.step(context.index() as u64);
            done.fetch_add(1, Relaxed);
        });
        work(call, seed, place);
    });
    assert_eq!(done.into_inner(), current_num_threads(), "a broadcast of a scope");
}

/// Goes into another pool, by each of its doors.
pub(crate) fn installs(call: &Call<'_>, random: &mut Random, place: Place) {
    let pool = &call.shared[random.below(call.shared.len() as u64) as usize];
    visit(pool, call, random, place);
}

fn visit(pool: &ThreadPool, call: &Call<'_>, random: &mut Random, place: Place) {
    let seed = random.next();
    let inside = || {
        assert!(pool.current_thread_index() < Some(pool.current_num_threads()));
        work(call, seed, place);
    };
    match random.below(6) {
        0 | 1 => pool.install(inside),
        2 => _ = pool.join(inside, || call.step(50)),
        3 => pool.scope(|scope| scope.spawn(|_| inside())),
        4 => pool.in_place_scope(|scope| {
            scope.spawn(|_| inside());
            call.step(50);
        }),
        _ => assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..pool.current_num_threads())),
    }
}

/// Starts detached tasks, some of which panic.
fn detach(pool: &ThreadPool, random: &mut Random) {
    struct Ends;
    impl Drop for Ends {
        fn drop(&mut self) {
            DETACHED.fetch_sub(1, Relaxed);
        }
    }
    for _ in 0..random.size(3) {
        DETACHED.fetch_add(1, Relaxed);
        let (ends, bad, again) = (Ends, random.chance(4), random.chance(4));
        PLANNED.fetch_add(usize::from(bad), Relaxed);
        let task = move || {
            let _ends = ends;
            if again {
                furcate::spawn(yield_and_forget);
            }
            if bad {
                std::panic::resume_unwind(Box::new("detached, as planned"));
            }
        };
        if random.chance(2) { pool.spawn(task) } else { pool.spawn_fifo(task) }
    }
}

fn yield_and_forget() {
    let _ = yield_now();
}

/// Makes a pool, uses it, and ends it in one of several ways.
pub(crate) fn churns(call: &Call<'_>, random: &mut Random, place: Place) {
    let threads = random.size(4);
    let (join_on_drop, guests) = (random.chance(2), random.chance(4));
    let pool = builder(threads).join_on_drop(join_on_drop).guests(guests).build();
    let pool = pool.expect("some threads can be started");
    detach(&pool, random);
    for _ in 0..tasks(random) {
        visit(&pool, call, random, place);
    }
    detach(&pool, random);
    match random.below(4) {
        0 => drop(pool),
        1 => pool.shut_down_and_wait(),
        // By one of its own workers.
        2 => {
            let (sender, receiver) = channel();
            let pool = Arc::new(pool);
            let own = pool.clone();
            pool.spawn(move || {
                // The other handle has gone, or will go: this drops the last one.
                let _: Result<(), _> = receiver.recv();
                drop(own);
            });
            drop(pool);
            drop(sender);
        }
        _ => furcate::spawn(move || drop(pool)),
    }
}
