//! The domain of pairs of native lanes, for numbers of more than 64 bits.

use super::Domain;
use super::lane::{Lane, ones, spread, truth};

/// A number of up to 128 bits in the mask form of [`Lane`]. A number of up to 64 bits uses one lane
/// only; the bits above 64 are in a second lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    low: Lane,
    /// 0 up to 64 bits.
    high: u64,
}

impl Wide {
    /// A number from the low `width` bits of `value`; `width` is 2 to 64.
    #[inline(always)]
    pub fn from_bits(value: u64, width: u32) -> Self {
        Self::narrow(Lane::from_bits(value, width))
    }

    /// The low 64 bits of the number; 1 or 0 for a truth value if `width` is 1.
    #[inline(always)]
    pub fn to_bits(self, width: u32) -> u64 {
        self.low.to_bits(width)
    }

    /// A truth value.
    #[inline(always)]
    pub fn truth(value: bool) -> Self {
        Self::narrow(truth(value))
    }

    #[inline(always)]
    fn narrow(low: Lane) -> Self {
        Self { low, high: 0 }
    }

    /// A number of `width` bits, more than 64.
    #[inline(always)]
    fn pair(low: u64, high: u64, width: u32) -> Self {
        Self { low: Lane(low), high: high & ones(width - 64) }
    }

    /// Shifts right by a constant; `fill` comes in from above.
    #[inline(always)]
    fn down(self, amount: u32, fill: u64) -> (u64, u64) {
        let (low, high) = (self.low.0, self.high);
        match amount {
            0 => (low, high),
            1..64 => (low >> amount | high << (64 - amount), high >> amount | fill << (64 - amount)),
            64 => (high, fill),
            _ => (high >> (amount - 64) | fill << (128 - amount), fill),
        }
    }

    /// Shifts each half by its own: `amount` is below 128, `fill` all zeros or all ones.
    #[inline(always)]
    fn shifted_right(low: u64, high: u64, amount: u64, fill: u64) -> (u64, u64) {
        let bits = amount & 63;
        // In two steps, as no shift by 64 is defined.
        let down = |x: u64, above: u64| x >> bits | above << 1 << (63 - bits);
        let far = truth(amount >= 64).0;
        let (near_low, near_high) = (down(low, high), down(high, fill));
        (near_high & far | near_low & !far, fill & far | near_high & !far)
    }
}

impl Domain for Wide {
    #[inline(always)]
    fn constant(width: u32, value: u128) -> Self {
        if width <= 64 {
            Self::narrow(Lane::constant(width, value))
        } else {
            Self::pair(value as u64, (value >> 64) as u64, width)
        }
    }
    #[inline(always)]
    fn not(self, width: u32) -> Self {
        if width <= 64 { Self::narrow(self.low.not(width)) } else { Self::pair(!self.low.0, !self.high, width) }
    }
    #[inline(always)]
    fn and(self, other: Self, _width: u32) -> Self {
        Self { low: Lane(self.low.0 & other.low.0), high: self.high & other.high }
    }
    #[inline(always)]
    fn or(self, other: Self, _width: u32) -> Self {
        Self { low: Lane(self.low.0 | other.low.0), high: self.high | other.high }
    }
    #[inline(always)]
    fn xor(self, other: Self, _width: u32) -> Self {
        Self { low: Lane(self.low.0 ^ other.low.0), high: self.high ^ other.high }
    }
    #[inline(always)]
    fn add(self, other: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.add(other.low, width));
        }
        let low = self.low.0.wrapping_add(other.low.0);
        let carry = u64::from(low < self.low.0);
        Self::pair(low, self.high.wrapping_add(other.high).wrapping_add(carry), width)
    }
    #[inline(always)]
    fn sub(self, other: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.sub(other.low, width));
        }
        let borrow = u64::from(self.low.0 < other.low.0);
        let high = self.high.wrapping_sub(other.high).wrapping_sub(borrow);
        Self::pair(self.low.0.wrapping_sub(other.low.0), high, width)
    }
    #[inline(always)]
    fn mul(self, other: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.mul(other.low, width));
        }
        let (a, b) = (self.low.0, other.low.0);
        let crossed = a.wrapping_mul(other.high).wrapping_add(self.high.wrapping_mul(b));
        Self::pair(a.wrapping_mul(b), high_product(a, b).wrapping_add(crossed), width)
    }
    #[inline(always)]
    fn shl(self, amount: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.shl(amount.low, width));
        }
        let by = amount.low.0;
        let bits = by & 63;
        let (low, far) = (self.low.0 << bits, truth(by >= 64).0);
        let high = self.high << bits | self.low.0 >> 1 >> (63 - bits);
        let kept = truth(by < u64::from(width) && amount.high == 0).0;
        Self::pair(low & !far & kept, (low & far | high & !far) & kept, width)
    }
    #[inline(always)]
    fn lshr(self, amount: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.lshr(amount.low, width));
        }
        let (low, high) = Self::shifted_right(self.low.0, self.high, amount.low.0, 0);
        let kept = truth(amount.low.0 < u64::from(width) && amount.high == 0).0;
        Self::pair(low & kept, high & kept, width)
    }
    #[inline(always)]
    fn ashr(self, amount: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.ashr(amount.low, width));
        }
        let high = spread(self.high, width - 64);
        let fill = (high >> 63) as u64;
        let by = if amount.high == 0 { amount.low.0.min(127) } else { 127 };
        let (low, high) = Self::shifted_right(self.low.0, high as u64, by, fill);
        Self::pair(low, high, width)
    }
    #[inline(always)]
    fn eq(self, other: Self, _width: u32) -> Self {
        Self::truth(((self.low.0 ^ other.low.0) | (self.high ^ other.high)) == 0)
    }
    #[inline(always)]
    fn ult(self, other: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.ult(other.low, width));
        }
        let low = truth(self.low.0 < other.low.0).0;
        let (less, equal) = (truth(self.high < other.high).0, truth(self.high == other.high).0);
        Self::narrow(Lane(less | equal & low))
    }
    #[inline(always)]
    fn slt(self, other: Self, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.slt(other.low, width));
        }
        let sign = 1 << (width - 65);
        let turned = |x: Self| Self { high: x.high ^ sign, ..x };
        turned(self).ult(turned(other), width)
    }
    #[inline(always)]
    fn mux(self, then: Self, otherwise: Self, _width: u32) -> Self {
        let choose = |then, otherwise| self.low.0 & then | !self.low.0 & otherwise;
        Self { low: Lane(choose(then.low.0, otherwise.low.0)), high: choose(then.high, otherwise.high) }
    }
    #[inline(always)]
    fn extract(self, lo: u32, count: u32, width: u32) -> Self {
        if width <= 64 {
            return Self::narrow(self.low.extract(lo, count, width));
        }
        let (low, high) = self.down(lo, 0);
        match count {
            1 => Self::truth(low & 1 != 0),
            2..=64 => Self::narrow(Lane(low & ones(count))),
            _ => Self::pair(low, high, count),
        }
    }
    #[inline(always)]
    fn zext(self, from: u32, to: u32) -> Self {
        if from <= 64 { Self::narrow(self.low.zext(from, to.min(64))) } else { self }
    }
    #[inline(always)]
    fn sext(self, from: u32, to: u32) -> Self {
        match (from, to) {
            (_, ..=64) => Self::narrow(self.low.sext(from, to)),
            (..=64, _) => {
                let number = spread(self.low.0 & ones(from), from);
                Self::pair(number as u64, (number >> 63) as u64, to)
            }
            _ => Self::pair(self.low.0, spread(self.high, from - 64) as u64, to),
        }
    }
    #[inline(always)]
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self {
        let width = high_width + low_width;
        if width <= 64 {
            return Self::narrow(self.low.concat(low.low, high_width, low_width));
        }
        let (above, below) = (self.zext(high_width, width), low.zext(low_width, width));
        above.shl(Self::constant(width, low_width.into()), width).or(below, width)
    }
    #[inline(always)]
    fn product(self, other: Self, from: u32, to: u32) -> Self {
        if to <= 64 || from == 1 || from > 40 {
            return self.sext(from, to).mul(other.sext(from, to), to);
        }
        // By the low 16 bits of a factor, and by the others: both products fit into a lane.
        let (a, b) = (spread(self.low.0, from), spread(other.low.0, from));
        let below = a * (b & 0xffff);
        let above = a * (b >> 16) + (below >> 16);
        Self::pair((above << 16 | below & 0xffff) as u64, (above >> 48) as u64, to)
    }
}

/// The high half of a 128-bit product, from products of 32-bit halves, for which processors have
/// vector instructions.
#[inline(always)]
pub const fn high_product(a: u64, b: u64) -> u64 {
    let (a0, a1, b0, b1) = (a & ones(32), a >> 32, b & ones(32), b >> 32);
    let middle = (a1 * b0).wrapping_add((a0 * b0) >> 32);
    let carried = (a0 * b1).wrapping_add(middle & ones(32));
    a1 * b1 + (middle >> 32) + (carried >> 32)
}
