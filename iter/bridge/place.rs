//! Where a call of the bridge comes from, for which it is remembered what its items cost.
//!
//! A place is the bridge function's address, which differs with the types of a chain, and how many calls of the bridge this
//! one is nested in: a recursion passes the same function at each of its levels, and its calls shrink as it deepens.

use std::cell::Cell;

use furcate_core::adapt::{record_site_cost, site_cost};

use super::grain::Cost;

thread_local! {
    /// How many calls of the bridge this thread is in.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Where a call comes from.
#[derive(Clone, Copy)]
pub(super) struct Place {
    site: usize,
    depth: u32,
}

impl Place {
    /// The place of a call that begins on this thread, by the bridge function at address `site`.
    #[inline]
    pub(super) fn of(site: usize) -> Self {
        Place { site, depth: DEPTH.get() }
    }

    /// The same call, on the thread that it has come to.
    #[inline]
    pub(super) fn here(self) -> Self {
        Place::of(self.site)
    }

    /// Whether the call is part of another one.
    #[inline]
    pub(super) fn is_nested(self) -> bool {
        self.depth > 0
    }

    /// How many calls this one is part of.
    #[inline]
    pub(super) fn depth(self) -> usize {
        self.depth as usize
    }

    /// What items have cost here.
    #[inline]
    pub(super) fn cost(self) -> Cost {
        Cost(site_cost(self.key()))
    }

    /// Adds a measurement to the memory.
    pub(super) fn record(self, cost: Cost) {
        record_site_cost(self.key(), cost.0);
    }

    /// What the place is known by. Functions are sixteen bytes long or more; where two places share a key all the same, one may
    /// be guessed wrong.
    #[inline]
    pub(super) fn key(self) -> usize {
        self.site.wrapping_add(self.depth as usize)
    }

    /// While the guard lives, calls on this thread are nested in the one from here. For each thread that runs a part of it.
    #[inline]
    pub(super) fn enter(self) -> Nested {
        Nested { before: DEPTH.replace(self.depth + 1) }
    }
}

/// Ends the nesting, be it by a panic.
pub(super) struct Nested {
    before: u32,
}

impl Drop for Nested {
    #[inline]
    fn drop(&mut self) {
        DEPTH.set(self.before);
    }
}
