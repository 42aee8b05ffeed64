//! What a range becomes when it runs.
//!
//! One of three producers of `span.rs`: a `Run`, a `Span` where the last value is the type's largest, so that
//! there is no end to run to, or a `Stretch` if the length does not fit `usize`. The first two are indexed: they are split
//! anywhere, and collected in place. The third has no length, but runs wherever no positions are asked for.

use std::ops::Range;

use super::countable::Countable;
use super::span::{Run, Span, Stretch, len_of};
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, Producer, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use crate::iter::pull::bridged;

/// The values of a range.
#[derive(Debug)]
pub(crate) enum Extent<T> {
    Run(Run<T>),
    Span(Span<T>),
    Stretch(Stretch<T>),
}

impl<T: Countable> Extent<T> {
    /// The values of `range`.
    pub(crate) fn half_open(range: Range<T>) -> Self {
        if range.start < range.end && len_of(range.start.steps_to(range.end) - 1).is_none() {
            let beyond = range.start.steps_to(range.end) - 1;
            return Extent::Stretch(Stretch::new(range.start, beyond));
        }
        Extent::Run(Run::new(range))
    }

    /// The values of `first..=last`, where `last` is not less than `first`.
    pub(crate) fn inclusive(first: T, last: T) -> Self {
        let beyond = first.steps_to(last);
        match (len_of(beyond), last.successor()) {
            (Some(_), Some(end)) => Extent::Run(Run::new(first..end)),
            (Some(len), None) => Extent::Span(Span::new(first, len)),
            (None, _) => Extent::Stretch(Stretch::new(first, beyond)),
        }
    }

    /// The number of values, if it fits.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Extent::Run(run) => Some(run.len()),
            Extent::Span(span) => Some(span.len()),
            Extent::Stretch(_) => None,
        }
    }

    /// Drives the values into a consumer that does not mind positions.
    pub(crate) fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        match self {
            Extent::Run(run) => Produced { len: run.len(), producer: run }.drive_unindexed(consumer),
            Extent::Span(span) => {
                Produced { len: ExactSizeIterator::len(&span), producer: span }.drive_unindexed(consumer)
            }
            Extent::Stretch(stretch) => bridge_unindexed(stretch, consumer),
        }
    }

    /// Feeds the values to a folder, on this thread.
    pub(crate) fn fold_here<F: Folder<T>>(self, folder: F) -> F {
        match self {
            Extent::Run(run) => run.fold_with(folder),
            Extent::Span(span) => Producer::fold_with(span, folder),
            Extent::Stretch(stretch) => stretch.fold_with(folder),
        }
    }

    /// Drives the values into a consumer that gains by knowing positions.
    pub(crate) fn drive_placed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        match self {
            Extent::Run(run) => Produced { len: run.len(), producer: run }.drive_placed(consumer),
            Extent::Span(span) => {
                Produced { len: ExactSizeIterator::len(&span), producer: span }.drive_placed(consumer)
            }
            Extent::Stretch(stretch) => bridge_unindexed(stretch, consumer),
        }
    }
}

/// The indexed iterator of a producer.
struct Produced<P> {
    len: usize,
    producer: P,
}

bridged! {
    impl<P> Produced<P> => P::Item
    where { P: Producer<Item: Send> }
    len(it) { it.len }
    with(it, callback) { callback.callback(it.producer) }
}

/// Ends an attempt to number what has more numbers than a `usize`.
#[cold]
pub(crate) fn too_long() -> ! {
    panic!("range: more values than a usize can count")
}

/// Implements both iterator traits for a module's `Iter<T>`, by its `extent()` and its `producer()`.
///
/// ```text
/// iterates! { [T: RangeInteger] [T: IndexedRangeInteger] T }
/// iterates! { [] [] char }
/// ```
///
/// First the parameters of the unindexed impl, then those of the indexed one, then the item.
macro_rules! iterates {
    ([$($g:tt)*] [$($indexed:tt)*] $item:ty) => {
        impl<$($g)*> $crate::iter::ParallelIterator for Iter<$item> {
            type Item = $item;

            fn drive_unindexed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                self.extent().drive_unindexed(consumer)
            }

            fn drive_placed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                self.extent().drive_placed(consumer)
            }

            fn folds_here(&self) -> bool {
                true
            }

            fn fold_here<NEXT: $crate::iter::plumbing::Folder<$item>>(self, next: NEXT) -> NEXT {
                self.extent().fold_here(next)
            }

            fn opt_len(&self) -> Option<usize> {
                self.clone().extent().len()
            }
        }

        impl<$($indexed)*> $crate::iter::IndexedParallelIterator for Iter<$item> {
            fn drive<C: $crate::iter::plumbing::Consumer<$item>>(self, consumer: C) -> C::Result {
                $crate::iter::plumbing::bridge(self, consumer)
            }

            fn len(&self) -> usize {
                $crate::iter::ParallelIterator::opt_len(self).unwrap_or_else(|| $crate::range::extent::too_long())
            }

            fn with_producer<CB: $crate::iter::plumbing::ProducerCallback<$item>>(self, callback: CB) -> CB::Output {
                callback.callback(self.producer())
            }
        }
    };
}
pub(crate) use iterates;

/// Marks types: `integers! { RangeInteger: u8 u16 }`.
macro_rules! integers {
    ($name:ident: $($int:ty)*) => {
        $(impl $name for $int {})*
    };
}
pub(crate) use integers;
