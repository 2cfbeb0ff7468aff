//! The domain of native lanes: one number, computed without branches, so that a loop over numbers
//! vectorises.

use super::{Domain, mask};

/// A number of up to 64 bits in mask form: nothing that depends on it becomes a jump.
///
/// A loop that computes one [`Lane`] an iteration is straight-line code, which the compiler turns
/// into vector instructions, one number a lane. A truth value (width 1) is held as all zeros or all
/// ones, as the processor's vector comparisons give it and its blends take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane(pub(super) u64);

impl Lane {
    /// A number from the low `width` bits of `value`; `width` is 2 to 64.
    #[inline(always)]
    pub fn from_bits(value: u64, width: u32) -> Self {
        debug_assert!(width > 1);
        Self(value & ones(width))
    }

    /// The number; 1 or 0 for a truth value if `width` is 1.
    #[inline(always)]
    pub fn to_bits(self, width: u32) -> u64 {
        self.0 & ones(width)
    }
}

/// The low `width` bits set.
#[inline(always)]
pub(super) const fn ones(width: u32) -> u64 {
    assert!(width <= 64, "a lane holds at most 64 bits");
    mask(width) as u64
}

/// All bits that a lane of `width` may hold: a truth value is spread over the whole lane.
#[inline(always)]
const fn kept(width: u32) -> u64 {
    if width == 1 { u64::MAX } else { ones(width) }
}

/// The highest of `width` bits.
#[inline(always)]
const fn top(width: u32) -> u64 {
    1 << (width - 1)
}

/// Fills the lane with the sign of its low `width` bits, of which it has no others. Without shifts,
/// of which the widest lanes do only half as many as of anything else.
#[inline(always)]
pub(super) fn spread(x: u64, width: u32) -> i64 {
    (x ^ top(width)).wrapping_sub(top(width)) as i64
}

#[inline(always)]
pub(super) fn truth(condition: bool) -> Lane {
    Lane(if condition { u64::MAX } else { 0 })
}

impl Domain for Lane {
    #[inline(always)]
    fn constant(width: u32, value: u128) -> Self {
        if width == 1 { truth(value == 1) } else { Self(value as u64) }
    }
    #[inline(always)]
    fn not(self, width: u32) -> Self {
        Self(self.0 ^ kept(width))
    }
    #[inline(always)]
    fn and(self, other: Self, _width: u32) -> Self {
        Self(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self, _width: u32) -> Self {
        Self(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self, _width: u32) -> Self {
        Self(self.0 ^ other.0)
    }
    #[inline(always)]
    fn add(self, other: Self, width: u32) -> Self {
        if width == 1 { self.xor(other, 1) } else { Self(self.0.wrapping_add(other.0) & ones(width)) }
    }
    #[inline(always)]
    fn sub(self, other: Self, width: u32) -> Self {
        if width == 1 { self.xor(other, 1) } else { Self(self.0.wrapping_sub(other.0) & ones(width)) }
    }
    #[inline(always)]
    fn mul(self, other: Self, width: u32) -> Self {
        if width == 1 { self.and(other, 1) } else { Self(self.0.wrapping_mul(other.0) & ones(width)) }
    }
    #[inline(always)]
    fn shl(self, amount: Self, width: u32) -> Self {
        if width == 1 {
            return self.and(amount.not(1), 1);
        }
        let shifted = self.0 << (amount.0 & 63) & ones(width);
        Self(if amount.0 < u64::from(width) { shifted } else { 0 })
    }
    #[inline(always)]
    fn lshr(self, amount: Self, width: u32) -> Self {
        if width == 1 {
            return self.and(amount.not(1), 1);
        }
        let shifted = self.0 >> (amount.0 & 63);
        Self(if amount.0 < u64::from(width) { shifted } else { 0 })
    }
    #[inline(always)]
    fn ashr(self, amount: Self, width: u32) -> Self {
        if width == 1 {
            return self;
        }
        Self((spread(self.0, width) >> amount.0.min(63)) as u64 & ones(width))
    }
    #[inline(always)]
    fn eq(self, other: Self, _width: u32) -> Self {
        truth(self.0 == other.0)
    }
    #[inline(always)]
    fn ult(self, other: Self, _width: u32) -> Self {
        truth(self.0 < other.0)
    }
    #[inline(always)]
    fn slt(self, other: Self, width: u32) -> Self {
        if width == 1 {
            return self.and(other.not(1), 1);
        }
        truth(self.0 ^ top(width) < other.0 ^ top(width))
    }
    #[inline(always)]
    fn mux(self, then: Self, otherwise: Self, _width: u32) -> Self {
        Self(self.0 & then.0 | !self.0 & otherwise.0)
    }
    #[inline(always)]
    fn extract(self, lo: u32, count: u32, width: u32) -> Self {
        match (width, count) {
            (1, _) => self,
            (_, 1) => truth(self.0 & 1 << lo != 0),
            _ => Self(self.0 >> lo & ones(count)),
        }
    }
    #[inline(always)]
    fn zext(self, from: u32, to: u32) -> Self {
        if to == 1 { self } else { Self(self.0 & ones(from)) }
    }
    #[inline(always)]
    fn sext(self, from: u32, to: u32) -> Self {
        Self(spread(self.0 & ones(from), from) as u64 & kept(to))
    }
    #[inline(always)]
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self {
        Self((self.0 & ones(high_width)) << low_width | low.0 & ones(low_width))
    }
}
