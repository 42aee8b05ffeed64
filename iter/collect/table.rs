//! Filling a hash table from a parallel iterator, for `HashMap` and `HashSet`.
//!
//! The plain version makes all items in parallel and then puts them in one by one: std's tables cannot be filled by
//! several threads. Where keys repeat that is a waste, since most items meet one that is there already. So:
//!
//! 1. The leftmost piece puts its items into the table at once, while others make theirs. An empty table is as good as
//!    new then: if something unwinds, it is emptied again. One that holds something waits until all items are made.
//! 2. Every other piece keeps its items in a *row*, and looks now and then at the last few: when some of them have equal
//!    hashes it goes over to a *table* of its own, in which equal keys meet without anybody else being there.
//! 3. Such a table is given up when most of its keys came but once: all of them will go into the target again.
//! 4. Neighbouring tables are merged where their threads meet; all else goes into the target in the end, in order.
//!
//! An item that is inserted later leaves the key that is there and replaces the value, in a table of a piece as in the
//! target, so that the result is what std makes of all items in their order.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::mem;

use super::pieces::Trim;
use crate::iter::ParallelIterator;
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// A row is looked at first when it has so many items, then whenever it has doubled.
const FIRST_LOOK: usize = 1024;

/// With fewer than so many times as many items in all, not many more repetitions are to be expected than so far.
const SOON: usize = 16;

/// A table with room for so many items lies in the cache, however few are in it.
const SMALL: usize = 64 * 1024;

/// Where keys repeat there may be room for this part of all items from the beginning. In a table for all of them, of
/// which few come, those few would be far from each other.
const FEW: usize = 8;

/// One in so many items of a row is looked at...
const LOOKED_AT: usize = 16;

/// ...and no more than so many: in a row of 200,000 with each key twice there are then three pairs.
const MOST_LOOKED_AT: usize = 1024;

/// So many pairs of equal hashes are no accident.
const PAIRS: usize = 3;

/// What the tables of std have in common.
pub(super) trait Table: Extend<Self::Of> + IntoIterator<Item = Self::Of> + Send {
    /// A key, with its value if there are any.
    type Of: Send;

    fn count(&self) -> usize;
    fn make_room(&mut self, more: usize);
    fn empty(&mut self);
    fn hash_of(&self, item: &Self::Of) -> u64;
}

impl<K, V, S> Table for HashMap<K, V, S>
where
    K: Eq + Hash + Send,
    V: Send,
    S: BuildHasher + Send,
{
    type Of = (K, V);

    fn count(&self) -> usize {
        self.len()
    }

    fn make_room(&mut self, more: usize) {
        self.reserve(more);
    }

    fn empty(&mut self) {
        self.clear();
    }

    fn hash_of(&self, item: &(K, V)) -> u64 {
        self.hasher().hash_one(&item.0)
    }
}

impl<T, S> Table for HashSet<T, S>
where
    T: Eq + Hash + Send,
    S: BuildHasher + Send,
{
    type Of = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn make_room(&mut self, more: usize) {
        self.reserve(more);
    }

    fn empty(&mut self) {
        self.clear();
    }

    fn hash_of(&self, item: &T) -> u64 {
        self.hasher().hash_one(item)
    }
}

/// Puts the items of `iter` into `target`. `L` is the kind of table that pieces make.
///
/// If the iterator panics, `target` holds what it held; if its keys do while it is filled, some items may be in it.
pub(super) fn fill<C, L, I>(target: &mut C, iter: I)
where
    C: Table,
    L: Table<Of = C::Of> + Default,
    I: ParallelIterator<Item = C::Of>,
{
    let was_empty = target.count() == 0;
    let expected = iter.opt_len();
    let parts = if was_empty {
        let restored = Restored(target);
        let leftmost = Cell::new(Some(&mut *restored.0));
        let parts = iter.drive_unindexed(Filling::<C, L> { leftmost, expected, local: PhantomData });
        mem::forget(restored);
        parts
    } else {
        iter.drive_unindexed(Filling::<C, L> { leftmost: Cell::new(None), expected, local: PhantomData })
    };
    let in_rows =
        parts.iter().map(|part| if let Part::Row(row) = part { row.len() } else { 0 }).sum::<usize>();
    // Of what comes to a table that holds something half may be there already: std's rule.
    target.make_room(if was_empty { in_rows } else { in_rows.div_ceil(2) });
    for part in parts {
        match part {
            Part::Row(row) => target.extend(row),
            Part::Table(table) => target.extend(table),
        }
    }
}

/// Empties the table, which was empty, when something unwinds.
struct Restored<'t, C: Table>(&'t mut C);

impl<C: Table> Drop for Restored<'_, C> {
    fn drop(&mut self) {
        self.0.empty();
    }
}

/// What a piece other than the leftmost one has made of neighbouring items.
enum Part<T, L> {
    /// All of them in order.
    Row(Vec<T>),
    /// The first one of each key, with its last value.
    Table(L),
}

/// The consumer.
struct Filling<'t, C, L> {
    /// The target, if it was empty, for the leftmost piece to fill.
    leftmost: Cell<Option<&'t mut C>>,
    /// How many items there are in all, if that is known.
    expected: Option<usize>,
    local: PhantomData<fn() -> L>,
}

impl<'t, C, L> Consumer<C::Of> for Filling<'t, C, L>
where
    C: Table,
    L: Table<Of = C::Of> + Default,
{
    type Folder = FillingFolder<'t, C, L>;
    type Reducer = JoinParts;
    type Result = Vec<Part<C::Of, L>>;

    fn split_at(self, _index: usize) -> (Self, Self, JoinParts) {
        (self.split_off_left(), self, JoinParts)
    }

    fn into_folder(self) -> Self::Folder {
        FillingFolder {
            leftmost: self.leftmost.into_inner(),
            expected: self.expected,
            parts: Vec::new(),
            way: Way::Looking { row: Vec::new(), next: FIRST_LOOK },
        }
    }

    fn full(&self) -> bool {
        false
    }
}

impl<C, L> UnindexedConsumer<C::Of> for Filling<'_, C, L>
where
    C: Table,
    L: Table<Of = C::Of> + Default,
{
    fn split_off_left(&self) -> Self {
        Filling { leftmost: Cell::new(self.leftmost.take()), ..*self }
    }

    fn to_reducer(&self) -> JoinParts {
        JoinParts
    }
}

/// What a piece does with its items.
enum Way<T, L> {
    /// Keeps them, and looks whether they repeat when there are so many.
    Looking { row: Vec<T>, next: usize },
    /// Puts them into the target: the leftmost piece.
    AtOnce,
    /// Puts them into a table of its own, and looks whether that helps when it has taken so many.
    Apart { table: L, taken: usize, next: usize },
}

struct FillingFolder<'t, C: Table, L> {
    leftmost: Option<&'t mut C>,
    expected: Option<usize>,
    parts: Vec<Part<C::Of, L>>,
    way: Way<C::Of, L>,
}

impl<C, L> FillingFolder<'_, C, L>
where
    C: Table,
    L: Table<Of = C::Of> + Default,
{
    /// Goes over to another way, if there is reason to.
    fn look(&mut self) {
        match &mut self.way {
            Way::Looking { row, next } if row.len() >= *next => {
                let repeats = repeats::<L>(row);
                match &mut self.leftmost {
                    Some(table) if repeats || self.expected.is_some() => {
                        let all = self.expected.unwrap_or(0);
                        table.make_room(if repeats && all > SMALL { all / FEW } else { all });
                        table.extend(mem::take(row));
                        self.way = Way::AtOnce;
                    }
                    None if repeats => {
                        let (taken, mut table) = (row.len(), L::default());
                        table.make_room(self.expected.unwrap_or(0) / FEW);
                        table.extend(mem::take(row));
                        self.way = Way::Apart { table, taken, next: taken };
                        self.look();
                    }
                    _ => *next = 2 * row.len(),
                }
            }
            Way::Apart { table, taken, next } if *taken >= *next => {
                let limit = if self.expected.is_some_and(|all| all / SOON < *taken) {
                    *taken / 2
                } else {
                    *taken / 4 * 3
                };
                if table.count() > limit {
                    self.parts.push(Part::Table(mem::take(table)));
                    self.way = Way::Looking { row: Vec::new(), next: usize::MAX };
                } else {
                    *next = 2 * *taken;
                }
            }
            _ => {}
        }
    }

    /// Takes some items, not all where it is time to look. Says whether there may be more.
    fn take_some(&mut self, items: &mut impl Iterator<Item = C::Of>) -> bool {
        match &mut self.way {
            Way::Looking { row, next } => {
                let before = row.len();
                row.extend(items.take(*next - before));
                row.len() == *next
            }
            Way::AtOnce => {
                if let Some(table) = &mut self.leftmost {
                    table.extend(items);
                }
                false
            }
            Way::Apart { table, taken, next } => {
                let before = *taken;
                table.extend(items.take(*next - before).inspect(|_| *taken += 1));
                *taken == *next
            }
        }
    }
}

/// Whether among the last items so many have equal hashes that about half of all must have met their like.
fn repeats<L: Table + Default>(row: &[L::Of]) -> bool {
    let count = (row.len() / LOOKED_AT).min(MOST_LOOKED_AT);
    let table = L::default();
    let mut hashes: Vec<u64> = row[row.len() - count..].iter().map(|item| table.hash_of(item)).collect();
    hashes.sort_unstable();
    let pairs = hashes.windows(2).filter(|pair| pair[0] == pair[1]).count();
    // Of d equally frequent keys, count^2 / 2d pairs are to be expected; with d at 0.6 of the length, half of the items
    // are new.
    pairs >= PAIRS && pairs.saturating_mul(row.len()) / 10 * 6 >= count * count / 2
}

impl<'t, C, L> Folder<C::Of> for FillingFolder<'t, C, L>
where
    C: Table,
    L: Table<Of = C::Of> + Default,
{
    type Result = Vec<Part<C::Of, L>>;

    fn consume(self, item: C::Of) -> Self {
        self.consume_iter(Some(item))
    }

    fn consume_iter<I: IntoIterator<Item = C::Of>>(mut self, iter: I) -> Self {
        let mut items = iter.into_iter();
        while self.take_some(&mut items) {
            self.look();
        }
        drop(items); // before `self` is on its way out, and leaks if this panics
        self
    }

    fn complete(mut self) -> Self::Result {
        match self.way {
            Way::Looking { row, .. } => self.parts.push(Part::Row(row)),
            Way::AtOnce => {}
            Way::Apart { table, .. } => self.parts.push(Part::Table(table)),
        }
        self.parts
    }

    fn full(&self) -> bool {
        false
    }
}

/// Puts the parts of neighbours in a row, and makes one of two tables that meet.
struct JoinParts;

impl<T: Send, L: Table<Of = T>> Reducer<Vec<Part<T, L>>> for JoinParts {
    fn reduce(self, mut left: Vec<Part<T, L>>, right: Vec<Part<T, L>>) -> Vec<Part<T, L>> {
        let mut right = right.into_iter();
        match (left.last_mut(), right.next()) {
            (Some(Part::Table(table)), Some(Part::Table(next))) => table.extend(next),
            (Some(Part::Row(row)), Some(Part::Row(mut next))) => {
                if !row.absorb(&mut next) {
                    row.trim();
                    left.push(Part::Row(next));
                }
            }
            (_, next) => left.extend(next),
        }
        left.extend(right);
        left
    }
}
