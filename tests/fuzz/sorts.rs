//! Sorts, selection, partition, merging and radix sorts, of items of many types, in orders that are some or none.
//!
//! Bytes choose the work, the type of the items, the order, the limits from which work is shared, and the runs that the slice is
//! made of. Where the order is one, the result is compared with std's. Where it is none, or the comparator panics, each item is
//! still there once.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::slice::RadixKey;
use furcate::slice::sort::{Limits, RadixLimits, radix_with_limits};
use furcate_tests::{Dice, in_kept_pool, may_unwind};

#[path = "../sort/works.rs"]
mod works;

use works::{Made, Seen, WORKS, Work};

/// What may be said of two items.
#[derive(Clone, Copy)]
enum Order {
    /// By a part of the rank, so that items which are equal can be told apart.
    Rising(u32),
    Falling(u32),
    /// Any relation between residues.
    Table([[Ordering; 6]; 6]),
    /// By where the items lie while they are moved about.
    ByAddress,
}

impl Order {
    fn draw(dice: &mut Dice<'_>) -> Self {
        match dice.throw(8) {
            0..=2 => Order::Rising([0, 1, 3, 5][dice.throw(4)]),
            3 | 4 => Order::Falling([0, 1, 3, 5][dice.throw(4)]),
            5 | 6 => {
                let mut table = [[Ordering::Equal; 6]; 6];
                for opinion in table.as_flattened_mut() {
                    *opinion = dice.one_of(&[Ordering::Less, Ordering::Equal, Ordering::Greater]);
                }
                Order::Table(table)
            }
            _ => Order::ByAddress,
        }
    }

    fn compare(self, a: Seen, b: Seen) -> Ordering {
        match self {
            Order::Rising(bits) => (a.rank >> bits).cmp(&(b.rank >> bits)),
            Order::Falling(bits) => (b.rank >> bits).cmp(&(a.rank >> bits)),
            Order::Table(table) => table[(a.rank % 6) as usize][(b.rank % 6) as usize],
            Order::ByAddress => a.address.cmp(&b.address),
        }
    }

    fn is_one(self) -> bool {
        matches!(self, Order::Rising(_) | Order::Falling(_))
    }
}

/// Draws runs of all kinds, at most `most` items.
fn ranks(dice: &mut Dice<'_>, most: usize) -> Vec<u64> {
    let mut ranks: Vec<u64> = Vec::new();
    for _ in 0..dice.throw(8) {
        let wanted = 1 << dice.throw(11);
        let len = (wanted + dice.throw(wanted)).min(most - ranks.len());
        let (start, step) = (dice.throw(256) as u64, dice.throw(8) as u64);
        let base = ranks.len();
        match dice.throw(7) {
            0 => ranks.extend((0..len as u64).map(|i| start + i * step)),
            1 => ranks.extend((0..len as u64).rev().map(|i| start + i * step)),
            2 => ranks.extend((0..len as u64).map(|i| start + i % (step + 1))),
            3 => ranks.extend((0..len.min(20)).map(|_| dice.throw(256) as u64)),
            4 => {
                let mut random = Dice::of_seed(start);
                ranks.extend((0..len).map(|_| random.throw(1 << (4 * step)) as u64));
            }
            // What was there before once more, or swapped in places.
            5 => ranks.extend_from_within(..len.min(base)),
            _ if base > 0 => {
                let mut random = Dice::of_seed(start);
                for _ in 0..len.min(30) {
                    ranks.swap(random.throw(base), random.throw(base));
                }
            }
            _ => {}
        }
    }
    ranks
}

fn limits(dice: &mut Dice<'_>) -> Limits {
    match dice.throw(4) {
        0 => Limits::DEFAULT,
        1 => Limits { look: 2, serial: 2, piece: 4, merge: 6, partition: 8, scan: 5, cache: 200 },
        _ => Limits {
            look: 2 + dice.throw(20),
            serial: dice.throw(50),
            piece: dice.throw(200),
            merge: 2 + dice.throw(100),
            partition: dice.throw(1000),
            scan: 2 + dice.throw(100),
            cache: 100 + dice.throw(10_000),
        },
    }
}

/// Compares items that were rearranged with what they were, as far as `order` binds them.
fn check<T: Made>(work: Work, before: &[T], after: &[T], order: Order, were_halves: bool) {
    let compare = |a: &T, b: &T| order.compare(a.seen(), b.seen());
    let n = before.len();
    let mut sorted = before.to_vec();
    sorted.sort_by(compare);
    let middle = Seen { rank: n as u64 / 2, address: 0 };
    let is_left = |item: &T| order.compare(item.seen(), middle).is_lt();
    let (mut parted, others): (Vec<T>, Vec<T>) = before.iter().cloned().partition(is_left);
    let count = parted.len();
    match work {
        Work::Sort | Work::SortCached => assert!(after == sorted, "{work:?}"),
        Work::Merge(_) => assert!(!were_halves || after == sorted, "{work:?}"),
        Work::SortUnstable => assert!(after.is_sorted_by(|a, b| compare(a, b).is_le()), "{work:?}"),
        Work::Select(_) if n == 0 => {}
        Work::Select(tenth) => {
            let index = (n * tenth / 10).min(n - 1);
            let nth = &after[index];
            assert!(compare(nth, &sorted[index]).is_eq(), "{work:?}");
            assert!(after[..index].iter().all(|item| compare(item, nth).is_le()), "{work:?}");
            assert!(after[index..].iter().all(|item| compare(nth, item).is_le()), "{work:?}");
        }
        Work::Partition => {
            assert!(after[..count].iter().all(is_left) && !after[count..].iter().any(is_left), "{work:?}");
        }
        Work::PartitionStable => {
            parted.extend(others);
            assert!(after == parted, "{work:?}");
        }
    }
}

fn check_permutation<T: Made>(before: &[T], after: &[T], what: &str) {
    let (mut before, mut after) = (before.to_vec(), after.to_vec());
    before.sort();
    after.sort();
    assert!(before == after, "not a permutation: {what}");
}

/// Items of a type, of so many at most as are worth their size; in the first `mid` of them and behind, sorted or not.
fn compared<T: Made>(dice: &mut Dice<'_>) {
    let (work, order, limits) = (dice.one_of(&WORKS), Order::draw(dice), limits(dice));
    let panic_at = (dice.throw(4) == 0).then(|| dice.throw(1 << 16) >> dice.throw(16));
    let were_halves = order.is_one() && dice.throw(4) > 0;
    // std, to which selections from short slices are left, takes more than quadratic time with some lies.
    let most = if matches!(work, Work::Select(_)) && !order.is_one() { 1000 } else { 5_000 };
    let mut items: Vec<T> =
        ranks(dice, most / size_of::<T>().div_ceil(64).max(1)).into_iter().map(T::make).collect();
    if let (Work::Merge(tenth), true) = (work, were_halves) {
        let mid = items.len() * tenth / 10;
        items[..mid].sort_by(|a, b| order.compare(a.seen(), b.seen()));
        items[mid..].sort_by(|a, b| order.compare(a.seen(), b.seen()));
    }
    let before = items.clone();
    if order.is_one() && panic_at.is_none() {
        work.run(&mut items, &|a, b| order.compare(a, b), &limits);
        check(work, &before, &items, order, were_halves);
    } else {
        let calls = AtomicUsize::new(0);
        let opinion = |a, b| {
            if Some(calls.fetch_add(1, Relaxed)) == panic_at {
                resume_unwind(Box::new("as planned"));
            }
            order.compare(a, b)
        };
        let ended = may_unwind(AssertUnwindSafe(|| work.run(&mut items, &opinion, &limits)));
        assert!(ended || work != Work::SortCached || items == before, "a panic of cached keys");
    }
    check_permutation(&before, &items, &format!("{work:?}"));
}

fn radix_limits(dice: &mut Dice<'_>) -> RadixLimits {
    if dice.throw(3) == 0 {
        return RadixLimits::DEFAULT;
    }
    RadixLimits {
        short: 2 + dice.throw(60),
        narrow: 20 + dice.throw(1500),
        group: 1 + dice.throw(200),
        piece: 4 + dice.throw(200),
        bits: 1 + dice.throw(9) as u32,
        levels: dice.throw(5) as u32,
        direct: [0, 16, 64][dice.throw(3)],
        passes: limits(dice),
    }
}

/// Sorts by a key that is made of a rank, and compares with a stable sort by the same.
fn by_radix<T: Made, K: RadixKey>(dice: &mut Dice<'_>, key: fn(u64) -> K, compare: fn(&K, &K) -> Ordering) {
    let limits = radix_limits(dice);
    let (lies, spread) = (dice.throw(4) == 0, dice.one_of(&[1, 1 << 13, 0x9E37_79B9_7F4A_7C15]));
    let panic_at = (dice.throw(4) == 0).then(|| dice.throw(1 << 16) >> dice.throw(16));
    let mut items: Vec<T> = ranks(dice, 5_000).into_iter().map(T::make).collect();
    let before = items.clone();
    let of_rank = |rank: u64| key((rank >> 2).wrapping_mul(spread));
    if !lies && panic_at.is_none() {
        radix_with_limits(&mut items, |item| of_rank(item.rank()), &limits);
        let mut sorted = before.clone();
        sorted.sort_by(|a, b| compare(&of_rank(a.rank()), &of_rank(b.rank())));
        assert!(items == sorted, "by radix");
    }
    let calls = AtomicUsize::new(0);
    let key = |item: &T| {
        let call = calls.fetch_add(1, Relaxed);
        if Some(call) == panic_at {
            resume_unwind(Box::new("as planned"));
        }
        of_rank(if lies && call % 7 == 0 { call as u64 } else { item.rank() })
    };
    may_unwind(AssertUnwindSafe(|| radix_with_limits(&mut items, key, &limits)));
    check_permutation(&before, &items, "by radix");
}

/// Sorts or rearranges what the bytes say.
pub(crate) fn fuzz(bytes: &[u8]) {
    let mut dice = Dice::of_bytes(bytes);
    in_kept_pool(&mut dice, |dice| match dice.throw(8) {
        0 => compared::<u8>(dice),
        1 => compared::<[u64; 8]>(dice),
        2 => compared::<String>(dice),
        3 => compared::<()>(dice),
        4 => by_radix::<usize, u64>(dice, |rank| rank, u64::cmp),
        5 => by_radix::<usize, f64>(dice, f64::from_bits, f64::total_cmp),
        6 => by_radix::<[u64; 8], i16>(dice, |rank| rank as i16, i16::cmp),
        _ => {
            let key = |rank: u64| (rank as u16, rank.to_le_bytes(), (rank % 3 == 0).then_some(rank as u8));
            by_radix::<String, _>(dice, key, Ord::cmp);
        }
    });
}
