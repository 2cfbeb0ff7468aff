//! The assembler's emulation of the scalar instructions and `vmad` on sm_70 and later: SEMANTICS
//! E1 to E7.
//!
//! Selection is as in the manual. The intermediate result has 64 bits here, because the emulation's
//! registers have.

use super::parts::{H0, H1, WORD, clamp, opt_merge, word_range};
use super::scalar::{Fields, VADD, VSET, VSHL, VSHR, VSUB, primary, select};
use super::vmad::{self, Fields as VmadFields};
use super::{Profile, Stage, Trace, Video};
use crate::bv::{Bit, Bv, Domain};
use crate::control;
use crate::control::scalar::{self, SECOP};

/// A scalar instruction by E1 to E6.
#[inline(always)]
pub(super) fn scalar<V: Domain>(
    profile: Profile,
    ctl: Bv<{ scalar::WIDTH }, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    let f = Fields::of(ctl);
    let (ta, tb) = select(f, a, b, trace);
    let is_shift = f.op.is(VSHL) | f.op.is(VSHR);
    let is_sum = f.op.is(VADD) | f.op.is(VSUB);
    let merges = !f.dsel.is(WORD);
    // E6: vset has no dtype; .min and .max take the sign of atype.
    let signed = f.op.is(VSET).mux(f.atype, f.dtype);

    let primary = primary::<64, V>(f, ta, tb);
    trace.step(Stage::Primary, "tmp", true, primary);
    let clamped = saturate(f, primary, is_shift, merges);
    trace.step(Stage::Saturate, "tmp", true, clamped);

    // E4: sums, saturated shifts and saturated sub-words are 32-bit values, sign-extended whatever
    // dtype is.
    let is_cut = is_sum | (f.sat & (is_shift | merges));
    let tmp = is_cut.mux(clamped.low::<32>().sext(), clamped);
    let second = secondary(f.secop, signed, tmp, c).low::<32>();
    trace.step(Stage::Secondary, "d", false, second);

    let merged = opt_merge(f.dsel, second, c);
    // E1: .h1 takes the high half of the result, until ptxas 13.5.
    let high_half = Bv::constant(0xffff_0000);
    let h1 = (second & high_half) | (c & !high_half);
    let d = if profile == Profile::Ptxas { f.dsel.is(H1).mux(h1, merged) } else { merged };
    trace.step(Stage::Merge, "d", false, d);
    Video { d, saturated: !primary.eq(clamped) }
}

/// `.sat` by E2, E3 and E5.
#[inline(always)]
fn saturate<V: Domain>(f: Fields<V>, tmp: Bv<64, V>, is_shift: Bit<V>, merges: Bit<V>) -> Bv<64, V> {
    let (low, high) = word_range(f.dtype);
    // E5: shifts are cut to 34 bits, then clamped to 32 whatever dsel is.
    let shift = clamp(tmp.low::<34>().sext(), low, high);
    // E2: a sub-word is clamped from above only, as an unsigned number.
    let unsigned_max = (f.dsel.is(H0) | f.dsel.is(H1)).mux(Bv::constant(0xffff), Bv::constant(0xff));
    let max = f.dtype.mux(unsigned_max.lshr(Bit::constant(1)), unsigned_max);
    let sub_word = max.ult(tmp).mux(max, tmp);
    // E3: an unsigned word is clamped from below only.
    let word = f.dtype.mux(clamp(tmp, low, high), tmp.smax(Bv::constant(0)));
    f.sat.mux(is_shift.mux(shift, merges.mux(sub_word, word)), tmp)
}

/// The secondary operation. E4: compared as 64-bit numbers, signed or not by `signed`, and so is
/// `c` extended.
#[inline(always)]
fn secondary<V: Domain>(secop: Bv<2, V>, signed: Bit<V>, tmp: Bv<64, V>, c: Bv<32, V>) -> Bv<64, V> {
    let c = c.extend::<64>(signed);
    let less = signed.mux(tmp.slt(c), tmp.ult(c));
    by_code!(secop of SECOP {
        "add" => tmp + c,
        "min" => less.mux(tmp, c),
        "max" => less.mux(c, tmp),
        else "none" => tmp,
    })
}

/// `vmad` by E7: signed 32-bit factors, signed `c`, a 64-bit sum.
#[inline(always)]
pub(super) fn vmad<V: Domain>(
    ctl: Bv<{ control::vmad::WIDTH }, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    let f = VmadFields::of(ctl);
    let (ta, tb) = vmad::select(f, a, b, trace);
    let product = ta.low::<32>().sext::<64>() * tb.low::<32>().sext::<64>();
    trace.step(Stage::Multiply, "product", true, product);
    let factor = f.negates_product().mux(!product, product);
    let addend = f.negates_c().mux(!c, c);
    let sum = factor + addend.sext() + f.lsb().zext();
    trace.step(Stage::Add, "sum", true, sum);

    let signed = f.signed_final();
    let shifted = vmad::scale(f.scale, |amount| signed.mux(sum.ashr(amount), sum.lshr(amount)), sum);
    trace.step(Stage::Scale, "result", true, shifted);
    let (low, high) = word_range(signed);
    let result = f.sat.mux(clamp(shifted, low, high), shifted);
    trace.step(Stage::Saturate, "result", true, result);
    Video { d: result.low(), saturated: !shifted.eq(result) }
}
