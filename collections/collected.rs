//! How collections run whose items do not lie in a row: maps, sets and lists.
//!
//! No type of std splits a running walk through a tree or a hash table, so a walk cannot be shared. The items (or
//! references to them) are put into a vector first, by one thread, when the iterator is driven, and the vector is
//! then worked on in parallel. Until then the iterator is std's own, which knows what it borrows, how to be cloned and
//! printed, and, for a drain, to remove its items when it is dropped.

use crate::iter::IntoParallelIterator;
use crate::vec;

/// Puts the items into a vector, and iterates over that.
pub(super) fn in_a_row<T: Send>(items: impl IntoIterator<Item = T>) -> vec::IntoIter<T> {
    Vec::from_iter(items).into_par_iter()
}

/// Implements the way from a collection to its parallel iterator, and the latter.
///
/// ```text
/// collected! {
///     impl<'data, K, V; S> &'data HashMap<K, V, S> => Iter<'data, K, V> of (&'data K, &'data V)
///     where { K: Sync, V: Sync }
///     IntoParallelIterator::into_par_iter(map) { map.iter() }
/// }
/// ```
///
/// Parameters that only the collection has come after a semicolon. The block makes the iterator of std, which is held in
/// the field `items`.
macro_rules! collected {
    (
        impl<$($g:tt),* $(; $s:ident)?> $from:ty => $iter:ident<$($a:tt),*> of $item:ty
        where { $($bounds:tt)* }
        $entry:ident::$method:ident($it:ident) $make:block
    ) => {
        impl<$($g,)* $($s)?> $crate::iter::$entry for $from
        where
            $($bounds)*
        {
            type Item = $item;
            type Iter = $iter<$($a),*>;

            fn $method(self) -> Self::Iter {
                let $it = self;
                $iter { items: $make }
            }
        }

        impl<$($g),*> $crate::iter::ParallelIterator for $iter<$($a),*>
        where
            $($bounds)*
        {
            type Item = $item;

            fn drive_unindexed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                $crate::collections::collected::in_a_row(self.items).drive_unindexed(consumer)
            }

            fn drive_placed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                $crate::collections::collected::in_a_row(self.items).drive_placed(consumer)
            }

            fn folds_here(&self) -> bool {
                true
            }

            fn fold_here<NEXT: $crate::iter::plumbing::Folder<$item>>(self, next: NEXT) -> NEXT {
                $crate::collections::collected::in_a_row(self.items).fold_here(next)
            }

            fn opt_len(&self) -> Option<usize> {
                Some(self.items.len())
            }
        }
    };
}
pub(super) use collected;
