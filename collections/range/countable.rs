//! The types that have ranges: what comes after a value, and how far it is to another.
//!
//! Steps are counted in `u128`, where the distance between any two values fits, even if the number of values (one
//! more) does not. So whoever counts in steps has no case for signed types, type limits or the surrogate gap.

use std::ops::Range;

/// A type with a successor.
pub trait Countable: Copy + Send + PartialOrd {
    /// The sequential iterator of a range: std's.
    type Values: DoubleEndedIterator<Item = Self>;

    /// Makes that iterator.
    fn values(range: Range<Self>) -> Self::Values;

    /// The number of successors to take to come from `self` to `end`, which is not less.
    fn steps_to(self, end: Self) -> u128;

    /// The value `steps` after `self`, which exists.
    fn after(self, steps: u128) -> Self;

    /// The next value, if there is one.
    fn successor(self) -> Option<Self>;
}

/// Says that the sequential iterator of a range is the range.
macro_rules! values {
    () => {
        type Values = Range<Self>;

        #[inline]
        fn values(range: Range<Self>) -> Range<Self> {
            range
        }
    };
}

/// `countable! { u8 u16 }` implements [`Countable`] for integers.
macro_rules! countable {
    ($($int:ty)*) => {$(
        impl Countable for $int {
            values! {}

            #[inline]
            fn steps_to(self, end: Self) -> u128 {
                // Differences are right modulo 2¹²⁸, whatever the casts made of the signs.
                (end as u128).wrapping_sub(self as u128)
            }

            #[inline]
            fn after(self, steps: u128) -> Self {
                self.wrapping_add(steps as Self)
            }

            fn successor(self) -> Option<Self> {
                self.checked_add(1)
            }
        }
    )*};
}

countable! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// No `char` lies in `GAP_START..GAP_START + GAP_LEN`: these are the surrogates.
const GAP_START: u32 = 0xD800;
const GAP_LEN: u32 = 0x800;

impl Countable for char {
    values! {}

    fn steps_to(self, end: char) -> u128 {
        let gap = if u32::from(self) < GAP_START && u32::from(end) > GAP_START { GAP_LEN } else { 0 };
        u128::from(u32::from(end) - u32::from(self) - gap)
    }

    #[inline]
    fn after(self, steps: u128) -> char {
        let mut code = u32::from(self) + steps as u32;
        if u32::from(self) < GAP_START && code >= GAP_START {
            code += GAP_LEN;
        }
        char::from_u32(code).expect("a span of `char` ends at a `char`")
    }

    fn successor(self) -> Option<char> {
        (self < char::MAX).then(|| self.after(1))
    }
}
