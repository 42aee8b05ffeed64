//! Rows for slices, sorts and strings. Longer sorts, which have more phases: `sort/panics.rs`.

use furcate::prelude::*;

use crate::Row;
use crate::user::{Item, User};

/// Enough for more than one run of the sorts.
const MANY: usize = 60;
const FEW: usize = 12;

fn alike(user: &User) -> impl Fn(&Item, &Item) -> bool + Send + Sync + '_ {
    |one, other| {
        user.call();
        one.value % 4 == other.value % 4
    }
}

fn ascending(user: &User) -> Vec<Item> {
    (0..FEW).map(|n| user.make(n)).collect()
}

/// Two ascending halves.
fn twice(user: &User) -> Vec<Item> {
    (0..2 * FEW).map(|n| user.make(n % FEW)).collect()
}

/// A separator: some letter.
fn letter(user: &User) -> impl Fn(char) -> bool + Send + Sync + '_ {
    |letter| {
        user.call();
        letter == 'o'
    }
}

const TEXT: &str = "to be or not to be";

pub(crate) const ROWS: &[Row] = &[
    ("ParallelSlice::par_split", |user| _ = user.vec(FEW).par_split(user.below(3)).count()),
    ("ParallelSlice::par_split_inclusive", |user| {
        _ = user.vec(FEW).par_split_inclusive(user.below(3)).count();
    }),
    ("ParallelSlice::par_chunk_by", |user| _ = user.vec(FEW).par_chunk_by(alike(user)).count()),
    ("ParallelSliceMut::par_split_mut", |user| _ = user.vec(FEW).par_split_mut(user.below(3)).count()),
    ("ParallelSliceMut::par_split_inclusive_mut", |user| {
        _ = user.vec(FEW).par_split_inclusive_mut(user.below(3)).count();
    }),
    ("ParallelSliceMut::par_chunk_by_mut", |user| _ = user.vec(FEW).par_chunk_by_mut(alike(user)).count()),
    ("ParallelSliceMut::par_sort", |user| user.vec(MANY).par_sort()),
    ("ParallelSliceMut::par_sort_by", |user| user.vec(MANY).par_sort_by(user.compare())),
    ("ParallelSliceMut::par_sort_by_key", |user| user.vec(FEW).par_sort_by_key(user.key())),
    ("ParallelSliceMut::par_sort_by_cached_key", |user| {
        user.vec(MANY).par_sort_by_cached_key(user.key());
    }),
    ("ParallelSliceMut::par_sort_unstable", |user| user.vec(MANY).par_sort_unstable()),
    ("ParallelSliceMut::par_sort_unstable_by", |user| {
        user.vec(MANY).par_sort_unstable_by(user.compare());
    }),
    ("ParallelSliceMut::par_sort_unstable_by_key", |user| {
        user.vec(FEW).par_sort_unstable_by_key(user.key());
    }),
    ("ParallelOrdered::par_is_sorted", |user| _ = ascending(user).par_is_sorted()),
    ("ParallelOrdered::par_is_sorted_by", |user| {
        _ = ascending(user).par_is_sorted_by(|one, other| user.compare()(one, other).is_le());
    }),
    ("ParallelOrdered::par_is_sorted_by_key", |user| _ = ascending(user).par_is_sorted_by_key(user.key())),
    ("ParallelOrdered::par_merge", |user| {
        let (one, other) = (ascending(user), ascending(user));
        drop(one.par_merge(&other).cloned().collect::<Vec<_>>());
    }),
    ("ParallelOrdered::par_merge_by", |user| {
        let (one, other) = (ascending(user), ascending(user));
        drop(one.par_merge_by(&other, user.compare()).cloned().collect::<Vec<_>>());
    }),
    ("ParallelOrdered::par_merge_by_key", |user| {
        let (one, other) = (ascending(user), ascending(user));
        drop(one.par_merge_by_key(&other, user.key()).cloned().collect::<Vec<_>>());
    }),
    ("ParallelRearrange::par_select_nth_unstable", |user| {
        user.vec(MANY).par_select_nth_unstable(MANY / 2);
    }),
    ("ParallelRearrange::par_select_nth_unstable_by", |user| {
        user.vec(MANY).par_select_nth_unstable_by(MANY / 2, user.compare());
    }),
    ("ParallelRearrange::par_select_nth_unstable_by_key", |user| {
        user.vec(FEW).par_select_nth_unstable_by_key(FEW / 2, user.key());
    }),
    ("ParallelRearrange::par_partition_in_place", |user| {
        user.vec(MANY).par_partition_in_place(user.below(20));
    }),
    ("ParallelRearrange::par_partition_in_place_stable", |user| {
        user.vec(MANY).par_partition_in_place_stable(user.below(20));
    }),
    ("ParallelRearrange::par_merge_in_place", |user| twice(user).par_merge_in_place(FEW)),
    ("ParallelRearrange::par_merge_in_place_by", |user| {
        twice(user).par_merge_in_place_by(FEW, user.compare());
    }),
    ("ParallelRearrange::par_merge_in_place_by_key", |user| {
        twice(user).par_merge_in_place_by_key(FEW, user.key());
    }),
    ("ParallelRadixSort::par_sort_by_radix_key", |user| {
        user.vec(MANY).par_sort_by_radix_key(|item| {
            user.call();
            item.value
        });
    }),
    ("ParallelString::par_split", |user| _ = TEXT.par_split(letter(user)).count()),
    ("ParallelString::par_split_inclusive", |user| _ = TEXT.par_split_inclusive(letter(user)).count()),
    ("ParallelString::par_split_terminator", |user| _ = TEXT.par_split_terminator(letter(user)).count()),
    ("ParallelString::par_matches", |user| _ = TEXT.par_matches(letter(user)).count()),
    ("ParallelString::par_match_indices", |user| _ = TEXT.par_match_indices(letter(user)).count()),
];
