//! `map_with`: one item out for one in, with a state that is cloned for each piece.

use std::fmt;

use super::{Stage, Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder, pull::Pull};

/// An iterator that gives what a closure makes of each item and a state.
///
/// Made by [`map_with()`](ParallelIterator::map_with).
///
/// ```
/// use furcate::{iter::MapWith, prelude::*};
///
/// let sums: MapWith<_, u32, _> = (0..3).into_par_iter().map_with(10, |ten, n| *ten + n);
/// assert_eq!(sums.collect::<Vec<_>>(), [10, 11, 12]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct MapWith<I, T, F> {
    pub(crate) base: I,
    pub(crate) state: T,
    pub(crate) op: F,
}

impl<I: fmt::Debug, T: fmt::Debug, F> fmt::Debug for MapWith<I, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapWith").field("base", &self.base).field("state", &self.state).finish()
    }
}

staged! {
    impl<I, U, F, R> MapWith<I, U, F> => R
    where {
        I: ParallelIterator,
        U: Send + Clone,
        F: Fn(&mut U, I::Item) -> R + Sync + Send,
        R: Send
    }
    stage(it) { Cloning(MappingWith { state: it.state, op: |state: &mut U, item| (it.op)(state, item) }) }
    indexed
}

/// Each piece but the first has a clone.
struct Cloning<U, F>(MappingWith<U, F>);

impl<T, R, U, F> Stage<T> for Cloning<U, F>
where
    U: Clone + Send,
    F: Fn(&mut U, T) -> R + Copy + Send,
{
    type Step = MappingWith<U, F>;

    fn fork(&self) -> Self {
        Cloning(MappingWith { state: self.0.state.clone(), op: self.0.op })
    }

    fn start(self) -> Self::Step {
        self.0
    }
}

impl<T, R, U, F> Pull<T> for Cloning<U, F>
where
    U: Clone + Send,
    F: Fn(&mut U, T) -> R + Copy + Send,
{
    type Iter<I: DoubleEndedIterator<Item = T> + ExactSizeIterator> = MapWithIter<I, U, F>;

    fn pull<I: DoubleEndedIterator<Item = T> + ExactSizeIterator>(self, items: I) -> Self::Iter<I> {
        MapWithIter { items, with: self.0 }
    }
}

/// The state of a piece and what is done with it, however it was begun.
pub(crate) struct MappingWith<U, F> {
    pub(crate) state: U,
    pub(crate) op: F,
}

impl<T, R, U, F: Fn(&mut U, T) -> R> Step<T> for MappingWith<U, F> {
    type Out = R;

    fn feed<N: Folder<R>>(&mut self, item: T, next: N) -> N {
        next.consume((self.op)(&mut self.state, item))
    }

    fn feed_iter<I, N>(&mut self, items: I, next: N) -> N
    where
        I: Iterator<Item = T>,
        N: Folder<R>,
    {
        next.consume_iter(items.map(|item| (self.op)(&mut self.state, item)))
    }
}

/// The pulled form of [`MappingWith`]: `std::iter::Map` over a closure that can be named.
pub(crate) struct MapWithIter<I, U, F> {
    pub(crate) items: I,
    pub(crate) with: MappingWith<U, F>,
}

impl<T, R, U, I, F> Iterator for MapWithIter<I, U, F>
where
    I: Iterator<Item = T>,
    F: Fn(&mut U, T) -> R,
{
    type Item = R;

    fn next(&mut self) -> Option<R> {
        let item = self.items.next()?;
        Some((self.with.op)(&mut self.with.state, item))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<T, R, U, I, F> DoubleEndedIterator for MapWithIter<I, U, F>
where
    I: DoubleEndedIterator<Item = T>,
    F: Fn(&mut U, T) -> R,
{
    fn next_back(&mut self) -> Option<R> {
        let item = self.items.next_back()?;
        Some((self.with.op)(&mut self.with.state, item))
    }
}

impl<T, R, U, I, F> ExactSizeIterator for MapWithIter<I, U, F>
where
    I: ExactSizeIterator<Item = T>,
    F: Fn(&mut U, T) -> R,
{
}
