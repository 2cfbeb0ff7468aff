//! The golden functions of the datapath's blocks, on plain integers: what each module computes alone.
//!
//! They are the functions of [`super::parts`] and of the units, so that a block and the unit that is built of it are held
//! to the same statement. Vectors of less than 64 bits stand in the low bits of a `u64`, those of 66 bits in two.

pub mod simd;

use super::{Profile, carry, parts, scalar, vmad};
use crate::bv::Bv;
use crate::control::carry as carry_word;

type N<const W: u32> = Bv<W, u128>;

fn bv<const W: u32>(x: u64) -> N<W> {
    Bv::constant(u128::from(x))
}

fn bit(x: bool) -> N<1> {
    bv(u64::from(x))
}

fn out<const W: u32>(x: N<W>) -> u64 {
    x.value() as u64
}

/// `select`: the part of `x` that `sel` names, extended to 33 bits. `sel` is a code of the control word.
pub fn select(x: u32, sel: u64, signed: bool) -> u64 {
    out(parts::part_select_sign_extend(bv(x.into()), bit(signed), bv(sel)))
}

/// `adder34`: `a + b`, or `a - b` where `subtract`, or `b - a` where `reverse` too, modulo 2^34.
pub fn adder34(a: u64, b: u64, subtract: bool, reverse: bool) -> u64 {
    let (a, b) = (bv::<34>(a), bv::<34>(b));
    out(bit(subtract).mux(bit(reverse).mux(b - a, a - b), a + b))
}

/// `shifter`: the 33-bit `x` shifted right or left to 34 bits by `amount`, after `.wrap` or `.clamp`.
pub fn shifter(x: u64, amount: u32, wrap: bool, right: bool) -> u64 {
    out(scalar::shift::<34, _>(bv(x), scalar::shift_amount(bv(amount.into()), bit(wrap)), bit(right)))
}

/// `compare`: whether `a` is less than `b`, as signed 33-bit numbers, and whether the comparison `cmp` holds.
pub fn compare(a: u64, b: u64, cmp: u64) -> (bool, bool) {
    let (a, b) = (bv::<33>(a), bv::<33>(b));
    (a.slt(b).value() == 1, parts::compare(a, b, bv(cmp)).value() == 1)
}

/// `saturate`: `x`, of 34 bits, clamped where `sat`; and whether that changed it.
pub fn saturate(x: u64, sat: bool, signed: bool, dsel: u64) -> (u64, bool) {
    let tmp = bv(x);
    let clamped = parts::opt_saturate(tmp, bit(sat), bit(signed), bv(dsel));
    (out(clamped), clamped != tmp)
}

/// `secondary`: the secondary operation on `x`, of 34 bits, and `c`. SEMANTICS H2 in profile hardware.
pub fn secondary(x: u64, c: u32, signed: bool, secop: u64, profile: Profile) -> u32 {
    let tmp = bv::<34>(x);
    let operand = if profile == Profile::Hardware { tmp.low::<32>().extend(bit(signed)) } else { tmp };
    out(parts::opt_secondary_op(bv(secop), operand, bv::<32>(c.into()).extend(bit(signed)))) as u32
}

/// `merge`: the low part of `x` in the place of `c` that `dsel` names.
pub fn merge(x: u32, c: u32, dsel: u64) -> u32 {
    out(parts::opt_merge(bv(dsel), bv(x.into()), bv(c.into()))) as u32
}

/// `multiplier`: the product of two signed 33-bit numbers, its bits 65 to 32 and 31 to 0.
pub fn multiplier(a: u64, b: u64) -> (u64, u64) {
    let product = bv::<33>(a).sext::<66>() * bv::<33>(b).sext();
    (out(product.extract::<32, 34>()), out(product.low::<32>()))
}

/// `scale`: the sum of `vmad`, given as its bits 65 to 32 and 31 to 0, shifted as `scale` says, in 34 bits. Where a
/// result has more than 33, the word is kept and the two bits above it differ, so that it saturates as the result would.
pub fn scale(high: u64, low: u64, scale: u64) -> u64 {
    let sum: N<66> = bv::<34>(high).concat(bv::<32>(low));
    let shifted = vmad::scale(bv(scale), |amount| sum.ashr(amount), sum);
    let is_beyond = !shifted.eq(shifted.low::<33>().sext());
    let top: N<2> = shifted.sign().concat(shifted.sign() ^ is_beyond);
    out(top.concat::<32, 34>(shifted.low()))
}

/// `carry_adder`: `a + b`, or `a - b` where `subtract`, with the flag where `read_flag`; of 64 bits where `wide`, else of
/// the low 32. Gives the sum and the flag that it leaves, a borrow after a subtraction in profile manual (SEMANTICS D9),
/// else a carry (H1).
pub fn carry_adder(
    a: u64,
    b: u64,
    wide: bool,
    subtract: bool,
    read_flag: bool,
    flag: bool,
    profile: Profile,
) -> (u64, bool) {
    let op = carry_word::OP.code(if subtract { "sub" } else { "add" });
    let ctl = carry_word::OP.put(op)
        | carry_word::WIDE.put(wide.into())
        | carry_word::READ_FLAG.put(read_flag.into())
        | carry_word::WRITE_FLAG.put(1);
    let sum = carry::carry(profile, bv(ctl), bv(a), bv(b), bv(0), bit(flag), &mut ());
    (out(sum.d), sum.cf.value() == 1)
}
