//! Lines.

use furcate::prelude::*;
use furcate_tests::{in_pool, pools};
use proptest::prelude::*;

use crate::{hard, mixed};

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
    in_pool(8, || {
        for len in 0..7u32 {
            for number in 0..3usize.pow(len) {
                let text: String =
                    (0..len).map(|place| ['a', '\r', '\n'][number / 3usize.pow(place) % 3]).collect();
                check(&text);
            }
        }
    });
}

#[test]
fn lines_of_mixed_texts() {
    let (hard, mixed) = (hard(), mixed());
    pools(|_| {
        hard.iter().for_each(|text| check(text));
        check(&mixed);
    });
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
