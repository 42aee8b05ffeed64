//! Programs that are built to abort at a panic: they do, with the message, and never hang.

use std::fs;
use std::path::Path;
use std::process::Command;

use furcate_tests::watchdog;

/// A program that panics at the place which its argument names.
const PROGRAM: &str = r#"
fn main() {
    let place = std::env::args().nth(1).unwrap();
    let bang = || panic!("as planned");
    let pool = furcate_core::ThreadPoolBuilder::new().num_threads(2).panic_handler(|_| ()).build().unwrap();
    match place.as_str() {
        "nowhere" => {
            assert_eq!(furcate_core::join(|| 1, || pool.install(|| 2)), (1, 2));
            return;
        }
        "left" => _ = furcate_core::join(bang, || ()),
        "right" => _ = furcate_core::join(|| (), bang),
        "scope" => furcate_core::scope(|scope| scope.spawn(move |_| bang())),
        "task" => pool.spawn(bang),
        "call" => pool.install(bang),
        "broadcast" => drop(pool.broadcast(|_| bang())),
        _ => unreachable!(),
    }
    loop {
        std::thread::park();
    }
}
"#;

#[test]
fn a_panic_aborts_with_its_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a room of the library");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aborting");
    fs::create_dir_all(package.join("src")).expect("target can be written to");
    let manifest = format!(
        "[package]\nname = \"aborting\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         furcate-core = {{ path = {:?} }}\n\n[profile.dev]\npanic = \"abort\"\n",
        root.join("core")
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("target can be written to");
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("cargo has written its lock file");
    fs::write(package.join("src/main.rs"), PROGRAM).expect("target can be written to");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--offline", "--quiet"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .output()
        .expect("cargo can be called");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = |place: &str| {
        let mut command = Command::new(package.join("target/debug/aborting"));
        watchdog(60, || command.arg(place).env("FURCATE_NUM_THREADS", "2").output()).expect("it can be run")
    };
    assert!(run("nowhere").status.success());
    for place in ["left", "right", "scope", "task", "call", "broadcast"] {
        let output = run(place);
        let errors = String::from_utf8_lossy(&output.stderr);
        // Neither success nor an exit: a signal, or what stands for it.
        assert_ne!(output.status.code().unwrap_or(-1), 0, "{place}: {errors}");
        assert!(errors.contains("as planned"), "{place}: {errors}");
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&output.status),
            Some(6),
            "{place}: {errors}"
        );
    }
}
