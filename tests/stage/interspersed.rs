//! `intersperse` over every base of unknown length: its pieces may come out empty, and nobody knows beforehand which.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList};
use std::fmt::Debug;

use furcate::iter::{split, walk_tree_postfix, walk_tree_prefix};
use furcate::prelude::*;
use furcate_tests::{Shattered, pools};

/// Whatever `make` gives, with separators between: in order, from the front and from the back.
#[track_caller]
fn check<I>(what: &str, make: impl Fn() -> I, separator: I::Item)
where
    I: ParallelIterator<Item: Clone + PartialEq + Debug + Send + Sync>,
{
    let bare: Vec<I::Item> = make().collect();
    let mut expected: Vec<I::Item> = bare.into_iter().flat_map(|item| [item, separator.clone()]).collect();
    expected.pop();
    let spaced = || make().intersperse(separator.clone());
    assert_eq!(spaced().collect::<Vec<_>>(), expected, "{what}, collected");
    assert_eq!(spaced().find_first(|_| true), expected.first().cloned(), "{what}, first");
    assert_eq!(spaced().find_last(|_| true), expected.last().cloned(), "{what}, last");
}

/// Bases over numbers, of which those below `kept` of ten are kept, if any are thrown away.
macro_rules! bases {
    ($($name:ident: |$base:ident, $keep:ident| $chain:expr;)*) => {$(
        #[test]
        fn $name() {
            pools(|_| {
                for len in [0, 1, 2, 3, 7, 40, 1_000] {
                    for kept in [0, 1, 5, 10] {
                        for seed in 0..3 {
                            let $keep = move |n: &i32| n * 7 % 10 < kept;
                            let make = || {
                                let $base = Shattered::new((0..len).collect(), seed);
                                $chain
                            };
                            check(stringify!($name), make, -1);
                        }
                    }
                }
            });
        }
    )*};
}

bases! {
    behind_filter: |base, keep| base.filter(keep);
    behind_filter_map: |base, keep| base.filter_map(move |n| keep(&n).then_some(n));
    behind_flat_map: |base, keep| base.flat_map(move |n| vec![n; if keep(&n) { n as usize % 3 } else { 0 }]);
    behind_flat_map_iter: |base, keep| base.flat_map_iter(move |n| vec![n; if keep(&n) { n as usize % 3 } else { 0 }]);
    behind_flatten: |base, keep| base.map(move |n| keep(&n).then_some(n)).flatten();
    behind_flatten_iter: |base, keep| base.map(move |n| keep(&n).then_some(n)).flatten_iter();
    behind_while_some: |base, keep| { let _ = keep; base.map(Some).while_some() };
    behind_positions: |base, keep| base.positions(move |n| keep(&n)).map(|at| at as i32);
    behind_uniform_blocks: |base, keep| base.by_uniform_blocks(3).filter(keep);
    behind_exponential_blocks: |base, keep| base.by_exponential_blocks().filter(keep);
    behind_chain: |base, keep| base.clone().filter(keep).chain(base.filter(move |n| !keep(n)));
    behind_take_any: |base, keep| base.filter(keep).take_any(usize::MAX);
    behind_skip_any: |base, keep| base.filter(keep).skip_any(0);
    behind_take_any_while: |base, keep| base.filter(keep).take_any_while(|_| true);
    behind_skip_any_while: |base, keep| base.skip_any_while(|_| false).filter(keep);
    behind_stages: |base, keep| base.filter(keep).map(|n| n + 1).inspect(|_| ()).update(|n| *n += 1).map_with(1, |with, n| n + *with).panic_fuse();
    behind_another: |base, keep| base.filter(keep).intersperse(-2);
}

#[test]
fn over_texts() {
    pools(|_| {
        for text in ["", ",", "a", "a,b", ",,a,", "ab cd\nef\r\n\u{10FFFF}, gh", &"ab, \n".repeat(300)] {
            check("chars", || text.par_chars(), '|');
            check("char indices", || text.par_char_indices(), (0, '|'));
            check("bytes", || text.par_bytes().filter(|byte| *byte != b'a'), 0);
            check("utf-16", || text.par_encode_utf16(), 0);
            check("split", || text.par_split(','), "|");
            check("split inclusive", || text.par_split_inclusive(','), "|");
            check("split terminator", || text.par_split_terminator(','), "|");
            check("lines", || text.par_lines(), "|");
            check("whitespace", || text.par_split_whitespace(), "|");
            check("ascii whitespace", || text.par_split_ascii_whitespace(), "|");
            check("matches", || text.par_matches('a'), "|");
            check("match indices", || text.par_match_indices('a'), (0, "|"));
        }
    });
}

#[test]
fn over_other_sources() {
    pools(|_| {
        for len in [0, 1, 2, 500] {
            let row: Vec<i32> = (0..len).map(|n| n * 7 % 11).collect();
            check("split slice", || row.par_split(|n| n % 3 == 0), &[-1][..]);
            check("split slice inclusive", || row.par_split_inclusive(|n| n % 3 == 0), &[-1][..]);
            check("runs", || row.par_chunk_by(|a, b| a < b), &[-1][..]);
            let list: LinkedList<i32> = row.iter().copied().collect();
            check("list", || list.par_iter().copied(), -1);
            let set: BTreeSet<i32> = row.iter().copied().collect();
            check("tree set", || set.par_iter().copied(), -1);
            let map: BTreeMap<i32, i32> = row.iter().map(|&n| (n, n)).collect();
            check("tree map", || map.par_iter().map(|(&key, _)| key), -1);
            let set: HashSet<i32> = row.iter().copied().collect();
            check("hash set", || set.par_iter().copied(), -1);
            let map: HashMap<i32, i32> = row.iter().map(|&n| (n, n)).collect();
            check("hash map", || map.par_iter().map(|(&key, _)| key), -1);
        }
        let below = |&n: &i32| (3 * n + 1..3 * n + 4).filter(|n| *n < 200);
        check("tree, prefix", || walk_tree_prefix(0, below).filter(|n| n % 5 > 0), -1);
        check("tree, postfix", || walk_tree_postfix(0, below).filter(|n| n % 5 > 0), -1);
        let halves = |range: std::ops::Range<i32>| {
            let middle = range.start + (range.end - range.start) / 2;
            let splits = range.end - range.start > 2;
            if splits { (range.start..middle, Some(middle..range.end)) } else { (range, None) }
        };
        check("split", || split(0..100, halves).flat_map_iter(|range| range.filter(|n| n % 9 == 0)), -1);
        let long = (i128::MIN..=i128::MAX).into_par_iter();
        assert_eq!(long.intersperse(7).find_first(|_| true), Some(i128::MIN));
    });
}
