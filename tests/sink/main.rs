//! Terminals: same results as std, early stops, ties.

use furcate::prelude::*;

#[test]
fn find_last_starts_from_the_back() {
    let pool = furcate::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        assert_eq!((0..1_000_000_000_000u64).into_par_iter().find_last(|_| true), Some(999_999_999_999));
        assert_eq!(
            (0..1_000_000_000_000u64).into_par_iter().filter(|n| n % 1000 == 7).find_last(|_| true),
            Some(999_999_999_007)
        );
        assert_eq!(
            (0..1u128 << 100).into_par_iter().find_last(|n| n % 1000 == 7),
            Some((1u128 << 100) - 1 - ((1u128 << 100) - 1 - 7) % 1000)
        );
    });
}
