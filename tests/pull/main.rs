//! Adapters that reorder, renumber, combine or bound: what `laws/` does not ask of them.
//!
//! - each producer is cut at every pair of places and walked in every manner;
//! - lengths near `usize::MAX`, and what must panic, when, and with which words;
//! - what is passed over is dropped, once, also when a closure panics;
//! - bounds of pieces, and blocks that end early.

mod bounds;
mod drops;

use furcate::prelude::*;
use furcate_tests::{cut_everywhere, panic_message, pools};

const STEPS: [usize; 8] = [1, 2, 3, 7, 19, 20, 21, usize::MAX];

// rayon#726, rayon#964
#[test]
fn step_by_is_as_std_at_every_cut() {
    for len in 0..20 {
        for step in STEPS {
            let expected: Vec<usize> = (0..len).step_by(step).collect();
            let make = || (0..len).into_par_iter().step_by(step);
            assert_eq!(make().collect::<Vec<_>>(), expected);
            assert_eq!(make().rev().collect::<Vec<_>>(), expected.iter().rev().copied().collect::<Vec<_>>());
            if len < 13 || step == 3 {
                cut_everywhere(make, &expected);
            }
        }
    }
}

#[test]
fn skip_and_take_are_as_std_at_every_cut() {
    for len in 0..6 {
        for n in [0, 1, 2, 5, 6, usize::MAX] {
            let rest: Vec<usize> = (0..len).skip(n).collect();
            cut_everywhere(|| (0..len).into_par_iter().skip(n), &rest);
            let first: Vec<usize> = (0..len).take(n).collect();
            cut_everywhere(|| (0..len).into_par_iter().take(n), &first);
        }
    }
}

/// By turns from both, without any cleverness.
fn by_turns(i: &[u32], j: &[u32], shortest: bool) -> Vec<u32> {
    let mut merged = Vec::new();
    let (mut i, mut j) = (i.iter(), j.iter());
    loop {
        let before = merged.len();
        for side in [&mut i, &mut j] {
            match side.next() {
                Some(&item) => merged.push(item),
                None if shortest => return merged,
                None => {}
            }
        }
        if merged.len() == before {
            return merged;
        }
    }
}

// rayon#405, rayon#445
#[test]
fn interleaving_is_the_alternate_merge_at_every_cut() {
    for i_len in 0..7 {
        for j_len in 0..7 {
            let i: Vec<u32> = (0..i_len).collect();
            let j: Vec<u32> = (100..100 + j_len).collect();
            let whole = by_turns(&i, &j, false);
            cut_everywhere(|| i.par_iter().copied().interleave(j.par_iter().copied()), &whole);
            let short = by_turns(&i, &j, true);
            cut_everywhere(|| i.par_iter().copied().interleave_shortest(j.par_iter().copied()), &short);
            let back: Vec<u32> = whole.iter().rev().copied().collect();
            cut_everywhere(|| i.par_iter().copied().interleave(j.par_iter().copied()).rev(), &back);
        }
    }
}

#[test]
fn chunks_are_those_of_a_slice_at_every_cut() {
    for len in 0..12u32 {
        let items: Vec<u32> = (0..len).collect();
        for size in [1, 2, 3, 5, 11, 12, usize::MAX] {
            let chunks: Vec<Vec<u32>> = items.chunks(size).map(<[_]>::to_vec).collect();
            cut_everywhere(|| items.par_iter().copied().chunks(size), &chunks);
            let sums: Vec<u32> = items.chunks(size).map(|chunk| 7 + chunk.iter().sum::<u32>()).collect();
            cut_everywhere(|| items.par_iter().fold_chunks(size, || 7, |sum, n| sum + n), &sums);
            cut_everywhere(|| items.par_iter().fold_chunks_with(size, 7, |sum, n| sum + n), &sums);
        }
    }
}

#[test]
fn bounds_change_no_item() {
    let items = [1, 2, 3, 4, 5];
    for n in [0, 1, 3, usize::MAX] {
        cut_everywhere(|| items.par_iter().with_min_len(n), &items.each_ref());
        cut_everywhere(|| items.par_iter().with_max_len(n), &items.each_ref());
    }
}

// rayon#711, rayon#392
#[test]
fn tuples_are_as_long_as_their_shortest_part() {
    let make = || (0..3, 0..2, 0..10).into_par_iter();
    cut_everywhere(make, &[(0, 0, 0), (1, 1, 1)]);
    assert_eq!((0..0, 0..5).into_par_iter().count(), 0);
}

#[test]
fn tuples_of_one_to_twelve() {
    cut_everywhere(|| (0..3,).into_par_iter(), &[(0,), (1,), (2,)]);
    let expected: Vec<_> = (0..5u8).map(|n| (n, n, n, n, n, n, n, n, n, n, n, n)).collect();
    let all =
        || (0..9u8, 0..8u8, 0..7u8, 0..6u8, 0..5u8, 0..5u8, 0..5u8, 0..5u8, 0..5u8, 0..5u8, 0..6u8, 0..7u8);
    cut_everywhere(|| all().into_par_iter(), &expected);
}

#[test]
fn tuples_by_reference() {
    let mut parts = (vec![1, 2, 3], [10, 20, 30]);
    parts.par_iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
    assert_eq!(parts, (vec![10, 20, 30], [1, 2, 3]));
    let sums: Vec<i32> = parts.par_iter().map(|(a, b)| a + b).collect();
    assert_eq!(sums, [11, 22, 33]);
    let sums: Vec<i32> = parts.into_par_iter().map(|(a, b)| a + b).collect();
    assert_eq!(sums, [11, 22, 33]);
}

#[test]
fn zip_eq_wants_equal_lengths_at_once() {
    cut_everywhere(|| (0..3).into_par_iter().zip_eq(5..8), &[(0, 5), (1, 6), (2, 7)]);
    let message = panic_message(|| (0..10).into_par_iter().zip_eq(0..7));
    assert!(message.contains("10") && message.contains('7'), "{message}");
}

#[test]
fn no_piece_is_of_size_zero() {
    let base = || (0..10usize).into_par_iter();
    let messages = [
        panic_message(|| base().chunks(0)),
        panic_message(|| base().fold_chunks(0, || 0, |a, b| a + b)),
        panic_message(|| base().fold_chunks_with(0, 0, |a, b| a + b)),
    ];
    for message in messages {
        assert!(message.contains("chunk_size must not be zero"), "{message}");
    }
    assert!(panic_message(|| base().by_uniform_blocks(0)).contains("block_size must not be zero"));

    // Only when it is used.
    let steps = base().step_by(0);
    assert!(panic_message(|| steps.clone().len()).contains("step must not be zero"));
    assert!(panic_message(|| steps.count()).contains("step must not be zero"));
}

#[test]
fn lengths_up_to_the_largest() {
    const MAX: usize = usize::MAX;
    let all = || (0..MAX).into_par_iter();
    assert_eq!(all().skip(MAX - 3).collect::<Vec<_>>(), [MAX - 3, MAX - 2, MAX - 1]);
    assert_eq!(all().take(2).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(all().rev().take(2).collect::<Vec<_>>(), [MAX - 1, MAX - 2]);
    cut_everywhere(|| all().step_by(MAX / 2), &[0, MAX / 2, MAX - 1]);
    cut_everywhere(|| all().step_by(MAX), &[0]);
    cut_everywhere(|| all().rev().step_by(MAX - 1), &[MAX - 1, 0]);
    assert_eq!(all().chunks(MAX).len(), 1);
    assert_eq!(all().chunks(MAX - 1).len(), 2);
    assert_eq!(all().chunks(MAX - 1).skip(1).collect::<Vec<_>>(), [[MAX - 1]]);
    assert_eq!(all().interleave(0..0).skip(MAX - 1).collect::<Vec<_>>(), [MAX - 1]);
    assert_eq!(all().interleave_shortest(0..1).collect::<Vec<_>>(), [0, 0, 1]);
    assert!(panic_message(|| all().interleave(0..1).len()).contains("usize::MAX"));
    assert!(panic_message(|| all().interleave_shortest(all()).len()).contains("usize::MAX"));
}

#[test]
fn chains_of_them_are_as_std() {
    pools(|_| {
        for len in [0usize, 1, 2, 17, 1000, 4099] {
            let got: Vec<_> = (0..len)
                .into_par_iter()
                .skip(3)
                .step_by(2)
                .rev()
                .zip((0..len).into_par_iter().rev().step_by(3))
                .enumerate()
                .chunks(7)
                .rev()
                .take(20)
                .collect();
            let zipped: Vec<_> =
                (0..len).skip(3).step_by(2).rev().zip((0..len).rev().step_by(3)).enumerate().collect();
            let expected: Vec<Vec<_>> = zipped.chunks(7).map(<[_]>::to_vec).rev().take(20).collect();
            assert_eq!(got, expected);
        }
    });
}
