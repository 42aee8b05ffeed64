//! What all ranges run on: a first value and how many follow it.
//!
//! A range of any type, half open or inclusive, is empty or has a first value and a number of steps from there to the
//! last. Steps are counted in `u128`, where the distance between any two values fits, even if the number of values (one
//! more) does not. That gives, with no case for signed types, type limits or the surrogate gap:
//!
//! - a range whose length fits `usize` is a [`Span`], an indexed producer: an offset is a position;
//! - a longer one (of 128 bits, or all of a 64-bit type) is a [`Stretch`], a producer of unknown length, halved as
//!   often as the bridge likes, so that a search over 10²⁷ values soon reaches both ends.

use std::iter::FusedIterator;
use std::ops::Range;

use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Folder, Producer, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use crate::iter::pull::bridged;

/// A type with a successor.
pub trait Countable: Copy + Send + PartialOrd {
    /// The number of successors to take to come from `self` to `end`, which is not less.
    fn steps_to(self, end: Self) -> u128;

    /// The value `steps` after `self`, which exists.
    fn after(self, steps: u128) -> Self;
}

macro_rules! countable {
    ($($int:ty)*) => {$(
        impl Countable for $int {
            #[inline]
            fn steps_to(self, end: Self) -> u128 {
                // Differences are right modulo 2¹²⁸, whatever the casts made of the signs.
                (end as u128).wrapping_sub(self as u128)
            }

            #[inline]
            fn after(self, steps: u128) -> Self {
                self.wrapping_add(steps as Self)
            }
        }
    )*};
}

countable! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// No `char` lies in `GAP_START..GAP_START + GAP_LEN`: these are the surrogates.
const GAP_START: u32 = 0xD800;
const GAP_LEN: u32 = 0x800;

impl Countable for char {
    fn steps_to(self, end: char) -> u128 {
        let gap = if u32::from(self) < GAP_START && u32::from(end) > GAP_START { GAP_LEN } else { 0 };
        u128::from(u32::from(end) - u32::from(self) - gap)
    }

    #[inline]
    fn after(self, steps: u128) -> char {
        let mut code = u32::from(self) + steps as u32;
        if u32::from(self) < GAP_START && code >= GAP_START {
            code += GAP_LEN;
        }
        char::from_u32(code).expect("a span of `char` ends at a `char`")
    }
}

/// The values of a range.
#[derive(Debug, Clone)]
pub(crate) enum Extent<T> {
    /// Their number fits `usize`.
    Fits(Span<T>),
    /// Their number does not.
    Long(Stretch<T>),
}

impl<T: Countable> Extent<T> {
    /// The values of `start..end`.
    pub(crate) fn half_open(start: T, end: T) -> Self {
        if start < end { Extent::new(start, start.steps_to(end) - 1) } else { Extent::empty(start) }
    }

    /// The values of `first..=last`, where `last` is not less than `first`.
    pub(crate) fn inclusive(first: T, last: T) -> Self {
        Extent::new(first, first.steps_to(last))
    }

    /// No value. `any` is not given out.
    pub(crate) fn empty(any: T) -> Self {
        Extent::Fits(Span { first: any, offsets: 0..0 })
    }

    fn new(first: T, beyond: u128) -> Self {
        match usize::try_from(beyond).ok().and_then(|beyond| beyond.checked_add(1)) {
            Some(len) => Extent::Fits(Span { first, offsets: 0..len }),
            None => Extent::Long(Stretch { first, beyond }),
        }
    }

    /// The number of values, if it fits.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Extent::Fits(span) => Some(span.offsets.len()),
            Extent::Long(_) => None,
        }
    }

    /// The producer, for types whose ranges are indexed.
    pub(crate) fn into_span(self) -> Span<T> {
        match self {
            Extent::Fits(span) => span,
            Extent::Long(_) => {
                unreachable!("a range of a type that is indexed is no longer than `usize::MAX`")
            }
        }
    }

    /// Drives the values into a consumer that does not mind positions.
    pub(crate) fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        match self {
            Extent::Fits(span) => SpanIter { span }.drive_unindexed(consumer),
            Extent::Long(stretch) => bridge_unindexed(stretch, consumer),
        }
    }

    /// Drives the values into a consumer that gains by knowing positions.
    pub(crate) fn drive_placed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        match self {
            Extent::Fits(span) => SpanIter { span }.drive_placed(consumer),
            Extent::Long(stretch) => bridge_unindexed(stretch, consumer),
        }
    }
}

/// The indexed iterator over a span, for ranges that are not indexed by their type.
struct SpanIter<T> {
    span: Span<T>,
}

bridged! {
    impl<T> SpanIter<T> => T
    where { T: Countable }
    len(it) { it.span.offsets.len() }
    with(it, callback) { callback.callback(it.span) }
}

/// The values at some distances from `first`: a producer, and its own iterator.
#[derive(Debug, Clone)]
pub(crate) struct Span<T> {
    first: T,
    offsets: Range<usize>,
}

impl<T: Countable> Span<T> {
    #[inline]
    fn value(&self, offset: usize) -> T {
        self.first.after(offset as u128)
    }
}

impl<T: Countable> Producer for Span<T> {
    type Item = T;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let Span { first, offsets: Range { start, end } } = self;
        let middle = start + index;
        (Span { first, offsets: start..middle }, Span { first, offsets: middle..end })
    }
}

impl<T: Countable> Iterator for Span<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let offset = self.offsets.next()?;
        Some(self.value(offset))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        let offset = self.offsets.nth(n)?;
        Some(self.value(offset))
    }

    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, mut f: F) -> B {
        self.offsets.fold(init, |so_far, offset| f(so_far, self.first.after(offset as u128)))
    }
}

impl<T: Countable> DoubleEndedIterator for Span<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        let offset = self.offsets.next_back()?;
        Some(self.value(offset))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        let offset = self.offsets.nth_back(n)?;
        Some(self.value(offset))
    }
}

impl<T: Countable> ExactSizeIterator for Span<T> {}

impl<T: Countable> FusedIterator for Span<T> {}

/// One value and the `beyond` that follow it.
#[derive(Debug, Clone)]
pub(crate) struct Stretch<T> {
    first: T,
    beyond: u128,
}

impl<T: Countable> UnindexedProducer for Stretch<T> {
    type Item = T;

    fn split(self) -> (Self, Option<Self>) {
        let Stretch { first, beyond } = self;
        if beyond == 0 {
            return (self, None);
        }
        let left = Stretch { first, beyond: beyond / 2 };
        let right = Stretch { first: first.after(left.beyond + 1), beyond: beyond - left.beyond - 1 };
        (left, Some(right))
    }

    fn fold_with<F: Folder<T>>(self, mut folder: F) -> F {
        let Stretch { mut first, mut beyond } = self;
        loop {
            let Extent::Long(_) = Extent::new(first, beyond) else {
                return folder.consume_iter(Extent::new(first, beyond).into_span());
            };
            folder = folder.consume_iter(Span { first, offsets: 0..usize::MAX });
            if folder.full() {
                return folder;
            }
            first = first.after(usize::MAX as u128);
            beyond -= usize::MAX as u128;
        }
    }
}

/// Implements both iterator traits for a module's `Iter<T>`, by its `extent()`.
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

            fn opt_len(&self) -> Option<usize> {
                self.clone().extent().len()
            }
        }

        impl<$($indexed)*> $crate::iter::IndexedParallelIterator for Iter<$item> {
            fn drive<C: $crate::iter::plumbing::Consumer<$item>>(self, consumer: C) -> C::Result {
                $crate::iter::plumbing::bridge(self, consumer)
            }

            fn len(&self) -> usize {
                ExactSizeIterator::len(&self.clone().extent().into_span())
            }

            fn with_producer<CB: $crate::iter::plumbing::ProducerCallback<$item>>(self, callback: CB) -> CB::Output {
                callback.callback(self.extent().into_span())
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
