//! Separators where positions are known.
//!
//! A piece is told by whether it begins with a separator, and by its length; from these follow how many items it
//! has and whether it ends with a separator. A split may fall on either side of one.

use crate::iter::plumbing::{Folder, Producer};
use crate::iter::pull::Rewrap;

/// `len` counts items and separators.
pub(super) struct Spacing<T> {
    pub(super) separator: T,
    pub(super) len: usize,
}

impl<T: Clone + Send> Rewrap<T> for Spacing<T> {
    type Item = T;
    type Producer<P: Producer<Item = T>> = Spaced<P, T>;

    fn wrap<P: Producer<Item = T>>(self, base: P) -> Spaced<P, T> {
        Spaced { base, separator: self.separator, span: Span { separator_first: false, len: self.len } }
    }
}

/// A part of the sequence of items and separators.
#[derive(Clone, Copy)]
struct Span {
    separator_first: bool,
    len: usize,
}

impl Span {
    /// How many of the first `len` are items.
    fn items_in(self, len: usize) -> usize {
        if self.separator_first { len / 2 } else { len.div_ceil(2) }
    }

    fn separator_last(self) -> bool {
        self.len > 0 && self.separator_first == (self.len % 2 == 1)
    }

    fn split_at(self, index: usize) -> (Span, Span) {
        let left = Span { len: index, ..self };
        let separator_first = self.separator_first != (index % 2 == 1);
        (left, Span { separator_first, len: self.len - index })
    }
}

/// The base has exactly the items of the span.
pub(super) struct Spaced<P, T> {
    base: P,
    separator: T,
    span: Span,
}

impl<P, T> Producer for Spaced<P, T>
where
    P: Producer<Item = T>,
    T: Clone + Send,
{
    type Item = T;
    type IntoIter = SpacedIter<P::IntoIter, T>;

    fn into_iter(self) -> Self::IntoIter {
        SpacedIter { items: self.base.into_iter(), separator: self.separator, span: self.span }
    }

    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let separator = self.separator.clone();
        let (left, right) = self.base.split_at(self.span.items_in(index));
        let (left_span, right_span) = self.span.split_at(index);
        (
            Spaced { base: left, separator, span: left_span },
            Spaced { base: right, separator: self.separator, span: right_span },
        )
    }

    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        let next =
            Between { next: folder, separator: self.separator, separator_first: self.span.separator_first };
        let Between { next, separator, .. } = self.base.fold_with(next);
        if self.span.separator_last() && !next.full() {
            next.consume(separator)
        } else {
            drop(separator); // before `next` is returned, see `Step::finish`
            next
        }
    }
}

/// Feeds a separator before each item, but perhaps not before the first.
pub(super) struct Between<F, T> {
    pub(super) next: F,
    pub(super) separator: T,
    pub(super) separator_first: bool,
}

impl<F: Folder<T>, T: Clone> Folder<T> for Between<F, T> {
    type Result = F::Result;

    fn consume(mut self, item: T) -> Self {
        if self.separator_first {
            self.next = self.next.consume(self.separator.clone());
            if self.next.full() {
                drop(item); // before `self` is returned, see `Step::finish`
                return self;
            }
        }
        self.separator_first = true;
        self.next = self.next.consume(item);
        self
    }

    fn complete(self) -> F::Result {
        drop(self.separator);
        self.next.complete()
    }

    fn full(&self) -> bool {
        self.next.full()
    }
}

/// Walks a piece from both ends.
pub(super) struct SpacedIter<I, T> {
    items: I,
    separator: T,
    span: Span,
}

impl<I: Iterator<Item = T>, T: Clone> Iterator for SpacedIter<I, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.span.len == 0 {
            return None;
        }
        let separator_first = self.span.separator_first;
        (_, self.span) = self.span.split_at(1);
        if separator_first { Some(self.separator.clone()) } else { self.items.next() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.span.len, Some(self.span.len))
    }
}

impl<I: DoubleEndedIterator<Item = T>, T: Clone> DoubleEndedIterator for SpacedIter<I, T> {
    fn next_back(&mut self) -> Option<T> {
        if self.span.len == 0 {
            return None;
        }
        let separator_last = self.span.separator_last();
        self.span.len -= 1;
        if separator_last { Some(self.separator.clone()) } else { self.items.next_back() }
    }
}

impl<I: Iterator<Item = T>, T: Clone> ExactSizeIterator for SpacedIter<I, T> {}
