//! Sources without a collection.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::{empty, once, repeat, repeat_n, split, walk_tree, walk_tree_postfix, walk_tree_prefix};
use furcate::prelude::*;
use furcate_tests::{cut_everywhere, pools};

#[test]
fn empty_and_once_have_their_length() {
    cut_everywhere(empty::<i32>, &[]);
    cut_everywhere(|| once("x"), &["x"]);
    assert_eq!(empty::<i32>().reduce_with(|a, _| a), None);
    assert_eq!(format!("{:?} {:?}", empty::<i32>(), once(1)), "Empty Once { item: 1 }");
}

#[derive(Debug)]
struct Counting<'c>(&'c AtomicUsize);

impl Clone for Counting<'_> {
    fn clone(&self) -> Self {
        self.0.fetch_add(1, Relaxed);
        Counting(self.0)
    }
}

// rayon#1245
#[test]
fn repeat_n_clones_no_more_than_needed() {
    pools(|_| {
        let clones = AtomicUsize::new(0);
        let counting = || Counting(&clones);
        assert_eq!(repeat_n(counting(), 1000).count(), 1000);
        // At most each item but the last, and once for each split.
        let made = clones.swap(0, Relaxed);
        assert!(made < 1100, "{made} clones");
        assert_eq!(repeat_n(counting(), 0).count(), 0);
        assert_eq!(repeat(counting()).take(0).count(), 0);
        assert_eq!(repeat_n(counting(), 1).count(), 1);
        assert_eq!(clones.load(Relaxed), 0);
        assert_eq!(repeat(counting()).zip(0..5).count(), 5);
        assert!(clones.into_inner() <= 8);
    });
}

#[test]
fn repeat_n_is_as_std_at_every_cut() {
    for len in 0..5 {
        cut_everywhere(|| repeat_n(7, len), &vec![7; len]);
        cut_everywhere(|| repeat(7).take(len), &vec![7; len]);
    }
    cut_everywhere(|| repeat('x').zip(0..3usize), &[('x', 0), ('x', 1), ('x', 2)]);
}

#[test]
fn split_gives_pieces_in_order() {
    pools(|threads| {
        let halve = |range: std::ops::Range<u32>| {
            let middle = range.start.midpoint(range.end);
            if range.len() < 2 { (range, None) } else { (range.start..middle, Some(middle..range.end)) }
        };
        let pieces: Vec<_> = split(0..5000, halve).collect();
        assert!(threads == 1 || pieces.len() > 1);
        assert!(pieces.into_iter().flatten().eq(0..5000));
        let flat: Vec<u32> = split(0..5000, halve).flat_map(|range| range).collect();
        assert!(flat.into_iter().eq(0..5000));
    });
}

/// The children of `n` in a heap of `len`.
fn in_heap(n: usize, len: usize) -> impl DoubleEndedIterator<Item = usize> {
    [2 * n + 1, 2 * n + 2].into_iter().filter(move |&child| child < len)
}

fn walk(n: usize, len: usize, before: bool, order: &mut Vec<usize>) {
    if before {
        order.push(n);
    }
    in_heap(n, len).for_each(|child| walk(child, len, before, order));
    if !before {
        order.push(n);
    }
}

// rayon#1299, rayon#836
#[test]
fn trees_are_walked_in_order() {
    pools(|_| {
        for len in [1, 2, 3, 10, 1000] {
            let (mut prefix, mut postfix) = (Vec::new(), Vec::new());
            walk(0, len, true, &mut prefix);
            walk(0, len, false, &mut postfix);
            let children_of = |&n: &usize| in_heap(n, len).collect::<Vec<_>>();
            assert_eq!(walk_tree_prefix(0, children_of).collect::<Vec<_>>(), prefix);
            assert_eq!(walk_tree_postfix(0, children_of).collect::<Vec<_>>(), postfix);
            let mut any: Vec<usize> = walk_tree(0, children_of).collect();
            any.sort_unstable();
            assert!(any.into_iter().eq(0..len));
        }
    });
}

#[test]
fn a_tree_that_is_a_chain_is_walked_in_order() {
    pools(|_| {
        let next = |&n: &u32| (n < 100_000).then_some(n + 1);
        assert!(walk_tree_prefix(0, next).collect::<Vec<_>>().into_iter().eq(0..=100_000));
        assert!(walk_tree_postfix(0, next).collect::<Vec<_>>().into_iter().eq((0..=100_000).rev()));
    });
}

#[test]
fn each_node_is_unfolded_once() {
    pools(|_| {
        let unfolded: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
        let children_of = |&n: &usize| {
            unfolded[n].fetch_add(1, Relaxed);
            in_heap(n, 1000).collect::<Vec<_>>()
        };
        assert_eq!(walk_tree_prefix(0, children_of).count(), 1000);
        assert_eq!(walk_tree_postfix(0, children_of).count(), 1000);
        assert!(unfolded.iter().all(|count| count.load(Relaxed) == 2));
    });
}
