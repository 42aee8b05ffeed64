//! Panics of closures and of destructors.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use furcate::iter::once;
use furcate::prelude::*;
use furcate_tests::{Counted, Tally, in_pool, panic_message, pools};

// rayon#644
#[test]
fn panic_fuse_stops_all_pieces() {
    type Visit<'v> = dyn Fn(usize) + Sync + 'v;
    let visited = |base: &(dyn Fn(&Visit<'_>) + Sync)| {
        let count = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            base(&|n| {
                count.fetch_add(1, Relaxed);
                assert!(n != 0xC000, "as planned");
            });
        }));
        assert!(result.is_err());
        count.into_inner()
    };
    in_pool(1, || {
        let all = || (0..0x10000usize).into_par_iter();
        let plain = visited(&|op| all().for_each(op));
        assert!(visited(&|op| all().panic_fuse().for_each(op)) <= plain);
        assert!(
            visited(&|op| all().rev().panic_fuse().for_each(op)) <= visited(&|op| all().rev().for_each(op))
        );
        assert!(visited(&|op| all().inspect(|&n| op(n)).panic_fuse().for_each(|_| ())) <= 0xC001);
        assert!(visited(&|op| all().panic_fuse().rev().for_each(op)) <= 0x4000);
    });
    // One piece panics, the other waits for it and is then stopped.
    in_pool(2, || {
        let panicked = AtomicBool::new(false);
        let count = AtomicUsize::new(0);
        let message = panic_message(|| {
            once(0).chain(once(1).flat_map_iter(|_| 1..)).panic_fuse().for_each(|n: u64| {
                if n == 0 {
                    panicked.store(true, Relaxed);
                    panic!("as planned");
                }
                while !panicked.load(Relaxed) {
                    std::thread::yield_now();
                }
                count.fetch_add(1, Relaxed);
            });
        });
        assert_eq!(message, "as planned");
    });
}

#[test]
fn panic_fuse_does_nothing_in_a_destructor_that_runs_while_unwinding() {
    struct Counts<'c>(&'c AtomicUsize);
    impl Drop for Counts<'_> {
        fn drop(&mut self) {
            self.0.store((0..1000).into_par_iter().panic_fuse().filter(|n| n % 2 == 0).count(), Relaxed);
        }
    }
    pools(|_| {
        let count = AtomicUsize::new(0);
        panic_message(|| {
            let _counts = Counts(&count);
            panic!("as planned");
        });
        assert_eq!(count.into_inner(), 500);
    });
}

/// A value whose destructor panics.
struct Bomb {
    armed: bool,
    _counted: Counted,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(!self.armed || std::thread::panicking(), "as planned");
    }
}

/// Something to be cloned, as separators are; there is never anything in what is cloned.
struct Kept(#[expect(dead_code, reason = "held to be dropped")] Option<Box<Bomb>>);

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept(None)
    }
}

/// Runs `chain` over 100 items of which one panics when it is dropped; nothing may be left.
fn no_leak(name: &str, chain: impl Fn(Vec<Bomb>) -> usize + Sync) {
    for armed in [0, 1, 50, 99] {
        let tally = Tally::new();
        let bombs = (0..100).map(|n| Bomb { armed: n == armed, _counted: tally.make(n) }).collect::<Vec<_>>();
        let result = catch_unwind(AssertUnwindSafe(|| in_pool(2, || chain(bombs))));
        assert!(result.is_err(), "{name}: the panic is lost");
        assert_eq!(tally.alive(), 0, "{name}: leaks");
        tally.assert_all_dropped_once();
    }
}

#[test]
fn a_destructor_that_panics_leaks_nothing() {
    let odd = |bomb: &Bomb| bomb._counted.value % 2 == 1;
    no_leak("filter", |bombs| {
        let kept: Vec<Bomb> = bombs.into_par_iter().filter(|bomb| !bomb.armed && odd(bomb)).collect();
        kept.len()
    });
    no_leak("filter after map", |bombs| {
        let kept: Vec<Bomb> = bombs.into_par_iter().map(|bomb| bomb).filter(|bomb| !bomb.armed).collect();
        kept.len()
    });
    no_leak("skip_any", |bombs| bombs.into_par_iter().skip_any(100).collect::<Vec<_>>().len());
    no_leak("take_any", |bombs| {
        let kept: Vec<Bomb> = bombs.into_par_iter().rev().take_any(0).collect();
        kept.len()
    });
    no_leak("skip_any_while", |bombs| {
        bombs.into_par_iter().skip_any_while(|_| true).collect::<Vec<_>>().len()
    });
    no_leak("fold", |bombs| {
        let folded: Vec<Vec<Bomb>> = bombs
            .into_par_iter()
            .fold(Vec::new, |mut so_far, bomb| {
                if bomb.armed {
                    drop(bomb);
                } else {
                    so_far.push(bomb);
                }
                so_far
            })
            .collect();
        folded.len()
    });
    no_leak("flat_map_iter", |bombs| {
        let kept: Vec<Bomb> =
            bombs.into_par_iter().flat_map_iter(|bomb| (!bomb.armed).then_some(bomb)).collect();
        kept.len()
    });
    no_leak("intersperse", |bombs| {
        let spaced = bombs.into_par_iter().map(Box::new).map(Some).filter(|bomb| bomb.is_some());
        spaced
            .map(|bomb| bomb.map(|bomb| Kept(Some(bomb))))
            .intersperse(None)
            .filter(|bomb| bomb.is_none())
            .count()
    });
    no_leak("par_bridge", |bombs| {
        bombs.into_iter().par_bridge().filter(|bomb| !bomb.armed).collect::<Vec<_>>().len()
    });
}

#[test]
fn a_state_whose_destructor_panics_leaks_nothing() {
    struct State(bool);
    impl Drop for State {
        fn drop(&mut self) {
            assert!(!self.0 || std::thread::panicking(), "as planned");
        }
    }
    pools(|_| {
        let tally = Tally::new();
        let items: Vec<Counted> = (0..100).map(|n| tally.make(n)).collect();
        let message = panic_message(|| {
            let kept: Vec<Counted> =
                items.into_par_iter().map_init(|| State(true), |_, item| item).filter(|_| true).collect();
            kept.len()
        });
        assert_eq!(message, "as planned");
        tally.assert_all_dropped_once();
    });
}

#[test]
fn a_clone_that_panics_leaks_nothing() {
    struct Refuses;
    impl Clone for Refuses {
        fn clone(&self) -> Self {
            panic!("as planned")
        }
    }
    pools(|_| {
        let tally = Tally::new();
        let items: Vec<Counted> = (0..1000).map(|n| tally.make(n)).collect();
        let result = catch_unwind(AssertUnwindSafe(|| {
            items.into_par_iter().with_max_len(1).map_with(Refuses, |_, item| item).collect::<Vec<_>>()
        }));
        assert!(result.is_err());
        tally.assert_all_dropped_once();
    });
}
