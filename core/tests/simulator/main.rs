//! What the theory promises, on a simulated pool of up to 1,024 workers.
//!
//! For a strict computation of work T₁ and span T∞ on P workers, randomised stealing takes an expected time of T₁/P + O(T∞), and
//! O(P·T∞) attempts to steal (Blumofe and Leiserson 1999; Arora, Blumofe and Plaxton 2001). The proofs
//! let a waiting worker take any job. Ours takes descendants of what it waits for at a join, and any piece of the same loop in one;
//! the theory says nothing of the loss, so it is measured here, against the same pool with waiters that take anything.
//!
//! Few runs by default. `FURCATE_SIMULATE=200 cargo test --release -p furcate-core --test simulator -- --nocapture
//! --test-threads=1` makes 200 of each cell and prints the tables of `core/README.md`, in some minutes. All is seeded: the same runs make the same table.

#[path = "../common/mod.rs"]
mod common;
mod dag;
#[path = "../../policy.rs"]
mod policy;
mod pool;

use common::Random;
use dag::Dag;
use pool::{Outcome, Pool, Rules, Waiting};

/// A kind of tree, and one of that kind for each seed.
struct Kind {
    name: &'static str,
    make: fn(u64) -> Dag,
}

/// A node of a join takes one tick, as does a leaf where nothing is said.
const KINDS: [Kind; 3] = [
    Kind { name: "balanced, 16,384 leaves", make: |_| Dag::balanced(16_384, 1) },
    Kind { name: "split at random, 16,384 leaves", make: |seed| Dag::random(16_384, 1, &mut Random(seed)) },
    Kind { name: "irregular, 4,096 leaves", make: |seed| Dag::irregular(4_096, 1, &mut Random(seed)) },
];

/// What holds in place of the theory's 3 and 4 where waiters are restricted, as ours are.
const EXCESS: f64 = 15.0;
/// And where a waiter may run any piece of its loop.
const LOOP_EXCESS: f64 = 6.0;
/// Where young jobs lie for a while and threads have to be called, too.
const REAL_EXCESS: f64 = 30.0;

/// The runs of one cell, as multiples of the span.
struct Cell {
    /// The means over the trees of T₁/P and T∞.
    share: f64,
    span: f64,
    /// (T - T₁/P) / T∞.
    excess: Spread,
    /// Looks at others' queues, / P·T∞.
    attempts: Spread,
    /// Successful steals, / P·T∞.
    steals: Spread,
    /// Time / the time with waiters that run anything, on the same tree.
    to_any: Spread,
    peak: usize,
}

/// Sorted values.
struct Spread(Vec<f64>);

impl Spread {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_unstable_by(f64::total_cmp);
        Spread(values)
    }

    fn at(&self, share: f64) -> f64 {
        self.0[((self.0.len() - 1) as f64 * share).round() as usize]
    }

    fn max(&self) -> f64 {
        self.at(1.0)
    }

    fn shown(&self) -> String {
        format!("{:.2} / {:.2} / {:.2}", self.at(0.5), self.at(0.99), self.max())
    }
}

fn runs() -> (u64, bool) {
    let asked = std::env::var("FURCATE_SIMULATE").ok().and_then(|runs| runs.parse().ok());
    (asked.unwrap_or(4), asked.is_some())
}

impl Cell {
    fn measure(kind: &Kind, workers: usize, rules: Rules) -> Cell {
        struct Run {
            share: f64,
            span: f64,
            ours: Outcome,
            any: Outcome,
        }
        let run = |seed| {
            let dag = (kind.make)(seed);
            let any = Rules { waiting: Waiting::Any, ..rules };
            Run {
                share: dag.work() as f64 / workers as f64,
                span: dag.span() as f64,
                ours: Pool::run(&dag, workers, rules, seed),
                any: Pool::run(&dag, workers, any, seed),
            }
        };
        let runs: Vec<Run> = (1..=runs().0).map(run).collect();
        let mean = |of: fn(&Run) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
        let spans = |run: &Run| workers as f64 * run.span;
        Cell {
            share: mean(|run| run.share),
            span: mean(|run| run.span),
            excess: Spread::of(runs.iter().map(|run| (run.ours.time as f64 - run.share) / run.span)),
            attempts: Spread::of(runs.iter().map(|run| run.ours.attempts as f64 / spans(run))),
            steals: Spread::of(runs.iter().map(|run| run.ours.steals as f64 / spans(run))),
            to_any: Spread::of(runs.iter().map(|run| run.ours.time as f64 / run.any.time as f64)),
            peak: runs.iter().map(|run| run.ours.peak).max().unwrap_or(0),
        }
    }
}

/// Measures each kind of tree on so many workers, prints the table if asked to, and hands each cell to `check`.
fn table(title: &str, kinds: &[Kind], workers: &[usize], rules: Rules, check: impl Fn(&Cell, &str)) {
    let (runs, shown) = runs();
    if shown {
        println!("{title} (p50 / p99 / max of {runs} runs):\n");
        println!(
            "| tree | P | T₁/P | T∞ | (T - T₁/P) / T∞ | attempts / P·T∞ | steals / P·T∞ | T / T of any job |"
        );
        println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    }
    for kind in kinds {
        for &workers in workers {
            let cell = Cell::measure(kind, workers, rules);
            let (excess, attempts) = (cell.excess.shown(), cell.attempts.shown());
            let (steals, to_any) = (cell.steals.shown(), cell.to_any.shown());
            let line = format!(
                "| {} | {workers} | {:.0} | {:.0} | {excess} | {attempts} | {steals} | {to_any} |",
                kind.name, cell.share, cell.span
            );
            if shown {
                println!("{line}");
            }
            check(&cell, &line);
        }
    }
}

#[test]
fn ideal_pool_keeps_near_the_bounds() {
    let workers = if runs().1 { &[2, 4, 16, 64, 256, 1024][..] } else { &[2, 16, 128] };
    table("All things take a tick", &KINDS, workers, Rules::IDEAL, |cell, line| {
        assert!(cell.excess.max() <= EXCESS, "{line}");
        assert!(cell.attempts.max() <= EXCESS, "{line}");
        assert!(cell.steals.max() <= 3.0, "{line}");
        assert!(cell.peak <= policy::PUBLIC_JOBS, "{line}");
    });
}

#[test]
fn loops_keep_the_bounds() {
    let workers = if runs().1 { &[2, 4, 16, 64, 256, 1024][..] } else { &[2, 16, 128] };
    let rules = Rules { waiting: Waiting::Pieces, ..Rules::IDEAL };
    table("The same, waiters run any piece of the loop", &KINDS, workers, rules, |cell, line| {
        assert!(cell.excess.max() <= LOOP_EXCESS, "{line}");
        assert!(cell.attempts.max() <= LOOP_EXCESS, "{line}");
        assert!(cell.steals.max() <= 2.0, "{line}");
        assert!(cell.to_any.max() <= 1.03, "{line}");
    });
}

/// Leaves of a length that is worth a thread.
const REAL_KINDS: [Kind; 2] = [
    Kind { name: "balanced, 4,096 leaves of 10 µs", make: |_| Dag::balanced(4_096, 100) },
    Kind {
        name: "irregular, 4,096 leaves of 1 to 100 µs",
        make: |seed| Dag::irregular(4_096, 8, &mut Random(seed)),
    },
];

/// Trees of little parallelism: T₁/T∞ is 92.
const COMBS: [Kind; 2] = [
    Kind { name: "comb, 1,000 leaves of 10 µs, rest on the left", make: |_| Dag::comb(1_000, 100, true) },
    Kind { name: "comb, 1,000 leaves of 10 µs, rest on the right", make: |_| Dag::comb(1_000, 100, false) },
];

const REAL_TITLE: &str = "A tick is 100 ns, young jobs lie for 4, and threads sleep";

#[test]
fn real_pool_keeps_near_the_bounds() {
    let workers = if runs().1 { &[2, 4, 16, 64, 256][..] } else { &[4, 16] };
    table(REAL_TITLE, &REAL_KINDS, workers, Rules::REAL, |cell, line| {
        assert!(cell.excess.max() <= REAL_EXCESS, "{line}");
        assert!(cell.attempts.max() <= REAL_EXCESS, "{line}");
    });
}

/// A job that is taken by a thread just called comes 20 µs late, and a waiter that sleeps hears of few.
#[test]
fn combs_cost_no_more_than_the_calls() {
    let workers = if runs().1 { &[2, 4, 16, 64, 256][..] } else { &[4, 16] };
    table(REAL_TITLE, &COMBS, workers, Rules::REAL, |cell, line| {
        // For each leaf a call, and a search beside it.
        let (time, calls) = (cell.share + cell.excess.max() * cell.span, 1_000.0 * (200.0 + 100.0));
        assert!(time <= cell.share + cell.span + calls, "{line}");
    });
}
