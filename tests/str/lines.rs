//! Lines.

use furcate::prelude::*;
use furcate_tests::{in_pool, pools};
use proptest::prelude::*;

use crate::{all_short, in_all_pools};

fn check(text: &str) {
    assert_eq!(text.par_lines().collect::<Vec<_>>(), text.lines().collect::<Vec<_>>(), "{text:?}");
}

// rust#94435, rust#106258.
#[test]
fn a_bare_carriage_return_stays() {
    pools(|_| {
        for text in ["a\r", "\r", "a\r\n\r", "x\r\r\n"] {
            check(text);
        }
        assert_eq!("a\r".par_lines().collect::<Vec<_>>(), ["a\r"]);
        assert_eq!("x\r\r\n".par_lines().collect::<Vec<_>>(), ["x\r"]);
    });
}

#[test]
fn lines_are_those_of_std_in_all_short_texts() {
    all_short(7, ['a', '\r', '\n'], check);
}

#[test]
fn lines_of_mixed_texts() {
    in_all_pools(check);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn lines_are_those_of_std(text in "[aé🦀\r\n]{0,300}", threads in 1..9usize) {
        in_pool(threads, || check(&text));
    }
}

#[test]
fn clones_and_texts() {
    assert_eq!("a\nb".par_lines().clone().count(), 2);
    assert_eq!(format!("{:?}", "a".par_lines()), r#"Lines { text: "a" }"#);
}
