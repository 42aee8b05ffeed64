//! What the iterator bridge asks of the scheduler, where a test of the iterators would not see the answer.

mod common;

use common::{pool, watched};
use furcate_core::ThreadPool;
use furcate_core::adapt::{
    Forked, count_blocks, feed, fork, hungry, invite, now, record_site_cost, site_cost,
};

/// Runs `a` while something is on offer, which nobody takes.
fn beside_an_offer<R>(a: impl FnOnce() -> R) -> R {
    let (result, offered) = fork(None, a, "offered", |_| (), 0);
    assert!(matches!(offered, Forked::Kept("offered")));
    result
}

fn published(pool: &ThreadPool) -> u64 {
    pool.stats().total().published
}

#[test]
fn costs_of_a_site_follow_what_is_measured() {
    let site = 4_711;
    assert_eq!(site_cost(site), 0, "not known");
    record_site_cost(site, 1_000);
    assert_eq!(site_cost(site), 1_000);
    record_site_cost(site, 2_000);
    assert_eq!(site_cost(site), 1_250, "a quarter of the way");
    record_site_cost(site, 1_300);
    assert_eq!(site_cost(site), 1_250, "near enough");
    record_site_cost(site, u32::MAX);
    assert!(site_cost(site) > u32::MAX / 5);
    for _ in 0..200 {
        record_site_cost(site, 0);
        assert_ne!(site_cost(site), 0, "never forgotten");
    }
    assert!(site_cost(site) < 10);
}

#[test]
fn off_a_worker_nobody_is_hungry_and_offers_come_back() {
    assert!(!hungry() && !feed());
    invite();
    count_blocks(1);
    assert_eq!(beside_an_offer(|| 7), 7);
}

/// One thread: nobody asks for work, so that jobs stay private but for the first one of a call.
#[test]
fn invited_and_fed_jobs_are_public() {
    watched(|| {
        let pool = pool(1);
        pool.install(|| {
            assert!(!feed(), "nothing there");
            beside_an_offer(|| ());
            let first = published(&pool);
            beside_an_offer(|| {
                assert_eq!(published(&pool), first, "private");
                assert!(!hungry());
                assert!(feed());
                assert_eq!(published(&pool), first + 1);
            });
            assert!(!feed(), "taken back");
            invite();
            beside_an_offer(|| assert_eq!(published(&pool), first + 2));
        });
    });
}

#[test]
fn blocks_are_counted_and_time_goes_on() {
    watched(|| {
        let pool = pool(1);
        let before = now();
        pool.install(|| {
            count_blocks(3);
            count_blocks(4);
        });
        assert_eq!(pool.stats().total().blocks, 7);
        while now() == before {
            std::thread::yield_now();
        }
        assert!(now() > before);
    });
}
