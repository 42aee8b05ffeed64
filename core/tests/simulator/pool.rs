//! A pool that exists on paper: the scheduler's policy, played by up to 1,024 workers in simulated time.
//!
//! Each worker does one thing after the other, each takes some ticks: the own time of a node, or a look at another's queue. All
//! things happen one at a time, in the order of their times; what happens at the same time in random order, by a seed.
//!
//! Real code: `policy.rs`, that is whom to look at and in which order, what a thief takes, how many jobs become
//! public, when a searcher asks, how long to search and to nap. Modelled beside it, and to be kept like it: the life of a worker
//! (`worker.rs`, `search.rs`), waiting for descendants only (`wait.rs`), one napper and one call at a time (`sleep.rs`).
//! Left out: guests, scopes, mailboxes of broadcasts, the prediction of costs (each push may call somebody), and a
//! second sleep of a waiter by the clock. A fixed time stands for a call from sleep.

mod looking;
mod sleeping;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::common::Random;
use crate::dag::Dag;
use crate::policy;

/// What a waiter runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Waiting {
    /// Descendants of what it waits for, as at a join.
    Descendants,
    /// Any job of the tree, but only so many upon each other, as in a loop; or with `Waiting::SameRoot`.
    Pieces,
    /// Any job, as the theory has it.
    Any,
}

/// What the simulation takes for granted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) waiting: Waiting,
    /// Nanoseconds in a tick; 0 for the model of the theory: a look takes as long as a node, young jobs are taken, nobody sleeps.
    pub(crate) tick: u64,
}

/// A thread gets up so many nanoseconds after it was called.
const CALL: u64 = 20_000;

impl Rules {
    /// The theory's: all things take a tick.
    pub(crate) const IDEAL: Rules = Rules { waiting: Waiting::Descendants, tick: 0 };
    /// As the scheduler is. A look at another worker's queue, the least thing to do, takes 100 ns.
    pub(crate) const REAL: Rules = Rules { waiting: Waiting::Descendants, tick: 100 };

    fn sleeps(self) -> bool {
        self.tick > 0
    }

    /// A time of the policy's in ticks.
    fn ticks(self, nanoseconds: u64) -> u64 {
        nanoseconds.checked_div(self.tick).unwrap_or(0)
    }

    /// What follows a wrong steal: in the ideal model as many looks as it took to steal and to give back.
    fn rest(self) -> u64 {
        if self.sleeps() { self.ticks(policy::REST) } else { 2 }
    }
}

/// How a run went.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Outcome {
    /// When the root was done.
    pub(crate) time: u64,
    /// Looks at other workers' queues, empty or not.
    pub(crate) attempts: u64,
    pub(crate) steals: u64,
    pub(crate) rescues: u64,
    pub(crate) given_back: u64,
    /// The most jobs in one public queue.
    pub(crate) peak: usize,
}

/// The right side of a join.
#[derive(Debug)]
struct Job {
    node: usize,
    owner: usize,
    /// The job in whose course it was made.
    region: Option<usize>,
    thief: Option<usize>,
    born: u64,
    done: bool,
}

/// What a worker is in the middle of; the innermost comes last.
#[derive(Debug, Clone, Copy)]
enum Frame {
    Begin(usize),
    End(usize),
    /// The left side runs; this is the right one.
    Left(usize),
    Wait(usize),
    /// A job that came from elsewhere, and the region it interrupted.
    Execute(usize, Option<usize>),
    /// The job above did not descend from what was waited for.
    Foreign,
}

/// A round of looks at the others.
#[derive(Debug, Default)]
struct Round {
    /// When the search began.
    since: u64,
    start: usize,
    nth: usize,
    /// Fruitless rounds.
    count: u32,
    hops: usize,
    hop: Option<usize>,
    rest_until: u64,
    rest: u64,
    /// It follows a nap.
    after_nap: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum State {
    #[default]
    Awake,
    /// Sleeps without work.
    Parked,
    /// Sleeps in the middle of a job.
    Dozing,
}

#[derive(Debug, Default)]
struct Worker {
    frames: Vec<Frame>,
    private: VecDeque<usize>,
    public: VecDeque<usize>,
    inbox: VecDeque<usize>,
    region: Option<usize>,
    want: bool,
    /// When it last took a public job back, or made the first one public.
    moved: u64,
    helping: Option<usize>,
    /// Jobs on the stack that did not descend from what was waited for.
    foreign: u32,
    round: Round,
    state: State,
    naps: u32,
    /// The alarm that counts: others are of an earlier sleep.
    alarm: u64,
}

/// The pool, in the middle of a run.
#[derive(Debug)]
pub(crate) struct Pool<'d> {
    dag: &'d Dag,
    rules: Rules,
    random: Random,
    now: u64,
    workers: Vec<Worker>,
    jobs: Vec<Job>,
    /// Who does something when, and by which alarm.
    alarms: BinaryHeap<Reverse<(u64, u64, usize, u64)>>,
    searchers: usize,
    napper: Option<usize>,
    outcome: Outcome,
}

impl<'d> Pool<'d> {
    /// Runs `dag` on so many workers, all of them awake. The first has the root.
    pub(crate) fn run(dag: &'d Dag, workers: usize, rules: Rules, seed: u64) -> Outcome {
        let mut pool = Pool {
            dag,
            rules,
            random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            now: 0,
            workers: (0..workers).map(|_| Worker::default()).collect(),
            jobs: Vec::new(),
            alarms: BinaryHeap::new(),
            searchers: workers - 1,
            napper: None,
            outcome: Outcome::default(),
        };
        pool.workers[0].frames.push(Frame::Begin(0));
        pool.workers[0].want = true;
        for worker in 0..workers {
            pool.begin_round(worker);
            pool.wake_at(worker, 0);
        }
        while let Some(Reverse((time, _, worker, alarm))) = pool.alarms.pop() {
            if alarm == pool.workers[worker].alarm {
                pool.now = time;
                if let Some(ticks) = pool.act(worker) {
                    pool.wake_at(worker, time + ticks);
                }
                if worker == 0 && pool.workers[0].frames.is_empty() {
                    // It had the root at the bottom of its stack.
                    break;
                }
            }
        }
        pool.outcome.time = pool.now;
        pool.outcome
    }

    fn wake_at(&mut self, worker: usize, time: u64) {
        self.workers[worker].alarm += 1;
        let (tie, alarm) = (self.random.below(1 << 32), self.workers[worker].alarm);
        self.alarms.push(Reverse((time, tie, worker, alarm)));
    }

    /// Does what takes no time, and begins what does. Tells how long that takes; `None`: until called.
    fn act(&mut self, worker: usize) -> Option<u64> {
        if self.workers[worker].state != State::Awake {
            self.get_up(worker);
        }
        while let Some(frame) = self.workers[worker].frames.pop() {
            match frame {
                Frame::Begin(node) => {
                    self.workers[worker].frames.push(Frame::End(node));
                    return Some(self.dag.node(node).cost);
                }
                Frame::End(node) => {
                    if let Some((left, right)) = self.dag.node(node).sides {
                        self.fork(worker, left, right);
                    }
                }
                Frame::Left(job) => self.take_back(worker, job),
                Frame::Execute(job, before) => self.end(worker, job, before),
                Frame::Foreign => self.workers[worker].foreign -= 1,
                Frame::Wait(job) if self.jobs[job].done => self.workers[worker].helping = None,
                Frame::Wait(job) => {
                    self.workers[worker].frames.push(frame);
                    return self.wait(worker, job);
                }
            }
            if self.workers[worker].frames.is_empty() {
                if worker == 0 {
                    return None;
                }
                self.searchers += 1;
                self.begin_round(worker);
            }
        }
        self.search(worker)
    }

    fn fork(&mut self, worker: usize, left: usize, right: usize) {
        let own = &mut self.workers[worker];
        let job = self.jobs.len();
        let (node, owner, region) = (right, worker, own.region);
        self.jobs.push(Job { node, owner, region, thief: None, born: 0, done: false });
        own.private.push_back(job);
        own.frames.extend([Frame::Left(job), Frame::Begin(left)]);
        let full = own.private.len() > policy::RING / 2;
        if own.want || full {
            own.want = false;
            let limit = if full { usize::MAX } else { policy::PUBLIC_JOBS };
            let count = policy::to_publish(own.private.len(), own.public.len(), limit);
            if own.public.is_empty() {
                own.moved = self.now;
            }
            for job in own.private.drain(..count) {
                self.jobs[job].born = self.now;
                own.public.push_back(job);
            }
            self.outcome.peak = self.outcome.peak.max(own.public.len());
            if count > 0 {
                self.notify(worker);
            }
        }
    }

    /// The left side is done: the right one is private, public, or elsewhere.
    fn take_back(&mut self, worker: usize, job: usize) {
        let (short, now) = (self.rules.ticks(policy::SHORT_LIFE), self.now);
        let own = &mut self.workers[worker];
        if own.private.back() == Some(&job) {
            own.private.pop_back();
        } else {
            own.moved = now;
            own.want |= now - self.jobs[job].born >= short;
            if own.public.back() != Some(&job) {
                own.frames.push(Frame::Wait(job));
                return self.begin_round(worker);
            }
            own.public.pop_back();
        }
        own.frames.push(Frame::Begin(self.jobs[job].node));
    }

    /// Begins a job that came from elsewhere.
    fn execute(&mut self, worker: usize, job: usize) -> Option<u64> {
        self.jobs[job].thief = Some(worker);
        let own = &mut self.workers[worker];
        own.frames.extend([Frame::Execute(job, own.region), Frame::Begin(self.jobs[job].node)]);
        own.region = Some(job);
        own.want = true;
        // To take it took a tick.
        Some(1)
    }

    fn end(&mut self, worker: usize, job: usize, before: Option<usize>) {
        self.jobs[job].done = true;
        self.workers[worker].region = before;
        let owner = self.jobs[job].owner;
        self.rouse(owner);
        self.workers[worker].round.since = self.now;
    }
}

/// Whether a job was made in the course of another, or is that one.
fn descends(jobs: &[Job], job: usize, quest: usize) -> bool {
    job == quest
        || std::iter::successors(jobs[job].region, |&region| jobs[region].region)
            .any(|region| region == quest)
}
