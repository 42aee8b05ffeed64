//! Programs from public bug reports about other data-parallel libraries, where no other target holds the case.
//!
//! Each names its source in a comment. Most cases are tests of the law they broke, in the target of that law; here are
//! those that need a whole program: several pools at once, a process of their own, much memory, small stacks.
//!
//! - `waiting.rs`: locks, channels and other pools in the middle of a loop;
//! - `processes.rs`: the global pool in a process of its own, forked, or without threads;
//! - `stacks.rs`: how deep stacks get;
//! - `costs.rs`: memory, calls of `init`, many wake-ups;
//! - `shapes.rs`: types, lifetimes, lengths, and who holds which `&mut`.
//!
//! What must not compile is in `refused/`. Which report is held by which test: `README.md`.

mod costs;
mod processes;
mod shapes;
mod stacks;
mod waiting;

/// Works for about so many turns.
fn spin(turns: usize) {
    (0..turns).for_each(|turn| _ = std::hint::black_box(turn));
}

/// A pool of so many threads, all of which have ended when it is dropped.
fn pool(threads: usize) -> furcate::ThreadPool {
    let builder = furcate::ThreadPoolBuilder::new().num_threads(threads).join_on_drop(true);
    builder.build().expect("a few threads can be started")
}
