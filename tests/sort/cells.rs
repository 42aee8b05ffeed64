//! What a comparator writes into items through a cell stays: items are compared where they lie, never in a copy, and
//! never by two threads at once, as items that are not `Sync` demand.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::patterns::for_each_pattern;
use crate::works::{Ranked, WORKS, Work};
use crate::{SMALL, pool};

struct Touched<'a> {
    rank: u64,
    // An owner inside: were an item compared as a copy, its old text would be freed twice.
    text: RefCell<String>,
    touches: Cell<usize>,
    all_touches: &'a AtomicUsize,
}

impl Ranked for Touched<'_> {
    fn rank(&self) -> u64 {
        self.all_touches.fetch_add(1, Relaxed);
        self.touches.set(self.touches.get() + 1);
        if self.touches.get() % 4 == 0 {
            *self.text.borrow_mut() = format!("touched {} times", self.touches.get());
        }
        self.rank
    }
}

#[test]
fn touches_by_the_comparator_are_not_lost() {
    pool(4).install(|| {
        for n in [30, 300, 3000] {
            for_each_pattern(n, |name, ranks| {
                for work in WORKS {
                    let all_touches = &AtomicUsize::new(0);
                    let make = |&rank| Touched {
                        rank,
                        text: RefCell::new(String::new()),
                        touches: Cell::new(0),
                        all_touches,
                    };
                    let mut items: Vec<Touched<'_>> = ranks.iter().map(make).collect();
                    work.run(&mut items, &|a, b| a.rank.cmp(&b.rank), &SMALL);
                    let touches: usize = items.iter().map(|item| item.touches.get()).sum();
                    assert_eq!(touches, all_touches.load(Relaxed), "{work:?}, {name}");
                    if matches!(work, Work::Sort | Work::SortUnstable | Work::SortCached) {
                        assert!(items.is_sorted_by_key(|item| item.rank));
                    }
                    let says = |item: &Touched<'_>| match item.touches.get() / 4 * 4 {
                        0 => String::new(),
                        last => format!("touched {last} times"),
                    };
                    assert!(items.iter().all(|item| *item.text.borrow() == says(item)), "{work:?}, {name}");
                }
            });
        }
    });
}
