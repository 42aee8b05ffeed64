//! The adapters, and what each does to a vector.
//!
//! A line of `stages!` is an adapter on numbers: a name, the parallel adapter on `base`, and std's way on `items`. `n` is a
//! small number that was drawn for it. Those that need an indexed base pass by any other; those that keep one indexed
//! are tried on both kinds.

use furcate::prelude::*;
use furcate_tests::Shattered;

use super::indexed::Indexed;
use super::unindexed::Unindexed;

/// What is left of a chain's type.
pub(crate) enum Chain {
    Indexed(Indexed),
    Unindexed(Unindexed),
}

impl Chain {
    /// Forgets that the length is known, too.
    pub(crate) fn into_unindexed(self) -> Unindexed {
        match self {
            Chain::Indexed(base) => Unindexed::new(base),
            Chain::Unindexed(base) => base,
        }
    }
}

/// An adapter.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    /// It makes an indexed iterator of an indexed one.
    pub(crate) keeps_positions: bool,
    par: fn(Chain, usize) -> Result<Chain, Chain>,
    std: fn(Vec<i64>, usize) -> Vec<i64>,
}

impl Stage {
    /// Puts the adapter on a chain, if it can be there, and tells whether it could.
    pub(crate) fn apply(&self, chain: Chain, items: Vec<i64>, number: usize) -> (Chain, Vec<i64>, bool) {
        match (self.par)(chain, number) {
            Ok(chain) => (chain, (self.std)(items, number), true),
            Err(chain) => (chain, items, false),
        }
    }
}

/// Another base, for adapters that take two.
fn other(n: usize) -> Shattered<i64> {
    Shattered::new(others(n).collect(), n as u64)
}

fn others(n: usize) -> std::ops::Range<i64> {
    0..(n * n) as i64
}

fn odd(item: &i64) -> bool {
    item % 2 != 0
}

/// Small numbers, that sums stay small.
fn mix(a: i64, b: i64) -> i64 {
    (3 * a + b) % 1009
}

fn mix_all(items: impl IntoIterator<Item = i64>) -> i64 {
    items.into_iter().fold(0, mix)
}

fn spaced(items: Vec<i64>, separator: i64) -> Vec<i64> {
    let mut spaced: Vec<i64> = items.into_iter().flat_map(|item| [item, separator]).collect();
    spaced.pop();
    spaced
}

fn by_turns(items: Vec<i64>, n: usize, shortest: bool) -> Vec<i64> {
    let (mut a, mut b, mut all) = (items.into_iter().fuse(), others(n).fuse(), Vec::new());
    loop {
        let (left, right) = (a.next(), b.next());
        match (left, right) {
            (None, None) => return all,
            (None, Some(_)) if shortest => return all,
            _ => {}
        }
        all.extend(left);
        all.extend(right);
        if shortest && right.is_none() {
            return all;
        }
    }
}

macro_rules! stages {
    (
        indexed { $($i:ident |$ibase:ident, $in:ident| $ipar:expr, std |$iitems:ident| $istd:expr;)* }
        both { $($b:ident |$bbase:ident, $bn:ident| $bpar:expr, std |$bitems:ident| $bstd:expr;)* }
        unindexed { $($u:ident |$ubase:ident, $un:ident| $upar:expr, std |$uitems:ident| $ustd:expr;)* }
    ) => {
        pub(crate) const STAGES: &[Stage] = &[
            $(Stage {
                name: stringify!($i),
                keeps_positions: true,
                par: |chain, $in| match chain {
                    Chain::Indexed($ibase) => Ok(Chain::Indexed(Indexed::new($ipar))),
                    chain => Err(chain),
                },
                std: |$iitems, $in| {
                    let _ = $in;
                    $istd
                },
            },)*
            $(Stage {
                name: stringify!($b),
                keeps_positions: true,
                par: |chain, $bn| Ok(match chain {
                    Chain::Indexed($bbase) => Chain::Indexed(Indexed::new($bpar)),
                    Chain::Unindexed($bbase) => Chain::Unindexed(Unindexed::new($bpar)),
                }),
                std: |$bitems, $bn| $bstd,
            },)*
            $(Stage {
                name: stringify!($u),
                keeps_positions: false,
                par: |chain, $un| Ok(match chain {
                    Chain::Indexed($ubase) => Chain::Unindexed(Unindexed::new($upar)),
                    Chain::Unindexed($ubase) => Chain::Unindexed(Unindexed::new($upar)),
                }),
                std: |$uitems, $un| $ustd,
            },)*
        ];
    };
}

#[rustfmt::skip]
stages! {
    indexed {
        rev |base, _n| base.rev(), std |items| items.into_iter().rev().collect();
        take |base, n| base.take(n * n), std |items| items.into_iter().take(n * n).collect();
        skip |base, n| base.skip(n * n), std |items| items.into_iter().skip(n * n).collect();
        step_by |base, n| base.step_by(n + 1), std |items| items.into_iter().step_by(n + 1).collect();
        enumerate |base, _n| base.enumerate().map(|(at, item)| mix(at as i64, item)), std |items| items.into_iter().enumerate().map(|(at, item)| mix(at as i64, item)).collect();
        zip |base, n| base.zip(other(n)).map(|(a, b)| mix(a, b)), std |items| items.into_iter().zip(others(n)).map(|(a, b)| mix(a, b)).collect();
        zip_eq |base, _n| { let len = base.len(); base.zip_eq(0..len).map(|(a, at)| mix(a, at as i64)) }, std |items| (0..).zip(items).map(|(at, a)| mix(a, at)).collect();
        zipped_by |base, n| other(n).zip(base).map(|(a, b)| mix(a, b)), std |items| others(n).zip(items).map(|(a, b)| mix(a, b)).collect();
        multi_zip |base, n| (base, other(n), other(11)).into_par_iter().map(|(a, b, c)| mix(mix(a, b), c)), std |items| items.into_iter().zip(others(n)).zip(others(11)).map(|((a, b), c)| mix(mix(a, b), c)).collect();
        interleave |base, n| base.interleave(other(n)), std |items| by_turns(items, n, false);
        interleave_shortest |base, n| base.interleave_shortest(other(n)), std |items| by_turns(items, n, true);
        chunks |base, n| base.chunks(n + 1).map(mix_all), std |items| items.chunks(n + 1).map(|chunk| mix_all(chunk.iter().copied())).collect();
        fold_chunks |base, n| base.fold_chunks(n + 1, || 0, mix), std |items| items.chunks(n + 1).map(|chunk| mix_all(chunk.iter().copied())).collect();
        fold_chunks_with |base, n| base.fold_chunks_with(n + 1, 0, mix), std |items| items.chunks(n + 1).map(|chunk| mix_all(chunk.iter().copied())).collect();
        with_min_len |base, n| base.with_min_len(n), std |items| items;
        with_max_len |base, n| base.with_max_len(n), std |items| items;
    }
    both {
        map |base, n| base.map(move |item| mix(item, n as i64)), std |items| items.into_iter().map(|item| mix(item, n as i64)).collect();
        inspect |base, _n| base.inspect(|_| ()), std |items| items;
        update |base, n| base.update(move |item| *item -= n as i64), std |items| items.into_iter().map(|item| item - n as i64).collect();
        map_with |base, n| base.map_with(n, |n, item| mix(item, *n as i64)), std |items| items.into_iter().map(|item| mix(item, n as i64)).collect();
        map_init |base, n| base.map_init(move || n, |n, item| mix(item, *n as i64)), std |items| items.into_iter().map(|item| mix(item, n as i64)).collect();
        panic_fuse |base, _n| base.panic_fuse(), std |items| items;
        intersperse |base, n| base.intersperse(n as i64), std |items| spaced(items, n as i64);
        chain |base, n| base.chain(other(n)), std |items| items.into_iter().chain(others(n)).collect();
        chained_to |base, n| other(n).chain(base), std |items| others(n).chain(items).collect();
    }
    unindexed {
        filter |base, _n| base.filter(odd), std |items| items.into_iter().filter(odd).collect();
        filter_map |base, n| base.filter_map(move |item| item.checked_rem(n as i64)), std |items| items.into_iter().filter_map(|item| item.checked_rem(n as i64)).collect();
        flat_map |base, n| base.flat_map(move |item| vec![item; item.rem_euclid(4) as usize * n / 8]), std |items| items.into_iter().flat_map(|item| vec![item; item.rem_euclid(4) as usize * n / 8]).collect();
        flat_map_iter |base, n| base.flat_map_iter(move |item| (0..item.rem_euclid(3)).map(move |m| m + n as i64)), std |items| items.into_iter().flat_map(|item| (0..item.rem_euclid(3)).map(move |m| m + n as i64)).collect();
        flatten |base, n| base.map(move |item| (item > n as i64).then_some(item)).flatten(), std |items| items.into_iter().filter(|&item| item > n as i64).collect();
        flatten_iter |base, _n| base.map(|item| [item, -item]).flatten_iter(), std |items| items.into_iter().flat_map(|item| [item, -item]).collect();
        while_some |base, _n| base.map(Some).while_some(), std |items| items;
        take_any |base, _n| base.take_any(usize::MAX), std |items| items;
        skip_any |base, _n| base.skip_any(0), std |items| items;
        take_any_while |base, _n| base.take_any_while(|_| true), std |items| items;
        skip_any_while |base, _n| base.skip_any_while(|_| false), std |items| items;
        fold |base, _n| base.fold(Vec::new, |mut all, item| { all.push(item); all }).flatten_iter(), std |items| items;
        fold_with |base, _n| base.fold_with(Vec::new(), |mut all, item| { all.push(item); all }).flatten(), std |items| items;
        try_fold |base, _n| base.try_fold(Vec::new, |mut all, item| { all.push(item); Some(all) }).flatten_iter().flatten_iter(), std |items| items;
    }
}

/// Adapters that make an indexed chain an unindexed one.
pub(crate) const BLOCKS: &[Stage] = &[
    Stage {
        name: "by_exponential_blocks",
        keeps_positions: false,
        par: |chain, _| blocks(chain, |base| Unindexed::new(base.by_exponential_blocks())),
        std: |items, _| items,
    },
    Stage {
        name: "by_uniform_blocks",
        keeps_positions: false,
        par: |chain, _| blocks(chain, |base| Unindexed::new(base.by_uniform_blocks(7))),
        std: |items, _| items,
    },
    Stage {
        name: "positions",
        keeps_positions: false,
        par: |chain, _| {
            blocks(chain, |base| Unindexed::new(base.positions(|item| odd(&item)).map(|at| at as i64)))
        },
        std: |items, _| (0..).zip(items).filter(|(_, item)| odd(item)).map(|(at, _)| at).collect(),
    },
];

fn blocks(chain: Chain, stage: impl FnOnce(Indexed) -> Unindexed) -> Result<Chain, Chain> {
    match chain {
        Chain::Indexed(base) => Ok(Chain::Unindexed(stage(base))),
        chain => Err(chain),
    }
}
