//! Every indexed iterator of the library, cut at every place and walked in every manner: through its producer's iterator,
//! forwards, backwards and by turns, and through its `fold_with`.
//!
//! One line each, with the file where it is implemented. `sources.rs` reads the library's text and finds those that are
//! missing here, so none can be forgotten. Sources are right by themselves, adapters over a source that is right; so
//! adapters over all sources are, since an adapter sees no more of its base than the laws of a producer. What random
//! chains of them give is tested in `pipelines/`, what short lengths and odd sizes do in the targets of their rooms.

mod sources;

use std::collections::{BinaryHeap, VecDeque};

use furcate::iter::{Either, empty, once, repeat_n};
use furcate::prelude::*;
use furcate_tests::cut_everywhere;

/// Lines of `file Type: iterator => expected items;`.
macro_rules! everywhere {
    ($($file:literal $name:ident: $make:expr => $expected:expr;)*) => {
        /// What is cut here, to be compared with what there is.
        const LISTED: &[(&str, &str)] = &[$(($file, stringify!($name))),*];

        #[test]
        fn all_are_right_at_every_cut() {
            $(cut_everywhere(|| $make, &$expected);)*
        }
    };
}

fn five() -> impl IndexedParallelIterator<Item = i32> {
    [1, 2, 3, 4, 5].into_par_iter()
}

/// What lives as long as is wanted, for iterators that borrow from something new each time.
fn leaked<T>(value: T) -> &'static mut T {
    Box::leak(Box::new(value))
}

fn row() -> &'static mut [i32] {
    leaked([1, 2, 3, 4, 5])
}

/// In two parts.
fn deque() -> VecDeque<i32> {
    let mut deque = VecDeque::from([3, 4, 5]);
    deque.push_front(2);
    deque.push_front(1);
    deque
}

/// In order, since a heap of equals has but one.
fn heap() -> BinaryHeap<i32> {
    BinaryHeap::from([7, 7, 7])
}

everywhere! {
    "iter/stage/map.rs" Map: five().map(|n| n * 2) => [2, 4, 6, 8, 10];
    "iter/stage/map_with.rs" MapWith: five().map_with(7, |with, n| n + *with) => [8, 9, 10, 11, 12];
    "iter/stage/map_init.rs" MapInit: five().map_init(|| 7, |with, n| n + *with) => [8, 9, 10, 11, 12];
    "iter/stage/cloned.rs" Cloned: row().par_iter().cloned() => [1, 2, 3, 4, 5];
    "iter/stage/copied.rs" Copied: row().par_iter().copied() => [1, 2, 3, 4, 5];
    "iter/stage/inspect.rs" Inspect: five().inspect(|_| ()) => [1, 2, 3, 4, 5];
    "iter/stage/update.rs" Update: five().update(|n| *n += 1) => [2, 3, 4, 5, 6];
    "iter/stage/panic_fuse.rs" PanicFuse: five().panic_fuse() => [1, 2, 3, 4, 5];
    "iter/special/chain.rs" Chain: five().chain(five().take(2)) => [1, 2, 3, 4, 5, 1, 2];
    "iter/special/intersperse/mod.rs" Intersperse: five().intersperse(0) => [1, 0, 2, 0, 3, 0, 4, 0, 5];
    "iter/pull/rev.rs" Rev: five().rev() => [5, 4, 3, 2, 1];
    "iter/pull/take.rs" Take: five().take(3) => [1, 2, 3];
    "iter/pull/skip.rs" Skip: five().skip(3) => [4, 5];
    "iter/pull/step_by.rs" StepBy: five().step_by(2) => [1, 3, 5];
    "iter/pull/enumerate.rs" Enumerate: five().enumerate().skip(2) => [(2, 3), (3, 4), (4, 5)];
    "iter/pull/zip.rs" Zip: five().zip(five().skip(2)) => [(1, 3), (2, 4), (3, 5)];
    "iter/pull/zip_eq.rs" ZipEq: five().zip_eq(five().rev()) => [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1)];
    "iter/pull/multi_zip.rs" MultiZip: (five(), five().skip(3), five()).into_par_iter() => [(1, 4, 1), (2, 5, 2)];
    "iter/pull/interleave.rs" Interleave: five().interleave(six_up()) => [1, 6, 2, 7, 3, 4, 5];
    "iter/pull/interleave.rs" InterleaveShortest: five().interleave_shortest(six_up()) => [1, 6, 2, 7, 3];
    "iter/pull/chunks.rs" Chunks: five().chunks(2) => [vec![1, 2], vec![3, 4], vec![5]];
    "iter/pull/fold_chunks.rs" FoldChunks: five().fold_chunks(2, || 0, |sum, n| sum + n) => [3, 7, 5];
    "iter/pull/fold_chunks.rs" FoldChunksWith: five().fold_chunks_with(2, 1, |sum, n| sum + n) => [4, 8, 6];
    "iter/pull/bounds.rs" MinLen: five().with_min_len(2) => [1, 2, 3, 4, 5];
    "iter/pull/bounds.rs" MaxLen: five().with_max_len(2) => [1, 2, 3, 4, 5];
    "iter/source/empty.rs" Empty: empty::<i32>() => [];
    "iter/source/once.rs" Once: once(1) => [1];
    "iter/source/repeat.rs" RepeatN: repeat_n(1, 3) => [1, 1, 1];
    "iter/source/either.rs" Either: either() => [1, 2, 3, 4, 5];
    "slice/iter.rs" Iter: row().par_iter() => [&1, &2, &3, &4, &5];
    "slice/iter.rs" IterMut: row().par_iter_mut() => row().iter_mut().collect::<Vec<_>>();
    "slice/chunks.rs" Chunks: row().par_chunks(2) => [&[1, 2][..], &[3, 4], &[5]];
    "slice/chunks.rs" RChunks: row().par_rchunks(2) => [&[4, 5][..], &[2, 3], &[1]];
    "slice/chunks.rs" ChunksMut: row().par_chunks_mut(2) => row().chunks_mut(2).collect::<Vec<_>>();
    "slice/chunks.rs" RChunksMut: row().par_rchunks_mut(2) => row().rchunks_mut(2).collect::<Vec<_>>();
    "slice/chunks_exact.rs" ChunksExact: row().par_chunks_exact(2) => [&[1, 2][..], &[3, 4]];
    "slice/chunks_exact.rs" RChunksExact: row().par_rchunks_exact(2) => [&[4, 5][..], &[2, 3]];
    "slice/chunks_exact.rs" ChunksExactMut: row().par_chunks_exact_mut(2) => row().chunks_exact_mut(2).collect::<Vec<_>>();
    "slice/chunks_exact.rs" RChunksExactMut: row().par_rchunks_exact_mut(2) => row().rchunks_exact_mut(2).collect::<Vec<_>>();
    "slice/windows.rs" Windows: row().par_windows(3) => [&[1, 2, 3][..], &[2, 3, 4], &[3, 4, 5]];
    "slice/windows.rs" ArrayWindows: row().par_array_windows::<3>() => [&[1, 2, 3], &[2, 3, 4], &[3, 4, 5]];
    "slice/merge.rs" Merge: row().par_merge(&[0, 3, 9]) => [&0, &1, &2, &3, &3, &4, &5, &9];
    "collections/vec.rs" IntoIter: vec![1, 2, 3].into_par_iter() => [1, 2, 3];
    "collections/vec.rs" Drain: leaked(vec![1, 2, 3, 4, 5]).par_drain(1..4) => [2, 3, 4];
    "collections/array.rs" IntoIter: [1, 2, 3, 4, 5].into_par_iter() => [1, 2, 3, 4, 5];
    "collections/vec_deque.rs" IntoIter: deque().into_par_iter() => [1, 2, 3, 4, 5];
    "collections/vec_deque.rs" Iter: leaked(deque()).par_iter() => [&1, &2, &3, &4, &5];
    "collections/vec_deque.rs" IterMut: leaked(deque()).par_iter_mut() => row().iter_mut().collect::<Vec<_>>();
    "collections/vec_deque.rs" Drain: leaked(deque()).par_drain(1..4) => [2, 3, 4];
    "collections/binary_heap.rs" IntoIter: heap().into_par_iter() => [7, 7, 7];
    "collections/binary_heap.rs" Iter: leaked(heap()).par_iter() => [&7, &7, &7];
    "collections/binary_heap.rs" Drain: leaked(heap()).par_drain() => [7, 7, 7];
    "collections/option.rs" IntoIter: Some(1).into_par_iter() => [1];
    "collections/option.rs" Iter: leaked(Some(1)).par_iter() => [&1];
    "collections/option.rs" IterMut: leaked(Some(1)).par_iter_mut() => [leaked(1)];
    "collections/result.rs" IntoIter: Ok::<_, ()>(1).into_par_iter() => [1];
    "collections/result.rs" Iter: leaked(Ok::<_, ()>(1)).par_iter() => [&1];
    "collections/result.rs" IterMut: leaked(Ok::<_, ()>(1)).par_iter_mut() => [leaked(1)];
    "collections/range/mod.rs" Iter: (-2..3_i64).into_par_iter() => [-2, -1, 0, 1, 2];
    "collections/range_inclusive.rs" Iter: ('\u{D7FE}'..='\u{E001}').into_par_iter() => ['\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}'];
}

fn six_up() -> impl IndexedParallelIterator<Item = i32> {
    [6, 7].into_par_iter()
}

fn either() -> impl IndexedParallelIterator<Item = i32> {
    if LISTED.is_empty() { Either::Left(five().rev()) } else { Either::Right(five()) }
}
