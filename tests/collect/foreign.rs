//! Collections of other crates, which know only the public traits.

use furcate::prelude::*;
use furcate_tests::{panic_message, pools};

/// Passes on to a `Vec`.
#[derive(Debug, Default, PartialEq)]
struct Wrapped(Vec<usize>);

impl ParallelExtend<usize> for Wrapped {
    fn par_extend<I: IntoParallelIterator<Item = usize>>(&mut self, par_iter: I) {
        self.0.par_extend(par_iter.into_par_iter().map(|n| n + 1));
    }
}

impl FromParallelIterator<usize> for Wrapped {
    fn from_par_iter<I: IntoParallelIterator<Item = usize>>(par_iter: I) -> Self {
        let mut wrapped = Wrapped::default();
        wrapped.par_extend(par_iter);
        wrapped
    }
}

/// Does not look at its items at all.
#[derive(Debug, Default, PartialEq)]
struct Ignoring;

impl ParallelExtend<usize> for Ignoring {
    fn par_extend<I: IntoParallelIterator<Item = usize>>(&mut self, _: I) {}
}

/// Takes its items in several steps, one of them a collection.
#[derive(Debug, Default, PartialEq)]
struct Listing(Vec<Vec<usize>>);

impl ParallelExtend<usize> for Listing {
    fn par_extend<I: IntoParallelIterator<Item = usize>>(&mut self, par_iter: I) {
        self.0.extend(par_iter.into_par_iter().collect_vec_list());
    }
}

#[test]
fn unzip_into_foreign_collections() {
    pools(|_| {
        for len in [0, 1, 2, 100, 1000] {
            let pairs = || (0..len).into_par_iter().map(|n| (n, n * 2));
            let some = || pairs().filter(|_| true);
            let all: Vec<usize> = (0..len).collect();
            let next: Vec<usize> = (1..=len).collect();

            let (left, right): (Wrapped, Vec<usize>) = pairs().unzip();
            assert_eq!((&left.0, right.len()), (&next, len));
            let (left, right): (Listing, Wrapped) = some().unzip();
            assert_eq!((left.0.concat(), right.0.len()), (all.clone(), len));

            let built: (Wrapped, Wrapped) = pairs().collect();
            assert_eq!(built.0.0, next);
        }
    });
}

#[test]
fn a_collection_that_ignores_its_items_is_noticed() {
    let pairs = || (0..10).into_par_iter().map(|n| (n, n));
    for message in [
        panic_message(|| pairs().unzip::<_, _, Ignoring, Vec<_>>()),
        panic_message(|| pairs().unzip::<_, _, Vec<_>, Ignoring>()),
    ] {
        assert!(message.contains("did not drive the iterator"), "{message}");
    }
}

#[test]
fn partition_into_foreign_collections() {
    pools(|_| {
        let (even, odd): (Wrapped, Listing) = (0..100).into_par_iter().partition(|n| n % 2 == 0);
        assert!(even.0.into_iter().eq((1..100).step_by(2)));
        assert!(odd.0.concat().into_iter().eq((1..100).step_by(2)));
    });
}
