//! A member's turns at the iterator: who gets it, who waits, who goes.
//!
//! All decisions are made under the lock, with the iterator in sight: a member goes early only while another has it or
//! will ask for it.

use std::sync::{MutexGuard, PoisonError};
use std::time::Instant;

use furcate_core::Scope;
use furcate_core::adapt::now;

use super::crew::{Crew, Source, State};
use super::pace::adjust;
use super::straight::Straight;
use crate::iter::plumbing::UnindexedConsumer;

/// So many turns in a row show that the iterator takes nearly all of the time, and not only by a whim of the machine.
const TURNS_IN_VAIN: usize = 4;

/// How often to look for the iterator before going to sleep, and how long to pause in between.
const LOOKS: usize = 8;
const PAUSE: usize = 32;

/// What a member carries from turn to turn.
pub(super) struct Member<T> {
    piece: usize,
    pub(super) batch: Vec<T>,
    /// How long the work on how many items of the last batch took, in nanoseconds.
    pub(super) measured: Option<(u64, usize)>,
    in_vain: usize,
}

impl<T> Member<T> {
    pub(super) fn new(piece: usize) -> Self {
        Member { piece, batch: Vec::new(), measured: None, in_vain: 0 }
    }
}

/// The state, when the iterator may be back or when it was in use for too long.
type Waited<'s, I, C> = Result<MutexGuard<'s, State<I, C>>, MutexGuard<'s, State<I, C>>>;

/// What a member is to do next.
pub(super) enum Turn<I: Iterator> {
    /// Work on its batch. The time that working on an item was last seen to take, in picoseconds.
    Batch(u64),
    /// Fold straight from the iterator for a while, and put it back.
    Alone(Box<Straight<I>>),
    Nothing,
}

impl<I, C> Crew<I, C>
where
    I: Iterator + Send,
    I::Item: Send,
    C: UnindexedConsumer<I::Item>,
{
    /// Gets a batch, or the iterator itself.
    pub(super) fn turn<'scope>(&'scope self, scope: &Scope<'scope>, member: &mut Member<I::Item>) -> Turn<I> {
        let Member { piece, batch, measured, in_vain } = member;
        let mut state = self.state();
        if let Some((took, items)) = measured.take() {
            adjust(&mut state.pace.work, took, items);
        }
        // If nobody else had a turn meanwhile, all others may be busy for long.
        let by_turns = std::mem::replace(&mut state.last, *piece) != *piece;
        *in_vain = if by_turns && state.pace.is_pulling() { *in_vain + 1 } else { 0 };
        if *in_vain > TURNS_IN_VAIN && state.at_work > 1 {
            return Self::go(state, true);
        }
        let mut patience = None;
        let mut straight = loop {
            if state.is_over() {
                return Self::go(state, false);
            }
            let pace = state.pace;
            if !state.given_back.is_empty() {
                let rest = state.given_back.len().saturating_sub(pace.batch::<I::Item>());
                batch.extend(state.given_back.drain(rest..));
                self.carry_on(state, scope);
                return Turn::Batch(pace.work);
            }
            if let Source::Here(straight) = std::mem::replace(&mut state.source, Source::Out) {
                break straight;
            }
            state = match self.wait(state, &mut patience) {
                Ok(state) => state,
                // In use for longer than a member waits: whoever has the iterator goes on.
                Err(state) => return Self::go(state, true),
            };
        };
        let pace = state.pace;
        if state.at_work == 1 && pace.is_cheap::<I::Item>() {
            self.carry_on(state, scope);
            return Turn::Alone(straight);
        }
        drop(state);

        let wanted = pace.batch::<I::Item>();
        let begun = now();
        batch.extend(straight.items.by_ref().take(wanted));
        let took = now() - begun;
        let more = batch.len() == wanted;

        let mut state = self.state();
        adjust(&mut state.pace.pull, took, batch.len());
        straight.restart(state.pace.cost());
        if let Some(state) = self.put_back(state, straight, more) {
            self.carry_on(state, scope);
        }
        if batch.is_empty() { Self::go(self.state(), false) } else { Turn::Batch(pace.work) }
    }

    /// Ends the turns of a member. `early` if there is more to do, which is left to others.
    fn go(mut state: MutexGuard<'_, State<I, C>>, early: bool) -> Turn<I> {
        state.at_work -= 1;
        state.gone += usize::from(early);
        Turn::Nothing
    }

    /// Puts the iterator back, or drops it if it has ended.
    pub(super) fn put_back<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<I, C>>,
        straight: Box<Straight<I>>,
        more: bool,
    ) -> Option<MutexGuard<'s, State<I, C>>> {
        if more {
            state.source = Source::Here(straight);
            return Some(state);
        }
        state.source = Source::Ended;
        drop(state);
        self.back.notify_all();
        drop(straight);
        None
    }

    /// Lays a part of a batch back for all.
    pub(super) fn give_back(&self, batch: &mut Vec<I::Item>) {
        self.state().given_back.append(batch);
        self.back.notify_one();
    }

    /// Sees to it that somebody takes what there is: calls who waits, or hires.
    pub(super) fn carry_on<'scope>(
        &'scope self,
        mut state: MutexGuard<'_, State<I, C>>,
        scope: &Scope<'scope>,
    ) {
        if state.waiting > 0 {
            self.back.notify_one();
        } else if state.pieces < self.threads && !state.stopped && state.pace.wants_help::<I::Item>() {
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
    ) -> Waited<'s, I, C> {
        let begun = Instant::now();
        let (looks, deadline) =
            patience.get_or_insert_with(|| (LOOKS, begun + state.pace.patience::<I::Item>(state.pieces)));
        if *looks > 0 && state.pace.is_brisk::<I::Item>() {
            *looks -= 1;
            drop(state);
            for _ in 0..PAUSE {
                std::hint::spin_loop();
            }
            return Ok(self.state());
        }
        if begun >= *deadline {
            return Err(state);
        }
        state.waiting += 1;
        let woken = self.back.wait_timeout(state, *deadline - begun);
        let (mut state, _) = woken.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        Ok(state)
    }
}
