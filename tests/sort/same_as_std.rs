//! Each method gives what its namesake of std gives, for all patterns, many types, and lengths around each limit.

use furcate::prelude::*;
use furcate::slice::sort::{Limits, cached_with_limits};

use crate::patterns::for_each_pattern;
use crate::{SMALL, SORTS, pool};

const SHORT: [usize; 8] = [0, 1, 2, 3, 10, 64, 100, 1000];

/// Lengths around the limits from which a slice is shared, and long ones.
fn long() -> Vec<usize> {
    let Limits { serial, piece, partition, .. } = Limits::DEFAULT;
    let mut lengths = vec![20_000, 100_000];
    for limit in [serial, 2 * piece, 4 * piece, partition, 2 * partition] {
        lengths.extend([limit - 1, limit, limit + 1]);
    }
    lengths
}

/// Checks all seven methods on items made from ranks. Stability shows where `make` gives equal but different items.
fn check_all<T>(lengths: &[usize], make: impl Fn(usize, u64) -> T + Sync)
where
    T: Ord + Clone + Send + std::fmt::Debug,
{
    let check = || {
        for &n in lengths {
            for_each_pattern(n, |name, ranks| {
                let items: Vec<T> = ranks.iter().enumerate().map(|(i, &rank)| make(i, rank)).collect();
                let mut expected = items.clone();
                expected.sort();
                let run = |sort: &dyn Fn(&mut Vec<T>), method: &str| {
                    let mut sorted = items.clone();
                    sort(&mut sorted);
                    assert!(sorted == expected, "{method}: {name}");
                };
                run(&|v| v.par_sort(), "par_sort");
                run(&|v| v.par_sort_by(Ord::cmp), "par_sort_by");
                run(&|v| v.par_sort_unstable(), "par_sort_unstable");
                run(&|v| v.par_sort_unstable_by(Ord::cmp), "par_sort_unstable_by");
                if n <= 1000 {
                    run(&|v| v.par_sort_by_key(T::clone), "par_sort_by_key");
                    run(&|v| v.par_sort_unstable_by_key(T::clone), "par_sort_unstable_by_key");
                    run(&|v| v.par_sort_by_cached_key(T::clone), "par_sort_by_cached_key");
                    run(&|v| cached_with_limits(v, T::clone, &SMALL), "par_sort_by_cached_key");
                    for sort in SORTS {
                        run(&|v| sort.run(v, Ord::cmp, &SMALL), "small limits");
                    }
                }
            });
        }
    };
    pool(2).install(check);
    pool(4).install(check);
}

#[test]
fn integers() {
    check_all(&SHORT, |_, rank| rank as u8);
    check_all(&SHORT, |_, rank| rank as i32);
    check_all(&SHORT, |_, rank| rank);
    check_all(&long(), |_, rank| rank);
}

#[test]
fn strings() {
    check_all(&[0, 1, 10, 1000, 20_000], |_, rank| format!("{rank:06}"));
}

#[test]
fn boxes() {
    check_all(&[0, 1, 10, 1000, 20_000], |_, rank| Box::new(rank));
}

#[test]
fn wide_items() {
    check_all(&[0, 1, 10, 1000, 20_000], |_, rank| [rank, 1, 2, 3, 4, 5, 6, 7]);
    check_all(&[0, 1, 10, 1000], |_, rank| [rank; 512]);
}
