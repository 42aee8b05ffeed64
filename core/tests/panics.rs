//! Panics: the first one comes out, after everything has run, and nothing is lost by it.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier};

use common::{Census, assert_threads_of_this_process, pool, rerun, threads_of_this_process, watched};
use furcate_core::adapt::fork;
use furcate_core::{ThreadPoolBuilder, broadcast, join, scope, spawn};

fn payload_of<R>(f: impl FnOnce() -> R) -> &'static str {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(_) => "none",
        Err(payload) => payload.downcast_ref::<&str>().copied().unwrap_or("other"),
    }
}

fn bang(message: &'static str) {
    resume_unwind(Box::new(message));
}

// rayon#63
#[test]
fn first_closures_panic_wins() {
    watched(|| {
        for threads in [1, 2, 3] {
            let pool = pool(threads);
            for _ in 0..1_000 {
                assert_eq!(payload_of(|| pool.join(|| bang("a"), || bang("b"))), "a");
                assert_eq!(payload_of(|| pool.join(|| 1, || bang("b"))), "b");
                assert_eq!(payload_of(|| pool.join(|| bang("a"), || 1)), "a");
            }
        }
        for _ in 0..1_000 {
            assert_eq!(payload_of(|| join(|| bang("a"), || bang("b"))), "a");
            assert_eq!(payload_of(|| join(|| 1, || bang("b"))), "b");
        }
    });
}

#[test]
fn other_side_of_a_panic_still_runs() {
    let ran = AtomicUsize::new(0);
    assert_eq!(payload_of(|| join(|| bang("a"), || ran.fetch_add(1, SeqCst))), "a");
    assert_eq!(payload_of(|| join(|| ran.fetch_add(1, SeqCst), || bang("b"))), "b");
    assert_eq!(ran.swap(0, SeqCst), 2);
    // Where nobody takes it, its owner runs it.
    let alone = pool(1);
    assert_eq!(payload_of(|| alone.join(|| bang("a"), || ran.fetch_add(1, SeqCst))), "a");
    assert_eq!(ran.into_inner(), 1);
}

#[test]
fn results_of_the_good_side_are_dropped_once() {
    let census = Census::default();
    let pool = pool(2);
    for _ in 0..200 {
        assert_eq!(payload_of(|| pool.join(|| census.make(), || bang("b"))), "b");
        assert_eq!(payload_of(|| pool.join(|| bang("a"), || census.make())), "a");
    }
    assert_eq!(census.alive(), 0);
}

/// Its destructor panics.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        bang("destructor");
    }
}

#[test]
fn destructors_that_panic_give_way_to_the_first_panic() {
    watched(|| {
        let (alone, two) = (pool(1), pool(2));
        assert_eq!(payload_of(|| alone.join(|| bang("a"), || Bomb)), "a");
        let both = Barrier::new(2);
        let meet_and = |message| {
            both.wait();
            bang(message);
        };
        let meet = || {
            both.wait();
            Bomb
        };
        assert_eq!(payload_of(|| two.join(|| meet_and("a"), meet)), "a");
        assert_eq!(payload_of(|| two.join(meet, || meet_and("b"))), "b");
        // A payload has a destructor, too.
        let tasks = || {
            alone.scope_fifo(|scope| {
                scope.spawn_fifo(|_| bang("first"));
                scope.spawn_fifo(|_| resume_unwind(Box::new(Bomb)));
            });
        };
        assert_eq!(payload_of(tasks), "first");
    });
}

#[test]
fn what_was_on_offer_is_dropped_after_a_panic() {
    watched(|| {
        let (alone, census) = (pool(1), Census::default());
        let offering = || alone.install(|| fork(None, || bang("a"), census.make(), |_| bang("ran"), 0));
        assert_eq!(payload_of(offering), "a");
        assert_eq!(census.alive(), 0);
        assert_eq!(payload_of(|| alone.install(|| fork(None, || bang("a"), Bomb, |_| bang("ran"), 0))), "a");
    });
}

// rayon#1010, rayon#844
#[test]
fn scope_runs_all_tasks_before_it_panics() {
    watched(|| {
        for threads in [1, 2, 4] {
            let pool = pool(threads);
            for bad in 0..20 {
                let ran = AtomicUsize::new(0);
                let payload = payload_of(|| {
                    pool.scope(|scope| {
                        for task in 0..20 {
                            let ran = &ran;
                            scope.spawn(move |_| {
                                if task == bad {
                                    bang("task");
                                }
                                ran.fetch_add(1, SeqCst);
                            });
                        }
                    });
                });
                assert_eq!((payload, ran.into_inner()), ("task", 19));
            }
        }
    });
}

#[test]
fn scope_body_may_panic_after_spawning() {
    let ran = AtomicUsize::new(0);
    let payload = payload_of(|| {
        scope(|scope| {
            scope.spawn(|_| _ = ran.fetch_add(1, SeqCst));
            bang("body");
        });
    });
    assert_eq!((payload, ran.into_inner()), ("body", 1));
}

#[test]
fn broadcast_runs_everywhere_before_it_panics() {
    watched(|| {
        let pool = pool(4);
        let ran = AtomicUsize::new(0);
        let call = |index| {
            ran.fetch_add(1, SeqCst);
            if index % 2 == 1 {
                bang("odd");
            }
        };
        assert_eq!(payload_of(|| pool.broadcast(|context| call(context.index()))), "odd");
        assert_eq!(ran.load(SeqCst), 4);
        assert_eq!(payload_of(|| broadcast(|_| bang("all"))), "all");
    });
}

#[test]
fn install_passes_a_panic_on_and_the_pool_lives() {
    let pool = pool(2);
    assert_eq!(payload_of(|| pool.install(|| bang("inside"))), "inside");
    assert_eq!(pool.install(|| 1), 1);
}

// tantivy#2409, first half
#[test]
fn detached_panics_go_to_the_handler() {
    watched(|| {
        let (sender, caught) = channel();
        let pool = ThreadPoolBuilder::new()
            .num_threads(2)
            .panic_handler(move |payload| _ = sender.send(payload.downcast_ref::<&str>().copied()))
            .build()
            .unwrap();
        for _ in 0..10 {
            pool.spawn(|| bang("detached"));
        }
        assert_eq!(caught.iter().take(10).filter(|&message| message == Some("detached")).count(), 10);
        assert_eq!(pool.install(|| 1), 1);
    });
}

// tantivy#2409, second half
#[test]
fn detached_panic_without_handler_aborts_with_a_line() {
    if let Some(output) = rerun("detached_panic_without_handler_aborts_with_a_line", &[]) {
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("furcate: a detached task panicked"), "{text}");
        return;
    }
    spawn(|| panic!("nobody handles this"));
    loop {
        std::thread::park();
    }
}

#[test]
fn panic_in_the_panic_handler_aborts_with_a_line() {
    if let Some(output) = rerun("panic_in_the_panic_handler_aborts_with_a_line", &[]) {
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("furcate: the panic handler of a pool panicked"), "{text}");
        return;
    }
    let builder = ThreadPoolBuilder::new().num_threads(1).panic_handler(|_| bang("handler"));
    builder.build().unwrap().spawn(|| bang("task"));
    loop {
        std::thread::park();
    }
}

// rayon#205, rayon#288
#[test]
fn hooks_that_fail_leave_no_threads() {
    if let Some(output) = rerun("hooks_that_fail_leave_no_threads", &[]) {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    // The test runner's own threads stay the same.
    let before = threads_of_this_process();
    let named = AtomicUsize::new(0);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let name = |index| {
            assert!(index != 2, "no name");
            format!("worker {index}")
        };
        ThreadPoolBuilder::new().num_threads(4).thread_name(name).build()
    }));
    assert!(result.is_err());
    assert_threads_of_this_process(before);

    let handles = Arc::new(std::sync::Mutex::new(Vec::new()));
    let spawn = |thread: furcate_core::ThreadBuilder| {
        if named.fetch_add(1, SeqCst) == 2 {
            return Err(std::io::Error::other("no third thread"));
        }
        handles.lock().unwrap().push(std::thread::spawn(|| thread.run()));
        Ok(())
    };
    let error = ThreadPoolBuilder::new().num_threads(4).spawn_handler(spawn).build().err().unwrap();
    assert!(std::error::Error::source(&error).is_some());
    assert!(error.to_string().contains("no third thread"), "{error}");
    for handle in handles.lock().unwrap().drain(..) {
        handle.join().unwrap();
    }
    assert_threads_of_this_process(before);
}

#[test]
fn panics_in_start_and_exit_handlers_are_handled() {
    watched(|| {
        let (sender, caught) = channel();
        let pool = ThreadPoolBuilder::new()
            .num_threads(2)
            .start_handler(|_| bang("start"))
            .exit_handler(|_| bang("exit"))
            .panic_handler(move |_| _ = sender.send(()))
            .build()
            .unwrap();
        assert_eq!(pool.install(|| 1), 1);
        pool.shut_down_and_wait();
        assert_eq!(caught.iter().count(), 4);
    });
}
