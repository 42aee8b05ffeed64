//! Drains remove what std's remove: used, unused, stopped early, panicking; forgotten, they are sound.

use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::mem;
use std::ops::{Bound, Range};

use furcate::prelude::*;
use furcate_tests::{Counted, Tally, panic_message, pools};

use super::{cut, nibble};

const LEN: usize = 12;

fn ranges() -> impl Iterator<Item = Range<usize>> {
    (0..=LEN).flat_map(|start| (start..=LEN).map(move |end| start..end))
}

/// A collection that can be drained by range.
trait Drained: FromIterator<Counted> {
    fn values(&self) -> Vec<usize>;
}

impl Drained for Vec<Counted> {
    fn values(&self) -> Vec<usize> {
        self.iter().map(|item| item.value).collect()
    }
}

impl Drained for VecDeque<Counted> {
    fn values(&self) -> Vec<usize> {
        self.iter().map(|item| item.value).collect()
    }
}

/// Checks that what is left, and what lives, is right after `with` has had the collection and the range.
fn drained<C: Drained>(with: impl Fn(&mut C, Range<usize>)) {
    for range in ranges() {
        let tally = Tally::new();
        let mut collection: C = (0..LEN).map(|n| tally.make(n)).collect();
        with(&mut collection, range.clone());
        let left: Vec<usize> = (0..range.start).chain(range.end..LEN).collect();
        assert_eq!(collection.values(), left, "{range:?}");
        tally.assert_alive(left.len());
        drop(collection);
        tally.assert_all_dropped_once();
    }
}

/// All that can happen to a drain by range.
macro_rules! drains_a_range {
    ($($name:ident: $collection:ident),*) => {$(
        #[test]
        fn $name() {
            type Collection = $collection<Counted>;

            pools(|_| {
                drained(|collection: &mut Collection, range| drop(collection.par_drain(range)));
                drained(|collection: &mut Collection, range| {
                    let drain = collection.par_drain(range.clone());
                    assert_eq!(drain.len(), range.len());
                    assert_eq!(drain.collect::<Vec<_>>().values(), range.collect::<Vec<_>>());
                });
                drained(|collection: &mut Collection, range| {
                    let found = collection.par_drain(range.clone()).find_any(|item| item.value % 3 == 1);
                    assert_eq!(found.is_some(), range.into_iter().any(|n| n % 3 == 1));
                });
                drained(|collection: &mut Collection, range| {
                    let half = range.len() / 2;
                    assert_eq!(collection.par_drain(range).zip(0..half).count(), half);
                });
                drained(|collection: &mut Collection, range| {
                    let (left, right) = cut(collection.par_drain(range.clone()), range.len() / 3);
                    assert_eq!(left.len() + right.len(), range.len());
                });
                drained(|collection: &mut Collection, range| {
                    let (front, back) = nibble(collection.par_drain(range.clone()), range.len() / 3, range.len() / 3);
                    assert_eq!(front.len() + back.len(), range.len() / 3 * 2);
                });
                for at in 0..LEN {
                    drained(|collection: &mut Collection, range| {
                        if range.contains(&at) {
                            let drain = collection.par_drain(range);
                            let message = panic_message(|| drain.for_each(|item| assert!(item.value != at, "at {at}")));
                            assert_eq!(message, format!("at {at}"));
                        } else {
                            drop(collection.par_drain(range));
                        }
                    });
                }
            });
        }
    )*};
}

drains_a_range! {
    vec_drains_a_range: Vec,
    deque_drains_a_range: VecDeque
}

#[test]
fn all_kinds_of_bounds_are_understood() {
    let vec = || (0..10).collect::<Vec<i32>>();
    let left = |range: (Bound<usize>, Bound<usize>)| {
        let mut vec = vec();
        drop(vec.par_drain(range));
        vec
    };
    let std_left = |range: (Bound<usize>, Bound<usize>)| {
        let mut vec = vec();
        vec.drain(range);
        vec
    };
    let starts = [Bound::Included(0), Bound::Included(4), Bound::Excluded(4), Bound::Unbounded];
    let ends =
        [Bound::Included(5), Bound::Included(9), Bound::Excluded(5), Bound::Excluded(10), Bound::Unbounded];
    for start in starts {
        for end in ends {
            assert_eq!(left((start, end)), std_left((start, end)));
        }
    }
}

/// Draining nothing changes nothing. (rayon#985)
#[test]
fn empty_ranges_drain_nothing() {
    let mut vec: Vec<usize> = (0..10).collect();
    let mut deque: VecDeque<usize> = (0..10).collect();
    for range in [5..5, 0..0, 10..10] {
        drop(vec.par_drain(range.clone()));
        assert_eq!(vec.par_drain(range.clone()).count(), 0);
        drop(deque.par_drain(range.clone()));
        assert_eq!(deque.par_drain(range).count(), 0);
    }
    drop(vec.par_drain(10..));
    assert!(vec.iter().copied().eq(0..10));
    assert!(deque.iter().copied().eq(0..10));
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "that is the point")]
fn ranges_outside_panic_at_the_call() {
    let mut vec = vec![1, 2, 3];
    assert!(panic_message(|| drop(vec.par_drain(2..4))).contains("ends at 4, the length is 3"));
    assert!(panic_message(|| drop(vec.par_drain(3..2))).contains("starts at 3 but ends at 2"));
    assert!(panic_message(|| drop(vec.par_drain(4..))).contains("starts at 4 but ends at 3"));
    assert!(panic_message(|| drop(vec.par_drain(..=usize::MAX))).contains("usize::MAX"));
    assert_eq!(vec, [1, 2, 3]);
    let mut deque = VecDeque::from([1, 2, 3]);
    panic_message(|| drop(deque.par_drain(2..4)));
    panic_message(|| drop(deque.par_drain(3..2)));
    assert_eq!(deque, [1, 2, 3]);
}

/// What is not asked for is dropped, what lies outside stays. (rayon#97)
#[test]
fn long_drain_stops_early() {
    pools(|_| {
        let tally = Tally::new();
        let mut vec: Vec<Counted> = (0..10_000).map(|n| tally.make(n)).collect();
        let found = vec.par_drain(100..9000).zip(0..50).find_any(|(item, _)| item.value == 120);
        assert!(found.is_some());
        drop(found);
        assert_eq!(vec.len(), 1_100);
        tally.assert_alive(1_100);
        assert!(vec.into_par_iter().find_any(|item| item.value == 9_999).is_some());
        tally.assert_all_dropped_once();
    });
}

#[test]
fn forgotten_drains_are_sound() {
    let tally = Tally::new();
    let mut vec: Vec<Counted> = (0..10).map(|n| tally.make(n)).collect();
    mem::forget(vec.par_drain(2..5));
    assert_eq!(vec.values(), (0..10).collect::<Vec<_>>());
    drop(vec);
    tally.assert_all_dropped_once();

    let mut deque: VecDeque<Counted> = (0..10).map(|n| tally.make(n)).collect();
    let mut heap: BinaryHeap<Counted> = (0..10).map(|n| tally.make(n)).collect();
    let mut set: HashSet<Counted> = (0..10).map(|n| tally.make(n)).collect();
    let mut text = String::from("text");
    mem::forget(deque.par_drain(2..5));
    mem::forget(heap.par_drain());
    mem::forget(set.par_drain());
    mem::forget(text.par_drain(..2));
    deque.push_back(tally.make(10));
    heap.push(tally.make(10));
    set.insert(tally.make(10));
    text.push('!');
    assert!(deque.values().ends_with(&[10]) && heap.len() <= 11 && !set.is_empty() && text.ends_with('!'));
    drop((deque, heap, set));
}

#[test]
fn whole_drains_empty_their_collection() {
    pools(|_| {
        let tally = Tally::new();
        let make = || (0..100).map(|n| tally.make(n));
        let mut heap: BinaryHeap<Counted> = make().collect();
        let mut set: HashSet<Counted> = make().collect();
        let mut map: HashMap<usize, Counted> = make().enumerate().collect();
        let capacities = (heap.capacity(), set.capacity(), map.capacity());
        drop((heap.par_drain(), set.par_drain(), map.par_drain()));
        assert_eq!((heap.len(), set.len(), map.len()), (0, 0, 0));
        tally.assert_all_dropped_once();

        heap.extend(make());
        set.extend(make());
        map.extend(make().enumerate());
        assert_eq!(heap.par_drain().map(|item| item.value).sum::<usize>(), 4950);
        assert_eq!(set.par_drain().map(|item| item.value).sum::<usize>(), 4950);
        assert_eq!(map.par_drain().map(|(key, item)| key + item.value).sum::<usize>(), 9900);
        assert_eq!((heap.len(), set.len(), map.len()), (0, 0, 0));
        assert_eq!((heap.capacity(), set.capacity(), map.capacity()), capacities);
        tally.assert_all_dropped_once();

        for at in [0, 50, 99] {
            heap.extend(make());
            set.extend(make());
            map.extend(make().enumerate());
            let check = |item: &Counted| assert!(item.value != at, "at");
            panic_message(|| heap.par_drain().for_each(|item| check(&item)));
            panic_message(|| set.par_drain().for_each(|item| check(&item)));
            panic_message(|| map.par_drain().for_each(|(_, item)| check(&item)));
            assert_eq!((heap.len(), set.len(), map.len()), (0, 0, 0));
            tally.assert_all_dropped_once();
        }
    });
}

#[test]
fn strings_are_drained_as_std_does() {
    let text = "aß漢😀z";
    pools(|_| {
        for start in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            for end in (start..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let mut expected = String::from(text);
                let taken: Vec<char> = expected.drain(start..end).collect();
                let mut used = String::from(text);
                assert_eq!(used.par_drain(start..end).collect::<Vec<_>>(), taken);
                let mut unused = String::from(text);
                drop(unused.par_drain(start..end));
                let mut panicking = String::from(text);
                if start < end {
                    panic_message(|| panicking.par_drain(start..end).for_each(|_| panic!("a character")));
                } else {
                    panicking.par_drain(start..end).for_each(|_| panic!("there is none"));
                }
                assert_eq!([&used, &unused, &panicking], [&expected; 3]);
            }
        }
    });
}

/// An ordinary panic, not the end of the process, and the string is as it was.
#[test]
fn string_drain_off_a_boundary_panics() {
    let mut text = String::from("aß漢");
    for range in [2..3, 1..2, 4..5, 0..7, 7..7] {
        panic_message(|| drop(text.par_drain(range)));
        assert_eq!(text, "aß漢");
    }
}
