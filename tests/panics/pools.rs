//! Rows for the operations of the scheduler. Each task owns an item, so that what is captured is counted too.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use furcate::{
    BroadcastContext, ThreadPool, ThreadPoolBuilder, broadcast, in_place_scope, in_place_scope_fifo, isolate,
    join, join_context, scope, scope_bounded, scope_fifo, spawn, spawn_broadcast, spawn_fifo,
};

use crate::Row;
use crate::user::{Item, User};

/// A task that owns an item, makes a call, and gives another.
fn task(user: &User) -> impl FnOnce() -> Item + Send + 'static {
    let (user, owned) = (user.clone(), user.make(1));
    move || {
        user.call();
        // Not at the end, where the compiler would forget what is returned. (rust#47949)
        drop(owned);
        user.make(2)
    }
}

fn everywhere(user: &User) -> impl Fn(BroadcastContext<'_>) -> Item + Send + Sync + 'static {
    let (user, owned) = (user.clone(), user.make(1));
    move |context| {
        user.call();
        user.make(owned.value + context.index())
    }
}

fn inside<R: Send>(operation: impl FnOnce(&ThreadPool) -> R) -> R {
    let pool = ThreadPoolBuilder::new().num_threads(2).join_on_drop(true).build();
    operation(&pool.expect("two threads can be started"))
}

/// The operations that start detached tasks: a pool of its own hands their panics to a handler, and they go on here.
fn detached<R>(operation: impl FnOnce(&ThreadPool) -> R) {
    let caught = Arc::new(Mutex::new(None));
    let keep = caught.clone();
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .panic_handler(move |payload| *keep.lock().expect("nobody panics with it") = Some(payload))
        .build()
        .expect("two threads can be started");
    operation(&pool);
    pool.shut_down_and_wait();
    let payload = caught.lock().expect("nobody panics with it").take();
    if let Some(payload) = payload {
        std::panic::resume_unwind(payload);
    }
}

fn detached_inside(operation: impl FnOnce() + Send) {
    detached(|pool| pool.install(operation));
}

/// A handler that makes a call on each thread, and whose panic goes to the panic handler.
fn handled(user: &User, set: impl FnOnce(ThreadPoolBuilder, Handler) -> ThreadPoolBuilder) {
    let (sender, caught): (Sender<_>, _) = channel();
    let (user, owned) = (user.clone(), user.make(0));
    let handler = Box::new(move |_| {
        user.call();
        drop(user.make(owned.value));
    });
    let pool = set(ThreadPoolBuilder::new().num_threads(2), handler)
        .panic_handler(move |payload| _ = sender.send(payload))
        .build()
        .expect("two threads can be started");
    assert_eq!(pool.install(|| 1), 1);
    pool.shut_down_and_wait();
    if let Some(payload) = caught.into_iter().next() {
        std::panic::resume_unwind(payload);
    }
}

type Handler = Box<dyn Fn(usize) + Send + Sync>;

macro_rules! in_scope {
    ($user:expr, $spawn:ident, $(($limit:expr))? $($scope:ident).+) => {{
        let user = $user;
        let task = |user| {
            let task = task(user);
            || drop(task())
        };
        let value = $($scope).+($($limit,)? |scope| {
            for _ in 0..2 {
                let (outer, inner) = (task(user), task(user));
                scope.$spawn(move |scope| {
                    scope.$spawn(move |_| inner());
                    outer();
                });
            }
            user.call();
            user.make(3)
        });
        drop(value);
    }};
}

pub(crate) const ROWS: &[Row] = &[
    ("join", |user| drop(join(task(user), task(user)))),
    ("join_context", |user| {
        let (left, right) = (task(user), task(user));
        drop(join_context(|_| left(), |_| join(right, task(user))));
    }),
    ("scope", |user| in_scope!(user, spawn, scope)),
    ("scope_fifo", |user| in_scope!(user, spawn_fifo, scope_fifo)),
    ("scope_bounded", |user| {
        in_scope!(user, spawn, (1) scope_bounded);
    }),
    ("in_place_scope", |user| in_scope!(user, spawn, in_place_scope)),
    ("in_place_scope_fifo", |user| in_scope!(user, spawn_fifo, in_place_scope_fifo)),
    ("Scope::spawn", |user| {
        let task = task(user);
        scope(|scope| scope.spawn(|_| drop(task())));
    }),
    ("ScopeFifo::spawn_fifo", |user| {
        let task = task(user);
        scope_fifo(|scope| scope.spawn_fifo(|_| drop(task())));
    }),
    ("Scope::spawn_broadcast", |user| {
        let call = everywhere(user);
        scope(|scope| scope.spawn_broadcast(move |_, context| drop(call(context))));
    }),
    ("ScopeFifo::spawn_broadcast", |user| {
        let call = everywhere(user);
        scope_fifo(|scope| scope.spawn_broadcast(move |_, context| drop(call(context))));
    }),
    ("broadcast", |user| drop(broadcast(everywhere(user)))),
    ("isolate", |user| drop(isolate(|| join(task(user), task(user))))),
    ("ThreadPool::install", |user| drop(inside(|pool| pool.install(task(user))))),
    ("ThreadPool::join", |user| drop(inside(|pool| pool.join(task(user), task(user))))),
    ("ThreadPool::scope", |user| inside(|pool| in_scope!(user, spawn, pool.scope))),
    ("ThreadPool::scope_fifo", |user| inside(|pool| in_scope!(user, spawn_fifo, pool.scope_fifo))),
    ("ThreadPool::scope_bounded", |user| inside(|pool| in_scope!(user, spawn, (1) pool.scope_bounded))),
    ("ThreadPool::in_place_scope", |user| inside(|pool| in_scope!(user, spawn, pool.in_place_scope))),
    ("ThreadPool::in_place_scope_fifo", |user| {
        inside(|pool| in_scope!(user, spawn_fifo, pool.in_place_scope_fifo));
    }),
    ("ThreadPool::broadcast", |user| drop(inside(|pool| pool.broadcast(everywhere(user))))),
];

/// Rows of which more than one panic may come out at once if a destructor is bad, so only calls are.
pub(crate) const DETACHED: &[Row] = &[
    ("spawn", |user| {
        let task = task(user);
        detached_inside(|| spawn(|| drop(task())));
    }),
    ("spawn_fifo", |user| {
        let task = task(user);
        detached_inside(|| spawn_fifo(|| drop(task())));
    }),
    ("spawn_broadcast", |user| {
        let call = everywhere(user);
        detached_inside(|| spawn_broadcast(move |context| drop(call(context))));
    }),
    ("ThreadPool::spawn", |user| {
        let task = task(user);
        detached(|pool| pool.spawn(|| drop(task())));
    }),
    ("ThreadPool::spawn_fifo", |user| {
        let task = task(user);
        detached(|pool| pool.spawn_fifo(|| drop(task())));
    }),
    ("ThreadPool::spawn_broadcast", |user| {
        let call = everywhere(user);
        detached(|pool| pool.spawn_broadcast(move |context| drop(call(context))));
    }),
    ("ThreadPoolBuilder::start_handler", |user| handled(user, |builder, call| builder.start_handler(call))),
    ("ThreadPoolBuilder::exit_handler", |user| handled(user, |builder, call| builder.exit_handler(call))),
    ("ThreadPoolBuilder::thread_name", |user| {
        let (own, owned) = (user.clone(), user.make(0));
        let name = move |index| {
            own.call();
            format!("{} {index}", owned.value)
        };
        drop(ThreadPoolBuilder::new().num_threads(2).join_on_drop(true).thread_name(name).build());
    }),
    ("ThreadPoolBuilder::spawn_handler", |user| {
        let (own, owned) = (user.clone(), user.make(0));
        let mut handles = Vec::new();
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let start = |thread: furcate::ThreadBuilder| {
                let _ = &owned;
                own.call();
                handles.push(std::thread::spawn(|| thread.run()));
                Ok(())
            };
            drop(ThreadPoolBuilder::new().num_threads(2).spawn_handler(start).build());
        }));
        // A thread that has ended has let go of all it had.
        handles.into_iter().for_each(|handle| handle.join().expect("a pool's thread does not panic"));
        result.unwrap_or_else(|payload| std::panic::resume_unwind(payload));
    }),
    ("ThreadPoolBuilder::build_scoped", |user| {
        let owned = user.make(0);
        let wrapper = |thread: furcate::ThreadBuilder| {
            let _ = &owned;
            thread.run();
        };
        let result =
            ThreadPoolBuilder::new().num_threads(2).build_scoped(wrapper, |pool| pool.install(task(user)));
        drop(result);
    }),
];
