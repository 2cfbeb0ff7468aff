//! The golden functions of the datapath's blocks, on plain integers: what each module computes alone.
//!
//! They are the functions of [`super::parts`] and [`super::scalar`], so that a block and the unit that is built of it
//! are held to the same statement. Vectors of 33 or 34 bits stand in the low bits of a `u64`.

use super::{Profile, parts, scalar};
use crate::bv::Bv;

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
