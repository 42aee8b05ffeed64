//! `()`: runs an iterator for its effects, most often within a `Result<(), E>`.

use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};

/// Runs the iterator, and keeps nothing.
impl ParallelExtend<()> for () {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = ()>,
    {
        par_iter.into_par_iter().for_each(|()| ());
    }
}

/// Runs the iterator, and keeps nothing.
///
/// ```
/// use furcate::prelude::*;
///
/// let all_short: Result<(), String> =
///     ["a", "bc"].par_iter().map(|word| if word.len() < 3 { Ok(()) } else { Err(word.to_string()) }).collect();
/// assert_eq!(all_short, Ok(()));
/// ```
impl FromParallelIterator<()> for () {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = ()>,
    {
        ().par_extend(par_iter);
    }
}
