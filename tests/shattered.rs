//! Splits that no bridge would make: chosen by a seed, also at the ends and down to nothing.
//!
//! [`Shattered`] is a source that splits the consumer at random places, on both the indexed and the
//! unindexed way. [`shatter`] does the same to the producer of any indexed iterator, and walks the pieces in every manner a
//! producer offers.

use furcate::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer};
use furcate::join;
use furcate::prelude::*;

use crate::Dice;

/// A source over the items of a vector that ignores the bridge and splits by a seed.
#[derive(Clone, Debug)]
pub struct Shattered<T> {
    items: Vec<T>,
    seed: u64,
}

impl<T: Send> Shattered<T> {
    /// Iterates over `items`, split as `seed` says.
    pub fn new(items: Vec<T>, seed: u64) -> Self {
        Shattered { items, seed }
    }
}

impl<T: Send> ParallelIterator for Shattered<T> {
    type Item = T;

    fn drive_unindexed<C: UnindexedConsumer<T>>(self, consumer: C) -> C::Result {
        any_order(Dice::of_seed(self.seed), 8, Row(self.items), consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

impl<T: Send> IndexedParallelIterator for Shattered<T> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn drive<C: Consumer<T>>(self, consumer: C) -> C::Result {
        let len = self.items.len();
        in_order(Dice::of_seed(self.seed), 8, len, Row(self.items), consumer)
    }

    fn with_producer<CB: ProducerCallback<T>>(self, callback: CB) -> CB::Output {
        callback.callback(Row(self.items))
    }
}

/// Two sequences of which neither is the other.
fn fork(mut dice: Dice<'_>) -> (Dice<'_>, Dice<'static>) {
    let other = Dice::of_seed(dice.throw(usize::MAX) as u64);
    (dice, other)
}

struct Row<T>(Vec<T>);

impl<T: Send> Producer for Row<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }

    fn split_at(mut self, index: usize) -> (Self, Self) {
        let right = self.0.split_off(index);
        (self, Row(right))
    }
}

fn any_order<T, C>(mut dice: Dice<'_>, depth: usize, row: Row<T>, consumer: C) -> C::Result
where
    T: Send,
    C: UnindexedConsumer<T>,
{
    if depth == 0 || consumer.full() || dice.throw(8) == 0 {
        return row.fold_with(consumer.into_folder()).complete();
    }
    let middle = dice.throw(row.0.len() + 1);
    let (left, right) = row.split_at(middle);
    let (left_dice, right_dice) = fork(dice);
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let (left, right) = join(
        || any_order(left_dice, depth - 1, left, left_consumer),
        || any_order(right_dice, depth - 1, right, consumer),
    );
    reducer.reduce(left, right)
}

fn in_order<P, C>(mut dice: Dice<'_>, depth: usize, len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if depth == 0 || consumer.full() || dice.throw(8) == 0 {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    let middle = dice.throw(len + 1);
    let (left_dice, right_dice) = fork(dice);
    let (left, right) = producer.split_at(middle);
    let (left_consumer, right_consumer, reducer) = consumer.split_at(middle);
    let (left, right) = join(
        || in_order(left_dice, depth - 1, middle, left, left_consumer),
        || in_order(right_dice, depth - 1, len - middle, right, right_consumer),
    );
    reducer.reduce(left, right)
}

/// The items of `iter`, whose producer is split as `seed` says. Pieces are walked forwards, backwards, from both ends, or folded.
pub fn shatter<I: IndexedParallelIterator>(iter: I, seed: u64) -> Vec<I::Item> {
    struct Shattering {
        len: usize,
        seed: u64,
    }

    impl<T: Send> ProducerCallback<T> for Shattering {
        type Output = Vec<T>;

        fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
            let mut items = Vec::new();
            pieces(&mut Dice::of_seed(self.seed), 8, self.len, producer, &mut items);
            items
        }
    }

    let len = iter.len();
    iter.with_producer(Shattering { len, seed })
}

fn pieces<P: Producer>(dice: &mut Dice<'_>, depth: usize, len: usize, producer: P, items: &mut Vec<P::Item>) {
    if depth > 0 && dice.throw(4) > 0 {
        let middle = dice.throw(len + 1);
        let (left, right) = producer.split_at(middle);
        pieces(dice, depth - 1, middle, left, items);
        pieces(dice, depth - 1, len - middle, right, items);
        return;
    }
    let before = items.len();
    match dice.throw(4) {
        0 => items.extend(producer.into_iter()),
        1 => {
            let backwards: Vec<_> = producer.into_iter().rev().collect();
            items.extend(backwards.into_iter().rev());
        }
        2 => {
            let mut iter = producer.into_iter();
            let mut back = Vec::new();
            loop {
                assert_eq!(
                    iter.len() + items.len() - before + back.len(),
                    len,
                    "the exact length of a piece"
                );
                let from_front = dice.throw(2) == 0;
                match if from_front { iter.next() } else { iter.next_back() } {
                    Some(item) if from_front => items.push(item),
                    Some(item) => back.push(item),
                    None => break,
                }
            }
            items.extend(back.into_iter().rev());
        }
        _ => items.extend(producer.fold_with(Gather(Vec::new())).0),
    }
    assert_eq!(items.len() - before, len, "a piece gives as many items as it is long");
}

struct Gather<T>(Vec<T>);

impl<T> Folder<T> for Gather<T> {
    type Result = Vec<T>;

    fn consume(mut self, item: T) -> Self {
        self.0.push(item);
        self
    }

    fn complete(self) -> Vec<T> {
        self.0
    }

    fn full(&self) -> bool {
        false
    }
}
