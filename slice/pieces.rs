//! Parts of a slice or text whose borders must be searched for: the producer of all splits, lines and runs.
//!
//! The plain version: to walk, search the next border and give what lies before it; to split in two, search a
//! border near the middle. [`Pieces`] departs from it in three ways:
//!
//! 1. it remembers as `unknown` the one stretch in which there may be borders. What a search for the middle has
//!    gone through lies outside of it from then on, so no place is searched twice, whether to split or to walk,
//!    and however many splits are asked for;
//! 2. the search goes outwards from the middle of that stretch, by turns to the right and to the left, in steps
//!    that double: it costs no more than a few times the distance of the nearest border;
//! 3. a border has a width, which is left out (a separator), or belongs to the part on its left, or is zero
//!    (between two runs).
//!
//! What a border is, says a [`Seek`]: `split.rs`, `chunk_by.rs` and those in `str/`.

use std::ops::{Deref, Range};

use super::cut::Span;
use crate::iter::plumbing::{Folder, UnindexedProducer};

/// Says where the borders are.
pub(crate) trait Seek<W: ?Sized>: Copy + Send {
    /// The first border that begins in the stretch `within` of `whole`.
    fn first(self, whole: &W, within: Range<usize>) -> Option<Range<usize>>;

    /// The last border that begins in the stretch `within` of `whole`.
    fn last(self, whole: &W, within: Range<usize>) -> Option<Range<usize>>;
}

/// How far the search for a middle goes at first. More than the bytes of a character.
const FIRST_REACH: usize = 32;

/// What becomes of borders, and of an end without any.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Whether a border belongs to the part on its left. Otherwise it is left out.
    pub(crate) inclusive: bool,
    /// Whether an empty part behind the last border is given.
    pub(crate) empty_end: bool,
}

impl Style {
    /// Borders are left out, and there is always one part more than borders.
    pub(crate) const BETWEEN: Style = Style { inclusive: false, empty_end: true };
    /// Borders are left out and end a part.
    pub(crate) const TERMINATED: Style = Style { inclusive: false, empty_end: false };
    /// Borders end a part and belong to it.
    pub(crate) const INCLUSIVE: Style = Style { inclusive: true, empty_end: false };
}

/// The producer, and the iterator, of the parts of `rest`.
pub(crate) struct Pieces<S, K> {
    /// `None` when the last part has been given.
    rest: Option<S>,
    /// No border begins outside of this stretch of `rest`.
    unknown: Range<usize>,
    seek: K,
    style: Style,
}

impl<S: Span, K> Pieces<S, K> {
    pub(crate) fn new(rest: S, seek: K, style: Style) -> Self {
        Pieces { unknown: 0..rest.len(), rest: Some(rest), seek, style }
    }
}

impl<S, K> UnindexedProducer for Pieces<S, K>
where
    S: Span + Deref,
    K: Seek<S::Target>,
{
    type Item = S;

    fn split(mut self) -> (Self, Option<Self>) {
        let Some(rest) = self.rest.take() else { return (self, None) };
        let Range { start, end } = self.unknown;
        let middle = rest.boundary(start + (end - start) / 2);
        // No border begins in `low..high`, so far.
        let (mut low, mut high) = (middle, middle);
        let mut reach = FIRST_REACH;
        while low > start || high < end {
            let further = rest.boundary(high.saturating_add(reach).min(end));
            if let Some(border) = self.seek.first(&rest, high..further) {
                return self.parted(rest, border, low, high);
            }
            high = further;
            let further = rest.boundary(low.saturating_sub(reach).max(start));
            if let Some(border) = self.seek.last(&rest, further..low) {
                return self.parted(rest, border, low, high);
            }
            low = further;
            reach = reach.saturating_mul(2);
        }
        self.unknown = start..start;
        self.rest = Some(rest);
        (self, None)
    }

    fn fold_with<F: Folder<S>>(self, folder: F) -> F {
        folder.consume_iter(self)
    }
}

impl<S, K> Iterator for Pieces<S, K>
where
    S: Span + Deref,
    K: Seek<S::Target>,
{
    type Item = S;

    fn next(&mut self) -> Option<S> {
        let rest = self.rest.take()?;
        let Some(border) = self.seek.first(&rest, self.unknown.clone()) else {
            return (self.style.empty_end || rest.len() > 0).then_some(rest);
        };
        let (part_end, next_start) = self.style.sides(&border);
        let (before, rest) = rest.split_at(next_start);
        self.rest = Some(rest);
        self.unknown = 0..self.unknown.end - next_start;
        Some(before.split_at(part_end).0)
    }
}

impl<S: Span, K: Copy> Pieces<S, K> {
    /// Splits at `border`, knowing that none begins between it and `low..high`, nor in that.
    fn parted(self, rest: S, border: Range<usize>, low: usize, high: usize) -> (Self, Option<Self>) {
        let (left_end, right_start) = self.style.sides(&border);
        let (left, right) = rest.split_at(right_start);
        let left = Pieces {
            rest: Some(left.split_at(left_end).0),
            unknown: self.unknown.start..low.min(border.start),
            // It ends at a border: what is before that is a part, also if empty.
            style: Style { empty_end: true, ..self.style },
            ..self
        };
        let right = Pieces {
            rest: Some(right),
            unknown: high.max(right_start) - right_start..self.unknown.end - right_start,
            ..self
        };
        (left, Some(right))
    }
}

impl Style {
    /// Where the part before `border` ends, and where that behind it starts.
    fn sides(self, border: &Range<usize>) -> (usize, usize) {
        (if self.inclusive { border.end } else { border.start }, border.end)
    }
}

/// Implements `ParallelIterator` for a type that becomes an unindexed producer.
///
/// ```text
/// unindexed! {
///     impl<'data, T, P> Split<'data, T, P> => &'data [T]
///     where { T: Sync, P: Fn(&T) -> bool + Sync + Send }
///     producer(it) { Pieces::new(it.slice, Matching(&it.separator), Style::BETWEEN) }
/// }
/// ```
///
/// In the last block the name stands for `self`, of which references may be held.
macro_rules! unindexed {
    (
        impl<$($g:tt),*> $name:ident<$($a:tt),*> => $item:ty
        where { $($bounds:tt)* }
        producer($it:ident) $producer:block
    ) => {
        impl<$($g),*> $crate::iter::ParallelIterator for $name<$($a),*>
        where
            $($bounds)*
        {
            type Item = $item;

            fn drive_unindexed<C: $crate::iter::plumbing::UnindexedConsumer<$item>>(self, consumer: C) -> C::Result {
                let $it = self;
                $crate::iter::plumbing::bridge_unindexed($producer, consumer)
            }
        }
    };
}
pub(super) use unindexed;

#[cfg(test)]
mod tests {
    //! Where a bridge splits depends on the machine; here it is everywhere.

    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::slice::split::Matching;

    /// Splits `levels` times, where possible, then walks.
    fn parts<S, K>(pieces: Pieces<S, K>, levels: u32) -> Vec<S>
    where
        S: Span + Deref,
        K: Seek<S::Target>,
    {
        if levels == 0 {
            return pieces.collect();
        }
        let (left, right) = pieces.split();
        let mut parts = parts(left, levels - 1);
        parts.extend(right.into_iter().flat_map(|right| self::parts(right, levels - 1)));
        parts
    }

    /// Rows of all lengths up to 9 in all patterns, and long ones with few borders.
    fn rows() -> impl Iterator<Item = Vec<bool>> {
        let short = (0..10).flat_map(|len| {
            (0..1 << len).map(move |bits: u32| (0..len).map(|place| bits >> place & 1 == 1).collect())
        });
        let long = (0..300).map(|seed: usize| {
            let sparse = 1 + seed * 7 % 200;
            (0..seed).map(|place| (place * place + seed) % sparse == 0).collect()
        });
        short.chain(long)
    }

    #[test]
    fn parts_are_those_of_std_however_often_it_is_split() {
        for row in rows() {
            let is_border = |&border: &bool| border;
            for levels in [0, 1, 2, 3, 20] {
                let pieces = |style| Pieces::new(&row[..], Matching(&is_border), style);
                assert_eq!(parts(pieces(Style::BETWEEN), levels), row.split(is_border).collect::<Vec<_>>());
                let inclusive = row.split_inclusive(is_border).collect::<Vec<_>>();
                assert_eq!(parts(pieces(Style::INCLUSIVE), levels), inclusive);
            }
        }
    }

    #[test]
    fn no_place_is_searched_twice() {
        for row in rows() {
            for levels in [0, 1, 2, 3, 20] {
                // Each item counts for itself how often it is looked at.
                let row: Vec<_> = row.iter().map(|&border| (border, AtomicU32::new(0))).collect();
                let is_border = |item: &(bool, AtomicU32)| {
                    item.1.fetch_add(1, Relaxed);
                    item.0
                };
                parts(Pieces::new(&row[..], Matching(&is_border), Style::BETWEEN), levels);
                assert!(row.iter().all(|item| item.1.load(Relaxed) == 1), "{levels} levels: {row:?}");
            }
        }
    }

    #[test]
    fn a_split_costs_the_distance_of_the_nearest_border() {
        let mut row = vec![false; 1_000_000];
        row[500_900] = true;
        let (left, right) = Pieces::new(&row[..], Matching(&|&border: &bool| border), Style::BETWEEN).split();
        // What is no longer unknown has been searched.
        assert!((498_000..500_000).contains(&left.unknown.end), "{:?}", left.unknown);
        assert_eq!(right.expect("there is a border").unknown, 0..499_099);
    }
}
