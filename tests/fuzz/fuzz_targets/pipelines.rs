#![no_main]

#[path = "../../pipelines/drawn.rs"]
mod drawn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drawn::fuzz(bytes));
