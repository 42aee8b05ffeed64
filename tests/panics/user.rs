//! User code that panics at one chosen call: closures, comparisons, hashing, cloning, iterating, or destructors.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::iter::{Product, Sum};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{Counted, Tally};

/// Items in a source; pieces take three at most, so that there are several on one thread, too.
pub(crate) const LEN: usize = 12;
const PIECE: usize = 3;

/// What panics: the calls of user code, or its destructors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    Call,
    Drop,
}

/// What a planned panic carries: the number of the call, and something that has to be dropped.
pub(crate) struct Burnt {
    pub(crate) at: usize,
    _counted: Counted,
}

/// All user code of one run.
#[derive(Clone, Debug)]
pub(crate) struct User(Arc<Fuse>);

#[derive(Debug)]
struct Fuse {
    bad: Bad,
    at: usize,
    seen: AtomicUsize,
    tally: Tally,
}

impl User {
    pub(crate) fn new(bad: Bad, at: usize) -> Self {
        User(Arc::new(Fuse { bad, at, seen: AtomicUsize::new(0), tally: Tally::new() }))
    }

    /// To be said at each call of user code.
    pub(crate) fn call(&self) {
        self.burn(Bad::Call);
    }

    fn burn(&self, what: Bad) {
        if what == self.0.bad && self.0.seen.fetch_add(1, Relaxed) == self.0.at {
            resume_unwind(Box::new(Burnt { at: self.0.at, _counted: self.0.tally.make(0) }));
        }
    }

    /// How many calls there were.
    pub(crate) fn seen(&self) -> usize {
        self.0.seen.load(Relaxed)
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.0.tally
    }

    /// An item that is not made by a call.
    pub(crate) fn make(&self, value: usize) -> Item {
        Item { value, user: self.clone(), _counted: self.0.tally.make(value) }
    }

    /// A source of items, in pieces.
    pub(crate) fn items(&self) -> impl IndexedParallelIterator<Item = Item> + '_ {
        (0..LEN).into_par_iter().with_max_len(PIECE).map(|n| self.make(n))
    }

    pub(crate) fn vec(&self, len: usize) -> Vec<Item> {
        // All places, not in order; some values twice.
        (0..len).map(|n| self.make(n * 7 % len / 2 * 2)).collect()
    }

    /// A call that says so, and gives back what it was given.
    pub(crate) fn same<T>(&self) -> impl Fn(T) -> T + Send + Sync + '_ {
        |item| {
            self.call();
            item
        }
    }

    /// A predicate that holds up to the item `at`, which is in the middle.
    pub(crate) fn below<'u>(&'u self, at: usize) -> impl Fn(&Item) -> bool + Send + Sync + 'u {
        move |item| {
            self.call();
            item.value < at
        }
    }

    /// The later of two.
    pub(crate) fn later(&self) -> impl Fn(Item, Item) -> Item + Send + Sync + '_ {
        |one, other| {
            self.call();
            let (kept, gone) = if one.value < other.value { (other, one) } else { (one, other) };
            // Not at the end, where the compiler would forget what is returned. (rust#47949)
            drop(gone);
            kept
        }
    }

    pub(crate) fn compare(&self) -> impl Fn(&Item, &Item) -> Ordering + Clone + Send + Sync + '_ {
        |one, other| {
            self.call();
            one.value.cmp(&other.value)
        }
    }

    /// A key, which counts as the item does.
    pub(crate) fn key(&self) -> impl Fn(&Item) -> Item + Clone + Send + Sync + '_ {
        |item| {
            self.call();
            self.make(item.value)
        }
    }

    pub(crate) fn fresh(&self) -> impl Fn() -> Item + Send + Sync + '_ {
        || {
            self.call();
            self.make(0)
        }
    }

    /// Pushes, as folds do.
    pub(crate) fn push(&self) -> impl Fn(Vec<Item>, Item) -> Vec<Item> + Send + Sync + '_ {
        |mut so_far, item| {
            self.call();
            so_far.push(item);
            so_far
        }
    }
}

/// A value of the user's: each of its methods is a call, and its destructor.
pub(crate) struct Item {
    pub(crate) value: usize,
    user: User,
    _counted: Counted,
}

impl Drop for Item {
    fn drop(&mut self) {
        self.user.burn(Bad::Drop);
    }
}

impl Clone for Item {
    fn clone(&self) -> Self {
        self.user.call();
        self.user.make(self.value)
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.user.call();
        self.value == other.value
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Self) -> Ordering {
        self.user.call();
        self.value.cmp(&other.value)
    }
}

impl Hash for Item {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.user.call();
        self.value.hash(state);
    }
}

/// A sum or a product of items.
#[derive(Debug)]
pub(crate) struct Total(usize);

impl Sum<Item> for Total {
    fn sum<I: Iterator<Item = Item>>(items: I) -> Self {
        Total(items.map(|item| (item.user.call(), item.value).1).sum())
    }
}

impl Sum for Total {
    fn sum<I: Iterator<Item = Total>>(totals: I) -> Self {
        Total(totals.map(|total| total.0).sum())
    }
}

impl Product<Item> for Total {
    fn product<I: Iterator<Item = Item>>(items: I) -> Self {
        Sum::sum(items)
    }
}

impl Product for Total {
    fn product<I: Iterator<Item = Total>>(totals: I) -> Self {
        Sum::sum(totals)
    }
}
