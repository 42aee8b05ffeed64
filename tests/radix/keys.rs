//! Radix sorts of all kinds of keys: the order of the keys' `Ord` (of `total_cmp` for floats), stable, at all lengths around
//! the limits.

use std::cmp::{Ordering, Reverse};
use std::fmt::Debug;
use std::num::Wrapping;

use furcate::prelude::*;
use furcate::slice::RadixKey;
use furcate::slice::sort::{RadixLimits, radix_with_limits};

use crate::SMALL;
use crate::census::pool;
use crate::patterns::{Random, for_each_pattern};

/// Lengths around all limits, and beyond them.
fn lengths() -> Vec<usize> {
    let RadixLimits { short, narrow, piece, .. } = RadixLimits::DEFAULT;
    let around = |limit: usize| [limit - 1, limit, limit + 1];
    let mut lengths = vec![0, 1, 2, 3, 20, 21, 63, 64, 100, 1000];
    lengths.extend([around(short), around(narrow), around(piece)].concat());
    lengths.push(3 * narrow);
    lengths
}

/// Checks keys, made from random bits and from patterns of ranks, against std's stable sort with `compare`.
fn check_with<K>(make: fn(u128) -> K, compare: fn(&K, &K) -> Ordering)
where
    K: RadixKey + Copy + Debug + Send + Sync,
{
    let run = |keys: &[K], name: &str| {
        // The place tells equal keys apart.
        let items: Vec<(K, u32)> = keys.iter().copied().zip(0..).collect();
        let mut expected = items.clone();
        expected.sort_by(|a, b| compare(&a.0, &b.0));
        let places = |items: &[(K, u32)]| items.iter().map(|item| item.1).collect::<Vec<_>>();
        for limits in [&RadixLimits::DEFAULT, &SMALL] {
            let mut sorted = items.clone();
            radix_with_limits(&mut sorted, |item| By(item.0), limits);
            assert!(places(&sorted) == places(&expected), "{name}, {limits:?}");
        }
    };
    pool(3).install(|| {
        for n in [0, 1, 2, 21, 300, 2000] {
            for_each_pattern(n, |name, ranks| {
                run(&ranks.iter().map(|&rank| make(rank.into())).collect::<Vec<_>>(), name);
            });
            let mut random = Random::new(n as u64);
            let mut bits = || u128::from(random.next()) << 64 | u128::from(random.next());
            // Some keys agree in their first or last bits.
            let masks = [!0, !0 << 64, !0 >> 64, !0 << 120, 0xFF << 60 | 1];
            let keys: Vec<K> = (0..n).map(|i| make(bits() & masks[i % masks.len()])).collect();
            run(&keys, "random bits");
        }
    });
}

/// A key that is no reference and is not moved along: only its bits count.
struct By<K>(K);

impl<K: RadixKey> RadixKey for By<K> {
    type Bits = K::Bits;

    fn radix_key(&self) -> K::Bits {
        self.0.radix_key()
    }
}

fn check<K>(make: fn(u128) -> K)
where
    K: RadixKey + Ord + Copy + Debug + Send + Sync,
{
    check_with(make, K::cmp);
}

#[test]
fn integers_are_sorted_as_std_does() {
    check(|bits| bits as u8);
    check(|bits| bits as u64);
    check(|bits| bits);
    check(|bits| bits as i16);
    check(|bits| bits as i64);
    check(|bits| bits as i128);
}

/// What is left of checking each type alone: all map to the bits of their width in the same way.
#[test]
fn the_bits_of_integers_are_in_their_order() {
    macro_rules! check {
        ($($int:ty)*) => {$({
            let ends = [<$int>::MIN, <$int>::MIN + 1, <$int>::MAX / 2, 0, 1, 77, <$int>::MAX - 1, <$int>::MAX];
            for (a, b) in ends.iter().flat_map(|a| ends.iter().map(move |b| (a, b))) {
                assert_eq!(a.cmp(b), a.radix_key().cmp(&b.radix_key()), "{a}, {b}");
                assert_eq!(b.cmp(a), Reverse(a).radix_key().cmp(&Reverse(b).radix_key()), "{a}, {b} reversed");
            }
        })*};
    }
    check! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
}

#[test]
fn floats_are_sorted_in_total_order() {
    check_with(|bits| f64::from_bits(bits as u64), f64::total_cmp);
    let small =
        [f32::NAN, -f32::NAN, 0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN, f32::MAX];
    for (a, b) in small.iter().flat_map(|a| small.iter().map(move |b| (a, b))) {
        assert_eq!(a.total_cmp(b), a.radix_key().cmp(&b.radix_key()), "{a}, {b}");
    }
    let special =
        [f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::MIN, f64::MAX, 5e-324];
    let mut floats: Vec<f64> = special.into_iter().cycle().take(1000).collect();
    let mut expected = floats.clone();
    expected.sort_by(f64::total_cmp);
    floats.par_sort_radix();
    assert!(floats.iter().map(|x| x.to_bits()).eq(expected.iter().map(|x| x.to_bits())));
}

#[test]
fn truths_and_characters_are_sorted_as_std_does() {
    check(|bits| bits & 1 == 1);
    check(|bits| char::from_u32((bits % 0x11_0000) as u32).unwrap_or('?'));
}

#[test]
fn byte_arrays_are_sorted_as_std_does() {
    check(|_| [0u8; 0]);
    check(|bits| [bits as u8, (bits >> 8) as u8, (bits >> 16) as u8]);
    // Keys that agree in many windows before they differ.
    check(|bits| {
        let mut bytes = [7u8; 67];
        bytes[50..66].copy_from_slice(&bits.to_be_bytes());
        bytes
    });
}

#[test]
fn tuples_and_wrapped_keys_are_sorted_as_std_does() {
    check(|bits| ((bits >> 60) as u8, bits as i64));
    check(|bits| (bits & 1 == 0, (bits >> 1) & 1 == 0, bits.to_be_bytes()));
    check(|bits| (bits as u8 & 3, Wrapping((bits >> 8) as u8 & 3), (bits >> 16) as i8, bits >> 64));
    check(|bits| Reverse((bits % 3 != 0).then_some((bits % 5 != 0).then_some(bits as u8))));
    check(|bits| &[1u16, 5, 3, 300][bits as usize % 4]);
}

#[test]
fn lengths_around_each_limit_come_out_as_from_std() {
    for threads in [1, 2, 4, 8] {
        pool(threads).install(|| {
            for n in lengths() {
                // As they are, few different ones, or skewed in their first bits; each way at one of three neighbours.
                let shape = [|rank: u64| rank, |rank| rank % 300, |rank| rank << (rank % 40)][n % 3];
                for_each_pattern(n, |name, ranks| {
                    let items: Vec<(u64, u32)> = ranks.iter().map(|&rank| shape(rank)).zip(0..).collect();
                    let mut sorted = items.clone();
                    let mut expected = items;
                    expected.sort_by_key(|item| item.0);
                    sorted.par_sort_by_radix_key(|item| item.0);
                    assert!(sorted == expected, "{name}, {threads} threads");
                });
            }
        });
    }
}

#[test]
fn a_slice_outside_every_pool_is_sorted() {
    let mut random = Random::new(5);
    let mut keys: Vec<i32> = (0..100_000).map(|_| random.next() as i32).collect();
    let mut expected = keys.clone();
    expected.sort();
    keys.par_sort_radix();
    assert_eq!(keys, expected);
}
