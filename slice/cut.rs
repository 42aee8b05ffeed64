//! A row of things in a slice, where position `i` maps to a place: the producer of all chunks and windows.
//!
//! Such rows know their number beforehand and split at any position. They differ in two answers only, which a
//! [`Cut`] gives: which two parts of the slice hold the things before and after position `i`, and which
//! iterator of std walks them. [`Row`] is the producer for all of them.
//!
//! Chunks differ in the end at which they begin ([`front_first`], [`back_first`]); a table at the end of the
//! file names the eight iterators. Those that are exact get a slice without the remainder, so that they split
//! as the others do. Windows overlap and have their answers in `windows.rs`.

use std::slice;

use crate::iter::plumbing::Producer;

/// A shared or exclusive borrow of things that lie in a row.
pub(crate) trait Span: Send + Sized {
    /// How many things there are.
    fn len(&self) -> usize;

    /// Splits into the first `index` things and the rest.
    fn split_at(self, index: usize) -> (Self, Self);

    /// The first place from `index` on at which it may be split.
    fn boundary(&self, index: usize) -> usize {
        index
    }
}

impl<T: Sync> Span for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        self.split_at(index)
    }
}

impl<T: Send> Span for &mut [T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        self.split_at_mut(index)
    }
}

/// How a slice is cut into a row of things.
pub(crate) trait Cut<S>: Copy + Send {
    /// The iterator of std over the things.
    type Iter: DoubleEndedIterator + ExactSizeIterator;

    /// Splits the slice into that of the first `index` things and that of the rest.
    fn split(self, slice: S, index: usize) -> (S, S);

    /// Walks the things.
    fn iter(self, slice: S) -> Self::Iter;
}

/// The producer of the things that `cut` makes of `slice`.
pub(crate) struct Row<S, K> {
    pub(crate) slice: S,
    pub(crate) cut: K,
}

impl<S: Send, K: Cut<S>> Producer for Row<S, K> {
    type Item = <K::Iter as Iterator>::Item;
    type IntoIter = K::Iter;

    fn into_iter(self) -> Self::IntoIter {
        self.cut.iter(self.slice)
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.cut.split(self.slice, index);
        (Row { slice: left, ..self }, Row { slice: right, ..self })
    }
}

/// Splits off `index` chunks that are counted from the front. Only the last one may be short.
fn front_first<S: Span>(slice: S, size: usize, index: usize) -> (S, S) {
    let place = index.saturating_mul(size).min(slice.len());
    slice.split_at(place)
}

/// Splits off `index` chunks that are counted from the back.
fn back_first<S: Span>(slice: S, size: usize, index: usize) -> (S, S) {
    let place = slice.len().saturating_sub(index.saturating_mul(size));
    let (rest, first) = slice.split_at(place);
    (first, rest)
}

/// Makes a kind of chunks, over shared and exclusive slices, out of the iterators of std.
///
/// ```text
/// cuts! { Front, front_first: chunks -> Chunks, chunks_mut -> ChunksMut; }
/// ```
///
/// gives a `struct Front(usize)` which holds the size and is a `Cut` of `&[T]` and of `&mut [T]`.
macro_rules! cuts {
    ($($kind:ident, $split:ident: $chunks:ident -> $Chunks:ident, $chunks_mut:ident -> $ChunksMut:ident;)*) => { $(
        #[derive(Clone, Copy)]
        pub(crate) struct $kind(pub(crate) usize);

        cuts! { @impl &'data [T], Sync, $kind, $split, $chunks, $Chunks }
        cuts! { @impl &'data mut [T], Send, $kind, $split, $chunks_mut, $ChunksMut }
    )* };
    (@impl $slice:ty, $bound:ident, $kind:ident, $split:ident, $chunks:ident, $Chunks:ident) => {
        impl<'data, T: $bound> Cut<$slice> for $kind {
            type Iter = slice::$Chunks<'data, T>;

            fn split(self, slice: $slice, index: usize) -> ($slice, $slice) {
                $split(slice, self.0, index)
            }

            fn iter(self, slice: $slice) -> Self::Iter {
                slice.$chunks(self.0)
            }
        }
    };
}

cuts! {
    Front, front_first: chunks -> Chunks, chunks_mut -> ChunksMut;
    FrontExact, front_first: chunks_exact -> ChunksExact, chunks_exact_mut -> ChunksExactMut;
    Back, back_first: rchunks -> RChunks, rchunks_mut -> RChunksMut;
    BackExact, back_first: rchunks_exact -> RChunksExact, rchunks_exact_mut -> RChunksExactMut;
}
