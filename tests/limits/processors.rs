//! How many processors and threads a process may use.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use furcate_tests::{watchdog, within};

use crate::{can, ended, program};

/// The processors this process may run on.
fn allowed() -> Vec<String> {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let parts = list.expect("Linux names them").trim().split(',');
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        number(first)..=number(last)
    };
    parts.flat_map(range).map(|processor| processor.to_string()).collect()
}

/// Each line: variables, and the threads a pool then has.
type Case<'a> = (&'a [(&'a str, &'a str)], usize);

/// The variables beside a process that may use so many processors.
fn cases(processors: usize) -> [Case<'static>; 8] {
    [
        (&[], processors),
        (&[("FURCATE_NUM_THREADS", "0")], processors),
        (&[("RAYON_NUM_THREADS", "0")], processors),
        (&[("FURCATE_NUM_THREADS", "-1")], processors),
        (&[("FURCATE_NUM_THREADS", "")], processors),
        (&[("FURCATE_NUM_THREADS", "70000")], processors),
        (&[("FURCATE_NUM_THREADS", "3")], 3),
        (&[("RAYON_NUM_THREADS", "5")], 5),
    ]
}

#[test]
fn affinity_counts() {
    if !can(&["taskset", "-p", "1"]) {
        return;
    }
    let all = allowed();
    for processors in [1, all.len()] {
        for (variables, threads) in cases(processors) {
            let mut command = program("sizes");
            within(&mut command, &["taskset", "-c", &all[..processors].join(",")]);
            let output = watchdog(60, || command.envs(variables.iter().copied()).output());
            let text = ended(&output.expect("it can be run"), 0);
            assert_eq!(text.trim(), format!("[{threads} {threads}]"), "{variables:?}");
        }
    }
}

/// Puts files of a control group in the place of the true ones, for one process. `$1` is what may be used of `$2`.
const QUOTA: &str = r#"
    quota=$1 period=$2; shift 2
    modern=$(sed -n 's/^0:://p' /proc/self/cgroup | head -n 1)
    old=$(sed -n 's/^[0-9]*:\([^:]*,\)*cpu\(,[^:]*\)*:/&/p' /proc/self/cgroup | sed 's/^[^:]*:[^:]*://' | head -n 1)
    mount -t tmpfs none /sys/fs/cgroup || exit 99
    cd /sys/fs/cgroup
    mkdir -p ".$modern" "./cpu$old"
    echo cpu > ".$modern/cgroup.controllers"
    echo "$quota $period" > ".$modern/cpu.max"
    [ "$quota" = max ] && quota=-1
    echo $quota > "./cpu$old/cpu.cfs_quota_us"
    echo $period > "./cpu$old/cpu.cfs_period_us"
    exec "$@"
"#;

#[test]
fn quota_counts() {
    if !can(&["unshare", "-m", "mount", "-t", "tmpfs", "none", "/sys/fs/cgroup"]) {
        return;
    }
    let all = allowed().len();
    for (quota, processors) in [("100000", 1), ("50000", 1), ("199999", 1), ("max", all), ("6400000", all)] {
        for (variables, threads) in cases(processors) {
            let mut command = program("sizes");
            within(&mut command, &["unshare", "-m", "sh", "-c", QUOTA, "sh", quota, "100000"]);
            let output = watchdog(60, || command.envs(variables.iter().copied()).output());
            let text = ended(&output.expect("it can be run"), 0);
            assert_eq!(text.trim(), format!("[{threads} {threads}]"), "{quota}, {variables:?}");
        }
    }
}

/// The system keeps this limit for those only who are not its administrator.
#[test]
fn three_threads_are_enough() {
    // A user who has no other processes.
    let user = (40_000 + std::process::id() % 20_000).to_string();
    let as_user = ["setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"];
    if !can(&[&as_user[..], &["prlimit", "--nproc=3", "true"]].concat()) {
        return;
    }
    // Where that user can read it.
    let copy = std::env::temp_dir().join(format!("furcate-limits-{}", std::process::id()));
    fs::copy(env!("CARGO_BIN_EXE_limits-program"), &copy).expect("there is room for a program");
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let name = copy.to_str().expect("a name of letters");
    for guests in ["0", "1"] {
        let mut command = std::process::Command::new(name);
        command.arg("few threads");
        within(&mut command, &[&as_user[..], &["prlimit", "--nproc=3"]].concat());
        command.env("FURCATE_NUM_THREADS", "4").env("FURCATE_GUESTS", guests);
        let output = watchdog(60, || command.output()).expect("it can be run");
        let text = ended(&output, 0);
        assert!(text.contains("2 other threads") && text.contains("all done"), "{text}");
    }
    fs::remove_file(&copy).expect("it was ours");
}
