//! What the radix sorts owe to items whose key function panics, lies, or changes them, and to items of any size.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate::slice::RadixKey;
use furcate::slice::sort::{RadixLimits, radix_with_limits};

use crate::SMALL;
use crate::census::{Census, Citizen, pool};
use crate::patterns::{Random, for_each_pattern};

/// Spreads ranks over all bits, so that buckets of all depths are filled.
fn spread(rank: u64) -> u64 {
    rank.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Sorts citizens with a key function that panics at call `at`, and perhaps ever after; says whether it did.
fn sort_with_panic(ranks: &[u64], (at, for_good): (usize, bool), limits: &RadixLimits, name: &str) -> bool {
    let census = Census::of(ranks);
    let mut citizens = census.citizens(ranks);
    let calls = AtomicUsize::new(0);
    let result = catch_unwind(AssertUnwindSafe(|| {
        radix_with_limits(
            &mut citizens,
            |citizen: &Citizen<'_>| {
                let call = calls.fetch_add(1, Relaxed);
                if call == at || for_good && call > at {
                    resume_unwind(Box::new("burnt"));
                }
                spread(citizen.rank)
            },
            limits,
        );
    }));
    census.check(citizens, &format!("{name}, panic at {at}"));
    result.is_err()
}

/// Limits that move no items before their keys are sorted, and those that move citizens themselves.
const SMALL_CACHED: RadixLimits = RadixLimits { direct: 0, ..SMALL };
const DIRECT: RadixLimits = RadixLimits { direct: size_of::<Citizen<'_>>(), ..SMALL };

#[test]
fn a_panic_at_any_call_for_a_key_loses_nothing() {
    pool(3).install(|| {
        for limits in [DIRECT, RadixLimits { narrow: 1000, ..DIRECT }, SMALL_CACHED] {
            for_each_pattern(80, |name, ranks| {
                for for_good in [false, true] {
                    let panicked = |&at: &usize| sort_with_panic(ranks, (at, for_good), &limits, name);
                    assert!((0..20_000).take_while(panicked).count() < 20_000);
                }
            });
        }
    });
}

#[test]
fn a_panic_in_a_long_sort_loses_nothing() {
    let direct = RadixLimits { direct: size_of::<Citizen<'_>>(), ..RadixLimits::DEFAULT };
    pool(4).install(|| {
        for limits in [direct, RadixLimits::DEFAULT] {
            for_each_pattern(40_000, |name, ranks| {
                for at in [0, 300, 30_000, 90_000, 120_000, 170_000, 400_000] {
                    sort_with_panic(ranks, (at, at % 9 == 0), &limits, name);
                }
            });
        }
    });
}

#[test]
fn a_panic_of_a_cached_key_leaves_the_slice_as_it_was() {
    let mut rows: Vec<[u64; 8]> = (0..5000).map(|i| [spread(i); 8]).collect();
    let before = rows.clone();
    let calls = AtomicUsize::new(0);
    let result = catch_unwind(AssertUnwindSafe(|| {
        rows.par_sort_by_radix_key(|row| {
            if calls.fetch_add(1, Relaxed) == 4000 {
                resume_unwind(Box::new("burnt"));
            }
            row[0]
        });
    }));
    assert!(result.is_err());
    assert!(rows == before);
}

/// Key functions that give another key at each call, or only now and then, or at last always the same.
fn lies(kind: usize, call: u64, rank: u64) -> u64 {
    let noise = spread(call ^ rank << 7);
    match kind {
        0 => noise,
        1 if call % 97 == 0 => noise,
        2 if call % 97 == 0 => u64::MAX,
        3 => call,
        4 => u64::MAX - call,
        5 if call > 1000 => 7,
        6 if call % 1000 > 500 => noise >> 50,
        _ => spread(rank),
    }
}

#[test]
fn keys_that_lie_lose_nothing() {
    pool(4).install(|| {
        for (n, limits) in [
            (3, DIRECT),
            (40, DIRECT),
            (700, DIRECT),
            (700, SMALL_CACHED),
            (9000, RadixLimits { direct: 64, ..RadixLimits::DEFAULT }),
            (120_000, RadixLimits { direct: 64, ..RadixLimits::DEFAULT }),
        ] {
            for_each_pattern(n, |name, ranks| {
                for kind in 0..7 {
                    let census = Census::of(ranks);
                    let mut citizens = census.citizens(ranks);
                    let calls = AtomicUsize::new(0);
                    // std's sorts may panic when an order contradicts itself.
                    let _ = catch_unwind(AssertUnwindSafe(|| {
                        let key = |citizen: &Citizen<'_>| {
                            lies(kind, calls.fetch_add(1, Relaxed) as u64, citizen.rank)
                        };
                        radix_with_limits(&mut citizens, key, &limits);
                    }));
                    census.check(citizens, &format!("{name}, lie {kind}"));
                }
            });
        }
    });
}

/// An item that is not `Sync`, and remembers how often its key was asked for.
struct Touched {
    rank: u64,
    text: Cell<Option<String>>,
    touches: Cell<usize>,
}

#[test]
fn touches_by_the_key_function_are_not_lost() {
    pool(4).install(|| {
        for (n, limits) in [(30, DIRECT), (300, DIRECT), (3000, DIRECT), (300, SMALL_CACHED)] {
            let limits = RadixLimits { direct: limits.direct * 4, ..limits };
            for_each_pattern(n, |name, ranks| {
                let make = |&rank| Touched { rank, text: Cell::new(None), touches: Cell::new(0) };
                let mut items: Vec<Touched> = ranks.iter().map(make).collect();
                let calls = AtomicUsize::new(0);
                let key = |item: &Touched| {
                    calls.fetch_add(1, Relaxed);
                    item.touches.set(item.touches.get() + 1);
                    // An owner inside: were an old copy of the item kept, its text would be freed twice.
                    item.text.set(Some(item.touches.get().to_string()));
                    spread(item.rank)
                };
                radix_with_limits(&mut items, key, &limits);
                assert_eq!(
                    items.iter().map(|item| item.touches.get()).sum::<usize>(),
                    calls.into_inner(),
                    "{name}"
                );
                assert!(
                    items.iter().all(|item| item.text.take() == Some(item.touches.get().to_string())),
                    "{name}"
                );
                assert!(items.is_sorted_by_key(|item| spread(item.rank)), "{name}");
            });
        }
    });
}

/// Items of so many bytes, sorted by their first, and by their place where these are equal.
fn check_size<const N: usize>(n: usize) {
    let mut random = Random::new(N as u64);
    let make = |place: usize| {
        let mut item = [0u8; N];
        item[0] = random.next() as u8;
        for (byte, part) in item[1..].iter_mut().zip(place.to_be_bytes().iter().skip(4)) {
            *byte = *part;
        }
        item
    };
    let items: Vec<[u8; N]> = (0..n).map(make).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|item| item[0]);
    for limits in [RadixLimits::DEFAULT, SMALL, RadixLimits { direct: N, ..SMALL }] {
        let mut sorted = items.clone();
        radix_with_limits(&mut sorted, |item| item[0], &limits);
        assert!(sorted == expected, "{N} bytes, {limits:?}");
    }
}

#[test]
fn items_of_any_size_are_sorted_and_stable() {
    pool(3).install(|| {
        check_size::<1>(40_000);
        check_size::<16>(40_000);
        check_size::<64>(40_000);
        check_size::<4096>(700);
    });
}

#[test]
fn items_without_a_size_are_left_alone() {
    let mut nothing = [(); 100_000];
    nothing.par_sort_by_radix_key(|()| 1u8);
    let mut none = [[0u8; 0]; 100_000];
    none.par_sort_radix();
    assert_eq!(nothing.len() + none.len(), 200_000);
}

#[test]
fn keys_made_to_fill_one_bucket_again_and_again_are_sorted() {
    // In each level of buckets nearly all keys are in one: each differs from the next at another bit.
    let staircase = |place: usize| {
        let mut key = [0u8; 1000];
        key[..place / 8].fill(0xFF);
        key[place / 8] = !(0xFF >> (place % 8));
        key
    };
    let mut places: Vec<usize> = (0..7999).collect();
    let mut random = Random::new(3);
    for place in 0..places.len() {
        places.swap(place, random.below(7999));
    }
    pool(2).install(|| {
        for limits in [RadixLimits::DEFAULT, SMALL, RadixLimits { direct: 1 << 10, ..SMALL }] {
            let mut sorted = places.clone();
            radix_with_limits(&mut sorted, |&place| staircase(place), &limits);
            assert!(sorted.into_iter().eq(0..7999), "{limits:?}");
        }
    });
}

/// A user's own key, with more in it than its bits say.
#[derive(Clone, Debug, PartialEq)]
struct Person {
    name: String,
    age: u8,
}

impl RadixKey for Person {
    type Bits = u8;

    fn radix_key(&self) -> u8 {
        self.age
    }
}

#[test]
fn items_that_are_their_own_keys_keep_their_order_where_keys_are_equal() {
    let mut random = Random::new(9);
    let people: Vec<Person> =
        (0..40_000).map(|name| Person { name: name.to_string(), age: random.below(90) as u8 }).collect();
    let mut expected = people.clone();
    expected.sort_by_key(|person| person.age);
    let mut sorted = people;
    pool(2).install(|| sorted.par_sort_radix());
    assert!(sorted == expected);
}
