//! Processes that `limits` starts: each argument is a part, and what it prints and how it ends is what is tested.

use std::cell::Cell;
use std::process::exit;
use std::sync::mpsc::channel;
use std::thread;

use furcate::prelude::*;
use furcate::{ThreadPool, ThreadPoolBuilder};

fn main() {
    let part = std::env::args().nth(1).expect("the name of a part");
    match part.as_str() {
        "sizes" => sizes(),
        "few threads" => few_threads(),
        "return from main" => busy(),
        "exit from main" => {
            busy();
            exit(7);
        }
        "exit from a task" => {
            busy();
            furcate::spawn(|| exit(7));
            for_ever();
        }
        "exit from a join" => {
            busy();
            furcate::join(for_ever, || exit(7));
        }
        "exit from a loop" => {
            busy();
            (0..1000).into_par_iter().for_each(|n| {
                if n == 700 {
                    exit(7)
                }
            });
        }
        "exit from a pool" => {
            busy();
            pool().install(|| exit(7));
        }
        "exit with a pool about" => {
            let pool = pool();
            pool.spawn(for_ever);
            pool.spawn(|| exit(7));
            // Its own drop would wait for the endless task.
            std::mem::forget(pool);
            for_ever();
        }
        "pools in destructors" => pools_in_destructors(),
        _ => panic!("there is no part {part:?}"),
    }
}

fn pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(2).join_on_drop(true).build().expect("two threads can be started")
}

fn for_ever() {
    loop {
        furcate::join(thread::yield_now, std::hint::spin_loop);
    }
}

/// Leaves work of every kind behind that never ends.
fn busy() {
    let (sender, begun) = channel();
    let (task, outside) = (sender.clone(), sender.clone());
    furcate::spawn(move || {
        task.send(()).expect("somebody waits");
        for_ever();
    });
    thread::spawn(move || {
        furcate::scope(|scope| {
            scope.spawn(|_| for_ever());
            scope.spawn(|_| for_ever());
            outside.send(()).expect("somebody waits");
        });
    });
    let own = ThreadPoolBuilder::new().num_threads(2).build().expect("two threads can be started");
    own.spawn(move || {
        sender.send(()).expect("somebody waits");
        (0..usize::MAX).into_par_iter().for_each(|_| thread::yield_now());
    });
    begun.iter().take(3).for_each(drop);
    println!("busy");
}

/// Prints the sizes of a built pool and of the global one, then does some work.
fn sizes() {
    let built = ThreadPoolBuilder::new().build().expect("some threads can be started");
    println!("[{} {}]", furcate::current_num_threads(), built.current_num_threads());
    let sum = (0..100_000u64).into_par_iter().with_max_len(100).sum::<u64>();
    assert_eq!((sum, built.install(|| (0..10).into_par_iter().count())), (4_999_950_000, 10));
}

/// Where this thread and at most two others may be.
fn few_threads() {
    let (stop, stopped) = channel::<()>();
    let stopped = std::sync::Mutex::new(stopped);
    let others = thread::scope(|scope| {
        let wait = || _ = stopped.lock().expect("nobody panics").recv();
        let started = (0..10).map_while(|_| thread::Builder::new().spawn_scoped(scope, wait).ok()).count();
        drop(stop);
        started
    });
    println!("{others} other threads");
    if others >= 10 {
        return;
    }
    let error = ThreadPoolBuilder::new().num_threads(8).build().expect_err("there are not so many threads");
    assert!(std::error::Error::source(&error).is_some());
    // The threads that were there have ended, so there is room for these.
    let mut small = ThreadPoolBuilder::new().num_threads(others).build();
    while small.is_err() {
        thread::yield_now();
        small = ThreadPoolBuilder::new().num_threads(others).build();
    }
    let small = small.expect("just seen");
    assert_eq!(small.install(|| (0..1000).into_par_iter().with_max_len(1).count()), 1000);
    small.shut_down_and_wait();

    for _ in 0..100 {
        assert_eq!((0..1000u32).into_par_iter().with_max_len(1).map(u64::from).sum::<u64>(), 499_500);
        let mut done = [false; 20];
        furcate::scope(|scope| done.iter_mut().for_each(|done| scope.spawn(move |_| *done = true)));
        assert_eq!(done, [true; 20]);
        let (sender, receiver) = channel();
        furcate::spawn(move || sender.send(3).expect("somebody waits"));
        assert_eq!(receiver.recv(), Ok(3));
        let all = furcate::broadcast(|context| context.index());
        assert!(all.into_iter().eq(0..furcate::current_num_threads()));
    }
    println!("all done");
}

/// Uses the global pool and one of its own when it is dropped.
struct Late(Cell<&'static str>);

impl Drop for Late {
    fn drop(&mut self) {
        let own = pool();
        let (a, b) =
            furcate::join(|| (0..100).into_par_iter().count(), || own.install(|| own.join(|| 1, || 2)));
        assert_eq!((a, b), (100, (1, 2)));
        let mut done = 0;
        furcate::scope(|scope| scope.spawn(|_| done += 1));
        let (sender, receiver) = channel();
        own.spawn(move || sender.send(done).expect("somebody waits"));
        assert_eq!(receiver.recv(), Ok(1));
        println!("{}", self.0.get());
    }
}

fn pools_in_destructors() {
    thread_local!(static LATE: Late = const { Late(Cell::new("?")) });
    // On threads that have used the pool before, and on such as have not.
    for used in [false, true] {
        let thread = thread::spawn(move || {
            LATE.with(|late| late.0.set("a thread"));
            if used {
                furcate::join(|| (), || ());
            }
        });
        thread.join().expect("the destructor does not panic");
    }
    let workers = pool();
    workers.broadcast(|_| LATE.with(|late| late.0.set("a worker")));
    workers.shut_down_and_wait();
    // In the middle of a job, in a panic, and in a result that nobody wants.
    pool().install(|| drop(Late(Cell::new("a job"))));
    let result = std::panic::catch_unwind(|| {
        let _late = Late(Cell::new("a panic"));
        std::panic::resume_unwind(Box::new(()));
    });
    assert!(result.is_err());
    let result = std::panic::catch_unwind(|| {
        furcate::join(|| Late(Cell::new("a result")), || std::panic::resume_unwind(Box::new(())))
    });
    assert!(result.is_err());
    LATE.with(|late| late.0.set("main"));
}
