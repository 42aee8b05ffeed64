//! `Option<C>` and `Result<C, E>`: a collection if all goes well.
//!
//! The first `Err` that any piece meets is kept and stops all pieces; those before it have gone into the collection, which
//! is then dropped. Which error is the first is a matter of time, not of position. A `None` is treated as an `Err(())`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::iter::plumbing::Folder;
use crate::iter::stage::{Step, staged};
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelIterator};

/// Stops at the first `Err` that is met, and gives it. If there are several, it may differ from run to run which that is.
impl<C, T, E> FromParallelIterator<Result<T, E>> for Result<C, E>
where
    C: FromParallelIterator<T>,
    T: Send,
    E: Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Result<T, E>>,
    {
        let met = FirstMet { is_met: AtomicBool::new(false), error: Mutex::new(None) };
        let collection = C::from_par_iter(UntilMet { base: par_iter.into_par_iter(), met: &met });
        match met.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => {
                drop(collection); // here, where an item whose destructor panics does not make the error leak
                Err(error)
            }
            None => Ok(collection),
        }
    }
}

/// Stops at the first `None` that is met.
impl<C, T> FromParallelIterator<Option<T>> for Option<C>
where
    C: FromParallelIterator<T>,
    T: Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Option<T>>,
    {
        Result::from_par_iter(par_iter.into_par_iter().map(|item| item.ok_or(()))).ok()
    }
}

/// The error that was met first.
struct FirstMet<E> {
    /// Whether there is one. Relaxed: a piece that sees it late does some work in vain, and the error itself is
    /// read after all pieces have ended.
    is_met: AtomicBool,
    error: Mutex<Option<E>>,
}

impl<E> FirstMet<E> {
    fn is_met(&self) -> bool {
        self.is_met.load(Relaxed)
    }

    /// Gives the item, or `None` if it is time to stop.
    fn check<T>(&self, item: Result<T, E>) -> Option<T> {
        match item {
            Ok(item) => Some(item),
            Err(error) => {
                self.keep(error);
                None
            }
        }
    }

    #[cold]
    fn keep(&self, error: E) {
        self.is_met.store(true, Relaxed);
        let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none() {
            *first = Some(error);
        } else {
            drop(first); // a later error is dropped without the lock: its destructor may do anything
            drop(error);
        }
    }
}

/// Gives what is in the `Ok`s, until an `Err` is met.
struct UntilMet<'a, I, E> {
    base: I,
    met: &'a FirstMet<E>,
}

staged! {
    impl<'a, I, T, E> UntilMet<'a, I, E> => T
    where { I: ParallelIterator<Item = Result<T, E>>, T: Send, E: Send }
    step(it) { Checking(it.met) }
    unindexed
}

struct Checking<'a, E>(&'a FirstMet<E>);

impl<E> Clone for Checking<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Checking<'_, E> {}

impl<T, E> Step<Result<T, E>> for Checking<'_, E> {
    type Out = T;

    fn feed<F: Folder<T>>(&mut self, item: Result<T, E>, next: F) -> F {
        match self.0.check(item) {
            Some(item) => next.consume(item),
            None => next,
        }
    }

    fn feed_iter<I, F>(&mut self, items: I, next: F) -> F
    where
        I: Iterator<Item = Result<T, E>>,
        F: Folder<T>,
    {
        let met = self.0;
        next.consume_iter(items.map_while(|item| if met.is_met() { None } else { met.check(item) }))
    }

    fn full(&self) -> bool {
        self.0.is_met()
    }
}
