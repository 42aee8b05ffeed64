//! furcate under the name of rayon, so that a dependency tree runs on it by `[patch.crates-io]`.

pub use furcate::{
    BroadcastContext, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool, ThreadPoolBuildError,
    ThreadPoolBuilder, Yield, broadcast, current_num_threads, current_thread_index, in_place_scope,
    in_place_scope_fifo, join, join_context, max_num_threads, scope, scope_fifo, spawn, spawn_broadcast,
    spawn_fifo, yield_local, yield_now,
};
pub use furcate::{
    array, collections, iter, option, prelude, range, range_inclusive, result, slice, str, string, vec,
};
