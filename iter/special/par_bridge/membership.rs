//! Who belongs to a crew.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use furcate_core::current_thread_index;

use super::crew::Crew;
use crate::iter::plumbing::Consumer;

/// A thread's work for a crew, from its beginning to its end or to a panic, which stops all others.
pub(super) struct Membership<'c, I: Iterator, C: Consumer<I::Item>> {
    crew: &'c Crew<I, C>,
    entry: Option<&'c AtomicBool>,
    panicked: bool,
}

impl<'c, I: Iterator, C: Consumer<I::Item>> Membership<'c, I, C> {
    /// Begins, unless the thread is a member already.
    pub(super) fn of(crew: &'c Crew<I, C>) -> Option<Self> {
        let entry = current_thread_index().and_then(|index| crew.members.get(index));
        if entry.is_some_and(|entry| entry.swap(true, Relaxed)) {
            return None;
        }
        Some(Membership { crew, entry, panicked: true })
    }

    pub(super) fn end(mut self) {
        self.panicked = false;
    }
}

impl<I: Iterator, C: Consumer<I::Item>> Drop for Membership<'_, I, C> {
    fn drop(&mut self) {
        if let Some(entry) = self.entry {
            entry.store(false, Relaxed);
        }
        if self.panicked {
            self.crew.state().stopped = true;
            self.crew.back.notify_all();
        }
    }
}
