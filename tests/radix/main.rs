//! The radix sorts: the results of std's stable sort by the same keys, whatever the key function does.
//!
//! `keys` checks keys of all kinds and lengths around the limits; `robust` what is left when a key function panics, lies, or
//! changes items, and items of all sizes. Patterns and items that count their drops are those of the other sorts.

#[path = "../sort/census.rs"]
mod census;
mod keys;
#[path = "../sort/patterns.rs"]
mod patterns;
mod robust;

use furcate::slice::sort::{Limits, RadixLimits};

/// Limits with which a few hundred items are shared out into buckets in buckets.
const SMALL: RadixLimits = RadixLimits {
    short: 2,
    narrow: 60,
    group: 30,
    piece: 16,
    bits: 3,
    levels: 3,
    direct: 16,
    passes: Limits { look: 2, serial: 2, piece: 4, merge: 6, partition: 8, scan: 5, cache: 200 },
};
