//! The operations of a value domain, and the domain of plain integers.

use super::mask;

/// Values that [`super::Bv`] can hold: integers, lanes of integers, or terms of a formula.
///
/// Every argument is reduced to the width that is given with it, and every result must be. A domain
/// is [`Copy`] so that the golden functions stay free of clones; a domain of terms holds an index
/// into an arena.
pub trait Domain: Copy {
    /// The number `value`, which has at most `width` bits.
    fn constant(width: u32, value: u128) -> Self;
    /// Complement of `width` bits.
    fn not(self, width: u32) -> Self;
    /// Bitwise and.
    fn and(self, other: Self, width: u32) -> Self;
    /// Bitwise or.
    fn or(self, other: Self, width: u32) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self, width: u32) -> Self;
    /// Sum modulo 2^width.
    fn add(self, other: Self, width: u32) -> Self;
    /// Difference modulo 2^width.
    fn sub(self, other: Self, width: u32) -> Self;
    /// Product modulo 2^width.
    fn mul(self, other: Self, width: u32) -> Self;
    /// Shift left by an unsigned amount of the same width; 0 from `width` on.
    fn shl(self, amount: Self, width: u32) -> Self;
    /// Shift right by an unsigned amount of the same width; 0 from `width` on.
    fn lshr(self, amount: Self, width: u32) -> Self;
    /// Shift right by an unsigned amount of the same width; all sign from `width` on.
    fn ashr(self, amount: Self, width: u32) -> Self;
    /// 1 if equal, else 0.
    fn eq(self, other: Self, width: u32) -> Self;
    /// 1 if less as unsigned numbers, else 0.
    fn ult(self, other: Self, width: u32) -> Self;
    /// 1 if less as two's complement numbers, else 0.
    fn slt(self, other: Self, width: u32) -> Self;
    /// `self`, of one bit, chooses: 1 `then`, 0 `otherwise`, both of `width` bits.
    fn mux(self, then: Self, otherwise: Self, width: u32) -> Self;
    /// `count` bits from bit `lo` of a vector of `width` bits.
    fn extract(self, lo: u32, count: u32, width: u32) -> Self;
    /// Zero-extends from `from` to `to` bits.
    fn zext(self, from: u32, to: u32) -> Self;
    /// Sign-extends from `from` to `to` bits.
    fn sext(self, from: u32, to: u32) -> Self;
    /// `self`, of `high_width` bits, above `low`, of `low_width`.
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self;
    /// Product of two's complement numbers of `from` bits, in `to` bits: at least twice as many.
    #[inline(always)]
    fn product(self, other: Self, from: u32, to: u32) -> Self {
        self.sext(from, to).mul(other.sext(from, to), to)
    }
}

/// One number at a time, of up to 128 bits.
impl Domain for u128 {
    #[inline(always)]
    fn constant(_width: u32, value: u128) -> Self {
        value
    }
    #[inline(always)]
    fn not(self, width: u32) -> Self {
        self ^ mask(width)
    }
    #[inline(always)]
    fn and(self, other: Self, _width: u32) -> Self {
        self & other
    }
    #[inline(always)]
    fn or(self, other: Self, _width: u32) -> Self {
        self | other
    }
    #[inline(always)]
    fn xor(self, other: Self, _width: u32) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn add(self, other: Self, width: u32) -> Self {
        self.wrapping_add(other) & mask(width)
    }
    #[inline(always)]
    fn sub(self, other: Self, width: u32) -> Self {
        self.wrapping_sub(other) & mask(width)
    }
    #[inline(always)]
    fn mul(self, other: Self, width: u32) -> Self {
        self.wrapping_mul(other) & mask(width)
    }
    #[inline(always)]
    fn shl(self, amount: Self, width: u32) -> Self {
        if amount < u128::from(width) { self << amount & mask(width) } else { 0 }
    }
    #[inline(always)]
    fn lshr(self, amount: Self, width: u32) -> Self {
        if amount < u128::from(width) { self >> amount } else { 0 }
    }
    #[inline(always)]
    fn ashr(self, amount: Self, width: u32) -> Self {
        let wide = self.sext(width, 128) as i128;
        (wide >> amount.min(127)) as u128 & mask(width)
    }
    #[inline(always)]
    fn eq(self, other: Self, _width: u32) -> Self {
        Self::from(self == other)
    }
    #[inline(always)]
    fn ult(self, other: Self, _width: u32) -> Self {
        Self::from(self < other)
    }
    #[inline(always)]
    fn slt(self, other: Self, width: u32) -> Self {
        let sign = 1 << (width - 1);
        Self::from((self ^ sign) < (other ^ sign))
    }
    #[inline(always)]
    fn mux(self, then: Self, otherwise: Self, _width: u32) -> Self {
        if self == 1 { then } else { otherwise }
    }
    #[inline(always)]
    fn extract(self, lo: u32, count: u32, _width: u32) -> Self {
        self >> lo & mask(count)
    }
    #[inline(always)]
    fn zext(self, _from: u32, _to: u32) -> Self {
        self
    }
    #[inline(always)]
    fn sext(self, from: u32, to: u32) -> Self {
        let sign = 1 << (from - 1);
        (self ^ sign).wrapping_sub(sign) & mask(to)
    }
    #[inline(always)]
    fn concat(self, low: Self, _high_width: u32, low_width: u32) -> Self {
        self << low_width | low
    }
}
