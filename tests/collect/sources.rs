//! Foreign iterators, as another crate could write them: some honest, some not.

use std::fmt;

use furcate::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer, UnindexedProducer, bridge,
    bridge_unindexed,
};
use furcate::prelude::*;

/// Says that it has `says` items and gives those in `items`.
pub(crate) struct Claiming<T> {
    pub(crate) says: usize,
    pub(crate) items: Vec<T>,
}

impl<T: Send> ParallelIterator for Claiming<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.says)
    }
}

impl<T: Send> IndexedParallelIterator for Claiming<T> {
    fn len(&self) -> usize {
        self.says
    }

    fn drive<C: Consumer<T>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<T>>(self, callback: CB) -> CB::Output {
        callback.callback(Items(self.items))
    }
}

/// Owns its items, and splits where it can.
struct Items<T>(Vec<T>);

impl<T: Send> Producer for Items<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }

    fn split_at(mut self, index: usize) -> (Self, Self) {
        let right = self.0.split_off(index.min(self.0.len()));
        (self, Items(right))
    }
}

impl<T: Send> UnindexedProducer for Items<T> {
    type Item = T;

    fn split(mut self) -> (Self, Option<Self>) {
        let middle = self.0.len() / 3; // not in the middle, so that no place can be guessed
        if middle == 0 {
            return (self, None);
        }
        let right = self.0.split_off(middle);
        (self, Some(Items(right)))
    }

    fn fold_with<F: Folder<T>>(self, folder: F) -> F {
        folder.consume_iter(self.0)
    }
}

/// Does not say how many items it has.
pub(crate) struct Unknown<T>(pub(crate) Vec<T>);

impl<T: Send> ParallelIterator for Unknown<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        bridge_unindexed(Items(self.0), consumer)
    }
}

/// Says how many items it has, and yet is split at places that nobody knows beforehand.
pub(crate) struct Unplaced<T> {
    pub(crate) says: usize,
    pub(crate) items: Vec<T>,
}

impl<T: Send> ParallelIterator for Unplaced<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        bridge_unindexed(Items(self.items), consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.says)
    }
}

/// Mixes both kinds of splitting by hand: at `places`, which are known, and within the parts where they are not.
pub(crate) struct Mixed<T> {
    pub(crate) items: Vec<T>,
    pub(crate) places: Vec<usize>,
}

impl<T: Send> ParallelIterator for Mixed<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(mut self, consumer: C) -> C::Result {
        let Some(place) = self.places.pop() else {
            return bridge_unindexed(Items(self.items), consumer);
        };
        let place = place.min(self.items.len());
        let items = self.items.split_off(place);
        let (left, right, reducer) = consumer.split_at(place);
        let left = Mixed { items: self.items, places: self.places.clone() }.drive_unindexed(left);
        let right = Mixed { items, places: self.places }.drive_unindexed(right);
        reducer.reduce(left, right)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// Says how many items it has, and gives them all behind a part that it splits off and leaves out.
pub(crate) struct Behind<T>(pub(crate) Vec<T>);

impl<T: Send> ParallelIterator for Behind<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        drop(consumer.split_off_left());
        bridge_unindexed(Items(self.0), consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// What a faulty iterator does with its consumer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// Splits, and forgets the left result.
    OnlyRight,
    /// Splits, and forgets the right result.
    OnlyLeft,
    /// Splits, and joins the results the wrong way round.
    Swapped,
    /// Splits, and puts all items into the right part.
    AllRight,
    /// Splits off the left part and fills that only, beyond its place.
    AllLeft,
    /// Gives each item to a consumer that was split off, so that only the first has a place, then more than said.
    Twice,
}

impl Fault {
    pub(crate) const ALL: [Fault; 6] =
        [Fault::OnlyRight, Fault::OnlyLeft, Fault::Swapped, Fault::AllRight, Fault::AllLeft, Fault::Twice];
}

/// Has the items `0..says` of `make`, and a fault.
pub(crate) struct Faulty<F> {
    pub(crate) says: usize,
    pub(crate) make: F,
    pub(crate) fault: Fault,
}

impl<F> fmt::Debug for Faulty<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {}", self.fault, self.says)
    }
}

impl<T: Send, F: Fn(usize) -> T + Send> ParallelIterator for Faulty<F> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        let Faulty { says, make, fault } = self;
        let middle = says / 2;
        let fill = |consumer: C, from: usize, to: usize| {
            consumer.into_folder().consume_iter((from..to).map(&make)).complete()
        };
        let at = |consumer: C| consumer.split_at(middle);
        match fault {
            Fault::OnlyRight => {
                let (left, right, _) = at(consumer);
                drop(fill(left, 0, middle));
                fill(right, middle, says)
            }
            Fault::OnlyLeft => {
                let (left, right, _) = at(consumer);
                drop(fill(right, middle, says));
                fill(left, 0, middle)
            }
            Fault::Swapped => {
                let (left, right, reducer) = at(consumer);
                let (left, right) = (fill(left, 0, middle), fill(right, middle, says));
                reducer.reduce(right, left)
            }
            Fault::AllRight => {
                let (left, right, reducer) = at(consumer);
                let right = fill(right, 0, says);
                reducer.reduce(fill(left, 0, 0), right)
            }
            Fault::AllLeft => {
                let (left, right, reducer) = at(consumer);
                let more = left.split_off_left();
                let inner = left.to_reducer();
                let left = inner.reduce(fill(more, 0, middle / 2), fill(left, middle / 2, says));
                reducer.reduce(left, fill(right, 0, 0))
            }
            Fault::Twice => {
                let left = consumer.split_off_left();
                let reducer = consumer.to_reducer();
                reducer.reduce(fill(left, 0, says), fill(consumer, 0, says))
            }
        }
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.says)
    }
}
