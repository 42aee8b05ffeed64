#![no_main]

#[path = "../slices.rs"]
mod slices;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| slices::fuzz(bytes));
