//! Selection on one thread whose worst case is known, whatever the order says.
//!
//! std's selection falls back to medians of medians, which removes as little as one item a round where the order lies, or
//! where many items are equal after sixteen bad rounds, and selects from a sample each time: more than quadratic. So std
//! gets short slices only, and others end here when all else has failed. The plain version is that of Blum, Floyd, Pratt,
//! Rivest and Tarjan 1973: the median of the medians of five as pivot. What differs:
//!
//! 1. Items that equal the pivot are set aside, too, so that equal items cost no more than different ones.
//! 2. An honest order leaves at most seven tenths after a round. Whatever leaves more is a lie, and the rest is sorted by
//!    std, whose sorts have a sure bound.

use std::ops::Range;

use super::order::Order;
use super::partition::alone;

/// Shorter slices are sorted.
const SHORT: usize = 32;
/// Items of a group whose median counts.
const GROUP: usize = 5;
/// What rounding adds to seven tenths, at most.
const ROUNDING: usize = 8;

/// Brings to place `index` what sorting would bring there: O(n) comparisons if the order is honest, else O(n·log n).
pub(super) fn select_surely<T, O: Order<T>>(mut items: &mut [T], mut index: usize, order: &O) {
    while items.len() > SHORT {
        let len = items.len();
        let groups = len / GROUP;
        for group in 0..groups {
            let start = group * GROUP;
            order.sort_unstable(&mut items[start..start + GROUP]);
            items.swap(group, start + GROUP / 2);
        }
        select_surely(&mut items[..groups], groups / 2, order);
        items.swap(0, groups / 2);
        let rest = part_by_first(items, index, order, true);
        index -= rest.start;
        items = &mut items[rest];
        if items.len() > len / 10 * 7 + ROUNDING {
            break;
        }
    }
    order.sort_unstable(items);
}

/// Parts the items by the first one; gives the part which holds the place `index`, of one item if that is settled. What equals the
/// first is set aside only if that is worth a look `for_equal` ones.
pub(super) fn part_by_first<T, O: Order<T>>(
    items: &mut [T],
    index: usize,
    order: &O,
    for_equal: bool,
) -> Range<usize> {
    let len = items.len();
    let Some((pivot, others)) = items.split_first_mut() else { return 0..0 };
    let less = alone(others, &|item: &T| order.less(item, pivot));
    items.swap(0, less);
    if index < less {
        return 0..less;
    }
    let (before, greater) = items.split_at_mut(less + 1);
    let equal = if for_equal { alone(greater, &|item: &T| !order.less(&before[less], item)) } else { 0 };
    let settled = less + 1 + equal;
    if index < settled { index..index + 1 } else { settled..len }
}
