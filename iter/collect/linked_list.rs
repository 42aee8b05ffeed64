//! `LinkedList`: each piece makes a list of its own, and lists are joined without touching their items.

use std::collections::LinkedList;

use super::pieces::{Trim, in_pieces};
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend};

impl<T> Trim for LinkedList<T> {
    fn trim(&mut self) {} // each node is as large as it must be
}

/// Keeps the order. The nodes are made in parallel.
impl<T: Send> ParallelExtend<T> for LinkedList<T> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        for mut piece in in_pieces::<Self, _>(par_iter.into_par_iter()) {
            self.append(&mut piece);
        }
    }
}

extend_copied! { impl<T> LinkedList<T> where { T: Copy + Send + Sync } }

/// Keeps the order. The nodes are made in parallel.
impl<T: Send> FromParallelIterator<T> for LinkedList<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut list = LinkedList::new();
        list.par_extend(par_iter);
        list
    }
}
