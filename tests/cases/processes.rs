//! The global pool: configured late, where no threads can be had, and in a forked child.

use std::error::Error;
use std::io;

use furcate::ThreadPoolBuilder;
use furcate::prelude::*;
use furcate_tests::{passed_alone, rerun, watchdog, within};

fn sum() -> u64 {
    (0..100_000u32).into_par_iter().with_max_len(1000).map(|n| u64::from(n % 7)).sum()
}

fn expected() -> u64 {
    (0..100_000u32).map(|n| u64::from(n % 7)).sum()
}

// dust#503, reth#17324
#[test]
fn a_pool_built_after_the_first_use_is_refused() {
    if passed_alone("processes::a_pool_built_after_the_first_use_is_refused") {
        return;
    }
    assert_eq!(sum(), expected());
    let error = ThreadPoolBuilder::new().num_threads(3).build_global().expect_err("the pool is in use");
    assert!(error.to_string().contains("already been initialized"), "{error}");
    assert_eq!(sum(), expected());
}

// rayon 0.7 notes
#[test]
fn zero_threads_are_the_default_number() {
    if passed_alone("processes::zero_threads_are_the_default_number") {
        return;
    }
    let pool = ThreadPoolBuilder::new().num_threads(0).build().expect("the default is possible");
    ThreadPoolBuilder::new().num_threads(0).build_global().expect("the default is possible");
    assert_eq!(furcate::current_num_threads(), pool.current_num_threads());
    assert!(furcate::current_num_threads() > 0);
    assert_eq!(sum(), expected());
}

// turbovec#147, granne#18, gam#3189
#[test]
#[cfg(unix)]
fn a_forked_child_gets_a_pool_of_its_own() {
    use fork::{Fork, fork, waitpid};

    const NAME: &str = "processes::a_forked_child_gets_a_pool_of_its_own";
    if let Some(output) = rerun(NAME, |_| ()) {
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{text}\n{errors}");
        assert_eq!(text.matches("right in a child").count(), 8, "{text}\n{errors}");
        return;
    }
    let check = || {
        println!("{} in a child", if sum() == expected() { "right" } else { "wrong" });
    };
    watchdog(60, || {
        // The first child is forked before there are threads. Each has a child, too.
        for _ in 0..4 {
            match fork().expect("a process can be forked") {
                Fork::Child => {
                    check();
                    match fork() {
                        Ok(Fork::Child) => check(),
                        Ok(Fork::Parent(child)) => waitpid(child).expect("the child ends"),
                        Err(_) => println!("no second fork"),
                    }
                    // This thread is all there is of the test runner.
                    std::process::exit(0);
                }
                Fork::Parent(child) => {
                    waitpid(child).expect("the child ends");
                    assert_eq!(sum(), expected());
                }
            }
        }
    });
}

// rayon#1081 and the notes of rayon 1.11. As on a target without threads: there is no memory for their stacks.
#[test]
#[cfg(target_os = "linux")]
fn without_threads_the_caller_does_it_all() {
    const NAME: &str = "processes::without_threads_the_caller_does_it_all";
    let limited = |command: &mut std::process::Command| {
        within(command, &["sh", "-c", "ulimit -v 3000000; exec \"$@\"", "sh"]);
        command.env("RUST_MIN_STACK", "4000000000").env("FURCATE_NUM_THREADS", "4");
    };
    if let Some(output) = rerun(NAME, limited) {
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{text}\n{errors}");
        assert!(text.contains("did without"), "{text}\n{errors}");
        return;
    }
    if std::thread::Builder::new().spawn(|| ()).is_ok() {
        println!("did without the limit, which this system does not keep");
        return;
    }
    let error = ThreadPoolBuilder::new().num_threads(5).build_global().expect_err("no thread can be started");
    let source = error.source().expect("the system's error");
    assert!(source.downcast_ref::<io::Error>().is_some(), "{source}");
    assert_eq!(sum(), expected());
    let (mut inside, mut outside) = (0, 0);
    furcate::in_place_scope(|scope| {
        scope.spawn(|_| outside += 1);
        scope.spawn(|scope| scope.spawn(|_| inside += 1));
    });
    assert_eq!((inside, outside), (1, 1));
    println!("did without threads");
}
