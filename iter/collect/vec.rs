//! `Vec`, and what is made from one: boxed and shared slices, `Cow`.
//!
//! In place where the length is known, else in pieces; a single piece becomes the `Vec` as it is.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use super::consumer::{append_pieces, append_placed};
use super::pieces::in_pieces;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};

/// Replaces what `target` holds by the `len` items of `iter`, in the memory that is there if it is enough.
pub(crate) fn collect_into_vec<I: ParallelIterator>(iter: I, len: usize, target: &mut Vec<I::Item>) {
    target.clear();
    append_placed(iter, len, target);
}

/// Keeps the order. If the iterator panics, the vector has what it had before.
impl<T: Send> ParallelExtend<T> for Vec<T> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        let iter = par_iter.into_par_iter();
        match iter.opt_len() {
            Some(len) => append_placed(iter, len, self),
            None => append_pieces(self, in_pieces(iter)),
        }
    }
}

/// Keeps the order.
impl<'a, T: Copy + Send + Sync + 'a> ParallelExtend<&'a T> for Vec<T> {
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        self.par_extend(par_iter.into_par_iter().map(|&item| item));
    }
}

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

/// Implements `FromParallelIterator` for what a `Vec` can be turned into.
///
/// ```text
/// from_vec! { Box<[T]>, Rc<[T]> }
/// ```
macro_rules! from_vec {
    ($($target:ty),*) => {
        $(
            /// Keeps the order. Made from a `Vec`.
            impl<T: Send> FromParallelIterator<T> for $target {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: IntoParallelIterator<Item = T>,
                {
                    Vec::from_par_iter(par_iter).into()
                }
            }
        )*
    };
}

from_vec! { Box<[T]>, Rc<[T]>, Arc<[T]> }

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
