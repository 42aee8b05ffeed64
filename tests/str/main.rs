//! Texts: the same as std gives, wherever they are split.

mod chars;
mod lines;
mod split;

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
