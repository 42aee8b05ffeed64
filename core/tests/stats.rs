//! The counters: each moves when what it counts happens, and they add up.

mod common;

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;

use common::{Random, pool, watched};
use furcate_core::{SlotStats, ThreadPool, ThreadPoolBuilder, join, scope, scope_fifo};

/// What `f` adds to the counters of a pool.
fn counted(pool: &ThreadPool, f: impl FnOnce()) -> SlotStats {
    let before = pool.stats();
    f();
    pool.stats().since(&before).total()
}

/// Gives way to other threads until something is so.
fn wait_until(so: impl Fn() -> bool) {
    while !so() {
        thread::yield_now();
    }
}

/// A recursion that joins once for each leaf but one.
fn tree(leaves: u64) {
    if leaves > 1 {
        join(|| tree(leaves / 2), || tree(leaves - leaves / 2));
    }
}

/// So many joins inside each other, then `f` in the left side of all.
fn nested(joins: usize, right: &(impl Fn() + Sync), f: &(impl Fn() + Sync)) {
    if joins == 0 {
        f();
    } else {
        join(|| nested(joins - 1, right, f), right);
    }
}

#[test]
fn each_join_is_counted_once_or_none_is() {
    watched(|| {
        for threads in [1, 2, 5] {
            let pool = pool(threads);
            let stats = counted(&pool, || pool.install(|| tree(5_000)));
            let counted = cfg!(any(debug_assertions, feature = "count-joins"));
            assert_eq!(stats.joins, if counted { 4_999 } else { 0 }, "{}", pool.stats());
            assert!(stats.published + stats.rescues <= 4_999, "{}", pool.stats());
        }
    });
}

#[test]
fn public_jobs_are_either_executed_or_reclaimed() {
    watched(|| {
        for threads in [1, 2, 3, 8] {
            let pool = pool(threads);
            for seed in 1..20 {
                let mut random = Random(seed);
                let (sender, receiver) = channel();
                let stats = counted(&pool, || {
                    pool.install(|| {
                        scope(|scope| {
                            (0..random.below(40)).for_each(|leaves| scope.spawn(move |_| tree(leaves)));
                            tree(random.below(300) + 1);
                        });
                        scope_fifo(|scope| {
                            (0..random.below(20)).for_each(|leaves| scope.spawn_fifo(move |_| tree(leaves)));
                        });
                        let sender = sender.clone();
                        furcate_core::spawn_fifo(move || sender.send(()).unwrap());
                    });
                    pool.broadcast(|context| tree(context.index() as u64 + 1));
                    pool.spawn(move || sender.send(()).unwrap());
                    (0..2).for_each(|_| receiver.recv().unwrap());
                });
                let made = stats.published + stats.rescues + stats.spawned + stats.injected + stats.posted;
                assert_eq!(made, stats.executed + stats.reclaimed, "{}", pool.stats());
                assert!(stats.steals <= stats.steals_tried, "{}", pool.stats());
                assert!(stats.steals <= stats.executed + stats.given_back, "{}", pool.stats());
            }
        }
    });
}

#[test]
fn a_job_that_nobody_takes_is_reclaimed() {
    watched(|| {
        let pool = pool(1);
        let stats = counted(&pool, || pool.install(|| _ = join(|| (), || ())));
        assert_eq!((stats.published, stats.reclaimed, stats.executed, stats.steals), (1, 1, 1, 0));
    });
}

#[test]
fn tasks_and_calls_are_counted_where_they_come_in() {
    watched(|| {
        let pool = pool(3);
        let stats = counted(&pool, || {
            pool.scope(|scope| (0..10).for_each(|_| scope.spawn(|_| ())));
            pool.broadcast(|_| ());
        });
        assert_eq!((stats.injected, stats.spawned, stats.posted), (1, 10, 3), "{}", pool.stats());
        assert_eq!(stats.guests, 0);
    });
}

#[test]
fn guests_are_counted() {
    watched(|| {
        let pool = ThreadPoolBuilder::new().num_threads(2).guests(true).build().unwrap();
        let stats = counted(&pool, || (0..3).for_each(|_| _ = pool.join(|| (), || ())));
        // A thread of the pool that is not asleep yet holds its slot: such a call is injected.
        assert_eq!(stats.guests + stats.injected, 3, "{}", pool.stats());
        wait_until(|| pool.stats().total().sleeps >= 2);
        wait_until(|| counted(&pool, || _ = pool.join(|| (), || ())).guests == 1);
    });
}

#[test]
fn stolen_jobs_are_counted() {
    watched(|| {
        let pool = pool(2);
        let both = Barrier::new(2);
        let stats = counted(&pool, || pool.install(|| _ = join(|| both.wait(), || both.wait())));
        assert_eq!((stats.published, stats.reclaimed), (1, 0), "{}", pool.stats());
        assert_eq!((stats.steals, stats.executed), (1, 2), "{}", pool.stats());
        assert!(stats.steals_tried >= 1);
    });
}

#[test]
fn leapfrogs_are_counted() {
    watched(|| {
        let pool = pool(2);
        let begun = Barrier::new(2);
        let both = Barrier::new(2);
        let right = || {
            begun.wait();
            // Only the one who waits for us can run one of these.
            join(|| both.wait(), || both.wait());
        };
        // Not always: on a machine that stands still meanwhile, the waiter wakes by the clock and looks everywhere.
        wait_until(|| {
            let stats = counted(&pool, || pool.install(|| _ = join(|| begun.wait(), right)));
            assert_eq!(stats.steals + stats.rescues, 2, "{}", pool.stats());
            stats.leapfrogs == 1
        });
    });
}

#[test]
fn rescues_are_counted() {
    watched(|| {
        let pool = pool(2);
        let done = AtomicUsize::new(0);
        let right = || _ = done.fetch_add(1, SeqCst);
        // Far more than become public: the rest has to be taken from a holder that does not look.
        let stats = counted(&pool, || {
            pool.install(|| nested(20, &right, &|| wait_until(|| done.load(SeqCst) == 20)));
        });
        assert!(stats.rescues >= 10, "{}", pool.stats());
        assert_eq!(stats.rescues + stats.published, 20, "{}", pool.stats());
        assert!(stats.naps >= 1, "{}", pool.stats());
    });
}

#[test]
fn jobs_given_back_are_counted() {
    watched(|| {
        let pool = pool(3);
        let given_back = || pool.stats().total().given_back > 0;
        let begun = Barrier::new(3);
        let one = || {
            begun.wait();
            // Its right side is public, and no business of the one who waits for the other.
            join(|| wait_until(given_back), || ());
        };
        let other = || {
            begun.wait();
            wait_until(given_back);
        };
        pool.install(|| _ = join(|| _ = join(|| begun.wait(), other), one));
        assert!(given_back(), "{}", pool.stats());
    });
}

#[test]
fn long_waits_are_counted() {
    watched(|| {
        let (here, there) = (pool(1), pool(1));
        let (sender, receiver) = channel();
        let stats = counted(&here, || {
            here.install(|| {
                furcate_core::spawn(move || sender.send(()).unwrap());
                // The task's only worker waits for what waits for the task.
                there.install(move || receiver.recv().unwrap());
            });
        });
        assert_eq!(stats.strangers, 1, "{}", here.stats());
        assert!(stats.dozes >= 1 && stats.barred >= 1, "{}", here.stats());
        assert!(stats.barred <= stats.dozes, "{}", here.stats());
    });
}

#[test]
fn sleeps_and_wakes_are_counted() {
    watched(|| {
        let pool = pool(2);
        wait_until(|| pool.stats().slots().iter().all(|slot| slot.sleeps > 0));
        // While one works and the other sleeps, that one looks by the clock.
        let stats = counted(&pool, || {
            pool.install(|| {
                let naps = pool.stats().total().naps;
                wait_until(|| pool.stats().total().naps > naps);
            });
        });
        assert!(stats.naps >= 1, "{}", pool.stats());
        // Sleepers that nobody calls get up by the clock only, or for work that came in between.
        wait_until(|| {
            wait_until(|| pool.stats().slots().iter().all(|slot| slot.sleeps > slot.wakes + slot.naps));
            pool.install(|| ());
            pool.stats().total().wakes > 0
        });
        let total = pool.stats().total();
        assert!(total.wakes + total.naps <= total.sleeps, "{}", pool.stats());
    });
}

#[test]
fn peak_is_the_longest_public_queue() {
    watched(|| {
        let pool = pool(1);
        pool.install(|| tree(1 << 10));
        assert!(pool.stats().total().peak <= 10, "{}", pool.stats());
        // Whoever spawns shows all it has: ten joins and a task.
        pool.install(|| nested(10, &|| (), &|| scope(|scope| scope.spawn(|_| ()))));
        assert_eq!(pool.stats().total().peak, 11);
        assert_eq!(pool.stats().since(&pool.stats()).total().peak, 11, "a maximum stays");
    });
}

#[test]
fn counting_goes_on_while_the_pool_works() {
    watched(|| {
        let pool = pool(2);
        let stop = AtomicBool::new(false);
        thread::scope(|threads| {
            threads.spawn(|| {
                while !stop.load(SeqCst) {
                    pool.install(|| tree(100));
                }
            });
            let mut before = pool.stats();
            for _ in 0..20 {
                wait_until(|| pool.stats().since(&before).total().injected > 0);
                before = pool.stats();
            }
            stop.store(true, SeqCst);
        });
    });
}

#[test]
fn table_has_a_line_for_each_counter() {
    let pool = pool(3);
    pool.install(|| tree(10));
    let table = pool.stats().to_string();
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["total", "outside", "0", "1", "2"]);
    let injected = lines.iter().find(|line| line[0] == "injected").unwrap();
    assert_eq!(injected[1..], ["1", "1", "0", "0", "0"]);
    assert!(table.lines().all(|line| line.len() == table.lines().next().unwrap().len()), "{table}");
}

#[test]
fn a_worker_asks_for_the_counters_of_its_own_pool() {
    watched(|| {
        let pool = pool(5);
        let stats = pool.install(furcate_core::stats);
        assert_eq!((stats.slots().len(), stats.total().injected), (5, 1));
    });
}
