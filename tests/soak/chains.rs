//! Operations of the iterators: every kind of source, adapter, terminal and sort, over items that count.

use std::collections::{BTreeMap, HashMap, HashSet, LinkedList};

use furcate::iter::{split, walk_tree, walk_tree_postfix, walk_tree_prefix};
use furcate::prelude::*;
use furcate_tests::Counted;

use crate::work::{Call, Place, Random, work};

/// Items that are made, each in a step.
fn items<'c>(call: &'c Call<'_>, len: usize) -> impl IndexedParallelIterator<Item = Counted> + 'c {
    (0..len).into_par_iter().map(|n| call.make(n))
}

fn made(call: &Call<'_>, len: usize) -> Vec<Counted> {
    (0..len).map(|n| call.make(n)).collect()
}

/// Each item is a work of its own.
pub(crate) fn nested(call: &Call<'_>, random: &mut Random, place: Place) {
    let (len, seed, max) = (random.size(3), random.next(), random.size(2));
    let inside = |n: usize| work(call, seed + n as u64, place);
    match random.below(3) {
        0 => (0..len).into_par_iter().with_max_len(max).for_each(inside),
        1 => (0..len).into_par_iter().flat_map(|n| (0..2).into_par_iter().map(move |_| n)).for_each(inside),
        _ => assert_eq!((0..len).into_par_iter().map(inside).count(), len),
    }
}

pub(crate) fn collects(call: &Call<'_>, random: &mut Random, _: Place) {
    let len = random.size(10);
    match random.below(5) {
        0 => assert!(items(call, len).collect::<Vec<_>>().into_iter().eq(0..len)),
        1 => {
            let odd: Vec<_> = items(call, len).filter(|item| item.value % 2 == 1).collect();
            assert!(odd.into_iter().eq((1..len).step_by(2)));
        }
        2 => {
            let (left, right): (Vec<_>, LinkedList<_>) =
                items(call, len).map(|item| (item.clone(), item)).unzip();
            assert!(left.iter().eq(&right));
        }
        3 => {
            let (small, large): (Vec<_>, Vec<_>) = items(call, len).partition(|item| item.value < 100);
            assert_eq!((small.len(), large.len()), (len.min(100), len.saturating_sub(100)));
        }
        _ => {
            let stop = random.below(2 * len as u64) as usize;
            let item = |item: Counted| if item.value == stop { Err(item) } else { Ok(item) };
            let result: Result<Vec<_>, _> = items(call, len).map(item).collect();
            assert_eq!(result.map_or_else(|item| item.value, |items| items.len()), stop.min(len));
        }
    }
}

pub(crate) fn tables(call: &Call<'_>, random: &mut Random, _: Place) {
    let (len, keys) = (random.size(10), random.size(8));
    let expected = len.min(keys);
    match random.below(3) {
        0 => {
            let map: HashMap<_, _> = items(call, len).map(|item| (item.value % keys, item)).collect();
            assert_eq!(map.len(), expected);
        }
        1 => {
            let map: BTreeMap<_, _> = items(call, len).map(|item| (item.value % keys, item)).collect();
            assert_eq!(map.len(), expected);
        }
        _ => {
            let mut set: HashSet<_> = made(call, len / 2).into_iter().collect();
            set.par_extend(items(call, len));
            assert_eq!(set.into_par_iter().map(|item| item.value).max(), len.checked_sub(1));
        }
    }
}

pub(crate) fn searches(call: &Call<'_>, random: &mut Random, _: Place) {
    let len = random.size(10);
    let wanted = random.below(2 * len as u64) as usize;
    let there = (wanted < len).then_some(wanted);
    let hit = |item: &Counted| item.value == wanted;
    let value = |item: Counted| item.value;
    match random.below(6) {
        0 => assert_eq!(items(call, len).find_any(hit).map(value), there),
        1 => assert_eq!(items(call, len).find_first(hit).map(value), there),
        2 => assert_eq!(items(call, len).find_last(hit).map(value), there),
        3 => assert_eq!(items(call, len).position_any(|item| hit(&item)), there),
        4 => assert_eq!(items(call, len).any(|item| hit(&item)), there.is_some()),
        _ => {
            let stop = |item: Counted| if hit(&item) { Err(item) } else { Ok(()) };
            assert_eq!(items(call, len).try_for_each(stop).err().map(value), there);
        }
    }
}

pub(crate) fn folds(call: &Call<'_>, random: &mut Random, _: Place) {
    let len = random.size(10);
    let sum = len * (len - 1) / 2;
    match random.below(4) {
        0 => assert_eq!(items(call, len).map(|item| item.value).sum::<usize>(), sum),
        1 => {
            let fold = items(call, len).fold(|| 0, |so_far, item| so_far + item.value);
            assert_eq!(fold.reduce(|| 0, |one, other| one + other), sum);
        }
        2 => {
            let last = items(call, len).max();
            assert_eq!(last.map(|item| item.value), Some(len - 1));
        }
        _ => {
            let inits = items(call, len).map_init(|| call.make(7), |init, item| init.value * item.value);
            assert_eq!(inits.sum::<usize>(), 7 * sum);
        }
    }
}

pub(crate) fn reordering(call: &Call<'_>, random: &mut Random, _: Place) {
    let (len, step) = (random.size(9), random.size(4));
    match random.below(4) {
        0 => assert!(items(call, len).rev().collect::<Vec<_>>().into_iter().eq((0..len).rev())),
        1 => {
            let pairs: Vec<_> = items(call, len).zip(made(call, step)).enumerate().collect();
            assert_eq!(pairs.len(), len.min(step));
        }
        2 => assert_eq!(items(call, len).chunks(step).map(|chunk| chunk.len()).sum::<usize>(), len),
        _ => {
            let both = items(call, len).chain(items(call, step)).skip(1).step_by(3);
            assert_eq!(both.count(), (len + step - 1).div_ceil(3));
        }
    }
}

pub(crate) fn sorts(call: &Call<'_>, random: &mut Random, _: Place) {
    let len = random.size(11);
    let mut items: Vec<_> = (0..len).map(|_| call.tally.make(random.below(1000) as usize)).collect();
    match random.below(5) {
        0 => items.par_sort(),
        1 => items.par_sort_unstable(),
        2 => items.par_sort_by(|one, other| {
            call.step(0);
            one.cmp(other)
        }),
        3 => items.par_sort_unstable_by_key(|item| {
            call.step(0);
            item.value
        }),
        _ => items.par_sort_by_cached_key(|item| call.make(item.value)),
    }
    assert!(items.is_sorted());
    assert_eq!(items.len(), len);
}

pub(crate) fn bridged(call: &Call<'_>, random: &mut Random, place: Place) {
    let (len, seed) = (random.size(8), random.next());
    let serial = (0..len).map(|n| call.make(n));
    match random.below(3) {
        0 => assert_eq!(serial.par_bridge().collect::<Vec<_>>().len(), len),
        1 => assert_eq!(serial.par_bridge().find_any(|item| item.value == len), None),
        _ => serial.take(8).par_bridge().for_each(|item| work(call, seed + item.value as u64, place)),
    }
}

pub(crate) fn trees(call: &Call<'_>, random: &mut Random, _: Place) {
    let nodes = random.size(10);
    let children = |n: &usize| {
        call.step(0);
        (2 * n + 1..2 * n + 3).filter(move |&child| child < nodes)
    };
    let whole = nodes * (nodes - 1) / 2;
    match random.below(4) {
        0 => assert_eq!(walk_tree(0, children).sum::<usize>(), whole),
        1 => assert_eq!(walk_tree_prefix(0, children).map(|n| call.make(n)).count(), nodes),
        2 => assert_eq!(walk_tree_postfix(0, children).sum::<usize>(), whole),
        _ => {
            let halves = split(0..nodes, |range| {
                call.step(0);
                let middle = range.start + range.len() / 2;
                if range.len() < 2 { (range, None) } else { (range.start..middle, Some(middle..range.end)) }
            });
            assert_eq!(halves.map(|range| range.len()).sum::<usize>(), nodes);
        }
    }
}

pub(crate) fn drains(call: &Call<'_>, random: &mut Random, _: Place) {
    let len = random.size(10);
    let mut owner = made(call, len);
    let from = random.below(len as u64) as usize;
    let taken = random.below(len as u64) as usize;
    assert_eq!(
        owner.par_drain(from..).map(|item| call.make(item.value)).take(taken).count(),
        taken.min(len - from)
    );
    assert_eq!(owner.len(), from);
    owner.par_chunks_mut(7).for_each(|chunk| {
        call.step(0);
        chunk.reverse();
    });
    assert_eq!(
        owner.into_par_iter().map(|item| item.value).sum::<usize>(),
        from * from.saturating_sub(1) / 2
    );
}

pub(crate) fn strings(call: &Call<'_>, random: &mut Random, _: Place) {
    let lines = random.size(8);
    let text = "a line of words\n".repeat(lines);
    let letter = |letter: char| {
        call.step(0);
        letter
    };
    match random.below(3) {
        0 => assert_eq!(text.par_lines().inspect(|_| call.step(1)).count(), lines),
        1 => assert_eq!(text.par_split(|c| letter(c) == ' ').count(), 3 * lines + 1),
        _ => assert_eq!(text.par_chars().map(letter).collect::<String>(), text),
    }
}
