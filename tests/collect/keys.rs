//! Maps and sets keep, of equal keys, the one that std keeps, with the value that std keeps; also if user code unwinds.
//!
//! At lengths around those at which the way of collecting changes, and with keys that repeat never, often and always.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicIsize;
use std::sync::atomic::Ordering::Relaxed;

use furcate::prelude::*;
use furcate_tests::{Counted, Tally, in_pool, pools, watchdog};

use crate::sources::Unknown;

/// Equal to all of the same `key`, and yet to be told apart by `made`.
#[derive(Clone, Copy, Debug)]
struct Key {
    key: usize,
    made: usize,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

type Fixed = BuildHasherDefault<DefaultHasher>;

/// What can be told apart in a collection, in an order that does not depend on a hasher.
trait Told: Clone + Default + Debug + Send + Sync {
    type Item: Copy + Send + Sync;

    fn item(key: Key, value: usize) -> Self::Item;
    fn told(&self) -> Vec<(usize, usize, usize)>;
}

impl Told for BTreeMap<Key, usize> {
    type Item = (Key, usize);

    fn item(key: Key, value: usize) -> (Key, usize) {
        (key, value)
    }

    fn told(&self) -> Vec<(usize, usize, usize)> {
        self.iter().map(|(key, &value)| (key.key, key.made, value)).collect()
    }
}

impl<S: BuildHasher + Clone + Default + Send + Sync> Told for HashMap<Key, usize, S> {
    type Item = (Key, usize);

    fn item(key: Key, value: usize) -> (Key, usize) {
        (key, value)
    }

    fn told(&self) -> Vec<(usize, usize, usize)> {
        self.iter().map(|(&key, &value)| (key, value)).collect::<BTreeMap<_, _>>().told()
    }
}

impl Told for BTreeSet<Key> {
    type Item = Key;

    fn item(key: Key, _: usize) -> Key {
        key
    }

    fn told(&self) -> Vec<(usize, usize, usize)> {
        self.iter().map(|key| (key.key, key.made, 0)).collect()
    }
}

impl<S: BuildHasher + Clone + Default + Send + Sync> Told for HashSet<Key, S> {
    type Item = Key;

    fn item(key: Key, _: usize) -> Key {
        key
    }

    fn told(&self) -> Vec<(usize, usize, usize)> {
        self.iter().copied().collect::<BTreeSet<_>>().told()
    }
}

const LENS: [usize; 7] = [0, 1, 2, 100, 4096, 16_384, 40_000];

/// How keys come: all different (0), some again (1), one only (2), different and then again (3).
fn key(way: usize, n: usize) -> usize {
    let mixed = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    match way {
        0 => mixed,
        1 => mixed % 10_000,
        2 => 7,
        _ => mixed % if n < 15_000 { 1 << 40 } else { 50 },
    }
}

fn as_std<C>()
where
    C: Told
        + FromIterator<C::Item>
        + Extend<C::Item>
        + FromParallelIterator<C::Item>
        + ParallelExtend<C::Item>,
{
    pools(|threads| {
        for (len, way) in LENS.into_iter().flat_map(|len| (0..4).map(move |way| (len, way))) {
            let items: Vec<C::Item> =
                (0..len).map(|n| C::item(Key { key: key(way, n), made: n }, n)).collect();
            let expected = items.iter().copied().collect::<C>().told();
            let which = format!("{len} items, way {way}, {threads} threads");
            assert_eq!(items.par_iter().copied().collect::<C>().told(), expected, "{which}");
            assert_eq!(items.par_iter().map(|&item| item).with_max_len(700).collect::<C>().told(), expected);
            assert_eq!(Unknown(items.clone()).collect::<C>().told(), expected, "{which}, unknown length");
            let few = items.par_chunks(37).flat_map(|chunk| chunk.par_iter().copied());
            assert_eq!(few.collect::<C>().told(), expected, "{which}, from many short ones");
            let start = (0..len / 4 * 3).map(|n| C::item(Key { key: n, made: 1 << 40 }, n)).collect();
            for start in [C::default(), start] {
                let (mut extended, mut expected) = (start.clone(), start);
                expected.extend(items.iter().copied());
                extended.par_extend(items.par_iter().copied());
                assert_eq!(extended.told(), expected.told(), "{which}, extended");
            }
        }
    });
}

#[test]
fn trees_keep_what_std_keeps() {
    watchdog(300, || {
        as_std::<BTreeMap<Key, usize>>();
        as_std::<BTreeSet<Key>>();
    });
}

#[test]
fn tables_keep_what_std_keeps() {
    watchdog(300, || {
        as_std::<HashMap<Key, usize>>();
        as_std::<HashSet<Key, Fixed>>();
    });
}

/// Counts down with each call of `Ord`, `Eq` or `Hash`, and unwinds at zero.
struct Frail<'a> {
    item: Counted,
    fuse: &'a AtomicIsize,
}

impl Frail<'_> {
    fn burn(&self) {
        if self.fuse.fetch_sub(1, Relaxed) == 0 {
            resume_unwind(Box::new("meant to happen"));
        }
    }
}

impl PartialEq for Frail<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.burn();
        self.item == other.item
    }
}

impl Eq for Frail<'_> {}

impl PartialOrd for Frail<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Frail<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.burn();
        self.item.cmp(&other.item)
    }
}

impl Hash for Frail<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.burn();
        self.item.hash(state);
    }
}

/// Collects and extends, with `calls` of user code before one unwinds.
fn burnt<'a, C>(tally: &'a Tally, fuse: &'a AtomicIsize, calls: isize, repeat: usize)
where
    C: Default + FromParallelIterator<(Frail<'a>, Counted)> + ParallelExtend<(Frail<'a>, Counted)>,
    for<'c> &'c C: IntoIterator<Item = (&'c Frail<'a>, &'c Counted)>,
{
    let items = |len| {
        let frail = move |n: usize| (Frail { item: tally.make(key(0, n) % repeat), fuse }, tally.make(n));
        (0..len).into_par_iter().map(frail)
    };
    let unwinds = |run: &mut dyn FnMut()| {
        fuse.store(calls, Relaxed);
        let unwound = catch_unwind(AssertUnwindSafe(run)).is_err();
        assert_eq!(unwound, fuse.swap(isize::MAX, Relaxed) < 0, "unwinds if and only if a call did");
    };
    unwinds(&mut || drop(items(20_000).collect::<C>()));
    tally.assert_alive(0);

    fuse.store(isize::MAX, Relaxed);
    let mut target: C = items(50).collect();
    let before = target.count_all();
    unwinds(&mut || target.par_extend(items(17_000)));
    assert!(target.count_all() >= before, "what was there is there");
    tally.assert_alive(2 * target.count_all());
    drop(target);
    tally.assert_alive(0);
}

trait Count {
    fn count_all(&self) -> usize;
}

impl<C> Count for C
where
    for<'c> &'c C: IntoIterator,
{
    fn count_all(&self) -> usize {
        self.into_iter().count()
    }
}

#[test]
fn frail_keys_are_dropped_once() {
    watchdog(300, || {
        for threads in [1, 4] {
            in_pool(threads, || {
                for repeat in [50, usize::MAX] {
                    for calls in [0, 100, 5000, 19_999, 30_000, 700_000] {
                        let (tally, fuse) = (Tally::new(), AtomicIsize::new(isize::MAX));
                        burnt::<HashMap<Frail<'_>, Counted>>(&tally, &fuse, calls, repeat);
                        burnt::<BTreeMap<Frail<'_>, Counted>>(&tally, &fuse, calls, repeat);
                    }
                }
            });
        }
    });
}
