//! Splits at every place.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::{Either, empty, once, repeat_n};
use furcate::prelude::*;
use furcate_tests::{Shattered, cut_everywhere, in_pool, pools};

fn spaced(items: impl IntoIterator<Item = i32>) -> Vec<i32> {
    let mut spaced: Vec<i32> = items.into_iter().flat_map(|item| [item, -1]).collect();
    spaced.pop();
    spaced
}

#[test]
fn one_for_one_stages_are_as_std_at_every_cut() {
    let items = [3, 1, 4, 1, 5];
    cut_everywhere(|| items.par_iter().cloned(), &items);
    cut_everywhere(|| items.par_iter().copied(), &items);
    cut_everywhere(|| items.par_iter().copied().inspect(|_| ()), &items);
    cut_everywhere(|| items.par_iter().copied().panic_fuse(), &items);
    cut_everywhere(|| items.par_iter().copied().update(|n| *n *= 2), &items.map(|n| 2 * n));
    cut_everywhere(|| items.par_iter().map_with(7, |with, n| n + *with), &items.map(|n| n + 7));
    cut_everywhere(|| items.par_iter().map_init(|| 7, |with, n| n + *with), &items.map(|n| n + 7));
}

#[test]
fn chain_is_as_std_at_every_cut() {
    for (a, b) in [(0, 0), (0, 3), (3, 0), (1, 1), (4, 3)] {
        let expected: Vec<i32> = (0..a).chain(10..10 + b).collect();
        cut_everywhere(|| (0..a).into_par_iter().chain(10..10 + b), &expected);
    }
    cut_everywhere(|| once(1).chain(empty()).chain(repeat_n(2, 3)), &[1, 2, 2, 2]);
}

#[test]
fn either_is_as_the_side_it_is_at_every_cut() {
    for back in [false, true] {
        let make = || {
            let items = (0..4).into_par_iter();
            if back { Either::Left(items.rev()) } else { Either::Right(items) }
        };
        cut_everywhere(make, if back { &[3, 2, 1, 0] } else { &[0, 1, 2, 3] });
        assert_eq!(make().count(), 4);
        assert_eq!(make().filter(|n| n % 2 == 0).collect::<Vec<_>>(), if back { [2, 0] } else { [0, 2] });
    }
}

// rayon#453
#[test]
fn intersperse_is_right_at_every_cut() {
    for len in 0..7 {
        cut_everywhere(|| (0..len).into_par_iter().intersperse(-1), &spaced(0..len));
    }
}

#[test]
fn intersperse_keeps_the_separator_beside_a_cut() {
    for len in 0..6 {
        let all = spaced(0..len);
        for n in 0..=all.len() {
            let make = || (0..len).into_par_iter().intersperse(-1);
            assert_eq!(make().take(n).collect::<Vec<_>>(), all[..n]);
            assert_eq!(make().skip(n).collect::<Vec<_>>(), all[n..]);
            assert_eq!(make().take(n).sum::<i32>(), all[..n].iter().sum());
            assert_eq!(make().with_max_len(n.max(1)).collect::<Vec<_>>(), all);
            assert_eq!(make().with_min_len(n).fold(|| 0, |sum, n| sum + n).sum::<i32>(), all.iter().sum());
        }
    }
}

/// The items of each length, kept where a bit is set, so that pieces anywhere come out empty.
#[test]
fn intersperse_never_begins_or_ends_with_a_separator() {
    pools(|_| {
        for len in 0..7 {
            for kept in 0..1 << len {
                let expected = spaced((0..len).filter(|n| kept >> n & 1 == 1));
                for seed in 0..4 {
                    let base = Shattered::new((0..len).collect(), seed + 4 * kept as u64);
                    let spaced = base.filter(|n| kept >> n & 1 == 1).intersperse(-1);
                    assert_eq!(
                        spaced.clone().collect::<Vec<_>>(),
                        expected,
                        "{kept:b} of {len}, seed {seed}"
                    );
                    assert_eq!(spaced.clone().sum::<i32>(), expected.iter().sum::<i32>());
                    assert_eq!(spaced.clone().find_first(|n| *n < 0), expected.get(1).copied());
                    assert_eq!(spaced.find_last(|_| true), expected.last().copied());
                }
            }
        }
    });
}

#[test]
fn intersperse_collects_in_place_behind_a_chain() {
    pools(|_| {
        let make =
            |seed| Shattered::new((0..40).collect(), seed).chain(Shattered::new((40..50).collect(), seed));
        for seed in 0..40 {
            let spaced_twice = make(seed).intersperse(-1).chain(make(seed).intersperse(-1));
            assert_eq!(spaced_twice.opt_len(), Some(198));
            let expected: Vec<i32> = spaced(0..50).into_iter().chain(spaced(0..50)).collect();
            assert_eq!(spaced_twice.collect::<Vec<_>>(), expected);
        }
    });
}

#[test]
fn positions_are_as_std_wherever_split() {
    for seed in 0..50 {
        let items: Vec<i32> = (0..30).map(|n| n * 7 % 11).collect();
        let expected: Vec<usize> = (0..30).filter(|&at| items[at] < 4).collect();
        let found = Shattered::new(items, seed).positions(|n| n < 4);
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}

// rayon#256
#[test]
fn flat_map_keeps_the_order() {
    pools(|_| {
        let expected: Vec<i32> = (0..3000).collect();
        let pairs = (0..3000).into_par_iter().filter(|n| n % 2 == 0).flat_map(|n| vec![n, n + 1]);
        assert_eq!(pairs.collect::<Vec<_>>(), expected);
        for seed in 0..20 {
            let base = Shattered::new((0..300).collect(), seed);
            let flat: Vec<i32> =
                base.flat_map(|n| Shattered::new((10 * n..10 * n + 10).collect(), seed)).collect();
            assert_eq!(flat, expected);
            let base = Shattered::new((0..3000).map(|n| (n % 3 > 0).then_some(n)).collect(), seed);
            let flat: Vec<i32> = base.clone().flatten().collect();
            assert_eq!(flat, base.flatten_iter().collect::<Vec<_>>());
            assert_eq!(flat.len(), 2000);
        }
    });
}

// rayon#1189
#[test]
fn small_inner_iterators_share_buffers() {
    pools(|threads| {
        let buffers = (0..20_000u32).into_par_iter().flat_map(|n| n.to_le_bytes()).collect_vec_list();
        assert_eq!(buffers.iter().map(Vec::len).sum::<usize>(), 80_000);
        assert!(buffers.len() < 50 * threads, "{} buffers", buffers.len());
    });
}

#[test]
fn map_with_clones_at_most_once_for_each_piece() {
    struct Cloned<'c>(&'c AtomicUsize);
    impl Clone for Cloned<'_> {
        fn clone(&self) -> Self {
            self.0.fetch_add(1, Relaxed);
            Cloned(self.0)
        }
    }
    in_pool(2, || {
        for seed in 0..30 {
            let clones = AtomicUsize::new(0);
            let pieces = Shattered::new(vec![(); 100], seed).fold(|| (), |(), ()| ()).count();
            let base = Shattered::new(vec![(); 100], seed);
            let mapped = base.map_with(Cloned(&clones), |_, ()| ());
            assert_eq!(mapped.fold(|| (), |(), ()| ()).count(), pieces);
            assert_eq!(clones.into_inner(), pieces - 1);
        }
    });
}

#[test]
fn lengths_are_known_where_they_can_be() {
    let base = || (0..5u64).into_par_iter();
    assert_eq!(base().map(|n| n).inspect(|_| ()).update(|_| ()).panic_fuse().opt_len(), Some(5));
    assert_eq!(base().chain(base()).opt_len(), Some(10));
    assert_eq!(base().intersperse(1).opt_len(), Some(9));
    assert_eq!(base().filter(|_| true).opt_len(), None);
    assert_eq!(base().chain(base().filter(|_| true)).opt_len(), None);
    assert_eq!(repeat_n((), usize::MAX).chain(once(())).opt_len(), None);
    assert_eq!(repeat_n((), usize::MAX).intersperse(()).opt_len(), None);
    assert_eq!(repeat_n((), usize::MAX / 2 + 1).intersperse(()).opt_len(), Some(usize::MAX));
}
