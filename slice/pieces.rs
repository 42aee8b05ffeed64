//! Parts of a slice or text whose borders must be searched for: the producer of all splits, lines and runs.
//!
//! The plain version: to walk, search the next border and give what lies before it; to split in two, search a
//! border near the middle. [`Pieces`] departs from it in three ways:
//!
//! 1. it remembers as `unknown` the one stretch in which there may be borders. What a search for the middle has
//!    gone through lies outside of it from then on, so no place is searched twice, whether to split or to walk,
//!    and however many splits are asked for (only a border that ends a part may be found again);
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

/// Says how to walk where nothing is known of the borders: as std does, which is faster than border by border.
pub(crate) trait Walk<S: Deref>: Seek<S::Target> {
    /// Feeds the parts of `whole` to `folder`, each with the border that ends it if `inclusive`.
    fn walk<F: Folder<S>>(self, whole: S, inclusive: bool, folder: F) -> F;
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

/// The producer of the parts of `rest`.
pub(crate) struct Pieces<S, K> {
    rest: S,
    /// No border begins outside of this stretch of `rest`.
    unknown: Range<usize>,
    seek: K,
    style: Style,
}

impl<S: Span, K> Pieces<S, K> {
    pub(crate) fn new(rest: S, seek: K, style: Style) -> Self {
        Pieces { unknown: 0..rest.len(), rest, seek, style }
    }
}

impl<S, K> UnindexedProducer for Pieces<S, K>
where
    S: Span + Deref,
    K: Walk<S>,
{
    type Item = S;

    fn split(self) -> (Self, Option<Self>) {
        let Range { start, end } = self.unknown;
        let middle = self.rest.boundary(start + (end - start) / 2);
        // No border begins in `low..high`, so far.
        let (mut low, mut high) = (middle, middle);
        let mut reach = FIRST_REACH;
        while low > start || high < end {
            let further = self.rest.boundary(high.saturating_add(reach).min(end));
            if let Some(border) = self.seek.first(&self.rest, high..further) {
                return self.parted(border, low..high);
            }
            high = further;
            let further = self.rest.boundary(low.saturating_sub(reach).max(start));
            if let Some(border) = self.seek.last(&self.rest, further..low) {
                return self.parted(border, low..high);
            }
            low = further;
            reach = reach.saturating_mul(2);
        }
        (Pieces { unknown: start..start, ..self }, None)
    }

    fn fold_with<F: Folder<S>>(self, mut folder: F) -> F {
        let Pieces { mut rest, mut unknown, seek, style } = self;
        if unknown.start > 0 {
            // The first part begins with what need not be searched.
            let Some(border) = seek.first(&rest, unknown.clone()) else { return style.end(rest, folder) };
            let (first, others) = style.part(rest, &border);
            folder = folder.consume(first);
            if folder.full() {
                return folder;
            }
            unknown = 0..unknown.end - border.end;
            rest = others;
        }
        if unknown.end == rest.len() && (style.empty_end || style.inclusive) {
            return seek.walk(rest, style.inclusive, folder);
        }
        // The last part ends with what need not be searched, or std would give it although it is empty.
        let Some(border) = seek.last(&rest, unknown) else { return style.end(rest, folder) };
        let (others, last) = style.part(rest, &border);
        let folder = seek.walk(others, style.inclusive, folder);
        if folder.full() { folder } else { style.end(last, folder) }
    }
}

impl<S: Span, K: Copy> Pieces<S, K> {
    /// Splits at `border`, knowing that no other begins in `free` or between that and it.
    fn parted(self, border: Range<usize>, free: Range<usize>) -> (Self, Option<Self>) {
        let Pieces { rest, unknown, seek, style } = self;
        let (left, right) = style.part(rest, &border);
        let left = Pieces {
            rest: left,
            unknown: unknown.start..free.start.min(border.start),
            seek,
            // It ends at a border: what is before that is a part, also if empty.
            style: Style { empty_end: true, ..style },
        };
        let unknown = free.end.max(border.end) - border.end..unknown.end - border.end;
        (left, Some(Pieces { rest: right, unknown, seek, style }))
    }
}

impl Style {
    /// What is on the left and on the right of `border`.
    fn part<S: Span>(self, whole: S, border: &Range<usize>) -> (S, S) {
        let (left, right) = whole.split_at(border.end);
        (if self.inclusive { left } else { left.split_at(border.start).0 }, right)
    }

    /// Feeds the part behind the last border.
    fn end<S: Span, F: Folder<S>>(self, last: S, folder: F) -> F {
        if self.empty_end || last.len() > 0 { folder.consume(last) } else { folder }
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
        K: Walk<S>,
    {
        if levels == 0 {
            return pieces.fold_with(Gathered(Vec::new())).complete();
        }
        let (left, right) = pieces.split();
        let mut parts = parts(left, levels - 1);
        parts.extend(right.into_iter().flat_map(|right| self::parts(right, levels - 1)));
        parts
    }

    struct Gathered<S>(Vec<S>);

    impl<S> Folder<S> for Gathered<S> {
        type Result = Vec<S>;

        fn consume(mut self, part: S) -> Self {
            self.0.push(part);
            self
        }

        fn complete(self) -> Vec<S> {
            self.0
        }

        fn full(&self) -> bool {
            false
        }
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
