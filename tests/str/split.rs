//! Parts between characters, and words.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use furcate::prelude::*;
use furcate_tests::{in_pool, pools};
use proptest::prelude::*;

use crate::{all_short, in_all_pools, mixed};

fn same<'a>(ours: impl ParallelIterator<Item = &'a str>, theirs: impl Iterator<Item = &'a str>) {
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}

/// Compares all kinds with std, for one pattern.
macro_rules! check_pattern {
    ($text:ident, $pattern:expr) => {
        same($text.par_split($pattern), $text.split($pattern));
        same($text.par_split_inclusive($pattern), $text.split_inclusive($pattern));
        same($text.par_split_terminator($pattern), $text.split_terminator($pattern));
        let first = $text.par_split_terminator($pattern).find_first(|part| part.len() % 3 == 1);
        assert_eq!(first, $text.split_terminator($pattern).find(|part| part.len() % 3 == 1));
        assert_eq!($text.par_split($pattern).find_last(|_| true), $text.split($pattern).next_back());
    };
}

fn check(text: &str) {
    check_pattern!(text, ',');
    check_pattern!(text, '🦀');
    check_pattern!(text, ['ö', ',']);
    check_pattern!(text, &[' ', '𝄞', '€']);
    check_pattern!(text, &[' ', ','][..]);
    check_pattern!(text, |c: char| !c.is_ascii());
    same(text.par_split_whitespace(), text.split_whitespace());
    same(text.par_split_ascii_whitespace(), text.split_ascii_whitespace());
}

// rayon#1120, rayon#1116.
#[test]
fn empty_and_trailing_separators_are_as_in_std() {
    pools(|_| {
        for text in ["", ",", ",,", "a,", ",a", "a,b,,", ",🦀,", "🦀,,🦀", " ", "  a  ", "\u{2003}\u{2003}"]
        {
            check(text);
        }
    });
}

#[test]
fn parts_are_those_of_std_in_all_short_texts() {
    all_short(6, ['a', ',', '🦀'], check);
}

#[test]
fn texts_are_never_split_inside_a_character() {
    in_all_pools(check);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_are_those_of_std(text in "[aö€🦀, \u{2003}\t]{0,300}", threads in 1..9usize) {
        in_pool(threads, || check(&text));
    }

    #[test]
    fn parts_are_those_of_std_for_any_separator(
        text in "\\PC{0,200}",
        separator in any::<char>(),
        place in any::<prop::sample::Index>(),
        threads in 1..9usize,
    ) {
        // Mostly a character which the text has.
        let separator = text.chars().nth(place.index(text.len() + 1)).unwrap_or(separator);
        in_pool(threads, || {
            let text = &text[..];
            check_pattern!(text, separator);
        });
    }
}

#[test]
fn a_text_without_separators_is_searched_once() {
    let text = "é".repeat(50_000);
    for threads in [1, 2, 8] {
        let asked = AtomicUsize::new(0);
        let never = |_: char| {
            asked.fetch_add(1, Relaxed);
            false
        };
        assert_eq!(in_pool(threads, || text.par_split(never).count()), 1);
        assert_eq!(asked.into_inner(), 50_000);
    }
}

#[test]
fn a_panic_in_the_closure_comes_out() {
    let text = format!("{}!{}", mixed(), mixed());
    pools(|_| {
        let is_separator = |c: char| if c == '!' { panic!("bad character") } else { c == ',' };
        assert!(catch_unwind(|| text.par_split(is_separator).count()).is_err());
        assert!(catch_unwind(|| text.par_matches(is_separator).count()).is_err());
    });
}

#[test]
fn clones_and_texts() {
    assert_eq!("a,b".par_split(',').clone().count(), 2);
    assert_eq!("a,b".par_split_inclusive(',').clone().count(), 2);
    assert_eq!("a,b,".par_split_terminator(',').clone().count(), 2);
    assert_eq!("a b".par_split_whitespace().clone().count(), 2);
    assert_eq!("a b".par_split_ascii_whitespace().clone().count(), 2);
    assert_eq!(format!("{:?}", "a".par_split(',')), r#"Split { text: "a", separator: ',' }"#);
    assert_eq!(format!("{:?}", "a".par_split_whitespace()), r#"SplitWhitespace { text: "a" }"#);
}
