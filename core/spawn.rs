//! Detached tasks: started and forgotten, bound to the life of a pool only.
//!
//! A task that is spawned by a worker lies on top of its queue; from outside it goes through the injector.
//! In first-in-first-out order the worker's queue holds mere places, and whichever task is oldest when a
//! place comes up runs then.

use std::sync::Arc;

use crate::broadcast::BroadcastContext;
use crate::global;
use crate::registry::Registry;
use crate::scope::detached;
use crate::worker::Worker;

/// Starts a task that runs on its own on a worker of the current pool.
///
/// It must own what it uses. A worker that has nothing else to do runs its own tasks last in, first out.
/// There is no way to wait for the task but what it does itself, say by a channel.
///
/// # Panics
///
/// A panic of the task goes to the pool's panic handler; without one the process is aborted.
///
/// # Examples
///
/// ```
/// let (sender, receiver) = std::sync::mpsc::channel();
/// furcate_core::spawn(move || sender.send(7).unwrap());
/// assert_eq!(receiver.recv(), Ok(7));
/// ```
///
/// # See also
///
/// [`scope`](crate::scope()) for tasks that borrow, [`spawn_fifo`] for another order.
pub fn spawn<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    spawn_in(&current(), func);
}

/// Starts a task on its own; those of one worker start in the order in which it spawned them.
///
/// # Panics
///
/// As [`spawn`].
///
/// # Examples
///
/// ```
/// let (sender, receiver) = std::sync::mpsc::channel();
/// furcate_core::spawn_fifo(move || sender.send(7).unwrap());
/// assert_eq!(receiver.recv(), Ok(7));
/// ```
pub fn spawn_fifo<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    spawn_fifo_in(&current(), func);
}

/// Starts a task that every worker of the current pool runs once.
///
/// # Panics
///
/// As [`spawn`].
///
/// # Examples
///
/// ```
/// let (sender, receiver) = std::sync::mpsc::channel();
/// furcate_core::spawn_broadcast(move |context| sender.send(context.index()).unwrap());
/// assert_eq!(receiver.iter().count(), furcate_core::current_num_threads());
/// ```
pub fn spawn_broadcast<OP>(op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    spawn_broadcast_in(&current(), op);
}

fn current() -> Arc<Registry> {
    Worker::with(|worker| worker.map_or_else(global::registry, Worker::shared_registry))
}

pub(crate) fn spawn_in(registry: &Registry, func: impl FnOnce() + Send + 'static) {
    let job = detached(registry, |_| func());
    Worker::with(|worker| match worker {
        Some(worker) if worker.is_of(registry) => worker.push_public(job),
        _ => registry.inject(job),
    });
}

pub(crate) fn spawn_fifo_in(registry: &Registry, func: impl FnOnce() + Send + 'static) {
    let job = detached(registry, |_| func());
    Worker::with(|worker| match worker {
        Some(worker) if worker.is_of(registry) => {
            let index = worker.slot().index;
            worker.slot().fifo.push(job);
            worker.push_public(detached(registry, move |worker| {
                if let Some(oldest) = worker.registry().slots[index].fifo.take_any() {
                    worker.execute_part(oldest);
                }
            }));
        }
        _ => registry.inject(job),
    });
}

pub(crate) fn spawn_broadcast_in(
    registry: &Registry,
    op: impl Fn(BroadcastContext<'_>) + Send + Sync + 'static,
) {
    let op = Arc::new(op);
    for index in 0..registry.num_threads() {
        let op = op.clone();
        let job = detached(registry, move |worker| BroadcastContext::with(worker, |context| op(context)));
        registry.post(index, job);
    }
}
