//! What is passed over, cut off or left over is dropped, each item once.

use std::panic::{AssertUnwindSafe, catch_unwind};

use furcate::prelude::*;
use furcate_tests::{Counted, Tally, pools};

fn items(tally: &Tally, len: usize) -> Vec<Counted> {
    (0..len).map(|n| tally.make(n)).collect()
}

#[test]
fn items_that_are_passed_over_are_dropped() {
    pools(|_| {
        let tally = Tally::new();
        let base = || items(&tally, 100).into_par_iter();
        assert_eq!(base().skip(90).count(), 10);
        tally.assert_all_dropped_once();
        assert_eq!(base().skip(1000).count(), 0);
        assert_eq!(base().take(10).count(), 10);
        assert_eq!(base().step_by(7).count(), 15);
        assert_eq!(base().zip(0..3).count(), 3);
        assert_eq!(base().interleave_shortest(items(&tally, 3)).count(), 7);
        assert_eq!((base(), items(&tally, 5), 0..7).into_par_iter().count(), 5);
        assert!(!base().eq(items(&tally, 99)));
        tally.assert_all_dropped_once();
        drop(base().skip(3).chunks(4).interleave(vec![items(&tally, 3)]));
        tally.assert_all_dropped_once();
    });
}

// rayon#97, rayon#168, rayon#1029, rayon#1030
#[test]
fn items_behind_a_hit_are_dropped() {
    pools(|_| {
        let tally = Tally::new();
        let hit = items(&tally, 10_000).into_par_iter().find_any(|item| item.value % 1000 == 7);
        tally.assert_alive(1);
        drop(hit);

        let mut owner = items(&tally, 10_000);
        let hit = owner.par_drain(100..9000).zip(0..50).find_any(|(item, n)| item.value + n == 142);
        assert_eq!(hit.map(|(item, n)| (item.value, n)), Some((121, 21)));
        tally.assert_alive(1_100);
        assert_eq!((owner.len(), owner[99].value, owner[100].value), (1_100, 99, 9_000));
        drop(owner);

        let array: [Counted; 4] = std::array::from_fn(|n| tally.make(n));
        assert!(array.into_par_iter().any(|item| item.value == 2));
        tally.assert_all_dropped_once();
    });
}

#[test]
fn a_panic_in_the_middle_of_a_chunk_leaks_nothing() {
    pools(|_| {
        for at in 0..20 {
            let tally = Tally::new();
            let fold = |so_far: Vec<Counted>, item: Counted| {
                assert_ne!(item.value, at, "as planned");
                [so_far, vec![item]].concat()
            };
            let run =
                |backwards: bool| {
                    let chunks = items(&tally, 20).into_par_iter().fold_chunks(6, Vec::new, fold);
                    catch_unwind(AssertUnwindSafe(|| {
                        if backwards { chunks.rev().count() } else { chunks.count() }
                    }))
                };
            assert!(run(false).is_err() && run(true).is_err());
            tally.assert_all_dropped_once();
        }
    });
}
