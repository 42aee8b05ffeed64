//! `OsString`, from strings of the operating system.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

use super::pieces::{Trim, in_pieces, worth_trimming};
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend};

impl Trim for OsString {
    fn trim(&mut self) {
        if worth_trimming(self.capacity() - self.len()) {
            self.shrink_to_fit();
        }
    }
}

/// Implements both traits for the kinds of items that std has.
///
/// ```text
/// os_string_from! { [] OsString, ['a] &'a OsStr }
/// ```
macro_rules! os_string_from {
    ($([$($a:lifetime)?] $item:ty),*) => {
        $(
            /// Appends all items in order.
            impl<$($a)?> ParallelExtend<$item> for OsString {
                fn par_extend<I>(&mut self, par_iter: I)
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    let pieces = in_pieces::<OsString, _>(par_iter.into_par_iter());
                    self.reserve(pieces.iter().map(|piece| piece.len()).sum());
                    self.extend(pieces);
                }
            }

            /// Puts all items together in order.
            impl<$($a)?> FromParallelIterator<$item> for OsString {
                fn from_par_iter<I>(par_iter: I) -> Self
                where
                    I: IntoParallelIterator<Item = $item>,
                {
                    let mut string = OsString::new();
                    string.par_extend(par_iter);
                    string
                }
            }
        )*
    };
}

os_string_from! { ['a] &'a OsStr, [] OsString, ['a] Cow<'a, OsStr> }
