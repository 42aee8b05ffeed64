//! What the environment and the builder say about the number of threads, each case in a process of its own.

mod common;

use common::rerun;
use furcate_core::{ThreadPoolBuilder, current_num_threads, current_thread_index, join, max_num_threads};

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Prints the sizes of the global pool and of a built one, then does some work.
fn report() {
    let built = ThreadPoolBuilder::new().build().unwrap();
    println!("\n[{} {}]", current_num_threads(), built.current_num_threads());
    assert_eq!(join(|| 1, || built.install(|| 2)), (1, 2));
}

/// Variables, the threads that a pool then has, and the lines on stderr.
type Case<'a> = (&'a [(&'a str, &'a str)], usize, usize);

fn check(test: &str, cases: &[Case<'_>]) {
    for &(variables, threads, lines) in cases {
        let Some(output) = rerun(test, variables) else { return report() };
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{variables:?}: {text} {errors}");
        assert!(text.contains(&format!("[{threads} {threads}]")), "{variables:?}: {text}");
        let complaints = errors.lines().filter(|line| line.starts_with("furcate: ")).count();
        assert_eq!(complaints, lines, "{variables:?}: {errors}");
    }
}

#[test]
fn sensible_values_are_taken() {
    check(
        "sensible_values_are_taken",
        &[
            (&[], processors(), 0),
            (&[("FURCATE_NUM_THREADS", "3")], 3, 0),
            (&[("FURCATE_NUM_THREADS", "+3")], 3, 0),
            (&[("RAYON_NUM_THREADS", "5")], 5, 0),
            (&[("FURCATE_NUM_THREADS", "3"), ("RAYON_NUM_THREADS", "5")], 3, 0),
            (&[("FURCATE_NUM_THREADS", "0"), ("RAYON_NUM_THREADS", "5")], processors(), 0),
            (&[("RAYON_NUM_THREADS", "0")], processors(), 0),
            (&[("FURCATE_NUM_THREADS", "200")], 200, 0),
            (&[("FURCATE_NUM_THREADS", "2"), ("FURCATE_GUESTS", "0")], 2, 0),
            (&[("FURCATE_NUM_THREADS", "2"), ("FURCATE_GUESTS", "1")], 2, 0),
        ],
    );
}

#[test]
fn nonsense_is_named_once_and_passed_over() {
    let cpus = processors();
    check(
        "nonsense_is_named_once_and_passed_over",
        &[
            (&[("FURCATE_NUM_THREADS", "")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "abc")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "-1")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", " 3")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "3 ")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "  ")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "3\n")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "70000")], cpus, 1),
            (&[("RAYON_NUM_THREADS", "-1")], cpus, 1),
            (&[("RAYON_NUM_THREADS", "70000")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", ""), ("RAYON_NUM_THREADS", "3")], 3, 1),
            (&[("FURCATE_NUM_THREADS", "2.5")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "99999999999999999999999")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "1000000")], cpus, 1),
            (&[("RAYON_NUM_THREADS", "many")], cpus, 1),
            (&[("FURCATE_NUM_THREADS", "x"), ("RAYON_NUM_THREADS", "3")], 3, 1),
            (&[("FURCATE_NUM_THREADS", "x"), ("RAYON_NUM_THREADS", "y")], cpus, 2),
            (&[("FURCATE_GUESTS", "perhaps")], cpus, 1),
        ],
    );
}

#[test]
fn builder_wins_over_the_environment() {
    let variables = [("FURCATE_NUM_THREADS", "7"), ("RAYON_NUM_THREADS", "8")];
    if let Some(output) = rerun("builder_wins_over_the_environment", &variables) {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    assert_eq!(ThreadPoolBuilder::new().num_threads(2).build().unwrap().current_num_threads(), 2);
    // rayon 0.7 notes
    assert_eq!(ThreadPoolBuilder::new().num_threads(0).build().unwrap().current_num_threads(), 7);
    ThreadPoolBuilder::new().num_threads(3).build_global().unwrap();
    assert_eq!(current_num_threads(), 3);
}

#[test]
fn global_pool_is_made_once() {
    if let Some(output) = rerun("global_pool_is_made_once", &[]) {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    // dust#503, reth#17324
    join(|| (), || ());
    let error = ThreadPoolBuilder::new().num_threads(3).build_global().err().unwrap();
    assert!(error.to_string().contains("already been initialized"), "{error}");
    assert!(std::error::Error::source(&error).is_none());
    assert_eq!(join(|| 1, || 2), (1, 2));
}

/// Who asks for something that concerns threads gets it for all code of the global pool: what others call on threads of
/// their own is run by the pool's, and not, as else, where it is called.
#[test]
fn what_is_asked_of_threads_holds_for_all_code() {
    const TEST: &str = "what_is_asked_of_threads_holds_for_all_code";
    const ASKED: [&str; 7] = ["nothing", "a name", "a stack", "a start", "an exit", "a spawn", "this one"];
    for asked in ASKED {
        let Some(output) = rerun(TEST, &[("FURCATE_TEST_ASKED", asked)]) else {
            let asked = std::env::var("FURCATE_TEST_ASKED").unwrap();
            return build_global_with(&asked);
        };
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{asked}: {text} {errors}");
    }
}

fn build_global_with(asked: &str) {
    let builder = ThreadPoolBuilder::new().num_threads(2);
    let built = match asked {
        "nothing" => builder.build_global(),
        "a name" => builder.thread_name(|index| format!("named {index}")).build_global(),
        "a stack" => builder.stack_size(1 << 20).build_global(),
        "a start" => builder.start_handler(|_| ()).build_global(),
        "an exit" => builder.exit_handler(|_| ()).build_global(),
        "a spawn" => {
            let spawn = |thread: furcate_core::ThreadBuilder| {
                std::thread::spawn(|| thread.run());
                Ok(())
            };
            builder.spawn_handler(spawn).build_global()
        }
        _ => builder.use_current_thread().build_global(),
    };
    built.unwrap();
    // A member for good, or nobody yet.
    assert_eq!(current_thread_index(), (asked == "this one").then_some(0));
    let this = || std::thread::current().id();
    let stays = asked == "nothing" || asked == "this one";
    assert_eq!(join(this, || ()).0 == this(), stays);
}

#[test]
fn too_many_threads_are_cut() {
    // Nothing is started: the handler refuses at once, and tells the size of the pool.
    let mut asked = 0;
    let refuse = |_| {
        asked += 1;
        Err(std::io::Error::other("not one"))
    };
    let result = ThreadPoolBuilder::new().num_threads(usize::MAX).spawn_handler(refuse).build();
    assert!(result.is_err());
    assert_eq!(asked, 1);
    assert_eq!(max_num_threads(), 65_535);
}

/// As on a machine that has run out of threads: the limit of this user is set to what it has now.
#[test]
fn global_pool_does_without_threads() {
    const INSIDE: &str = "global_pool_does_without_threads";
    if std::env::var_os("FURCATE_TEST_INSIDE").is_none() {
        let exe = std::env::current_exe().unwrap();
        // An address space too small for another stack of 1 GiB, whoever runs the test.
        let script = format!(
            "ulimit -v 3000000; exec env FURCATE_TEST_INSIDE={INSIDE} RUST_MIN_STACK=4000000000 \
             FURCATE_NUM_THREADS=4 {} --exact {INSIDE} --nocapture",
            exe.display()
        );
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let (text, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        // The test runner itself runs the test on its main thread when it cannot start one.
        assert!(output.status.success(), "{text} {errors}");
        assert!(text.contains("did without"), "{text} {errors}");
        return;
    }
    if std::thread::Builder::new().spawn(|| ()).is_ok() {
        println!("did without the limit, which this system does not keep");
        return;
    }
    assert!(ThreadPoolBuilder::new().num_threads(2).build().is_err());
    assert_eq!(join(|| 1, || 2), (1, 2));
    let (sender, receiver) = std::sync::mpsc::channel();
    furcate_core::spawn(move || sender.send(3).unwrap());
    assert_eq!(receiver.recv(), Ok(3));
    let mut sum = 0;
    furcate_core::in_place_scope(|scope| scope.spawn(|_| sum += 4));
    assert_eq!(sum, 4);
    assert_eq!(furcate_core::broadcast(|context| context.index()), [0, 1, 2, 3]);
    println!("did without threads");
}
