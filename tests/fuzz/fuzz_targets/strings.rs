#![no_main]

#[path = "../strings.rs"]
mod strings;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| strings::fuzz(bytes));
