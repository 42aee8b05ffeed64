//! What a radix key consists of: bits in a row, the most significant first.
//!
//! The sorts see such a row through windows of 64 bits. Whatever is shorter lies at a window's top, with zeros below; what is
//! longer takes several windows. A tuple is its parts' rows one after the other, so two short parts share a window.
//!
//! Only the types here are such rows: their windows and their `Ord` say the same, which users' types could not promise.
//! A user's key maps itself to one of them (`key.rs`).

/// An ordered row of bits: unsigned integers, `bool`, byte arrays, and tuples of up to four such rows.
///
/// This is what [`RadixKey::Bits`](super::RadixKey::Bits) can be. It is implemented for `u8` to `u128`, `usize`, `bool`,
/// `[u8; N]`, and tuples of two to four of them, and cannot be implemented elsewhere. The rows compare as their `Ord` says,
/// that is from the most significant bit on.
///
/// # Examples
///
/// ```
/// use furcate::slice::{RadixBits, RadixKey};
///
/// fn bits_of<K: RadixKey>(_: K) -> u32 {
///     K::Bits::BITS
/// }
///
/// assert_eq!(bits_of(-1i16), 16);
/// assert_eq!(bits_of((1u8, [0u8; 20])), 168);
/// assert_eq!(bits_of(Some(1.0f32)), 33);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no row of bits that a radix sort understands",
    note = "`RadixKey::Bits` is an unsigned integer, a `bool`, a byte array, or a tuple of two to four of these"
)]
pub trait RadixBits: Copy + Ord + Send + Sync + sealed::Windows {
    /// How many bits there are.
    const BITS: u32;
}

pub(crate) mod sealed {
    /// The sorts' view of a row of bits.
    pub trait Windows: Copy {
        /// All bits zero.
        const ZERO: Self;

        /// The 64 bits from bit `start` on, counted from the most significant one; zeros where there are none.
        fn window(self, start: u32) -> u64;

        /// All bits turned over, which turns the order over.
        fn complement(self) -> Self;
    }
}

use sealed::Windows;

/// `impl RadixBits for u32`, for each integer named.
macro_rules! integers {
    ($($int:ty)*) => {$(
        impl RadixBits for $int {
            const BITS: u32 = <$int>::BITS;
        }

        impl Windows for $int {
            const ZERO: Self = 0;

            #[inline(always)]
            fn window(self, start: u32) -> u64 {
                // At most 64 bits wide, so the cast loses nothing.
                if start < <$int>::BITS { (self as u64) << (64 - <$int>::BITS) << start } else { 0 }
            }

            #[inline(always)]
            fn complement(self) -> Self {
                !self
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 usize }

impl RadixBits for u128 {
    const BITS: u32 = 128;
}

impl Windows for u128 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        if start < 128 { (self << start >> 64) as u64 } else { 0 }
    }

    #[inline(always)]
    fn complement(self) -> Self {
        !self
    }
}

impl RadixBits for bool {
    const BITS: u32 = 1;
}

impl Windows for bool {
    const ZERO: Self = false;

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        if start == 0 { u64::from(self) << 63 } else { 0 }
    }

    #[inline(always)]
    fn complement(self) -> Self {
        !self
    }
}

impl<const N: usize> RadixBits for [u8; N] {
    const BITS: u32 = {
        assert!(N < 1 << 28, "a byte array as a radix key has less than 2^28 bytes");
        8 * N as u32
    };
}

impl<const N: usize> Windows for [u8; N] {
    const ZERO: Self = [0; N];

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        let first = (start / 8) as usize;
        let mut bytes = [0; 8];
        if let Some(rest) = self.get(first..) {
            let len = rest.len().min(8);
            bytes[..len].copy_from_slice(&rest[..len]);
        }
        let window = u64::from_be_bytes(bytes);
        match start % 8 {
            0 => window,
            // A row before this one, in a tuple, ends within a byte.
            odd => {
                let last = self.get(first + 8).copied().unwrap_or(0);
                window << odd | u64::from(last) >> (8 - odd)
            }
        }
    }

    #[inline(always)]
    fn complement(self) -> Self {
        self.map(|byte| !byte)
    }
}

/// The window of two rows of which the first has `len` bits.
#[inline(always)]
fn joined(start: u32, len: u32, first: impl Fn(u32) -> u64, second: impl Fn(u32) -> u64) -> u64 {
    if start >= len {
        return second(start - len);
    }
    let window = first(start);
    let filled = len - start;
    if filled < 64 { window | second(0) >> filled } else { window }
}

impl<A: RadixBits, B: RadixBits> RadixBits for (A, B) {
    const BITS: u32 = A::BITS + B::BITS;
}

impl<A: RadixBits, B: RadixBits> Windows for (A, B) {
    const ZERO: Self = (A::ZERO, B::ZERO);

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        joined(start, A::BITS, |at| self.0.window(at), |at| self.1.window(at))
    }

    #[inline(always)]
    fn complement(self) -> Self {
        (self.0.complement(), self.1.complement())
    }
}

impl<A: RadixBits, B: RadixBits, C: RadixBits> RadixBits for (A, B, C) {
    const BITS: u32 = A::BITS + B::BITS + C::BITS;
}

impl<A: RadixBits, B: RadixBits, C: RadixBits> Windows for (A, B, C) {
    const ZERO: Self = (A::ZERO, B::ZERO, C::ZERO);

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        let (a, b, c) = self;
        joined(start, A::BITS, |at| a.window(at), |at| (b, c).window(at))
    }

    #[inline(always)]
    fn complement(self) -> Self {
        (self.0.complement(), self.1.complement(), self.2.complement())
    }
}

impl<A: RadixBits, B: RadixBits, C: RadixBits, D: RadixBits> RadixBits for (A, B, C, D) {
    const BITS: u32 = A::BITS + B::BITS + C::BITS + D::BITS;
}

impl<A: RadixBits, B: RadixBits, C: RadixBits, D: RadixBits> Windows for (A, B, C, D) {
    const ZERO: Self = (A::ZERO, B::ZERO, C::ZERO, D::ZERO);

    #[inline(always)]
    fn window(self, start: u32) -> u64 {
        let (a, b, c, d) = self;
        joined(start, A::BITS + B::BITS, |at| (a, b).window(at), |at| (c, d).window(at))
    }

    #[inline(always)]
    fn complement(self) -> Self {
        (self.0.complement(), self.1.complement(), self.2.complement(), self.3.complement())
    }
}
