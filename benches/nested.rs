//! Parallel loops in parallel loops: two levels of short loops, and a search tree.
//!
//! `cargo bench -p furcate-benches --bench nested`. Contenders: `std`'s iterators, furcate, Rayon, chili (a join for
//! each of the queen's places but the last); with orx-parallel the outer level only.

use std::hint::black_box;

use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::work::cheap;
use furcate_benches::{Contender, Options, Pace, Question, repeat};

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    levels(&options, pools);
    queens(&options, pools);
}

fn levels(options: &Options, pools: Pools) {
    const OUTER: usize = 10_000;
    const INNER: usize = 10;
    let row = |row: usize| (0..INNER).map(|column| (row + column) as u64).collect();
    let table: Vec<Vec<u64>> = (0..OUTER).map(row).collect();
    let serial = || black_box(&table).iter().map(|row| row.iter().map(cheap).sum::<u64>()).sum();
    let furcate = || -> u64 {
        use furcate::prelude::*;
        black_box(&table).par_iter().map(|row| row.par_iter().map(cheap).sum::<u64>()).sum()
    };
    let rayon = || -> u64 {
        use rayon::prelude::*;
        black_box(&table).par_iter().map(|row| row.par_iter().map(cheap).sum::<u64>()).sum()
    };
    let orx = pools.orx();
    let by_orx = || {
        use orx_parallel::*;
        let rows = black_box(&table).par().runner(Runner::adaptive_with_pool(orx));
        rows.map(|row| row.iter().map(cheap).sum::<u64>()).sum()
    };
    let (inside, beside) = (pools.furcate(THREADS), pools.rayon(THREADS));
    let contenders = vec![
        Contender::new("serial", serial),
        Contender::new("furcate", furcate),
        Contender::new("rayon", rayon),
        Contender::whole("furcate, inside the pool", |times| inside.install(|| repeat(times, furcate))),
        Contender::whole("rayon, inside the pool", |times| beside.install(|| repeat(times, rayon))),
        Contender::new("orx-parallel, the outer level only", by_orx),
    ];
    Question::new(options, format!("nested sums, {OUTER} x {INNER}, from main, hot"), Pace::Hot)
        .ask(contenders);
}

/// A board with queens in its first rows: which columns and diagonals are taken in the next one.
#[derive(Clone, Copy)]
struct Board {
    size: u32,
    columns: u32,
    left: u32,
    right: u32,
}

impl Board {
    fn empty(size: u32) -> Self {
        Board { size, columns: 0, left: 0, right: 0 }
    }

    fn is_full(self) -> bool {
        self.columns == (1 << self.size) - 1
    }

    /// The board with a queen in this column of the next row, if nothing stands against it.
    fn with(self, column: u32) -> Option<Board> {
        let queen = 1 << column;
        let free = (self.columns | self.left | self.right) & queen == 0;
        free.then_some(Board {
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
            ..self
        })
    }

    fn serial(self) -> u64 {
        if self.is_full() {
            return 1;
        }
        (0..self.size).filter_map(|column| self.with(column)).map(Board::serial).sum()
    }

    fn furcate(self) -> u64 {
        use furcate::prelude::*;
        if self.is_full() {
            return 1;
        }
        (0..self.size).into_par_iter().filter_map(|column| self.with(column)).map(Board::furcate).sum()
    }

    fn rayon(self) -> u64 {
        use rayon::prelude::*;
        if self.is_full() {
            return 1;
        }
        (0..self.size).into_par_iter().filter_map(|column| self.with(column)).map(Board::rayon).sum()
    }

    /// The solutions with the next queen in one of the columns from `first` on.
    fn chili(self, scope: &mut chili::Scope<'_>, first: u32) -> u64 {
        if self.is_full() {
            return 1;
        }
        let Some((column, board)) = (first..self.size).find_map(|column| Some((column, self.with(column)?)))
        else {
            return 0;
        };
        let (here, further) =
            scope.join(move |scope| board.chili(scope, 0), move |scope| self.chili(scope, column + 1));
        here + further
    }
}

fn queens(options: &Options, pools: Pools) {
    for size in [8, 11] {
        let board = || black_box(Board::empty(size));
        let (inside, beside) = (pools.furcate(THREADS), pools.rayon(THREADS));
        let chili = pools.chili(THREADS);
        let contenders = vec![
            Contender::new("serial", || board().serial()),
            Contender::new("furcate", || board().furcate()),
            Contender::new("rayon", || board().rayon()),
            Contender::whole("furcate, inside the pool", |times| {
                inside.install(|| repeat(times, || board().furcate()))
            }),
            Contender::whole("rayon, inside the pool", |times| {
                beside.install(|| repeat(times, || board().rayon()))
            }),
            Contender::new("chili, by joins", || board().chili(&mut chili.scope(), 0)),
        ];
        Question::new(options, format!("queens, {size}, a parallel loop a row, from main, hot"), Pace::Hot)
            .ask(contenders);
    }
}
