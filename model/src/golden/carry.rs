//! Section 9.7.2: `add.cc addc sub.cc subc mad.cc madc`, and `mul.lo/.hi`.

use super::{Profile, Stage, Trace};
use crate::bv::{Bit, Bv, Domain};
use crate::control::carry::{HI, OP, READ_FLAG, SIGNED, WIDE, WIDTH, WRITE_FLAG};

/// The result of a carry instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried<V> {
    /// Register `d`; the high half is 0 for 32-bit instructions.
    pub d: Bv<64, V>,
    /// CC.CF after the instruction.
    pub cf: Bit<V>,
}

/// A carry instruction: `ctl` is its control word without the unit's code, `a b c` are the registers, of which a
/// 32-bit instruction reads the low half; `cf` is CC.CF in the profile's polarity.
///
/// In profile manual the flag after a subtraction is a borrow (SEMANTICS D9), in the others a carry (H1).
#[inline(always)]
pub fn carry<V: Domain>(
    profile: Profile,
    ctl: Bv<WIDTH, V>,
    a: Bv<64, V>,
    b: Bv<64, V>,
    c: Bv<64, V>,
    cf: Bit<V>,
    trace: &mut impl Trace<V>,
) -> Carried<V> {
    let op: Bv<2, V> = ctl.extract::<{ OP.lo }, { OP.width }>();
    let wide: Bit<V> = ctl.extract::<{ WIDE.lo }, { WIDE.width }>();
    let signed: Bit<V> = ctl.extract::<{ SIGNED.lo }, { SIGNED.width }>();
    let hi: Bit<V> = ctl.extract::<{ HI.lo }, { HI.width }>();
    let reads: Bit<V> = ctl.extract::<{ READ_FLAG.lo }, { READ_FLAG.width }>();
    let writes: Bit<V> = ctl.extract::<{ WRITE_FLAG.lo }, { WRITE_FLAG.width }>();
    let (is_sub, is_mad, is_mul) = (op.is(OP.code("sub")), op.is(OP.code("mad")), op.is(OP.code("mul")));

    let half = product_half(a, b, wide, signed, hi);
    let cut = |x: Bv<64, V>| wide.mux(x, x.low::<32>().zext());
    trace.step(Stage::Multiply, "t", false, cut(half));

    let borrows = if profile == Profile::Manual { is_sub } else { Bv::constant(0) };
    // A subtraction adds the complement; without a flag to read its carry-in is 1.
    let carry_in = reads.mux(cf ^ borrows, is_sub);
    let augend = (is_mad | is_mul).mux(half, a);
    let addend = op.case([(OP.code("add"), b), (OP.code("sub"), !b), (OP.code("mad"), c)], Bv::constant(0));
    let sum = cut(augend).zext::<65>() + cut(addend).zext::<65>() + carry_in.zext();
    trace.step(Stage::Add, "sum", false, sum);

    let carry_out = wide.mux(sum.extract::<64, 1>(), sum.extract::<32, 1>()) ^ borrows;
    Carried { d: cut(sum.low::<64>()), cf: writes.mux(carry_out, cf) }
}

/// The low or high half of a * b: bits 31..0 or 63..32 for 32-bit operands, 63..0 or 127..64 for 64-bit ones.
#[inline(always)]
fn product_half<V: Domain>(a: Bv<64, V>, b: Bv<64, V>, wide: Bit<V>, signed: Bit<V>, hi: Bit<V>) -> Bv<64, V> {
    let operand = |x: Bv<64, V>| wide.mux(x.extend::<128>(signed), x.low::<32>().extend(signed));
    let product = operand(a) * operand(b);
    let (narrow_hi, wide_hi) = (product.extract::<32, 32>().zext(), product.extract::<64, 64>());
    hi.mux(wide.mux(wide_hi, narrow_hi), product.low::<64>())
}
