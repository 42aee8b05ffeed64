//! `map_init`: one item out for one in, with a state that is made anew for each piece.

use std::fmt;

use super::map_with::{MapWithIter, MappingWith};
use super::{Stage, staged};
use crate::iter::{ParallelIterator, pull::Pull};

/// An iterator that gives what a closure makes of each item and a state.
///
/// Made by [`map_init()`](ParallelIterator::map_init).
///
/// ```
/// use furcate::{iter::MapInit, prelude::*};
///
/// let texts: MapInit<_, _, _> = (8..11).into_par_iter().map_init(String::new, |text, n: u32| {
///     text.clear();
///     text.push_str(&n.to_string());
///     text.len()
/// });
/// assert_eq!(texts.collect::<Vec<_>>(), [1, 1, 2]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Clone)]
pub struct MapInit<I, INIT, F> {
    pub(crate) base: I,
    pub(crate) init: INIT,
    pub(crate) op: F,
}

impl<I: fmt::Debug, INIT, F> fmt::Debug for MapInit<I, INIT, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapInit").field("base", &self.base).finish()
    }
}

staged! {
    impl<I, INIT, U, F, R> MapInit<I, INIT, F> => R
    where {
        I: ParallelIterator,
        INIT: Fn() -> U + Sync + Send,
        F: Fn(&mut U, I::Item) -> R + Sync + Send,
        R: Send
    }
    stage(it) { Initialising { init: &it.init, op: |state: &mut U, item| (it.op)(state, item) } }
    indexed
}

/// How each piece begins its state.
#[derive(Clone, Copy)]
struct Initialising<INIT, F> {
    init: INIT,
    op: F,
}

impl<T, R, U, INIT, F> Stage<T> for Initialising<INIT, F>
where
    INIT: Fn() -> U + Copy + Send,
    F: Fn(&mut U, T) -> R + Copy + Send,
{
    type Step = MappingWith<U, F>;

    fn fork(&self) -> Self {
        *self
    }

    fn start(self) -> Self::Step {
        MappingWith { state: (self.init)(), op: self.op }
    }
}

impl<T, R, U, INIT, F> Pull<T> for Initialising<INIT, F>
where
    INIT: Fn() -> U + Copy + Send,
    F: Fn(&mut U, T) -> R + Copy + Send,
{
    type Iter<I: DoubleEndedIterator<Item = T> + ExactSizeIterator> = MapWithIter<I, U, F>;

    fn pull<I: DoubleEndedIterator<Item = T> + ExactSizeIterator>(self, items: I) -> Self::Iter<I> {
        MapWithIter { items, with: self.start() }
    }
}
