//! The golden functions of the datapath's blocks: the results of each module on its own, in any
//! value domain.
//!
//! They are the functions of `parts` and of the units, so that a block and the unit that
//! is built of it are held to the same statement. Their arguments are the module's inputs, in the
//! order of its ports, and so are their results.

pub mod simd;

use super::{Profile, carry, parts, scalar, vmad};
use crate::bv::{Bit, Bv, Domain};

/// A block: a combinational part of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// [`select`].
    Select,
    /// [`adder34`].
    Adder34,
    /// [`shifter`].
    Shifter,
    /// [`compare`].
    Compare,
    /// [`saturate`].
    Saturate,
    /// [`secondary`].
    Secondary,
    /// [`merge`].
    Merge,
    /// [`simd::lane_select`].
    LaneSelect,
    /// [`simd::segmented_adder`].
    SegmentedAdder,
    /// [`simd::lane_saturate`].
    LaneSaturate,
    /// [`simd::lane_merge`].
    LaneMerge,
    /// [`simd::accumulate`].
    Accumulate,
    /// [`multiplier`].
    Multiplier,
    /// [`scale`].
    Scale,
    /// [`carry_adder`].
    CarryAdder,
}

impl Block {
    /// All blocks, those of a unit together.
    pub const ALL: [Self; 15] = [
        Self::Select,
        Self::Adder34,
        Self::Shifter,
        Self::Compare,
        Self::Saturate,
        Self::Secondary,
        Self::Merge,
        Self::LaneSelect,
        Self::SegmentedAdder,
        Self::LaneSaturate,
        Self::LaneMerge,
        Self::Accumulate,
        Self::Multiplier,
        Self::Scale,
        Self::CarryAdder,
    ];

    /// The name of the module.
    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Adder34 => "adder34",
            Self::Shifter => "shifter",
            Self::Compare => "compare",
            Self::Saturate => "saturate",
            Self::Secondary => "secondary",
            Self::Merge => "merge",
            Self::LaneSelect => "lane_select",
            Self::SegmentedAdder => "segmented_adder",
            Self::LaneSaturate => "lane_saturate",
            Self::LaneMerge => "lane_merge",
            Self::Accumulate => "accumulate",
            Self::Multiplier => "multiplier",
            Self::Scale => "scale",
            Self::CarryAdder => "carry_adder",
        }
    }

    /// The values of the output ports, from those of the input ports, each of its port's width.
    ///
    /// # Panics
    /// If there are fewer inputs than the block has ports.
    pub fn outputs<V: Domain>(self, profile: Profile, inputs: &[V]) -> Vec<V> {
        let mut x = Inputs(inputs.iter());
        match self {
            Self::Select => vec![select(x.next(), x.next(), x.next()).value()],
            Self::Adder34 => vec![adder34(x.next(), x.next(), x.next(), x.next()).value()],
            Self::Shifter => vec![shifter(x.next(), x.next(), x.next(), x.next()).value()],
            Self::Compare => {
                let (less, holds) = compare(x.next(), x.next(), x.next());
                vec![less.value(), holds.value()]
            }
            Self::Saturate => {
                let (clamped, hit) = saturate(x.next(), x.next(), x.next(), x.next());
                vec![clamped.value(), hit.value()]
            }
            Self::Secondary => vec![secondary(x.next(), x.next(), x.next(), x.next(), profile).value()],
            Self::Merge => vec![merge(x.next(), x.next(), x.next()).value()],
            Self::LaneSelect => vec![simd::lane_select(x.next(), x.next(), x.next()).value()],
            Self::SegmentedAdder => {
                let (sum, negative, equal) = simd::segmented_adder(x.next(), x.next(), x.next(), x.next(), x.next());
                vec![sum.value(), negative.value(), equal.value()]
            }
            Self::LaneSaturate => {
                let (clamped, hit) = simd::lane_saturate(x.next(), x.next(), x.next(), x.next());
                vec![clamped.value(), hit.value()]
            }
            Self::LaneMerge => vec![simd::lane_merge(x.next(), x.next(), x.next()).value()],
            Self::Accumulate => vec![simd::accumulate(x.next(), x.next(), x.next(), x.next()).value()],
            Self::Multiplier => {
                let (high, low) = multiplier(x.next(), x.next());
                vec![high.value(), low.value()]
            }
            Self::Scale => vec![scale(x.next(), x.next(), x.next()).value()],
            Self::CarryAdder => {
                let (sum, flag) = carry_adder(x.next(), x.next(), x.next(), x.next(), x.next(), x.next(), profile);
                vec![sum.value(), flag.value()]
            }
        }
    }
}

/// The inputs of a block, one after the other, with the width that the function asks for.
struct Inputs<'a, V>(std::slice::Iter<'a, V>);

impl<V: Domain> Inputs<'_, V> {
    fn next<const W: u32>(&mut self) -> Bv<W, V> {
        Bv::new(*self.0.next().expect("a value for every input of the block"))
    }
}

/// `select`: the part of `x` that `sel` names, extended to 33 bits. `sel` is a code of the control
/// word.
pub fn select<V: Domain>(x: Bv<32, V>, sel: Bv<3, V>, signed: Bit<V>) -> Bv<33, V> {
    parts::part_select_sign_extend(x, signed, sel)
}

/// `adder34`: `a + b`, or `a - b` where `subtract`, or `b - a` where `reverse` too, modulo 2^34.
pub fn adder34<V: Domain>(a: Bv<34, V>, b: Bv<34, V>, subtract: Bit<V>, reverse: Bit<V>) -> Bv<34, V> {
    subtract.mux(reverse.mux(b - a, a - b), a + b)
}

/// `shifter`: `x` shifted right or left to 34 bits by `amount`, after `.wrap` or `.clamp`.
pub fn shifter<V: Domain>(x: Bv<33, V>, amount: Bv<32, V>, wrap: Bit<V>, right: Bit<V>) -> Bv<34, V> {
    scalar::shift(x, scalar::shift_amount(amount, wrap), right)
}

/// `compare`: whether `a` is less than `b`, as signed numbers, and whether the comparison `cmp`
/// holds.
pub fn compare<V: Domain>(a: Bv<33, V>, b: Bv<33, V>, cmp: Bv<3, V>) -> (Bit<V>, Bit<V>) {
    (a.slt(b), parts::compare(a, b, cmp))
}

/// `saturate`: `x` clamped where `sat`; and whether that changed it.
pub fn saturate<V: Domain>(x: Bv<34, V>, sat: Bit<V>, signed: Bit<V>, dsel: Bv<3, V>) -> (Bv<34, V>, Bit<V>) {
    let clamped = parts::opt_saturate(x, sat, signed, dsel);
    (clamped, !clamped.eq(x))
}

/// `secondary`: the secondary operation on `x` and `c`. SEMANTICS H2 in profile hardware.
pub fn secondary<V: Domain>(
    x: Bv<34, V>,
    c: Bv<32, V>,
    signed: Bit<V>,
    secop: Bv<2, V>,
    profile: Profile,
) -> Bv<32, V> {
    let operand = if profile == Profile::Hardware { x.low::<32>().extend(signed) } else { x };
    parts::opt_secondary_op(secop, operand, c.extend(signed)).low()
}

/// `merge`: the low part of `x` in the place of `c` that `dsel` names.
pub fn merge<V: Domain>(x: Bv<32, V>, c: Bv<32, V>, dsel: Bv<3, V>) -> Bv<32, V> {
    parts::opt_merge(dsel, x, c)
}

/// `multiplier`: the product of two signed numbers, its bits 65 to 32 and 31 to 0.
pub fn multiplier<V: Domain>(a: Bv<33, V>, b: Bv<33, V>) -> (Bv<34, V>, Bv<32, V>) {
    let product = a.sext::<66>() * b.sext::<66>();
    (product.extract::<32, 34>(), product.low())
}

/// `scale`: the sum of `vmad`, given as its bits 65 to 32 and 31 to 0, shifted as `scale` says, in
/// 34 bits. Where a result has more than 33, the word is kept and the two bits above it differ, so
/// that it saturates as the result would.
pub fn scale<V: Domain>(high: Bv<34, V>, low: Bv<32, V>, scale: Bv<2, V>) -> Bv<34, V> {
    let sum: Bv<66, V> = high.concat(low);
    let shifted = vmad::scale(scale, |amount| sum.ashr(amount), sum);
    let is_beyond = !shifted.eq(shifted.low::<33>().sext());
    let top: Bv<2, V> = shifted.sign().concat(shifted.sign() ^ is_beyond);
    top.concat(shifted.low::<32>())
}

/// `carry_adder`: `a + b`, or `a - b` where `subtract`, with the flag where `read_flag`; of 64 bits
/// where `wide`, else of the low 32. Gives the sum and the flag that it leaves, a borrow after a
/// subtraction in profile manual (SEMANTICS D9), else a carry (H1).
pub fn carry_adder<V: Domain>(
    a: Bv<64, V>,
    b: Bv<64, V>,
    wide: Bit<V>,
    subtract: Bit<V>,
    read_flag: Bit<V>,
    flag: Bit<V>,
    profile: Profile,
) -> (Bv<64, V>, Bit<V>) {
    let (sum, flag) = carry::sum(profile, a, b, wide, subtract, read_flag, flag);
    (carry::cut(sum.low(), wide), flag)
}
