//! How much order is there already, short of complete order?
//!
//! `scan.rs` settles slices that are in order; this file looks for the two next best things, because they change
//! which way is the fastest:
//!
//! * *long runs* (logs put together, a sorted slice with a new tail): std's stable sort finds the runs and merges
//!   them, so pieces go to it even if nobody asked for stability;
//! * *a few strays* (a sorted slice in which one in a hundred items has changed): the items that keep the order are
//!   gathered in one pass, the strays are sorted alone, and both are merged. The idea is from Splitsort (Levcopoulos
//!   and Petersson 1991) and drop-merge sort (Ernerfeldt 2016); here it works in place, by swaps, and is not stable, or by
//!   rotations, and is.
//!
//! The question is put to a few hundred neighbours, so a wrong answer is possible. It costs time, not order.

use super::Limits;
use super::order::Order;
use super::quick::mend_seam;
use super::wide::sort_unstable_here;

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
    if broken <= RUN_ENDS {
        Presorted::Runs
    } else if strays_in_windows(items, order) {
        Presorted::FewStrays
    } else {
        Presorted::No
    }
}

/// Whether most descents in the windows are those of strays: the order goes on behind them. (That of a saw's teeth does
/// not.)
fn strays_in_windows<T, O: Order<T>>(items: &[T], order: &O) -> bool {
    let (mut strays, mut descents) = (0, 0);
    for window in 0..WINDOWS {
        let start = items.len() / WINDOWS * window;
        for around in items[start..=start + PAIRS].windows(4) {
            if order.less(&around[2], &around[1]) {
                descents += 1;
                let goes_on = !order.less(&around[2], &around[0]) || !order.less(&around[3], &around[1]);
                strays += usize::from(goes_on);
            }
        }
    }
    2 * strays >= descents
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
        return if few_turns(items, order) {
            order.sort_stable(items)
        } else {
            sort_unstable_here(items, order)
        };
    }
    order.sort_unstable(&mut items[kept..]);
    mend_seam(items, kept, order, limits);
}

/// Strays that are worth to be parted from the others without losing their order: one in so many, and a few more.
const FEW_APART: usize = 8;
const FEW_AT_FIRST: usize = 64;
/// Strays in a row that are too many to be judged again.
const MOST_MISFITS: usize = 4 * PATIENCE;
/// Strays that are moved past all others one by one, before groups of them are.
const GROUP: usize = 32;

/// As [`sort_strays`], keeping the order of equal items.
///
/// An item is *low* if it is less than the last one kept, so it belongs behind all that are kept and equal to it: those
/// come before it. It is *high* if one of the next two is less than it, and not less than the last one kept: so it
/// belongs before all that are kept and equal to it, as those come after it. The last one kept never falls, so of
/// a high and a low one that are equal, the high one comes first, too. That makes three rows, high, kept, low, which
/// a stable merge puts together.
pub(super) fn sort_strays_stably<T: Send, O: Order<T>>(items: &mut [T], order: &O, limits: &Limits) {
    let Some(strays) = find_strays(items, order) else { return order.sort_stable(items) };
    let places: Vec<usize> = strays.iter().map(|stray| stray.place).collect();
    let kept = part_places(items, &places);
    let (_, apart) = items.split_at_mut(kept);
    let high: Vec<usize> = (0..strays.len()).filter(|&nth| strays[nth].is_high).collect();
    let low = part_places(apart, &high);
    let (lows, highs) = apart.split_at_mut(low);
    order.sort_stable(lows);
    order.sort_stable(highs);
    items.rotate_right(high.len());
    mend_seam(&mut items[..high.len() + kept], high.len(), order, limits);
    mend_seam(items, high.len() + kept, order, limits);
}

/// An item that is to be parted from those in order.
struct Stray {
    place: usize,
    is_high: bool,
}

/// The strays, from front to back; `None` if they are not few. Moves nothing.
fn find_strays<T, O: Order<T>>(items: &[T], order: &O) -> Option<Vec<Stray>> {
    let less = |a: usize, b: usize| order.less(&items[a], &items[b]);
    let mut strays: Vec<Stray> = Vec::new();
    // The last one that is kept. The first item is, at first, whatever follows.
    let (mut last, mut misfits, mut anew) = (0, 0, 0);
    let mut place = 1;
    while place < items.len() {
        let is_low = less(place, last);
        if is_low || is_high(place, last, items.len(), &less) {
            strays.push(Stray { place, is_high: !is_low });
            misfits += 1;
        } else {
            (last, misfits) = (place, 0);
        }
        if is_low && misfits >= PATIENCE {
            // Those that were kept last are in the way of too many. All behind the first of them is judged anew.
            let wrong;
            (last, wrong) = kept_before(place, last, &strays, &less)?;
            strays.truncate(strays.partition_point(|stray| stray.place < wrong));
            strays.push(Stray { place: wrong, is_high: true });
            (place, misfits, anew) = (wrong, 0, anew + 1);
        }
        let few = place / FEW_APART + FEW_AT_FIRST;
        if strays.len() > few || anew > few || misfits > MOST_MISFITS {
            return None;
        }
        place += 1;
    }
    Some(strays)
}

/// Whether an item that fits behind the last one kept is in the way of both next ones, of which one fits, too.
fn is_high(place: usize, last: usize, len: usize, less: &impl Fn(usize, usize) -> bool) -> bool {
    let (next, other) = (place + 1, place + 2);
    other < len && less(next, place) && less(other, place) && (!less(next, last) || !less(other, last))
}

/// The last one of those kept that is not greater than the item at `place`, and the one that was kept next, from `last` on
/// backwards. `None` if it is not among the last few.
fn kept_before(
    place: usize,
    last: usize,
    strays: &[Stray],
    less: &impl Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let mut before = &strays[..strays.partition_point(|stray| stray.place < last)];
    let mut wrong = last;
    for _ in 0..PATIENCE {
        let mut kept = wrong.checked_sub(1)?;
        while let Some((stray, others)) = before.split_last().filter(|(stray, _)| stray.place == kept) {
            (before, kept) = (others, stray.place.checked_sub(1)?);
        }
        if !less(place, kept) {
            return Some((kept, wrong));
        }
        wrong = kept;
    }
    None
}

/// Moves the items at these places, which rise, behind all others, keeping the order of both; gives how many others
/// there are.
fn part_places<T>(items: &mut [T], places: &[usize]) -> usize {
    part_places_from(items, 0, places)
}

/// As [`part_places`], of items of which the first one has the place `start`.
fn part_places_from<T>(items: &mut [T], start: usize, places: &[usize]) -> usize {
    if places.len() <= GROUP {
        // Those that were met so far, `parted`, are just before what comes next.
        let (mut parted, mut end) = (0, 0);
        for &place in places {
            let place = place - start;
            items[end - parted..place].rotate_left(parted);
            (parted, end) = (parted + 1, place + 1);
        }
        items[end - parted..].rotate_left(parted);
        return items.len() - parted;
    }
    let (first, second) = places.split_at(places.len() / 2);
    let (left, right) = items.split_at_mut(second[0] - start);
    let (left_len, in_left) = (left.len(), part_places_from(left, start, first));
    let in_right = part_places_from(right, second[0], second);
    items[in_left..left_len + in_right].rotate_left(left_len - in_left);
    in_left + in_right
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
