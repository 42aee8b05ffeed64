//! The first failure ends all; without one, the result is as that of the infallible method.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::Poll;

use furcate::prelude::*;
use furcate_tests::{Shattered, Tally, in_pool, pools};

#[test]
fn without_a_failure_all_are_joined() {
    pools(|threads| {
        for len in [0, 1, 2, 100, 5000usize] {
            let items = || Shattered::new((0..len).collect(), (len + threads) as u64);
            let sum: usize = (0..len).sum();
            assert_eq!(items().map(Some).try_reduce(|| 0, usize::checked_add), Some(sum));
            let with = items().map(Some).try_reduce_with(usize::checked_add);
            assert_eq!(with, (len > 0).then_some(Some(sum)));
            let words =
                items().map(|n| Ok::<_, ()>(n.to_string())).try_reduce(String::new, |a, b| Ok(a + &b));
            assert_eq!(words, Ok((0..len).map(|n| n.to_string()).collect()));

            let visits = AtomicUsize::new(0);
            let visit = |n: usize| {
                visits.fetch_add(n, Relaxed);
                Some(())
            };
            assert_eq!(items().try_for_each(visit), Some(()));
            assert_eq!(items().try_for_each_with(0, |_, n| visit(n)), Some(()));
            assert_eq!(items().try_for_each_init(|| 0, |_, n| visit(n)), Some(()));
            assert_eq!(visits.into_inner(), 3 * sum);
        }
    });
}

// rayon#563
#[test]
fn a_failure_comes_out() {
    pools(|threads| {
        for at in [0, 1, 500, 999] {
            let items = || Shattered::new((0..1000usize).collect(), at as u64);
            let fail = |n: usize| if n == at { Err(n) } else { Ok(n) };
            assert_eq!(items().map(fail).try_reduce(|| 0, |a, b| Ok(a + b)), Err(at));
            assert_eq!(items().map(fail).try_reduce_with(|a, b| Ok(a + b)), Some(Err(at)));
            assert_eq!(items().try_for_each(|n| fail(n).map(drop)), Err(at));
            assert_eq!(items().try_for_each_with(0, |_, n| fail(n).map(drop)), Err(at));
            assert_eq!(items().try_for_each_init(|| 0, |_, n| fail(n).map(drop)), Err(at));
            assert_eq!(items().map(|n| fail(n).ok()).try_reduce(|| 0, |a, b| Some(a + b)), None);
            let fold = items().try_fold(|| 0, |sum, n| fail(n).map(|n| sum + n));
            assert_eq!(fold.try_reduce(|| 0, |a, b| Ok(a + b)), Err(at), "{threads} threads");
        }
        let joined =
            (0..1000u32).into_par_iter().map(Some).try_reduce(|| 0, |a, b| (a + b < 10_000).then(|| a + b));
        assert_eq!(joined, None, "the closure that joins may fail, too");
    });
}

#[test]
fn all_that_can_be_asked_with_a_question_mark() {
    let flow = |n: i32| -> ControlFlow<i32> { if n == 7 { Break(n) } else { Continue(()) } };
    assert_eq!((0..10).into_par_iter().try_for_each(flow), Break(7));
    assert_eq!((0..7).into_par_iter().try_for_each(flow), Continue(()));

    let ready = (0..10).into_par_iter().map(|n| Poll::Ready(if n == 7 { Err(n) } else { Ok(n) }));
    let joined = ready.try_reduce_with(|a, b| match (a, b) {
        (Poll::Ready(a), Poll::Ready(b)) => Poll::Ready(Ok(a + b)),
        _ => Poll::Pending,
    });
    assert_eq!(joined, Some(Poll::Ready(Err(7))));
    let items = vec![Poll::Pending::<Option<Result<i32, ()>>>, Poll::Ready(None)];
    assert_eq!(items.into_par_iter().try_reduce_with(|_, b| b.map(|b| b.map(Ok))), Some(Poll::Ready(None)));
    let items = vec![Poll::Pending, Poll::Ready(Some(Ok(1))), Poll::Ready(Some(Err(7))), Poll::Ready(None)];
    let joined = items.into_par_iter().try_reduce_with(|_, b| b.map(|b| b.map(Ok)));
    assert_eq!(joined, Some(Poll::Ready(Some(Err(7)))));
    // What is not ready has not failed.
    let items = vec![Poll::Ready(Ok::<_, ()>(1)), Poll::Pending, Poll::Ready(Ok(2))];
    assert_eq!(items.into_par_iter().try_reduce_with(|_, b| b.map(Ok)), Some(Poll::Ready(Ok(2))));
    let items = vec![Poll::Pending, Poll::Ready(Ok::<i32, ()>(1)), Poll::Pending];
    assert_eq!(items.into_par_iter().try_reduce_with(|_, b| b.map(Ok)), Some(Poll::Pending));
}

#[test]
fn what_comes_behind_a_failure_is_not_visited() {
    in_pool(1, || {
        for at in [0, 3, 100] {
            let visits = AtomicUsize::new(0);
            let fail = |n: usize| {
                visits.fetch_add(1, Relaxed);
                if n == at { None } else { Some(()) }
            };
            let all = || (0..1usize << 50).into_par_iter();
            assert_eq!(all().try_for_each(fail), None);
            assert_eq!(visits.swap(0, Relaxed), at + 1);
            assert_eq!(all().map(fail).try_reduce_with(|(), ()| Some(())), Some(None));
            assert_eq!(visits.into_inner(), at + 1);
        }
    });
}

#[test]
fn values_in_hand_at_a_failure_are_dropped() {
    pools(|_| {
        let tally = Tally::new();
        let items: Vec<_> = (0..1000).map(|n| tally.make(n)).collect();
        let fail = |item: furcate_tests::Counted| if item.value == 400 { Err(item) } else { Ok(item) };
        let error = items.into_par_iter().map(fail).try_reduce_with(|a, b| Ok(if a < b { b } else { a }));
        assert_eq!(error.map(|result| result.map_err(|item| item.value).is_err()), Some(true));
        tally.assert_all_dropped_once();
    });
}
