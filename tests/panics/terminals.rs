//! Rows for what ends a chain, and for collections.
#![expect(clippy::mutable_key_type, reason = "what items count does not change how they compare")]

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};

use furcate::iter::Either;
use furcate::prelude::*;

use crate::Row;
use crate::user::{Item, LEN, Total, User};

fn fail_late(user: &User) -> impl Fn(Item) -> Result<(), Item> + Send + Sync + '_ {
    |item| {
        user.call();
        if item.value == 9 { Err(item) } else { Ok(()) }
    }
}

fn is_seven(user: &User) -> impl Fn(&Item) -> bool + Send + Sync + '_ {
    |item| {
        user.call();
        item.value == 7
    }
}

fn when_seven(user: &User) -> impl Fn(Item) -> Option<Item> + Send + Sync + '_ {
    |item| is_seven(user)(&item).then_some(item)
}

fn pairs(user: &User) -> impl IndexedParallelIterator<Item = (Item, Item)> + '_ {
    user.items().map(|item| (user.make(item.value), user.same()(item)))
}

pub(crate) const ROWS: &[Row] = &[
    ("ParallelIterator::for_each", |user| user.items().for_each(|item| drop(user.same()(item)))),
    ("ParallelIterator::for_each_with", |user| {
        user.items().for_each_with(user.make(0), |_, item| drop(user.same()(item)));
    }),
    ("ParallelIterator::for_each_init", |user| {
        user.items().for_each_init(user.fresh(), |_, item| drop(user.same()(item)));
    }),
    ("ParallelIterator::try_for_each", |user| drop(user.items().try_for_each(fail_late(user)))),
    ("ParallelIterator::try_for_each_with", |user| {
        drop(user.items().try_for_each_with(user.make(0), |_, item| fail_late(user)(item)));
    }),
    ("ParallelIterator::try_for_each_init", |user| {
        drop(user.items().try_for_each_init(user.fresh(), |_, item| fail_late(user)(item)));
    }),
    ("ParallelIterator::reduce", |user| drop(user.items().reduce(user.fresh(), user.later()))),
    ("ParallelIterator::reduce_with", |user| drop(user.items().reduce_with(user.later()))),
    ("ParallelIterator::try_reduce", |user| {
        let later = |one, other| Some(user.later()(one, other));
        drop(user.items().map(Some).try_reduce(user.fresh(), later));
    }),
    ("ParallelIterator::try_reduce_with", |user| {
        let later = |one, other| Some(user.later()(one, other));
        drop(user.items().map(Some).try_reduce_with(later));
    }),
    ("ParallelIterator::sum", |user| _ = user.items().sum::<Total>()),
    ("ParallelIterator::product", |user| _ = user.items().product::<Total>()),
    ("ParallelIterator::min", |user| drop(user.items().min())),
    ("ParallelIterator::max", |user| drop(user.items().max())),
    ("ParallelIterator::min_by", |user| drop(user.items().min_by(user.compare()))),
    ("ParallelIterator::max_by", |user| drop(user.items().max_by(user.compare()))),
    ("ParallelIterator::min_by_key", |user| drop(user.items().min_by_key(user.key()))),
    ("ParallelIterator::max_by_key", |user| drop(user.items().max_by_key(user.key()))),
    ("ParallelIterator::any", |user| _ = user.items().any(|item| is_seven(user)(&item))),
    ("ParallelIterator::all", |user| _ = user.items().all(|item| !is_seven(user)(&item))),
    ("ParallelIterator::find_any", |user| drop(user.items().find_any(is_seven(user)))),
    ("ParallelIterator::find_first", |user| drop(user.items().find_first(is_seven(user)))),
    ("ParallelIterator::find_last", |user| drop(user.items().find_last(is_seven(user)))),
    ("ParallelIterator::find_map_any", |user| drop(user.items().find_map_any(when_seven(user)))),
    ("ParallelIterator::find_map_first", |user| drop(user.items().find_map_first(when_seven(user)))),
    ("ParallelIterator::find_map_last", |user| drop(user.items().find_map_last(when_seven(user)))),
    ("ParallelIterator::find", |user| {
        #[expect(deprecated, reason = "its old name works as well")]
        drop(user.items().find(is_seven(user)));
    }),
    ("ParallelIterator::count", |user| _ = user.items().map(user.same()).count()),
    ("ParallelIterator::collect", |user| drop(user.items().map(user.same()).collect::<VecDeque<_>>())),
    ("ParallelIterator::collect", |user| drop(user.items().map(user.same()).collect::<LinkedList<_>>())),
    ("ParallelIterator::collect", |user| drop(user.items().collect::<BinaryHeap<_>>())),
    ("ParallelIterator::collect", |user| drop(user.items().map(user.same()).collect::<Box<[_]>>())),
    ("ParallelIterator::collect", |user| {
        let result = |item| fail_late(user)(item).map(|()| user.make(0));
        drop(user.items().map(result).collect::<Result<Vec<_>, _>>());
    }),
    ("ParallelIterator::collect_vec_list", |user| {
        drop(user.items().map(user.same()).collect_vec_list());
    }),
    ("ParallelIterator::unzip", |user| drop(pairs(user).unzip::<_, _, Vec<_>, Vec<_>>())),
    ("ParallelIterator::unzip", |user| drop(pairs(user).unzip::<_, _, LinkedList<_>, BinaryHeap<_>>())),
    ("ParallelIterator::partition", |user| {
        drop(user.items().partition::<Vec<_>, VecDeque<_>, _>(user.below(7)));
    }),
    ("ParallelIterator::partition_map", |user| {
        let side = |item: Item| if user.below(7)(&item) { Either::Left(item) } else { Either::Right(item) };
        drop(user.items().partition_map::<Vec<_>, Vec<_>, _, _, _>(side));
    }),
    ("ParallelExtend::par_extend", |user| {
        let mut owner = user.vec(3);
        owner.par_extend(user.items().map(user.same()));
        drop(owner);
    }),
    ("FromParallelIterator::from_par_iter", |user| {
        drop(Vec::from_par_iter(user.items().map(user.same()).filter(|item| item.value % 3 > 0)));
    }),
    ("IndexedParallelIterator::cmp", |user| _ = user.items().cmp(user.items())),
    ("IndexedParallelIterator::partial_cmp", |user| _ = user.items().partial_cmp(user.items())),
    ("IndexedParallelIterator::eq", |user| _ = user.items().eq(user.items())),
    ("IndexedParallelIterator::ne", |user| _ = user.items().ne(user.items())),
    ("IndexedParallelIterator::lt", |user| _ = user.items().lt(user.items())),
    ("IndexedParallelIterator::le", |user| _ = user.items().le(user.items())),
    ("IndexedParallelIterator::gt", |user| _ = user.items().gt(user.items())),
    ("IndexedParallelIterator::ge", |user| _ = user.items().ge(user.items())),
    ("IndexedParallelIterator::position_any", |user| {
        user.items().position_any(|item| is_seven(user)(&item));
    }),
    ("IndexedParallelIterator::position_first", |user| {
        user.items().position_first(|item| is_seven(user)(&item));
    }),
    ("IndexedParallelIterator::position_last", |user| {
        user.items().position_last(|item| is_seven(user)(&item));
    }),
    ("IndexedParallelIterator::position", |user| {
        #[expect(deprecated, reason = "its old name works as well")]
        user.items().position(|item| is_seven(user)(&item));
    }),
    ("IndexedParallelIterator::collect_into_vec", |user| {
        let mut target = user.vec(2);
        user.items().map(user.same()).collect_into_vec(&mut target);
    }),
    ("IndexedParallelIterator::unzip_into_vecs", |user| {
        let (mut left, mut right) = (user.vec(2), Vec::new());
        pairs(user).unzip_into_vecs(&mut left, &mut right);
    }),
    ("ParallelDrainFull::par_drain", |user| {
        user.vec(LEN).par_drain(..).for_each(|item| drop(user.same()(item)));
    }),
    ("ParallelDrainRange::par_drain", |user| {
        let mut owner = user.vec(LEN);
        owner.par_drain(2..9).for_each(|item| drop(user.same()(item)));
        drop(owner);
    }),
];

/// std's hash tables leak what is left when a destructor unwinds, which is allowed here.
pub(crate) const HASHED: &[Row] = &[
    ("ParallelIterator::collect", |user| drop(user.items().collect::<HashSet<_>>())),
    ("ParallelIterator::collect", |user| drop(pairs(user).collect::<HashMap<_, _>>())),
    ("ParallelExtend::par_extend", |user| {
        let mut owner = HashSet::from([user.make(3), user.make(50)]);
        owner.par_extend(user.items());
    }),
];

/// std's trees leak what they hold if a comparison unwinds while they are built, which is allowed here.
pub(crate) const TREES: &[Row] = &[
    ("ParallelIterator::collect", |user| drop(user.items().collect::<BTreeSet<_>>())),
    ("ParallelIterator::collect", |user| drop(pairs(user).collect::<BTreeMap<_, _>>())),
    ("ParallelExtend::par_extend", |user| {
        let mut owner = BTreeSet::from([user.make(3), user.make(50)]);
        owner.par_extend(user.items());
    }),
];
