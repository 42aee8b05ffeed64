//! Items that know their name and count their drops; and pools.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::ThreadPool;

/// A pool with the stacks that workers have by default.
pub(crate) fn pool(threads: usize) -> ThreadPool {
    furcate::ThreadPoolBuilder::new().num_threads(threads).stack_size(2 << 20).build().expect("threads start")
}

/// Items that know their name and count their drops.
pub(crate) struct Census {
    drops: Vec<AtomicUsize>,
}

pub(crate) struct Citizen<'a> {
    pub(crate) name: Box<usize>,
    pub(crate) rank: u64,
    census: &'a Census,
}

impl Census {
    pub(crate) fn of(ranks: &[u64]) -> Self {
        Census { drops: ranks.iter().map(|_| AtomicUsize::new(0)).collect() }
    }

    pub(crate) fn citizens(&self, ranks: &[u64]) -> Vec<Citizen<'_>> {
        let citizen = |(name, &rank)| Citizen { name: Box::new(name), rank, census: self };
        ranks.iter().enumerate().map(citizen).collect()
    }

    /// Checks that all are there, once each, and that each is dropped once.
    pub(crate) fn check(&self, citizens: Vec<Citizen<'_>>, what: &str) {
        let mut names: Vec<usize> = citizens.iter().map(|citizen| *citizen.name).collect();
        names.sort();
        assert!(names.iter().copied().eq(0..self.drops.len()), "not a permutation: {what}");
        assert!(self.drops.iter().all(|drops| drops.load(Relaxed) == 0), "dropped too early: {what}");
        drop(citizens);
        assert!(self.drops.iter().all(|drops| drops.load(Relaxed) == 1), "not dropped once: {what}");
    }
}

impl Drop for Citizen<'_> {
    fn drop(&mut self) {
        self.census.drops[*self.name].fetch_add(1, Relaxed);
    }
}
