//! Parallel iterators over [`BTreeSet`].
//!
//! Results that have an order keep that of the set. How they run: `collected.rs`.
//!
//! # Examples
//!
//! ```
//! use furcate::prelude::*;
//! use std::collections::BTreeSet;
//!
//! let primes: BTreeSet<u32> = (2..30u32).into_par_iter().filter(|&n| (2..n).all(|d| n % d != 0)).collect();
//! assert_eq!(primes.par_iter().filter(|&&p| primes.contains(&(p + 2))).count(), 4);
//! ```

use std::collections::BTreeSet;
use std::collections::btree_set as sequential;

use super::collected::collected;

/// A parallel iterator over a set's items, by reference.
///
/// Made by `par_iter()` of [`BTreeSet`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BTreeSet;
///
/// let primes = BTreeSet::from([2, 3, 5]);
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

/// A parallel iterator over a set's items, by value.
///
/// Made by `into_par_iter()` of [`BTreeSet`].
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::collections::BTreeSet;
///
/// let words = BTreeSet::from([String::from("a"), String::from("bc")]);
/// assert_eq!(words.into_par_iter().map(|word| word.len()).sum::<usize>(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug)]
pub struct IntoIter<T> {
    items: sequential::IntoIter<T>,
}

collected! {
    impl<'data, T> &'data BTreeSet<T> => Iter<'data, T> of &'data T
    where { T: Sync }
    IntoParallelIterator::into_par_iter(set) { set.iter() }
}

collected! {
    impl<T> BTreeSet<T> => IntoIter<T> of T
    where { T: Send }
    IntoParallelIterator::into_par_iter(set) { set.into_iter() }
}
