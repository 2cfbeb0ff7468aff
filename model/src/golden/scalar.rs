//! Sections 9.7.18.1.1, 9.7.18.1.2 and 9.7.18.1.4: `vadd vsub vabsdiff vmin vmax vshl vshr vset`.

use super::parts::{compare, opt_merge, opt_saturate, opt_secondary_op, part_select_sign_extend};
use super::{Profile, Stage, Trace, Video};
use crate::bv::{Bit, Bv, Domain};
use crate::control::scalar::{ASEL, ATYPE, BSEL, BTYPE, CMP, DSEL, DTYPE, OP, SAT, SECOP, WIDTH, WRAP};

pub(super) const VADD: u64 = OP.code("vadd");
pub(super) const VSUB: u64 = OP.code("vsub");
pub(super) const VSHL: u64 = OP.code("vshl");
pub(super) const VSHR: u64 = OP.code("vshr");
pub(super) const VSET: u64 = OP.code("vset");

/// The fields of a scalar control word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<V> {
    pub(super) op: Bv<{ OP.width }, V>,
    pub(super) atype: Bit<V>,
    pub(super) btype: Bit<V>,
    pub(super) dtype: Bit<V>,
    pub(super) asel: Bv<3, V>,
    pub(super) bsel: Bv<3, V>,
    pub(super) dsel: Bv<3, V>,
    pub(super) sat: Bit<V>,
    pub(super) secop: Bv<2, V>,
    pub(super) cmp: Bv<3, V>,
    pub(super) wrap: Bit<V>,
}

impl<V: Domain> Fields<V> {
    #[inline(always)]
    pub(super) fn of(ctl: Bv<WIDTH, V>) -> Self {
        Self {
            op: ctl.extract::<{ OP.lo }, { OP.width }>(),
            atype: ctl.extract::<{ ATYPE.lo }, { ATYPE.width }>(),
            btype: ctl.extract::<{ BTYPE.lo }, { BTYPE.width }>(),
            dtype: ctl.extract::<{ DTYPE.lo }, { DTYPE.width }>(),
            asel: ctl.extract::<{ ASEL.lo }, { ASEL.width }>(),
            bsel: ctl.extract::<{ BSEL.lo }, { BSEL.width }>(),
            dsel: ctl.extract::<{ DSEL.lo }, { DSEL.width }>(),
            sat: ctl.extract::<{ SAT.lo }, { SAT.width }>(),
            secop: ctl.extract::<{ SECOP.lo }, { SECOP.width }>(),
            cmp: ctl.extract::<{ CMP.lo }, { CMP.width }>(),
            wrap: ctl.extract::<{ WRAP.lo }, { WRAP.width }>(),
        }
    }
}

/// A scalar instruction by the manual, or in profile hardware.
#[inline(always)]
pub(super) fn scalar<V: Domain>(
    profile: Profile,
    ctl: Bv<WIDTH, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    let f = Fields::of(ctl);
    let (ta, tb) = select(f, a, b, trace);

    let primary = primary::<34, V>(f, ta, tb);
    trace.step(Stage::Primary, "tmp", true, primary);
    let tmp = opt_saturate(primary, f.sat, f.dtype, f.dsel);
    trace.step(Stage::Saturate, "tmp", true, tmp);

    // SEMANTICS H2: the hardware's .min and .max see 32 bits, read again with the sign of dtype.
    let operand = if profile == Profile::Hardware { tmp.low::<32>().extend(f.dtype) } else { tmp };
    let second = opt_secondary_op(f.secop, operand, c.extend(f.dtype)).low::<32>();
    trace.step(Stage::Secondary, "d", false, second);
    let d = opt_merge(f.dsel, second, c);
    trace.step(Stage::Merge, "d", false, d);
    Video { d, saturated: !primary.eq(tmp) }
}

/// The selected parts of `a` and `b`, extended by their types.
#[inline(always)]
pub(super) fn select<V: Domain>(
    f: Fields<V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> (Bv<33, V>, Bv<33, V>) {
    let ta = part_select_sign_extend(a, f.atype, f.asel);
    let tb = part_select_sign_extend(b, f.btype, f.bsel);
    trace.step(Stage::Select, "ta", true, ta);
    trace.step(Stage::Select, "tb", true, tb);
    (ta, tb)
}

/// The primary operation in `W` bits: exact, except for a left shift, which loses the bits above.
///
/// The manual's intermediate result is an `.s34` (SEMANTICS D2); the emulation's registers have 64
/// bits (E5).
#[inline(always)]
pub(super) fn primary<const W: u32, V: Domain>(f: Fields<V>, ta: Bv<33, V>, tb: Bv<33, V>) -> Bv<W, V> {
    let (wide_a, wide_b) = (ta.sext::<W>(), tb.sext::<W>());
    let difference = wide_a - wide_b;
    by_code!(f.op of OP {
        "vadd" => wide_a + wide_b,
        "vsub" => difference,
        "vabsdiff" => difference.sign().mux(Bv::constant(0) - difference, difference),
        "vmin" => wide_a.smin(wide_b),
        "vmax" => wide_a.smax(wide_b),
        "vset" => compare(ta, tb, f.cmp).zext(),
        else "vshl", "vshr" => shift(ta, shift_amount(tb.low::<32>(), f.wrap), f.op.is(VSHR)),
    })
}

/// `vshl` or `vshr` of an extended operand, in `W` bits. A left shift loses the bits above.
#[inline(always)]
pub(super) fn shift<const W: u32, V: Domain>(ta: Bv<33, V>, amount: Bv<6, V>, right: Bit<V>) -> Bv<W, V> {
    let wide = ta.sext::<W>();
    right.mux(wide.ashr(amount), wide << amount)
}

/// The amount of a shift, 0 to 32: `.clamp` limits it to 32, `.wrap` keeps five bits.
#[inline(always)]
pub(super) fn shift_amount<V: Domain>(tb: Bv<32, V>, wrap: Bit<V>) -> Bv<6, V> {
    let most = Bv::constant(32);
    let clamped = most.ult(tb).mux(most, tb).low::<6>();
    wrap.mux(tb.low::<5>().zext(), clamped)
}
