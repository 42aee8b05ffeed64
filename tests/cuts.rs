//! Cuts a producer at every place, and walks what comes out in every manner.

use std::fmt::Debug;

use furcate::iter::plumbing::{Folder, Producer, ProducerCallback};
use furcate::prelude::*;

/// What a chain of adapters says of its pieces.
#[derive(Debug, PartialEq, Eq)]
pub struct Limits {
    /// The shortest piece worth making.
    pub min: usize,
    /// The longest piece to fold in one go.
    pub max: usize,
}

/// The bounds that a producer asks for.
pub fn limits(iter: impl IndexedParallelIterator) -> Limits {
    struct Asking;

    impl<T> ProducerCallback<T> for Asking {
        type Output = Limits;

        fn callback<P: Producer<Item = T>>(self, producer: P) -> Limits {
            Limits { min: producer.min_len(), max: producer.max_len() }
        }
    }

    iter.with_producer(Asking)
}

/// Checks the producers that `make` leads to: their length, and the items of each part of three, cut anywhere.
///
/// # Panics
///
/// If they are not as `expected`.
#[track_caller]
pub fn cut_everywhere<I>(make: impl Fn() -> I, expected: &[I::Item])
where
    I: IndexedParallelIterator<Item: PartialEq + Debug>,
{
    struct Cutting<'e, T> {
        first: usize,
        second: usize,
        walk: Walk,
        expected: &'e [T],
    }

    impl<T: PartialEq + Debug> ProducerCallback<T> for Cutting<'_, T> {
        type Output = ();

        fn callback<P: Producer<Item = T>>(self, producer: P) {
            let Cutting { first, second, walk, expected } = self;
            let (left, rest) = producer.split_at(first);
            let (middle, right) = rest.split_at(second - first);
            assert_eq!(walk.items(left), expected[..first], "left of {first}, {walk:?}");
            assert_eq!(walk.items(middle), expected[first..second], "between {first} and {second}, {walk:?}");
            assert_eq!(walk.items(right), expected[second..], "right of {second}, {walk:?}");
        }
    }

    let len = expected.len();
    assert_eq!(make().len(), len);
    assert_eq!(make().opt_len(), Some(len));
    for first in 0..=len {
        for second in first..=len {
            for walk in [Walk::Forwards, Walk::Backwards, Walk::ByTurns, Walk::Folded] {
                make().with_producer(Cutting { first, second, walk, expected });
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Walk {
    Forwards,
    Backwards,
    ByTurns,
    Folded,
}

impl Walk {
    fn items<P: Producer>(self, producer: P) -> Vec<P::Item> {
        let mut front = Vec::new();
        let mut back = Vec::new();
        match self {
            Walk::Folded => return producer.fold_with(Gathering(Vec::new())).0,
            Walk::Forwards => front.extend(producer.into_iter()),
            Walk::Backwards => back.extend(producer.into_iter().rev()),
            Walk::ByTurns => {
                let mut items = producer.into_iter();
                while items.len() > 0 {
                    let before = items.len();
                    front.extend(items.next());
                    assert_eq!(items.len(), before - 1);
                    back.extend(items.next_back());
                }
                assert!(items.next().is_none() && items.next_back().is_none());
            }
        }
        front.extend(back.into_iter().rev());
        front
    }
}

struct Gathering<T>(Vec<T>);

impl<T> Folder<T> for Gathering<T> {
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
