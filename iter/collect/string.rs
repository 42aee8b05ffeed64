//! `String` and `Box<str>`, from characters and from strings of all kinds.
//!
//! Each piece makes a string of its own; these are put together in memory that is reserved once. A single piece becomes the
//! string as it is.

use std::borrow::Cow;

use super::pieces::{Trim, in_pieces, worth_trimming};
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};

impl Trim for String {
    fn trim(&mut self) {
        if worth_trimming(self.capacity() - self.len()) {
            self.shrink_to_fit();
        }
    }
}

fn append<I>(target: &mut String, iter: I)
where
    I: ParallelIterator,
    String: Extend<I::Item>,
{
    let mut pieces = in_pieces::<String, _>(iter);
    if target.capacity() == 0 {
        *target = std::mem::take(&mut pieces.first);
    }
    target.reserve(pieces.iter().map(String::len).sum());
    Extend::<String>::extend(target, pieces);
}

/// Implements both traits for `String`, and one for `Box<str>`, of the kinds of items that std has.
///
/// ```text
/// strings_from! { [] char, ['a] &'a str }
/// ```
macro_rules! strings_from {
    ($([$($a:lifetime)?] $item:ty),*) => {
        $(
            /// Appends all items in order.
            impl<$($a)?> ParallelExtend<$item> for String {
                fn par_extend<I>(&mut self, par_iter: I)
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    append(self, par_iter.into_par_iter());
                }
            }

            /// Puts all items together in order.
            impl<$($a)?> FromParallelIterator<$item> for String {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    let mut string = String::new();
                    append(&mut string, par_iter.into_par_iter());
                    string
                }
            }

            /// Puts all items together in order.
            impl<$($a)?> FromParallelIterator<$item> for Box<str> {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    String::from_par_iter(par_iter).into_boxed_str()
                }
            }
        )*
    };
}

strings_from! { [] char, ['a] &'a char, ['a] &'a str, [] String, [] Box<str>, ['a] Cow<'a, str> }
