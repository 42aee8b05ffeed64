//! The fuzz targets without a fuzzer: on the seeds that a fuzzer has found, and on inputs that are drawn.
//!
//! A target takes bytes and makes choices by them; each file says what. `fuzz_targets/` gives the same targets to `cargo fuzz`,
//! and that of `../pipelines/`, which is tested there. How they are run: `../../TESTING.md`.

mod slices;
mod sorts;
mod strings;

use furcate_tests::{size, watchdog, without_fuzzer};

#[test]
fn sorts_of_bytes_are_as_std() {
    watchdog(6_000, || without_fuzzer("sorts", size(1_000, 100_000), sorts::fuzz));
}

#[test]
fn strings_of_bytes_are_as_std() {
    watchdog(6_000, || without_fuzzer("strings", size(1_000, 100_000), strings::fuzz));
}

#[test]
fn slices_of_bytes_are_as_std() {
    watchdog(6_000, || without_fuzzer("slices", size(1_000, 100_000), slices::fuzz));
}
