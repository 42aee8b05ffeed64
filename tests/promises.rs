//! Pages that name tests name tests that exist: `PROMISES.md`, `TESTING.md`, and the list of public bug reports.

use std::fs;
use std::path::Path;

/// The repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a room of the library")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a page names between backticks as `file.rs::function`.
fn named(text: &str) -> Vec<(&str, &str)> {
    text.split('`').skip(1).step_by(2).filter_map(|code| code.split_once(".rs::")).collect()
}

/// Tells whether a file has a function of that name which is a test.
fn is_test(file: &str, name: &str) -> bool {
    let text = fs::read_to_string(root().join(format!("{file}.rs"))).unwrap_or_default();
    let Some(at) = text.find(&format!("fn {name}()")) else { return false };
    // Between it and the end of what stands before there are only attributes.
    let before = text[..at].rsplit("\n\n").next().expect("a split has a part");
    before.lines().any(|line| line.trim() == "#[test]")
}

#[test]
fn promises_name_tests_that_exist() {
    let text = page("PROMISES.md");
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise |")).collect();
    assert!(rows.len() >= 40, "{} promises", rows.len());
    let idle: Vec<&&str> = rows.iter().filter(|row| named(row).is_empty()).collect();
    assert!(idle.is_empty(), "promises without a test: {idle:#?}");
    let missing: Vec<_> = named(&text).into_iter().filter(|(file, name)| !is_test(file, name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
    println!("{} promises, {} tests", rows.len(), named(&text).len());
}

#[test]
fn reports_and_layers_name_tests_that_exist() {
    let text = page("tests/cases/README.md");
    let all = named(&text);
    assert!(all.len() > 60, "{} tests", all.len());
    let path = |file: &str| match file.strip_prefix("core/") {
        Some(file) => format!("core/tests/{file}"),
        None => format!("tests/{file}"),
    };
    let missing: Vec<_> = all.into_iter().filter(|(file, name)| !is_test(&path(file), name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
    let text = page("TESTING.md");
    let missing: Vec<_> = named(&text).into_iter().filter(|(file, name)| !is_test(file, name)).collect();
    assert!(missing.is_empty(), "no such tests: {missing:#?}");
}

#[test]
fn what_is_no_test_is_found_out() {
    assert_eq!(named("a `b/c.rs::d` e `f` `g.rs::h`"), [("b/c", "d"), ("g", "h")]);
    assert!(is_test("tests/promises", "what_is_no_test_is_found_out"));
    assert!(!is_test("tests/promises", "page"));
    assert!(!is_test("tests/promises", "nothing"));
    assert!(!is_test("tests/nowhere", "nothing"));
}
