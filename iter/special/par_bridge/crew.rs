//! Threads that share an iterator.
//!
//! The iterator lies in the crew's state until a member takes it out, asks it for a batch and puts it back; no
//! lock is held while user code runs. Members fold their batches, each into a folder of its own. Who puts the iterator
//! back and sees nobody waiting hires another member, if the work is worth it and there are threads to be had.

use std::iter::Fuse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use furcate_core::adapt::now;
use furcate_core::{Scope, current_thread_index};

use super::pace::{Pace, adjust};
use super::results::{Run, Runs};
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::sink::keep;

/// A batch is worked on in so many parts, with a look at the clock after each.
const PARTS: usize = 8;

/// A part that takes so many times longer than planned shows that the items are dearer than thought.
const OVERRUN: u64 = 4;

/// How often to look for the iterator before going to sleep, and how long to pause in between.
const LOOKS: usize = 8;
const PAUSE: usize = 32;

/// What all members share.
pub(super) struct Crew<I: Iterator, C: Consumer<I::Item>> {
    threads: usize,
    state: Mutex<State<I, C>>,
    /// Told when the iterator is back or has ended.
    back: Condvar,
    /// Which threads are members, by their index in the pool. Each entry is used by its thread alone, hence relaxed.
    members: Vec<AtomicBool>,
}

struct State<I: Iterator, C: Consumer<I::Item>> {
    source: Source<I>,
    /// What was pulled and not worked on after all.
    given_back: Vec<I::Item>,
    /// Somebody has panicked: nothing more is to be done.
    stopped: bool,
    pace: Pace,
    /// Members, also those that were hired and have not begun, and those that are full: these are not to be replaced.
    pieces: usize,
    waiting: usize,
    /// The consumer of pieces to come; `None` while somebody splits it, or takes a reducer of it.
    reserve: Option<C>,
    hired: usize,
    runs: Runs<C::Result>,
}

enum Source<I: Iterator> {
    /// In a box, since it comes and goes.
    Here(Box<Fuse<I>>),
    Out,
    Ended,
}

/// What became of the wish for a batch.
enum Pulled {
    /// The time that working on an item was last seen to take, in picoseconds.
    Batch(u64),
    Nothing,
}

impl<I, C> Crew<I, C>
where
    I: Iterator + Send,
    I::Item: Send,
    C: UnindexedConsumer<I::Item>,
{
    /// A crew of at most `threads` members. `consumer` is for what is to the right of the founder's folder.
    pub(super) fn new(iter: Fuse<I>, consumer: C, threads: usize, cost_ns: u64) -> Self {
        Crew {
            threads,
            state: Mutex::new(State {
                source: Source::Here(Box::new(iter)),
                given_back: Vec::new(),
                stopped: false,
                pace: Pace::from_cost(cost_ns),
                pieces: 1,
                waiting: 0,
                reserve: Some(consumer),
                hired: 1,
                runs: Runs::new(),
            }),
            back: Condvar::new(),
            members: (0..threads).map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Works as the first member.
    pub(super) fn found<'scope>(&'scope self, scope: &Scope<'scope>, folder: C::Folder) {
        if let Some(membership) = Membership::of(self) {
            self.work(scope, 0, folder);
            membership.end();
        }
    }

    /// Joins all results. Tells `note` what an item has cost.
    pub(super) fn disband(self, note: impl FnOnce(u64)) -> C::Result {
        let State { source, given_back, pace, reserve, runs, .. } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        note((pace.pull + pace.work) / 1000);
        drop((source, given_back));
        let Some(reserve) = reserve else { unreachable!("a reserve is missing only after a panic") };
        let joined = runs
            .into_ordered()
            .into_iter()
            .reduce(|left, right| left.join(right, |left, right| reserve.to_reducer().reduce(left, right)));
        match joined.and_then(|run| run.result) {
            // The consumer may hold values of the user.
            Some(result) => keep(result, reserve),
            None => reserve.into_folder().complete(),
        }
    }

    /// Hires a member.
    fn hire<'scope>(&'scope self, scope: &Scope<'scope>) {
        let mut state = self.state();
        let Some(reserve) = state.reserve.take() else {
            // Somebody else is at it.
            state.pieces -= 1;
            return;
        };
        let piece = state.hired;
        state.hired += 1;
        drop(state);
        let consumer = reserve.split_off_left();
        self.state().reserve = Some(reserve);
        scope.spawn(move |scope| self.join_in(scope, piece, consumer));
    }

    /// Works as a further member.
    fn join_in<'scope>(&'scope self, scope: &Scope<'scope>, piece: usize, consumer: C) {
        match Membership::of(self) {
            Some(membership) => {
                self.work(scope, piece, consumer.into_folder());
                membership.end();
            }
            // The thread is a member already, and waits in the middle of its work.
            None => self.leave(Run::of(piece, None), false),
        }
    }

    /// Takes and folds batches as long as there are any.
    fn work<'scope>(&'scope self, scope: &Scope<'scope>, piece: usize, mut folder: C::Folder) {
        let mut batch = Vec::new();
        let mut measured = None;
        while !folder.full() {
            let Pulled::Batch(work) = self.pull(scope, &mut batch, measured.take()) else { break };
            let begun = now();
            let items = batch.len();
            folder = self.fold(&mut batch, work, folder);
            measured = Some((now() - begun, items - batch.len()));
            if !batch.is_empty() {
                self.give_back(&mut batch);
            }
        }
        let full = folder.full();
        drop(batch);
        self.leave(Run::of(piece, Some(folder.complete())), full);
    }

    /// Folds a batch, or the first parts of it if they take much longer than the `work` expected of each item.
    fn fold(&self, batch: &mut Vec<I::Item>, work: u64, mut folder: C::Folder) -> C::Folder {
        let part = (batch.len() / PARTS).max(1);
        let planned = work.saturating_mul(part as u64) / 1000;
        let mut items = batch.drain(..);
        let mut looked = now();
        while items.len() > 0 {
            folder = folder.consume_iter(items.by_ref().take(part));
            let time = now();
            if folder.full() || time - looked > OVERRUN * planned.max(1000) {
                break;
            }
            looked = time;
        }
        let rest: Vec<_> = items.collect();
        batch.extend(rest);
        folder
    }

    /// Gets a batch, and tells how long the one before took.
    fn pull<'scope>(
        &'scope self,
        scope: &Scope<'scope>,
        batch: &mut Vec<I::Item>,
        measured: Option<(u64, usize)>,
    ) -> Pulled {
        let mut state = self.state();
        if let Some((took, items)) = measured {
            adjust(&mut state.pace.work, took, items);
        }
        let mut patience = None;
        let mut iter = loop {
            if state.stopped {
                return Pulled::Nothing;
            }
            let pace = state.pace;
            if !state.given_back.is_empty() {
                let rest = state.given_back.len().saturating_sub(pace.batch());
                batch.extend(state.given_back.drain(rest..));
                self.carry_on(state, scope);
                return Pulled::Batch(pace.work);
            }
            match std::mem::replace(&mut state.source, Source::Out) {
                Source::Here(iter) => break iter,
                Source::Ended => {
                    state.source = Source::Ended;
                    return Pulled::Nothing;
                }
                Source::Out => {}
            }
            state = match self.wait(state, &mut patience) {
                Ok(state) => state,
                Err(TooLong) => return Pulled::Nothing,
            };
        };
        let pace = state.pace;
        drop(state);

        let begun = now();
        batch.extend(iter.by_ref().take(pace.batch()));
        let took = now() - begun;
        let ended = batch.len() < pace.batch();

        let mut state = self.state();
        adjust(&mut state.pace.pull, took, batch.len());
        if ended {
            state.source = Source::Ended;
            drop(state);
            self.back.notify_all();
            drop(iter);
        } else {
            state.source = Source::Here(iter);
            self.carry_on(state, scope);
        }
        if batch.is_empty() { Pulled::Nothing } else { Pulled::Batch(pace.work) }
    }

    /// Lays a part of a batch back for all.
    fn give_back(&self, batch: &mut Vec<I::Item>) {
        self.state().given_back.append(batch);
        self.back.notify_one();
    }

    /// Sees to it that somebody takes what there is: calls who waits, or hires.
    fn carry_on<'scope>(&'scope self, mut state: MutexGuard<'_, State<I, C>>, scope: &Scope<'scope>) {
        if state.waiting > 0 {
            self.back.notify_one();
        } else if state.pieces < self.threads && !state.stopped && state.pace.wants_help() {
            state.pieces += 1;
            drop(state);
            self.hire(scope);
        }
    }

    /// Waits until the iterator may be back. `patience` is kept from one wait to the next of the same wish.
    fn wait<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<I, C>>,
        patience: &mut Option<(usize, Instant)>,
    ) -> Result<MutexGuard<'s, State<I, C>>, TooLong> {
        let begun = Instant::now();
        let (looks, deadline) =
            patience.get_or_insert_with(|| (LOOKS, begun + state.pace.patience(state.pieces)));
        if *looks > 0 && state.pace.is_brisk() {
            *looks -= 1;
            drop(state);
            for _ in 0..PAUSE {
                std::hint::spin_loop();
            }
            return Ok(self.state());
        }
        if begun >= *deadline {
            return Err(TooLong);
        }
        state.waiting += 1;
        let woken = self.back.wait_timeout(state, *deadline - begun);
        let (mut state, _) = woken.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        Ok(state)
    }

    /// Ends a piece.
    fn leave(&self, mut run: Run<C::Result>, full: bool) {
        let mut state = self.state();
        // No piece comes in the place of a full one: it might be full at once, and so for ever.
        state.pieces -= usize::from(!full);
        loop {
            let Some(reserve) = state.reserve.take() else {
                // In use: then whoever ends next joins this run, too, or the founder in the end.
                break state.runs.insert(run);
            };
            let beside = state.runs.beside(run);
            drop(state);
            let reducer = reserve.to_reducer();
            state = self.state();
            state.reserve = Some(reserve);
            match beside {
                Ok((left, right)) => {
                    drop(state);
                    run = left.join(right, |left, right| reducer.reduce(left, right));
                    state = self.state();
                }
                Err(run) => break state.runs.insert(run),
            }
        }
    }
}

impl<I: Iterator, C: Consumer<I::Item>> Crew<I, C> {
    /// Nothing of the user's runs under the lock, so that it is never poisoned halfway.
    fn state(&self) -> MutexGuard<'_, State<I, C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The iterator was in use for longer than a member waits.
struct TooLong;

/// A thread's work for a crew, from its beginning to its end or to a panic, which stops all others.
struct Membership<'c, I: Iterator, C: Consumer<I::Item>> {
    crew: &'c Crew<I, C>,
    entry: Option<&'c AtomicBool>,
    panicked: bool,
}

impl<'c, I: Iterator, C: Consumer<I::Item>> Membership<'c, I, C> {
    /// Begins, unless the thread is a member already.
    fn of(crew: &'c Crew<I, C>) -> Option<Self> {
        let entry = current_thread_index().and_then(|index| crew.members.get(index));
        if entry.is_some_and(|entry| entry.swap(true, Relaxed)) {
            return None;
        }
        Some(Membership { crew, entry, panicked: true })
    }

    fn end(mut self) {
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
