//! User code panics at its k-th call, for every k, in every public function that takes user code: the panic that was
//! planned comes out, each value is dropped once, and the pool goes on.
//!
//! A row is the path of a public item and a call of it, in pieces and over items of which each method is user code
//! (`user.rs`). Each row is run with a panic at the first call, the second, … until a run has fewer calls; then the same for
//! destructors. `surface_has_a_row_each` follows the sources and fails for an item that takes user code and has no row.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use furcate::{ThreadPool, ThreadPoolBuilder};
use furcate_tests::surface::public_items;
use furcate_tests::watchdog;

use crate::user::{Bad, Burnt, User};

mod adapters;
mod pools;
mod slices;
mod terminals;
mod user;

/// A public item, and a call of it.
type Row = (&'static str, fn(&User));

/// What takes user code and has its panics tested elsewhere, or where there is nothing to test.
const ELSEWHERE: [(&str, &str); 6] = [
    ("ThreadPoolBuilder::panic_handler", "its own panic ends the process: core/tests/panics.rs"),
    ("Configuration::panic_handler", "hands on to the builder"),
    ("Configuration::start_handler", "hands on to the builder"),
    ("Configuration::exit_handler", "hands on to the builder"),
    ("Configuration::thread_name", "hands on to the builder"),
    ("Folder::consume_iter", "users write it; each row has ours called"),
];

/// Makes every call of a row panic in turn; gives how many panics there were, or what was wrong.
fn burn_everywhere(pool: &ThreadPool, row: &Row, bad: Bad, may_leak: bool) -> Result<usize, String> {
    let mut burnt = 0;
    // How the pieces fall may differ, and so the number of calls.
    let mut whole = 0;
    for at in 0.. {
        let user = User::new(bad, at);
        let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| row.1(&user))));
        let wrong = |what: &str| {
            Err(format!("{}, {bad:?} {at}, {} threads: {what}", row.0, pool.current_num_threads()))
        };
        match result {
            Err(payload) if payload.downcast_ref::<Burnt>().is_some_and(|burnt| burnt.at == at) => burnt += 1,
            Err(_) => return wrong("not the planned panic"),
            Ok(()) if user.seen() > at => return wrong("the panic got lost"),
            Ok(()) => whole += 1,
        }
        let alive = user.tally().alive();
        if alive > 0 && !may_leak {
            return wrong(&format!("{alive} values leak"));
        }
        // None was dropped twice.
        user.tally().assert_alive(alive);
        assert_eq!(pool.join(|| 1, || 2), (1, 2));
        if whole == 2 {
            break;
        }
    }
    Ok(burnt)
}

fn burn_all(rows: &[Row], bad: Bad, may_leak: bool) {
    watchdog(500, || {
        let pools = [1, 2, 4].map(|threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true).build();
            pool.expect("a few threads can be started")
        });
        let (mut points, mut wrong) = (0, Vec::new());
        for row in rows {
            let burnt = pools.iter().map(|pool| burn_everywhere(pool, row, bad, may_leak));
            match burnt.sum::<Result<usize, _>>() {
                Ok(0) if bad == Bad::Call => wrong.push(format!("{}: calls no user code", row.0)),
                Ok(burnt) => points += burnt,
                Err(what) => wrong.push(what),
            }
        }
        println!("{} rows, {points} panics of {bad:?}", rows.len());
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn every_call_of_an_adapter_may_panic() {
    burn_all(adapters::ROWS, Bad::Call, false);
}

#[test]
fn every_call_of_a_terminal_may_panic() {
    burn_all(terminals::ROWS, Bad::Call, false);
}

#[test]
fn every_call_of_a_collection_may_panic() {
    burn_all(terminals::HASHED, Bad::Call, false);
    burn_all(terminals::TREES, Bad::Call, true);
}

#[test]
fn every_call_in_a_slice_may_panic() {
    burn_all(slices::ROWS, Bad::Call, false);
}

#[test]
fn every_call_of_a_pool_may_panic() {
    burn_all(pools::ROWS, Bad::Call, false);
    burn_all(pools::DETACHED, Bad::Call, false);
}

#[test]
fn every_destructor_of_an_adapter_may_panic() {
    burn_all(adapters::ROWS, Bad::Drop, false);
}

#[test]
fn every_destructor_of_a_terminal_may_panic() {
    burn_all(terminals::ROWS, Bad::Drop, false);
}

#[test]
fn every_destructor_of_a_collection_may_panic() {
    burn_all(terminals::HASHED, Bad::Drop, true);
    burn_all(terminals::TREES, Bad::Drop, true);
}

#[test]
fn every_destructor_in_a_slice_may_panic() {
    burn_all(slices::ROWS, Bad::Drop, false);
}

#[test]
fn every_destructor_of_a_pool_may_panic() {
    burn_all(pools::ROWS, Bad::Drop, false);
}

#[test]
fn surface_has_a_row_each() {
    let tables = [
        adapters::ROWS,
        terminals::ROWS,
        terminals::HASHED,
        terminals::TREES,
        slices::ROWS,
        pools::ROWS,
        pools::DETACHED,
    ];
    let rows: BTreeSet<&str> = tables.iter().copied().flatten().map(|row| row.0).collect();
    let elsewhere: BTreeSet<&str> = ELSEWHERE.iter().map(|(item, _)| *item).collect();
    let items = public_items();
    let wanted: BTreeSet<&str> =
        items.iter().filter(|item| item.takes_user_code).map(|item| item.short_name()).collect();
    let all: BTreeSet<&str> = items.iter().map(|item| item.short_name()).collect();
    let known = &rows | &elsewhere;
    assert_eq!(&wanted - &known, BTreeSet::new(), "these take user code and have no row");
    assert_eq!(&known - &all, BTreeSet::new(), "these are no public items");
    println!(
        "{} public items take user code; {} rows",
        wanted.len(),
        tables.iter().map(|rows| rows.len()).sum::<usize>()
    );
}
