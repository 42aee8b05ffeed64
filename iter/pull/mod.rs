//! Adapters that work on producers: one-for-one steps pulled through, and those that reorder, renumber
//! or combine.
//!
//! An indexed adapter must say what becomes of its base's producer. [`Rewrap`] says it for one base,
//! [`Combine`] for two; only this file (and `blocks.rs`) has `ProducerCallback`s. A one-for-one [`Stage`] needs no more
//! than to say what it does to an iterator ([`Pull`]).

use super::indexed::IndexedParallelIterator;
use super::plumbing::{Folder, Producer, ProducerCallback};
use super::stage::{Stage, StagedFolder, Step};

mod blocks;
mod bounds;
mod chunks;
mod enumerate;
mod fold_chunks;
mod interleave;
mod multi_zip;
mod rev;
mod skip;
mod step_by;
mod take;
mod zip;
mod zip_eq;

pub use self::{
    blocks::{ExponentialBlocks, UniformBlocks},
    bounds::{MaxLen, MinLen},
    chunks::Chunks,
    enumerate::Enumerate,
    fold_chunks::{FoldChunks, FoldChunksWith},
    interleave::{Interleave, InterleaveShortest},
    multi_zip::MultiZip,
    rev::Rev,
    skip::Skip,
    step_by::StepBy,
    take::Take,
    zip::Zip,
    zip_eq::ZipEq,
};

/// Says what becomes of the producer of a base.
pub(crate) trait Rewrap<T>: Sized {
    /// What the new producer makes.
    type Item;

    /// The new producer.
    type Producer<P: Producer<Item = T>>: Producer<Item = Self::Item>;

    /// Makes the new producer of the old one.
    fn wrap<P: Producer<Item = T>>(self, base: P) -> Self::Producer<P>;
}

/// Gives `callback` the producer of `base` as `how` wraps it.
pub(crate) fn rewrap<I, W, CB>(base: I, how: W, callback: CB) -> CB::Output
where
    I: IndexedParallelIterator,
    W: Rewrap<I::Item>,
    CB: ProducerCallback<W::Item>,
{
    struct Wrapping<W, CB> {
        how: W,
        callback: CB,
    }

    impl<T, W: Rewrap<T>, CB: ProducerCallback<W::Item>> ProducerCallback<T> for Wrapping<W, CB> {
        type Output = CB::Output;

        fn callback<P: Producer<Item = T>>(self, base: P) -> CB::Output {
            self.callback.callback(self.how.wrap(base))
        }
    }

    base.with_producer(Wrapping { how, callback })
}

/// Says what becomes of the producers of two bases.
pub(crate) trait Combine<A, B>: Sized {
    /// What the new producer makes.
    type Item;

    /// The new producer.
    type Producer<P: Producer<Item = A>, Q: Producer<Item = B>>: Producer<Item = Self::Item>;

    /// Makes one producer of two.
    fn combine<P, Q>(self, a: P, b: Q) -> Self::Producer<P, Q>
    where
        P: Producer<Item = A>,
        Q: Producer<Item = B>;
}

/// Gives `callback` the producers of `a` and `b` as `how` combines them.
pub(crate) fn combine<I, J, W, CB>(a: I, b: J, how: W, callback: CB) -> CB::Output
where
    I: IndexedParallelIterator,
    J: IndexedParallelIterator,
    W: Combine<I::Item, J::Item>,
    CB: ProducerCallback<W::Item>,
{
    struct First<J, W, CB> {
        b: J,
        how: W,
        callback: CB,
    }

    impl<A, J, W, CB> ProducerCallback<A> for First<J, W, CB>
    where
        J: IndexedParallelIterator,
        W: Combine<A, J::Item>,
        CB: ProducerCallback<W::Item>,
    {
        type Output = CB::Output;

        fn callback<P: Producer<Item = A>>(self, a: P) -> CB::Output {
            rewrap(self.b, Second { a, how: self.how }, self.callback)
        }
    }

    struct Second<P, W> {
        a: P,
        how: W,
    }

    impl<P: Producer, B, W: Combine<P::Item, B>> Rewrap<B> for Second<P, W> {
        type Item = W::Item;
        type Producer<Q: Producer<Item = B>> = W::Producer<P, Q>;

        fn wrap<Q: Producer<Item = B>>(self, b: Q) -> Self::Producer<Q> {
            self.how.combine(self.a, b)
        }
    }

    a.with_producer(First { b, how, callback })
}

/// A stage that gives exactly one item for each, and can therefore be pulled through.
pub(crate) trait Pull<T>: Stage<T> {
    /// The items of a piece, after this stage.
    type Iter<I>: DoubleEndedIterator<Item = <Self::Step as Step<T>>::Out> + ExactSizeIterator
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator;

    /// Begins a piece that is pulled.
    fn pull<I>(self, items: I) -> Self::Iter<I>
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator;
}

/// Wraps a producer in a stage.
pub(crate) struct Pulling<S>(pub(crate) S);

impl<T, S: Pull<T>> Rewrap<T> for Pulling<S> {
    type Item = <S::Step as Step<T>>::Out;
    type Producer<P: Producer<Item = T>> = Pulled<P, S>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Pulled<P, S> {
        Pulled { base, stage: self.0 }
    }
}

/// A producer behind which stands a stage.
pub(crate) struct Pulled<P, S> {
    base: P,
    stage: S,
}

impl<P: Producer, S: Pull<P::Item>> Producer for Pulled<P, S> {
    type Item = <S::Step as Step<P::Item>>::Out;
    type IntoIter = S::Iter<P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        self.stage.pull(self.base.into_iter())
    }

    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let right_stage = self.stage.fork();
        let (left, right) = self.base.split_at(index);
        (Pulled { base: left, stage: self.stage }, Pulled { base: right, stage: right_stage })
    }

    fn fold_with<F: Folder<Self::Item>>(self, folder: F) -> F {
        let folder = StagedFolder { step: self.stage.start(), next: folder };
        let StagedFolder { step, next } = self.base.fold_with(folder);
        step.finish(next)
    }
}

/// Implements both iterator traits for an adapter that goes by way of its producer.
///
/// ```text
/// bridged! {
///     impl<I> Rev<I> => I::Item
///     where { I: IndexedParallelIterator }
///     len(it) { it.base.len() }
///     with(it, callback) { rewrap(it.base, Reversing, callback) }
/// }
/// ```
///
/// In `len` the name stands for `&self`, in `with` for `self`. A constant parameter comes last, after a
/// semicolon: `impl<T; const N: usize> IntoIter<T, N>`.
macro_rules! bridged {
    (
        impl<$($g:tt),* $(; const $n:ident: usize)?> $name:ident<$($a:tt),*> => $item:ty
        where { $($bounds:tt)* }
        len($len_it:ident) $len:block
        with($it:ident, $callback:ident) $with:block
    ) => {
        impl<$($g,)* $(const $n: usize)?> $crate::iter::ParallelIterator for $name<$($a),*>
        where
            $($bounds)*
        {
            type Item = $item;

            fn drive_unindexed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                $crate::iter::bridge::bridge_any_order(self, consumer)
            }

            fn drive_placed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                $crate::iter::plumbing::bridge(self, consumer)
            }

            fn folds_here(&self) -> bool {
                true
            }

            fn fold_here<NEXT: $crate::iter::plumbing::Folder<$item>>(self, next: NEXT) -> NEXT {
                $crate::iter::bridge::fold_here(self, next)
            }

            fn opt_len(&self) -> Option<usize> {
                Some($crate::iter::IndexedParallelIterator::len(self))
            }
        }

        impl<$($g,)* $(const $n: usize)?> $crate::iter::IndexedParallelIterator for $name<$($a),*>
        where
            $($bounds)*
        {
            fn drive<C: $crate::iter::plumbing::Consumer<$item>>(self, consumer: C) -> C::Result {
                $crate::iter::plumbing::bridge(self, consumer)
            }

            fn len(&self) -> usize {
                let $len_it = self;
                $len
            }

            fn with_producer<CB>(self, $callback: CB) -> CB::Output
            where
                CB: $crate::iter::plumbing::ProducerCallback<$item>,
            {
                let $it = self;
                $with
            }
        }
    };
}
pub(crate) use bridged;
