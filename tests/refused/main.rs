//! What the compiler must refuse, and what it says then.
//!
//! A case is one program in two forms: where it says `«wrong¦right»`, the first form has the one, the second the other, and
//! that is all in which they differ. The first must be refused with an error of the given code, whose text with its notes
//! and hints contains the given words; the second must compile. So a case that is refused for another reason than its fault is
//! found out.
//!
//! Codes and words are compared, not whole texts, since these change from compiler to compiler. All cases are checked by
//! one call of cargo, as programs of a package under `target`. `sharing.rs`: what may go to other threads;
//! `borrowing.rs`: nothing outlives what it borrows, nothing is lent twice; `mistakes.rs`: what people get wrong, and
//! whether the compiler's answer helps them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

mod borrowing;
mod mistakes;
mod sharing;

/// A program in two forms.
struct Case {
    /// Says what is refused.
    name: &'static str,
    /// The code of the error; empty for an error that has none.
    code: &'static str,
    /// What the compiler says, among other things.
    says: &'static str,
    /// The body of `main`, with the faults and their cures.
    text: &'static str,
}

const fn case(name: &'static str, code: &'static str, says: &'static str, text: &'static str) -> Case {
    Case { name, code, says, text }
}

/// What each program begins with. A case that speaks of the prelude brings it in, or not, itself.
const BEGIN: &str = "use std::cell::{Cell, RefCell};\nuse std::collections::*;\nuse std::rc::Rc;\n\
                     use std::sync::{Arc, Mutex};\n\nfn pool() -> furcate::ThreadPool {\n    \
                     furcate::ThreadPoolBuilder::new().build().unwrap()\n}\n\n";

impl Case {
    /// The program with the faults, or with the cures.
    fn program(&self, wrong: bool) -> String {
        let mut text = String::from(BEGIN);
        if !self.text.contains("prelude") {
            text += "use furcate::prelude::*;\n\n";
        }
        let mut rest = self.text;
        let mut body = String::new();
        while let Some((before, fault)) = rest.split_once('«') {
            let (fault, after) = fault.split_once('»').expect("a fault ends");
            let (fault, cure) = fault.split_once('¦').expect("a fault has a cure");
            assert_ne!(fault, cure, "{}", self.name);
            body.extend([before, if wrong { fault } else { cure }]);
            rest = after;
        }
        body += rest;
        assert_ne!(body, self.text, "{} has no fault", self.name);
        format!("{text}pub fn main() {{\n{body}\n}}\n")
    }
}

/// Writes a package whose programs are the wrong forms, one each, and the right ones, together.
fn write(cases: &[&Case]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a room of the library");
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    let programs = package.join("src/bin");
    // What an older list of cases has left.
    _ = fs::remove_dir_all(package.join("src"));
    fs::create_dir_all(&programs).expect("target can be written to");
    let manifest = format!(
        "[package]\nname = \"refused\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nfurcate = {{ path = {root:?} }}\n\n[lints.rust]\nwarnings = \"allow\"\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).expect("target can be written to");
    // The same versions as those of the tests, so nothing is fetched.
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("cargo has written its lock file");
    let mut right = String::from("fn main() {}\n\n");
    for case in cases {
        fs::write(programs.join(format!("{}.rs", case.name)), case.program(true)).expect("a program");
        let program = case.program(false).replace('\n', "\n    ");
        right += &format!("mod {} {{\n    {program}\n}}\n\n", case.name);
    }
    fs::write(programs.join("right_forms.rs"), right).expect("a program");
    package
}

/// What the compiler said to a program: codes, and all texts of each error.
type Errors = BTreeMap<String, Vec<(String, String)>>;

fn check(package: &Path) -> Errors {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--bins", "--keep-going", "--offline", "--quiet", "--message-format=json"])
        .current_dir(package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .output()
        .expect("cargo can be called");
    let mut errors = Errors::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).expect("cargo speaks JSON");
        let said = &message["message"];
        let name = message["target"]["name"].as_str().unwrap_or_default().to_owned();
        if message["reason"] == "compiler-message" && said["level"] == "error" {
            assert_ne!(name, "furcate", "{said}");
            let code = said["code"]["code"].as_str().unwrap_or_default().to_owned();
            let text = said["rendered"].as_str().unwrap_or_default().to_owned();
            errors.entry(name).or_default().push((code, text));
        }
    }
    assert!(!errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    errors
}

#[test]
fn faults_are_refused_and_cures_are_not() {
    let cases: Vec<&Case> =
        [sharing::CASES, borrowing::CASES, mistakes::CASES].into_iter().flatten().collect();
    let mut errors = check(&write(&cases));
    let mut wrong: Vec<String> = Vec::new();
    for (_, text) in errors.remove("right_forms").unwrap_or_default() {
        wrong.push(format!("a right form is refused:\n{text}"));
    }
    for case in &cases {
        let said = errors.remove(case.name).unwrap_or_default();
        let fits = |(code, text): &(String, String)| code == case.code && text.contains(case.says);
        if said.is_empty() {
            wrong.push(format!("{} compiles", case.name));
        } else if !said.iter().any(fits) {
            let said: Vec<_> = said.into_iter().map(|(_, text)| text).collect();
            wrong.push(format!("{}: not {} {:?}:\n{}", case.name, case.code, case.says, said.join("\n")));
        }
    }
    println!("{} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn names_are_given_once() {
    let mut names: Vec<&str> = [sharing::CASES, borrowing::CASES, mistakes::CASES]
        .into_iter()
        .flatten()
        .map(|case| case.name)
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(all >= 60, "{all} cases");
}
