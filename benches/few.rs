//! A handful of items that each take long: does it pay to share them, and is it never dearer than the plain loop?
//!
//! `cargo bench -p furcate-benches --bench few`. By parallel iterator, and by a join at each halving. Contenders:
//! serial, furcate, Rayon; beside them orx-parallel, paralight and fork_union, or chili, where pauses are short.

use std::hint::black_box;
use std::time::Duration;

use furcate_benches::peers::{ForkUnion, Paralight};
use furcate_benches::pools::{Pools, THREADS};
use furcate_benches::work::{steps_in, toil};
use furcate_benches::{Contender, Options, Pace, Question};
use orx_parallel::BasicPool;
use paralight::threads::RangeStrategy;

const PACES: [(Pace, &str); 4] = [
    (Pace::Hot, "hot"),
    (Pace::After(Duration::from_micros(100)), "after 0.1 ms"),
    (Pace::After(Duration::from_millis(2)), "after 2 ms"),
    (Pace::After(Duration::from_millis(20)), "after 20 ms"),
];

fn main() {
    let options = Options::from_args();
    let pools = Pools::set_up(&options);
    let peers = Peers {
        orx: pools.orx(),
        paralight: pools.paralight(RangeStrategy::WorkStealing),
        fork_union: pools.fork_union(),
        chili: pools.chili(THREADS),
    };
    for micros in [20, 100, 1_000] {
        let steps = steps_in(Duration::from_micros(micros));
        for count in [2, 3, 4, 8, 64] {
            let items: Vec<u64> = (1..=count).collect();
            for (pace, when) in PACES {
                if options.quick() && count * micros > 10_000 && pace != Pace::Hot {
                    continue;
                }
                let title = |how| format!("{count} items of {micros} us by {how}, {when}");
                by_iterator(Question::new(&options, title("par_iter"), pace), &peers, &items, steps);
                by_join(Question::new(&options, title("join"), pace), &peers, &items, steps);
            }
        }
    }
}

/// The pools beside the global ones.
struct Peers {
    orx: &'static BasicPool,
    paralight: Paralight,
    fork_union: ForkUnion,
    chili: chili::ThreadPool,
}

/// Long pauses leave no time for all peers.
fn with_peers(question: &Question<'_>) -> bool {
    matches!(question.pace(), Pace::Hot)
}

fn by_iterator(question: Question<'_>, peers: &Peers, items: &[u64], steps: u64) {
    let work = |item: &u64| toil(*item, black_box(steps));
    let serial = || black_box(items).iter().map(work).fold(0, u64::wrapping_add);
    let furcate = || {
        use furcate::prelude::*;
        black_box(items).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
    };
    let rayon = || {
        use rayon::prelude::*;
        black_box(items).par_iter().map(work).reduce(|| 0, u64::wrapping_add)
    };
    let mut contenders = vec![
        Contender::new("serial", serial),
        Contender::new("furcate", furcate),
        Contender::new("rayon", rayon),
    ];
    let Peers { paralight, fork_union, .. } = peers;
    if with_peers(&question) {
        contenders.push(Contender::new("orx-parallel", || {
            use orx_parallel::*;
            let items = black_box(items).par().runner(Runner::adaptive_with_pool(peers.orx));
            items.map(work).reduce(u64::wrapping_add).unwrap_or(0)
        }));
        contenders.push(Contender::new("paralight", || {
            use paralight::prelude::*;
            let mut pool = paralight.borrow_mut();
            let items = black_box(items).par_iter().with_thread_pool(&mut *pool);
            items.map(work).reduce(|| 0, u64::wrapping_add)
        }));
        let each = || fork_union.sum_of_each(items.len(), |index| work(&black_box(items)[index]));
        contenders.push(Contender::new("fork_union", each).around(fork_union));
    }
    question.ask(contenders);
}

/// Who runs two closures.
trait Join {
    fn join<A, B>(a: A, b: B) -> (u64, u64)
    where
        A: FnOnce() -> u64 + Send,
        B: FnOnce() -> u64 + Send;
}

/// Implements [`Join`] for a marker: `joined! { Furcate = furcate::join }`.
macro_rules! joined {
    ($name:ident = $join:expr) => {
        struct $name;

        impl Join for $name {
            fn join<A, B>(a: A, b: B) -> (u64, u64)
            where
                A: FnOnce() -> u64 + Send,
                B: FnOnce() -> u64 + Send,
            {
                $join(a, b)
            }
        }
    };
}
joined! { Serial = |a: A, b: B| (a(), b()) }
joined! { Furcate = furcate::join }
joined! { Rayon = rayon::join }

fn halves<J: Join>(items: &[u64], steps: u64) -> u64 {
    if let [item] = items {
        return toil(*item, black_box(steps));
    }
    let (left, right) = items.split_at(items.len() / 2);
    let (left, right) = J::join(|| halves::<J>(left, steps), || halves::<J>(right, steps));
    left.wrapping_add(right)
}

fn chili_halves(scope: &mut chili::Scope<'_>, items: &[u64], steps: u64) -> u64 {
    if let [item] = items {
        return toil(*item, black_box(steps));
    }
    let (left, right) = items.split_at(items.len() / 2);
    let (left, right) =
        scope.join(|scope| chili_halves(scope, left, steps), |scope| chili_halves(scope, right, steps));
    left.wrapping_add(right)
}

fn by_join(question: Question<'_>, peers: &Peers, items: &[u64], steps: u64) {
    let mut contenders = vec![
        Contender::new("serial", || halves::<Serial>(items, steps)),
        Contender::new("furcate", || halves::<Furcate>(items, steps)),
        Contender::new("rayon", || halves::<Rayon>(items, steps)),
    ];
    let chili = &peers.chili;
    if with_peers(&question) {
        contenders.push(Contender::new("chili", || chili_halves(&mut chili.scope(), items, steps)));
    }
    question.ask(contenders);
}
