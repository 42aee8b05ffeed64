//! What brings a part of an order gives what std's namesake gives, or what sorting gives: selection, partition, merging
//! in place, and the look for order. For all patterns, and at all places.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::sort::{
    Limits, divide_stably_with_limits, divide_with_limits, merge_with_limits, select_with_limits,
};
use furcate_tests::panic_message;
use proptest::prelude::*;

use crate::patterns::{Random, for_each_pattern};
use crate::{Compare, SMALL, pool};

/// Numbered items, so that equal ones are told apart.
fn numbered(ranks: &[u64]) -> Vec<(u64, usize)> {
    ranks.iter().copied().zip(0..).collect()
}

fn by_rank(a: &(u64, usize), b: &(u64, usize)) -> std::cmp::Ordering {
    a.0.cmp(&b.0)
}

#[track_caller]
fn check_selected(items: &mut [(u64, usize)], index: usize, sorted: &[(u64, usize)], name: &str) {
    assert_eq!(items[index].0, sorted[index].0, "{name}, place {index}");
    assert!(items[..index].iter().all(|item| item.0 <= items[index].0), "{name}, place {index}");
    assert!(items[index..].iter().all(|item| item.0 >= items[index].0), "{name}, place {index}");
    items.sort();
    assert!(items == sorted, "not a permutation: {name}, place {index}");
}

#[test]
fn selection_brings_to_each_place_what_sorting_does() {
    let check = |n: usize, limits: &Limits, step: usize| {
        for_each_pattern(n, |name, ranks| {
            let items = numbered(ranks);
            let mut sorted = items.clone();
            sorted.sort();
            for index in (0..n).step_by(step).chain(n.checked_sub(1)) {
                let mut selected = items.clone();
                let compare: Compare<'_, (u64, usize)> = &by_rank;
                select_with_limits(&mut selected, index, compare, limits);
                check_selected(&mut selected, index, &sorted, name);
            }
        });
    };
    pool(3).install(|| {
        for n in [0, 1, 2, 3, 30, 150] {
            check(n, &SMALL, 1);
        }
        check(2_000, &SMALL, 97);
        check(30_000, &Limits::DEFAULT, 9_001);
    });
}

#[test]
fn methods_of_selection_give_what_std_gives() {
    let mut random = Random::new(1);
    let items: Vec<(i64, usize)> = (0..50_000).map(|i| (random.next() as i64 >> 50, i)).collect();
    pool(2).install(|| {
        for index in [0, 1, 25_000, 40_000, 49_999] {
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            let (before, nth, behind) = ours.par_select_nth_unstable(index);
            assert_eq!((before.len(), behind.len()), (index, 49_999 - index));
            assert_eq!(nth, theirs.select_nth_unstable(index).1);
            assert!(before.iter().all(|item| *item < *nth) && behind.iter().all(|item| *item > *nth));
            let nth = ours.par_select_nth_unstable_by(index, |a, b| b.cmp(a)).1;
            assert_eq!(nth, theirs.select_nth_unstable_by(index, |a, b| b.cmp(a)).1);
            let nth = ours.par_select_nth_unstable_by_key(index, |item| item.0.abs()).1;
            assert_eq!(nth.0.abs(), theirs.select_nth_unstable_by_key(index, |item| item.0.abs()).1.0.abs());
        }
    });
}

#[test]
fn places_outside_are_named() {
    let message = |index| panic_message(|| [1, 2, 3].par_select_nth_unstable(index).1.to_owned());
    assert_eq!(message(3), "par_select_nth_unstable: index is 3, but there are 3 items");
    let message = panic_message(|| [1, 2, 3].par_merge_in_place(4));
    assert_eq!(message, "par_merge_in_place: mid is 4, but there are 3 items");
    panic_message(|| [0; 0].par_select_nth_unstable(0).1.to_owned());
    [0; 0].par_merge_in_place(0);
}

/// Checks a partition by whether ranks are small, and that each item is judged once.
fn check_partition(ranks: &[u64], border: u64, limits: &Limits, name: &str) {
    let items = numbered(ranks);
    let (mut left, right): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.0 < border);
    let (count, calls) = (left.len(), AtomicUsize::new(0));
    let pred = |item: &(u64, usize)| {
        calls.fetch_add(1, Relaxed);
        item.0 < border
    };
    let mut parted = items.clone();
    assert_eq!(divide_with_limits(&mut parted, pred, limits), count, "{name}, border {border}");
    assert_eq!(calls.swap(0, Relaxed), items.len(), "{name}, border {border}");
    assert!(parted[..count].iter().all(|item| item.0 < border), "{name}, border {border}");
    parted.sort_by_key(|item| item.1);
    assert!(parted == items, "not a permutation: {name}, border {border}");

    assert_eq!(divide_stably_with_limits(&mut parted, pred, limits), count, "{name}, border {border}");
    assert_eq!(calls.into_inner(), items.len(), "{name}, border {border}");
    left.extend(right);
    assert!(parted == left, "stable: {name}, border {border}");
}

#[test]
fn partition_parts_as_std_does_and_judges_once() {
    pool(3).install(|| {
        for n in [0, 1, 2, 7, 40, 300, 1_500] {
            for_each_pattern(n, |name, ranks| {
                for border in [0, 1, 3, n as u64 / 2, n as u64, u64::MAX / 2, u64::MAX] {
                    check_partition(ranks, border, &SMALL, name);
                }
            });
        }
        for_each_pattern(60_000, |name, ranks| check_partition(ranks, 30_000, &Limits::DEFAULT, name));
    });
}

#[test]
fn methods_of_partition_part() {
    let mut items: Vec<u32> = (0..100_000).collect();
    let count = items.par_partition_in_place_stable(|n| n % 3 == 0);
    assert_eq!(count, 33_334);
    assert!(items[..count].iter().copied().eq((0..100_000).step_by(3)));
    assert!(items[count..].is_sorted());
    assert_eq!(items.par_partition_in_place(|n| n % 3 != 0), 66_666);
    assert!(items[66_666..].iter().all(|n| n % 3 == 0));
    let mut nothing = [(); 50_000];
    assert_eq!(nothing.par_partition_in_place(|()| true), 50_000);
    assert_eq!(nothing.par_partition_in_place_stable(|()| false), 0);
}

#[test]
fn merging_in_place_is_a_stable_sort_of_two_runs() {
    let check = |n: usize, limits: &Limits| {
        for_each_pattern(n, |name, ranks| {
            for mid in [0, 1, n / 50, n / 2, n - n.min(3), n] {
                let mut items = numbered(ranks);
                let (left, right) = items.split_at_mut(mid.min(n));
                left.sort_by(by_rank);
                right.sort_by(by_rank);
                let mut expected = items.clone();
                expected.sort_by(by_rank);
                let compare: Compare<'_, (u64, usize)> = &by_rank;
                merge_with_limits(&mut items, mid.min(n), compare, limits);
                assert!(items == expected, "{name}, mid {mid}");
            }
        });
    };
    pool(3).install(|| {
        for n in [0, 1, 2, 9, 100, 1_000] {
            check(n, &SMALL);
        }
        check(30_000, &Limits::DEFAULT);
    });
}

#[test]
fn methods_of_merging_in_place_merge() {
    let halves = |order: fn(&mut [(i32, i32)])| {
        let mut items: Vec<(i32, i32)> = (0..40_000).map(|i| (i * 7919 % 1000 - 500, i)).collect();
        order(&mut items[..15_000]);
        order(&mut items[15_000..]);
        items
    };
    let mut items = halves(|part| part.sort());
    items.par_merge_in_place(15_000);
    assert!(items.is_sorted());
    let mut items = halves(|part| part.sort_by_key(|item| std::cmp::Reverse(item.0)));
    items.par_merge_in_place_by(15_000, |a, b| b.0.cmp(&a.0));
    assert!(items.is_sorted_by_key(|item| (std::cmp::Reverse(item.0), item.1)));
    let mut items = halves(|part| part.sort_by_key(|item| item.0.abs()));
    items.par_merge_in_place_by_key(15_000, |item| item.0.abs());
    assert!(items.is_sorted_by_key(|item| (item.0.abs(), item.1)));
    [(); 20_000].par_merge_in_place_by(7, |(), ()| std::cmp::Ordering::Less);
}

#[test]
fn the_look_for_order_sees_what_std_sees() {
    pool(3).install(|| {
        for n in [0, 1, 2, 1_025, 16_384, 16_385, 16_386, 17_408, 17_409, 17_410, 40_000] {
            for_each_pattern(n, |name, ranks| {
                assert_eq!(ranks.par_is_sorted(), ranks.is_sorted(), "{name}");
                assert_eq!(
                    ranks.par_is_sorted_by(|a, b| a > b),
                    ranks.is_sorted_by(|a, b| a > b),
                    "falling, {name}"
                );
                let key = |rank: &u64| *rank / 3;
                assert_eq!(ranks.par_is_sorted_by_key(key), ranks.is_sorted_by_key(key), "by key, {name}");
            });
        }
    });
}

#[test]
fn one_contradiction_anywhere_is_seen() {
    pool(2).install(|| {
        for n in [2, 16_385, 16_386, 21_000] {
            for place in (1..n).step_by(if n > 2 { 211 } else { 1 }).chain([n - 1]) {
                let mut floats: Vec<f64> = (0..n).map(|i| i as f64).collect();
                assert!(floats.par_is_sorted());
                floats[place] = -1.0;
                assert!(!floats.par_is_sorted(), "n = {n}, place {place}");
                floats[place] = f64::NAN;
                assert!(!floats.par_is_sorted(), "n = {n}, NaN at {place}");
            }
        }
    });
    assert!([f64::NAN].par_is_sorted());
    let words = ["a".to_owned(), "b".to_owned()];
    assert!(words.par_is_sorted_by_key(|word| word.as_str()));
}

#[test]
fn a_slice_without_order_is_not_looked_at_for_long() {
    let calls = AtomicUsize::new(0);
    let falling: Vec<u32> = (0..1_000_000).rev().collect();
    let compare = |a: &u32, b: &u32| {
        calls.fetch_add(1, Relaxed);
        a <= b
    };
    assert!(!falling.par_is_sorted_by(compare));
    assert_eq!(calls.into_inner(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_limits_select_part_and_merge_right(
        ranks in prop::collection::vec(0..300u64, 1..2500),
        serial in 0..50usize,
        merge in 2..100usize,
        partition in 0..1000usize,
        scan in 2..100usize,
        share in 0.0..1.0,
    ) {
        let limits = Limits { serial, merge, partition, scan, ..Limits::DEFAULT };
        let index = (ranks.len() as f64 * share) as usize;
        let mut items = numbered(&ranks);
        let mut sorted = items.clone();
        sorted.sort();
        pool(3).install(|| {
            let compare: Compare<'_, (u64, usize)> = &by_rank;
            select_with_limits(&mut items, index, compare, &limits);
            check_selected(&mut items, index, &sorted, "any limits");
            check_partition(&ranks, sorted[index].0, &limits, "any limits");
            let mut halves = numbered(&ranks);
            halves[..index].sort_by(by_rank);
            halves[index..].sort_by(by_rank);
            merge_with_limits(&mut halves, index, compare, &limits);
            assert!(halves == sorted);
        });
    }
}
