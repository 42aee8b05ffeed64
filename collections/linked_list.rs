//! Parallel iterators over [`LinkedList`].
//!
//! How they run: `collected.rs`.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::LinkedList;
//!
//! let mut list = LinkedList::from([1, 2, 3]);
//! list.par_iter_mut().for_each(|n| *n *= 2);
//! list.par_extend([8]);
//! assert!(list.into_iter().eq([2, 4, 6, 8]));
//! ```

use std::collections::LinkedList;
use std::collections::linked_list as sequential;

use super::collected::collected;

/// A parallel iterator over a list's items, by reference.
///
/// Made by `par_iter()` of [`LinkedList`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::LinkedList;
///
/// let primes = LinkedList::from([2, 3, 5]);
/// assert_eq!(primes.par_iter().sum::<i32>(), 10);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct Iter<'data, T> {
    items: sequential::Iter<'data, T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { items: self.items.clone() }
    }
}

/// A parallel iterator over a list's items, by exclusive reference.
///
/// Made by `par_iter_mut()` of [`LinkedList`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::LinkedList;
///
/// let mut numbers = LinkedList::from([1, 2, 3]);
/// numbers.par_iter_mut().for_each(|number| *number *= 10);
/// assert_eq!(numbers, LinkedList::from([10, 20, 30]));
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IterMut<'data, T> {
    items: sequential::IterMut<'data, T>,
}

/// A parallel iterator over a list's items, by value.
///
/// Made by `into_par_iter()` of [`LinkedList`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::LinkedList;
///
/// let words = LinkedList::from([String::from("a"), String::from("bc")]);
/// assert_eq!(words.into_par_iter().map(|word| word.len()).sum::<usize>(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    items: sequential::IntoIter<T>,
}

collected! {
    impl<'data, T> &'data LinkedList<T> => Iter<'data, T> of &'data T
    where { T: Sync }
    IntoParallelIterator::into_par_iter(list) { list.iter() }
}

collected! {
    impl<'data, T> &'data mut LinkedList<T> => IterMut<'data, T> of &'data mut T
    where { T: Send }
    IntoParallelIterator::into_par_iter(list) { list.iter_mut() }
}

collected! {
    impl<T> LinkedList<T> => IntoIter<T> of T
    where { T: Send }
    IntoParallelIterator::into_par_iter(list) { list.into_iter() }
}
