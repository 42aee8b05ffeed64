//! What the slices look like: ranks in nine patterns, and the types that are made of ranks.

use std::cmp::Ordering;

use furcate_benches::random;
use rdst::RadixKey;
use voracious_radix_sort::Radixable;

type Make = fn(usize) -> Vec<u64>;

/// The patterns that are asked about, by name.
pub(crate) const PATTERNS: [(&str, Make); 9] = [
    ("random", |n| random().take(n).collect()),
    ("sorted", |n| (0..n as u64).collect()),
    ("reversed", |n| (0..n as u64).rev().collect()),
    ("few unique", |n| random().map(|x| x % 16).take(n).collect()),
    ("zipf", |n| random().map(|x| n as u64 / (1 + x % n as u64)).take(n).collect()),
    ("nearly sorted", |n| {
        let mut ranks: Vec<u64> = (0..n as u64).collect();
        let mut places = random().map(|x| (x % n as u64) as usize);
        for (a, b) in places.by_ref().zip(random().skip(n)).take(n / 100) {
            ranks.swap(a, (b % n as u64) as usize);
        }
        ranks
    }),
    ("pipe organ", |n| (0..n).map(|i| i.min(n - i) as u64).collect()),
    ("saw-tooth", |n| (0..n).map(|i| (i % (n / 10 + 1)) as u64).collect()),
    ("all equal", |n| vec![7; n]),
];

/// What can be sorted here. Ranks of up to 32 bits keep their order; random ones may lose some of it.
pub(crate) trait Item: Ord + Clone + Send + Sync {
    const NAME: &str;
    fn of(rank: u64) -> Self;
    /// As much of the item as tells whether a sort is right.
    fn rank(&self) -> u64;
}

impl Item for u32 {
    const NAME: &str = "u32";
    fn of(rank: u64) -> Self {
        u32::try_from(rank).unwrap_or((rank >> 32) as u32)
    }
    fn rank(&self) -> u64 {
        u64::from(*self)
    }
}

impl Item for u64 {
    const NAME: &str = "u64";
    fn of(rank: u64) -> Self {
        rank
    }
    fn rank(&self) -> u64 {
        *self
    }
}

impl Item for String {
    const NAME: &str = "String";
    fn of(rank: u64) -> Self {
        format!("{rank:08}")
    }
    fn rank(&self) -> u64 {
        self.bytes().fold(0, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }
}

/// A float, in total order.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Total(pub(crate) f64);

impl Item for Total {
    const NAME: &str = "f64 in total order";
    fn of(rank: u64) -> Self {
        Total(rank as f64)
    }
    fn rank(&self) -> u64 {
        self.0.to_bits()
    }
}

/// Two words, ordered by the first.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pair(u64, u64);

impl Item for Pair {
    const NAME: &str = "pair by first";
    fn of(rank: u64) -> Self {
        Pair(rank, !rank)
    }
    fn rank(&self) -> u64 {
        self.0 ^ self.1.rotate_left(1)
    }
}

/// 64 bytes, ordered by the first eight.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wide {
    key: u64,
    rest: [u64; 7],
}

impl Item for Wide {
    const NAME: &str = "64 bytes by key";
    fn of(rank: u64) -> Self {
        Wide { key: rank, rest: [rank; 7] }
    }
    fn rank(&self) -> u64 {
        self.key ^ self.rest[6]
    }
}

/// Orders a type by one of its parts, for those who compare and for the rivals that look at digits.
macro_rules! keyed {
    ($($type:ty, $key:ty: |$item:ident| $part:expr, $compare:expr;)*) => { $(
        impl Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                let part = |$item: &$type| $part;
                $compare(&part(self), &part(other))
            }
        }
        impl PartialOrd for $type {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }
        impl Eq for $type {}
        impl RadixKey for $type {
            const LEVELS: usize = <$key as RadixKey>::LEVELS;
            #[inline]
            fn get_level(&self, level: usize) -> u8 {
                let $item = self;
                $part.get_level(level)
            }
        }
        impl Radixable<$key> for $type {
            type Key = $key;
            #[inline]
            fn key(&self) -> $key {
                let $item = self;
                $part
            }
        }
    )* };
}

keyed! {
    Total, f64: |item| item.0, f64::total_cmp;
    Pair, u64: |item| item.0, u64::cmp;
    Wide, u64: |item| item.key, u64::cmp;
}
