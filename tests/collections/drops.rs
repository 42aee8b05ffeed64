//! Items that nobody asks for are dropped, once: after an early stop, a panic, and unused.

use std::collections::{HashMap, LinkedList, VecDeque};

use furcate::iter::plumbing::{Producer, ProducerCallback};
use furcate::prelude::*;
use furcate_tests::{Counted, Tally, counted_zst, panic_message, pools};

use super::nibble;

const LEN: usize = 33;

/// Checks that the items of what `make` makes are dropped once each, whatever happens at any of them.
fn each_dropped_once<I: ParallelIterator>(
    make: impl Fn(Vec<Counted>) -> I,
    value: impl Fn(&I::Item) -> usize + Sync,
) {
    let check = |drive: &dyn Fn(I)| {
        let tally = Tally::new();
        let items = (0..LEN).map(|n| tally.make(n)).collect();
        drive(make(items));
        tally.assert_all_dropped_once();
    };
    check(&drop);
    check(&|iter| assert_eq!(iter.collect::<Vec<_>>().len(), LEN));
    for at in 0..LEN {
        check(&|iter| assert!(iter.find_any(|item| value(item) == at).is_some()));
        check(&|iter| {
            let message = panic_message(|| {
                iter.for_each(|item| {
                    assert!(value(&item) != at, "at {at}");
                });
            });
            assert_eq!(message, format!("at {at}"));
        });
        check(&|iter| {
            let message = panic_message(|| {
                let collect = iter.map(|item| {
                    assert!(value(&item) != at, "at {at}");
                    item
                });
                collect.collect::<Vec<_>>().len()
            });
            assert_eq!(message, format!("at {at}"));
        });
    }
}

/// The same for the pieces and iterators of the producer.
fn each_dropped_once_pulled<I: IndexedParallelIterator>(make: impl Fn(Vec<Counted>) -> I) {
    struct DropLeft(usize);

    impl<T> ProducerCallback<T> for DropLeft {
        type Output = usize;

        fn callback<P: Producer<Item = T>>(self, producer: P) -> usize {
            let (left, right) = producer.split_at(self.0);
            drop(left);
            let (left, right) = right.split_at((LEN - self.0) / 2);
            drop(right);
            left.into_iter().skip(1).count()
        }
    }

    let check = |drive: &dyn Fn(I)| {
        let tally = Tally::new();
        let items = (0..LEN).map(|n| tally.make(n)).collect();
        drive(make(items));
        tally.assert_all_dropped_once();
    };
    for at in 0..=LEN {
        check(&|iter| {
            let (front, back) = nibble(iter, at / 2, at - at / 2);
            assert_eq!(front.len() + back.len(), at);
        });
        check(&|iter| {
            iter.with_producer(DropLeft(at));
        });
        check(&|iter| assert_eq!(iter.take(at).count(), at));
        check(&|iter| assert_eq!(iter.zip(0..at).count(), at));
    }
}

fn array(items: Vec<Counted>) -> [Counted; LEN] {
    items.try_into().expect("as many as the array has")
}

#[test]
fn rows_drop_each_item_once() {
    pools(|_| {
        each_dropped_once(|items| items.into_par_iter(), |item| item.value);
        each_dropped_once(|items| array(items).into_par_iter(), |item| item.value);
        each_dropped_once_pulled(|items| items.into_par_iter());
        each_dropped_once_pulled(|items| array(items).into_par_iter());
        each_dropped_once_pulled(|items| VecDeque::from(items).into_par_iter());
    });
}

#[test]
fn others_drop_each_item_once() {
    pools(|_| {
        each_dropped_once(|items| LinkedList::from_iter(items).into_par_iter(), |item| item.value);
        let entries = |items: Vec<Counted>| items.into_iter().enumerate();
        each_dropped_once(
            |items| HashMap::<_, _>::from_iter(entries(items)).into_par_iter(),
            |item| item.1.value,
        );
    });
}

/// A search through an array or an option stops early too. (rayon#1029)
#[test]
fn small_sources_drop_what_is_not_asked_for() {
    let tally = Tally::new();
    let four: [Counted; 4] = std::array::from_fn(|n| tally.make(n));
    assert!(four.into_par_iter().find_any(|item| item.value == 0).is_some());
    assert!(Some(tally.make(0)).into_par_iter().find_any(|_| false).is_none());
    assert_eq!(Some(tally.make(0)).into_par_iter().take(0).count(), 0);
    assert_eq!(Err::<Counted, _>(tally.make(0)).into_par_iter().count(), 0);
    tally.assert_all_dropped_once();
}

#[test]
fn items_without_size_are_counted_too() {
    counted_zst!(Nothing);

    pools(|_| {
        for stop in [0, 1, 500, 740, 1023] {
            let nothings: Vec<Nothing> = (0..1024).map(|_| Nothing::make()).collect();
            let taken: Vec<(Nothing, usize)> = nothings.into_par_iter().zip(0..1024).take(stop).collect();
            assert_eq!(taken.len(), stop);
            let nothings: Vec<Nothing> = (0..1024).map(|_| Nothing::make()).collect();
            let message = panic_message(|| {
                nothings
                    .into_par_iter()
                    .enumerate()
                    .map(|(n, nothing)| {
                        assert!(n != stop, "stop");
                        nothing
                    })
                    .collect::<Vec<_>>()
                    .len()
            });
            assert_eq!(message, "stop");
        }
    });
    assert_eq!(Nothing::made(), Nothing::dropped());
}

/// A destructor that panics keeps no other from running.
#[test]
fn panic_in_drop_leaks_nothing() {
    struct Bad(Counted);

    impl Drop for Bad {
        fn drop(&mut self) {
            assert!(self.0.value != 20, "bad");
        }
    }

    pools(|_| {
        let tally = Tally::new();
        let bad = || (0..LEN).map(|n| Bad(tally.make(n))).collect::<Vec<_>>();
        assert_eq!(
            panic_message(|| bad().into_par_iter().find_any(|item| item.0.value == 3).is_some()),
            "bad"
        );
        assert_eq!(panic_message(|| bad().into_par_iter().take(5).count()), "bad");
        tally.assert_all_dropped_once();
        let mut drained = bad();
        assert_eq!(panic_message(|| drained.par_drain(4..30).take(5).count()), "bad");
        assert_eq!(drained.len(), LEN - 26);
    });
}
