//! Strings: iterators over their characters, and over parts of them.
//!
//! Texts are split at the borders of characters only. What looks at one character after the other is in
//! `chars.rs` and `matches.rs`; what is made of parts, with borders that must be searched, in `split.rs` and,
//! ready for common kinds of text, in `lines.rs` and `words.rs`.

mod chars;
mod lines;
mod matches;
mod parallel_string;
mod pattern;
mod split;
mod words;

pub use self::chars::{Bytes, CharIndices, Chars, EncodeUtf16};
pub use self::lines::Lines;
pub use self::matches::{MatchIndices, Matches};
pub use self::parallel_string::ParallelString;
pub use self::split::{Split, SplitInclusive, SplitTerminator};
pub use self::words::{SplitAsciiWhitespace, SplitWhitespace};
