#![no_main]

#[path = "../sorts.rs"]
mod sorts;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sorts::fuzz(bytes));
