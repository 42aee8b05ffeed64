//! One random call: a tree of operations, each drawn from a table, whose leaves count and one of which may panic.
//!
//! Every result is checked where it comes about. What a call makes is tallied for that call alone, so that a leak
//! or a lost panic is seen at once, with the seed of the call.

use std::any::Any;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use furcate::ThreadPool;
use furcate_tests::{Counted, Tally};

use crate::watch::Lane;
use crate::{chains, pools};

/// A small generator of random numbers; the same seed gives the same sequence.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // SplitMix64 (Steele, Lea, Flood 2014): any seed will do, neighbours included.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(crate) fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }

    /// From 1 to `2^bits`, each order of magnitude as often.
    pub(crate) fn size(&mut self, bits: u64) -> usize {
        let most = 1 << self.below(bits + 1);
        1 + self.below(most) as usize
    }
}

/// What a planned panic carries. It is counted as everything else.
struct Bang(#[expect(dead_code, reason = "held to be dropped")] Counted);

/// What all operations of one call share.
pub(crate) struct Call<'a> {
    pub(crate) lane: &'a Lane,
    pub(crate) tally: Tally,
    /// Pools that anybody may call.
    pub(crate) shared: &'a [ThreadPool],
    steps: AtomicU64,
    /// The step that panics.
    bang_at: Option<u64>,
}

impl Call<'_> {
    /// A leaf, or an item: a little work, and the planned panic if it is its turn.
    pub(crate) fn step(&self, cost: u64) {
        self.lane.step();
        if Some(self.steps.fetch_add(1, Relaxed)) == self.bang_at {
            resume_unwind(Box::new(Bang(self.tally.make(0))));
        }
        black_box((0..cost).fold(0, |x, i| black_box(x ^ i)));
    }

    /// A step that makes a value.
    pub(crate) fn make(&self, value: usize) -> Counted {
        self.step(value as u64 % 8);
        self.tally.make(value)
    }

    fn has_banged(&self) -> bool {
        self.bang_at.is_some_and(|at| self.steps.load(Relaxed) > at)
    }
}

/// Where in a call an operation stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many operations may still lie within each other.
    depth: u32,
    /// Behind a wall. Two isolated workers that ask each other for something wait for ever, as they are told.
    pub(crate) isolated: bool,
}

type Operation = fn(&Call<'_>, &mut Random, Place);

/// What is drawn from. The second part leaves the pool, or asks for all its workers.
const OPERATIONS: [(&str, Operation); 23] = [
    ("join", joins),
    ("join_context", pools::migrations),
    ("scope", pools::scopes),
    ("scope_fifo", pools::fifo_scopes),
    ("scope_bounded", pools::bounded_scopes),
    ("in_place_scope", pools::in_place_scopes),
    ("yields", pools::yields),
    ("isolate", isolated),
    ("nested par_iter", chains::nested),
    ("collects", chains::collects),
    ("tables", chains::tables),
    ("searches", chains::searches),
    ("folds", chains::folds),
    ("reordering", chains::reordering),
    ("sorts", chains::sorts),
    ("par_bridge", chains::bridged),
    ("trees", chains::trees),
    ("drains", chains::drains),
    ("strings", chains::strings),
    ("broadcast", pools::broadcasts),
    ("spawn_broadcast", pools::scope_broadcasts),
    ("install", pools::installs),
    ("churn", pools::churns),
];
const WITHIN_A_POOL: usize = 19;

static DONE: [AtomicUsize; OPERATIONS.len()] = [const { AtomicUsize::new(0) }; OPERATIONS.len()];
static BANGS: AtomicUsize = AtomicUsize::new(0);

/// How often each operation has come to its end, and how many planned panics came out.
pub(crate) fn counts() -> String {
    let done = OPERATIONS.iter().zip(&DONE).map(|((name, _), done)| format!("{name} {}", done.load(Relaxed)));
    format!("{}, panics {}", done.collect::<Vec<_>>().join(", "), BANGS.load(Relaxed))
}

/// Work at a place: a leaf, or a random operation.
pub(crate) fn work(call: &Call<'_>, seed: u64, place: Place) {
    let mut random = Random::new(seed);
    let Some(depth) = place.depth.checked_sub(1) else {
        return call.step(random.below(500));
    };
    let choice = if place.isolated { WITHIN_A_POOL } else { OPERATIONS.len() };
    let nth = random.below(choice as u64) as usize;
    OPERATIONS[nth].1(call, &mut random, Place { depth, ..place });
    DONE[nth].fetch_add(1, Relaxed);
}

/// A recursion over some leaves, each a random work of its own.
fn joins(call: &Call<'_>, random: &mut Random, place: Place) {
    fn tree(call: &Call<'_>, leaves: usize, random: &mut Random, place: Place) -> usize {
        if leaves == 1 {
            work(call, random.next(), place);
            return 1;
        }
        let mut other = Random::new(random.next());
        let (left, right) = furcate::join(
            || tree(call, leaves / 2, random, place),
            || tree(call, leaves - leaves / 2, &mut other, place),
        );
        left + right
    }
    let leaves = random.size(if place.depth == 0 { 8 } else { 2 });
    assert_eq!(tree(call, leaves, random, place), leaves);
}

fn isolated(call: &Call<'_>, random: &mut Random, place: Place) {
    let place = Place { isolated: true, ..place };
    furcate::isolate(|| joins(call, random, place));
}

/// Makes one call from outside, in the global pool or in one that is given, and checks all that can be.
///
/// # Panics
///
/// If anything was not as it has to be.
pub(crate) fn call(seed: u64, lane: &Lane, shared: &[ThreadPool]) {
    let mut random = Random::new(seed);
    let tally = Tally::new();
    let bang_at = random.chance(3).then(|| random.size(9) as u64 - 1);
    let this = Call { lane, tally: tally.clone(), shared, steps: AtomicU64::new(0), bang_at };
    let place = Place { depth: 1 + random.below(3) as u32, isolated: false };
    let pool = random.below(2 * shared.len() as u64) as usize;
    let seed = random.next();
    let result = catch_unwind(AssertUnwindSafe(|| match shared.get(pool) {
        Some(pool) => pool.install(|| work(&this, seed, place)),
        None => work(&this, seed, place),
    }));
    match result {
        Ok(()) => assert!(!this.has_banged(), "a panic got lost"),
        Err(payload) => {
            assert!(payload.is::<Bang>(), "not the planned panic: {}", text_of(&*payload));
            BANGS.fetch_add(1, Relaxed);
        }
    }
    tally.assert_all_dropped_once();
}

fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no text")
}
