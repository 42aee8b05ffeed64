//! What the theory promises, on real runs: few steals, short queues, shallow stacks.
//!
//! For a tree of joins of span T∞ on P workers, randomised stealing makes O(P·T∞) steals, and a queue is never longer
//! than the tree is deep (Blumofe and Leiserson 1999). T∞ is counted in jobs: the joins on the longest way from the
//! root to a leaf, and the leaf. The constant, 2, is ours.
//!
//! Few runs by default. `FURCATE_THEORY=200 cargo test --release -p furcate-core --test theory -- --nocapture` makes 200 of each
//! kind and prints how near they come to the bounds. Times are no matter here: `benches/oversubscribed.rs`.

mod common;

use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use common::{Random, watched};
use furcate_core::{ThreadPool, ThreadPoolBuilder, join};

const LEAVES: u64 = 16_384;

/// Frames of the scheduler that lie once on a stack, however deep the tree: those around a thread's first job and, where the
/// machine has stopped it in the worst place, around a few jobs that it ran while it waited.
const STACK: usize = 16 << 10;

thread_local!(static BOTTOM: Cell<usize> = const { Cell::new(0) });

/// The address of something on the stack, which grows downwards wherever we run.
fn here() -> usize {
    let local = 0u8;
    black_box(&raw const local).addr()
}

/// A pool whose threads know where their stacks begin.
fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true);
    builder.start_handler(|_| BOTTOM.set(here())).build().expect("threads can be started")
}

/// A tree of joins over so many leaves.
#[derive(Clone, Copy)]
enum Tree {
    Halves,
    /// Splits anywhere, by a seed.
    Random(u64),
}

impl Tree {
    fn split(self, leaves: u64) -> (u64, Tree, Tree) {
        match self {
            Tree::Halves => (leaves / 2, self, self),
            Tree::Random(seed) => {
                let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
                let left = 1 + random.below(leaves - 1);
                (left, Tree::Random(random.below(u64::MAX)), Tree::Random(random.below(u64::MAX)))
            }
        }
    }

    /// T∞ in jobs.
    fn span(self, leaves: u64) -> u64 {
        if leaves == 1 {
            return 1;
        }
        let (middle, left, right) = self.split(leaves);
        1 + left.span(middle).max(right.span(leaves - middle))
    }

    /// Joins all the way down, and notes how deep the stacks become.
    fn run(self, leaves: u64, deepest: &AtomicUsize) {
        if leaves == 1 {
            deepest.fetch_max(BOTTOM.get() - here(), Relaxed);
            return leaf(self);
        }
        let (middle, left, right) = self.split(leaves);
        join(|| left.run(middle, deepest), || right.run(leaves - middle, deepest));
    }
}

/// A kind of tree, and one of that kind for each seed.
type Kind = (&'static str, fn(u64) -> Tree);

/// Some work, and now and then a chance for the others: there may be fewer processors than workers.
fn leaf(tree: Tree) {
    thread_local!(static LEAVES: Cell<u32> = const { Cell::new(0) });
    LEAVES.set(LEAVES.get().wrapping_add(1));
    if LEAVES.get() % 128 == 0 {
        thread::yield_now();
    }
    black_box((0..50).fold(0, |sum: u64, n| black_box(sum ^ n)));
    black_box(tree);
}

/// Sorted values of all runs of a kind.
#[derive(Default)]
struct Spread(Vec<f64>);

impl Spread {
    fn shown(&mut self) -> String {
        self.0.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| self.0[((self.0.len() - 1) as f64 * share).round() as usize];
        format!("{:.3} / {:.3} / {:.3}", at(0.5), at(0.99), at(1.0))
    }
}

#[test]
fn steals_queues_and_stacks_are_bounded() {
    let asked = std::env::var("FURCATE_THEORY").ok().and_then(|runs| runs.parse().ok());
    let runs: u64 = asked.unwrap_or(5);
    let trees: [Kind; 2] = [("balanced", |_| Tree::Halves), ("split at random", Tree::Random)];
    watched(|| {
        let alone = pool(1);
        println!("| tree | P | steals / P·T∞ | longest queue / depth | stack / serial |");
        println!("|---|---:|---:|---:|---:|");
        for (name, tree) in trees {
            for threads in [1, 2, 4, 8, 16] {
                let pool = pool(threads);
                let (mut steals, mut queues, mut stacks) =
                    (Spread::default(), Spread::default(), Spread::default());
                for seed in 1..=runs {
                    let (tree, serial, deepest) = (tree(seed), AtomicUsize::new(0), AtomicUsize::new(0));
                    alone.install(|| tree.run(LEAVES, &serial));
                    let before = pool.stats();
                    pool.install(|| tree.run(LEAVES, &deepest));
                    let stats = pool.stats().since(&before).total();
                    let (span, serial, deepest) =
                        (tree.span(LEAVES), serial.into_inner(), deepest.into_inner());
                    let most = 2 * threads as u64 * span;
                    assert!(stats.steals + stats.rescues <= most, "span {span}\n{}", pool.stats());
                    assert!(threads > 1 || stats.steals == 0, "{}", pool.stats());
                    assert!(stats.peak < span, "span {span}\n{}", pool.stats());
                    assert!(
                        deepest <= 2 * serial + STACK,
                        "{deepest} bytes, alone {serial}; {}",
                        pool.stats()
                    );
                    steals.0.push(stats.steals as f64 / (threads as u64 * span) as f64);
                    queues.0.push(stats.peak as f64 / (span - 1) as f64);
                    stacks.0.push(deepest as f64 / serial as f64);
                }
                let (steals, queues, stacks) = (steals.shown(), queues.shown(), stacks.shown());
                println!("| {name} | {threads} | {steals} | {queues} | {stacks} |");
            }
        }
    });
}
