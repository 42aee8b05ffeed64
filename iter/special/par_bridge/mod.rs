//! `par_bridge`: the items of a sequential iterator, worked on by several threads.
//!
//! Nothing here can be split beforehand: there is one iterator, and whoever needs items must ask it. The plain version
//! ("each thread locks the iterator, takes an item, works on it") locks for each item however cheap, makes
//! threads wait for ever that others need, and locks itself out when the iterator runs parallel work of its own.
//! We depart from it in these ways:
//!
//! 1. the calling thread works alone, with the iterator in its hands, until it is clear that an item costs enough;
//! 2. then a crew shares the iterator (`crew.rs`): who asks takes as many items as are worth some microseconds of
//!    work, one if an item is, and gives back what turns out dearer than thought;
//! 3. a thread that finds the iterator in use waits for it only a little, asleep, then leaves the crew, which hires
//!    anew when the iterator is back: nobody waits for ever, and what the iterator itself waits for gets done;
//! 4. a thread that comes to the same crew again, from a wait in the middle of its work, leaves at once.

use furcate_core::adapt::{as_worker, now, record_site_cost, site_cost};
use furcate_core::{current_num_threads, in_place_scope};

use self::crew::Crew;
use crate::iter::ParallelIterator;
use crate::iter::bridge::pass_over;
use crate::iter::plumbing::{Folder, UnindexedConsumer};

mod crew;
mod pace;
mod results;

/// Turns a sequential iterator into a parallel one.
///
/// Implemented for all iterators that can be sent to another thread, and give items that can.
pub trait ParallelBridge: Sized {
    /// Lets several threads work on the items of a sequential iterator.
    ///
    /// The items come in no given order, not even in results such as a collected `Vec`. The iterator itself is asked by one
    /// thread at a time; several items may be asked for at once if they are cheap. How much can be gained is bounded by what the
    /// iterator's `next` takes: if the items lie in a collection, its own parallel iterator is better.
    ///
    /// The iterator may block (say, on a channel) and may run parallel work. If it panics, that ends all pieces, and the
    /// panic is passed on.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, receiver) = channel();
    /// std::thread::spawn(move || (0..100).try_for_each(|n| sender.send(n)));
    /// assert_eq!(receiver.into_iter().par_bridge().sum::<i32>(), 4950);
    /// ```
    fn par_bridge(self) -> IterBridge<Self>;
}

impl<T> ParallelBridge for T
where
    T: Iterator + Send,
    T::Item: Send,
{
    fn par_bridge(self) -> IterBridge<Self> {
        IterBridge { iter: self }
    }
}

/// An iterator over the items of a sequential iterator, in no given order.
///
/// Made by [`par_bridge()`](ParallelBridge::par_bridge).
#[must_use = "a parallel iterator does nothing until it is driven"]
#[derive(Debug, Clone)]
pub struct IterBridge<Iter> {
    iter: Iter,
}

impl<Iter> ParallelIterator for IterBridge<Iter>
where
    Iter: Iterator + Send,
    Iter::Item: Send,
{
    type Item = Iter::Item;

    fn drive_unindexed<C: UnindexedConsumer<Iter::Item>>(self, consumer: C) -> C::Result {
        as_worker(move || drive(self.iter, consumer))
    }
}

/// How many items are folded between two looks at the clock and at whether anybody wants more.
const BLOCK: usize = 256;

/// Items cheaper than this are not worth the hand that passes them on.
const WORTH_PASSING_NS: u64 = 20;

/// Work that takes less is not worth the call for a second thread.
const WORTH_SHARING_NS: u64 = 5_000;

/// So many times dearer than before is not believed at once.
const SURPRISE: u64 = 4;

/// Works alone as long as that is best, then with a crew.
fn drive<I, C>(iter: I, consumer: C) -> C::Result
where
    I: Iterator + Send,
    I::Item: Send,
    C: UnindexedConsumer<I::Item>,
{
    let mut iter = iter.fuse();
    if consumer.full() {
        return pass_over(iter, consumer);
    }
    let threads = current_num_threads();
    let site = drive::<I, C> as fn(I, C) -> C::Result as usize;
    let mut cost_ns = u64::from(site_cost(site)) / 1000;
    let mut folder = consumer.split_off_left().into_folder();
    let mut block = 1;
    let mut looked = now();
    loop {
        let alone = threads == 1 || cost_ns < WORTH_PASSING_NS || cost_ns * block as u64 <= WORTH_SHARING_NS;
        if !alone {
            let crew = Crew::new(iter, consumer, threads, cost_ns);
            in_place_scope(|scope| crew.found(scope, folder));
            return crew.disband(|cost_ns| record(site, cost_ns));
        }
        let mut taken = 0;
        folder = folder.consume_iter(iter.by_ref().take(block).inspect(|_| taken += 1));
        let time = now();
        let seen_ns = (time - looked) / (taken as u64).max(1);
        let surprising = cost_ns > 0 && seen_ns > SURPRISE * cost_ns;
        // A thread may have been interrupted: what is much dearer than before must be so several times.
        cost_ns = if surprising { SURPRISE * cost_ns } else { seen_ns };
        if taken < block || folder.full() {
            record(site, cost_ns);
            drop((iter, consumer)); // first, see `pass_over`
            return folder.complete();
        }
        looked = time;
        block = if surprising { 1 } else { (2 * block).min(BLOCK) };
    }
}

fn record(site: usize, cost_ns: u64) {
    record_site_cost(site, u32::try_from(cost_ns.saturating_mul(1000)).unwrap_or(u32::MAX));
}
