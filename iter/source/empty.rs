//! `empty`: no items.

use std::fmt;
use std::marker::PhantomData;

use super::once::AtMostOne;
use crate::iter::pull::bridged;

/// An iterator without items.
///
/// Made by [`empty()`].
///
/// ```
/// use furcate::{iter::{Empty, empty}, prelude::*};
///
/// let none: Empty<u8> = empty();
/// assert_eq!(none.max(), None);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
pub struct Empty<T> {
    marker: PhantomData<T>,
}

/// Makes an iterator without items.
///
/// Its length is known to be zero.
///
/// # Examples
///
/// ```
/// use furcate::iter::empty;
/// use furcate::prelude::*;
///
/// assert_eq!(empty::<u32>().sum::<u32>(), 0);
/// let mut items = (0..3).into_par_iter().chain(empty());
/// assert_eq!(items.collect::<Vec<i32>>(), [0, 1, 2]);
/// ```
pub fn empty<T: Send>() -> Empty<T> {
    Empty { marker: PhantomData }
}

impl<T> Clone for Empty<T> {
    fn clone(&self) -> Self {
        Empty { marker: PhantomData }
    }
}

impl<T: Send> fmt::Debug for Empty<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("Empty")
    }
}

bridged! {
    impl<T> Empty<T> => T
    where { T: Send }
    len(_it) { 0 }
    with(_it, callback) { callback.callback(AtMostOne(None)) }
}
