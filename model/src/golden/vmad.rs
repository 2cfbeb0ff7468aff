//! Section 9.7.18.1.3: `vmad`.

use super::parts::{clamp, part_select_sign_extend, word_range};
use super::{Stage, Trace, Video};
use crate::bv::{Bit, Bv, Domain};
use crate::control::vmad::{ASEL, ATYPE, BSEL, BTYPE, MODE, SAT, SCALE, WIDTH};

// Constants, because a search by name in the middle of a loop keeps it from being vectorised.
const PLAIN: u64 = MODE.code("plain");
const NEGATE_PRODUCT: u64 = MODE.code("negate_product");
const NEGATE_C: u64 = MODE.code("negate_c");

/// The fields of a `vmad` control word; dtype has no effect (SEMANTICS D5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<V> {
    atype: Bit<V>,
    btype: Bit<V>,
    asel: Bv<3, V>,
    bsel: Bv<3, V>,
    mode: Bv<2, V>,
    pub(super) scale: Bv<2, V>,
    pub(super) sat: Bit<V>,
}

impl<V: Domain> Fields<V> {
    #[inline(always)]
    pub(super) fn of(ctl: Bv<WIDTH, V>) -> Self {
        Self {
            atype: ctl.extract::<{ ATYPE.lo }, { ATYPE.width }>(),
            btype: ctl.extract::<{ BTYPE.lo }, { BTYPE.width }>(),
            asel: ctl.extract::<{ ASEL.lo }, { ASEL.width }>(),
            bsel: ctl.extract::<{ BSEL.lo }, { BSEL.width }>(),
            mode: ctl.extract::<{ MODE.lo }, { MODE.width }>(),
            scale: ctl.extract::<{ SCALE.lo }, { SCALE.width }>(),
            sat: ctl.extract::<{ SAT.lo }, { SAT.width }>(),
        }
    }

    #[inline(always)]
    pub(super) fn negates_product(&self) -> Bit<V> {
        self.mode.is(NEGATE_PRODUCT)
    }

    #[inline(always)]
    pub(super) fn negates_c(&self) -> Bit<V> {
        self.mode.is(NEGATE_C)
    }

    /// The one that completes a negation, or the one of `.po`.
    #[inline(always)]
    pub(super) fn lsb(&self) -> Bit<V> {
        !self.mode.is(PLAIN)
    }

    /// `signedFinal`: whether the final result is signed.
    #[inline(always)]
    pub(super) fn signed_final(&self) -> Bit<V> {
        self.atype | self.btype | self.negates_product() | self.negates_c()
    }
}

/// A `vmad` instruction by the manual.
#[inline(always)]
pub(super) fn vmad<V: Domain>(
    ctl: Bv<WIDTH, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    let f = Fields::of(ctl);
    let (ta, tb) = select(f, a, b, trace);

    // 66 signed bits hold every product and every sum (SEMANTICS D5).
    let product = ta.product::<66>(tb);
    trace.step(Stage::Multiply, "product", true, product);
    let factor = f.negates_product().mux(!product, product);
    // The complement is of 32 bits, also where c is unsigned (SEMANTICS D5).
    let addend = f.negates_c().mux(!c, c).extend::<66>(f.signed_final());
    let sum = factor + addend + f.lsb().zext();
    trace.step(Stage::Add, "sum", true, sum);

    // An unsigned sum is not negative, so that one right shift serves both.
    let shifted = scale(f.scale, |amount| sum.ashr(amount), sum);
    trace.step(Stage::Scale, "result", true, shifted);
    let (low, high) = word_range(f.signed_final());
    let result = f.sat.mux(clamp(shifted, low, high), shifted);
    trace.step(Stage::Saturate, "result", true, result);
    Video { d: result.low(), saturated: !shifted.eq(result) }
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

/// `.shr7` and `.shr15`: the sum shifted by `shift`, or as it is.
#[inline(always)]
pub(super) fn scale<const W: u32, V: Domain>(
    scale: Bv<2, V>,
    shift: impl Fn(Bv<4, V>) -> Bv<W, V>,
    sum: Bv<W, V>,
) -> Bv<W, V> {
    by_code!(scale of SCALE {
        "shr7" => shift(Bv::constant(7)),
        "shr15" => shift(Bv::constant(15)),
        else "none" => sum,
    })
}
