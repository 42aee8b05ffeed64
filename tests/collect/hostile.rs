//! Producers that panic at any step, or are shorter than they should be: nothing is lost, and the pool goes on.

use std::collections::LinkedList;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use furcate::prelude::*;
use furcate_tests::{Counted, Tally, in_pool, watchdog};

/// Unwinds at one of the steps that are taken.
struct Fuse {
    steps: AtomicUsize,
    unwind_at: usize,
}

impl Fuse {
    fn step(&self) {
        if self.steps.fetch_add(1, Relaxed) == self.unwind_at {
            resume_unwind(Box::new("a producer, as planned"));
        }
    }
}

/// The base, whose producer may be made to unwind when it is split, becomes an iterator, or gives an item.
struct Brittle<'f, I> {
    base: I,
    fuse: &'f Fuse,
}

impl<I: IndexedParallelIterator> ParallelIterator for Brittle<'_, I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.base.len())
    }
}

impl<I: IndexedParallelIterator> IndexedParallelIterator for Brittle<'_, I> {
    fn len(&self) -> usize {
        self.base.len()
    }

    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<I::Item>>(self, callback: CB) -> CB::Output {
        struct Wrapping<'f, CB> {
            callback: CB,
            fuse: &'f Fuse,
        }

        impl<T, CB: ProducerCallback<T>> ProducerCallback<T> for Wrapping<'_, CB> {
            type Output = CB::Output;

            fn callback<P: Producer<Item = T>>(self, base: P) -> CB::Output {
                self.callback.callback(Piece { base, fuse: self.fuse })
            }
        }

        self.base.with_producer(Wrapping { callback, fuse: self.fuse })
    }
}

/// A piece of the base, or an iterator over it.
struct Piece<'f, P> {
    base: P,
    fuse: &'f Fuse,
}

impl<'f, P: Producer> Producer for Piece<'f, P> {
    type Item = P::Item;
    type IntoIter = Piece<'f, P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        self.fuse.step();
        Piece { base: self.base.into_iter(), fuse: self.fuse }
    }

    fn max_len(&self) -> usize {
        5
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        self.fuse.step();
        let (left, right) = self.base.split_at(index);
        (Piece { base: left, fuse: self.fuse }, Piece { base: right, fuse: self.fuse })
    }
}

impl<I: Iterator> Iterator for Piece<'_, I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.fuse.step();
        self.base.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.base.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Piece<'_, I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.fuse.step();
        self.base.next_back()
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Piece<'_, I> {}

type Drained<'v> = furcate::vec::Drain<'v, Counted>;
type Chain = fn(Brittle<'_, Drained<'_>>);

const CHAINS: [(&str, Chain); 14] = [
    ("collect", |base| drop(base.collect::<Vec<_>>())),
    ("filter", |base| drop(base.filter(|item| item.value % 3 > 0).collect::<Vec<_>>())),
    ("list", |base| drop(base.collect::<LinkedList<_>>())),
    ("unzip", |base| drop(base.map(|item| (item.clone(), item)).unzip::<_, _, Vec<_>, Vec<_>>())),
    ("partition", |base| drop(base.partition::<Vec<_>, Vec<_>, _>(|item| item.value % 2 == 0))),
    ("reduce_with", |base| drop(base.reduce_with(|a, b| a.max(b)))),
    ("find_last", |base| drop(base.find_last(|item| item.value == 7))),
    ("rev", |base| drop(base.rev().find_first(|item| item.value == 7))),
    ("chunks", |base| drop(base.chunks(4).collect::<Vec<_>>())),
    ("fold_chunks", |base| {
        assert!(base.fold_chunks(4, Vec::new, |all, item| [all, vec![item]].concat()).count() < 9);
    }),
    ("step_by", |base| drop(base.step_by(3).collect::<Vec<_>>())),
    ("zip", |base| drop(base.zip(0..25).skip(3).collect::<Vec<_>>())),
    ("interleave", |base| drop(base.interleave(Vec::new()).take(20).collect::<Vec<_>>())),
    ("flat_map", |base| drop(base.flat_map(|item| vec![item]).collect::<Vec<_>>())),
];

#[test]
fn a_producer_may_unwind_at_any_step() {
    const LEN: usize = 30;
    watchdog(120, || {
        for threads in [1, 3] {
            in_pool(threads, || {
                for (name, chain) in CHAINS {
                    let run = |unwind_at| {
                        let tally = Tally::new();
                        let fuse = Fuse { steps: AtomicUsize::new(0), unwind_at };
                        let mut items: Vec<Counted> = (0..LEN + 2).map(|n| tally.make(n)).collect();
                        let result = catch_unwind(AssertUnwindSafe(|| {
                            chain(Brittle { base: items.par_drain(1..=LEN), fuse: &fuse });
                        }));
                        let steps = fuse.steps.into_inner();
                        assert_eq!(
                            result.is_err(),
                            unwind_at < steps,
                            "{name}: the panic at step {unwind_at}"
                        );
                        assert_eq!(items, [0, LEN + 1], "{name}: what was not drained");
                        tally.assert_alive(2);
                        steps
                    };
                    for unwind_at in 0..run(usize::MAX) {
                        run(unwind_at);
                    }
                }
            });
        }
    });
}

/// Says that the base has more items than it has, and leaves its producer as it is.
struct Overlong<I> {
    base: I,
    says: usize,
}

impl<I: IndexedParallelIterator> ParallelIterator for Overlong<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }
}

impl<I: IndexedParallelIterator> IndexedParallelIterator for Overlong<I> {
    fn len(&self) -> usize {
        self.says
    }

    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<I::Item>>(self, callback: CB) -> CB::Output {
        self.base.with_producer(callback)
    }
}

#[test]
fn a_cut_beyond_the_end_leaks_nothing() {
    in_pool(2, || {
        for says in [11, 19, 20, 21, 1000] {
            let tally = Tally::new();
            let overlong = || Overlong { base: items(&tally).into_par_iter().with_max_len(1), says };
            assert!(catch_unwind(AssertUnwindSafe(|| overlong().rev().collect::<Vec<_>>())).is_err());
            // Whether these need a cut beyond the end depends on the places.
            let results = [
                catch_unwind(AssertUnwindSafe(|| overlong().count())),
                catch_unwind(AssertUnwindSafe(|| overlong().skip(says - 1).count())),
                catch_unwind(AssertUnwindSafe(|| {
                    overlong().find_last(|item| item.value == 3).map_or(0, |_| 1)
                })),
            ];
            assert!(says < 1000 || results.iter().all(Result::is_err));
            tally.assert_all_dropped_once();
        }
    });
}

fn items(tally: &Tally) -> Vec<Counted> {
    (0..10).map(|n| tally.make(n)).collect()
}
