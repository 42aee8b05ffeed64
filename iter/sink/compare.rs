//! `cmp`, `partial_cmp`: two sequences compared as words in a dictionary.

use std::cmp::Ordering::{self, Equal};

use crate::iter::{IndexedParallelIterator, ParallelIterator};

/// What `op` says of the first pair that it does not call equal; if there is none, how the lengths compare.
pub(crate) fn compare<I, J, F, R>(left: I, right: J, op: F) -> R
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator,
    F: Fn(&I::Item, &J::Item) -> R + Sync + Send,
    R: From<Ordering> + PartialEq + Send,
{
    let lengths = left.len().cmp(&right.len());
    let difference = left.zip(right).find_map_first(|(left, right)| {
        let order = op(&left, &right);
        (order != Equal.into()).then_some(order)
    });
    difference.unwrap_or(lengths.into())
}
