//! Many callers, more workers than processors, and signals in the middle of it.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use furcate::prelude::*;
use furcate_tests::{passed_alone, watchdog};

use crate::{leaves, pool};

/// Calls of every kind, each of which checks its result.
fn call(round: u64) {
    let n = 1 + round % 300;
    match round % 6 {
        0 => assert_eq!(leaves(n), n),
        1 => assert_eq!((0..n).into_par_iter().with_max_len(3).sum::<u64>(), n * (n - 1) / 2),
        2 => {
            let done = AtomicUsize::new(0);
            furcate::scope(|scope| (0..n % 20).for_each(|_| scope.spawn(|_| _ = done.fetch_add(1, Relaxed))));
            assert_eq!(done.into_inner() as u64, n % 20);
        }
        3 => {
            let mut row: Vec<u64> = (0..n * 50).map(|i| i * 7919 % 1009).collect();
            row.par_sort_unstable();
            assert!(row.is_sorted());
        }
        4 => {
            let (sender, receiver) = std::sync::mpsc::channel();
            furcate::spawn(move || sender.send(n).expect("somebody waits"));
            // On a worker, this one may have to run it itself.
            while receiver.try_recv() != Ok(n) {
                furcate::yield_now();
                thread::yield_now();
            }
        }
        _ => {
            let panic = std::panic::catch_unwind(|| {
                furcate::join(|| leaves(n), || std::panic::resume_unwind(Box::new(n)))
            });
            assert_eq!(panic.expect_err("it panicked").downcast_ref(), Some(&n));
        }
    }
}

#[test]
fn sixty_four_callers_at_once() {
    watchdog(200, || {
        let begin = Barrier::new(64);
        thread::scope(|threads| {
            for caller in 0..64 {
                let begin = &begin;
                threads.spawn(move || {
                    begin.wait();
                    (0..30).for_each(|round| call(caller * 31 + round));
                });
            }
        });
    });
}

#[test]
fn sixty_four_callers_of_a_small_pool() {
    watchdog(200, || {
        let (pool, begin) = (pool(2), Barrier::new(64));
        thread::scope(|threads| {
            for caller in 0..64 {
                let (pool, begin) = (&pool, &begin);
                threads.spawn(move || {
                    begin.wait();
                    (0..20).for_each(|round| pool.install(|| call(caller * 31 + round)));
                });
            }
        });
    });
}

#[test]
fn two_hundred_and_fifty_six_workers() {
    watchdog(200, || {
        let pool = pool(256);
        assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..256));
        pool.install(|| (0..300).for_each(call));
        // All of them in the same loop.
        let seen = AtomicUsize::new(0);
        pool.scope(|scope| {
            for _ in 0..256 {
                scope.spawn(|_| {
                    seen.fetch_add(1, Relaxed);
                    while seen.load(Relaxed) < 256 {
                        thread::yield_now();
                    }
                });
            }
        });
        assert_eq!(pool.install(|| leaves(100_000)), 100_000);
    });
}

/// A shell beside sends a signal to each thread in turn, as fast as it can, while joins and sleeps go on.
#[test]
#[cfg(target_os = "linux")]
fn signals_disturb_nobody() {
    use signal_hook::consts::SIGUSR1;
    use std::process::Command;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    if passed_alone("crowds::signals_disturb_nobody") {
        return;
    }
    watchdog(200, || {
        let arrived = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGUSR1, arrived.clone()).expect("a handler can be set");
        let pool = pool(4);
        let script =
            "while kill -0 $0; do for thread in /proc/$0/task/*; do kill -USR1 ${thread##*/}; done; done";
        let me = std::process::id().to_string();
        let mut shell = Command::new("sh")
            .args(["-c", script, &me])
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("there is a shell");
        let (mut signals, mut round) = (0, 0);
        while signals < 300 {
            call(round);
            pool.install(|| call(round));
            round += 1;
            // Long enough for workers to fall asleep now and then.
            if round % 16 == 0 {
                thread::sleep(std::time::Duration::from_micros(200));
            }
            signals += usize::from(arrived.swap(false, Relaxed));
        }
        shell.kill().expect("it is ours");
        shell.wait().expect("it has ended");
        println!("{round} rounds; signals in {signals} of them");
    });
}
