//! What a pool tells the threads that are part of it, and what it prints of itself.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Barrier;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use common::{pool, watched};
use furcate_core::{
    BroadcastContext, FnContext, ThreadPool, Yield, current_thread_has_pending_tasks, current_thread_index,
    join_context, spawn, spawn_broadcast, yield_local, yield_now,
};

#[test]
fn only_members_are_told_of_themselves() {
    let ask = |pool: &ThreadPool| {
        let (index, pending) = (pool.current_thread_index(), pool.current_thread_has_pending_tasks());
        (index, pending, pool.yield_now(), pool.yield_local())
    };
    watched(|| {
        let (here, there) = (pool(3), pool(3));
        let strange = (None, None, None, None);
        assert_eq!(ask(&here), strange);
        here.install(|| {
            let index = current_thread_index();
            assert!(index < Some(3));
            assert_eq!(ask(&here), (index, Some(false), Some(Yield::Idle), Some(Yield::Idle)));
            assert_eq!(ask(&there), strange);
        });
    });
    assert_eq!((current_thread_has_pending_tasks(), yield_now(), yield_local()), (None, None, None));
}

/// One thread, so that nobody else takes them.
#[test]
fn tasks_are_pending_until_they_begin() {
    watched(|| {
        let pool = pool(1);
        let pending = || {
            let pending = current_thread_has_pending_tasks();
            assert_eq!(pending, pool.current_thread_has_pending_tasks());
            pending
        };
        pool.install(|| {
            assert_eq!(pending(), Some(false));
            let (sender, receiver) = channel();
            spawn(move || sender.send(current_thread_has_pending_tasks()).unwrap());
            assert_eq!(pending(), Some(true));
            assert_eq!(yield_local(), Some(Yield::Executed));
            assert_eq!((pending(), receiver.recv()), (Some(false), Ok(Some(false))));
            assert_eq!(yield_local(), Some(Yield::Idle));
        });
        assert_eq!(pool.join(pending, pending), (Some(true), Some(false)));
    });
}

#[test]
fn yield_local_leaves_what_others_have() {
    watched(|| {
        let pool = pool(2);
        let step = Barrier::new(2);
        let (sender, runner) = channel();
        let results = pool.broadcast(|context| {
            if context.index() == 0 {
                let sender = sender.clone();
                spawn(move || sender.send(current_thread_index()).unwrap());
                step.wait();
                // The other one has run it before this one may.
                step.wait();
                return None;
            }
            step.wait();
            let own = yield_local();
            while yield_now() != Some(Yield::Executed) {
                thread::yield_now();
            }
            step.wait();
            own
        });
        assert_eq!(results, [None, Some(Yield::Idle)]);
        assert_eq!(runner.recv(), Ok(Some(1)));
    });
}

/// What a task is told where it runs, for each of the threads.
type Told = (usize, usize, Option<usize>);

/// A task for all threads, and what it was told, in the order of their indices.
fn roll_call() -> (impl Fn(BroadcastContext<'_>) + Send + Sync + 'static, impl Fn() -> Vec<Told>) {
    let (sender, receiver): (_, Receiver<Told>) = channel();
    let tell = move |context: BroadcastContext<'_>| {
        sender.send((context.index(), context.num_threads(), current_thread_index())).unwrap();
    };
    let all = move || {
        let mut all: Vec<_> = receiver.iter().collect();
        all.sort_unstable();
        all
    };
    (tell, all)
}

#[test]
fn broadcasts_run_once_on_each_thread() {
    watched(|| {
        let pool = pool(3);
        let each = [(0, 3, Some(0)), (1, 3, Some(1)), (2, 3, Some(2))];
        let (tell, all) = roll_call();
        pool.broadcast(tell);
        assert_eq!(all(), each);
        let (tell, all) = roll_call();
        pool.spawn_broadcast(tell);
        assert_eq!(all(), each);
        let (tell, all) = roll_call();
        pool.install(|| spawn_broadcast(tell));
        assert_eq!(all(), each);
        let (tell, all) = roll_call();
        pool.scope(|scope| scope.spawn_broadcast(move |_, context| tell(context)));
        assert_eq!(all(), each);
        let (tell, all) = roll_call();
        pool.scope_fifo(|scope| scope.spawn_broadcast(move |_, context| tell(context)));
        assert_eq!(all(), each);
    });
}

/// One thread, so that what was spawned stays where it is.
#[test]
fn pools_print_what_waits_in_them() {
    watched(|| {
        assert!(format!("{:?}", pool(3)).contains("num_threads: 3"));
        let pool = pool(1);
        let printed = || format!("{pool:?}");
        pool.install(|| {
            assert!(printed().contains("public: 0"), "{}", printed());
            (0..2).for_each(|_| spawn(|| ()));
            assert!(printed().contains("public: 2"), "{}", printed());
            while yield_local() == Some(Yield::Executed) {}
            assert!(printed().contains("public: 0"), "{}", printed());
        });
    });
}

#[test]
fn scopes_print_whether_a_task_has_panicked() {
    fn bang() {
        resume_unwind(Box::new(()));
    }
    const CALM: &str = "panicked: false";
    const PANICKED: &str = "panicked: true";
    watched(|| {
        let pool = pool(1);
        let scope = || {
            pool.scope(|scope| {
                scope.spawn(|_| bang());
                assert!(format!("{scope:?}").contains(CALM), "{scope:?}");
                assert_eq!(yield_local(), Some(Yield::Executed));
                assert!(format!("{scope:?}").contains(PANICKED), "{scope:?}");
            });
        };
        let payload = catch_unwind(AssertUnwindSafe(scope)).unwrap_err();
        assert!(payload.is::<()>(), "not one of these assertions");
        let scope_fifo = || {
            pool.scope_fifo(|scope| {
                scope.spawn_fifo(|_| bang());
                assert!(format!("{scope:?}").contains(CALM), "{scope:?}");
                assert_eq!(yield_local(), Some(Yield::Executed));
                assert!(format!("{scope:?}").contains(PANICKED), "{scope:?}");
            });
        };
        let payload = catch_unwind(AssertUnwindSafe(scope_fifo)).unwrap_err();
        assert!(payload.is::<()>(), "not one of these assertions");
    });
}

#[test]
fn contexts_print_what_they_tell() {
    watched(|| {
        let printed = pool(2).broadcast(|context| format!("{context:?}"));
        assert!(printed[1].contains("index: 1, num_threads: 2"), "{printed:?}");
        // The left side stays, the right one is taken by the other thread, which the left one waits for.
        let both = Barrier::new(2);
        let print = |context: FnContext| {
            both.wait();
            (context.migrated(), format!("{context:?}"))
        };
        let (left, right) = pool(2).install(|| join_context(print, print));
        assert_eq!(left, (false, "FnContext { migrated: false }".to_owned()));
        assert_eq!(right, (true, "FnContext { migrated: true }".to_owned()));
    });
}
