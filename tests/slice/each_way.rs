//! Walks an indexed iterator in every manner that its producer offers, split at every place.

use furcate::iter::plumbing::{Folder, Producer, ProducerCallback};

/// Asserts that the expression, which is evaluated anew for each walk, gives the expected parts each time.
macro_rules! assert_each_way {
    ($iter:expr, $expected:expr) => {{
        let expected: Vec<Vec<u32>> = $expected;
        let iter = $iter;
        assert_eq!((iter.len(), iter.opt_len()), (expected.len(), Some(expected.len())));
        for at in 0..=expected.len() {
            for manner in crate::each_way::MANNERS {
                let walk = crate::each_way::Walk { at, len: expected.len(), manner };
                let parts = $iter.with_producer(walk);
                assert_eq!(parts, expected, "split at {at} of {}, {manner:?}", expected.len());
            }
        }
    }};
}
pub(crate) use assert_each_way;

/// How to walk both halves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Manner {
    Forwards,
    Backwards,
    FromBothEnds,
    ByFolding,
}

pub(crate) const MANNERS: [Manner; 4] =
    [Manner::Forwards, Manner::Backwards, Manner::FromBothEnds, Manner::ByFolding];

/// Splits a producer at a place, and walks the halves.
pub(crate) struct Walk {
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) manner: Manner,
}

impl<T: AsRef<[u32]>> ProducerCallback<T> for Walk {
    type Output = Vec<Vec<u32>>;

    fn callback<P: Producer<Item = T>>(self, producer: P) -> Self::Output {
        let (left, right) = producer.split_at(self.at);
        let mut parts = walk(left, self.at, self.manner);
        parts.extend(walk(right, self.len - self.at, self.manner));
        parts
    }
}

fn walk<P>(producer: P, len: usize, manner: Manner) -> Vec<Vec<u32>>
where
    P: Producer,
    P::Item: AsRef<[u32]>,
{
    let copy = |part: P::Item| part.as_ref().to_vec();
    match manner {
        Manner::ByFolding => producer.fold_with(Gathered(Vec::new())).0,
        Manner::Forwards => producer.into_iter().map(copy).collect(),
        Manner::Backwards => {
            let mut parts: Vec<_> = producer.into_iter().rev().map(copy).collect();
            parts.reverse();
            parts
        }
        Manner::FromBothEnds => {
            let mut parts = producer.into_iter();
            assert_eq!((parts.len(), parts.size_hint()), (len, (len, Some(len))));
            let (mut front, mut back) = (Vec::new(), Vec::new());
            while let Some(part) = parts.next() {
                front.push(copy(part));
                back.extend(parts.next_back().map(copy));
                assert_eq!(parts.len(), len - front.len() - back.len());
            }
            assert!(parts.next_back().is_none());
            front.extend(back.into_iter().rev());
            front
        }
    }
}

struct Gathered(Vec<Vec<u32>>);

impl<T: AsRef<[u32]>> Folder<T> for Gathered {
    type Result = Vec<Vec<u32>>;

    fn consume(mut self, part: T) -> Self {
        self.0.push(part.as_ref().to_vec());
        self
    }

    fn complete(self) -> Self::Result {
        self.0
    }

    fn full(&self) -> bool {
        false
    }
}
