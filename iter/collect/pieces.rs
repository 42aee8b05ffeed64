//! Buffers filled side by side: one for each piece, in order.
//!
//! What collecting falls back on where positions are not known. A piece pushes into one buffer, which grows as
//! that of a serial `collect` does; neighbours are joined by putting their buffers in a row, never by copying items.
//! Who asked for the pieces knows their number and lengths, can reserve once, and takes them in.

use std::collections::LinkedList;
use std::marker::PhantomData;

use crate::iter::ParallelIterator;
use crate::iter::sink::{Sink, sink};

/// A row of buffers, at least one. The first stands apart so that a single piece needs no list.
#[derive(Debug, Default)]
pub(super) struct Pieces<B> {
    pub(super) first: B,
    pub(super) rest: Vec<B>,
}

impl<B> Pieces<B> {
    /// Puts the buffers of `right` behind those of `self`.
    pub(super) fn join(mut self, right: Self) -> Self {
        self.rest.reserve(1 + right.rest.len());
        self.rest.push(right.first);
        self.rest.extend(right.rest);
        self
    }

    /// All buffers in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &B> {
        std::iter::once(&self.first).chain(&self.rest)
    }
}

impl<B> IntoIterator for Pieces<B> {
    type Item = B;
    type IntoIter = std::iter::Chain<std::iter::Once<B>, std::vec::IntoIter<B>>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self.first).chain(self.rest)
    }
}

impl<T> Pieces<Vec<T>> {
    /// The number of items in all buffers.
    pub(super) fn len(&self) -> usize {
        self.iter().map(Vec::len).sum()
    }
}

/// Collects into a list of the buffers, without the empty ones.
pub(crate) fn collect_vec_list<I: ParallelIterator>(iter: I) -> LinkedList<Vec<I::Item>> {
    in_pieces::<Vec<_>, _>(iter).into_iter().filter(|piece| !piece.is_empty()).collect()
}

/// Drives `iter` into buffers of kind `B`.
pub(super) fn in_pieces<B, I>(iter: I) -> Pieces<B>
where
    I: ParallelIterator,
    B: Buffer<I::Item>,
{
    sink(iter, Pushing(PhantomData))
}

/// What the items of a piece can be pushed into.
pub(super) trait Buffer<T>: Default + Send {
    /// Adds one item at the end.
    fn push(&mut self, item: T);

    /// Adds all items at the end.
    fn push_all<I: Iterator<Item = T>>(&mut self, items: I);

    /// Gives back the memory that a filled buffer does not need, if that is worth a call.
    ///
    /// Asked only where there are several: a single one is handed over as it is.
    fn trim(&mut self) {}
}

impl<T: Send> Buffer<T> for Vec<T> {
    fn push(&mut self, item: T) {
        Vec::push(self, item);
    }

    fn push_all<I: Iterator<Item = T>>(&mut self, items: I) {
        self.extend(items);
    }

    fn trim(&mut self) {
        // A buffer has grown by doubling: without this the buffers could be twice as large as what they hold, while
        // the final memory lies beside them.
        if (self.capacity() - self.len()).saturating_mul(size_of::<T>()) >= WORTH_TRIMMING {
            self.shrink_to_fit();
        }
    }
}

/// Bytes. Allocators give back less than a page to nobody.
const WORTH_TRIMMING: usize = 4096;

struct Pushing<B>(PhantomData<fn() -> B>);

impl<B> Clone for Pushing<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Pushing<B> {}

impl<T, B: Buffer<T>> Sink<T> for Pushing<B> {
    type Acc = Pieces<B>;

    fn begin(self) -> Pieces<B> {
        Pieces { first: B::default(), rest: Vec::new() }
    }

    fn take(self, mut so_far: Pieces<B>, item: T) -> Pieces<B> {
        so_far.first.push(item);
        so_far
    }

    fn join(self, mut left: Pieces<B>, mut right: Pieces<B>) -> Pieces<B> {
        for side in [&mut left, &mut right] {
            if side.rest.is_empty() {
                side.first.trim();
            }
        }
        left.join(right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, mut so_far: Pieces<B>, items: I) -> Pieces<B> {
        so_far.first.push_all(items);
        so_far
    }
}
