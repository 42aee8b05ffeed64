//! Windows, of a size known late or early.

use furcate::iter::plumbing::{Producer, ProducerCallback};
use furcate::prelude::*;
use furcate_tests::{panic_message, pools};

use crate::each_way::assert_each_way;

#[test]
fn windows_split_anywhere() {
    for len in 0..60 {
        let row: Vec<u32> = (0..len).collect();
        for size in (1..20).chain([59, 60, 1000, usize::MAX]) {
            assert_each_way!(row.par_windows(size), row.windows(size).map(<[u32]>::to_vec).collect());
        }
    }
}

#[test]
fn array_windows_split_anywhere() {
    fn check<const N: usize>(row: &[u32]) {
        assert_each_way!(row.par_array_windows::<N>(), row.windows(N).map(<[u32]>::to_vec).collect());
        for n in 0..row.len() + 2 {
            let expected = row.windows(N).nth(n).map(<[u32]>::to_vec);
            assert_eq!(row.par_array_windows::<N>().with_producer(Nth(n)), expected);
        }
    }
    for len in 0..60 {
        let row: Vec<u32> = (0..len).collect();
        check::<1>(&row);
        check::<2>(&row);
        check::<7>(&row);
        check::<20>(&row);
        check::<59>(&row);
    }
}

/// Asks the iterator of a producer to jump, and then for one more.
struct Nth(usize);

impl<T: AsRef<[u32]>> ProducerCallback<T> for Nth {
    type Output = Option<Vec<u32>>;

    fn callback<P: Producer<Item = T>>(self, producer: P) -> Self::Output {
        let mut windows = producer.into_iter();
        let rest = windows.len().saturating_sub(self.0 + 1);
        let window = windows.nth(self.0).map(|window| window.as_ref().to_vec());
        assert_eq!(windows.len(), rest);
        window
    }
}

#[test]
fn windows_overlap_across_pieces() {
    let row: Vec<usize> = (0..50_000).collect();
    pools(|_| {
        assert!(row.par_windows(2).all(|pair| pair[0] + 1 == pair[1]));
        assert_eq!(row.par_windows(3).map(|three| three[0]).collect::<Vec<_>>(), row[..49_998]);
        assert_eq!(row.par_array_windows().map(|[_, _, third]| *third).collect::<Vec<_>>(), row[2..]);
        let from_the_back: Vec<_> = row.par_windows(3).rev().map(|three| three[2]).collect();
        assert!(from_the_back.into_iter().eq((2..50_000).rev()));
    });
}

#[test]
fn a_window_size_of_zero_is_refused_when_used() {
    let windows = [1, 2, 3].par_windows(0);
    let message = "par_windows: window_size must not be zero";
    assert_eq!(panic_message(|| windows.clone().len()), message);
    assert_eq!(panic_message(|| windows.clone().count()), message);
    assert_eq!(panic_message(|| windows.with_producer(Nothing)), message);
}

struct Nothing;

impl<T> ProducerCallback<T> for Nothing {
    type Output = ();

    fn callback<P: Producer<Item = T>>(self, _producer: P) {}
}

#[test]
fn clones_and_texts_ask_for_no_more_than_they_need() {
    struct Plain;
    assert_eq!([Plain, Plain].par_windows(2).clone().len(), 1);
    assert_eq!([Plain, Plain].par_array_windows::<2>().clone().len(), 1);
    assert_eq!(format!("{:?}", [1, 2].par_windows(2)), "Windows { window_size: 2, slice: [1, 2] }");
    assert_eq!(format!("{:?}", [1, 2].par_array_windows::<2>()), "ArrayWindows { slice: [1, 2] }");
}
