//! Options: none or one item. The producer is that of `once`; `result.rs` makes its iterators in the same way.
//!
//! Worth having for what an option is combined with: `chain`, `flat_map`, generic code.

use crate::iter::IntoParallelIterator;

/// A parallel iterator over the item of an option, by value.
///
/// Made by `into_par_iter()` of [`Option`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// assert_eq!(Some(3).into_par_iter().sum::<i32>(), 3);
/// assert_eq!(None::<i32>.into_par_iter().count(), 0);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    item: Option<T>,
}

/// A parallel iterator over the item of an option, by reference.
///
/// Made by `par_iter()` of [`Option`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let three = Some(3);
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

/// A parallel iterator over the item of an option, by exclusive reference.
///
/// Made by `par_iter_mut()` of [`Option`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut three = Some(3);
/// three.par_iter_mut().for_each(|n| *n += 1);
/// assert_eq!(three, Some(4));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, T> {
    item: Option<&'data mut T>,
}

impl<T: Send> IntoParallelIterator for Option<T> {
    type Item = T;
    type Iter = IntoIter<T>;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter { item: self }
    }
}

impl<'data, T: Sync> IntoParallelIterator for &'data Option<T> {
    type Item = &'data T;
    type Iter = Iter<'data, T>;

    fn into_par_iter(self) -> Iter<'data, T> {
        Iter { item: self.as_ref() }
    }
}

impl<'data, T: Send> IntoParallelIterator for &'data mut Option<T> {
    type Item = &'data mut T;
    type Iter = IterMut<'data, T>;

    fn into_par_iter(self) -> IterMut<'data, T> {
        IterMut { item: self.as_mut() }
    }
}

/// Implements both iterator traits for a struct whose field `item` is an option.
///
/// ```text
/// at_most_one! { impl<T> IntoIter<T> => T where { T: Send } }
/// ```
macro_rules! at_most_one {
    (impl<$($g:tt),*> $name:ident<$($a:tt),*> => $item:ty where { $($bounds:tt)* }) => {
        $crate::iter::pull::bridged! {
            impl<$($g),*> $name<$($a),*> => $item
            where { $($bounds)* }
            len(it) { usize::from(it.item.is_some()) }
            with(it, callback) { callback.callback($crate::iter::source::AtMostOne(it.item)) }
        }
    };
}
pub(super) use at_most_one;

at_most_one! { impl<T> IntoIter<T> => T where { T: Send } }
at_most_one! { impl<'data, T> Iter<'data, T> => &'data T where { T: Sync } }
at_most_one! { impl<'data, T> IterMut<'data, T> => &'data mut T where { T: Send } }
