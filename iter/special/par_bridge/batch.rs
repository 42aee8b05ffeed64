//! Working on a batch.

use furcate_core::adapt::now;

use crate::iter::plumbing::Folder;

/// A batch is worked on in so many parts, with a look at the clock after each.
const PARTS: usize = 8;

/// A part that takes so many times longer than planned shows that the items are dearer than thought.
const OVERRUN: u64 = 4;

/// Folds a batch, or the first parts of it if they take much longer than the `work` expected of each item, in picoseconds.
pub(super) fn fold_batch<T, F: Folder<T>>(batch: &mut Vec<T>, work: u64, mut folder: F) -> F {
    let part = (batch.len() / PARTS).max(1);
    let planned = work.saturating_mul(part as u64) / 1000;
    let mut items = batch.drain(..);
    let mut looked = now();
    while items.len() > 0 {
        folder = folder.consume_iter(items.by_ref().take(part));
        let time = now();
        if folder.full() || time - looked > OVERRUN * planned.max(1000) {
            break;
        }
        looked = time;
    }
    let rest: Vec<_> = items.collect();
    batch.extend(rest);
    folder
}
