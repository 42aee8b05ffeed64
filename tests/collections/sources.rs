//! Every source gives what std's gives, cut at every place, from both ends, in every pool.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, DefaultHasher};

use furcate::prelude::*;
use furcate_tests::pools;

use super::{cut, nibble};

fn lens() -> impl Iterator<Item = usize> {
    (0..100).chain([1000, 4097])
}

/// Checks a source that is not indexed.
#[track_caller]
fn same<I: ParallelIterator>(make: &dyn Fn() -> I, expected: &[I::Item])
where
    I::Item: PartialEq + Debug + Sync,
{
    assert_eq!(make().opt_len(), Some(expected.len()));
    assert_eq!(make().collect::<Vec<_>>(), expected);
    assert_eq!(
        make().filter(|item| item != &expected[0]).count(),
        expected.iter().filter(|&item| item != &expected[0]).count()
    );
}

/// Checks an indexed source.
#[track_caller]
fn same_indexed<I: IndexedParallelIterator>(make: &dyn Fn() -> I, expected: &[I::Item])
where
    I::Item: PartialEq + Debug + Sync,
{
    same(make, expected);
    let len = expected.len();
    assert_eq!(make().len(), len);
    assert!(make().rev().collect::<Vec<_>>().iter().eq(expected.iter().rev()));
    let cuts: Vec<usize> = if len <= 100 { (0..=len).collect() } else { vec![0, 1, len / 2, len - 1, len] };
    for at in cuts {
        let (left, right) = cut(make(), at);
        assert_eq!(left, expected[..at]);
        assert_eq!(right, expected[at..]);
        let (front, back) = nibble(make(), at / 2, len - at);
        assert_eq!(front, expected[..at / 2]);
        assert!(back.iter().eq(expected[at..].iter().rev()));
    }
}

/// A deque whose items lie in two parts, where there are several.
fn wrapped(len: usize) -> VecDeque<usize> {
    let mut deque: VecDeque<usize> = (len / 3..len).collect();
    (0..len / 3).rev().for_each(|n| deque.push_front(n));
    deque
}

#[test]
fn rows_equal_std() {
    pools(|_| {
        for len in lens() {
            let mut vec: Vec<usize> = (0..len).collect();
            same_indexed(&|| vec.clone().into_par_iter(), &vec);
            same_indexed(&|| vec.clone().into_boxed_slice().into_par_iter(), &vec);
            same_indexed(&|| vec.par_iter(), &vec.iter().collect::<Vec<_>>());
            let boxed = vec.clone().into_boxed_slice();
            same_indexed(&|| boxed.par_iter(), &vec.iter().collect::<Vec<_>>());
            vec.par_iter_mut().for_each(|n| *n += 1);
            assert!(vec.iter().copied().eq(1..=len));
            let mut boxed = boxed;
            boxed.par_iter_mut().for_each(|n| *n += 1);
            assert_eq!(*boxed, *vec);
        }
    });
}

#[test]
fn arrays_equal_std() {
    fn check<const N: usize>() {
        let mut array: [String; N] = std::array::from_fn(|n| n.to_string());
        same_indexed(&|| array.clone().into_par_iter(), &array);
        same_indexed(&|| array.par_iter(), &array.iter().collect::<Vec<_>>());
        array.par_iter_mut().for_each(|text| text.push('!'));
        assert!(array.iter().enumerate().all(|(n, text)| *text == format!("{n}!")));
    }

    pools(|_| {
        check::<0>();
        check::<3>();
        check::<64>();
    });
}

#[test]
fn deques_equal_std() {
    pools(|_| {
        for len in lens() {
            let mut deque = wrapped(len);
            let items: Vec<usize> = (0..len).collect();
            assert!(len < 3 || !deque.as_slices().1.is_empty());
            same_indexed(&|| deque.par_iter(), &items.iter().collect::<Vec<_>>());
            same_indexed(&|| deque.clone().into_par_iter(), &items);
            deque.par_iter_mut().enumerate().for_each(|(at, n)| *n += at);
            assert!(deque.iter().copied().eq((0..len).map(|n| 2 * n)));
        }
    });
}

#[test]
fn heaps_equal_std() {
    pools(|_| {
        for len in lens() {
            let heap: BinaryHeap<usize> = (0..len).map(|n| n * 7 % 101).collect();
            same_indexed(&|| heap.par_iter(), &heap.iter().collect::<Vec<_>>());
            same_indexed(&|| heap.clone().into_par_iter(), &heap.clone().into_vec());
        }
    });
}

#[test]
fn options_and_results_equal_std() {
    pools(|_| {
        for option in [None, Some(7)] {
            let result = option.ok_or("none");
            let items: Vec<i32> = option.into_iter().collect();
            let by_ref: Vec<&i32> = items.iter().collect();
            same_indexed(&|| option.into_par_iter(), &items);
            same_indexed(&|| result.into_par_iter(), &items);
            same_indexed(&|| option.par_iter(), &by_ref);
            same_indexed(&|| result.par_iter(), &by_ref);
            let (mut option, mut result) = (option, result);
            option.par_iter_mut().for_each(|n| *n += 1);
            result.par_iter_mut().for_each(|n| *n += 1);
            assert_eq!(option, items.first().map(|n| n + 1));
            assert_eq!(result.ok(), option);
        }
    });
}

#[test]
fn lists_equal_std() {
    pools(|_| {
        for len in lens() {
            let mut list: LinkedList<usize> = (0..len).collect();
            let items: Vec<usize> = (0..len).collect();
            same(&|| list.par_iter(), &items.iter().collect::<Vec<_>>());
            same(&|| list.clone().into_par_iter(), &items);
            list.par_iter_mut().for_each(|n| *n += 1);
            assert!(list.iter().copied().eq(1..=len));
        }
    });
}

#[test]
fn maps_and_sets_equal_std() {
    type Fixed = BuildHasherDefault<DefaultHasher>;

    pools(|_| {
        for len in lens() {
            let mut tree: BTreeMap<usize, usize> = (0..len).map(|n| (n * 7919 % 4099, n)).collect();
            same(&|| tree.par_iter(), &tree.iter().collect::<Vec<_>>());
            same(&|| tree.clone().into_par_iter(), &tree.clone().into_iter().collect::<Vec<_>>());
            let sum: usize = tree.values().sum();
            tree.par_iter_mut().for_each(|(_, n)| *n += 1);
            assert_eq!(tree.values().sum::<usize>(), sum + len);

            let mut map: HashMap<usize, usize, Fixed> = tree.iter().map(|(&k, &v)| (k, v)).collect();
            same(&|| map.par_iter(), &map.iter().collect::<Vec<_>>());
            same(&|| map.clone().into_par_iter(), &map.clone().into_iter().collect::<Vec<_>>());
            map.par_iter_mut().for_each(|(_, n)| *n += 1);
            assert_eq!(map.values().sum::<usize>(), sum + 2 * len);

            let ordered: BTreeSet<usize> = tree.keys().copied().collect();
            same(&|| ordered.par_iter(), &ordered.iter().collect::<Vec<_>>());
            same(&|| ordered.clone().into_par_iter(), &ordered.iter().copied().collect::<Vec<_>>());

            let set: HashSet<usize, Fixed> = tree.keys().copied().collect();
            same(&|| set.par_iter(), &set.iter().collect::<Vec<_>>());
            same(&|| set.clone().into_par_iter(), &set.clone().into_iter().collect::<Vec<_>>());
        }
    });
}

/// A parallel iterator over references needs `Sync` items only, one over values `Send` items only.
#[test]
fn bounds_are_no_stricter_than_needed() {
    use std::cell::Cell;

    let mut cells = HashMap::from([(1, Cell::new(1)), (2, Cell::new(2))]);
    cells.par_iter_mut().for_each(|(key, cell)| cell.set(cell.get() + key));
    assert_eq!(cells.into_par_iter().map(|(_, cell)| cell.get()).sum::<i32>(), 6);
    let cells = VecDeque::from([Cell::new(1), Cell::new(2)]);
    assert_eq!(cells.into_par_iter().map(|cell| cell.get()).sum::<i32>(), 3);
}

#[test]
fn sources_are_printed_and_cloned() {
    let vec = vec![1, 2, 3].into_par_iter();
    assert!(format!("{vec:?}").contains("[1, 2, 3]"));
    assert_eq!(vec.clone().sum::<i32>(), vec.sum::<i32>());
    let map = BTreeMap::from([(1, "a")]);
    let entries = map.par_iter();
    assert!(format!("{entries:?}").contains("(1, \"a\")"));
    assert_eq!(entries.clone().count(), entries.count());
    let mut vec = vec![1, 2, 3];
    assert!(format!("{:?}", vec.par_drain(1..)).contains("[2, 3]"));
    assert_eq!(vec, [1]);
}
