//! How a simulated worker looks for a job: what `search.rs` and `wait.rs` do.

use super::{Frame, Pool, Round, State, Waiting, descends};
use crate::policy;

impl Pool<'_> {
    /// Begins to look at the others anew.
    pub(super) fn begin_round(&mut self, worker: usize) {
        let start = self.random.below(self.workers.len() as u64) as usize;
        let (since, rest) = (self.now, self.rules.rest());
        self.workers[worker].round = Round { since, start, rest, ..Round::default() };
    }

    /// A look of a worker without work.
    pub(super) fn search(&mut self, worker: usize) -> Option<u64> {
        if let Some(job) = self.workers[worker].inbox.pop_front().or_else(|| self.look(worker, None)) {
            self.found(worker);
            return self.execute(worker, job);
        }
        let round = &self.workers[worker].round;
        let limit = if round.after_nap { policy::SEARCH_AFTER_NAP } else { policy::SEARCH };
        if !self.rules.sleeps() || self.now - round.since < self.rules.ticks(limit) {
            return Some(1);
        }
        if round.after_nap {
            let (count, start) = (self.workers.len(), round.start);
            let rescued =
                (0..count - 1).find_map(|nth| self.rescue(policy::other(count, worker, start, nth)));
            if let Some(job) = rescued {
                self.found(worker);
                return self.execute(worker, job);
            }
        }
        self.sleep(worker)
    }

    /// A searcher stops searching.
    pub(super) fn found(&mut self, worker: usize) {
        self.searchers -= 1;
        self.workers[worker].naps = 0;
        let was_napper = self.napper.take_if(|napper| *napper == worker).is_some();
        let more = self.workers.iter().any(|other| !other.public.is_empty());
        if self.rules.sleeps() && self.searchers == 0 && (was_napper || self.napper.is_none() || more) {
            self.notify(worker);
        }
    }

    /// A look of a worker that waits for `quest`.
    pub(super) fn wait(&mut self, worker: usize, quest: usize) -> Option<u64> {
        self.workers[worker].helping = self.jobs[quest].thief;
        let only_descendants = match self.rules.waiting {
            Waiting::Descendants => true,
            Waiting::Pieces => self.workers[worker].foreign >= policy::MAX_FOREIGN,
            Waiting::Any => false,
        };
        let place = self.workers[worker]
            .inbox
            .iter()
            .position(|&job| !only_descendants || self.descends_from(job, quest));
        let found = place.and_then(|place| self.workers[worker].inbox.remove(place));
        if let Some(job) = found.or_else(|| self.look(worker, only_descendants.then_some(quest))) {
            if !self.descends_from(job, quest) {
                self.workers[worker].foreign += 1;
                self.workers[worker].frames.push(Frame::Foreign);
            }
            return self.execute(worker, job);
        }
        let looked = self.now - self.workers[worker].round.since;
        if !self.rules.sleeps() || looked < self.rules.ticks(policy::SEARCH) {
            return Some(1);
        }
        let mut next = self.jobs[quest].thief;
        for _ in 0..policy::MAX_HOPS {
            let Some(victim) = next.filter(|&victim| victim != worker) else { break };
            if let Some(job) = self.rescue(victim) {
                if !only_descendants || self.descends_from(job, quest) {
                    return self.execute(worker, job);
                }
                self.give_back(job);
            }
            next = self.workers[victim].helping;
        }
        self.workers[worker].state = State::Dozing;
        None
    }

    /// Looks at one other worker: along the chain of thieves, if it waits for something, then at the next of the round.
    fn look(&mut self, worker: usize, quest: Option<usize>) -> Option<usize> {
        let count = self.workers.len();
        if count == 1 {
            return None;
        }
        self.outcome.attempts += 1;
        let round = &mut self.workers[worker].round;
        let thief = quest.and_then(|quest| self.jobs[quest].thief).filter(|_| round.nth == 0);
        let hop = if round.hops == 0 { thief } else { round.hop };
        if let Some(victim) = hop.filter(|&victim| victim != worker && round.hops < policy::MAX_HOPS) {
            let helping = self.workers[victim].helping;
            let round = &mut self.workers[worker].round;
            (round.hops, round.hop) = (round.hops + 1, helping);
            let found = self.steal(worker, victim, quest);
            if found.is_none() && self.workers[victim].public.is_empty() {
                self.workers[victim].want = true;
            }
            return found;
        }
        if quest.is_some() && self.now < round.rest_until {
            // The wide search rests: only the chain is looked at.
            (round.hops, round.hop) = (0, None);
            return None;
        }
        let victim = policy::other(count, worker, round.start, round.nth);
        (round.nth, round.hops, round.hop) = (round.nth + 1, policy::MAX_HOPS, None);
        if round.nth == count - 1 {
            (round.nth, round.hops, round.count) = (0, 0, round.count + 1);
            round.start = self.random.below(count as u64) as usize;
            if quest.is_none() && policy::asks_after(round.count) {
                let asked = self.random.below(count as u64) as usize;
                self.workers[asked].want |= asked != worker && !self.workers[asked].frames.is_empty();
            }
        }
        if quest.is_some_and(|quest| !self.may_be_served_by(victim, quest)) {
            return None;
        }
        self.steal(worker, victim, quest)
    }

    fn steal(&mut self, worker: usize, victim: usize, quest: Option<usize>) -> Option<usize> {
        let (now, settled) = (self.now, self.rules.ticks(policy::SETTLED));
        let (waiting, moved) = (self.workers[victim].public.len(), self.workers[victim].moved);
        let may = policy::may_take(waiting, || moved, || now, settled);
        let from = &mut self.workers[victim];
        if !may {
            let fits = |job: &usize| quest.is_none_or(|quest| descends(&self.jobs, *job, quest));
            let place = from.inbox.iter().position(fits)?;
            return from.inbox.remove(place);
        }
        let job = from.public.pop_front()?;
        from.want = true;
        self.outcome.steals += 1;
        let round = &mut self.workers[worker].round;
        if quest.is_none_or(|quest| descends(&self.jobs, job, quest)) {
            return Some(job);
        }
        round.rest_until = now + round.rest;
        round.rest = (round.rest * 2).min(self.rules.rest() * (policy::LONGEST_REST / policy::REST));
        self.give_back(job);
        None
    }

    /// Whether a worker seems to work on what another waits for, as it is told.
    fn may_be_served_by(&self, victim: usize, quest: usize) -> bool {
        self.workers[victim].region.is_some_and(|region| self.descends_from(region, quest))
    }

    pub(super) fn descends_from(&self, job: usize, quest: usize) -> bool {
        descends(&self.jobs, job, quest)
    }

    pub(super) fn give_back(&mut self, job: usize) {
        self.outcome.given_back += 1;
        let owner = self.jobs[job].owner;
        self.workers[owner].inbox.push_back(job);
        self.rouse(owner);
    }

    /// Takes the oldest private job of a worker that has nothing public.
    pub(super) fn rescue(&mut self, victim: usize) -> Option<usize> {
        let from = &mut self.workers[victim];
        if !from.public.is_empty() {
            return None;
        }
        let job = from.private.pop_front()?;
        from.want = true;
        self.jobs[job].born = self.now;
        self.outcome.rescues += 1;
        Some(job)
    }
}
