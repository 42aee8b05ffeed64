//! Rows for adapters: each is collected, in pieces.

use furcate::prelude::*;

use crate::Row;
use crate::user::LEN;

/// What runs the adapters: collecting has the most to clean up.
fn run<I: ParallelIterator>(iter: I) {
    drop(iter.collect::<Vec<_>>());
}

pub(crate) const ROWS: &[Row] = &[
    ("ParallelIterator::map", |user| run(user.items().map(user.same()))),
    ("ParallelIterator::filter", |user| run(user.items().filter(user.below(7)))),
    ("ParallelIterator::cloned", |user| run(user.vec(LEN).par_iter().cloned())),
    ("ParallelIterator::map_with", |user| {
        run(user.items().map_with(user.make(0), |_, item| user.same()(item)));
    }),
    ("ParallelIterator::map_init", |user| {
        run(user.items().map_init(user.fresh(), |_, item| user.same()(item)));
    }),
    ("ParallelIterator::inspect", |user| run(user.items().inspect(|_| user.call()))),
    ("ParallelIterator::update", |user| {
        run(user.items().update(|item| {
            user.call();
            item.value += 1;
        }));
    }),
    ("ParallelIterator::filter_map", |user| {
        run(user.items().filter_map(|item| Some(user.same()(item)).filter(|item| item.value % 2 == 0)));
    }),
    ("ParallelIterator::flat_map", |user| {
        run(user.items().flat_map(|item| {
            user.call();
            let next = user.make(item.value + 1);
            [item, next]
        }));
    }),
    ("ParallelIterator::flat_map_iter", |user| {
        run(user.items().flat_map_iter(|item| {
            user.call();
            (0..2).map(move |n| {
                user.call();
                user.make(item.value + n)
            })
        }));
    }),
    ("ParallelIterator::flatten_iter", |user| {
        run(user.items().map(|item| std::iter::once_with(move || user.same()(item))).flatten_iter());
    }),
    ("ParallelIterator::intersperse", |user| run(user.items().intersperse(user.make(100)))),
    ("ParallelIterator::take_any_while", |user| run(user.items().take_any_while(user.below(7)))),
    ("ParallelIterator::skip_any_while", |user| run(user.items().skip_any_while(user.below(7)))),
    ("ParallelIterator::fold", |user| {
        let fresh = || {
            user.call();
            vec![user.make(0)]
        };
        run(user.items().fold(fresh, user.push()));
    }),
    ("ParallelIterator::fold_with", |user| run(user.items().fold_with(vec![user.make(0)], user.push()))),
    ("ParallelIterator::try_fold", |user| {
        let fresh = || {
            user.call();
            vec![user.make(0)]
        };
        run(user.items().try_fold(fresh, |so_far, item| Some(user.push()(so_far, item))));
    }),
    ("ParallelIterator::try_fold_with", |user| {
        let push = |so_far, item| Some(user.push()(so_far, item)).ok_or(());
        run(user.items().try_fold_with(vec![user.make(0)], push));
    }),
    ("IndexedParallelIterator::fold_chunks", |user| {
        let fresh = || {
            user.call();
            vec![user.make(0)]
        };
        run(user.items().fold_chunks(5, fresh, user.push()));
    }),
    ("IndexedParallelIterator::fold_chunks_with", |user| {
        run(user.items().fold_chunks_with(5, vec![user.make(0)], user.push()));
    }),
    ("IndexedParallelIterator::positions", |user| {
        run(user.items().positions(|item| user.below(7)(&item)));
    }),
    // Below, other adapters over a base that panics: reordering, combining, cutting.
    ("IndexedParallelIterator::rev", |user| run(user.items().map(user.same()).rev())),
    ("IndexedParallelIterator::zip", |user| run(user.items().map(user.same()).zip(user.vec(7)))),
    ("IndexedParallelIterator::zip_eq", |user| run(user.items().map(user.same()).zip_eq(user.vec(LEN)))),
    ("IndexedParallelIterator::interleave", |user| {
        run(user.items().map(user.same()).interleave(user.vec(5)));
    }),
    ("IndexedParallelIterator::chunks", |user| run(user.items().map(user.same()).chunks(5))),
    ("IndexedParallelIterator::step_by", |user| run(user.items().map(user.same()).step_by(3))),
    ("IndexedParallelIterator::skip", |user| run(user.items().map(user.same()).skip(5))),
    ("IndexedParallelIterator::take", |user| run(user.items().map(user.same()).take(5))),
    ("ParallelIterator::chain", |user| run(user.items().chain(user.items().map(user.same())))),
    ("ParallelIterator::flatten", |user| {
        run(user.items().map(|item| [user.same()(item)]).flatten());
    }),
    ("ParallelIterator::while_some", |user| {
        run(user.items().map(|item| Some(user.same()(item)).filter(|item| item.value < 7)).while_some());
    }),
    ("ParallelIterator::panic_fuse", |user| run(user.items().panic_fuse().map(user.same()))),
    ("ParallelBridge::par_bridge", |user| run((0..LEN).map(|n| user.same()(user.make(n))).par_bridge())),
    ("repeat_n", |user| run(furcate::iter::repeat_n(user.make(1), LEN).with_max_len(3))),
    ("repeatn", |user| {
        #[expect(deprecated, reason = "its old name works as well")]
        run(furcate::iter::repeatn(user.make(1), LEN).with_max_len(3));
    }),
    ("repeat", |user| run(furcate::iter::repeat(user.make(1)).zip(user.items()))),
    ("split", |user| {
        run(furcate::iter::split(user.vec(LEN), |mut items| {
            user.call();
            let half = items.len() / 2;
            let right = (half > 0).then(|| items.split_off(half));
            (items, right)
        }));
    }),
    ("walk_tree", |user| run(furcate::iter::walk_tree(user.make(0), |item| children(user, item)))),
    ("walk_tree_prefix", |user| {
        run(furcate::iter::walk_tree_prefix(user.make(0), |item| children(user, item)));
    }),
    ("walk_tree_postfix", |user| {
        run(furcate::iter::walk_tree_postfix(user.make(0), |item| children(user, item)));
    }),
];

/// The children of a node in a heap of twelve.
fn children(user: &crate::user::User, item: &crate::user::Item) -> Vec<crate::user::Item> {
    user.call();
    (2 * item.value + 1..2 * item.value + 3).filter(|&n| n < LEN).map(|n| user.make(n)).collect()
}
