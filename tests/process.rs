//! Tests that need a process of their own start themselves again; and which form of a test is to run.

use std::process::{Command, Output};

/// Names the test that is to run inside.
const INSIDE: &str = "FURCATE_TESTS_INSIDE";

/// Runs one test of the calling target again, in a process of its own, with none of furcate's variables set.
/// `None`: this is that process.
///
/// # Panics
///
/// If the process cannot be started.
pub fn rerun(test: &str, prepare: impl FnOnce(&mut Command)) -> Option<Output> {
    if std::env::var_os(INSIDE).is_some_and(|inside| inside == test) {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().expect("a test has a file"));
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(INSIDE, test);
    for variable in ["FURCATE_NUM_THREADS", "RAYON_NUM_THREADS", "FURCATE_GUESTS"] {
        command.env_remove(variable);
    }
    prepare(&mut command);
    Some(command.output().expect("the test can be run again"))
}

/// Runs one test of the calling target again and tells whether this was the outer run, which is then over.
///
/// # Panics
///
/// If the test fails, or there is none of that name.
#[track_caller]
pub fn passed_alone(test: &str) -> bool {
    let Some(output) = rerun(test, |_| ()) else { return false };
    print!("{}", assert_passed(&output));
    true
}

/// # Panics
///
/// If a test that was run again has failed, or there was none. What it printed comes back.
#[track_caller]
pub fn assert_passed(output: &Output) -> String {
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{text}\n{errors}", output.status);
    assert!(text.contains("1 passed"), "{text}\n{errors}");
    text.into_owned()
}

/// Has a command run by another, which is given it as its last arguments.
///
/// # Examples
///
/// ```
/// let mut command = std::process::Command::new("ls");
/// furcate_tests::within(&mut command, &["nice", "-n", "10"]);
/// assert_eq!(command.get_program(), "nice");
/// assert_eq!(command.get_args().last().unwrap(), "ls");
/// ```
pub fn within(command: &mut Command, outer: &[&str]) {
    let mut whole = Command::new(outer[0]);
    whole.args(&outer[1..]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => whole.env(name, value),
            None => whole.env_remove(name),
        };
    }
    *command = whole;
}

/// The size of a test: with `FURCATE_LONG=1` the long one.
pub fn size(short: usize, long: usize) -> usize {
    if std::env::var_os("FURCATE_LONG").is_some_and(|value| value == "1") { long } else { short }
}
