//! How simulated workers fall asleep and are called: what `sleep.rs` does.

use super::{CALL, Pool, State};
use crate::policy;

impl Pool<'_> {
    /// After a push: calls somebody, unless somebody searches.
    pub(super) fn notify(&mut self, worker: usize) {
        if !self.rules.sleeps() || self.searchers > 0 {
            return;
        }
        let parked = |&other: &usize| self.workers[other].state == State::Parked;
        let sleeper = (0..self.workers.len()).filter(parked).max_by_key(|&other| Some(other) != self.napper);
        if let Some(sleeper) = sleeper {
            self.searchers += 1;
            self.napper.take_if(|napper| *napper == sleeper);
            self.workers[sleeper].naps = 0;
            self.begin_round(sleeper);
            return self.call(sleeper);
        }
        // Nobody is free. One of those who wait for us may help.
        let region = self.workers[worker].region;
        let chain = std::iter::successors(region, |&job| self.jobs[job].region).take(policy::MAX_HOMES);
        let mut owners = chain.map(|job| self.jobs[job].owner);
        let helper = owners.find(|&owner| self.workers[owner].state == State::Dozing);
        if let Some(helper) = helper {
            self.rouse(helper);
        }
    }

    /// Calls a worker that sleeps in the middle of a job.
    pub(super) fn rouse(&mut self, worker: usize) {
        if self.workers[worker].state == State::Dozing {
            self.call(worker);
        }
    }

    fn call(&mut self, worker: usize) {
        let time = self.now + self.rules.ticks(CALL);
        self.workers[worker].state = State::Awake;
        self.workers[worker].round.since = time;
        self.wake_at(worker, time);
    }

    /// Without work for long: sleeps, by the clock if nobody else does.
    pub(super) fn sleep(&mut self, worker: usize) -> Option<u64> {
        self.searchers -= 1;
        self.workers[worker].state = State::Parked;
        if *self.napper.get_or_insert(worker) != worker {
            return None;
        }
        let naps = &mut self.workers[worker].naps;
        let nap = policy::nap(*naps);
        // Somebody works as long as the simulation lasts.
        *naps = policy::fruitless(*naps, false);
        Some(self.rules.ticks(nap))
    }

    /// A nap is over.
    pub(super) fn get_up(&mut self, worker: usize) {
        self.searchers += 1;
        self.workers[worker].state = State::Awake;
        self.begin_round(worker);
        self.workers[worker].round.after_nap = true;
    }
}
