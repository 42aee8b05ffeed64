//! Tuples of up to twelve iterators side by side.
//!
//! A tuple of things that become indexed iterators is one itself. It runs as nested pairs, which std's `zip` turns into
//! one counted loop over slices, flattened at the end.

use super::bridged;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator,
    ParallelIterator,
};

/// An iterator over tuples, as long as the shortest of its bases.
///
/// Made by [`into_par_iter()`](IntoParallelIterator::into_par_iter),
/// [`par_iter()`](IntoParallelRefIterator::par_iter) and
/// [`par_iter_mut()`](IntoParallelRefMutIterator::par_iter_mut) of tuples.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let mut sums = [0; 3];
/// (&mut sums, &[1, 2, 3], 10..20).into_par_iter().for_each(|(sum, a, b)| *sum = a + b);
/// assert_eq!(sums, [11, 13, 15]);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct MultiZip<T> {
    tuple: T,
}

/// Implements all for tuples of one size.
///
/// ```text
/// multi_zip! { t0: T0, t1: T1, t2: T2 => ((t0, t1), t2) }
/// ```
///
/// Names and types of the parts, then the nested pairs in which they come out of `t0.zip(t1).zip(t2)`.
macro_rules! multi_zip {
    ($a:ident: $A:ident $(, $b:ident: $B:ident)* => $nested:pat) => {
        impl<$A, $($B),*> IntoParallelIterator for ($A, $($B,)*)
        where
            $A: IntoParallelIterator<Iter: IndexedParallelIterator>,
            $($B: IntoParallelIterator<Iter: IndexedParallelIterator>,)*
        {
            type Item = ($A::Item, $($B::Item,)*);
            type Iter = MultiZip<($A::Iter, $($B::Iter,)*)>;

            fn into_par_iter(self) -> Self::Iter {
                let ($a, $($b,)*) = self;
                MultiZip { tuple: ($a.into_par_iter(), $($b.into_par_iter(),)*) }
            }
        }

        impl<'a, $A, $($B),*> IntoParallelIterator for &'a ($A, $($B,)*)
        where
            $A: IntoParallelRefIterator<'a, Iter: IndexedParallelIterator>,
            $($B: IntoParallelRefIterator<'a, Iter: IndexedParallelIterator>,)*
        {
            type Item = ($A::Item, $($B::Item,)*);
            type Iter = MultiZip<($A::Iter, $($B::Iter,)*)>;

            fn into_par_iter(self) -> Self::Iter {
                let ($a, $($b,)*) = self;
                MultiZip { tuple: ($a.par_iter(), $($b.par_iter(),)*) }
            }
        }

        impl<'a, $A, $($B),*> IntoParallelIterator for &'a mut ($A, $($B,)*)
        where
            $A: IntoParallelRefMutIterator<'a, Iter: IndexedParallelIterator>,
            $($B: IntoParallelRefMutIterator<'a, Iter: IndexedParallelIterator>,)*
        {
            type Item = ($A::Item, $($B::Item,)*);
            type Iter = MultiZip<($A::Iter, $($B::Iter,)*)>;

            fn into_par_iter(self) -> Self::Iter {
                let ($a, $($b,)*) = self;
                MultiZip { tuple: ($a.par_iter_mut(), $($b.par_iter_mut(),)*) }
            }
        }

        bridged! {
            impl<$A $(, $B)*> MultiZip<($A, $($B,)*)> => ($A::Item, $($B::Item,)*)
            where { $A: IndexedParallelIterator, $($B: IndexedParallelIterator),* }
            len(it) {
                let ($a, $($b,)*) = &it.tuple;
                $a.len()$(.min($b.len()))*
            }
            with(it, callback) {
                let ($a, $($b,)*) = it.tuple;
                $a$(.zip($b))*.map(|$nested| ($a, $($b,)*)).with_producer(callback)
            }
        }
    };
}

multi_zip! { t0: T0 => t0 }
multi_zip! { t0: T0, t1: T1 => (t0, t1) }
multi_zip! { t0: T0, t1: T1, t2: T2 => ((t0, t1), t2) }
multi_zip! { t0: T0, t1: T1, t2: T2, t3: T3 => (((t0, t1), t2), t3) }
multi_zip! { t0: T0, t1: T1, t2: T2, t3: T3, t4: T4 => ((((t0, t1), t2), t3), t4) }
multi_zip! { t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5 => (((((t0, t1), t2), t3), t4), t5) }
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6
    => ((((((t0, t1), t2), t3), t4), t5), t6)
}
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6, t7: T7
    => (((((((t0, t1), t2), t3), t4), t5), t6), t7)
}
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6, t7: T7, t8: T8
    => ((((((((t0, t1), t2), t3), t4), t5), t6), t7), t8)
}
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6, t7: T7, t8: T8, t9: T9
    => (((((((((t0, t1), t2), t3), t4), t5), t6), t7), t8), t9)
}
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6, t7: T7, t8: T8, t9: T9, t10: T10
    => ((((((((((t0, t1), t2), t3), t4), t5), t6), t7), t8), t9), t10)
}
multi_zip! {
    t0: T0, t1: T1, t2: T2, t3: T3, t4: T4, t5: T5, t6: T6, t7: T7, t8: T8, t9: T9, t10: T10, t11: T11
    => (((((((((((t0, t1), t2), t3), t4), t5), t6), t7), t8), t9), t10), t11)
}
