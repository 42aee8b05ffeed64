//! Two sorted slices walked as one: in the order of a stable merge, wherever it is cut, from both ends.

use furcate::prelude::*;
use furcate_tests::{cut_everywhere, pools};
use proptest::prelude::*;

/// Items that are equal by their first half, and sides told apart by the second.
fn side(ranks: &[u8], name: char) -> Vec<(u8, char, usize)> {
    let mut sorted = ranks.to_vec();
    sorted.sort();
    sorted.into_iter().zip(0..).map(|(rank, i)| (rank, name, i)).collect()
}

#[test]
fn merge_is_the_same_wherever_it_is_cut() {
    let lists: [&[u8]; 6] = [&[], &[3], &[1, 2, 3], &[1, 1, 1, 1], &[0, 2, 2, 4, 4, 9], &[7, 8, 9, 9]];
    for left in lists {
        for right in lists {
            let (left, right) = (side(left, 'l'), side(right, 'r'));
            let mut expected: Vec<&(u8, char, usize)> = left.iter().chain(&right).collect();
            expected.sort_by_key(|item| item.0);
            cut_everywhere(|| left.par_merge_by(&right, |a, b| a.0.cmp(&b.0)), &expected);
            cut_everywhere(|| left.par_merge_by_key(&right, |item| item.0), &expected);
            // Sides are letters in order: the items' own order is the same.
            cut_everywhere(|| left.par_merge(&right), &expected);
        }
    }
}

#[test]
fn long_slices_are_merged_in_any_pool() {
    let left: Vec<u32> = (0..30_000).map(|i| i * 3).collect();
    let right: Vec<u32> = (0..50_000).map(|i| i * 2).collect();
    let mut expected = [&left[..], &right].concat();
    expected.sort();
    pools(|_| {
        assert!(left.par_merge(&right).copied().collect::<Vec<_>>() == expected);
        let places = left.par_merge(&right).zip(&expected).filter(|(ours, theirs)| ours == theirs);
        assert_eq!(places.count(), expected.len());
        assert!(left.par_merge(&right).rev().copied().collect::<Vec<_>>().iter().rev().eq(&expected));
    });
    assert_eq!(format!("{:?}", [1].par_merge(&[2]).clone()), "Merge { left: [1], right: [2], .. }");
}

proptest! {
    // Whatever the order of the items and whatever the comparator says, no item is lost or comes twice.
    #[test]
    fn slices_without_order_give_each_item_once(
        left in prop::collection::vec(0..9u8, 0..60),
        right in prop::collection::vec(0..9u8, 0..60),
        lie in 0..9u8,
        cuts in prop::collection::vec(0..120usize, 2),
    ) {
        let left: Vec<(u8, usize)> = left.into_iter().zip(0..).collect();
        let right: Vec<(u8, usize)> = right.into_iter().zip(100..).collect();
        let merged = left.par_merge_by(&right, |a, b| if a.0 == lie { b.cmp(a) } else { a.cmp(b) });
        let first = cuts[0].min(left.len() + right.len());
        let mut places: Vec<usize> = merged.clone().take(first).map(|item| item.1).collect();
        places.par_extend(merged.skip(first).rev().map(|item| item.1));
        places.sort();
        assert!(places.into_iter().eq((0..left.len()).chain(100..100 + right.len())));
    }
}
