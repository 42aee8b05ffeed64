//! Processes that end while jobs run, and pools that are made and dropped in odd places.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use furcate::ThreadPoolBuilder;
use furcate::prelude::*;
use furcate_tests::watchdog;

use crate::{ended, leaves, pool, program};

#[test]
fn process_ends_while_jobs_run() {
    for (part, code) in [
        ("return from main", 0),
        ("exit from main", 7),
        ("exit from a task", 7),
        ("exit from a join", 7),
        ("exit from a loop", 7),
        ("exit from a pool", 7),
        ("exit with a pool about", 7),
    ] {
        for guests in ["0", "1"] {
            let mut command = program(part);
            // The endless jobs hold three slots or four.
            command.env("FURCATE_NUM_THREADS", "8").env("FURCATE_GUESTS", guests);
            println!("{part}, guests {guests}");
            let output = watchdog(60, || command.output()).expect("it can be run");
            ended(&output, code);
        }
    }
}

#[test]
fn pools_may_be_used_in_destructors() {
    let output = watchdog(60, || program("pools in destructors").output()).expect("it can be run");
    let text = ended(&output, 0);
    for (place, times) in [("a thread", 2), ("a worker", 2), ("a job", 1), ("a panic", 1), ("a result", 1)] {
        assert_eq!(text.lines().filter(|line| *line == place).count(), times, "{place}: {text}");
    }
    // Whether those of the first thread run at all is left to the system; on Linux they do.
    assert!(text.contains("main") || !cfg!(target_os = "linux"), "{text}");
}

#[test]
fn pool_may_be_dropped_in_the_middle_of_its_own_work() {
    watchdog(100, || {
        for round in 0..50 {
            let pool = Arc::new(pool(1 + round % 4));
            let (sender, receiver) = channel();
            // In a task, on both sides of a join, in a scope, in a loop, in a broadcast: the last to let go is one of them.
            for place in 0..5 {
                let (own, sender) = (pool.clone(), sender.clone());
                pool.spawn(move || {
                    let more: Vec<_> = (0..4).map(|_| own.clone()).collect();
                    match place {
                        0 => drop(more),
                        1 => _ = furcate::join(move || drop(more), || leaves(100)),
                        2 => furcate::scope(|scope| {
                            more.into_iter().for_each(|one| scope.spawn(move |_| drop(one)))
                        }),
                        3 => more.into_par_iter().with_max_len(1).for_each(drop),
                        _ => drop(furcate::broadcast(move |_| drop(more.clone()))),
                    }
                    drop(own);
                    assert_eq!(leaves(50), 50);
                    sender.send(()).expect("somebody waits");
                });
            }
            drop((pool, sender));
            assert_eq!(receiver.iter().count(), 5);
        }
    });
}

#[test]
fn pools_may_drop_each_other() {
    watchdog(100, || {
        for _ in 0..50 {
            // Drops that waited would wait for each other.
            let [a, b] =
                [(); 2].map(|()| Arc::new(ThreadPoolBuilder::new().num_threads(2).build().expect("threads")));
            let (sender, receiver) = channel();
            for (here, there) in [(&a, &b), (&b, &a)] {
                let (there, sender) = (there.clone(), sender.clone());
                here.spawn(move || {
                    assert_eq!(there.install(|| leaves(50)), 50);
                    drop(there);
                    sender.send(()).expect("somebody waits");
                });
            }
            let last = thread::spawn(move || drop((a, b)));
            drop(sender);
            assert_eq!(receiver.iter().count(), 2);
            last.join().expect("nobody panics");
        }
    });
}
