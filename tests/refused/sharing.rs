//! Only what may be used by several threads is captured by what they run; only what may change threads is handed over.

use super::{Case, case};

/// Said of a closure that captures a reference to what is not `Sync`, or of what is handed over and not `Send`.
const SHARED: &str = "cannot be shared between threads safely";
const SENT: &str = "cannot be sent between threads safely";

pub(crate) const CASES: &[Case] = &[
    // Joins.
    case(
        "join_left_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::join(|| drop(&it), || 2);",
    ),
    case(
        "join_right_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::join(|| 1, || drop(&it));",
    ),
    case("join_left_gives", "E0277", SENT, "furcate::join(|| «Rc¦Arc»::new(1), || 2);"),
    case("join_right_gives", "E0277", SENT, "furcate::join(|| 1, || «Rc¦Arc»::new(2));"),
    case(
        "join_context_captures",
        "E0277",
        SHARED,
        "let it = «RefCell¦Mutex»::new(1); furcate::join_context(|_| drop(&it), |_| 2);",
    ),
    case("join_context_gives", "E0277", SENT, "furcate::join_context(|_| 1, |_| «Rc¦Arc»::new(2));"),
    case(
        "pool_join_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); pool().join(|| drop(&it), || 2);",
    ),
    case(
        "join_moves_a_guard",
        "E0277",
        SENT,
        "let mutex = Mutex::new(1); let guard = mutex.lock().unwrap(); furcate::join(«move || drop(guard)¦|| drop(*guard)», || 2);",
    ),
    // Scopes. A task takes part of what is around, so its captures count, not those of the body.
    case(
        "scope_body_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::scope(|_| drop(&it));",
    ),
    case("scope_gives", "E0277", SENT, "furcate::scope(|_| «Rc¦Arc»::new(1));"),
    case(
        "scope_task_captures",
        "E0277",
        SENT,
        "let it = «Rc¦Arc»::new(1); furcate::in_place_scope(|scope| scope.spawn(move |_| drop(it)));",
    ),
    case(
        "scope_fifo_task_captures",
        "E0277",
        SENT,
        "let it = «Rc¦Arc»::new(1); furcate::in_place_scope_fifo(|scope| scope.spawn_fifo(move |_| drop(it)));",
    ),
    case("scope_fifo_gives", "E0277", SENT, "furcate::scope_fifo(|_| «Rc¦Arc»::new(1));"),
    case("scope_bounded_gives", "E0277", SENT, "furcate::scope_bounded(3, |_| «Rc¦Arc»::new(1));"),
    case(
        "scope_nested_task_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); let it = &it; furcate::in_place_scope(|scope| scope.spawn(move |scope| scope.spawn(move |_| drop(it))));",
    ),
    case(
        "scope_broadcast_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::in_place_scope(|scope| scope.spawn_broadcast(move |_, _| drop(&it)));",
    ),
    case(
        "pool_scope_body_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); pool().scope(|_| drop(&it));",
    ),
    // Detached tasks.
    case("spawn_captures", "E0277", SENT, "let it = «Rc¦Arc»::new(1); furcate::spawn(move || drop(it));"),
    case(
        "spawn_fifo_captures",
        "E0277",
        SENT,
        "let it = «Rc¦Arc»::new(1); furcate::spawn_fifo(move || drop(it));",
    ),
    case(
        "spawn_broadcast_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::spawn_broadcast(move |_| drop(&it));",
    ),
    case("pool_spawn_captures", "E0277", SENT, "let it = «Rc¦Arc»::new(1); pool().spawn(move || drop(it));"),
    // Calls into pools, and handlers.
    case("install_captures", "E0277", SHARED, "let it = «Cell¦Mutex»::new(1); pool().install(|| drop(&it));"),
    case("install_gives", "E0277", SENT, "pool().install(|| «Rc¦Arc»::new(1));"),
    case(
        "broadcast_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::broadcast(|_| drop(&it));",
    ),
    case("broadcast_gives", "E0277", SENT, "furcate::broadcast(|_| «Rc¦Arc»::new(1));"),
    case(
        "start_handler_captures",
        "E0277",
        SENT,
        "let it = «Rc¦Arc»::new(1); furcate::ThreadPoolBuilder::new().start_handler(move |_| drop(&it));",
    ),
    case(
        "panic_handler_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::ThreadPoolBuilder::new().panic_handler(move |_| drop(&it));",
    ),
    case(
        "scoped_threads_share",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::ThreadPoolBuilder::new().build_scoped(|thread| { drop(&it); thread.run() }, |_| ());",
    ),
    // Sources.
    case("into_items", "E0599", "into_par_iter", "vec![«Rc¦Arc»::new(1)].into_par_iter().count();"),
    case("array_items", "E0599", "into_par_iter", "[«Rc¦Arc»::new(1)].into_par_iter().count();"),
    case("borrowed_items", "E0599", "IntoParallelIterator", "[«Cell¦Mutex»::new(1)].par_iter().count();"),
    case("lent_items", "E0599", "IntoParallelIterator", "[«Rc¦Arc»::new(1)].par_iter_mut().count();"),
    case("chunks_of_items", "E0599", "Sync", "[«Cell¦Mutex»::new(1)].par_chunks(2).count();"),
    case(
        "values_of_a_map",
        "E0599",
        "IntoParallelIterator",
        "HashMap::from([(1, «Cell¦Mutex»::new(1))]).par_iter().count();",
    ),
    case("drained_items", "E0599", "Send", "vec![«Rc¦Arc»::new(1)].par_drain(..).count();"),
    case("bridged_items", "E0599", "par_bridge", "(0..3).map(|n| «Rc¦Arc»::new(n)).par_bridge().count();"),
    case(
        "bridged_iterator",
        "E0277",
        SENT,
        "let it = «Rc¦Arc»::new(1); (0..3).map(move |n| n + *it).par_bridge().count();",
    ),
    case("repeated_item", "E0277", SENT, "furcate::iter::repeat_n(«Rc¦Arc»::new(1), 3).count();"),
    case("one_item", "E0277", SENT, "furcate::iter::once(«Rc¦Arc»::new(1)).count();"),
    case(
        "walked_nodes",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); furcate::iter::walk_tree(1, |_| { drop(&it); [] }).count();",
    ),
    // Adapters.
    case(
        "map_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().map(|n| { drop(&it); n }).count();",
    ),
    case("map_gives", "E0277", SENT, "(0..3).into_par_iter().map(|n| «Rc¦Arc»::new(n)).count();"),
    case(
        "filter_captures",
        "E0277",
        SHARED,
        "let it = «RefCell¦Mutex»::new(1); (0..3).into_par_iter().filter(|_| { drop(&it); true }).count();",
    ),
    case(
        "filter_map_gives",
        "E0277",
        SENT,
        "(0..3).into_par_iter().filter_map(|n| Some(«Rc¦Arc»::new(n))).count();",
    ),
    case(
        "flat_map_iter_gives",
        "E0277",
        SENT,
        "(0..3).into_par_iter().flat_map_iter(|n| [«Rc¦Arc»::new(n)]).count();",
    ),
    case(
        "inspect_captures",
        "E0277",
        SHARED,
        "let it = «Rc¦Arc»::new(1); (0..3).into_par_iter().inspect(|_| drop(&it)).count();",
    ),
    case(
        "map_with_state",
        "E0277",
        SENT,
        "(0..3).into_par_iter().map_with(«Rc¦Arc»::new(1), |it, n| **it + n).count();",
    ),
    case(
        "map_init_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().map_init(|| { drop(&it); Rc::new(1) }, |it, n| **it + n).count();",
    ),
    case(
        "fold_identity_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().fold(|| { drop(&it); 0 }, |a, b| a + b).count();",
    ),
    case(
        "fold_gives",
        "E0277",
        SENT,
        "(0..3).into_par_iter().fold(|| «Rc¦Arc»::new(1), |it, _| it).count();",
    ),
    case(
        "fold_with_state",
        "E0277",
        SENT,
        "(0..3).into_par_iter().fold_with(«Rc¦Arc»::new(1), |it, _| it).count();",
    ),
    case(
        "update_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().update(|_| drop(&it)).count();",
    ),
    // Ends.
    case(
        "for_each_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(0); (0..3).into_par_iter().for_each(|_| drop(&it));",
    ),
    case(
        "for_each_captures_a_sender_of_rcs",
        "E0277",
        SENT,
        "let (to, _from) = std::sync::mpsc::channel(); (0..3).into_par_iter().for_each(|n| to.send(«Rc¦Arc»::new(n)).unwrap());",
    ),
    case(
        "for_each_with_state",
        "E0277",
        SENT,
        "(0..3).into_par_iter().for_each_with(«Rc¦Arc»::new(1), |it, _| drop(it));",
    ),
    case(
        "reduce_identity_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().reduce(|| { drop(&it); 0 }, |a, b| a + b);",
    ),
    case(
        "find_any_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().find_any(|_| { drop(&it); true });",
    ),
    case(
        "try_for_each_gives",
        "E0277",
        SENT,
        "let _: Result<(), «Rc¦Arc»<i32>> = (0..3).into_par_iter().try_for_each(|_| Ok(()));",
    ),
    case(
        "min_by_key_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); (0..3).into_par_iter().min_by_key(|n| { drop(&it); *n });",
    ),
    // Sorts.
    case("sorted_items", "E0599", "Send", "[«Rc¦Arc»::new(1)].par_sort();"),
    case(
        "comparator_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); [3, 1].par_sort_by(|a, b| { drop(&it); a.cmp(b) });",
    ),
    case("cached_keys", "E0277", SENT, "[3, 1].par_sort_by_cached_key(|n| «Rc¦Arc»::new(*n));"),
    case(
        "unstable_key_captures",
        "E0277",
        SHARED,
        "let it = «Cell¦Mutex»::new(1); [3, 1].par_sort_unstable_by_key(|n| { drop(&it); *n });",
    ),
];
