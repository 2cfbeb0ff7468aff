//! Section 9.7.18.2: `vadd vsub vavrg vabsdiff vmin vmax vset`, on two half-words or four bytes,
//! and section 9.7.6.1: `set` on the same lanes.
//!
//! All profiles agree here.

use super::parts::{clamp, compare, range};
use super::{Stage, Step, Trace, Video};
use crate::bv::{Bit, Bv, Domain};
use crate::control::simd::{ACCUMULATE, ASEL, ATYPE, BSEL, BTYPE, CMP, DTYPE, MASK, OP, QUAD, SAT, WIDTH};

/// A SIMD instruction: `ctl` is its control word without the unit's code, `a b c` are the
/// registers.
///
/// The half-words of a `v*2` are computed in lanes 0 and 2; lanes 1 and 3 then count for nothing.
#[inline(always)]
pub fn simd<V: Domain>(
    ctl: Bv<WIDTH, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    let op = ctl.extract::<{ OP.lo }, { OP.width }>();
    let cmp: Bv<3, V> = ctl.extract::<{ CMP.lo }, { CMP.width }>();
    let quad: Bit<V> = ctl.extract::<{ QUAD.lo }, { QUAD.width }>();
    let [atype, btype, dtype]: [Bit<V>; 3] = [
        ctl.extract::<{ ATYPE.lo }, { ATYPE.width }>(),
        ctl.extract::<{ BTYPE.lo }, { BTYPE.width }>(),
        ctl.extract::<{ DTYPE.lo }, { DTYPE.width }>(),
    ];
    let sat: Bit<V> = ctl.extract::<{ SAT.lo }, { SAT.width }>();
    let summed: Bit<V> = ctl.extract::<{ ACCUMULATE.lo }, { ACCUMULATE.width }>();

    let sources: Bv<64, V> = b.concat(a);
    let va = extract_and_sign_ext(sources, ctl.extract::<{ ASEL.lo }, { ASEL.width }>(), atype, quad);
    let vb = extract_and_sign_ext(sources, ctl.extract::<{ BSEL.lo }, { BSEL.width }>(), btype, quad);
    record(trace, Stage::Select, ["Va0", "Va1", "Va2", "Va3"], va);
    record(trace, Stage::Select, ["Vb0", "Vb1", "Vb2", "Vb3"], vb);

    let exact = [
        primary(op, cmp, va[0], vb[0]),
        primary(op, cmp, va[1], vb[1]),
        primary(op, cmp, va[2], vb[2]),
        primary(op, cmp, va[3], vb[3]),
    ];
    record(trace, Stage::Primary, ["t0", "t1", "t2", "t3"], exact);
    let range = lane_range(dtype, quad);
    let t = [
        saturate(exact[0], sat, range),
        saturate(exact[1], sat, range),
        saturate(exact[2], sat, range),
        saturate(exact[3], sat, range),
    ];
    record(trace, Stage::Saturate, ["t0", "t1", "t2", "t3"], t);

    let mask = extract_mask_bits(ctl.extract::<{ MASK.lo }, { MASK.width }>());
    let counted = counted(mask, quad);
    let merged = merge(t, mask, quad, c);
    trace.step(Stage::Merge, "d", false, merged);
    let sum = accumulate(t, mask, quad, c);
    trace.step(Stage::Accumulate, "d", false, sum);
    let mut saturated = Bit::constant(0);
    for lane in 0..4 {
        saturated = saturated | (counted[lane] & !exact[lane].eq(t[lane]));
    }
    Video { d: summed.mux(sum, merged), saturated }
}

/// Renames the lanes of a `v*2`: its half-words are in the lanes 0 and 2 of the datapath, which the
/// manual calls 0 and 1.
pub(super) fn name_two_lanes(steps: &mut Vec<Step>) {
    steps.retain(|step| !matches!(step.name, "Va1" | "Va3" | "Vb1" | "Vb3" | "t1" | "t3"));
    for step in steps {
        step.name = match step.name {
            "Va2" => "Va1",
            "Vb2" => "Vb1",
            "t2" => "t1",
            name => name,
        };
    }
}

#[inline(always)]
fn record<const W: u32, V: Domain>(
    trace: &mut impl Trace<V>,
    stage: Stage,
    names: [&'static str; 4],
    values: [Bv<W, V>; 4],
) {
    for (name, value) in names.into_iter().zip(values) {
        trace.step(stage, name, true, value);
    }
}

/// `extractMaskBits`: one bit a byte.
#[inline(always)]
pub(super) fn extract_mask_bits<V: Domain>(mask: Bv<4, V>) -> [Bit<V>; 4] {
    [mask.extract::<0, 1>(), mask.extract::<1, 1>(), mask.extract::<2, 1>(), mask.extract::<3, 1>()]
}

/// `extractAndSignExt_2` and `_4`: signed 17-bit lanes from the bytes of `{b, a}` that `sel` names.
#[inline(always)]
pub(super) fn extract_and_sign_ext<V: Domain>(
    sources: Bv<64, V>,
    sel: Bv<12, V>,
    signed: Bit<V>,
    quad: Bit<V>,
) -> [Bv<17, V>; 4] {
    let bytes = [
        byte(sources, sel.extract::<0, 3>()),
        byte(sources, sel.extract::<3, 3>()),
        byte(sources, sel.extract::<6, 3>()),
        byte(sources, sel.extract::<9, 3>()),
    ];
    let (half_0, half_1): (Bv<16, V>, Bv<16, V>) = (bytes[1].concat(bytes[0]), bytes[3].concat(bytes[2]));
    [
        quad.mux(bytes[0].extend(signed), half_0.extend(signed)),
        bytes[1].extend(signed),
        quad.mux(bytes[2].extend(signed), half_1.extend(signed)),
        bytes[3].extend(signed),
    ]
}

/// Byte `index` of `{b, a}`.
#[inline(always)]
fn byte<V: Domain>(sources: Bv<64, V>, index: Bv<3, V>) -> Bv<8, V> {
    let shift: Bv<6, V> = index.concat(Bv::<3, V>::constant(0));
    sources.lshr(shift).low()
}

/// The primary operation of one lane: exact in 18 bits.
#[inline(always)]
fn primary<V: Domain>(op: Bv<{ OP.width }, V>, cmp: Bv<3, V>, va: Bv<17, V>, vb: Bv<17, V>) -> Bv<18, V> {
    let (a, b) = (va.sext::<18>(), vb.sext::<18>());
    let (sum, difference) = (a + b, a - b);
    let holds = compare(va, vb, cmp);
    by_code!(op of OP {
        "vadd" => sum,
        "vsub" => difference,
        "vavrg" => average(sum),
        "vabsdiff" => difference.sign().mux(Bv::constant(0) - difference, difference),
        "vmin" => a.smin(b),
        "vmax" => a.smax(b),
        "vset" => holds.zext(),
        else "set" => holds.sext(),
    })
}

/// Half of `sum`, a half rounded away from zero (SEMANTICS D7).
#[inline(always)]
fn average<V: Domain>(sum: Bv<18, V>) -> Bv<18, V> {
    (sum + (!sum.sign()).zext()).ashr(Bit::constant(1))
}

/// The smallest and largest number of a lane.
#[inline(always)]
pub(super) fn lane_range<V: Domain>(signed: Bit<V>, quad: Bit<V>) -> (Bv<18, V>, Bv<18, V>) {
    range(signed, quad.mux(Bv::constant(0xff), Bv::constant(0xffff)))
}

/// `.sat`: clamps a lane to the range of its width and of dtype.
#[inline(always)]
pub(super) fn saturate<V: Domain>(t: Bv<18, V>, sat: Bit<V>, (low, high): (Bv<18, V>, Bv<18, V>)) -> Bv<18, V> {
    sat.mux(clamp(t, low, high), t)
}

/// Replaces the lanes of `c` that the mask names.
#[inline(always)]
pub(super) fn merge<V: Domain>(t: [Bv<18, V>; 4], mask: [Bit<V>; 4], quad: Bit<V>, c: Bv<32, V>) -> Bv<32, V> {
    let of_t = [
        t[0].low::<8>(),
        quad.mux(t[1].low::<8>(), t[0].extract::<8, 8>()),
        t[2].low::<8>(),
        quad.mux(t[3].low::<8>(), t[2].extract::<8, 8>()),
    ];
    let d = [
        mask[0].mux(of_t[0], c.extract::<0, 8>()),
        mask[1].mux(of_t[1], c.extract::<8, 8>()),
        mask[2].mux(of_t[2], c.extract::<16, 8>()),
        mask[3].mux(of_t[3], c.extract::<24, 8>()),
    ];
    let (high, low): (Bv<16, V>, Bv<16, V>) = (d[3].concat(d[2]), d[1].concat(d[0]));
    high.concat(low)
}

/// The lanes of the mask: the lanes 1 and 3 exist in `v*4` only.
#[inline(always)]
fn counted<V: Domain>(mask: [Bit<V>; 4], quad: Bit<V>) -> [Bit<V>; 4] {
    [mask[0], mask[1] & quad, mask[2], mask[3] & quad]
}

/// `.add`: the whole signed lanes of the mask, summed onto `c` (SEMANTICS D7).
#[inline(always)]
pub(super) fn accumulate<V: Domain>(t: [Bv<18, V>; 4], mask: [Bit<V>; 4], quad: Bit<V>, c: Bv<32, V>) -> Bv<32, V> {
    let counted = counted(mask, quad);
    let mut sum = c;
    for lane in 0..4 {
        sum = sum + counted[lane].mux(t[lane].sext(), Bv::constant(0));
    }
    sum
}
