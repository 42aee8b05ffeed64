//! What a worker runs while it waits: by default what descends from that, or is part of the same loop; more where it was chosen.
//!
//! Three workers. The first waits for a job that the third runs. The second has one on offer which does not descend from that, but
//! has the same root. Will the first one take it?

mod common;

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::yield_now;

use common::watched;
use furcate_core::adapt::{Forked, Loop, fork};
use furcate_core::{ThreadPool, ThreadPoolBuilder, Waiting, current_thread_index, isolate};

fn pool(waiting: Waiting) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(3).join_on_drop(true);
    builder.waiting(waiting).build().expect("threads can be started")
}

/// Runs both, as parts of a loop if one is given. The second one is worth to be shown to others at once.
fn both<R: Send>(part_of: Option<&Loop>, a: impl FnOnce(), b: impl FnOnce() -> R + Send) -> R {
    match fork(part_of, a, b, |b| b(), 1_000_000).1 {
        Forked::Kept(b) => b(),
        Forked::Taken(result) => result,
    }
}

fn until(flag: &AtomicBool) {
    while !flag.load(SeqCst) {
        yield_now();
    }
}

/// Where the job was run, and by whom it was offered, by the numbers of the workers.
struct Met {
    ran: Option<usize>,
    offered: Option<usize>,
    waited: Option<usize>,
}

/// Plays it once. The offer stands until it is taken if `patient`, else until the first worker has gone to sleep.
fn meet(pool: &ThreadPool, part_of: Option<&Loop>, walled: bool, patient: bool) -> Met {
    let [second, third, done] = [const { AtomicBool::new(false) }; 3];
    let dozes = || pool.stats().total().dozes;
    pool.install(|| {
        let waited = current_thread_index();
        let wait = || {
            let third_works = || {
                third.store(true, SeqCst);
                until(&done);
            };
            both(part_of, || until(&third), third_works);
        };
        let first = || {
            until(&second);
            if walled { isolate(wait) } else { wait() }
        };
        let second_offers = || {
            second.store(true, SeqCst);
            until(&third);
            let stand = || {
                let before = dozes();
                while !done.load(SeqCst) && (patient || dozes() == before) {
                    yield_now();
                }
            };
            let on_offer = || {
                done.store(true, SeqCst);
                current_thread_index()
            };
            (current_thread_index(), both(part_of, stand, on_offer))
        };
        let (offered, ran) = both(part_of, first, second_offers);
        Met { ran, offered, waited }
    })
}

const ROUNDS: usize = 20;

#[test]
fn by_default_only_descendants_are_run() {
    watched(|| {
        let pool = pool(Waiting::default());
        for _ in 0..ROUNDS {
            let met = meet(&pool, None, false, false);
            assert_eq!(met.ran, met.offered);
            assert_ne!(met.ran, met.waited);
        }
    });
}

#[test]
fn pieces_of_one_loop_are_run_while_one_of_them_is_waited_for() {
    watched(|| {
        let pool = pool(Waiting::default());
        for _ in 0..ROUNDS {
            let met = meet(&pool, Some(&Loop::default()), false, true);
            assert_eq!(met.ran, met.waited);
        }
    });
}

#[test]
fn more_is_run_where_that_was_chosen() {
    watched(|| {
        for waiting in [Waiting::SameRoot, Waiting::Any] {
            let pool = pool(waiting);
            for _ in 0..ROUNDS {
                let met = meet(&pool, None, false, true);
                assert_eq!(met.ran, met.waited);
            }
        }
    });
}

#[test]
fn nothing_from_outside_comes_behind_a_wall_whatever_was_chosen() {
    watched(|| {
        for waiting in [Waiting::SameRoot, Waiting::Any] {
            let pool = pool(waiting);
            for _ in 0..ROUNDS {
                let met = meet(&pool, None, true, false);
                assert_ne!(met.ran, met.waited);
            }
        }
    });
}

/// Two workers are at one call, the first of them waiting for the second; the third offers a part of another call.
#[test]
fn strangers_are_run_where_anything_may_be() {
    watched(|| {
        let pool = pool(Waiting::Any);
        for _ in 0..ROUNDS {
            let [right, done] = [const { AtomicBool::new(false) }; 2];
            std::thread::scope(|threads| {
                threads.spawn(|| {
                    until(&right);
                    pool.install(|| both(None, || until(&done), || done.store(true, SeqCst)));
                });
                let work = || {
                    right.store(true, SeqCst);
                    until(&done);
                };
                pool.install(|| both(None, || until(&right), work));
            });
        }
    });
}
