//! `Vec`, and what is made from one: boxed and shared slices, `Cow`.
//!
//! In place where the length is known, else in pieces; a single piece becomes the `Vec` as it is.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::consumer::{append_pieces, append_placed, at_most, in_vecs};
use super::pieces::Pieces;
use crate::iter::{
    FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator,
};

/// Replaces what `target` holds by the items of `iter`, in the memory that is there if it is enough.
pub(crate) fn collect_into_vec<I: IndexedParallelIterator>(iter: I, target: &mut Vec<I::Item>) {
    target.clear();
    let len = iter.len();
    append_placed(target, len, |consumer| iter.drive(consumer));
}

/// Collects in place into one buffer where the length is known, else into several.
pub(super) fn gather<I: ParallelIterator>(iter: I) -> Pieces<Vec<I::Item>> {
    match iter.at_most() {
        Some(_) => Pieces { first: Vec::from_par_iter(iter), rest: Vec::new() },
        None => in_vecs(iter),
    }
}

/// Keeps the order. If the iterator panics, the vector has what it had before.
impl<T: Send> ParallelExtend<T> for Vec<T> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut iter = par_iter.into_par_iter();
        if let Some(len) = iter.opt_len() {
            return append_placed(self, len, |consumer| iter.drive_placed(consumer));
        }
        if let (0, Some(most)) = (self.capacity(), iter.at_most()) {
            iter = match at_most(iter, most) {
                Ok(items) => {
                    *self = items;
                    return;
                }
                Err(iter) => iter,
            };
        }
        append_pieces(self, in_vecs(iter).into_iter().collect());
    }
}

extend_copied! { impl<T> Vec<T> where { T: Copy + Send + Sync } }

/// Keeps the order.
impl<T: Send> FromParallelIterator<T> for Vec<T> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut vec = Vec::new();
        vec.par_extend(par_iter);
        vec
    }
}

from_vec! {
    impl<T> Box<[T]> where { T: Send }
    impl<T> Rc<[T]> where { T: Send }
    impl<T> Arc<[T]> where { T: Send }
}

/// Always an owned value.
impl<'a, C, T> FromParallelIterator<T> for Cow<'a, C>
where
    C: ToOwned + ?Sized,
    C::Owned: FromParallelIterator<T>,
    T: Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        Cow::Owned(C::Owned::from_par_iter(par_iter))
    }
}
