//! What joins all items: `reduce`, `sum`, `min` and their kin, comparisons, `for_each` with a state.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Shattered, Tally, pools};

const LENGTHS: [usize; 8] = [0, 1, 2, 3, 17, 100, 1000, 10_007];

fn numbers(len: usize) -> Vec<usize> {
    (0..len).map(|n| n * 7919 % 1013).collect()
}

/// Runs a law on items of each length: split by the bridge and by a seed, in pools of several sizes.
fn on_all_lengths(law: impl Fn(&[usize], Shattered<usize>) + Sync) {
    pools(|threads| {
        for len in LENGTHS {
            let items = numbers(len);
            law(&items, Shattered::new(items.clone(), (len * threads) as u64));
        }
    });
}

#[test]
fn sums_and_products_are_as_std() {
    on_all_lengths(|items, split| {
        assert_eq!(items.par_iter().sum::<usize>(), items.iter().sum());
        assert_eq!(split.clone().sum::<usize>(), items.iter().sum());
        let factors = || items.iter().map(|&n| std::num::Wrapping(n as u64 | 1));
        assert_eq!(
            split.map(|n| std::num::Wrapping(n as u64 | 1)).product::<std::num::Wrapping<_>>(),
            factors().product()
        );
        let some: Option<usize> = items.par_iter().map(|&n| Some(n)).sum();
        assert_eq!(some, Some(items.iter().sum()));
    });
    assert_eq!((0..0u32).into_par_iter().product::<u32>(), 1);
    assert_eq!([1.5f64, 2.0].par_iter().product::<f64>(), 3.0);
    assert_eq!([Ok(2), Err("no"), Ok(3)].into_par_iter().product::<Result<i32, _>>(), Err("no"));
}

#[test]
fn reduce_joins_neighbours_in_order() {
    on_all_lengths(|items, split| {
        let joined: String = items.iter().map(|n| format!("{n},")).collect();
        let add = |a: String, b: String| a + &b;
        assert_eq!(split.clone().map(|n| format!("{n},")).reduce(String::new, add), joined);
        let with = split.map(|n| format!("{n},")).reduce_with(add);
        assert_eq!(with.unwrap_or_default(), joined);
        assert_eq!(items.par_iter().map(|n| format!("{n},")).reduce_with(add).is_some(), !items.is_empty());
    });
}

/// What a program does to the items while it joins them is done to a lone item, too, with the identity for a partner.
#[test]
fn each_item_is_in_the_closure_of_reduce() {
    let times = |a: u32, b: u32| a * b % 7;
    let checked = |a: u32, b: u32| (a + b < 10).then_some(a + b);
    on_all_lengths(|items, split| {
        let product = items.iter().fold(1, |so_far, &n| times(so_far, n as u32 + 7));
        assert_eq!(split.map(|n| n as u32 + 7).reduce(|| 1, times), product);
        let lone = (0..items.len() as u32).into_par_iter().filter(|&n| n == 12);
        assert_eq!(lone.clone().map(Some).try_reduce(|| 0, checked), (items.len() <= 12).then_some(0));
        assert_eq!(lone.reduce_with(times), (items.len() > 12).then_some(12));
    });
}

#[test]
fn an_identity_is_made_for_less_than_two_items_only() {
    pools(|_| {
        for len in [0, 1, 2, 3, 1000u32] {
            let made = AtomicUsize::new(0);
            let identity = || made.fetch_add(1, Relaxed) as u32;
            assert_eq!((0..len).into_par_iter().reduce(identity, |a, b| a + b), (0..len).sum());
            assert_eq!(made.into_inner(), usize::from(len < 2));
        }
    });
}

// rayon#148, rayon#159, rayon#165
#[test]
fn ties_go_to_the_first_minimum_and_the_last_maximum() {
    on_all_lengths(|items, split| {
        let pairs: Vec<(usize, usize)> = items.iter().map(|n| n % 3).enumerate().collect();
        let split = || split.clone().map(|n| n % 3).enumerate();
        let key = |pair: &(usize, usize)| pair.1;
        let order = |a: &(usize, usize), b: &(usize, usize)| a.1.cmp(&b.1);
        assert_eq!(split().min_by_key(key), pairs.iter().copied().min_by_key(key));
        assert_eq!(split().max_by_key(key), pairs.iter().copied().max_by_key(key));
        assert_eq!(split().min_by(order), pairs.iter().copied().min_by(order));
        assert_eq!(split().max_by(order), pairs.iter().copied().max_by(order));
        assert_eq!(pairs.par_iter().min(), pairs.iter().min());
        assert_eq!(pairs.par_iter().max(), pairs.iter().max());
        let by_address = |extreme: Option<&usize>| extreme.map(std::ptr::from_ref);
        assert_eq!(by_address(items.par_iter().min()), by_address(items.iter().min()));
        assert_eq!(by_address(items.par_iter().max()), by_address(items.iter().max()));
    });
}

#[test]
fn keys_are_made_once() {
    let calls = AtomicUsize::new(0);
    let key = |n: &usize| {
        calls.fetch_add(1, Relaxed);
        *n % 10
    };
    assert_eq!((0..1000usize).into_par_iter().min_by_key(key), Some(0));
    assert_eq!((0..1000usize).into_par_iter().max_by_key(key), Some(999));
    assert_eq!(calls.into_inner(), 2000);
}

#[test]
fn comparisons_are_as_std() {
    pools(|_| {
        for (a_len, b_len) in [(0, 0), (0, 1), (3, 3), (1024, 1025), (5000, 4999), (5000, 5000)] {
            for changed in [None, Some((0, 1)), Some((0, -1)), Some((a_len / 2, 1)), Some((a_len - 1, -1))] {
                let mut a = vec![0.0; a_len.max(0) as usize];
                let b = vec![0.0; b_len as usize];
                if let Some((at, change)) = changed {
                    if let Some(item) = a.get_mut(at.max(0) as usize) {
                        *item = f64::from(change);
                    }
                }
                let ints = |items: &[f64]| items.iter().map(|&x| x as i32).collect::<Vec<_>>();
                let (ia, ib) = (ints(&a), ints(&b));
                assert_eq!(ia.par_iter().cmp(&ib), ia.iter().cmp(&ib));
                assert_eq!(a.par_iter().partial_cmp(&b), a.iter().partial_cmp(&b));
                assert_eq!(a.par_iter().eq(&b), a.iter().eq(&b));
                assert_eq!(a.par_iter().ne(&b), a.iter().ne(&b));
                assert_eq!(a.par_iter().lt(&b), a.iter().lt(&b));
                assert_eq!(a.par_iter().le(&b), a.iter().le(&b));
                assert_eq!(a.par_iter().gt(&b), a.iter().gt(&b));
                assert_eq!(a.par_iter().ge(&b), a.iter().ge(&b));
            }
        }
    });
}

// rayon#217
#[test]
fn unequal_lengths_are_not_equal() {
    let (short, long) = ([0; 1024], [0; 1025]);
    assert_eq!(short.par_iter().cmp(&long), Ordering::Less);
    assert_eq!(long.par_iter().cmp(&short), Ordering::Greater);
    assert!(!short.par_iter().eq(&long));
    assert!(short.par_iter().ne(&long));
    assert!(short.par_iter().lt(&long));
}

#[test]
fn what_cannot_be_compared_is_neither_less_nor_more() {
    let (none, nan, one) = ([0.0; 0], [f64::NAN], [1.0]);
    assert_eq!(none.par_iter().partial_cmp(&nan), Some(Ordering::Less));
    assert_eq!(nan.par_iter().partial_cmp(&one), None);
    assert!(!nan.par_iter().le(&one) && !nan.par_iter().ge(&one) && !nan.par_iter().lt(&one));
    assert!(nan.par_iter().ne(&nan));
}

#[test]
fn a_state_is_cloned_or_made_for_pieces_not_for_items() {
    pools(|_| {
        let tally = Tally::new();
        let sum = AtomicUsize::new(0);
        (0..10_000).into_par_iter().for_each_with(tally.make(0), |state, n| {
            state.value += 1;
            sum.fetch_add(n, Relaxed);
        });
        assert_eq!(sum.swap(0, Relaxed), 49_995_000);
        assert!(tally.made() < 1000, "{} clones", tally.made());
        tally.assert_all_dropped_once();

        (0..10_000).into_par_iter().for_each_init(
            || tally.make(0),
            |state, n| {
                state.value += 1;
                sum.fetch_add(n, Relaxed);
            },
        );
        assert_eq!(sum.into_inner(), 49_995_000);
        assert!(tally.made() < 2000, "{} made", tally.made());
        tally.assert_all_dropped_once();
    });
}

#[test]
fn a_panic_while_joining_leaks_nothing() {
    pools(|_| {
        for at in [0, 1, 5, 50, 98] {
            let tally = Tally::new();
            let items: Vec<_> = (0..100).map(|n| tally.make(n)).collect();
            let calls = AtomicUsize::new(0);
            let tick = || assert_ne!(calls.fetch_add(1, Relaxed), at, "as planned");
            let result = catch_unwind(AssertUnwindSafe(|| match at % 2 {
                0 => items.into_par_iter().reduce_with(|a, b| {
                    tick();
                    if a.value % 2 == 0 { a } else { b }
                }),
                _ => items.into_par_iter().max_by(|a, b| {
                    tick();
                    a.cmp(b)
                }),
            }));
            assert!(result.is_err());
            tally.assert_all_dropped_once();
        }
    });
}
