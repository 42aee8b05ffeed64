//! A panic at any item: all that was made is dropped, once, and what was there before stays.

use std::collections::{BTreeMap, HashSet, LinkedList, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use furcate::prelude::*;
use furcate_tests::{Counted, Tally, in_pool, watchdog};

/// Makes an item, or unwinds if it is the one at `at`. Does not call the panic hook, which would print.
fn make(tally: &Tally, n: usize, at: usize) -> Counted {
    if n == at {
        resume_unwind(Box::new("meant to happen"));
    }
    tally.make(n)
}

/// The items `0..len`, of which the one at `at` unwinds. Of one type, lest the compiler do each chain anew.
fn made(tally: &Tally, len: usize, at: usize) -> impl IndexedParallelIterator<Item = Counted> + '_ {
    (0..len).into_par_iter().map(move |n| make(tally, n, at))
}

/// The even ones of them.
fn even(tally: &Tally, len: usize, at: usize) -> impl ParallelIterator<Item = Counted> + '_ {
    made(tally, len, at).filter(|item| item.value % 2 == 0)
}

fn pairs(
    tally: &Tally,
    len: usize,
    at: usize,
) -> impl IndexedParallelIterator<Item = (Counted, Counted)> + '_ {
    made(tally, len, at).map(|item| (tally.make(item.value), item))
}

/// Runs `collect` on `len` items of which each in turn unwinds, then on items that all are fine.
fn at_each_item(lens: impl IntoIterator<Item = usize>, collect: impl Fn(&Tally, usize, usize) + Sync) {
    let lens: Vec<usize> = lens.into_iter().collect();
    watchdog(120, || {
        for threads in [1, 2, 4] {
            in_pool(threads, || {
                for &len in &lens {
                    for at in 0..=len {
                        check(len, at, &collect);
                    }
                }
            });
        }
    });
}

fn check(len: usize, at: usize, collect: impl Fn(&Tally, usize, usize)) {
    let tally = Tally::new();
    let result = catch_unwind(AssertUnwindSafe(|| collect(&tally, len, at)));
    assert_eq!(result.is_err(), at < len, "{len} items, unwinding at {at}");
    tally.assert_all_dropped_once();
}

fn collect_indexed(tally: &Tally, len: usize, at: usize) {
    let all: Vec<Counted> = made(tally, len, at).collect();
    assert_eq!(all.len(), len);
    tally.assert_alive(len);
}

fn collect_unindexed(tally: &Tally, len: usize, at: usize) {
    let all: Vec<Counted> = even(tally, len, at).collect();
    assert_eq!(all.len(), len.div_ceil(2));
}

fn unzip_indexed(tally: &Tally, len: usize, at: usize) {
    let (left, right): (Vec<Counted>, Vec<Counted>) = pairs(tally, len, at).unzip();
    assert_eq!(left, right);
}

#[test]
fn collect_at_each_item() {
    at_each_item(0..64, collect_indexed);
    at_each_item(0..64, collect_unindexed);
}

#[test]
fn unzip_at_each_item() {
    at_each_item((0..64).step_by(3), unzip_indexed);
    at_each_item((0..64).step_by(7), |tally, len, at| {
        let (left, right): (Vec<Counted>, LinkedList<Counted>) = pairs(tally, len, at).unzip();
        assert!(left.iter().eq(&right));
    });
}

#[test]
fn partition_at_each_item() {
    at_each_item((0..64).step_by(7), |tally, len, at| {
        let (even, odd): (Vec<Counted>, VecDeque<Counted>) =
            made(tally, len, at).partition(|item| item.value % 2 == 0);
        assert_eq!(even.len() + odd.len(), len);
    });
}

#[test]
fn sets_and_maps_at_each_item() {
    at_each_item((0..64).step_by(7), |tally, len, at| {
        let set: HashSet<Counted> = made(tally, len, at).collect();
        assert_eq!(set.len(), len);
        let entries = made(tally, len, at).map(|item| (item.value % 5, item));
        let map: BTreeMap<usize, Counted> = entries.collect();
        assert_eq!(map.len(), len.min(5));
    });
}

#[test]
fn results_at_each_item() {
    at_each_item((0..64).step_by(7), |tally, len, at| {
        let made = |n| if n == 40 { Err(tally.make(n)) } else { Ok(make(tally, n, at)) };
        let result: Result<Vec<Counted>, Counted> = (0..len).into_par_iter().map(made).collect();
        match result {
            Ok(items) => assert_eq!(items.len(), len),
            // The error may have been met before the item that unwinds.
            Err(error) => {
                assert_eq!(error, 40);
                if at < len {
                    resume_unwind(Box::new("what was expected did not come about"));
                }
            }
        }
    });
}

// rayon#759
#[test]
fn many_items() {
    for threads in [1, 4] {
        in_pool(threads, || {
            for at in [0, 1, 500, 1023, 1024] {
                check(1024, at, collect_indexed);
                check(1024, at, collect_unindexed);
                check(1024, at, unzip_indexed);
                check(1024, at, |tally, len, at| {
                    let mut target = Vec::new();
                    made(tally, len, at).collect_into_vec(&mut target);
                    assert_eq!(target.len(), len);
                });
            }
        });
    }
}

#[test]
fn extending_keeps_what_is_there() {
    for threads in [1, 2, 4] {
        in_pool(threads, || {
            let tally = Tally::new();
            let start = || [tally.make(1000), tally.make(1001)];
            let (mut vec, mut deque, mut set) =
                (Vec::from(start()), VecDeque::from(start()), HashSet::from(start()));
            for at in [0, 17, 99] {
                let items = || made(&tally, 100, at);
                assert!(catch_unwind(AssertUnwindSafe(|| vec.par_extend(items()))).is_err());
                assert!(catch_unwind(AssertUnwindSafe(|| vec.par_extend(even(&tally, 100, at)))).is_err());
                assert!(catch_unwind(AssertUnwindSafe(|| deque.par_extend(items()))).is_err());
                assert!(catch_unwind(AssertUnwindSafe(|| set.par_extend(items()))).is_err());
            }
            assert_eq!(vec, [1000, 1001]);
            assert_eq!(deque, [1000, 1001]);
            assert_eq!(set.len(), 2);
            tally.assert_alive(6);
        });
    }
}

/// An item whose destructor unwinds.
struct Bomb {
    item: Counted,
    armed: bool,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        if self.armed {
            resume_unwind(Box::new("a destructor"));
        }
    }
}

#[test]
fn a_rejected_item_may_unwind_when_dropped() {
    for threads in [1, 2, 4] {
        in_pool(threads, || {
            for len in [1, 2, 3, 10, 64, 300] {
                for at in (0..len).step_by(1 + len / 50) {
                    let tally = Tally::new();
                    let bombs = || {
                        let bomb = |n| Bomb { item: tally.make(n), armed: n == at };
                        (0..len).into_par_iter().map(bomb)
                    };
                    let kept = || bombs().filter(|bomb| bomb.item.value != at);
                    let result = catch_unwind(AssertUnwindSafe(|| kept().collect::<Vec<_>>()));
                    assert!(result.is_err());
                    tally.assert_all_dropped_once();
                    let pairs = || kept().map(|bomb| (tally.make(0), bomb));
                    let result = catch_unwind(AssertUnwindSafe(|| pairs().unzip::<_, _, Vec<_>, Vec<_>>()));
                    assert!(result.is_err());
                    tally.assert_all_dropped_once();
                }
            }
        });
    }
}
