//! Iterators that give more or fewer items than they say: a panic that says so, and no item is lost.

use std::panic::{AssertUnwindSafe, catch_unwind};

use furcate::prelude::*;
use furcate_tests::{Counted, Tally, panic_message, pools};

use crate::sources::{Claiming, Fault, Faulty, Unplaced};

const LIES: [(usize, usize); 6] = [(10, 4), (4, 10), (1, 0), (0, 1), (1000, 999), (999, 1000)];

#[track_caller]
fn check_message(message: &str, says: usize, gives: usize) {
    if gives > says {
        assert!(message.contains("too many values"), "{message}");
    } else {
        assert!(message.contains(&format!("expected {says} total writes, but got {gives}")), "{message}");
    }
}

fn items(tally: &Tally, gives: usize) -> Vec<Counted> {
    (0..gives).map(|n| tally.make(n)).collect()
}

#[test]
fn collecting_notices() {
    pools(|_| {
        for (says, gives) in LIES {
            let tally = Tally::new();
            let claiming = || Claiming { says, items: items(&tally, gives) };
            check_message(&panic_message(|| claiming().collect::<Vec<_>>()), says, gives);
            check_message(&panic_message(|| claiming().collect::<Box<[_]>>()), says, gives);
            tally.assert_all_dropped_once();

            let mut target = vec![tally.make(7)];
            check_message(&panic_message(|| claiming().collect_into_vec(&mut target)), says, gives);
            assert!(target.is_empty());
            tally.assert_all_dropped_once();

            target.push(tally.make(8));
            check_message(&panic_message(|| target.par_extend(claiming())), says, gives);
            assert_eq!(target, [8]);
            tally.assert_alive(1);
        }
    });
}

#[test]
fn unzipping_notices() {
    pools(|_| {
        for (says, gives) in LIES {
            let tally = Tally::new();
            let pairs = || Claiming { says, items: items(&tally, gives) }.map(|item| (item.clone(), item));
            let message = panic_message(|| pairs().unzip::<_, _, Vec<_>, Vec<_>>());
            check_message(&message, says, gives);
            let (mut left, mut right) = (vec![tally.make(1)], vec![tally.make(2)]);
            let message = panic_message(|| pairs().unzip_into_vecs(&mut left, &mut right));
            check_message(&message, says, gives);
            assert_eq!((left.len(), right.len()), (0, 0));
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn unplaced_items_are_counted_too() {
    pools(|_| {
        for (says, gives) in LIES {
            let tally = Tally::new();
            let message =
                panic_message(|| Unplaced { says, items: items(&tally, gives) }.collect::<Vec<_>>());
            check_message(&message, says, gives);
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn misused_consumers_are_noticed() {
    for fault in Fault::ALL {
        for says in [2, 3, 10, 100] {
            let tally = Tally::new();
            let make = |n| tally.make(n);
            let message = panic_message(|| Faulty { says, make, fault }.collect::<Vec<_>>());
            assert!(
                ["too many values", "total writes", "out of order"].iter().any(|part| message.contains(part)),
                "{fault:?}, {says}: {message}"
            );
            tally.assert_all_dropped_once();
        }
    }
}

/// Behind a filter the length is a bound only. Then fewer are no fault, and others may come to a panic, or to the items that came.
#[test]
fn misused_consumers_behind_a_filter_lose_nothing() {
    for fault in Fault::ALL {
        for says in [2, 3, 10, 100] {
            for kept_of_three in 0..=3 {
                let tally = Tally::new();
                let make = |n| tally.make(n);
                let faulty = Faulty { says, make, fault };
                let filtered = faulty.filter(|item: &Counted| item.value % 3 < kept_of_three);
                if let Ok(items) = catch_unwind(AssertUnwindSafe(|| filtered.collect::<Vec<_>>())) {
                    tally.assert_alive(items.len());
                }
                tally.assert_all_dropped_once();
            }
        }
    }
}

#[test]
fn too_many_items_behind_a_filter_are_noticed() {
    pools(|_| {
        for (says, gives) in LIES {
            let tally = Tally::new();
            let claiming = || Claiming { says, items: items(&tally, gives) }.filter(|_| true);
            if gives > says {
                check_message(&panic_message(|| claiming().collect::<Vec<_>>()), says, gives);
            } else {
                assert_eq!(claiming().collect::<Vec<_>>().len(), gives);
            }
            tally.assert_all_dropped_once();
        }
    });
}
