//! Separators where positions are not known.
//!
//! A piece feeds the separators between its own items. For the one before its first item there are three cases:
//!
//! 1. it is the leftmost piece: none;
//! 2. positions are known after all, and it is not the leftmost: it feeds one itself;
//! 3. any other: it depends on whether there is an item to the left. Then the piece has a second consumer, split off for
//!    just that place, its *gap*. Whoever joins the results knows, and feeds the gap or drops it.

use std::cell::Cell;

use super::producer::Between;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::sink::keep;

/// What is before the first item of a piece.
enum Lead<C> {
    /// Nothing at all.
    Start,
    /// An item for certain.
    Item,
    /// Perhaps an item: a separator goes here.
    Gap(C),
}

/// The consumer. Its `lead` is in a cell since splitting off a left part hands it on to that.
pub(super) struct Interspersing<C, T> {
    next: C,
    separator: T,
    lead: Cell<Lead<C>>,
    /// Whether `split_at` gets true positions, and nothing to the left is of unknown length.
    placed: Cell<bool>,
}

impl<C, T> Interspersing<C, T> {
    /// For a drive that tells nothing of positions.
    pub(super) fn from_unknown(next: C, separator: T) -> Self {
        Interspersing { next, separator, lead: Cell::new(Lead::Start), placed: Cell::new(false) }
    }

    /// For a drive that splits at true positions.
    pub(super) fn from_placed(next: C, separator: T) -> Self {
        Interspersing { placed: Cell::new(true), ..Self::from_unknown(next, separator) }
    }
}

impl<C, T> Consumer<T> for Interspersing<C, T>
where
    C: UnindexedConsumer<T>,
    T: Clone + Send,
{
    type Folder = Begun<C, T>;
    type Reducer = Bridging<C::Reducer>;
    type Result = Spaced<C, T, C::Result>;

    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let reducer = self.to_reducer();
        if !self.placed.get() {
            return (self.split_off_left(), self, reducer);
        }
        let right_separator = self.separator.clone();
        let lead = self.lead.into_inner();
        // As many as the left part gives, with the separator before its first item, if there is one.
        let (left_len, right_lead) = match (&lead, index) {
            (Lead::Start, 0) => (0, Lead::Start),
            (Lead::Start, _) => (2 * index - 1, Lead::Item),
            _ => (2 * index, Lead::Item),
        };
        let (left, right, _) = self.next.split_at(left_len);
        let part = |next, separator, lead| Interspersing {
            next,
            separator,
            lead: Cell::new(lead),
            placed: Cell::new(true),
        };
        (part(left, self.separator, lead), part(right, right_separator, right_lead), reducer)
    }

    fn into_folder(self) -> Begun<C, T> {
        let lead = self.lead.into_inner();
        let separator_first = matches!(lead, Lead::Item);
        let items = Between { next: self.next.into_folder(), separator: self.separator, separator_first };
        Begun { items, lead, any: false }
    }

    fn full(&self) -> bool {
        self.next.full()
    }

    fn back_first(&self) -> bool {
        self.next.back_first()
    }
}

impl<C, T> UnindexedConsumer<T> for Interspersing<C, T>
where
    C: UnindexedConsumer<T>,
    T: Clone + Send,
{
    fn split_off_left(&self) -> Self {
        let separator = self.separator.clone();
        // In this order: the gap is to the right of the left part.
        let next = self.next.split_off_left();
        let gap = self.next.split_off_left();
        let lead = Cell::new(self.lead.replace(Lead::Gap(gap)));
        Interspersing { next, separator, lead, placed: Cell::new(self.placed.replace(false)) }
    }

    fn to_reducer(&self) -> Self::Reducer {
        Bridging { left: self.next.to_reducer(), right: self.next.to_reducer() }
    }
}

/// The folder of a piece.
pub(super) struct Begun<C: Consumer<T>, T> {
    items: Between<C::Folder, T>,
    lead: Lead<C>,
    any: bool,
}

impl<C, T> Folder<T> for Begun<C, T>
where
    C: UnindexedConsumer<T>,
    T: Clone,
{
    type Result = Spaced<C, T, C::Result>;

    fn consume(mut self, item: T) -> Self {
        self.any = true;
        self.items = self.items.consume(item);
        self
    }

    fn complete(self) -> Self::Result {
        let Between { next, separator, .. } = self.items;
        Spaced { lead: self.lead, any: self.any, separator, result: next.complete() }
    }

    fn full(&self) -> bool {
        self.items.full()
    }
}

/// What a piece comes to, and what its left neighbour must be told.
pub(super) struct Spaced<C, T, R> {
    lead: Lead<C>,
    /// Whether the piece had an item.
    any: bool,
    separator: T,
    result: R,
}

impl<C, T, R> Spaced<C, T, R> {
    /// The result of all pieces.
    pub(super) fn finish(self) -> R {
        keep(self.result, (self.lead, self.separator))
    }
}

/// Joins two pieces over the gap between them.
pub(super) struct Bridging<D> {
    left: D,
    right: D,
}

impl<C, T, D> Reducer<Spaced<C, T, C::Result>> for Bridging<D>
where
    C: Consumer<T>,
    D: Reducer<C::Result>,
{
    fn reduce(
        self,
        left: Spaced<C, T, C::Result>,
        right: Spaced<C, T, C::Result>,
    ) -> Spaced<C, T, C::Result> {
        let any_before = left.any || matches!(left.lead, Lead::Item);
        let any = left.any || right.any;
        let (lead, separator) = (left.lead, left.separator);
        let so_far = match right.lead {
            Lead::Gap(gap) if any_before && right.any && !gap.full() => {
                let between = gap.into_folder().consume(right.separator).complete();
                self.left.reduce(left.result, between)
            }
            lead => keep(left.result, (lead, right.separator)),
        };
        Spaced { lead, any, separator, result: self.right.reduce(so_far, right.result) }
    }
}
