//! How much order is there already, short of complete order?
//!
//! `scan.rs` settles slices that are in order; this file looks for the two next best things, because they change
//! which way is the fastest:
//!
//! * *long runs* (logs put together, a sorted slice with a new tail): std's stable sort finds the runs and merges
//!   them, so pieces go to it even if nobody asked for stability;
//! * *a few strays* (a sorted slice in which one in a hundred items has changed): the items that keep the order are
//!   gathered in one pass, the strays are sorted alone, and both are merged. The idea is from Splitsort (Levcopoulos
//!   and Petersson 1991) and drop-merge sort (Ernerfeldt 2016); here it works in place, by swaps, and is not stable.
//!
//! The question is put to a few hundred neighbours, so a wrong answer is possible. It costs time, not order.

use super::Limits;
use super::order::Order;
use super::quick::mend_seam;

/// What order there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presorted {
    Runs,
    FewStrays,
    No,
}

/// Windows that are looked at, spread evenly, and neighbours compared in each.
const WINDOWS: usize = 16;
const PAIRS: usize = 24;
/// Windows that may hold the end of a run. Strays break more of them.
const RUN_ENDS: usize = 2;
/// Strays are few up to one descent in so many neighbours.
const FEW: usize = 12;
/// Items that do not fit in a row, after which the last ones kept are taken for the strays.
const PATIENCE: usize = 8;

/// Looks at a few windows of the slice.
pub(super) fn presorted<T, O: Order<T>>(items: &[T], order: &O) -> Presorted {
    if items.len() < 2 * WINDOWS * PAIRS {
        return Presorted::No;
    }
    let (mut descents, mut broken) = (0, 0);
    for window in 0..WINDOWS {
        let start = items.len() / WINDOWS * window;
        let pairs = items[start..=start + PAIRS].windows(2);
        let here = pairs.filter(|pair| order.less(&pair[1], &pair[0])).count();
        descents += here;
        broken += usize::from(here != 0 && here != PAIRS);
        if broken > RUN_ENDS && descents > WINDOWS * PAIRS / FEW {
            return Presorted::No;
        }
    }
    if broken <= RUN_ENDS { Presorted::Runs } else { Presorted::FewStrays }
}

/// Changes of direction up to which one thread does best to merge runs: four rising ones have six.
const FEW_TURNS: usize = 6;

/// Whether the slice rises and falls in a few runs only. Looks at all items, and at hardly more than the first ones if
/// there are many turns.
pub(super) fn few_turns<T, O: Order<T>>(items: &[T], order: &O) -> bool {
    let (mut turns, mut falling) = (0, false);
    items.windows(2).all(|pair| {
        let falls = order.less(&pair[1], &pair[0]);
        turns += usize::from(falls != falling);
        falling = falls;
        turns <= FEW_TURNS
    })
}

/// Items that are asked for their values, and how many different ones are few.
const ASKED: usize = 32;
const FEW_DIFFERENT: usize = 16;

/// Whether most items have one of few values, as far as some of them tell.
pub(super) fn few_values<T, O: Order<T>>(items: &[T], order: &O) -> bool {
    let step = items.len() / ASKED;
    // The places of the different values so far, in order of their values. Only a few: insertion is good enough.
    let (mut different, mut count) = ([0; ASKED], 0);
    for place in (0..ASKED).map(|nth| nth * step) {
        let item = &items[place];
        let before = different[..count].partition_point(|&other| order.less(&items[other], item)).min(count);
        if before == count || order.less(item, &items[different[before]]) {
            different.copy_within(before..count, before + 1);
            different[before] = place;
            count += 1;
            if count > FEW_DIFFERENT {
                return false;
            }
        }
    }
    true
}

/// Sorts items of which few stray.
pub(super) fn sort_strays<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) {
    let kept = gather_order(items, order);
    if kept < items.len() / 2 {
        // No strays, then, but perhaps runs.
        return if few_turns(items, order) { order.sort_stable(items) } else { order.sort_unstable(items) };
    }
    order.sort_unstable(&mut items[kept..]);
    mend_seam(items, kept, order, limits);
}

/// Moves items that are in order to the front, and the strays behind them; gives how many are in front.
fn gather_order<T, O: Order<T>>(items: &mut [T], order: &O) -> usize {
    let (mut kept, mut misfits) = (items.len().min(1), 0);
    for place in 1..items.len() {
        let item = &items[place];
        if !order.less(item, &items[kept - 1]) {
            items.swap(kept, place);
            kept += 1;
            misfits = 0;
        } else if misfits == 0 && kept > 1 && !order.less(item, &items[kept - 2]) {
            // It fits behind the last but one: the last one is the stray.
            items.swap(kept - 1, place);
        } else {
            misfits += 1;
            if misfits == PATIENCE {
                // Those that were kept last are in the way of too many. They lie next to the strays.
                kept -= items[1..kept]
                    .iter()
                    .rev()
                    .take(PATIENCE)
                    .take_while(|&last| order.less(&items[place], last))
                    .count();
                misfits = 0;
                if place - kept > items.len() / 4 {
                    break;
                }
            }
        }
    }
    kept
}
