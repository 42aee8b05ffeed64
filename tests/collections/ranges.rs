//! Ranges, at the limits of their types above all.

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

use furcate::prelude::*;
use furcate_tests::{cut_everywhere, in_pool, panic_message, pools, shatter, watchdog};

use super::cut;

/// Compares a range with std's: its length, and what comes out unindexed, indexed, placed, reversed and cut.
fn as_std<R>(range: R)
where
    R: Iterator<Item: Debug + PartialEq + Send> + DoubleEndedIterator + Clone,
    R: IntoParallelIterator<Iter: IndexedParallelIterator, Item = <R as Iterator>::Item>,
{
    let expected: Vec<_> = range.clone().collect();
    let len = expected.len();
    let make = || range.clone().into_par_iter();
    assert_eq!((make().opt_len(), make().len()), (Some(len), len));
    assert!(make().collect::<Vec<_>>() == expected);
    assert!(make().filter(|_| true).collect::<Vec<_>>() == expected);
    assert!(make().rev().collect::<Vec<_>>().into_iter().eq(range.clone().rev()));
    assert!(
        make().enumerate().map(|(at, n)| (n, at)).collect::<Vec<_>>().into_iter().eq(range.clone().zip(0..))
    );
    for at in [0, 1.min(len), len / 3, len] {
        let (left, right) = cut(make(), at);
        assert!(left.into_iter().chain(right).eq(range.clone()));
    }
}

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
                        as_std(start..end);
                        as_std(start..=end);
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

#[test]
fn wide_types_are_right_at_every_cut() {
    cut_everywhere(
        || (i64::MAX - 5..i64::MAX).into_par_iter(),
        &[-6, -5, -4, -3, -2].map(|n| i64::MAX + n + 1),
    );
    cut_everywhere(|| (-3..3_i64).into_par_iter(), &[-3, -2, -1, 0, 1, 2]);
    cut_everywhere(|| (-3..=3_i128).into_par_iter(), &[-3, -2, -1, 0, 1, 2, 3]);
    cut_everywhere(|| (u64::MAX - 2..=u64::MAX).into_par_iter(), &[u64::MAX - 2, u64::MAX - 1, u64::MAX]);
    cut_everywhere(
        || (u128::MAX - 2..=u128::MAX).into_par_iter(),
        &[u128::MAX - 2, u128::MAX - 1, u128::MAX],
    );
    cut_everywhere(|| (i128::MIN..i128::MIN + 2).into_par_iter(), &[i128::MIN, i128::MIN + 1]);
    cut_everywhere(|| (isize::MAX - 1..=isize::MAX).into_par_iter(), &[isize::MAX - 1, isize::MAX]);
    cut_everywhere(|| (u32::MAX - 1..=u32::MAX).into_par_iter(), &[u32::MAX - 1, u32::MAX]);
}

/// All of `usize::MAX` values are no more than can be numbered.
#[test]
fn the_longest_ranges_have_positions() {
    const LEN: usize = usize::MAX;
    assert_eq!((1..=u64::MAX).into_par_iter().len(), LEN);
    assert_eq!(
        (1..=u64::MAX).into_par_iter().enumerate().skip(LEN - 1).collect::<Vec<_>>(),
        [(LEN - 1, u64::MAX)]
    );
    assert_eq!(
        (i64::MIN..i64::MAX).into_par_iter().rev().take(2).collect::<Vec<_>>(),
        [i64::MAX - 1, i64::MAX - 2]
    );
    let last = i128::from(u64::MAX);
    assert_eq!((1..=last).into_par_iter().step_by(LEN / 2).collect::<Vec<_>>(), [1, 1 + last / 2, last]);
    assert_eq!((0..last).into_par_iter().position_first(|n| n == 1000), Some(1000));
    assert_eq!((0..last).into_par_iter().position_last(|n| n > 1000), Some(LEN - 1));
}

/// More values than a `usize` can count: all that needs no position runs, all else says why it does not.
#[test]
fn ranges_beyond_usize_run_without_positions() {
    fn holds<I: IndexedParallelIterator<Item: PartialOrd> + Clone>(range: I, first: I::Item, last: I::Item) {
        assert_eq!(range.opt_len(), None);
        assert_eq!(range.clone().map(|n| n).opt_len(), None);
        assert_eq!(range.clone().chain(range.clone()).opt_len(), None);
        assert!(range.clone().map(|n| n).find_first(|_| true) == Some(first));
        assert!(range.clone().filter(|_| true).find_last(|_| true) == Some(last));
        assert!(range.clone().find_any(|_| true).is_some());
        assert!(range.clone().inspect(|_| ()).any(|_| true));
        assert_eq!(range.clone().take_any(1000).count(), 1000);
        assert_eq!(range.clone().chain(range.clone()).take_any(1000).count(), 1000);
        let messages = [
            panic_message(|| range.len()),
            panic_message(|| range.clone().rev().count()),
            panic_message(|| range.clone().zip(0..5).count()),
            panic_message(|| (0..5).into_par_iter().zip(range.clone()).count()),
            panic_message(|| range.clone().enumerate().find_any(|_| true)),
            panic_message(|| range.clone().take(5).collect::<Vec<_>>()),
            panic_message(|| range.clone().collect_into_vec(&mut Vec::new())),
            panic_message(|| range.clone().position_first(|_| true)),
            panic_message(|| shatter(range.clone(), 0)),
        ];
        for message in messages {
            assert_eq!(message, "range: more values than a usize can count");
        }
    }

    watchdog(60, || {
        pools(|_| {
            holds((0..=u64::MAX).into_par_iter(), 0, u64::MAX);
            holds((i64::MIN..=i64::MAX).into_par_iter(), i64::MIN, i64::MAX);
            holds((usize::MIN..=usize::MAX).into_par_iter(), 0, usize::MAX);
            holds((isize::MIN..=isize::MAX).into_par_iter(), isize::MIN, isize::MAX);
            holds((0..u128::MAX).into_par_iter(), 0, u128::MAX - 1);
            holds((0..=u128::MAX).into_par_iter(), 0, u128::MAX);
            holds((i128::MIN..i128::MAX).into_par_iter(), i128::MIN, i128::MAX - 1);
            holds((-1..=i128::from(u64::MAX)).into_par_iter(), -1, i128::from(u64::MAX));
        });
    });
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
