//! furcate-core under the name of rayon-core, so that a dependency tree runs on it by `[patch.crates-io]`.

pub use furcate_core::{
    BroadcastContext, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool, ThreadPoolBuildError,
    ThreadPoolBuilder, Yield, broadcast, current_num_threads, current_thread_has_pending_tasks,
    current_thread_index, in_place_scope, in_place_scope_fifo, join, join_context, max_num_threads, scope,
    scope_fifo, spawn, spawn_broadcast, spawn_fifo, yield_local, yield_now,
};
#[expect(deprecated, reason = "old programs still call them")]
pub use furcate_core::{Configuration, initialize};
