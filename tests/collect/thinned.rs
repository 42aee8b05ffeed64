//! What is left of a known number of items: written to where it would lie if nothing was left out, then closed up.

use furcate::prelude::*;
use furcate_tests::{Shattered, Tally, in_pool, pools};

use crate::sources::{Behind, Mixed, Unplaced};

const LENS: [usize; 9] = [0, 1, 2, 3, 7, 64, 100, 1000, 30_000];

/// Predicates that leave out nothing, all, ends, a middle, and something everywhere.
const RULES: [fn(usize, usize) -> bool; 8] = [
    |_, _| true,
    |_, _| false,
    |n, len| n < len / 2,
    |n, len| n >= len / 2,
    |n, len| n >= len / 3 && n < len - len / 3,
    |n, len| n < len / 3 || n >= len - len / 3,
    |n, _| n % 3 > 0,
    |n, _| n.wrapping_mul(0x9E37_79B9) >> 7 & 1 > 0,
];

#[test]
fn all_that_is_left_comes_in_order() {
    pools(|threads| {
        for len in LENS {
            for (number, rule) in RULES.iter().enumerate() {
                let what = format!("{len} items, rule {number}, {threads} threads");
                let tally = Tally::new();
                let items = || (0..len).map(|n| tally.make(n)).collect::<Vec<_>>();
                let expected: Vec<usize> = (0..len).filter(|&n| rule(n, len)).collect();
                let check = |got: Vec<_>| {
                    assert_eq!(got, expected, "{what}");
                    let spare = (got.capacity() - got.len()) * size_of_val(&got[..]) / got.len().max(1);
                    assert!(spare < 4096, "{what}: {spare} bytes are not used");
                    tally.assert_alive(got.len());
                };
                check(items().into_par_iter().filter(|n| rule(n.value, len)).collect());
                check(items().into_par_iter().with_max_len(7).filter(|n| rule(n.value, len)).collect());
                check(
                    items()
                        .into_par_iter()
                        .filter_map(|n| rule(n.value, len).then_some(n))
                        .inspect(|_| ())
                        .collect(),
                );
                let places = vec![len / 5, len / 2];
                check(Mixed { items: items(), places }.filter(|n| rule(n.value, len)).collect());
                check(Unplaced { says: len, items: items() }.filter(|n| rule(n.value, len)).collect());
                check(Behind(items()).filter(|n| rule(n.value, len)).collect());
                check(Shattered::new(items(), len as u64).filter(|n| rule(n.value, len)).collect());
                tally.assert_all_dropped_once();

                let positions = (0..len).into_par_iter().positions(|n| rule(n, len));
                assert_eq!(positions.collect::<Vec<_>>(), expected, "{what}");
                let mut extended = vec![7];
                extended.par_extend((0..len).into_par_iter().filter(|&n| rule(n, len)));
                assert_eq!((extended[0], &extended[1..]), (7, &expected[..]), "{what}");
            }
        }
    });
}

/// A thief's part begins where the left one would end, and is moved.
#[test]
fn parts_of_other_threads_are_closed_up() {
    for threads in [2, 3, 9] {
        in_pool(threads, || {
            for keep in [1, 2, 3, 1000] {
                let toil = |n: &u64| (0..200).fold(*n, |x, _| std::hint::black_box(x ^ 1)) % keep == 0;
                let got: Vec<u64> = (0..10_000u64).into_par_iter().filter(toil).collect();
                assert_eq!(got, (0..10_000).filter(|n| n % keep == 0).collect::<Vec<_>>());
            }
        });
    }
}

/// The bound is more than any machine has.
#[test]
fn a_huge_bound_is_not_allocated() {
    pools(|_| {
        let few: Vec<[u64; 512]> = (0..1u64 << 50).into_par_iter().map(|n| [n; 512]).take_any(3).collect();
        assert_eq!(few.len(), 3);
    });
}

#[test]
fn items_without_a_size() {
    pools(|_| {
        let units: Vec<()> = (0..10_000).into_par_iter().filter(|n| n % 7 == 0).map(|_| ()).collect();
        assert_eq!(units.len(), 1429);
    });
}
