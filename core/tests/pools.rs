//! Pools: their lives, their threads, their identities, and what passes between them.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;

use common::{Census, assert_threads_of_this_process, pool, rerun, threads_of_this_process, watched};
use furcate_core::{
    ThreadBuilder, ThreadPool, ThreadPoolBuilder, Yield, current_num_threads, current_thread_index, isolate,
    join, scope, spawn, spawn_fifo,
};

// rayon#446, rayon#443
#[test]
fn install_into_the_own_pool_nests() {
    fn nest(pool: &ThreadPool, depth: usize) -> usize {
        if depth == 0 { 0 } else { 1 + pool.install(|| nest(pool, depth - 1)) }
    }
    watched(|| assert_eq!(nest(&pool(1), 100), 100));
}

// rayon#588, rayon#819, rayon#1105, rayon#872
#[test]
fn isolated_jobs_do_not_overlap_while_they_wait_for_another_pool() {
    watched(|| {
        let (a, b) = (pool(1), pool(1));
        let log = Mutex::new(Vec::new());
        a.in_place_scope(|scope| {
            for job in 0..5 {
                let (log, b) = (&log, &b);
                scope.spawn(move |_| {
                    isolate(|| {
                        log.lock().unwrap().push(job);
                        b.install(|| (0..100_000).for_each(|i| _ = std::hint::black_box(i)));
                        log.lock().unwrap().push(job);
                    });
                });
            }
        });
        let log = log.into_inner().unwrap();
        assert_eq!(log.len(), 10);
        assert!(log.chunks(2).all(|pair| pair[0] == pair[1]), "{log:?}");
    });
}

// rayon#688, rayon#1242
#[test]
fn dropped_pool_leaves_no_threads_if_asked() {
    if let Some(output) = rerun("dropped_pool_leaves_no_threads_if_asked", &[]) {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    let before = threads_of_this_process();
    for round in 0..50 {
        let ended = Arc::new(AtomicUsize::new(0));
        let end = ended.clone();
        let builder =
            ThreadPoolBuilder::new().num_threads(8).exit_handler(move |_| _ = end.fetch_add(1, SeqCst));
        if round % 2 == 0 {
            let pool = builder.join_on_drop(true).build().unwrap();
            pool.install(|| join(|| (), || ()));
        } else {
            let pool = builder.build().unwrap();
            pool.install(|| join(|| (), || ()));
            pool.shut_down_and_wait();
        }
        assert_eq!(ended.load(SeqCst), 8, "all have come to their end at once");
        assert_threads_of_this_process(before);
    }
}

#[test]
fn pool_may_be_dropped_by_its_own_worker() {
    watched(|| {
        for _ in 0..100 {
            let pool = ThreadPoolBuilder::new().num_threads(2).join_on_drop(true).build().unwrap();
            let pool = Arc::new(pool);
            let (sender, receiver) = channel();
            let inside = pool.clone();
            pool.spawn(move || {
                let (_, _) = join(|| 1, || 2);
                drop(inside);
                sender.send(()).unwrap();
            });
            drop(pool);
            receiver.recv().unwrap();
        }
    });
}

#[test]
fn work_spawned_before_the_drop_is_done() {
    watched(|| {
        let census = Arc::new(Census::default());
        let done = Arc::new(AtomicUsize::new(0));
        for round in 0..50 {
            let pool = pool(1 + round % 3);
            for _ in 0..20 {
                let (done, census) = (done.clone(), census.clone());
                pool.spawn(move || {
                    let _counted = census.make();
                    // Spawned while the pool is on its way out.
                    let later = done.clone();
                    spawn(move || _ = later.fetch_add(1, SeqCst));
                    done.fetch_add(1, SeqCst);
                });
            }
        }
        assert_eq!((done.load(SeqCst), census.alive()), (2_000, 0));
    });
}

// rayon#739, rayon#740, rayon#768
#[test]
fn calls_into_another_pool_come_back() {
    watched(|| {
        let (a, b) = (pool(1), pool(1));
        fn sum(range: std::ops::Range<u32>, b: &ThreadPool) -> u32 {
            if range.len() == 1 {
                return b.install(|| range.start);
            }
            let middle = range.start + (range.end - range.start) / 2;
            let (x, y) = join(|| sum(range.start..middle, b), || sum(middle..range.end, b));
            x + y
        }
        for _ in 0..300 {
            assert_eq!(a.install(|| sum(1..101, &b)), 5_050);
        }
    });
}

#[test]
fn pools_that_end_while_others_wake_in_them() {
    watched(|| {
        let main = pool(2);
        for _ in 0..300 {
            // The waiter's pool may go as soon as the waiter has its answer.
            let short = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            assert_eq!(short.install(|| main.install(|| 7)), 7);
        }
    });
}

// rfcs#1, rayon#615
#[test]
fn tasks_of_one_worker_run_in_the_promised_order() {
    watched(|| {
        let pool = pool(1);
        let order = Mutex::new(Vec::new());
        let push = |i: i32| order.lock().unwrap().push(i);
        pool.scope_fifo(|scope| (0..10).for_each(|i| scope.spawn_fifo(move |_| push(i))));
        assert!(order.lock().unwrap().drain(..).eq(0..10));
        pool.scope(|scope| (0..10).for_each(|i| scope.spawn(move |_| push(i))));
        assert!(order.lock().unwrap().drain(..).eq((0..10).rev()));

        let (sender, receiver) = channel();
        let fifo = sender.clone();
        pool.install(move || {
            for i in 0..10 {
                let fifo = fifo.clone();
                spawn_fifo(move || fifo.send(i).unwrap());
            }
        });
        assert!(receiver.iter().take(10).eq(0..10));
        let lifo = sender.clone();
        pool.install(move || {
            for i in 0..10 {
                let lifo = lifo.clone();
                spawn(move || lifo.send(i).unwrap());
            }
        });
        assert!(receiver.iter().take(10).eq((0..10).rev()));
        for i in 0..10 {
            let sender = sender.clone();
            pool.spawn_fifo(move || sender.send(i).unwrap());
        }
        assert!(receiver.iter().take(10).eq(0..10));
    });
}

#[test]
fn current_thread_may_be_worker_zero() {
    watched(|| {
        thread::spawn(|| {
            let pool = ThreadPoolBuilder::new().num_threads(2).use_current_thread().build().unwrap();
            assert_eq!((current_thread_index(), pool.current_num_threads()), (Some(0), 2));
            assert_eq!(pool.install(current_thread_index), Some(0));
            assert_eq!(join(|| 1, || 2), (1, 2));
            assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..2));
            let again = ThreadPoolBuilder::new().use_current_thread().build().err().unwrap();
            assert!(again.to_string().contains("already part of another thread pool"), "{again}");

            // Its own tasks run while it yields.
            let alone = thread::spawn(|| {
                let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().unwrap();
                let (sender, receiver) = channel();
                pool.spawn(move || sender.send(1).unwrap());
                while receiver.try_recv().is_err() {
                    assert!(pool.yield_now().is_some());
                }
                assert_eq!(pool.yield_now(), Some(Yield::Idle));
            });
            alone.join().unwrap();
        })
        .join()
        .unwrap();
    });
}

#[test]
fn at_most_one_holder_of_an_index_at_a_time() {
    watched(|| {
        let held: Vec<_> = (0..current_num_threads()).map(|_| AtomicUsize::new(0)).collect();
        let check = || {
            let index = current_thread_index().unwrap();
            assert_eq!(held[index].fetch_add(1, SeqCst), 0, "two holders of slot {index}");
            for i in 0..50 {
                std::hint::black_box(i);
            }
            held[index].fetch_sub(1, SeqCst);
        };
        thread::scope(|threads| {
            for _ in 0..6 {
                threads.spawn(|| {
                    for _ in 0..2_000 {
                        join(check, check);
                    }
                });
            }
        });
    });
}

#[test]
fn guests_of_a_pool_work_on_the_calling_thread() {
    watched(|| {
        let pool = ThreadPoolBuilder::new().num_threads(2).guests(true).join_on_drop(true).build().unwrap();
        // The pool's threads fall asleep sooner or later, then the caller finds a free slot.
        let here = thread::current().id();
        while pool.install(|| thread::current().id()) != here {
            thread::yield_now();
        }
        assert_eq!(current_thread_index(), None);
        let (sender, receiver) = channel();
        // What a guest leaves behind is done by others.
        pool.install(|| spawn(move || sender.send(thread::current().id()).unwrap()));
        receiver.recv().unwrap();
        assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..2));
    });
}

#[test]
fn guests_may_panic() {
    watched(|| {
        for _ in 0..100 {
            let result = std::panic::catch_unwind(|| {
                scope(|scope| {
                    scope.spawn(|_| ());
                    std::panic::resume_unwind(Box::new(1));
                });
            });
            assert!(result.is_err());
            assert_eq!(current_thread_index(), None);
        }
        assert_eq!(join(|| 1, || 2), (1, 2));
    });
}

#[test]
fn more_threads_than_bits_in_a_word() {
    watched(|| {
        let pool = pool(150);
        assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..150));
        let count = AtomicUsize::new(0);
        pool.scope(|scope| (0..1_000).for_each(|_| scope.spawn(|_| _ = count.fetch_add(1, SeqCst))));
        assert_eq!(count.into_inner(), 1_000);
    });
}

#[test]
fn scoped_threads_borrow() {
    watched(|| {
        let names = Mutex::new(Vec::new());
        let sum = ThreadPoolBuilder::new()
            .num_threads(3)
            .thread_name(|index| format!("scoped {index}"))
            .build_scoped(
                |thread| {
                    names.lock().unwrap().push(thread.name().unwrap_or("none").to_owned());
                    thread.run();
                },
                |pool| pool.install(|| join(|| 20, || 22)),
            )
            .unwrap();
        assert_eq!(sum, (20, 22));
        let mut names = names.into_inner().unwrap();
        names.sort();
        assert_eq!(names, ["scoped 0", "scoped 1", "scoped 2"]);
    });
}

#[test]
fn spawn_handler_is_told_what_was_asked_for() {
    watched(|| {
        let told = Mutex::new(Vec::new());
        let start = |worker: ThreadBuilder| {
            let printed = format!("{worker:?}");
            let name = worker.name().unwrap_or("none").to_owned();
            assert!(printed.contains(&name), "{printed}");
            told.lock().unwrap().push((worker.index(), name, worker.stack_size()));
            thread::spawn(|| worker.run());
            Ok(())
        };
        let builder = ThreadPoolBuilder::new().num_threads(2).join_on_drop(true);
        let builder = builder.thread_name(|index| format!("own {index}")).stack_size(1 << 20);
        let pool = builder.spawn_handler(start).build().unwrap();
        assert!(pool.broadcast(|context| context.index()).into_iter().eq(0..2));
        let told = told.into_inner().unwrap();
        let asked = ["own 0", "own 1"].map(|name| (name.to_owned(), Some(1 << 20)));
        assert!(told.into_iter().eq(asked.into_iter().enumerate().map(|(index, it)| (index, it.0, it.1))));
    });
}
