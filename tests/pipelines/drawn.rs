//! Draws chains and compares them with std's.
//!
//! A chain of types for each chain of adapters would take the compiler hours. So after each adapter the type is forgotten:
//! `indexed.rs` puts an indexed iterator into a box, `unindexed.rs` any other. Items, splits, both ends and folds still pass
//! through all adapters, one by one. `chain.rs` knows the adapters and what each does to a vector.

mod chain;
mod indexed;
mod unindexed;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Dice, Shattered, in_kept_pool, shatter};

use chain::{BLOCKS, Chain, STAGES, Stage};
use indexed::Indexed;

/// A source of one of several kinds, and its items.
fn source(dice: &mut Dice<'_>) -> (Chain, Vec<i64>) {
    let len = match dice.throw(4) {
        0 => dice.throw(4),
        1 => dice.throw(20),
        _ => dice.throw(300),
    };
    let items: Vec<i64> = (0..len as i64).map(|n| n * 7919 % 101 - 50).collect();
    let chain = match dice.throw(5) {
        0 => Chain::Indexed(Indexed::new(items.clone().into_par_iter())),
        1 | 2 => Chain::Indexed(Indexed::new(Shattered::new(items.clone(), dice.seed()))),
        3 => Chain::Indexed(Indexed::new(items.clone().into_par_iter().with_max_len(1))),
        _ => {
            let range = (0..len as i32).into_par_iter().map(|n| i64::from(n) * 7919 % 101 - 50);
            Chain::Indexed(Indexed::new(range))
        }
    };
    (chain, items)
}

/// Draws a chain, and the `Vec` that it has to give.
fn draw(dice: &mut Dice<'_>) -> (Chain, Vec<i64>, String) {
    let mut text = format!("{dice:?}");
    let (mut chain, mut items) = source(dice);
    text += &format!(": {} items", items.len());
    // Half of the chains stay indexed to the end.
    let indexed = dice.throw(2) == 0;
    let mut adapters = dice.throw(7);
    while adapters > 0 && items.len() < 3_000 {
        if let Chain::Indexed(indexed) = &mut chain {
            indexed.split_by((dice.throw(3) > 0).then(|| dice.seed()));
        }
        let at = dice.throw(STAGES.len() + BLOCKS.len());
        let stage: &Stage = STAGES.get(at).unwrap_or_else(|| &BLOCKS[at - STAGES.len()]);
        if indexed && !stage.keeps_positions {
            continue;
        }
        let number = dice.throw(12);
        let applied;
        (chain, items, applied) = stage.apply(chain, items, number);
        if applied {
            text += &format!(", {}({number})", stage.name);
            adapters -= 1;
        }
    }
    if let Chain::Indexed(indexed) = &mut chain {
        indexed.split_by((dice.throw(3) > 0).then(|| dice.seed()));
    }
    (chain, items, text)
}

/// Draws a chain and an end for it, and compares.
pub(crate) fn check(mut dice: Dice<'_>) {
    let (chain, items, text) = draw(&mut dice);
    match (dice.throw(9), chain) {
        (0, Chain::Indexed(indexed)) => {
            assert_eq!(indexed.len(), items.len(), "{text}: len");
            assert_eq!(shatter(indexed, dice.seed()), items, "{text}: cut into pieces");
        }
        (1, Chain::Indexed(indexed)) => {
            let mut target = vec![1; 5];
            indexed.collect_into_vec(&mut target);
            assert_eq!(target, items, "{text}: collect_into_vec");
        }
        (2, Chain::Indexed(indexed)) => {
            let found = indexed.position_last(|item| item % 5 == 3);
            assert_eq!(found, items.iter().rposition(|item| item % 5 == 3), "{text}: position_last");
        }
        (end, chain) => check_unindexed(end, chain.into_unindexed(), &items, &text),
    }
}

fn check_unindexed(end: usize, iter: unindexed::Unindexed, items: &[i64], text: &str) {
    match end {
        0 | 3 => {
            let count = AtomicUsize::new(0);
            let all: Vec<i64> = iter.inspect(|_| _ = count.fetch_add(1, Relaxed)).collect();
            assert_eq!(all, items, "{text}: collect");
            assert_eq!(count.into_inner(), items.len(), "{text}: inspected once");
        }
        1 => assert_eq!(iter.sum::<i64>(), items.iter().sum(), "{text}: sum"),
        2 => assert_eq!(iter.count(), items.len(), "{text}: count"),
        4 => {
            let first = items.iter().copied().find(|item| item % 3 == 1);
            assert_eq!(iter.find_first(|item| item % 3 == 1), first, "{text}: find_first");
        }
        5 => {
            let last = items.iter().copied().rfind(|item| item % 3 == 1);
            assert_eq!(iter.find_last(|item| item % 3 == 1), last, "{text}: find_last");
        }
        6 => {
            let joined = iter.map(|item| vec![item]).reduce(Vec::new, |mut a, b| {
                a.extend(b);
                a
            });
            assert_eq!(joined, items, "{text}: reduce");
        }
        7 => {
            let (even, odd): (Vec<i64>, Vec<i64>) = iter.partition(|item| item % 2 == 0);
            let expected: (Vec<i64>, Vec<i64>) = items.iter().partition(|&item| item % 2 == 0);
            assert_eq!((even, odd), expected, "{text}: partition");
        }
        _ => {
            let list = iter.collect_vec_list();
            assert_eq!(list.into_iter().flatten().collect::<Vec<_>>(), items, "{text}: collect_vec_list");
        }
    }
}

/// A chain as the bytes say.
pub(crate) fn fuzz(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    in_kept_pool(&mut dice, |dice| check(*dice));
}
