//! `par_bridge`: the items of a sequential iterator, worked on by several threads.
//!
//! Nothing here can be split beforehand: there is one iterator, and whoever needs items must ask it. The plain version
//! ("each thread locks the iterator, takes an item, works on it") locks for each item however cheap, makes
//! threads wait for ever that others need, and locks itself out when the iterator runs parallel work of its own.
//! We depart from it in these ways:
//!
//! 1. the calling thread works alone, straight from the iterator (`straight.rs`), until it is clear that there is enough
//!    to do;
//! 2. then a crew shares the iterator (`crew.rs`): who asks takes as many items as are worth some microseconds of
//!    work, one if an item is, and gives back what turns out dearer than thought. As long as a member is alone, since all
//!    other threads have something else to do, it goes on straight from the iterator if items are cheap;
//! 3. a thread that finds the iterator in use waits for it only a little, asleep, then leaves the crew, which hires
//!    anew when the iterator is back: nobody waits for ever, and what the iterator itself waits for gets done;
//! 4. a thread that comes to the same crew again, from a wait in the middle of its work, leaves at once.

use furcate_core::adapt::{as_worker, now, record_site_cost, site_cost};
use furcate_core::{current_num_threads, in_place_scope};

use self::crew::Crew;
use self::straight::Straight;
use crate::iter::ParallelIterator;
use crate::iter::bridge::pass_over;
use crate::iter::plumbing::{Folder, UnindexedConsumer};

mod batch;
mod crew;
mod membership;
mod pace;
mod results;
mod straight;
mod turns;

/// Turns a sequential iterator into a parallel one.
///
/// Implemented for all iterators that can be sent to another thread, and give items that can.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use std::io::{BufRead, Cursor};
///
/// let input = Cursor::new("one\ntwo\nthree"); // something that can only be read from front to back
/// let longest = input.lines().map_while(Result::ok).par_bridge().map(|line| line.len()).max();
/// assert_eq!(longest, Some(5));
/// ```
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
///
/// ```
/// use furcate::{iter::IterBridge, prelude::*};
///
/// let shared: IterBridge<std::str::SplitN<'_, char>> = "a b c d".splitn(3, ' ').par_bridge();
/// assert_eq!(shared.map(str::len).max(), Some(3));
/// ```
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

/// An item on which working takes less is not worth the hand that passes it on, in picoseconds.
const WORTH_PASSING_PS: u64 = 1_500;

/// An item that takes less in all, with what it takes to get it, is no cheaper with a second thread: the first one has to get it
/// and to lay it down. Items of 1.9 ns took 1.45 times as long as in a serial loop with one and 1.41 without, of 2.7 ns
/// 1.28 and 1.08, of 3.6 ns 0.87 and 1.13, of 9.9 ns 0.68 and 1.11.
const WORTH_A_CREW_PS: u64 = 3_000;

/// Cheap items that take less in all are not worth the call for a second thread: 30,000 of 2.3 ns took 1.14 times as long
/// with it, 100,000 took 0.82 times as long (two pinned CPUs, to which a call takes some 5 µs).
const WORTH_SHARING_NS: u64 = 100_000;

/// Any two items of which each takes longer may be given to two threads.
const DEAR_NS: u64 = 5_000;

/// Works alone as long as that is best, then with a crew.
fn drive<I, C>(iter: I, consumer: C) -> C::Result
where
    I: Iterator + Send,
    I::Item: Send,
    C: UnindexedConsumer<I::Item>,
{
    let iter = iter.fuse();
    if consumer.full() {
        return pass_over(iter, consumer);
    }
    let threads = current_num_threads();
    let site = drive::<I, C> as fn(I, C) -> C::Result as usize;
    let mut straight = Straight::new(iter, u64::from(site_cost(site)));
    let mut folder = consumer.split_off_left().into_folder();
    let begun = now();
    let mut time = begun;
    loop {
        if threads > 1 && straight.is_worth_sharing(time - begun) {
            let crew = Crew::new(straight, consumer, threads);
            in_place_scope(|scope| crew.found(scope, folder));
            return crew.disband(|cost| record(site, cost));
        }
        let more;
        (folder, time, more) = straight.fold_part(folder, time);
        if !more || folder.full() {
            record(site, straight.cost);
            drop((straight, consumer)); // first, see `pass_over`
            return folder.complete();
        }
    }
}

fn record(site: usize, cost: u64) {
    record_site_cost(site, u32::try_from(cost).unwrap_or(u32::MAX));
}
