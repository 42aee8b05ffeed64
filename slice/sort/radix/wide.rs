//! Sorts a long stretch on all threads.
//!
//! The plain version: count how many keys have each value of the highest digit, move all items to the buckets of these
//! values, and sort each bucket alone (most significant digit first). What differs:
//!
//! 1. Counting and moving are done by all threads, each with tables of its own over its own pieces. Only the sums over the
//!    tables are serial, which are as many as pieces times buckets.
//! 2. The buckets are a `Cut`: a range in which nearly all keys of a sample lie, so that skewed keys use most of them.
//! 3. A bucket that is still long is sorted by this file again. So one hot bucket keeps all threads busy, too.
//! 4. Buckets that fit into the caches are sorted by one thread each, many of them in parallel (`narrow.rs`).
//! 5. Keys for which that goes on too long are sorted by comparisons.

use std::iter::zip;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use furcate_core::join;

use super::digit::{Buckets, Cut, Open, sample};
use super::narrow::{Tables, sort_narrow};
use super::scatter::{Part, over_pieces, scatter_shared};
use super::{Digits, RadixLimits, leaf_for_order};
use crate::slice::sort::run::Run;
use crate::slice::sort::scan::settle_pattern;
use crate::slice::sort::tree::{Leaf, sort_run};

/// Keys that are looked at before the range is cut.
const SAMPLE: usize = 256;

/// Sorts items which may differ only in the `open` bits. Has been called for `level` buckets around them.
pub(super) fn sort_wide<T: Send, D: Digits<T>>(
    mut run: Run<'_, T>,
    digits: &D,
    mut open: Open,
    limits: &RadixLimits,
    level: u32,
) {
    let len = run.len();
    if settle_pattern(run.items(), digits, &limits.passes) {
        return run.come_home(&limits.passes);
    }
    let leaf = leaf_for_order(run.items(), digits);
    if leaf.is_some() || level == limits.levels || u32::try_from(len).is_err() {
        return sort_run(run, digits, &limits.passes, leaf.unwrap_or(Leaf::Stable));
    }
    let (mut parts, cut, range, size) = loop {
        let sample = sample(run.items(), digits, open.start, SAMPLE);
        let cut = Cut::new(&sample, open, limits.bits);
        if cut.open_among(open, D::BITS).is_some() && is_hot(&sample) && open.start + 64 >= D::BITS {
            return sort_run(run, digits, &limits.passes, Leaf::Stable);
        }
        let threads = limits.passes.threads();
        let most = if threads == 1 { 1 } else { PIECES_PER_THREAD * threads };
        let size = len.div_ceil((len / limits.piece).clamp(1, most));
        let mut parts = vec![Part::default(); len.div_ceil(size) * cut.count()];
        let range = count(run.items(), (digits, open.start), cut, &mut parts, size);
        if range.0 != range.1 {
            break (parts, cut, range, size);
        }
        match open.only(0, D::BITS) {
            Some(next) => open = next,
            None => return run.come_home(&limits.passes),
        }
    };
    // If the keys have changed, there is no order to be had.
    let Some(ends) = scatter_shared(&mut run, (digits, open.start), cut, &mut parts, size) else { return };
    drop(parts);
    let sort =
        |bucket: Run<'_, T>, at: usize, tables: &mut Tables| match cut.open_in(at, range, open, D::BITS) {
            None => bucket.come_home(&limits.passes),
            Some(open) if bucket.len() > limits.narrow => sort_wide(bucket, digits, open, limits, level + 1),
            Some(open) => sort_narrow(bucket, digits, open, tables.all()),
        };
    sort_buckets(run, &ends, (0, 0), limits, &sort);
}

/// Whether most keys of a sorted sample are the same: comparisons find that out while they partition or merge, in fewer
/// passes.
fn is_hot(sample: &[u64]) -> bool {
    let half = sample.len().div_ceil(2);
    sample.windows(half).any(|window| window[0] == window[half - 1])
}

/// Pieces for each thread that moves items: several, so that whoever is late has less to do.
const PIECES_PER_THREAD: usize = 2;

/// Counts the items of each piece for each bucket; gives the least and the greatest of their windows.
fn count<T: Send, D: Digits<T>>(
    items: &mut [T],
    (digits, start): (&D, u32),
    cut: Cut,
    parts: &mut [Part],
    size: usize,
) -> (u64, u64) {
    let (least, greatest) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
    over_pieces(items, parts, (size, cut.count()), &|piece: &mut [T], parts: &mut [Part]| {
        let (mut min, mut max) = (u64::MAX, 0);
        // Every other item is counted elsewhere, or equal keys in a row would wait for each other's count.
        let mut others = vec![0; parts.len()];
        let mut bucket = |item: &T| {
            let window = digits.window(item, start);
            min = min.min(window);
            max = max.max(window);
            cut.of(window)
        };
        let pairs = piece.chunks_exact(2);
        if let [last] = pairs.remainder() {
            parts[bucket(last)].count(1);
        }
        for pair in pairs {
            parts[bucket(&pair[0])].count(1);
            others[bucket(&pair[1])] += 1;
        }
        zip(parts, others).for_each(|(part, others)| part.count(others));
        least.fetch_min(min, Relaxed); // Read after all pieces are done.
        greatest.fetch_max(max, Relaxed);
        true
    });
    (least.into_inner(), greatest.into_inner())
}

/// Sorts the buckets, which end at `ends`, in parallel. The first one is the `at`th of all and starts at `start`.
fn sort_buckets<T: Send, F>(
    run: Run<'_, T>,
    ends: &[u32],
    (at, start): (usize, u32),
    limits: &RadixLimits,
    sort: &F,
) where
    F: Fn(Run<'_, T>, usize, &mut Tables) + Sync,
{
    let len = run.len();
    if ends.len() > 1 && len > limits.group {
        let middle = start + (len / 2) as u32;
        let mid = ends.partition_point(|&end| end <= middle).clamp(1, ends.len() - 1);
        let (left_ends, right_ends) = ends.split_at(mid);
        let border = left_ends[mid - 1];
        let (left, right) = run.split_at((border - start) as usize);
        join(
            || sort_buckets(left, left_ends, (at, start), limits, sort),
            || sort_buckets(right, right_ends, (at + mid, border), limits, sort),
        );
        return;
    }
    let mut tables = Tables::for_len(len.min(limits.narrow));
    let (mut rest, mut start) = (run, start);
    for (at, &end) in zip(at.., ends) {
        let (bucket, others) = rest.split_at((end - start) as usize);
        if bucket.len() > 0 {
            sort(bucket, at, &mut tables);
        }
        (rest, start) = (others, end);
    }
}
