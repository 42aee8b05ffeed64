//! How a parallel iterator becomes a collection.
//!
//! Three ways lead there, and each kind of collection takes the best that it can:
//!
//! - *in place* (`consumer.rs`): the length is known, or a bound of it, so the memory of a `Vec` is made at once, and each
//!   piece writes its own part of it (`run.rs`);
//! - *in pieces* (`pieces.rs`): the length is not known, or the collection cannot be written in parts; each piece
//!   fills a buffer of its own, the buffers come in order, and the collection takes them in;
//! - *by way of another*: a boxed slice by a `Vec`, an `Option<C>` by a `C` (`fallible.rs`), a pair by both of its
//!   halves in one traversal (`pair.rs`).
//!
//! One file for each kind of collection, with both of its traits. If an iterator panics, everything it made is
//! dropped, and a collection that was to be extended holds what it held.

/// Implements `FromParallelIterator` for what a `Vec` can be turned into.
///
/// ```text
/// from_vec! { impl<T> Box<[T]> where { T: Send } }
/// ```
macro_rules! from_vec {
    ($(impl<T> $target:ty where { $($bounds:tt)* })*) => {
        $(
            /// Made from a `Vec`.
            impl<T> $crate::iter::FromParallelIterator<T> for $target
            where
                $($bounds)*
            {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: $crate::iter::IntoParallelIterator<Item = T>,
                {
                    Vec::from_par_iter(par_iter).into()
                }
            }
        )*
    };
}

/// Implements `ParallelExtend` by references, for a collection that can be extended by values.
///
/// ```text
/// extend_copied! { impl<T> Vec<T> where { T: Copy + Send + Sync } }
/// ```
macro_rules! extend_copied {
    (impl<T $(, $g:ident)*> $target:ty where { $($bounds:tt)* }) => {
        /// Copies the items.
        impl<'a, T $(, $g)*> $crate::iter::ParallelExtend<&'a T> for $target
        where
            T: 'a,
            $($bounds)*
        {
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: $crate::iter::IntoParallelIterator<Item = &'a T>,
            {
                let iter = par_iter.into_par_iter();
                self.par_extend($crate::iter::ParallelIterator::map(iter, |&item| item));
            }
        }
    };
}

/// The same for maps, by pairs of references.
///
/// ```text
/// extend_copied_pairs! { impl<K, V> BTreeMap<K, V> where { K: Copy + Ord + Send + Sync, V: Copy + Send + Sync } }
/// ```
macro_rules! extend_copied_pairs {
    (impl<K, V $(, $g:ident)*> $target:ty where { $($bounds:tt)* }) => {
        /// Copies keys and values.
        impl<'a, K, V $(, $g)*> $crate::iter::ParallelExtend<(&'a K, &'a V)> for $target
        where
            K: 'a,
            V: 'a,
            $($bounds)*
        {
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: $crate::iter::IntoParallelIterator<Item = (&'a K, &'a V)>,
            {
                let iter = par_iter.into_par_iter();
                self.par_extend($crate::iter::ParallelIterator::map(iter, |(&key, &value)| (key, value)));
            }
        }
    };
}

/// Implements `ParallelExtend` for a collection which takes in pieces one after the other, by its `Extend`.
///
/// ```text
/// extend_by_pieces! { impl<T> VecDeque<T> => T where { T: Send } reserve(deque, len) { deque.reserve(len) } }
/// ```
///
/// `reserve` is called once before, with the collection and the number of items to come.
macro_rules! extend_by_pieces {
    (
        impl<$($g:ident),*> $target:ty => $item:ty
        where { $($bounds:tt)* }
        reserve($it:ident, $len:ident) $reserve:block
    ) => {
        /// The items are made in parallel and go in one after the other, in their order.
        impl<$($g),*> $crate::iter::ParallelExtend<$item> for $target
        where
            $($bounds)*
        {
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: $crate::iter::IntoParallelIterator<Item = $item>,
            {
                let pieces = $crate::iter::collect::vec::gather(par_iter.into_par_iter());
                let ($it, $len) = (&mut *self, pieces.len());
                $reserve
                for piece in pieces {
                    self.extend(piece);
                }
            }
        }
    };
}

mod btree;
mod consumer;
mod fallible;
mod hash;
mod heap;
mod linked_list;
mod os_string;
mod pair;
mod pieces;
mod route;
mod run;
mod string;
mod table;
mod unit;
mod vec;
mod vec_deque;

pub(crate) use self::pair::{partition, partition_map, unzip, unzip_into_vecs};
pub(crate) use self::{pieces::collect_vec_list, vec::collect_into_vec};
