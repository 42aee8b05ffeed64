//! Work of a known length, and cheap work that no compiler removes.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A chain of dependent steps: no instruction of it can run ahead.
pub fn toil(seed: u64, steps: u64) -> u64 {
    let mut x = seed | 1;
    for _ in 0..steps {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    x
}

/// How many steps of [`toil`] take so long here.
pub fn steps_in(time: Duration) -> u64 {
    const TRIED: u64 = 100_000;
    let once = || {
        let start = Instant::now();
        black_box(toil(black_box(1), black_box(TRIED)));
        start.elapsed()
    };
    // The shortest of some: the others were interrupted.
    let shortest = (0..20).map(|_| once()).min().unwrap_or_default();
    (time.as_nanos() * u128::from(TRIED) / shortest.as_nanos().max(1)) as u64
}

/// What the cheap loops do with an item.
pub fn cheap(x: &u64) -> u64 {
    x.wrapping_mul(*x).wrapping_add(1)
}
