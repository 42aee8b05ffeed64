//! Ranges, at the limits of their types above all.

use std::ops::{Range, RangeInclusive};

use furcate::prelude::*;
use furcate_tests::{in_pool, pools, watchdog};

use super::cut;

/// Compares with std all short ranges about the limits of each type.
macro_rules! limits {
    ($($name:ident: $int:ty),*) => {$(
        #[test]
        fn $name() {
            let about = |center: $int| (0..4).map(move |n: $int| center.saturating_add(n).saturating_sub(2));
            let ends: Vec<$int> =
                [<$int>::MIN, 0, 5, 100, <$int>::MAX].into_iter().flat_map(about).collect();
            pools(|_| {
                for &start in &ends {
                    for &end in &ends {
                        if start < end && (end as u128).wrapping_sub(start as u128) > 300 {
                            continue;
                        }
                        let half_open = start..end;
                        let expected: Vec<$int> = half_open.clone().collect();
                        assert_eq!(half_open.clone().into_par_iter().opt_len(), Some(expected.len()));
                        assert_eq!(half_open.into_par_iter().collect::<Vec<_>>(), expected);
                        let inclusive = start..=end;
                        let expected: Vec<$int> = inclusive.clone().collect();
                        assert_eq!(inclusive.clone().into_par_iter().opt_len(), Some(expected.len()));
                        assert_eq!(inclusive.into_par_iter().collect::<Vec<_>>(), expected);
                    }
                }
            });
        }
    )*};
}

limits! {
    u8_equals_std: u8, u16_equals_std: u16, u32_equals_std: u32, u64_equals_std: u64, u128_equals_std: u128,
    usize_equals_std: usize, i8_equals_std: i8, i16_equals_std: i16, i32_equals_std: i32, i64_equals_std: i64,
    i128_equals_std: i128, isize_equals_std: isize
}

#[test]
fn all_lengths_equal_std() {
    pools(|_| {
        for len in (0..100).chain([1000, 4097]) {
            let expected: Vec<i32> = (-50..len - 50).collect();
            assert_eq!((-50..len - 50).into_par_iter().collect::<Vec<_>>(), expected);
            assert!(
                (-50..len - 50).into_par_iter().rev().collect::<Vec<_>>().iter().eq(expected.iter().rev())
            );
            assert_eq!((-49..=i64::from(len) - 50).into_par_iter().count(), expected.len());
            let at = expected.len() / 3;
            let (left, right) = cut((-50..len - 50).into_par_iter(), at);
            assert_eq!([left, right].concat(), expected);
        }
        for last in 0..=u8::MAX {
            assert!((0..=last).into_par_iter().rev().collect::<Vec<_>>().into_iter().eq((0..=last).rev()));
            let (left, right) = cut((0..=last).into_par_iter(), usize::from(last / 2));
            assert!(left.into_iter().chain(right).eq(0..=last));
        }
    });
}

/// A split point may be larger than the type's largest value. (rayon#25)
#[test]
fn signed_ranges_split_beyond_their_type() {
    use furcate::iter::plumbing::{Producer, ProducerCallback};

    struct Ends(usize);

    impl ProducerCallback<i32> for Ends {
        type Output = [(usize, Option<i32>, Option<i32>); 2];

        fn callback<P: Producer<Item = i32>>(self, producer: P) -> Self::Output {
            let (left, right) = producer.split_at(self.0);
            let (mut left, mut right) = (left.into_iter(), right.into_iter());
            [(left.len(), left.next(), left.next_back()), (right.len(), right.next(), right.next_back())]
        }
    }

    let [left, right] = (i32::MIN..i32::MAX).into_par_iter().with_producer(Ends(3_000_000_000));
    let middle = (i64::from(i32::MIN) + 3_000_000_000) as i32;
    assert_eq!(left, (3_000_000_000, Some(i32::MIN), Some(middle - 1)));
    assert_eq!(right, (1_294_967_295, Some(middle), Some(i32::MAX - 1)));
    assert_eq!((i8::MIN..i8::MAX).into_par_iter().count(), 255);
    assert_eq!((i8::MIN..=i8::MAX).into_par_iter().len(), 256);
}

/// (rayon#578)
#[test]
fn long_lengths_are_right_or_unknown() {
    assert_eq!((i64::MIN..i64::MAX).into_par_iter().opt_len(), Some(usize::MAX));
    assert_eq!((i64::MIN..=i64::MAX).into_par_iter().opt_len(), None);
    assert_eq!((0..=u64::MAX).into_par_iter().opt_len(), None);
    assert_eq!((1..=u64::MAX).into_par_iter().opt_len(), Some(usize::MAX));
    assert_eq!((i128::MIN..i128::MAX).into_par_iter().opt_len(), None);
    assert_eq!((i128::MIN..=i128::MAX).into_par_iter().opt_len(), None);
    assert_eq!((0..=u128::MAX).into_par_iter().opt_len(), None);
    assert_eq!((i128::MIN..i128::MIN + 3).into_par_iter().opt_len(), Some(3));
    assert_eq!((isize::MIN..isize::MAX).into_par_iter().len(), usize::MAX);
    let ten: Vec<i64> = (i64::MIN..i64::MIN + 10).into_par_iter().map(|n| n).collect();
    assert!(ten.into_iter().eq(i64::MIN..i64::MIN + 10));
}

/// A search soon reaches both ends of a range that nobody can walk through. (rayon#362)
#[test]
fn searches_in_huge_ranges_end() {
    const OCTILLION: u128 = 10_u128.pow(27);

    watchdog(60, || {
        for threads in [2, 4] {
            in_pool(threads, || {
                assert_eq!((0..OCTILLION).into_par_iter().find_first(|_| true), Some(0));
                assert_eq!((0..OCTILLION).into_par_iter().find_last(|_| true), Some(OCTILLION - 1));
                assert!((0..OCTILLION).into_par_iter().find_any(|_| true).is_some());
                assert_eq!((0..=OCTILLION).into_par_iter().find_first(|_| true), Some(0));
                assert_eq!((0..=OCTILLION).into_par_iter().find_last(|_| true), Some(OCTILLION));
                assert_eq!((i128::MIN..=i128::MAX).into_par_iter().find_first(|_| true), Some(i128::MIN));
                assert_eq!((i128::MIN..=i128::MAX).into_par_iter().find_last(|_| true), Some(i128::MAX));
                assert_eq!((i128::MIN..i128::MAX).into_par_iter().find_last(|_| true), Some(i128::MAX - 1));
                assert!((0..=u128::MAX).into_par_iter().find_any(|n| n % 1000 == 999).is_some());
                assert_eq!((0..=u64::MAX).into_par_iter().find_first(|&n| n > 7), Some(8));
                assert!((i64::MIN..i64::MAX).into_par_iter().any(|n| n > 0));
            });
        }
        in_pool(1, || {
            assert_eq!((0..OCTILLION).into_par_iter().find_first(|&n| n > 99), Some(100));
            assert_eq!((0..10_u64.pow(12)).into_par_iter().find_last(|_| true), Some(10_u64.pow(12) - 1));
            assert_eq!((0..=u64::MAX).into_par_iter().find_first(|&n| n > 7), Some(8));
        });
    });
}

/// (rayon#647)
#[test]
#[expect(clippy::reversed_empty_ranges, reason = "that is the point")]
fn inclusive_ranges_may_be_empty_or_exhausted() {
    assert_eq!((u8::MIN..=u8::MAX).into_par_iter().count(), 256);
    assert_eq!((5..=4).into_par_iter().count(), 0);
    assert_eq!((5..4).into_par_iter().count(), 0);
    assert_eq!((5..=4_u8).into_par_iter().len(), 0);
    assert_eq!(('z'..='a').into_par_iter().len(), 0);
    let mut range = 0..=3;
    assert_eq!(range.by_ref().count(), 4);
    assert_eq!(range.into_par_iter().count(), 0);
    let mut range = 'a'..=char::MAX;
    assert_eq!(range.nth_back(2), Some('\u{10FFFD}'));
    assert_eq!(range.clone().into_par_iter().max(), range.max());
}

/// (rayon#1291)
#[test]
fn chars_step_over_the_surrogates() {
    let ends = ['\0', 'a', '\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}', char::MAX];
    let half_open = |range: Range<char>| {
        let expected: Vec<char> = range.clone().collect();
        assert_eq!(range.clone().into_par_iter().len(), expected.len());
        assert_eq!(range.clone().into_par_iter().collect::<Vec<_>>(), expected);
        assert!(range.into_par_iter().rev().collect::<Vec<_>>().iter().eq(expected.iter().rev()));
    };
    let inclusive = |range: RangeInclusive<char>| {
        let expected: Vec<char> = range.clone().collect();
        assert_eq!(range.clone().into_par_iter().len(), expected.len());
        assert_eq!(range.clone().into_par_iter().collect::<Vec<_>>(), expected);
        let at = expected.len() / 2;
        let (left, right) = cut(range.into_par_iter(), at);
        assert_eq!([left, right].concat(), expected);
    };
    in_pool(2, || {
        for a in ends {
            for b in ends {
                half_open(a..b);
                inclusive(a..=b);
            }
        }
    });
    for at in 0..=4 {
        let (left, right) = cut(('\u{D7FE}'..='\u{E001}').into_par_iter(), at);
        assert!(left.into_iter().chain(right).eq('\u{D7FE}'..='\u{E001}'));
    }
}

/// The type of a literal is inferred as for a sequential iterator.
#[test]
fn integers_are_inferred() {
    let is_even = |n| n % 2 == 0;
    assert_eq!((0..10).into_par_iter().filter(|&n| is_even(n)).count(), 5);
    assert_eq!((0..=10).into_par_iter().map(|n| n * 2).sum::<i32>(), 110);
}
