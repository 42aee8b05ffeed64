//! Two sorted slices, walked as one.
//!
//! Position `k` of the result splits both slices by merge path (`sort/merge.rs`): binary search finds how many of the
//! first `k` items are the left one's. So this is an indexed source like any other, and whoever collects it gets a
//! parallel merge. Each item comes once even if the slices are not sorted, since each split only cuts both in two.
//!
//! The loop over a piece chooses without a branch: of slices that interleave, no processor guesses the next side.

use std::fmt;

use super::sort::taken_from_left;
use crate::iter::plumbing::Producer;
use crate::iter::pull::bridged;

/// A side is sparse if it has less than one item in so many: its items are then looked up in the other, which comes in
/// blocks.
const SPARSE: usize = 32;

/// A parallel iterator over two sorted slices, in order.
///
/// Made by [`par_merge()`](super::ParallelOrdered::par_merge) and its neighbours.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let merged = ["a", "d"].par_merge(&["b", "c"]).enumerate();
/// assert_eq!(merged.find_any(|(_, name)| **name == "c"), Some((2, &"c")));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct Merge<'data, T, F> {
    pub(super) left: &'data [T],
    pub(super) right: &'data [T],
    pub(super) less: F,
}

bridged! {
    impl<'data, T, F> Merge<'data, T, F> => &'data T
    where { T: Sync, F: Fn(&T, &T) -> bool + Sync + Send }
    len(it) { it.left.len() + it.right.len() }
    with(it, callback) { callback.callback(Sides { left: it.left, right: it.right, less: &it.less }) }
}

impl<T: fmt::Debug, F> fmt::Debug for Merge<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Merge").field("left", &self.left).field("right", &self.right).finish_non_exhaustive()
    }
}

/// What is still to be merged: the producer, and its iterator as well.
struct Sides<'data, 'f, T, F> {
    left: &'data [T],
    right: &'data [T],
    less: &'f F,
}

impl<'data, T: Sync, F: Fn(&T, &T) -> bool + Sync> Producer for Sides<'data, '_, T, F> {
    type Item = &'data T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let Sides { left, right, less } = self;
        let taken = taken_from_left(index, left.len(), right.len(), |a, b| less(&right[b], &left[a]));
        let (first_left, left) = left.split_at(taken);
        let (first_right, right) = right.split_at(index - taken);
        (Sides { left: first_left, right: first_right, less }, Sides { left, right, less })
    }
}

impl<'data, T, F: Fn(&T, &T) -> bool> Iterator for Sides<'data, '_, T, F> {
    type Item = &'data T;

    #[inline]
    fn next(&mut self) -> Option<&'data T> {
        let (Some(ours), Some(theirs)) = (self.left.first(), self.right.first()) else {
            let rest = if self.left.is_empty() { &mut self.right } else { &mut self.left };
            let (first, others) = rest.split_first()?;
            *rest = others;
            return Some(first);
        };
        let right_first = (self.less)(theirs, ours);
        self.left = &self.left[usize::from(!right_first)..];
        self.right = &self.right[usize::from(right_first)..];
        Some(if right_first { theirs } else { ours })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len() + self.right.len();
        (len, Some(len))
    }

    fn fold<B, G: FnMut(B, &'data T) -> B>(self, init: B, mut f: G) -> B {
        let Sides { mut left, mut right, less } = self;
        let mut folded = init;
        while let (Some(ours), Some(theirs)) = (left.first(), right.first()) {
            if right.len() < left.len() / SPARSE {
                let (block, rest) = left.split_at(leading(left, |item| !less(theirs, item)));
                let before = block.iter().fold(folded, &mut f);
                folded = f(before, theirs);
                (left, right) = (rest, &right[1..]);
                continue;
            }
            if left.len() < right.len() / SPARSE {
                let (block, rest) = right.split_at(leading(right, |item| less(item, ours)));
                let before = block.iter().fold(folded, &mut f);
                folded = f(before, ours);
                (left, right) = (&left[1..], rest);
                continue;
            }
            // So many steps are sure to find an item on each side.
            let steps = left.len().min(right.len());
            let (mut from_left, mut from_right) = (0, 0);
            for _ in 0..steps {
                let (ours, theirs) = (&left[from_left], &right[from_right]);
                let right_first = less(theirs, ours);
                folded = f(folded, if right_first { theirs } else { ours });
                from_left += usize::from(!right_first);
                from_right += usize::from(right_first);
            }
            left = &left[from_left..];
            right = &right[from_right..];
        }
        left.iter().chain(right).fold(folded, f)
    }
}

/// How many items `belong` at the front. The search begins there, as they are few.
fn leading<T>(items: &[T], belongs: impl Fn(&T) -> bool) -> usize {
    let mut end = 1;
    while end < items.len() && belongs(&items[end]) {
        end *= 2;
    }
    let start = end / 2;
    start + items[start..end.min(items.len())].partition_point(belongs)
}

impl<T, F: Fn(&T, &T) -> bool> DoubleEndedIterator for Sides<'_, '_, T, F> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let from_left = match (self.left.last(), self.right.last()) {
            (Some(ours), Some(theirs)) => (self.less)(theirs, ours),
            (ours, _) => ours.is_some(),
        };
        let side = if from_left { &mut self.left } else { &mut self.right };
        let (last, others) = side.split_last()?;
        *side = others;
        Some(last)
    }
}

impl<T, F: Fn(&T, &T) -> bool> ExactSizeIterator for Sides<'_, '_, T, F> {}
