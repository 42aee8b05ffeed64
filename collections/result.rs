//! Results: the item of an `Ok`, nothing for an `Err`, which is dropped.
//!
//! The iterators are made as those of `option.rs`.

use super::option::at_most_one;
use crate::iter::IntoParallelIterator;

/// A parallel iterator over the item of a result, by value.
///
/// Made by `into_par_iter()` of [`Result`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// assert_eq!(Ok::<i32, ()>(3).into_par_iter().sum::<i32>(), 3);
/// assert_eq!(Err::<i32, ()>(()).into_par_iter().count(), 0);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    item: Option<T>,
}

/// A parallel iterator over the item of a result, by reference.
///
/// Made by `par_iter()` of [`Result`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let three = Ok::<i32, ()>(3);
/// assert_eq!(three.par_iter().map(|n| n * 2).sum::<i32>(), 6);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    item: Option<&'data T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

/// A parallel iterator over the item of a result, by exclusive reference.
///
/// Made by `par_iter_mut()` of [`Result`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut three = Ok::<i32, ()>(3);
/// three.par_iter_mut().for_each(|n| *n += 1);
/// assert_eq!(three, Ok::<i32, ()>(4));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, T> {
    item: Option<&'data mut T>,
}

impl<T: Send, E> IntoParallelIterator for Result<T, E> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { item: self.ok() }
    }
}

impl<'data, T: Sync, E> IntoParallelIterator for &'data Result<T, E> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        Iter { item: self.as_ref().ok() }
    }
}

impl<'data, T: Send, E> IntoParallelIterator for &'data mut Result<T, E> {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        IterMut { item: self.as_mut().ok() }
    }
}

at_most_one! { impl<T> IntoIter<T> => T where { T: Send } }
at_most_one! { impl<'data, T> Iter<'data, T> => &'data T where { T: Sync } }
at_most_one! { impl<'data, T> IterMut<'data, T> => &'data mut T where { T: Send } }
