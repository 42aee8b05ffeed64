//! Pools come and go by the thousand: no thread and no memory stays.
#![cfg(target_os = "linux")]

use std::fs;
use std::thread;

use furcate::ThreadPoolBuilder;
use furcate_tests::{passed_alone, size, watchdog};

use crate::leaves;

fn threads() -> usize {
    fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// Memory in use, in KiB.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux says it");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Makes a pool, works in it, and ends it in one of four ways.
fn come_and_go(round: usize) {
    let pool = ThreadPoolBuilder::new().num_threads(1 + round % 8).join_on_drop(round % 4 < 2).build();
    let pool = pool.expect("a few threads can be started");
    match round % 5 {
        0 => {}
        1 => assert_eq!(pool.install(|| leaves(20)), 20),
        2 => pool.scope(|scope| (0..5).for_each(|_| scope.spawn(|_| _ = leaves(5)))),
        3 => pool.spawn(|| _ = leaves(20)),
        _ => pool.spawn_broadcast(|_| _ = leaves(5)),
    }
    match round % 4 {
        // A drop that waits, or not; the latter's threads end in their own time.
        0 | 2 => drop(pool),
        1 => pool.shut_down_and_wait(),
        _ => _ = thread::spawn(move || drop(pool)).join(),
    }
}

#[test]
fn thousands_of_pools_leave_nothing() {
    if passed_alone("churn::thousands_of_pools_leave_nothing") {
        return;
    }
    watchdog(1000, || {
        let pools = size(1_000, 10_000);
        // The kernel lists a thread a moment longer than it lives; and some pools were not waited for.
        let settle = |expected: usize| {
            let mut looks = 0;
            while threads() > expected && looks < 1_000_000 {
                looks += 1;
                thread::yield_now();
            }
            assert_eq!(threads(), expected, "threads");
        };
        let before = threads();
        (0..pools / 5).for_each(come_and_go);
        settle(before);
        let warm = memory();
        (0..pools).for_each(come_and_go);
        settle(before);
        let after = memory();
        println!("{pools} pools: {warm} KiB after a fifth as many more, {after} at the end");
        // The system's allocator keeps some, but not some for each pool.
        assert!(after < warm + 2_048 + pools / 4, "{warm} KiB, then {after}");
    });
}
