//! A forked child has none of its parent's threads: the global pool starts anew in it.
#![cfg(unix)]

mod common;

use common::{rerun, watched};
use fork::Fork;
use furcate_core::{ThreadPoolBuilder, join, scope, spawn};

fn sum(range: std::ops::Range<u64>) -> u64 {
    if range.end - range.start < 50 {
        return range.sum();
    }
    let middle = range.start + (range.end - range.start) / 2;
    let (a, b) = join(|| sum(range.start..middle), || sum(middle..range.end));
    a + b
}

// turbovec#147, granne#18, gam#3189
#[test]
fn child_has_a_pool_of_its_own() {
    let inside = watched(|| rerun("child_has_a_pool_of_its_own", &[("FURCATE_NUM_THREADS", "3")]));
    if let Some(output) = inside {
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("child 4999950000") && text.contains("parent 4999950000"), "{text} {errors}");
        return;
    }
    // Threads that exist, sleep, and search at the time of the fork.
    furcate_core::broadcast(|_| ());
    assert_eq!(sum(0..100_000), 4_999_950_000);
    let built = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    match fork::fork().unwrap() {
        Fork::Child => {
            println!("child {}", sum(0..100_000));
            let mut done = 0;
            scope(|scope| scope.spawn(|_| done += 1));
            let (sender, receiver) = std::sync::mpsc::channel();
            spawn(move || sender.send(done).unwrap());
            assert_eq!(receiver.recv(), Ok(1));
            assert_eq!(furcate_core::broadcast(|context| context.index()), [0, 1, 2]);
            // A pool that was made by hand cannot be replaced; it says so.
            let lost = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| built.install(|| 1)));
            assert!(lost.is_err());
            std::mem::forget(built);
            // This thread is all there is of the test runner.
            std::process::exit(0);
        }
        Fork::Parent(child) => {
            println!("parent {}", sum(0..100_000));
            fork::waitpid(child).unwrap();
            assert_eq!(built.install(|| 1), 1);
        }
    }
}
