//! Yielding: a worker that waits for something of its own runs another job meanwhile.
//!
//! This is the one way to let a stranger's job onto one's stack on purpose. Inside `isolate` only jobs from
//! inside are run.

use crate::worker::Worker;

/// What a yield did.
///
/// # Examples
///
/// ```
/// use furcate_core::{Yield, ThreadPoolBuilder, yield_now};
///
/// /// Works on whatever the pool has to do, and tells how many jobs that were.
/// fn drain() -> usize {
///     std::iter::from_fn(|| (yield_now()? == Yield::Executed).then_some(())).count()
/// }
///
/// let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
/// let jobs = pool.install(|| {
///     furcate_core::spawn(|| ());
///     furcate_core::spawn(|| ());
///     drain()
/// });
/// assert_eq!(jobs, 2);
/// # Ok::<(), furcate_core::ThreadPoolBuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Yield {
    /// A job was run.
    Executed,
    /// There was none.
    Idle,
}

/// Runs one pending job of the current pool, if there is one. `None` outside a pool.
///
/// For a worker that polls: it looks at its own jobs first, then at everybody's.
///
/// # Examples
///
/// ```
/// use furcate_core::{Yield, join, yield_now};
/// assert_eq!(yield_now(), None); // not a worker
/// let (inside, _) = join(|| yield_now().is_some(), || ());
/// assert!(inside);
/// ```
pub fn yield_now() -> Option<Yield> {
    Worker::with(|worker| worker.map(|worker| outcome(worker.run_one(true))))
}

/// Runs one pending job of this worker itself, if there is one. `None` outside a pool.
///
/// # Examples
///
/// ```
/// use furcate_core::{Yield, scope, yield_local};
/// scope(|scope| {
///     assert!(yield_local().is_some());
///     scope.spawn(|_| ());
/// });
/// assert_eq!(yield_local(), None);
/// ```
pub fn yield_local() -> Option<Yield> {
    Worker::with(|worker| worker.map(|worker| outcome(worker.run_one(false))))
}

pub(crate) fn outcome(executed: bool) -> Yield {
    if executed { Yield::Executed } else { Yield::Idle }
}
