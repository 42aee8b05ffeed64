//! Threads that share an iterator.
//!
//! The iterator lies in the crew's state until a member takes it out, asks it for a batch and puts it back; no
//! lock is held while user code runs. Members fold their batches, each into a folder of its own. Who has the iterator
//! and sees nobody waiting hires another member, if the work is worth it and there are threads to be had. Until one has
//! begun, cheap items are not put into batches but folded at once, with the iterator in hand.

use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use furcate_core::Scope;
use furcate_core::adapt::now;

use super::batch::fold_batch;
use super::membership::Membership;
use super::pace::Pace;
use super::results::{Run, Runs};
use super::straight::Straight;
use super::turns::{Member, Turn};
use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::sink::keep;

/// What all members share.
pub(super) struct Crew<I: Iterator, C: Consumer<I::Item>> {
    pub(super) threads: usize,
    state: Mutex<State<I, C>>,
    /// Told when the iterator is back or has ended.
    pub(super) back: Condvar,
    /// Which threads are members, by their index in the pool. Each entry is used by its thread alone, hence relaxed.
    pub(super) members: Vec<AtomicBool>,
}

pub(super) struct State<I: Iterator, C: Consumer<I::Item>> {
    pub(super) source: Source<I>,
    /// What was pulled and not worked on after all.
    pub(super) given_back: Vec<I::Item>,
    /// Somebody has panicked: nothing more is to be done.
    pub(super) stopped: bool,
    pub(super) pace: Pace,
    /// Members, also those that were hired and have not begun, and those that are full: these are not to be replaced.
    pub(super) pieces: usize,
    /// Members that have begun and will ask for more.
    pub(super) at_work: usize,
    /// How often a member went though it was not full, and others were to go on.
    pub(super) gone: usize,
    pub(super) waiting: usize,
    /// The piece of the member that had the last turn.
    pub(super) last: usize,
    /// The consumer of pieces to come; `None` while somebody splits it, or takes a reducer of it.
    reserve: Option<C>,
    hired: usize,
    runs: Runs<C::Result>,
}

impl<I: Iterator, C: Consumer<I::Item>> State<I, C> {
    /// Whether nothing is left to be worked on by somebody who comes now.
    pub(super) fn is_over(&self) -> bool {
        self.stopped || self.given_back.is_empty() && matches!(self.source, Source::Ended)
    }
}

/// Where the iterator is.
pub(super) enum Source<I: Iterator> {
    /// In a box, since it comes and goes.
    Here(Box<Straight<I>>),
    Out,
    Ended,
}

impl<I, C> Crew<I, C>
where
    I: Iterator + Send,
    I::Item: Send,
    C: UnindexedConsumer<I::Item>,
{
    /// A crew of at most `threads` members. `consumer` is for what is to the right of the founder's folder.
    pub(super) fn new(straight: Straight<I>, consumer: C, threads: usize) -> Self {
        Crew {
            threads,
            state: Mutex::new(State {
                pace: Pace::from_cost(straight.cost),
                source: Source::Here(Box::new(straight)),
                given_back: Vec::new(),
                stopped: false,
                pieces: 1,
                at_work: 0,
                gone: 0,
                waiting: 0,
                last: 0,
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
        note(pace.cost());
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
    pub(super) fn hire<'scope>(&'scope self, scope: &Scope<'scope>) {
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
        if self.state().is_over() {
            drop(consumer);
            return self.leave(Run::of(piece, None), false);
        }
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
        self.state().at_work += 1;
        let mut member = Member::new(piece);
        let full = loop {
            if folder.full() {
                self.end_full(scope);
                break true;
            }
            match self.turn(scope, &mut member) {
                Turn::Batch(work) => {
                    let begun = now();
                    let items = member.batch.len();
                    folder = fold_batch(&mut member.batch, work, folder);
                    member.measured = Some((now() - begun, items - member.batch.len()));
                    if !member.batch.is_empty() {
                        self.give_back(&mut member.batch);
                    }
                }
                Turn::Alone(mut straight) => {
                    let more;
                    (folder, more) = straight.fold_batch(folder);
                    let mut state = self.state();
                    state.pace.scale_to(straight.cost);
                    if let Some(state) = self.put_back(state, straight, more) {
                        self.carry_on(state, scope);
                    }
                }
                Turn::Nothing => break false,
            }
        };
        drop(member);
        self.leave(Run::of(piece, Some(folder.complete())), full);
    }

    /// Ends the turns of a member whose folder is full, which says nothing about the folders of those that went early.
    fn end_full<'scope>(&'scope self, scope: &Scope<'scope>) {
        let mut state = self.state();
        state.at_work -= 1;
        if state.at_work == 0 && state.gone > 0 && !state.is_over() {
            state.gone -= 1;
            state.pieces += 1;
            drop(state);
            self.hire(scope);
        }
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
    pub(super) fn state(&self) -> MutexGuard<'_, State<I, C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
