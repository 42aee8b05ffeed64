//! Nothing outlives what it borrows, no item is lent twice, and what several threads run changes nothing it captures.

use super::{Case, case};

pub(crate) const CASES: &[Case] = &[
    // Detached tasks borrow nothing.
    case(
        "spawn_borrows",
        "E0373",
        "may outlive borrowed value",
        "let text = String::new(); furcate::spawn(«¦move »|| drop(text.len()));",
    ),
    case(
        "spawn_borrows_by_reference",
        "E0597",
        "does not live long enough",
        "let text = String::new(); «let text = &text;¦» furcate::spawn(move || drop(text.len()));",
    ),
    case(
        "pool_spawn_borrows",
        "E0373",
        "may outlive borrowed value",
        "let text = String::new(); pool().spawn(«¦move »|| drop(text.len()));",
    ),
    case(
        "spawn_broadcast_borrows",
        "E0373",
        "may outlive borrowed value",
        "let text = String::new(); furcate::spawn_broadcast(«¦move »|_| drop(text.len()));",
    ),
    case(
        "start_handler_borrows",
        "E0373",
        "may outlive borrowed value",
        "let text = String::new(); furcate::ThreadPoolBuilder::new().start_handler(«¦move »|_| drop(text.len()));",
    ),
    // Scopes lend what is older than they are.
    case(
        "scope_task_borrows_from_the_body",
        "E0373",
        "may outlive borrowed value",
        "furcate::scope(|scope| { let text = String::new(); scope.spawn(«¦move »|_| drop(text.len())); });",
    ),
    case(
        "scope_task_refers_to_the_body",
        "E0597",
        "does not live long enough",
        "«¦let text = String::new();» furcate::scope(|scope| { «let text = String::new();¦» let text = &text; scope.spawn(move |_| drop(text.len())); });",
    ),
    case(
        "in_place_scope_task_refers_to_the_body",
        "E0597",
        "does not live long enough",
        "«¦let text = String::new();» furcate::in_place_scope(|scope| { «let text = String::new();¦» let text = &text; scope.spawn(move |_| drop(text.len())); });",
    ),
    case(
        "scope_fifo_task_refers_to_the_body",
        "E0597",
        "does not live long enough",
        "«¦let text = String::new();» furcate::scope_fifo(|scope| { «let text = String::new();¦» let text = &text; scope.spawn_fifo(move |_| drop(text.len())); });",
    ),
    case(
        "scope_bounded_task_refers_to_the_body",
        "E0597",
        "does not live long enough",
        "«¦let text = String::new();» furcate::scope_bounded(2, |scope| { «let text = String::new();¦» let text = &text; scope.spawn(move |_| drop(text.len())); });",
    ),
    case(
        "nested_task_refers_to_a_task",
        "E0597",
        "does not live long enough",
        "«¦let text = String::new();» furcate::scope(|scope| scope.spawn(|scope| { «let text = String::new();¦» let text = &text; scope.spawn(move |_| drop(text.len())); }));",
    ),
    case(
        "scope_gets_out",
        "E0521",
        "escapes the closure body",
        "let mut out = None; furcate::in_place_scope(|scope| { out = Some(«scope¦1»); }); drop(out);",
    ),
    case(
        "scope_gets_into_a_detached_task",
        "E0521",
        "escapes the closure body",
        "furcate::in_place_scope(|scope| furcate::spawn(move || «scope.spawn(|_| ())¦()»));",
    ),
    case(
        "context_gets_out",
        "E0277",
        "cannot be sent between threads safely",
        "let out = Mutex::new(None); furcate::broadcast(|context| *out.lock().unwrap() = Some(«context¦context.index()»));",
    ),
    case(
        "two_tasks_change_the_same",
        "E0499",
        "cannot borrow",
        "let mut text = String::new(); let mut other = String::new(); furcate::scope(|scope| { scope.spawn(|_| text.push('a')); scope.spawn(|_| «text¦other».push('b')); });",
    ),
    case(
        "a_task_changes_what_is_read",
        "E0502",
        "cannot borrow",
        "let mut text = String::new(); let other = String::new(); furcate::scope(|scope| { scope.spawn(|_| text.push('a')); drop(«text¦other».len()); scope.spawn(|_| ()); });",
    ),
    case(
        "scope_ends_after_its_loan",
        "E0505",
        "cannot move out of",
        "let text = String::new(); furcate::scope(|scope| { scope.spawn(|_| drop(text.len())); drop(«text¦text.len()»); });",
    ),
    // Joins.
    case(
        "both_sides_change_the_same",
        "E0499",
        "cannot borrow",
        "let (mut text, mut other) = (String::new(), String::new()); furcate::join(|| text.push('a'), || «text¦other».push('b'));",
    ),
    case(
        "one_side_changes_what_the_other_reads",
        "E0502",
        "cannot borrow",
        "let (mut text, other) = (String::new(), String::new()); furcate::join(|| text.push('a'), || «text¦other».len());",
    ),
    case(
        "both_sides_take_the_same",
        "E0382",
        "use of moved value",
        "let (text, other) = (String::new(), String::new()); furcate::join(move || drop(text), move || drop(«text¦other»));",
    ),
    case(
        "a_side_gives_what_is_its_own",
        "E0515",
        "cannot return",
        "furcate::join(|| { let text = String::new(); «text.as_str()¦text» }, || ());",
    ),
    case(
        "install_gives_what_is_its_own",
        "E0515",
        "cannot return",
        "pool().install(|| { let text = String::new(); «text.as_str()¦text» });",
    ),
    case(
        "scoped_pool_gets_out",
        "",
        "lifetime may not live long enough",
        "furcate::ThreadPoolBuilder::new().build_scoped(|thread| thread.run(), |pool| «pool¦pool.current_num_threads()»);",
    ),
    // Iterators.
    case(
        "items_are_lent_twice",
        "E0499",
        "cannot borrow",
        "let (mut row, mut other) = ([1, 2], [3, 4]); let (a, b) = (row.par_iter_mut(), «row¦other».par_iter_mut()); a.zip(b).for_each(|(a, b)| std::mem::swap(a, b));",
    ),
    case(
        "items_are_read_while_they_are_lent",
        "E0502",
        "cannot borrow",
        "let (mut row, other) = ([1, 2], [3, 4]); row.par_iter_mut().for_each(|n| *n += «row¦other»[0]);",
    ),
    case(
        "chunks_are_lent_twice",
        "E0499",
        "cannot borrow",
        "let (mut row, mut other) = ([1, 2], [3, 4]); let (a, b) = (row.par_chunks_mut(1), «row¦other».par_chunks_exact_mut(1)); a.zip(b).for_each(|(a, b)| a.swap_with_slice(b));",
    ),
    case(
        "windows_overlap",
        "E0599",
        "no method named `par_windows_mut`",
        "let mut row = [1, 2, 3]; row.«par_windows_mut¦par_chunks_mut»(2).for_each(|part| part[0] = 0);",
    ),
    case(
        "a_row_grows_while_it_is_read",
        "E0502",
        "cannot borrow",
        "let (mut row, mut other) = (vec![1], vec![2]); let iter = row.par_iter(); «row¦other».push(3); iter.count();",
    ),
    case(
        "a_row_is_read_while_it_is_drained",
        "E0502",
        "cannot borrow",
        "let (mut row, other) = (vec![1], vec![2]); let drain = row.par_drain(..); drop(«row¦other».len()); drain.count();",
    ),
    case(
        "a_row_is_used_after_it_was_given_away",
        "E0382",
        "borrow of moved value",
        "let row = vec![1]; row.«into_par_iter¦par_iter»().count(); drop(row.len());",
    ),
    case(
        "items_outlive_their_row",
        "E0597",
        "does not live long enough",
        "let long; «¦let row = [String::new()];» { «let row = [String::new()];¦» long = row.par_iter().max(); } drop(long);",
    ),
    case(
        "words_outlive_their_text",
        "E0597",
        "does not live long enough",
        "let words: Vec<&str>; «¦let text = String::new();» { «let text = String::new();¦» words = text.par_split(' ').collect(); } drop(words);",
    ),
    case(
        "a_row_is_moved_while_its_items_are_kept",
        "E0505",
        "cannot move out of",
        "let row = vec![String::new()]; let kept: Vec<&String> = row.par_iter().collect(); drop(«row¦row.len()»); drop(kept);",
    ),
    case(
        "map_gives_what_it_takes_by_value",
        "E0515",
        "cannot return",
        "vec![String::new()].into_par_iter().map(|text| text«.as_str()¦»).count();",
    ),
    case(
        "map_lends_its_state",
        "",
        "lifetime may not live long enough",
        "(0..3).into_par_iter().map_with(String::new(), |text, _| text.«as_str¦clone»()).count();",
    ),
    case(
        "for_each_takes_what_it_captures",
        "E0507",
        "cannot move out of",
        "let text = String::new(); (0..3).into_par_iter().for_each(|_| drop(text«¦.clone()»));",
    ),
    case(
        "for_each_adds_up",
        "E0594",
        "cannot assign to",
        "«let mut sum = 0;¦let sum = Mutex::new(0);» (0..3).into_par_iter().for_each(|n| «sum¦*sum.lock().unwrap()» += n);",
    ),
    case(
        "for_each_collects",
        "E0596",
        "cannot borrow",
        "«let mut all = Vec::new();¦let all = Mutex::new(Vec::new());» (0..3).into_par_iter().for_each(|n| all«¦.lock().unwrap()».push(n));",
    ),
    case(
        "map_numbers",
        "E0594",
        "cannot assign to",
        "let mut at = 0; «¦let at = &std::sync::atomic::AtomicI32::new(at);» (0..3).into_par_iter().for_each(|_| { «at += 1¦at.fetch_add(1, std::sync::atomic::Ordering::Relaxed)»; });",
    ),
    case(
        "comparator_counts",
        "E0594",
        "cannot assign to",
        "«let mut count = 0;¦let count = Mutex::new(0);» [3, 1].par_sort_by(|a, b| { «count¦*count.lock().unwrap()» += 1; a.cmp(b) });",
    ),
    case(
        "update_keeps_a_reference",
        "E0521",
        "escapes the closure body",
        "let kept = Mutex::new(Vec::new()); [1, 2].par_iter().copied().update(|n| kept.lock().unwrap().push(«n¦*n»)).count();",
    ),
    case(
        "filter_keeps_a_reference",
        "E0521",
        "escapes the closure body",
        "let kept = Mutex::new(Vec::new()); (0..3).into_par_iter().filter(|n| { kept.lock().unwrap().push(«n¦*n»); true }).count();",
    ),
    case(
        "a_merge_borrows_what_it_writes_to",
        "E0502",
        "cannot borrow",
        "let (mut row, other) = ([1, 2], [3, 4]); row.par_iter_mut().zip(«row¦other».par_iter()).for_each(|(a, b)| *a = *b);",
    ),
];
