//! `try_reduce`: neighbours are joined by a closure that may fail; the first failure in time stops all pieces.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::reduce::{FromFirst, Joiner};
use super::{keep, sink};
use crate::iter::{ParallelIterator, try_like::Try};

/// Reduces outputs until a residual comes; joined to `identity()` where nothing else was joined.
pub(crate) fn try_reduce<I, T, ID, F>(iter: I, identity: &ID, op: &F) -> I::Item
where
    I: ParallelIterator,
    I::Item: Try<Output = T>,
    ID: Fn() -> T + Sync,
    F: Fn(T, T) -> I::Item + Sync,
{
    let stopped = AtomicBool::new(false);
    let joiner = trying(op, &stopped);
    let identity = || I::Item::from_output(identity());
    sink(iter, FromFirst(joiner)).or_joined_to(identity, |left, right| joiner.two(left, right))
}

/// Reduces outputs until a residual comes.
pub(crate) fn try_reduce_with<I, T, F>(iter: I, op: &F) -> Option<I::Item>
where
    I: ParallelIterator,
    I::Item: Try<Output = T>,
    F: Fn(T, T) -> I::Item + Sync,
{
    let stopped = AtomicBool::new(false);
    sink(iter, FromFirst(trying(op, &stopped))).any()
}

/// Calls `op` through a closure of ours, which is inlined.
fn trying<'s, T, R, F>(op: &F, stopped: &'s AtomicBool) -> Trying<'s, impl Fn(T, T) -> R + Copy + Send>
where
    F: Fn(T, T) -> R + Sync,
{
    Trying { op: |left, right| (*op)(left, right), stopped }
}

/// Joins outputs. `stopped` is set when a residual has come: all pieces end as they are, since one of the residuals
/// will be the result. It carries no data, so that a late look only costs some more items.
#[derive(Clone, Copy)]
struct Trying<'s, F> {
    op: F,
    stopped: &'s AtomicBool,
}

impl<F> Trying<'_, F> {
    fn stop<R: Try>(self, residual: R::Residual) -> R {
        self.stopped.store(true, Relaxed);
        R::from_residual(residual)
    }
}

impl<R, F> Joiner<R> for Trying<'_, F>
where
    R: Try,
    F: Fn(R::Output, R::Output) -> R + Copy + Send,
{
    fn two(self, left: R, right: R) -> R {
        match (left.branch(), right.branch()) {
            (Continue(left), Continue(right)) => self.first((self.op)(left, right)),
            (Break(residual), other) | (other, Break(residual)) => self.stop(keep(residual, other)),
        }
    }

    fn many<I: Iterator<Item = R>>(self, slot: &mut Option<R>, mut items: I) {
        let so_far = match slot.take().map(R::branch) {
            Some(Continue(so_far)) => so_far,
            Some(Break(residual)) => {
                *slot = Some(self.stop(residual));
                return;
            }
            None => return,
        };
        let end = items.try_fold(so_far, |so_far, item| match item.branch() {
            Continue(item) => match (self.op)(so_far, item).branch() {
                Continue(so_far) if self.cancelled() => Break(Continue(so_far)),
                Continue(so_far) => Continue(so_far),
                Break(residual) => Break(Break(residual)),
            },
            Break(residual) => Break(Break(keep(residual, so_far))),
        });
        *slot = Some(match end {
            Continue(so_far) | Break(Continue(so_far)) => R::from_output(so_far),
            Break(Break(residual)) => self.stop(residual),
        });
    }

    fn first(self, item: R) -> R {
        match item.branch() {
            Continue(output) => R::from_output(output),
            Break(residual) => self.stop(residual),
        }
    }

    fn cancelled(self) -> bool {
        self.stopped.load(Relaxed)
    }
}
