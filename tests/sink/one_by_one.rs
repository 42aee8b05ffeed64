//! Folders are fed item by item or by whole iterators: both come to the same.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use furcate::prelude::*;
use furcate_tests::pools;

/// The items of a vector, each given to the folder alone.
#[derive(Clone)]
struct OneByOne(Vec<usize>);

impl ParallelIterator for OneByOne {
    type Item = usize;

    fn drive_unindexed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
        bridge_unindexed(self, consumer)
    }
}

impl UnindexedProducer for OneByOne {
    type Item = usize;

    fn split(mut self) -> (Self, Option<Self>) {
        let right = self.0.split_off(self.0.len() / 2);
        if self.0.is_empty() { (OneByOne(right), None) } else { (self, Some(OneByOne(right))) }
    }

    fn fold_with<F: Folder<usize>>(self, mut folder: F) -> F {
        for item in self.0 {
            folder = folder.consume(item);
            if folder.full() {
                break;
            }
        }
        folder
    }
}

#[test]
fn one_by_one_and_all_at_once_come_to_the_same() {
    pools(|_| {
        for len in [0, 1, 2, 3, 50, 1000] {
            let items: Vec<usize> = (0..len).map(|n| n * 37 % 101).collect();
            let one = || OneByOne(items.clone());
            let all = || items.par_iter().copied();

            assert_eq!(one().count(), len);
            assert_eq!(one().sum::<usize>(), all().sum());
            let factor = |n: usize| std::num::Wrapping(2 * n + 1);
            assert_eq!(one().map(factor).product::<std::num::Wrapping<_>>(), all().map(factor).product());
            let visited = AtomicUsize::new(0);
            one().for_each(|n| {
                visited.fetch_add(n, Relaxed);
            });
            assert_eq!(visited.into_inner(), all().sum());

            let text = |n: usize| n.to_string();
            let add = |a: String, b: String| a + &b;
            assert_eq!(one().map(text).reduce(String::new, add), all().map(text).reduce(String::new, add));
            assert_eq!(one().map(text).reduce_with(add), all().map(text).reduce_with(add));
            assert_eq!(one().min(), all().min());
            assert_eq!(one().max(), all().max());

            for count in [0, 1, len / 2, len, len + 1] {
                assert_eq!(one().skip_any(count).count(), len.saturating_sub(count));
                assert_eq!(one().take_any(count).count(), len.min(count));
            }
            assert_eq!(one().skip_any_while(|_| true).count(), 0);
            assert_eq!(one().skip_any_while(|_| false).count(), len);

            for sought in [0, 37, 100, 200] {
                let hit = |&n: &usize| n == sought;
                assert_eq!(one().any(|n| hit(&n)), all().any(|n| hit(&n)));
                assert_eq!(one().find_any(hit), all().find_any(hit));
                let behind = |n: usize| (n >= sought).then_some(n);
                assert_eq!(one().find_map_first(behind), items.iter().copied().find_map(behind));
                assert_eq!(one().find_map_last(behind), items.iter().rev().copied().find_map(behind));

                let fail = |n: usize| if n == sought { Err(n) } else { Ok(n) };
                let sum = |a: usize, b: usize| Ok(a + b);
                assert_eq!(one().map(fail).try_reduce(|| 0, sum), all().map(fail).try_reduce(|| 0, sum));
                assert_eq!(one().map(fail).try_reduce_with(sum), all().map(fail).try_reduce_with(sum));
            }
        }
    });
}

/// As [`OneByOne`], but never asks whether the folder is full, and feeds it by and by in both ways.
struct Stubborn(Vec<usize>);

impl ParallelIterator for Stubborn {
    type Item = usize;

    fn drive_unindexed<C: UnindexedConsumer<usize>>(self, consumer: C) -> C::Result {
        bridge_unindexed(self, consumer)
    }
}

impl UnindexedProducer for Stubborn {
    type Item = usize;

    fn split(self) -> (Self, Option<Self>) {
        let (left, right) = OneByOne(self.0).split();
        (Stubborn(left.0), right.map(|right| Stubborn(right.0)))
    }

    fn fold_with<F: Folder<usize>>(self, mut folder: F) -> F {
        let mut items = self.0.into_iter();
        while let Some(item) = items.next() {
            folder = folder.consume(item).consume_iter(items.by_ref().take(2));
        }
        folder
    }
}

#[test]
fn a_folder_that_is_full_stays_at_its_result() {
    pools(|threads| {
        for first in [0, 1, 500, 999] {
            let items = || Stubborn((0..1000).collect());
            assert_eq!(items().find_first(|&n| n >= first), Some(first));
            assert_eq!(items().find_last(|&n| n <= first), Some(first));
            // Which of several is a matter of time, but for one thread.
            let check = |met: usize| assert!(met == first || threads > 1 && met > first, "{met}, {first}");
            check(items().find_any(|&n| n >= first).expect("there is one"));

            let fail = |n: usize| if n >= first { Err(n) } else { Ok(n) };
            let sum = |a: usize, b: usize| Ok(a + b);
            check(items().map(fail).try_reduce(|| 0, sum).unwrap_err());
            check(items().map(fail).try_reduce_with(sum).expect("not empty").unwrap_err());
            let sums = items().try_fold(|| 0, |so_far, n| fail(n).map(|n| so_far + n));
            check(sums.try_reduce(|| 0, sum).unwrap_err());
            check(items().try_for_each(|n| fail(n).map(drop)).unwrap_err());
            check(items().map(fail).collect::<Result<Vec<_>, _>>().unwrap_err());
        }
    });
}
