//! Random chains of up to six adapters are as the same chains over std, on any threads, split anywhere.
//!
//! `drawn.rs` draws chains and compares them, at one end each: collected, summed, searched, or cut into pieces. 10,000
//! chains by seeds, each on 1, 2 and 4 threads; with `FURCATE_LONG=1` 100,000. And chains by bytes, as a fuzzer makes
//! them up (`../fuzz/`).

// By its path, that its modules are looked for beside it, here as in `fuzz/`.
#[path = "drawn.rs"]
mod drawn;

use furcate_tests::{Dice, in_pool, size, watchdog, without_fuzzer};

#[test]
fn chains_are_as_std() {
    let chains = size(10_000, 100_000);
    watchdog(6_000, || {
        for threads in [1, 2, 4] {
            in_pool(threads, || (0..chains as u64).for_each(|seed| drawn::check(Dice::of_seed(seed))));
        }
    });
}

#[test]
fn chains_of_bytes_are_as_std() {
    watchdog(6_000, || without_fuzzer("pipelines", size(1_000, 100_000), drawn::fuzz));
}
