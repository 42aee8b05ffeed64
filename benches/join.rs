//! What a join costs: in a recursion that does little else, alone from `main`, and over trees.
//!
//! `cargo bench -p furcate-benches --bench join`. Contenders: no library, furcate, Rayon, chili.

use std::hint::black_box;
use std::time::Duration;

use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::work::{steps_in, toil};
use furcate_benches::{Contender, Options, Pace, Question, repeat};

/// Long enough for both threads to take part.
const LONG: Duration = Duration::from_micros(100);

const PAUSE: Pace = Pace::After(Duration::from_millis(2));

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    fib(&options, pools);
    empty(&options, pools);
    awake(&options, pools);
    leaves(&options, pools);
    for depth in [10, 16] {
        trees(&options, pools, depth);
    }
}

mod fib {
    /// Few instructions around each join: what is left is the join.
    pub(crate) fn serial(n: u64) -> u64 {
        if n < 2 { n } else { serial(n - 1) + serial(n - 2) }
    }

    pub(crate) fn furcate(n: u64) -> u64 {
        if n < 2 {
            return n;
        }
        let (left, right) = furcate::join(|| furcate(n - 1), || furcate(n - 2));
        left + right
    }

    pub(crate) fn rayon(n: u64) -> u64 {
        if n < 2 {
            return n;
        }
        let (left, right) = rayon::join(|| rayon(n - 1), || rayon(n - 2));
        left + right
    }

    pub(crate) fn chili(scope: &mut chili::Scope<'_>, n: u64) -> u64 {
        if n < 2 {
            return n;
        }
        let (left, right) = scope.join(|scope| chili(scope, n - 1), |scope| chili(scope, n - 2));
        left + right
    }
}

fn fib(options: &Options, pools: Pools) {
    const N: u64 = 30;
    let joins = fib::serial(N + 1) - 1;
    for threads in [1, 2] {
        let furcate = pools.furcate(threads);
        let rayon = pools.rayon(threads);
        let chili = pools.chili(threads);
        let n = || black_box(N);
        let mut contenders = vec![
            Contender::new("serial", || fib::serial(n())),
            Contender::whole("furcate", |times| furcate.install(|| repeat(times, || fib::furcate(n())))),
            Contender::whole("rayon", |times| rayon.install(|| repeat(times, || fib::rayon(n())))),
            Contender::whole("chili", |times| {
                let mut scope = chili.scope();
                (0..times).map(|_| fib::chili(&mut scope, n())).fold(0, u64::wrapping_add)
            }),
        ];
        if threads == THREADS {
            contenders.push(Contender::new("furcate, called from main", || fib::furcate(n())));
            contenders.push(Contender::new("rayon, called from main", || fib::rayon(n())));
        }
        let plural = if threads == 1 { "" } else { "s" };
        let title = format!("fib({N}) with a join at each call, {threads} thread{plural}; per join");
        Question::new(options, title, Pace::Hot).per(joins).ask(contenders);
    }
}

fn empty(options: &Options, pools: Pools) {
    let one = || black_box(1u64);
    let sum = |(left, right): (u64, u64)| left + right;
    let chili = pools.chili(THREADS);
    for (pace, when) in [(Pace::Hot, "hot"), (PAUSE, "after 2 ms")] {
        let contenders = vec![
            Contender::new("serial", || sum((one(), one()))),
            Contender::new("furcate", || sum(furcate::join(one, one))),
            Contender::new("rayon", || sum(rayon::join(one, one))),
            Contender::new("chili, a scope for each call", || sum(chili.scope().join(|_| one(), |_| one()))),
        ];
        Question::new(options, format!("empty join from main, {when}"), pace).ask(contenders);
    }

    let (furcate, rayon) = (pools.furcate(THREADS), pools.rayon(THREADS));
    let contenders = vec![
        Contender::new("serial", || sum((one(), one()))),
        Contender::whole("furcate", |times| {
            furcate.install(|| repeat(times, || sum(furcate::join(one, one))))
        }),
        Contender::whole("rayon", |times| rayon.install(|| repeat(times, || sum(rayon::join(one, one))))),
        Contender::whole("chili", |times| {
            let mut scope = chili.scope();
            (0..times).map(|_| sum(scope.join(|_| one(), |_| one()))).fold(0, u64::wrapping_add)
        }),
    ];
    Question::new(options, "empty join inside the pool, hot", Pace::Hot).ask(contenders);
}

/// As many tiny joins as fit into the time for which a thread without work goes on looking for some.
fn awake(options: &Options, pools: Pools) {
    const JOINS: u64 = 1_000;
    let (furcate, rayon) = (pools.furcate(THREADS), pools.rayon(THREADS));
    let (one, steps) = (|| black_box(1u64), steps_in(LONG));
    let long = || toil(black_box(1), steps);
    let sum = |(left, right): (u64, u64)| left + right;
    let contenders = vec![
        Contender::new("serial", || repeat(JOINS as usize, || sum((one(), one())))),
        Contender::prepared(
            "furcate",
            || _ = furcate.join(long, long),
            |()| furcate.install(|| repeat(JOINS as usize, || sum(furcate::join(one, one)))),
        ),
        Contender::prepared(
            "rayon",
            || _ = rayon.join(long, long),
            |()| rayon.install(|| repeat(JOINS as usize, || sum(rayon::join(one, one)))),
        ),
    ];
    let title = "empty join inside the pool while the other thread looks for work; a thousand in one call";
    Question::new(options, title, Pace::After(Duration::ZERO)).per(JOINS).ask(contenders);
}

mod halves {
    use super::toil;

    pub(crate) fn serial(seed: u64, leaves: u64, steps: u64) -> u64 {
        (0..leaves).map(|leaf| toil(seed + leaf, steps)).fold(0, u64::wrapping_add)
    }

    pub(crate) fn furcate(seed: u64, leaves: u64, steps: u64) -> u64 {
        if leaves == 1 {
            return toil(seed, steps);
        }
        let half = leaves / 2;
        let (left, right) =
            furcate::join(|| furcate(seed, half, steps), || furcate(seed + half, leaves - half, steps));
        left.wrapping_add(right)
    }

    pub(crate) fn rayon(seed: u64, leaves: u64, steps: u64) -> u64 {
        if leaves == 1 {
            return toil(seed, steps);
        }
        let half = leaves / 2;
        let (left, right) =
            rayon::join(|| rayon(seed, half, steps), || rayon(seed + half, leaves - half, steps));
        left.wrapping_add(right)
    }

    pub(crate) fn chili(scope: &mut chili::Scope<'_>, seed: u64, leaves: u64, steps: u64) -> u64 {
        if leaves == 1 {
            return toil(seed, steps);
        }
        let half = leaves / 2;
        let (left, right) = scope.join(
            |scope| chili(scope, seed, half, steps),
            |scope| chili(scope, seed + half, leaves - half, steps),
        );
        left.wrapping_add(right)
    }
}

/// A balanced tree of joins over leaves that take some time each.
fn leaves(options: &Options, pools: Pools) {
    const LEAVES: u64 = 1_024;
    const EACH: Duration = Duration::from_nanos(1_600);
    let chili = pools.chili(THREADS);
    let (seed, steps) = (|| black_box(1), steps_in(EACH));
    let contenders = vec![
        Contender::new("serial", || halves::serial(seed(), LEAVES, steps)),
        Contender::new("furcate", || halves::furcate(seed(), LEAVES, steps)),
        Contender::new("rayon", || halves::rayon(seed(), LEAVES, steps)),
        Contender::new("chili", || halves::chili(&mut chili.scope(), seed(), LEAVES, steps)),
    ];
    let title = format!("joins over {LEAVES} leaves of {EACH:?} from main, hot");
    Question::new(options, title, Pace::Hot).ask(contenders);
}

struct Node {
    value: u64,
    children: Option<Box<(Node, Node)>>,
}

impl Node {
    fn leaf(depth: u32) -> Node {
        Node { value: u64::from(depth), children: None }
    }

    /// Lies in memory as it is walked, parents before children and left before right.
    fn tree(depth: u32) -> Node {
        let mut node = Node::leaf(depth);
        if depth > 1 {
            let both = node.children.insert(Box::new((Node::leaf(depth - 1), Node::leaf(depth - 1))));
            **both = (Node::tree(depth - 1), Node::tree(depth - 1));
        }
        node
    }

    fn serial(&self) -> u64 {
        let below = self.children.as_ref().map_or(0, |both| both.0.serial() + both.1.serial());
        self.value + below
    }

    fn furcate(&self) -> u64 {
        let Some(both) = &self.children else { return self.value };
        let (left, right) = furcate::join(|| both.0.furcate(), || both.1.furcate());
        self.value + left + right
    }

    fn rayon(&self) -> u64 {
        let Some(both) = &self.children else { return self.value };
        let (left, right) = rayon::join(|| both.0.rayon(), || both.1.rayon());
        self.value + left + right
    }

    fn chili(&self, scope: &mut chili::Scope<'_>) -> u64 {
        let Some(both) = &self.children else { return self.value };
        let (left, right) = scope.join(|scope| both.0.chili(scope), |scope| both.1.chili(scope));
        self.value + left + right
    }
}

fn trees(options: &Options, pools: Pools, depth: u32) {
    let tree = &Node::tree(depth);
    let nodes = (1u64 << depth) - 1;
    let chili = pools.chili(THREADS);
    for (pace, when) in [(Pace::Hot, "hot"), (PAUSE, "after 2 ms")] {
        let contenders = vec![
            Contender::new("serial", || tree.serial()),
            Contender::new("furcate", || tree.furcate()),
            Contender::new("rayon", || tree.rayon()),
            Contender::new("chili", || tree.chili(&mut chili.scope())),
        ];
        Question::new(options, format!("sum of a tree of {nodes} nodes from main, {when}"), pace)
            .ask(contenders);
    }

    let (furcate, rayon) = (pools.furcate(THREADS), pools.rayon(THREADS));
    let contenders = vec![
        Contender::new("serial", || tree.serial()),
        Contender::whole("furcate", |times| furcate.install(|| repeat(times, || tree.furcate()))),
        Contender::whole("rayon", |times| rayon.install(|| repeat(times, || tree.rayon()))),
    ];
    Question::new(options, format!("sum of a tree of {nodes} nodes inside the pool, hot"), Pace::Hot)
        .ask(contenders);
}
