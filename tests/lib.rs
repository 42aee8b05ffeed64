//! What the tests share: values that count their drops, pools of chosen sizes, a watchdog.
//!
//! - [`Tally`] makes [`Counted`] values and knows which of them live; [`counted_zst!`] declares a type without size that counts.
//! - [`pools`] runs a test in pools of 1, 2, 4 and 8 threads.
//! - [`watchdog`] turns a hang into a failure.
//! - [`rerun`] and [`passed_alone`] give a test a process of its own; [`size`] knows the long form.
//! - [`Dice`] makes choices by a seed or by the bytes of a fuzzer, whose targets [`without_fuzzer`] runs.
//! - [`surface`] finds the public items in the sources.
//! - [`Shattered`] and [`shatter`] split at places that no bridge would choose; [`cut_everywhere`] splits at all places.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::abort;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

mod cuts;
mod dice;
mod process;
mod shattered;
pub mod surface;

pub use self::cuts::{Limits, cut_everywhere, limits};
pub use self::dice::{Dice, in_kept_pool, may_unwind, without_fuzzer};
pub use self::process::{assert_passed, passed_alone, rerun, size, within};
pub use self::shattered::{Shattered, shatter};

/// Makes values that count, and knows which of them live.
///
/// # Examples
///
/// ```
/// use furcate_tests::Tally;
///
/// let tally = Tally::new();
/// let values: Vec<_> = (0..10).map(|n| tally.make(n)).collect();
/// assert_eq!((tally.made(), tally.alive()), (10, 10));
/// drop(values);
/// tally.assert_all_dropped_once();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally {
    book: Arc<Mutex<Book>>,
}

#[derive(Debug, Default)]
struct Book {
    made: usize,
    alive: HashSet<usize>,
    dropped_twice: usize,
    dropped: usize,
    /// The drop at which a destructor unwinds.
    unwind_at: Option<usize>,
}

impl Tally {
    /// A tally of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a value that is equal to, ordered, hashed and printed as, `value`.
    pub fn make(&self, value: usize) -> Counted {
        let mut book = self.book();
        let id = book.made;
        book.made += 1;
        book.alive.insert(id);
        Counted { value, id, tally: self.clone() }
    }

    /// A tally whose `at`-th drop unwinds, counted from 0, when all else that the destructor does is done.
    pub fn unwinding_at_drop(at: usize) -> Self {
        let tally = Self::new();
        tally.book().unwind_at = Some(at);
        tally
    }

    /// How many have been dropped.
    pub fn dropped(&self) -> usize {
        self.book().dropped
    }

    /// How many have been made, by `make` or by cloning.
    pub fn made(&self) -> usize {
        self.book().made
    }

    /// How many have been made and not dropped.
    pub fn alive(&self) -> usize {
        self.book().alive.len()
    }

    /// # Panics
    ///
    /// If a value still lives, or one was dropped twice.
    #[track_caller]
    pub fn assert_all_dropped_once(&self) {
        self.assert_alive(0);
    }

    /// # Panics
    ///
    /// If not exactly `expected` values live, or one was dropped twice.
    #[track_caller]
    pub fn assert_alive(&self, expected: usize) {
        let book = self.book();
        let (made, alive, dropped_twice) = (book.made, book.alive.len(), book.dropped_twice);
        drop(book);
        assert_eq!(dropped_twice, 0, "of {made} values made, {dropped_twice} were dropped twice");
        assert_eq!(alive, expected, "of {made} values made, {alive} live");
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A value that its [`Tally`] counts.
pub struct Counted {
    /// What it was made of.
    pub value: usize,
    id: usize,
    tally: Tally,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut book = self.tally.book();
        if !book.alive.remove(&self.id) {
            book.dropped_twice += 1;
        }
        let unwinds = book.unwind_at == Some(book.dropped);
        book.dropped += 1;
        drop(book);
        // A second panic would end the process. The panic hook is not called, which would print.
        if unwinds && !thread::panicking() {
            resume_unwind(Box::new("a destructor, as planned"));
        }
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        self.tally.make(self.value)
    }
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialEq<usize> for Counted {
    fn eq(&self, other: &usize) -> bool {
        self.value == *other
    }
}

impl Eq for Counted {}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Counted {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// Declares a type without size that counts how many were made and dropped.
///
/// Each declaration has counters of its own, so that tests which run side by side do not disturb each other:
/// declare it in the test.
///
/// # Examples
///
/// ```
/// furcate_tests::counted_zst!(Nothing);
///
/// let nothings: Vec<Nothing> = (0..3).map(|_| Nothing::make()).collect();
/// drop(nothings);
/// assert_eq!((Nothing::made(), Nothing::dropped()), (3, 3));
/// ```
#[macro_export]
macro_rules! counted_zst {
    ($name:ident) => {
        #[derive(Debug)]
        struct $name(());

        impl $name {
            fn counters() -> &'static [::std::sync::atomic::AtomicUsize; 2] {
                static COUNTERS: [::std::sync::atomic::AtomicUsize; 2] =
                    [const { ::std::sync::atomic::AtomicUsize::new(0) }; 2];
                &COUNTERS
            }

            fn make() -> Self {
                Self::counters()[0].fetch_add(1, ::std::sync::atomic::Ordering::Relaxed);
                $name(())
            }

            fn made() -> usize {
                Self::counters()[0].load(::std::sync::atomic::Ordering::Relaxed)
            }

            fn dropped() -> usize {
                Self::counters()[1].load(::std::sync::atomic::Ordering::Relaxed)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                Self::counters()[1].fetch_add(1, ::std::sync::atomic::Ordering::Relaxed);
            }
        }
    };
}

/// Runs `test` in pools of 1, 2, 4 and 8 threads, and tells it how many there are.
///
/// # Panics
///
/// If `test` does; the number of threads is then printed.
///
/// # Examples
///
/// ```
/// furcate_tests::pools(|threads| assert_eq!(furcate::current_num_threads(), threads));
/// ```
pub fn pools<F>(test: F)
where
    F: Fn(usize) + Sync,
{
    for threads in [1, 2, 4, 8] {
        in_pool(threads, || test(threads));
    }
}

/// Runs `test` in a new pool of `threads` threads.
///
/// # Panics
///
/// If `test` does; the number of threads is then printed.
pub fn in_pool<R, F>(threads: usize, test: F) -> R
where
    F: FnOnce() -> R + Send,
    R: Send,
{
    let pool = furcate::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a machine that runs tests can start a few threads");
    pool.install(|| {
        catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|panic| {
            eprintln!("in a pool of {threads} threads:");
            std::panic::resume_unwind(panic)
        })
    })
}

/// Runs `test`, and ends the process with a message if that takes more than `seconds`.
///
/// # Examples
///
/// ```
/// assert_eq!(furcate_tests::watchdog(10, || 6 * 7), 42);
/// ```
pub fn watchdog<R>(seconds: u64, test: impl FnOnce() -> R) -> R {
    let (done, waiting) = channel::<()>();
    let name = thread::current().name().unwrap_or("a test").to_owned();
    let dog = thread::spawn(move || {
        // In ticks: a process that is stopped for a while does not hang.
        let mut ticks = 0;
        while waiting.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
            ticks += 1;
            if ticks > seconds * 10 {
                eprintln!("{name}: still running after {seconds} s, giving up");
                abort();
            }
        }
    });
    let result = catch_unwind(AssertUnwindSafe(test));
    drop(done);
    dog.join().expect("the watchdog does not panic");
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Runs `test`, which is to panic, and gives the message.
///
/// # Panics
///
/// If `test` does not panic, or panics with something that is not text.
///
/// # Examples
///
/// ```
/// assert_eq!(furcate_tests::panic_message(|| panic!("no {}", 7)), "no 7");
/// ```
#[track_caller]
pub fn panic_message<R>(test: impl FnOnce() -> R) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(test)) else {
        panic!("this should have panicked");
    };
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast::<&str>().expect("a panic with a text").to_string(),
    }
}
