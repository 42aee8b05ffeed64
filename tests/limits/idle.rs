//! A pool without work does nothing at all: no timer, no look around.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::Duration;

use furcate::prelude::*;
use furcate_tests::{passed_alone, watchdog};

use crate::{leaves, pool};

/// How often each of the other threads of this process has gone to sleep of its own will, or lost its processor.
fn switches() -> BTreeMap<String, u64> {
    let own = fs::read_link("/proc/thread-self").expect("Linux has it");
    let own = own.file_name().expect("the number of this thread").to_owned();
    let threads = fs::read_dir("/proc/self/task").expect("Linux has it").flatten();
    let others = threads.filter(|thread| thread.file_name() != own);
    let of = |thread: fs::DirEntry| {
        let status = fs::read_to_string(thread.path().join("status")).ok()?;
        let lines = status.lines().filter_map(|line| line.split_once("ctxt_switches:"));
        let sum = lines.map(|(_, count)| count.trim().parse::<u64>().expect("a number")).sum();
        Some((thread.file_name().to_string_lossy().into_owned(), sum))
    };
    others.filter_map(of).collect()
}

/// Something of everything, in pools of eight: naps, calls, tasks that nobody waits for.
fn work(pool: &furcate::ThreadPool) {
    for round in 0..20 {
        leaves(1_000);
        pool.install(|| leaves(1_000));
        pool.broadcast(|_| ());
        furcate::spawn(|| _ = leaves(100));
        pool.scope(|scope| (0..20).for_each(|_| scope.spawn(|_| _ = leaves(100))));
        (0..100_000 * (round % 2)).into_par_iter().for_each(|n| _ = std::hint::black_box(n));
    }
}

#[test]
fn a_quiet_pool_never_wakes() {
    // The watchdog looks around, too: it is for the process outside.
    if watchdog(100, || passed_alone("idle::a_quiet_pool_never_wakes")) {
        return;
    }
    furcate::ThreadPoolBuilder::new().num_threads(8).build_global().expect("nobody used it");
    let pool = pool(8);
    work(&pool);
    // What still has to fall asleep does so in the first spaces of two seconds. Who stops and continues the process from
    // outside spoils one, too; a pool with a timer spoils them all.
    let mut before = switches();
    for space in 1..=10 {
        thread::sleep(Duration::from_secs(2));
        let after = switches();
        assert!(after.len() >= 8, "the pool's threads: {after:?}");
        if after == before {
            println!("{} threads; nobody woke in space {space}", after.len());
            return;
        }
        before = after;
    }
    panic!("somebody wakes all the time: {before:?}, then {:?}", switches());
}
