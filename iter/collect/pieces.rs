//! Buffers filled side by side: one for each piece, in order.
//!
//! What collecting falls back on where positions are not known. A piece pushes into one buffer, which grows as
//! that of a serial `collect` does; neighbours are joined by putting their buffers in a row. Only a few items are moved
//! over to the neighbour: each inner iterator of a `flat_map` is a piece, and may have given no more than one.
//! Who asked for the pieces knows their number and lengths, can reserve once, and takes them in.

use std::collections::LinkedList;
use std::marker::PhantomData;

use super::consumer::in_vecs;
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
    pub(super) fn join(mut self, mut right: Self) -> Self
    where
        B: Trim,
    {
        if right.rest.is_empty() && self.last_mut().absorb(&mut right.first) {
            return self;
        }
        // A single buffer is handed over as it is, but now there are several, which will be moved.
        for side in [&mut self, &mut right] {
            if side.rest.is_empty() {
                side.first.trim();
            }
        }
        self.rest.reserve(1 + right.rest.len());
        self.rest.push(right.first);
        self.rest.extend(right.rest);
        self
    }

    pub(super) fn last_mut(&mut self) -> &mut B {
        self.rest.last_mut().unwrap_or(&mut self.first)
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
    in_vecs(iter).into_iter().filter(|piece| !piece.is_empty()).collect()
}

/// Drives `iter` into buffers of kind `B`.
pub(super) fn in_pieces<B, I>(iter: I) -> Pieces<B>
where
    I: ParallelIterator,
    B: Default + Extend<I::Item> + Trim + Send,
{
    sink(iter, Pushing(PhantomData))
}

/// What can give back the memory that it has and does not need.
pub(super) trait Trim {
    /// Gives it back, if that is worth a call.
    fn trim(&mut self);

    /// Takes over what is in `next`, if that is so little that a buffer for it would be a waste. Says whether it did.
    fn absorb(&mut self, _next: &mut Self) -> bool {
        false
    }
}

impl<T> Trim for Vec<T> {
    fn trim(&mut self) {
        if worth_trimming((self.capacity() - self.len()).saturating_mul(size_of::<T>())) {
            self.shrink_to_fit();
        }
    }

    fn absorb(&mut self, next: &mut Self) -> bool {
        let spare = self.capacity() - self.len();
        let bytes = |items: usize| items.saturating_mul(size_of::<T>());
        let absorbs =
            bytes(next.len()) <= FEW_BYTES && (next.len() <= spare || bytes(self.len()) <= GROWING_BYTES);
        if absorbs {
            self.append(next);
        }
        absorbs
    }
}

/// So much is moved to a neighbour rather than kept in a buffer of its own, which costs more in the allocator.
const FEW_BYTES: usize = 512;

/// A buffer larger than this is not grown, which may mean to copy it, for the sake of a few items.
const GROWING_BYTES: usize = 64 * 1024;

/// Whether to give back so many bytes that a buffer has and does not use.
///
/// Buffers grow by doubling: if none were given back, they could be twice as large as what they hold, while the final memory
/// lies beside them. Less than a page is not worth a call, allocators seldom give it to anybody else.
pub(super) fn worth_trimming(bytes: usize) -> bool {
    bytes >= 4096
}

struct Pushing<B>(PhantomData<fn() -> B>);

impl<B> Clone for Pushing<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B> Copy for Pushing<B> {}

impl<T, B: Default + Extend<T> + Trim + Send> Sink<T> for Pushing<B> {
    type Acc = Pieces<B>;

    fn begin(self) -> Pieces<B> {
        Pieces { first: B::default(), rest: Vec::new() }
    }

    fn take(self, mut so_far: Pieces<B>, item: T) -> Pieces<B> {
        so_far.first.extend(Some(item));
        so_far
    }

    fn join(self, left: Pieces<B>, right: Pieces<B>) -> Pieces<B> {
        left.join(right)
    }

    fn take_iter<I: Iterator<Item = T>>(self, slot: &mut Option<Pieces<B>>, items: I) {
        if let Some(so_far) = slot {
            so_far.first.extend(items);
        }
    }
}
