//! Keys of the radix sorts, and how each type of std becomes one.

use std::cmp::Reverse;
use std::num::Wrapping;

use super::bits::RadixBits;
use super::bits::sealed::Windows;

/// A key by which the radix sorts can sort: something that maps to a row of bits in order.
///
/// Implemented for all integers, `bool`, `char`, the floats (in the order of
/// [`total_cmp`](f64::total_cmp), that is with `-0.0` before `0.0` and NaNs at the ends), byte arrays `[u8; N]` (as bytes
/// compare), tuples of two to four keys, [`Reverse`] and [`Wrapping`] of keys, `Option` (`None` first), and references.
/// For all of them but the floats the order is that of their `Ord`.
///
/// # Implementing it
///
/// Map the key to one of the [rows of bits](RadixBits), such that `a` belongs before `b` exactly if `a.radix_key()` is less
/// than `b.radix_key()`. It is easiest to leave that to a key that is there already, as in the example. The function
/// should be cheap and give the same for the same key, since the sorts call it several times. One that does neither, or
/// panics, makes a slow sort, a wrong order, or a panic, but loses no item.
///
/// # Examples
///
/// ```
/// use furcate::prelude::*;
/// use furcate::slice::RadixKey;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Celsius(f64);
///
/// impl RadixKey for Celsius {
///     type Bits = <f64 as RadixKey>::Bits;
///
///     fn radix_key(&self) -> Self::Bits {
///         self.0.radix_key()
///     }
/// }
///
/// let mut noon = [Celsius(11.5), Celsius(-3.0), Celsius(0.0)];
/// noon.par_sort_radix();
/// assert_eq!(noon, [Celsius(-3.0), Celsius(0.0), Celsius(11.5)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key for a radix sort",
    note = "integers, floats, `bool`, `char`, byte arrays, and tuples of them are; implement `RadixKey` for your own types, or \
            sort by comparisons with `par_sort`"
)]
pub trait RadixKey {
    /// The row of bits that the key maps to.
    type Bits: RadixBits;

    /// Gives the bits by which the key is sorted.
    ///
    /// # Examples
    ///
    /// ```
    /// use furcate::slice::RadixKey;
    ///
    /// assert_eq!(7u8.radix_key(), 7);
    /// assert_eq!((-128i8).radix_key(), 0);
    /// assert!((-1.5f32).radix_key() < 0.25f32.radix_key());
    /// ```
    fn radix_key(&self) -> Self::Bits;
}

/// `impl RadixKey for u8`, for each type that is its own row of bits.
macro_rules! as_they_are {
    ($($key:ty)*) => {$(
        impl RadixKey for $key {
            type Bits = $key;

            #[inline(always)]
            fn radix_key(&self) -> $key {
                *self
            }
        }
    )*};
}

as_they_are! { u8 u16 u32 u64 u128 usize bool }

/// `impl RadixKey for i8`, for each pair of a signed integer and the unsigned one of its width.
macro_rules! signed {
    ($($key:ty => $bits:ty,)*) => {$(
        impl RadixKey for $key {
            type Bits = $bits;

            #[inline(always)]
            fn radix_key(&self) -> $bits {
                // Negative numbers have the sign bit set, and belong first.
                *self as $bits ^ (1 << (<$bits>::BITS - 1))
            }
        }
    )*};
}

signed! { i8 => u8, i16 => u16, i32 => u32, i64 => u64, i128 => u128, isize => usize, }

/// `impl RadixKey for f32`, for each pair of a float and the signed and unsigned integers of its width.
macro_rules! floats {
    ($($key:ty => $signed:ty => $bits:ty,)*) => {$(
        impl RadixKey for $key {
            type Bits = $bits;

            #[inline(always)]
            fn radix_key(&self) -> $bits {
                let bits = self.to_bits();
                // Negative numbers have all bits turned over, as large magnitudes belong first; others come behind.
                let negative = (bits as $signed >> (<$bits>::BITS - 1)) as $bits;
                bits ^ (negative | 1 << (<$bits>::BITS - 1))
            }
        }
    )*};
}

floats! { f32 => i32 => u32, f64 => i64 => u64, }

impl RadixKey for char {
    type Bits = u32;

    #[inline(always)]
    fn radix_key(&self) -> u32 {
        u32::from(*self)
    }
}

impl<const N: usize> RadixKey for [u8; N] {
    type Bits = [u8; N];

    #[inline(always)]
    fn radix_key(&self) -> [u8; N] {
        *self
    }
}

impl<A: RadixKey, B: RadixKey> RadixKey for (A, B) {
    type Bits = (A::Bits, B::Bits);

    #[inline(always)]
    fn radix_key(&self) -> Self::Bits {
        (self.0.radix_key(), self.1.radix_key())
    }
}

impl<A: RadixKey, B: RadixKey, C: RadixKey> RadixKey for (A, B, C) {
    type Bits = (A::Bits, B::Bits, C::Bits);

    #[inline(always)]
    fn radix_key(&self) -> Self::Bits {
        (self.0.radix_key(), self.1.radix_key(), self.2.radix_key())
    }
}

impl<A: RadixKey, B: RadixKey, C: RadixKey, D: RadixKey> RadixKey for (A, B, C, D) {
    type Bits = (A::Bits, B::Bits, C::Bits, D::Bits);

    #[inline(always)]
    fn radix_key(&self) -> Self::Bits {
        (self.0.radix_key(), self.1.radix_key(), self.2.radix_key(), self.3.radix_key())
    }
}

impl<K: RadixKey> RadixKey for Reverse<K> {
    type Bits = K::Bits;

    #[inline(always)]
    fn radix_key(&self) -> K::Bits {
        self.0.radix_key().complement()
    }
}

impl<K: RadixKey> RadixKey for Wrapping<K> {
    type Bits = K::Bits;

    #[inline(always)]
    fn radix_key(&self) -> K::Bits {
        self.0.radix_key()
    }
}

impl<K: RadixKey> RadixKey for Option<K> {
    type Bits = (bool, K::Bits);

    #[inline(always)]
    fn radix_key(&self) -> Self::Bits {
        self.as_ref().map_or((false, K::Bits::ZERO), |key| (true, key.radix_key()))
    }
}

impl<K: RadixKey + ?Sized> RadixKey for &K {
    type Bits = K::Bits;

    #[inline(always)]
    fn radix_key(&self) -> K::Bits {
        (**self).radix_key()
    }
}
