//! What one can do in parallel with a text.
//!
//! Each method only makes one of the types of this room; the file is long because the documentation of each
//! method stands with it.

use super::pattern::Pattern;
use super::{
    Bytes, CharIndices, Chars, EncodeUtf16, Lines, MatchIndices, Matches, Split, SplitAsciiWhitespace,
    SplitInclusive, SplitTerminator, SplitWhitespace,
};

/// Parallel iterators over a text.
///
/// Implemented for `str`; `String` and whatever else dereferences to it have the methods from there. They
/// give the same items as their namesakes of std, in the same order, but patterns can only be characters: a
/// `char`, an array or a slice of them, or a closure `Fn(char) -> bool`.
///
/// Pieces are never split inside a character. A text in which there is nothing to split at, such as one line,
/// is looked through once.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
///
/// let text = "id,name\n1,one\n2,two";
/// let names: Vec<&str> = text.par_lines().filter_map(|line| line.split_once(',')).map(|it| it.1).collect();
/// assert_eq!(names, ["name", "one", "two"]);
/// assert_eq!(text.par_chars().filter(char::is_ascii_digit).count(), 2);
/// ```
pub trait ParallelString {
    /// Gives the text itself, on which all other methods are built.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!(String::from("text").as_parallel_string(), "text");
    /// ```
    fn as_parallel_string(&self) -> &str;

    /// Iterates over the characters.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("größer".par_chars().map(char::len_utf8).sum::<usize>(), 8);
    /// ```
    fn par_chars(&self) -> Chars<'_> {
        Chars { text: self.as_parallel_string() }
    }

    /// Iterates over the characters, each with the place of its first byte in the whole text.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let umlauts = "größer".par_char_indices().filter(|(_, c)| !c.is_ascii());
    /// assert_eq!(umlauts.map(|(place, _)| place).sum::<usize>(), 2 + 4);
    /// ```
    fn par_char_indices(&self) -> CharIndices<'_> {
        CharIndices { text: self.as_parallel_string() }
    }

    /// Iterates over the bytes.
    ///
    /// Where positions are needed, use `as_bytes().par_iter()`, which is indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("größer".par_bytes().filter(|byte| byte.is_ascii()).count(), 4);
    /// ```
    fn par_bytes(&self) -> Bytes<'_> {
        Bytes { text: self.as_parallel_string() }
    }

    /// Iterates over the UTF-16 code units.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("𝄞 clef".par_encode_utf16().count(), 2 + 5);
    /// ```
    fn par_encode_utf16(&self) -> EncodeUtf16<'_> {
        EncodeUtf16 { text: self.as_parallel_string() }
    }

    /// Iterates over the parts between separators.
    ///
    /// There is one part more than there are separators, so an empty text has one part. A closure is asked
    /// at most once about each character.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let lengths = "one,three,,".par_split(',').map(str::len);
    /// assert_eq!(lengths.sum::<usize>(), 8);
    /// assert_eq!("one,three,,".par_split(',').count(), 4);
    /// ```
    ///
    /// # See also
    ///
    /// [`par_split_terminator`](Self::par_split_terminator) for no empty part at the end,
    /// [`par_split_whitespace`](Self::par_split_whitespace) for no empty parts at all.
    fn par_split<P: Pattern>(&self, separator: P) -> Split<'_, P> {
        Split { text: self.as_parallel_string(), separator }
    }

    /// Iterates over the parts, each with the separator that ends it.
    ///
    /// Behind a separator at the end, no empty part follows.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let sentences = "Yes. No. Perhaps.".par_split_inclusive('.');
    /// assert!(sentences.clone().filter(|sentence| sentence.ends_with('.')).count() == 3);
    /// assert_eq!(sentences.count(), 3);
    /// ```
    fn par_split_inclusive<P: Pattern>(&self, separator: P) -> SplitInclusive<'_, P> {
        SplitInclusive { text: self.as_parallel_string(), separator }
    }

    /// Iterates over the parts which a terminator or the end of the text ends.
    ///
    /// As [`par_split`](Self::par_split), but without the empty part behind a terminator at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("a;b;;".par_split_terminator(';').count(), 3);
    /// ```
    fn par_split_terminator<P: Pattern>(&self, terminator: P) -> SplitTerminator<'_, P> {
        SplitTerminator { text: self.as_parallel_string(), terminator }
    }

    /// Iterates over the lines, without their endings.
    ///
    /// A line ends in `\n` or `\r\n`. A `\r` elsewhere is part of its line, also at the end of the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let text = "one\r\nthree\n\nfive";
    /// assert_eq!(text.par_lines().count(), 4);
    /// assert_eq!(text.par_lines().map(str::len).sum::<usize>(), 12);
    /// ```
    fn par_lines(&self) -> Lines<'_> {
        Lines { text: self.as_parallel_string() }
    }

    /// Iterates over the words: the parts between white space that are not empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("  two \u{2003} words\n".par_split_whitespace().count(), 2);
    /// ```
    fn par_split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace { text: self.as_parallel_string() }
    }

    /// Iterates over the parts between white space of ASCII that are not empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let words = "two \u{2003}parts".par_split_ascii_whitespace();
    /// assert_eq!(words.map(str::len).sum::<usize>(), 3 + 8);
    /// ```
    fn par_split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace { text: self.as_parallel_string() }
    }

    /// Iterates over the parts that match: one character each.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// assert_eq!("1, 2, 3".par_matches(|c: char| c.is_ascii_digit()).count(), 3);
    /// ```
    fn par_matches<P: Pattern>(&self, pattern: P) -> Matches<'_, P> {
        Matches { text: self.as_parallel_string(), pattern }
    }

    /// Iterates over the parts that match, each with its place in the whole text.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::prelude::*;
    ///
    /// let commas = "1, 2, 3".par_match_indices(',');
    /// assert_eq!(commas.map(|(place, _)| place).sum::<usize>(), 1 + 4);
    /// ```
    fn par_match_indices<P: Pattern>(&self, pattern: P) -> MatchIndices<'_, P> {
        MatchIndices { text: self.as_parallel_string(), pattern }
    }
}

impl ParallelString for str {
    #[inline]
    fn as_parallel_string(&self) -> &str {
        self
    }
}
