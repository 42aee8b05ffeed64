//! Each kind of collection is what std makes of the same items, from known and from unknown lengths.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use furcate::iter::Either;
use furcate::prelude::*;
use furcate_tests::pools;

use crate::sources::{Behind, Claiming, Mixed, Unknown, Unplaced};

const LENS: [usize; 9] = [0, 1, 2, 3, 7, 64, 100, 1000, 30_000];

/// Collects items from a known and from an unknown length, and compares with what std collects.
///
/// The sources hold items that are made beforehand: a closure in each chain would have the compiler do all anew.
fn same<C, T>(make: impl Fn(usize) -> T + Sync)
where
    C: FromIterator<T> + FromParallelIterator<T> + PartialEq + Debug,
    T: Send,
{
    pools(|threads| {
        for len in LENS {
            let items = || (0..len).map(&make);
            let (known, unknown) = (items().collect::<Vec<T>>(), Unknown(items().collect()));
            let expected: C = items().collect();
            assert_eq!(known.into_par_iter().collect::<C>(), expected, "{len} items, {threads} threads");
            assert_eq!(unknown.collect::<C>(), expected, "{len} items, {threads} threads, unknown length");
        }
    });
}

#[test]
fn sources_of_all_kinds() {
    pools(|threads| {
        for len in LENS {
            let all = |what: &str, got: Vec<String>| {
                assert!(got.into_iter().eq((0..len).map(text)), "{what}, {len} items, {threads} threads");
            };
            all("known length", (0..len as u64).into_par_iter().map(|n| text(n as usize)).collect());
            all("unknown length", (0..len).into_par_iter().filter(|_| true).map(text).collect());
            all("foreign", Claiming { says: len, items: (0..len).collect() }.map(text).collect());
            all("unplaced", Unplaced { says: len, items: (0..len).collect() }.map(text).collect());
            all("behind", Behind((0..len).collect()).map(text).collect());
        }
    });
}

/// Extends what there is, and compares with what std makes of it.
fn same_extended<C, T>(start: impl Fn() -> C + Sync, make: impl Fn(usize) -> T + Sync)
where
    C: Extend<T> + ParallelExtend<T> + PartialEq + Debug,
    T: Send,
{
    pools(|threads| {
        for len in LENS {
            let items = || (0..len).map(&make);
            let (known, unknown) = (items().collect::<Vec<T>>(), Unknown(items().collect()));
            let (mut expected, mut got) = (start(), start());
            expected.extend(items());
            got.par_extend(known);
            assert_eq!(got, expected, "{len} items, {threads} threads");
            expected.extend(items());
            got.par_extend(unknown);
            assert_eq!(got, expected, "{len} items, {threads} threads, unknown length");
        }
    });
}

fn text(n: usize) -> String {
    n.to_string()
}

fn letter(n: usize) -> char {
    char::from_u32(0x61 + n as u32 * 7 % 900).unwrap_or('?')
}

#[test]
fn sequences() {
    same::<Vec<String>, _>(text);
    same::<VecDeque<String>, _>(text);
    same::<LinkedList<String>, _>(text);
    same::<Box<[String]>, _>(text);
    same::<Rc<[String]>, _>(text);
    same::<Arc<[String]>, _>(text);
    same::<Cow<'_, [usize]>, _>(|n| n);
    same::<Vec<()>, _>(|_| ());
    same_extended(|| vec![text(7)], text);
    same_extended(|| VecDeque::from([text(7)]), text);
    same_extended(|| LinkedList::from([text(7)]), text);
    let numbers: Vec<usize> = (0..100_000).collect();
    let number = |n: usize| &numbers[n];
    same_extended(|| vec![7], number);
    same_extended(|| VecDeque::from([7]), number);
    same_extended(|| LinkedList::from([7]), number);
}

#[test]
fn sets_and_maps() {
    same::<HashSet<usize>, _>(|n| n % 1000);
    same::<BTreeSet<usize>, _>(|n| n % 1000);
    // Of several values for a key the last one stays.
    same::<HashMap<usize, String>, _>(|n| (n % 100, text(n)));
    same::<BTreeMap<usize, String>, _>(|n| (n % 100, text(n)));
    same_extended(|| HashSet::from([7]), |n| n % 1000);
    same_extended(|| BTreeSet::from([7]), |n| n % 1000);
    same_extended(|| HashMap::from([(7, text(7))]), |n| (n % 100, text(n)));
    same_extended(|| BTreeMap::from([(7, text(7))]), |n| (n % 100, text(n)));
    let numbers: Vec<usize> = (0..100_000).collect();
    same_extended(|| HashSet::from([7]), |n| &numbers[n % 1000]);
    same_extended(|| BTreeSet::from([7]), |n| &numbers[n % 1000]);
    same_extended(|| HashMap::from([(7, 7)]), |n| (&numbers[n % 100], &numbers[n]));
    same_extended(|| BTreeMap::from([(7, 7)]), |n| (&numbers[n % 100], &numbers[n]));
}

#[test]
fn heaps() {
    let numbers: Vec<usize> = (0..1000).map(|n| n * 7919 % 1000).collect();
    pools(|_| {
        let mut heap: BinaryHeap<usize> = numbers.par_iter().copied().collect();
        assert_eq!(heap.clone().into_sorted_vec(), (0..1000).collect::<Vec<_>>());
        heap.par_extend(1000..2000);
        heap.par_extend(&[2000, 2001]);
        assert_eq!(heap.into_sorted_vec(), (0..2002).collect::<Vec<_>>());
    });
}

#[test]
fn strings() {
    const WORDS: [&str; 4] = ["", "a", "straße", "\u{1F980}"];
    let letters: Vec<char> = (0..100_000).map(letter).collect();
    let word = |n: usize| WORDS[n % 4];
    same::<String, char>(letter);
    same::<String, &char>(|n| &letters[n]);
    same::<String, &str>(word);
    same::<String, String>(text);
    same::<String, Box<str>>(|n| text(n).into());
    same::<String, Cow<'_, str>>(|n| word(n).into());
    same::<Cow<'_, str>, char>(letter);
    same::<Box<str>, char>(letter);
    same::<Box<str>, &str>(word);
    same::<OsString, &OsStr>(|n| OsStr::new(word(n)));
    same::<OsString, OsString>(|n| text(n).into());
    same::<OsString, Cow<'_, OsStr>>(|n| OsStr::new(word(n)).into());
    same_extended(|| String::from("start"), letter);
    same_extended(|| String::from("start"), word);
    same_extended(|| OsString::from("start"), |n| OsString::from(text(n)));
    let boxed: Box<str> = letters.par_iter().collect();
    assert_eq!(*boxed, *letters.iter().collect::<String>());
}

#[test]
fn units() {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let add = |_| {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let () = (0..1000).into_par_iter().map(add).collect();
    ().par_extend((0..1000).into_par_iter().map(add));
    assert_eq!(count.into_inner(), 2000);
}

#[test]
fn either_of_two_collections() {
    let mut left: Either<Vec<i32>, HashSet<i32>> = Either::Left(vec![7]);
    left.par_extend(0..3);
    assert_eq!(left, Either::Left(vec![7, 0, 1, 2]));
    let mut right: Either<Vec<i32>, HashSet<i32>> = Either::Right(HashSet::new());
    right.par_extend(0..3);
    assert_eq!(right, Either::Right(HashSet::from([0, 1, 2])));
}

#[test]
fn known_lengths_are_allocated_exactly() {
    pools(|_| {
        let vec: Vec<usize> = (0..1001).into_par_iter().map(|n| n + 1).collect();
        assert_eq!((vec.len(), vec.capacity()), (1001, 1001));

        let mut reused = Vec::with_capacity(5000);
        reused.push(7);
        let memory = reused.as_ptr();
        (0..1001).into_par_iter().collect_into_vec(&mut reused);
        assert_eq!((reused.len(), reused.capacity(), reused.as_ptr()), (1001, 5000, memory));
        (0..3).into_par_iter().collect_into_vec(&mut reused);
        assert_eq!((&reused[..], reused.as_ptr()), (&[0, 1, 2][..], memory));
    });
}

#[test]
fn pieces_come_in_order_and_none_is_empty() {
    pools(|_| {
        for len in LENS {
            let list = (0..len).into_par_iter().filter(|n| n % 5 == 0).collect_vec_list();
            assert!(list.iter().all(|piece| !piece.is_empty()));
            assert!(list.into_iter().flatten().eq((0..len).step_by(5)));
        }
    });
}

#[test]
fn known_and_unknown_places_mix() {
    pools(|_| {
        for len in [0, 1, 2, 10, 100] {
            for places in [vec![], vec![3], vec![1, 5], vec![2, 0, 7], vec![50, 50, 50]] {
                let iter = Mixed { items: (0..len).collect(), places };
                assert!(iter.collect::<Vec<usize>>().into_iter().eq(0..len));
            }
        }
    });
}
