//! The deprecated way to make a pool: each setting reaches the pool.
#![expect(deprecated, reason = "old names are what is tested")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;

use common::watched;
use furcate_core::{Configuration, ThreadPool, current_num_threads, current_thread_index, initialize, join};

/// A handler that counts its calls, and the count.
fn counting() -> (impl Fn(usize) + Send + Sync + 'static, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = calls.clone();
    let handler = move |index| {
        assert!(index < 3);
        count.fetch_add(1, SeqCst);
    };
    (handler, calls)
}

#[test]
fn settings_reach_the_pool() {
    watched(|| {
        let ((on_start, started), (on_exit, ended)) = (counting(), counting());
        let (report, reports) = channel();
        let configuration = Configuration::new()
            .num_threads(3)
            .thread_name(|index| format!("old {index}"))
            .stack_size(8 << 20)
            .start_handler(on_start)
            .exit_handler(on_exit)
            .panic_handler(move |payload| report.send(payload).expect("the test waits for it"));
        assert!(format!("{configuration:?}").contains('3'));
        let pool = configuration.build().expect("threads can be started");
        pool.install(|| {
            assert_eq!(current_num_threads(), 3);
            let index = current_thread_index().expect("in the pool");
            assert_eq!(thread::current().name(), Some(&*format!("old {index}")));
            // More than the 2 MiB that a thread has by default.
            let large = std::hint::black_box([1u8; 4 << 20]);
            assert_eq!(large[large.len() / 2], 1);
        });
        pool.spawn(|| panic!("handed on"));
        let payload = reports.recv().expect("the handler keeps its end");
        assert_eq!(payload.downcast_ref(), Some(&"handed on"));
        pool.shut_down_and_wait();
        assert_eq!(started.load(SeqCst), ended.load(SeqCst));
        assert!((1..=3).contains(&started.load(SeqCst)));
    });
}

#[test]
fn pool_is_made_of_a_configuration() {
    let pool = ThreadPool::new(Configuration::new().num_threads(3)).expect("threads can be started");
    assert_eq!(pool.install(current_num_threads), 3);
}

/// With one thread nobody asks for work, so that no job becomes public of itself.
#[test]
fn breadth_first_offers_each_job_at_once() {
    fn tree(depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (left, right) = join(|| tree(depth - 1), || tree(depth - 1));
        left + right
    }
    watched(|| {
        let published = |configuration: Configuration| {
            let pool = configuration.num_threads(1).build().expect("a thread can be started");
            assert_eq!(pool.install(|| tree(6)), 64);
            pool.stats().total().published
        };
        assert!(published(Configuration::new()) < 10);
        assert!(published(Configuration::new().breadth_first()) >= 63);
    });
}

/// No other test in this program uses the global pool.
#[test]
fn the_global_pool_is_made_once() {
    initialize(Configuration::new().num_threads(2)).expect("nobody has made it");
    assert_eq!(current_num_threads(), 2);
    let error = initialize(Configuration::new().num_threads(3)).expect_err("it is made");
    assert!(error.to_string().contains("global"), "{error}");
    assert_eq!(current_num_threads(), 2);
}
