//! The sources: collections, arrays, options, results, ranges and strings.

mod drains;
mod drops;
mod ranges;
mod sources;

use furcate::iter::plumbing::{Producer, ProducerCallback};
use furcate::prelude::*;

/// What the producer of `iter` makes when it is split at `index`: the items of the left and of the right piece.
fn cut<I: IndexedParallelIterator>(iter: I, index: usize) -> (Vec<I::Item>, Vec<I::Item>) {
    struct Cut(usize);

    impl<T> ProducerCallback<T> for Cut {
        type Output = (Vec<T>, Vec<T>);

        fn callback<P: Producer<Item = T>>(self, producer: P) -> Self::Output {
            let (left, right) = producer.split_at(self.0);
            let left = left.into_iter();
            let right = right.into_iter();
            assert_eq!(left.len(), self.0);
            let right_len = right.len();
            let (left, right): (Vec<T>, Vec<T>) = (left.collect(), right.collect());
            assert_eq!(right.len(), right_len);
            (left, right)
        }
    }

    iter.with_producer(Cut(index))
}

/// Takes `front` items of the producer of `iter` from the front and `back` from the back, then drops the rest.
fn nibble<I: IndexedParallelIterator>(iter: I, front: usize, back: usize) -> (Vec<I::Item>, Vec<I::Item>) {
    struct Nibble(usize, usize);

    impl<T> ProducerCallback<T> for Nibble {
        type Output = (Vec<T>, Vec<T>);

        fn callback<P: Producer<Item = T>>(self, producer: P) -> Self::Output {
            let mut items = producer.into_iter();
            let front = items.by_ref().take(self.0).collect();
            let back = items.by_ref().rev().take(self.1).collect();
            (front, back)
        }
    }

    iter.with_producer(Nibble(front, back))
}
