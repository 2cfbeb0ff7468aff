//! Many numbers at a time: an array whose elements the compiler keeps in vector registers.

use super::{Domain, mask};

/// `N` numbers of up to 64 bits, operated on together in mask form: no branch depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes<const N: usize>(pub [u64; N]);

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let mut out = [0; N];
        for (out, x) in out.iter_mut().zip(self.0) {
            *out = f(x);
        }
        Self(out)
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = [0; N];
        for ((out, x), y) in out.iter_mut().zip(self.0).zip(other.0) {
            *out = f(x, y);
        }
        Self(out)
    }
}

/// The low `width` bits set.
#[inline(always)]
fn ones(width: u32) -> u64 {
    debug_assert!(width <= 64, "lanes hold at most 64 bits");
    mask(width) as u64
}

/// Fills a 64-bit lane with the sign of its low `width` bits.
#[inline(always)]
fn spread(x: u64, width: u32) -> i64 {
    (x << (64 - width)) as i64 >> (64 - width)
}

impl<const N: usize> Domain for Lanes<N> {
    #[inline(always)]
    fn constant(_width: u32, value: u128) -> Self {
        Self([value as u64; N])
    }
    #[inline(always)]
    fn not(self, width: u32) -> Self {
        self.map(|x| x ^ ones(width))
    }
    #[inline(always)]
    fn and(self, other: Self, _width: u32) -> Self {
        self.zip(other, |x, y| x & y)
    }
    #[inline(always)]
    fn or(self, other: Self, _width: u32) -> Self {
        self.zip(other, |x, y| x | y)
    }
    #[inline(always)]
    fn xor(self, other: Self, _width: u32) -> Self {
        self.zip(other, |x, y| x ^ y)
    }
    #[inline(always)]
    fn add(self, other: Self, width: u32) -> Self {
        self.zip(other, |x, y| x.wrapping_add(y) & ones(width))
    }
    #[inline(always)]
    fn sub(self, other: Self, width: u32) -> Self {
        self.zip(other, |x, y| x.wrapping_sub(y) & ones(width))
    }
    #[inline(always)]
    fn mul(self, other: Self, width: u32) -> Self {
        self.zip(other, |x, y| x.wrapping_mul(y) & ones(width))
    }
    #[inline(always)]
    fn shl(self, amount: Self, width: u32) -> Self {
        let width = u64::from(width);
        self.zip(amount, |x, n| if n < width { (x << (n & 63)) & ones(width as u32) } else { 0 })
    }
    #[inline(always)]
    fn lshr(self, amount: Self, width: u32) -> Self {
        let width = u64::from(width);
        self.zip(amount, |x, n| if n < width { x >> (n & 63) } else { 0 })
    }
    #[inline(always)]
    fn ashr(self, amount: Self, width: u32) -> Self {
        self.zip(amount, |x, n| (spread(x, width) >> n.min(63)) as u64 & ones(width))
    }
    #[inline(always)]
    fn eq(self, other: Self, _width: u32) -> Self {
        self.zip(other, |x, y| u64::from(x == y))
    }
    #[inline(always)]
    fn ult(self, other: Self, _width: u32) -> Self {
        self.zip(other, |x, y| u64::from(x < y))
    }
    #[inline(always)]
    fn slt(self, other: Self, width: u32) -> Self {
        self.zip(other, |x, y| u64::from(spread(x, width) < spread(y, width)))
    }
    #[inline(always)]
    fn mux(self, then: Self, otherwise: Self, _width: u32) -> Self {
        // All ones or all zeros: the mask form, which no compiler turns into a jump.
        let chosen = self.map(|bit| bit.wrapping_neg());
        let flipped = then.zip(otherwise, |x, y| x ^ y).zip(chosen, |x, mask| x & mask);
        otherwise.zip(flipped, |y, flip| y ^ flip)
    }
    #[inline(always)]
    fn extract(self, lo: u32, count: u32, _width: u32) -> Self {
        self.map(|x| x >> lo & ones(count))
    }
    #[inline(always)]
    fn zext(self, _from: u32, _to: u32) -> Self {
        self
    }
    #[inline(always)]
    fn sext(self, from: u32, to: u32) -> Self {
        self.map(|x| spread(x, from) as u64 & ones(to))
    }
    #[inline(always)]
    fn concat(self, low: Self, _high_width: u32, low_width: u32) -> Self {
        self.zip(low, |x, y| x << low_width | y)
    }
}
