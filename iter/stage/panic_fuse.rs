//! `panic_fuse`: a panic in one piece stops all others.
//!
//! Each piece holds a guard that sees it unwind, wherever in the chain the panic began: the folders before and behind
//! are dropped together. The others look at the shared flag after each item.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::panicking;

use super::{Stage, Step, staged};
use crate::iter::{ParallelIterator, plumbing::Folder, pull::Pull};

/// An iterator whose pieces all stop when one of them panics.
///
/// Made by [`panic_fuse()`](ParallelIterator::panic_fuse).
///
/// ```
/// use furcate::{iter::PanicFuse, prelude::*};
///
/// let fused: PanicFuse<_> = (0..3).into_par_iter().panic_fuse();
/// assert_eq!(fused.sum::<i32>(), 3);
/// ```
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct PanicFuse<I> {
    pub(crate) base: I,
}

staged! {
    impl<I> PanicFuse<I> => I::Item
    where { I: ParallelIterator }
    stage(_it) { Fused(&blown) }
    sharing(blown) { AtomicBool::new(false) }
    indexed
}

/// Sets the flag if dropped by a panic that began in its lifetime.
struct Fuse<'s> {
    /// Guards nothing, hence relaxed: who reads it late does work in vain.
    blown: &'s AtomicBool,
    /// Whether the thread was unwinding before: a destructor may well run a parallel iterator.
    was_panicking: bool,
}

impl<'s> Fuse<'s> {
    fn of(blown: &'s AtomicBool) -> Self {
        Fuse { blown, was_panicking: panicking() }
    }

    fn is_blown(&self) -> bool {
        self.blown.load(Relaxed)
    }
}

impl Drop for Fuse<'_> {
    fn drop(&mut self) {
        if !self.was_panicking && panicking() {
            self.blown.store(true, Relaxed);
        }
    }
}

/// The fuse of a piece that has not begun. It may go from thread to thread, and so looks at no panic.
struct Fused<'s>(&'s AtomicBool);

impl<'s, T> Stage<T> for Fused<'s> {
    type Step = Fuse<'s>;

    fn fork(&self) -> Self {
        Fused(self.0)
    }

    fn start(self) -> Fuse<'s> {
        Fuse::of(self.0)
    }

    fn full(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl<T> Step<T> for Fuse<'_> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: T, next: F) -> F {
        next.consume(item)
    }

    fn feed_iter<I, F>(&mut self, items: I, next: F) -> F
    where
        I: Iterator<Item = T>,
        F: Folder<T>,
    {
        next.consume_iter(FusedIter { items, fuse: Fuse::of(self.blown) })
    }

    fn full(&self) -> bool {
        self.is_blown()
    }
}

impl<'s, T> Pull<T> for Fused<'s> {
    type Iter<I: DoubleEndedIterator<Item = T> + ExactSizeIterator> = FusedIter<'s, I>;

    fn pull<I: DoubleEndedIterator<Item = T> + ExactSizeIterator>(self, items: I) -> Self::Iter<I> {
        FusedIter { items, fuse: Fuse::of(self.0) }
    }
}

/// Ends when the fuse is blown. It is then shorter than it says, which nobody will hear of: there is a panic under way.
struct FusedIter<'s, I> {
    items: I,
    fuse: Fuse<'s>,
}

impl<I: Iterator> Iterator for FusedIter<'_, I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.fuse.is_blown() { None } else { self.items.next() }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for FusedIter<'_, I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.fuse.is_blown() { None } else { self.items.next_back() }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for FusedIter<'_, I> {}
