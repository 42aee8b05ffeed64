//! `interleave`, `interleave_shortest`: two iterators by turns.
//!
//! One producer serves both. It takes turns until one side is used up, then goes on with the other alone;
//! `interleave_shortest` cuts the sides beforehand so that there is nothing to go on with.

use super::{Combine, Take, bridged, combine};
use crate::iter::{IndexedParallelIterator, plumbing::Producer};

/// An iterator that takes from two iterators by turns, and goes on with the rest of the longer one.
///
/// Made by [`interleave()`](IndexedParallelIterator::interleave).
///
/// ```
/// use furcate::{iter::Interleave, prelude::*};
///
/// let turns: Interleave<_, _> = [1, 2, 3].into_par_iter().interleave([10]);
/// assert_eq!(turns.collect::<Vec<_>>(), [1, 10, 2, 3]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct Interleave<I, J> {
    pub(crate) i: I,
    pub(crate) j: J,
}

/// An iterator that takes from two iterators by turns, until the one whose turn it is has no more.
///
/// Made by [`interleave_shortest()`](IndexedParallelIterator::interleave_shortest).
///
/// ```
/// use furcate::{iter::InterleaveShortest, prelude::*};
///
/// let turns: InterleaveShortest<_, _> = [1, 2, 3].into_par_iter().interleave_shortest([10]);
/// assert_eq!(turns.collect::<Vec<_>>(), [1, 10, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct InterleaveShortest<I, J> {
    pub(crate) i: I,
    pub(crate) j: J,
}

bridged! {
    impl<I, J> Interleave<I, J> => I::Item
    where { I: IndexedParallelIterator, J: IndexedParallelIterator<Item = I::Item> }
    len(it) { total(it.i.len(), it.j.len()) }
    with(it, callback) {
        let lens = (it.i.len(), it.j.len());
        combine(it.i, it.j, Interleaving { lens }, callback)
    }
}

bridged! {
    impl<I, J> InterleaveShortest<I, J> => I::Item
    where { I: IndexedParallelIterator, J: IndexedParallelIterator<Item = I::Item> }
    len(it) {
        let (i, j) = turns(it.i.len(), it.j.len());
        total(i, j)
    }
    with(it, callback) {
        let lens = turns(it.i.len(), it.j.len());
        let (i, j) = (Take { base: it.i, n: lens.0 }, Take { base: it.j, n: lens.1 });
        combine(i, j, Interleaving { lens }, callback)
    }
}

fn total(i: usize, j: usize) -> usize {
    i.checked_add(j).expect("interleave: more than `usize::MAX` items")
}

/// How many turns each side has before one is missed.
fn turns(i: usize, j: usize) -> (usize, usize) {
    if i <= j { (i, i) } else { (j + 1, j) }
}

struct Interleaving {
    lens: (usize, usize),
}

impl<T> Combine<T, T> for Interleaving {
    type Item = T;
    type Producer<P: Producer<Item = T>, Q: Producer<Item = T>> = Interleaved<P, Q>;

    fn combine<P: Producer<Item = T>, Q: Producer<Item = T>>(self, i: P, j: Q) -> Interleaved<P, Q> {
        Interleaved { i, j, lens: self.lens, j_next: false }
    }
}

/// Two producers with their lengths; `j_next` tells whose turn it is.
struct Interleaved<P, Q> {
    i: P,
    j: Q,
    lens: (usize, usize),
    j_next: bool,
}

impl<P: Producer, Q: Producer<Item = P::Item>> Producer for Interleaved<P, Q> {
    type Item = P::Item;
    type IntoIter = Turns<P::IntoIter, Q::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        Turns { i: self.i.into_iter(), j: self.j.into_iter(), j_next: self.j_next }
    }

    fn min_len(&self) -> usize {
        self.i.min_len().max(self.j.min_len())
    }

    fn max_len(&self) -> usize {
        self.i.max_len().min(self.j.max_len())
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // By turns, the side that begins has the odd one. What one side does not have, the other gives.
        let (i_len, j_len) = self.lens;
        let i_turns = if self.j_next { index / 2 } else { index.div_ceil(2) };
        let i_split = i_turns.min(i_len).max(index.saturating_sub(j_len));
        let j_split = index - i_split;
        let (i_left, i_right) = self.i.split_at(i_split);
        let (j_left, j_right) = self.j.split_at(j_split);
        (
            Interleaved { i: i_left, j: j_left, lens: (i_split, j_split), j_next: self.j_next },
            Interleaved {
                i: i_right,
                j: j_right,
                lens: (i_len - i_split, j_len - j_split),
                // Once a side is used up it does not matter whose turn it would be.
                j_next: self.j_next != (index % 2 == 1),
            },
        )
    }
}

/// The iterator of a piece. Asks a side only while it has items.
struct Turns<I, J> {
    i: I,
    j: J,
    j_next: bool,
}

impl<I, J> Iterator for Turns<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let from_j = if self.j_next { self.j.len() > 0 } else { self.i.len() == 0 };
        self.j_next = !self.j_next;
        if from_j { self.j.next() } else { self.i.next() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.i.len() + self.j.len();
        (len, Some(len))
    }

    fn fold<B, F: FnMut(B, I::Item) -> B>(mut self, mut so_far: B, mut f: F) -> B {
        if self.j_next {
            so_far = self.j.next().into_iter().fold(so_far, &mut f);
        }
        // In pairs while both have items, so that nothing asks whose turn it is; then the rest of the longer side.
        for _ in 0..self.i.len().min(self.j.len()) {
            let (Some(i), Some(j)) = (self.i.next(), self.j.next()) else { break };
            let with_i = f(so_far, i);
            so_far = f(with_i, j);
        }
        let so_far = self.i.fold(so_far, &mut f);
        self.j.fold(so_far, f)
    }
}

impl<I, J> DoubleEndedIterator for Turns<I, J>
where
    I: DoubleEndedIterator + ExactSizeIterator,
    J: DoubleEndedIterator<Item = I::Item> + ExactSizeIterator,
{
    fn next_back(&mut self) -> Option<I::Item> {
        // Of equal sides the one that does not begin comes last, else the longer one.
        let (i_len, j_len) = (self.i.len(), self.j.len());
        let from_j = if i_len == j_len { !self.j_next } else { i_len < j_len };
        if from_j { self.j.next_back() } else { self.i.next_back() }
    }
}

impl<I, J> ExactSizeIterator for Turns<I, J>
where
    I: ExactSizeIterator,
    J: ExactSizeIterator<Item = I::Item>,
{
}
