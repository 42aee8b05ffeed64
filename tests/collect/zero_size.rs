//! Items without size, which still must be dropped once each.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use furcate::prelude::*;
use furcate_tests::{counted_zst, in_pool, pools};

// rayon#759
#[test]
fn a_panic_drops_each_once() {
    counted_zst!(Nothing);

    for threads in [1, 2, 4] {
        in_pool(threads, || {
            let make =
                |n| if n == 740 { resume_unwind(Box::new("meant to happen")) } else { Nothing::make() };
            let items = || (0..1024).into_par_iter().map(make);
            assert!(catch_unwind(AssertUnwindSafe(|| items().collect::<Vec<_>>())).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| items().filter(|_| true).collect::<Vec<_>>())).is_err());
            let pairs = || items().map(|item| (item, Nothing::make()));
            assert!(catch_unwind(AssertUnwindSafe(|| pairs().unzip::<_, _, Vec<_>, Vec<_>>())).is_err());
            assert_eq!(Nothing::made(), Nothing::dropped());
        });
    }
}

#[test]
fn all_arrive() {
    counted_zst!(Nothing);

    pools(|_| {
        let made = Nothing::made();
        let mut all: Vec<Nothing> = (0..1000).into_par_iter().map(|_| Nothing::make()).collect();
        all.par_extend((0..1000).into_par_iter().filter(|n| n % 2 == 0).map(|_| Nothing::make()));
        assert_eq!((all.len(), Nothing::made() - made), (1500, 1500));
        drop(all);
        assert_eq!(Nothing::made(), Nothing::dropped());
    });
}
