//! Texts: the same as std gives, wherever they are split.

mod chars;
mod lines;
mod split;

use furcate_tests::{in_pool, pools};

/// A text of 15,000 characters of one to four bytes.
fn mixed() -> String {
    let kinds = ['a', ' ', 'ö', '\n', '€', ',', '𝄞', '\u{2003}', 'z', '\r', '中', '🦀'];
    (0..15_000usize).map(|n| kinds[(n * n / 7 + n) % kinds.len()]).collect()
}

/// What is hard to split: empty, short, all wide, one wide character at each place.
fn hard() -> Vec<String> {
    let short = ["", "a", "é", "🦀", "a🦀", "🦀a", "🦀🦀", "é€🦀", "\n", "\r", " ", "\u{2003}"];
    let long = ["🦀".repeat(100), "é".repeat(101), "a".repeat(102), " ".repeat(103)];
    let one_wide = (0..70).map(|place| format!("{}🦀{}", "x".repeat(place), "y".repeat(69 - place)));
    short.into_iter().map(str::to_owned).chain(long).chain(one_wide).collect()
}

/// Checks the hard texts and the mixed one, in pools of several sizes.
fn in_all_pools(check: impl Fn(&str) + Sync) {
    let (hard, mixed) = (hard(), mixed());
    pools(|_| {
        hard.iter().for_each(|text| check(text));
        check(&mixed);
    });
}

/// Checks all texts of fewer than `len` of three characters.
fn all_short(len: u32, kinds: [char; 3], check: impl Fn(&str) + Sync) {
    in_pool(8, || {
        for len in 0..len {
            for number in 0..3usize.pow(len) {
                let text: String = (0..len).map(|place| kinds[number / 3usize.pow(place) % 3]).collect();
                check(&text);
            }
        }
    });
}
