//! The bridge: whatever it decides about splitting, each item is folded once, in its place.
//!
//! Costs are made by counted work, not by sleeping, so that the bridge sees cheap, dear and changing items.

mod small;

use std::hint::black_box;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::iter::plumbing::{
    Consumer, Folder, Producer, Reducer, UnindexedConsumer, UnindexedProducer, bridge_producer_consumer,
    bridge_unindexed,
};
use furcate::prelude::*;
use furcate_tests::pools;

/// Work of about `units` nanoseconds.
fn work(units: usize) {
    for unit in 0..units {
        black_box(unit);
    }
}

/// How dear item `index` of `len` is.
type Load = fn(usize, usize) -> usize;

const LOADS: [(&str, Load); 6] = [
    ("cheap", |_, _| 0),
    ("even", |_, _| 500),
    ("rising", |index, len| 2000 * index / len),
    ("one dear, first", |index, _| if index == 0 { 300_000 } else { 10 }),
    ("one dear, last", |index, len| if index + 1 == len { 300_000 } else { 10 }),
    ("last eighth dear", |index, len| if index >= len - len / 8 { 20_000 } else { 0 }),
];

const LENGTHS: [usize; 10] = [0, 1, 2, 3, 7, 16, 64, 100, 1000, 4099];

/// A producer that does the work of its items, and never is asked to split out of bounds.
struct Loaded {
    span: Range<usize>,
    load: Load,
    len: usize,
    min: usize,
    max: usize,
}

impl Loaded {
    fn new(len: usize, load: Load) -> Self {
        Loaded { span: 0..len, load, len, min: 1, max: usize::MAX }
    }
}

impl Producer for Loaded {
    type Item = usize;
    type IntoIter = std::vec::IntoIter<usize>;

    fn into_iter(self) -> Self::IntoIter {
        let items: Vec<usize> = self.span.inspect(|&index| work((self.load)(index, self.len))).collect();
        items.into_iter()
    }

    fn min_len(&self) -> usize {
        self.min
    }

    fn max_len(&self) -> usize {
        self.max
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        assert!(index <= self.span.len());
        let middle = self.span.start + index;
        (Loaded { span: self.span.start..middle, ..self }, Loaded { span: middle..self.span.end, ..self })
    }
}

impl UnindexedProducer for Loaded {
    type Item = usize;

    fn split(self) -> (Self, Option<Self>) {
        if self.span.len() < 2 {
            return (self, None);
        }
        let middle = self.span.len() / 2;
        let (left, right) = self.split_at(middle);
        (left, Some(right))
    }

    fn fold_with<F: Folder<usize>>(self, folder: F) -> F {
        folder.consume_iter(self.into_iter())
    }
}

/// A consumer that knows which positions are its own, and lists the lengths of its folders.
struct Placed(Range<usize>);

struct PlacedFolder {
    expected: Range<usize>,
    taken: usize,
}

struct Neighbours;

/// The positions covered, and how many each folder took.
type Covered = (Range<usize>, Vec<usize>);

impl Consumer<usize> for Placed {
    type Folder = PlacedFolder;
    type Reducer = Neighbours;
    type Result = Covered;

    fn split_at(self, index: usize) -> (Self, Self, Neighbours) {
        let middle = self.0.start + index;
        assert!(middle <= self.0.end);
        (Placed(self.0.start..middle), Placed(middle..self.0.end), Neighbours)
    }

    fn into_folder(self) -> PlacedFolder {
        PlacedFolder { expected: self.0, taken: 0 }
    }

    fn full(&self) -> bool {
        false
    }
}

impl Folder<usize> for PlacedFolder {
    type Result = Covered;

    fn consume(self, item: usize) -> Self {
        assert_eq!(item, self.expected.start + self.taken);
        PlacedFolder { taken: self.taken + 1, ..self }
    }

    fn complete(self) -> Covered {
        assert_eq!(self.taken, self.expected.len());
        (self.expected, vec![self.taken])
    }

    fn full(&self) -> bool {
        false
    }
}

impl Reducer<Covered> for Neighbours {
    fn reduce(self, (left, mut lengths): Covered, (right, more): Covered) -> Covered {
        assert_eq!(left.end, right.start);
        lengths.extend(more);
        (left.start..right.end, lengths)
    }
}

#[test]
fn in_order_each_item_is_folded_once_in_its_place() {
    pools(|_| {
        for (name, load) in LOADS {
            for len in LENGTHS {
                let (covered, _) = bridge_producer_consumer(len, Loaded::new(len, load), Placed(0..len));
                assert_eq!(covered, 0..len, "{name}");
            }
        }
    });
}

#[test]
fn in_order_pieces_keep_to_min_and_max_len() {
    pools(|_| {
        for (name, load) in LOADS {
            for len in LENGTHS {
                for (min, max) in [(10, usize::MAX), (1, 10), (64, 300)] {
                    let producer = Loaded { min, max, ..Loaded::new(len, load) };
                    let (_, lengths) = bridge_producer_consumer(len, producer, Placed(0..len));
                    let longest = lengths.iter().max().copied().unwrap_or(0);
                    let shortest = lengths.iter().min().copied().unwrap_or(0);
                    assert!(longest <= max, "{name}: {longest} of {len}, max {max}");
                    assert!(shortest >= min.min(len), "{name}: {shortest} of {len}, min {min}");
                }
            }
        }
    });
}

/// A consumer that does not mind positions, but lists items in order, with the lengths of its folders.
#[derive(Clone, Copy)]
struct Listing;

struct ListingFolder(Vec<usize>);

struct Append;

type Listed = (Vec<usize>, Vec<usize>);

impl Consumer<usize> for Listing {
    type Folder = ListingFolder;
    type Reducer = Append;
    type Result = Listed;

    fn split_at(self, _index: usize) -> (Self, Self, Append) {
        (self, self, Append)
    }

    fn into_folder(self) -> ListingFolder {
        ListingFolder(Vec::new())
    }

    fn full(&self) -> bool {
        false
    }
}

impl UnindexedConsumer<usize> for Listing {
    fn split_off_left(&self) -> Self {
        Listing
    }

    fn to_reducer(&self) -> Append {
        Append
    }
}

impl Folder<usize> for ListingFolder {
    type Result = Listed;

    fn consume(mut self, item: usize) -> Self {
        self.0.push(item);
        self
    }

    fn complete(self) -> Listed {
        let len = self.0.len();
        (self.0, vec![len])
    }

    fn full(&self) -> bool {
        false
    }
}

impl Reducer<Listed> for Append {
    fn reduce(self, (mut left, mut lengths): Listed, (right, more): Listed) -> Listed {
        left.extend(right);
        lengths.extend(more);
        (left, lengths)
    }
}

#[test]
fn any_order_keeps_the_order_and_makes_few_folders() {
    pools(|threads| {
        for (name, load) in LOADS {
            for len in LENGTHS {
                let (items, lengths) = (0..len)
                    .into_par_iter()
                    .map(|index| {
                        work(load(index, len));
                        index
                    })
                    .drive_unindexed(Listing);
                assert!(items.into_iter().eq(0..len), "{name}, {len} items");
                assert!(threads > 1 || lengths.len() == 1, "one thread needs one accumulator");
            }
        }
    });
}

#[test]
fn any_order_pieces_keep_to_max_len() {
    pools(|_| {
        for len in LENGTHS {
            let (items, lengths) = (0..len).into_par_iter().with_max_len(10).drive_unindexed(Listing);
            assert!(items.into_iter().eq(0..len));
            assert!(lengths.iter().all(|&len| len <= 10), "{lengths:?}");
        }
    });
}

#[test]
fn unindexed_each_item_is_folded_once_in_its_place() {
    pools(|_| {
        for (name, load) in LOADS {
            for len in LENGTHS {
                let (items, _) = bridge_unindexed(Loaded::new(len, load), Listing);
                assert!(items.into_iter().eq(0..len), "{name}, {len} items");
            }
        }
    });
}

#[test]
fn a_panic_at_any_item_comes_out_and_the_pool_goes_on() {
    pools(|_| {
        for len in [1, 2, 7, 64] {
            for at in 0..len {
                let seen = AtomicUsize::new(0);
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    (0..len).into_par_iter().for_each(|index| {
                        seen.fetch_add(1, Relaxed);
                        work(2000);
                        assert_ne!(index, at, "as planned");
                    });
                }));
                assert!(outcome.is_err());
                assert!(seen.into_inner() <= len);
                assert_eq!((0..len).into_par_iter().count(), len);
            }
        }
    });
}

#[test]
fn nested_iterators_see_each_pair_once() {
    pools(|_| {
        let sum: usize = (0..100usize)
            .into_par_iter()
            .map(|outer| (0..outer).into_par_iter().map(|inner| outer * inner).sum::<usize>())
            .sum();
        let expected: usize =
            (0..100).map(|outer| (0..outer).map(|inner| outer * inner).sum::<usize>()).sum();
        assert_eq!(sum, expected);
    });
}
