//! Bit vectors with their width in the type, over a value domain.
//!
//! The golden functions are written once over [`Bv`]. With a machine integer as the domain they
//! execute; with an number in mask form they execute in native lanes; with terms as the domain they
//! become a formula. So they may not branch on data: choose with [`Bv::mux`] and [`Bv::case`].
//!
//! Bits have no sign of their own. An operation that depends on one says so: `sext` or `zext`,
//! `slt` or `ult`, `ashr` or `lshr`.

mod domain;
mod lane;
mod narrow;
mod wide;

pub use domain::Domain;
pub use lane::Lane;
pub use narrow::Narrow;
pub use wide::{Wide, high_product};

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Sub};

/// A vector of `W` bits, 1 to 128, in the domain `V`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bv<const W: u32, V>(V);

/// One bit: a truth value.
pub type Bit<V> = Bv<1, V>;

impl<const W: u32, V: Domain> Bv<W, V> {
    /// Wraps a domain value that is already reduced to `W` bits.
    #[inline(always)]
    pub fn new(value: V) -> Self {
        const { assert!(W >= 1 && W <= 128) };
        Self(value)
    }

    /// A constant: the number `value` in every lane, reduced to `W` bits.
    #[inline(always)]
    pub fn constant(value: u128) -> Self {
        Self::new(V::constant(W, value & mask(W)))
    }

    /// The domain value.
    #[inline(always)]
    pub fn value(self) -> V {
        self.0
    }

    /// Bits `LO + N - 1 .. LO`.
    #[inline(always)]
    pub fn extract<const LO: u32, const N: u32>(self) -> Bv<N, V> {
        const { assert!(LO + N <= W) };
        Bv::new(self.0.extract(LO, N, W))
    }

    /// The low `N` bits.
    #[inline(always)]
    pub fn low<const N: u32>(self) -> Bv<N, V> {
        self.extract::<0, N>()
    }

    /// The highest bit.
    #[inline(always)]
    pub fn sign(self) -> Bit<V> {
        Bv::new(self.0.extract(W - 1, 1, W))
    }

    /// Zero-extends to `N` bits.
    #[inline(always)]
    pub fn zext<const N: u32>(self) -> Bv<N, V> {
        const { assert!(N >= W) };
        Bv::new(self.0.zext(W, N))
    }

    /// Sign-extends to `N` bits.
    #[inline(always)]
    pub fn sext<const N: u32>(self) -> Bv<N, V> {
        const { assert!(N >= W) };
        Bv::new(self.0.sext(W, N))
    }

    /// Extends to `N` bits: with the sign where `signed`, else with zeros.
    #[inline(always)]
    pub fn extend<const N: u32>(self, signed: Bit<V>) -> Bv<N, V> {
        signed.mux(self.sext(), self.zext())
    }

    /// `self` above `low`: `OUT` is `W + N`.
    #[inline(always)]
    pub fn concat<const N: u32, const OUT: u32>(self, low: Bv<N, V>) -> Bv<OUT, V> {
        const { assert!(OUT == W + N) };
        Bv::new(self.0.concat(low.0, W, N))
    }

    /// Shifts right and fills with zeros; all zeros from an amount of `W` on.
    #[inline(always)]
    pub fn lshr<const A: u32>(self, amount: Bv<A, V>) -> Self {
        const { assert!(A <= W) };
        Self(self.0.lshr(amount.0.zext(A, W), W))
    }

    /// Shifts right and fills with the sign; all sign from an amount of `W` on.
    #[inline(always)]
    pub fn ashr<const A: u32>(self, amount: Bv<A, V>) -> Self {
        const { assert!(A <= W) };
        Self(self.0.ashr(amount.0.zext(A, W), W))
    }

    /// Equal.
    #[inline(always)]
    pub fn eq(self, other: Self) -> Bit<V> {
        Bv::new(self.0.eq(other.0, W))
    }

    /// Less than, both read as unsigned.
    #[inline(always)]
    pub fn ult(self, other: Self) -> Bit<V> {
        Bv::new(self.0.ult(other.0, W))
    }

    /// Less than, both read as two's complement.
    #[inline(always)]
    pub fn slt(self, other: Self) -> Bit<V> {
        Bv::new(self.0.slt(other.0, W))
    }

    /// The smaller, both read as two's complement.
    #[inline(always)]
    pub fn smin(self, other: Self) -> Self {
        self.slt(other).mux(self, other)
    }

    /// The larger, both read as two's complement.
    #[inline(always)]
    pub fn smax(self, other: Self) -> Self {
        self.slt(other).mux(other, self)
    }

    /// Returns whether the vector is the number `code`.
    #[inline(always)]
    pub fn is(self, code: u64) -> Bit<V> {
        self.eq(Self::constant(u128::from(code)))
    }

    /// Returns the value of the first arm whose code equals the vector, or `other` if no code does.
    #[inline(always)]
    pub fn case<const R: u32, const N: usize>(self, arms: [(u64, Bv<R, V>); N], other: Bv<R, V>) -> Bv<R, V> {
        let mut chosen = other;
        for arm in 0..N {
            let (code, value) = arms[N - 1 - arm];
            chosen = self.is(code).mux(value, chosen);
        }
        chosen
    }
}

impl<V: Domain> Bit<V> {
    /// `then` where the bit is 1, `otherwise` where it is 0.
    #[inline(always)]
    pub fn mux<const W: u32>(self, then: Bv<W, V>, otherwise: Bv<W, V>) -> Bv<W, V> {
        Bv(self.0.mux(then.0, otherwise.0, W))
    }
}

/// Sum modulo 2^W.
impl<const W: u32, V: Domain> Add for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0, W))
    }
}

/// Difference modulo 2^W.
impl<const W: u32, V: Domain> Sub for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0, W))
    }
}

/// Product modulo 2^W.
impl<const W: u32, V: Domain> Mul for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0.mul(other.0, W))
    }
}

impl<const W: u32, V: Domain> Bv<W, V> {
    /// Returns the whole product of two's complement numbers, in `P` bits: at least twice as many.
    #[inline(always)]
    pub fn product<const P: u32>(self, other: Self) -> Bv<P, V> {
        const { assert!(P >= 2 * W) };
        Bv(self.0.product(other.0, W, P))
    }
}

/// Shifts left and fills with zeros; all zeros from an amount of `W` on.
impl<const W: u32, const A: u32, V: Domain> Shl<Bv<A, V>> for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn shl(self, amount: Bv<A, V>) -> Self {
        const { assert!(A <= W) };
        Self(self.0.shl(amount.0.zext(A, W), W))
    }
}

impl<const W: u32, V: Domain> BitAnd for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0.and(other.0, W))
    }
}

impl<const W: u32, V: Domain> BitOr for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0, W))
    }
}

impl<const W: u32, V: Domain> BitXor for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0.xor(other.0, W))
    }
}

impl<const W: u32, V: Domain> Not for Bv<W, V> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.not(W))
    }
}

/// The largest number of `width` bits.
#[inline(always)]
pub(crate) const fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
