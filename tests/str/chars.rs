//! Characters, bytes and code units, and those that match.

use std::fmt::Debug;

use furcate::prelude::*;
use furcate_tests::in_pool;
use proptest::prelude::*;

use crate::in_all_pools;

fn same<T: Send + PartialEq + Debug>(ours: impl ParallelIterator<Item = T>, theirs: impl Iterator<Item = T>) {
    assert_eq!(ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
}

fn check(text: &str) {
    same(text.par_chars(), text.chars());
    same(text.par_char_indices(), text.char_indices());
    same(text.par_bytes(), text.bytes());
    same(text.par_encode_utf16(), text.encode_utf16());
    same(text.par_matches('ö'), text.matches('ö'));
    same(text.par_match_indices(['🦀', 'a']), text.match_indices(['🦀', 'a']));
    same(text.par_match_indices(&['\n', '€'][..]), text.match_indices(&['\n', '€'][..]));
    same(text.par_matches(&['\n', '€']), text.matches(&['\n', '€']));
    same(text.par_match_indices(char::is_alphabetic), text.match_indices(char::is_alphabetic));
    assert_eq!(text.par_chars().find_last(|_| true), text.chars().next_back());
    assert_eq!(
        text.par_char_indices().find_last(|&(_, c)| c == 'a'),
        text.char_indices().rfind(|&(_, c)| c == 'a')
    );
    assert_eq!(text.par_bytes().opt_len(), Some(text.len()));
}

#[test]
fn texts_are_never_split_inside_a_character() {
    in_all_pools(check);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn characters_are_those_of_std(text in "[aö€🦀\n, ]{0,300}", threads in 1..9usize) {
        in_pool(threads, || check(&text));
    }
}

#[test]
fn clones_and_texts() {
    let text = String::from("aé");
    assert_eq!(text.par_chars().clone().count(), 2);
    assert_eq!(text.par_char_indices().clone().count(), 2);
    assert_eq!(text.par_bytes().clone().count(), 3);
    assert_eq!(text.par_encode_utf16().clone().count(), 2);
    assert_eq!(text.par_matches('a').clone().count(), 1);
    assert_eq!(text.par_match_indices('a').clone().count(), 1);
    assert_eq!(format!("{:?}", text.par_chars()), r#"Chars { text: "aé" }"#);
    assert_eq!(format!("{:?}", text.par_matches('a')), r#"Matches { text: "aé", pattern: 'a' }"#);
}
