//! The domain of short native lanes. A value of up to 32 bits takes half the room of a [`Lane`], so
//! that twice as many values are computed at once.

use super::Domain;
use super::lane::Lane;

/// A number of up to 64 bits in the mask form of [`Lane`]. A number of up to 32 bits uses one short
/// lane only; the bits above 32 are in a second lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    low: u32,
    /// 0 up to 32 bits.
    high: u32,
}

impl Narrow {
    /// A number from the low `width` bits of two words; `width` is 2 to 64.
    #[inline(always)]
    pub fn from_words(low: u32, high: u32, width: u32) -> Self {
        debug_assert!(width > 1);
        if width <= 32 { Self::short(low & ones(width)) } else { Self { low, high: high & ones(width - 32) } }
    }

    /// The low 32 bits of the number; 1 or 0 for a truth value if `width` is 1.
    #[inline(always)]
    pub fn to_word(self, width: u32) -> u32 {
        self.low & ones(width.min(32))
    }

    #[inline(always)]
    fn short(low: u32) -> Self {
        Self { low, high: 0 }
    }

    #[inline(always)]
    fn truth(condition: bool) -> Self {
        Self::short(if condition { u32::MAX } else { 0 })
    }

    /// The number of `width` bits in one lane, for rare operations.
    #[inline(always)]
    fn lane(self, width: u32) -> Lane {
        let low = u64::from(self.low);
        Lane(if width == 1 { low << 32 | low } else { u64::from(self.high) << 32 | low })
    }

    /// Splits a lane of `width` bits.
    #[inline(always)]
    fn of(Lane(number): Lane, width: u32) -> Self {
        Self { low: number as u32, high: if width <= 32 { 0 } else { (number >> 32) as u32 } }
    }
}

/// The low `width` bits set.
#[inline(always)]
const fn ones(width: u32) -> u32 {
    assert!(width <= 32, "a short lane holds at most 32 bits");
    u32::MAX >> (32 - width)
}

/// All bits that a lane of `width` may hold: a truth value is spread over the whole lane.
#[inline(always)]
const fn kept(width: u32) -> u32 {
    if width == 1 { u32::MAX } else { ones(width) }
}

/// Fills the lane with the sign of its low `width` bits, of which it has no others.
#[inline(always)]
fn spread(x: u32, width: u32) -> i32 {
    let top = 1 << (width - 1);
    (x ^ top).wrapping_sub(top) as i32
}

impl Domain for Narrow {
    #[inline(always)]
    fn constant(width: u32, value: u128) -> Self {
        Self::of(Lane::constant(width, value), width)
    }
    #[inline(always)]
    fn not(self, width: u32) -> Self {
        if width <= 32 { Self::short(self.low ^ kept(width)) } else { Self::of(self.lane(width).not(width), width) }
    }
    #[inline(always)]
    fn and(self, other: Self, _width: u32) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
    #[inline(always)]
    fn or(self, other: Self, _width: u32) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
    #[inline(always)]
    fn xor(self, other: Self, _width: u32) -> Self {
        Self { low: self.low ^ other.low, high: self.high ^ other.high }
    }
    #[inline(always)]
    fn add(self, other: Self, width: u32) -> Self {
        match width {
            1 => self.xor(other, 1),
            2..=32 => Self::short(self.low.wrapping_add(other.low) & ones(width)),
            _ => Self::of(self.lane(width).add(other.lane(width), width), width),
        }
    }
    #[inline(always)]
    fn sub(self, other: Self, width: u32) -> Self {
        match width {
            1 => self.xor(other, 1),
            2..=32 => Self::short(self.low.wrapping_sub(other.low) & ones(width)),
            _ => Self::of(self.lane(width).sub(other.lane(width), width), width),
        }
    }
    #[inline(always)]
    fn mul(self, other: Self, width: u32) -> Self {
        match width {
            1 => self.and(other, 1),
            2..=32 => Self::short(self.low.wrapping_mul(other.low) & ones(width)),
            _ => Self::of(self.lane(width).mul(other.lane(width), width), width),
        }
    }
    #[inline(always)]
    fn shl(self, amount: Self, width: u32) -> Self {
        if !(2..=32).contains(&width) {
            return Self::of(self.lane(width).shl(amount.lane(width), width), width);
        }
        let shifted = self.low << (amount.low & 31) & ones(width);
        Self::short(if amount.low < width { shifted } else { 0 })
    }
    #[inline(always)]
    fn lshr(self, amount: Self, width: u32) -> Self {
        if !(2..=32).contains(&width) {
            return Self::of(self.lane(width).lshr(amount.lane(width), width), width);
        }
        let shifted = self.low >> (amount.low & 31);
        Self::short(if amount.low < width { shifted } else { 0 })
    }
    #[inline(always)]
    fn ashr(self, amount: Self, width: u32) -> Self {
        if !(2..=32).contains(&width) {
            return Self::of(self.lane(width).ashr(amount.lane(width), width), width);
        }
        Self::short((spread(self.low, width) >> amount.low.min(31)) as u32 & ones(width))
    }
    #[inline(always)]
    fn eq(self, other: Self, _width: u32) -> Self {
        Self::truth((self.low == other.low) & (self.high == other.high))
    }
    #[inline(always)]
    fn ult(self, other: Self, width: u32) -> Self {
        if width > 32 {
            return Self::of(self.lane(width).ult(other.lane(width), width), 1);
        }
        Self::truth(self.low < other.low)
    }
    #[inline(always)]
    fn slt(self, other: Self, width: u32) -> Self {
        match width {
            1 => self.and(other.not(1), 1),
            2..=32 => {
                let top = 1 << (width - 1);
                Self::truth(self.low ^ top < other.low ^ top)
            }
            _ => Self::of(self.lane(width).slt(other.lane(width), width), 1),
        }
    }
    #[inline(always)]
    fn mux(self, then: Self, otherwise: Self, _width: u32) -> Self {
        let choose = |then: u32, otherwise: u32| self.low & then | !self.low & otherwise;
        Self { low: choose(then.low, otherwise.low), high: choose(then.high, otherwise.high) }
    }
    #[inline(always)]
    fn extract(self, lo: u32, count: u32, width: u32) -> Self {
        if width == 1 {
            return self;
        }
        if count > 32 {
            return Self::of(self.lane(width).extract(lo, count, width), count);
        }
        let bits = match lo {
            0 => self.low,
            1..32 => self.low >> lo | self.high << (32 - lo),
            _ => self.high >> (lo - 32),
        };
        if count == 1 { Self::truth(bits & 1 != 0) } else { Self::short(bits & ones(count)) }
    }
    #[inline(always)]
    fn zext(self, from: u32, to: u32) -> Self {
        match (from, to) {
            (1, 1) => self,
            (1, _) => Self::short(self.low & 1),
            _ => self,
        }
    }
    #[inline(always)]
    fn sext(self, from: u32, to: u32) -> Self {
        if to > 32 {
            return Self::of(self.lane(from).sext(from, to), to);
        }
        Self::short(spread(self.low & ones(from), from) as u32 & kept(to))
    }
    #[inline(always)]
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self {
        let width = high_width + low_width;
        match low_width {
            32 => Self { low: low.low, high: self.low & ones(high_width) },
            _ if width > 32 => {
                Self::of(self.lane(high_width).concat(low.lane(low_width), high_width, low_width), width)
            }
            _ => Self::short((self.low & ones(high_width)) << low_width | low.low & ones(low_width)),
        }
    }
}
