//! Section 9.7.2: `add.cc addc sub.cc subc mad.cc madc`, and `mul.lo/.hi`.

use super::{Profile, Stage, Trace};
use crate::bv::{Bit, Bv, Domain};
use crate::control::carry::{HI, OP, READ_FLAG, SIGNED, WIDE, WIDTH, WRITE_FLAG};

const SUB: u64 = OP.code("sub");
const MAD: u64 = OP.code("mad");
const MUL: u64 = OP.code("mul");

/// The result of a carry instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried<V> {
    /// Register `d`; the high half is 0 for 32-bit instructions.
    pub d: Bv<64, V>,
    /// CC.CF after the instruction.
    pub cf: Bit<V>,
}

/// A carry instruction: `ctl` is its control word without the unit's code, `a b c` are the
/// registers, of which a 32-bit instruction reads the low half; `cf` is CC.CF in the profile's
/// polarity.
///
/// In profile manual the flag after a subtraction is a borrow (SEMANTICS D9), in the others a carry
/// (H1).
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
    let (is_sub, is_mad, is_mul) = (op.is(SUB), op.is(MAD), op.is(MUL));

    let half = product_half(a, b, wide, signed, hi);
    trace.step(Stage::Multiply, "t", false, cut(half, wide));

    let augend = (is_mad | is_mul).mux(half, a);
    let addend = by_code!(op of OP {
        "mad" => c,
        "mul" => Bv::constant(0),
        else "add", "sub" => b,
    });
    let (sum, left) = sum(profile, augend, addend, wide, is_sub, reads, cf);
    trace.step(Stage::Add, "sum", false, sum);
    Carried { d: cut(sum.low(), wide), cf: writes.mux(left, cf) }
}

/// `a + b`, or where `subtract` `a` and the complement of `b`, with the carry in; and the flag that
/// it leaves.
#[inline(always)]
pub(super) fn sum<V: Domain>(
    profile: Profile,
    a: Bv<64, V>,
    b: Bv<64, V>,
    wide: Bit<V>,
    subtract: Bit<V>,
    reads: Bit<V>,
    cf: Bit<V>,
) -> (Bv<65, V>, Bit<V>) {
    let borrows = if profile == Profile::Manual { subtract } else { Bv::constant(0) };
    // Without a flag to read, the carry into a subtraction is the 1 that completes its complement.
    let carry_in = reads.mux(cf ^ borrows, subtract);
    let addend = subtract.mux(!b, b);
    let sum = cut(a, wide).zext::<65>() + cut(addend, wide).zext::<65>() + carry_in.zext();
    (sum, wide.mux(sum.extract::<64, 1>(), sum.extract::<32, 1>()) ^ borrows)
}

/// `x`, cut to 32 bits unless `wide`.
#[inline(always)]
pub(super) fn cut<V: Domain>(x: Bv<64, V>, wide: Bit<V>) -> Bv<64, V> {
    wide.mux(x, x.low::<32>().zext())
}

/// The low or high half of a * b: bits 31..0 or 63..32 for 32-bit operands, 63..0 or 127..64 for
/// 64-bit ones.
#[inline(always)]
fn product_half<V: Domain>(a: Bv<64, V>, b: Bv<64, V>, wide: Bit<V>, signed: Bit<V>, hi: Bit<V>) -> Bv<64, V> {
    let operand = |x: Bv<64, V>| wide.mux(x.extend::<128>(signed), x.low::<32>().extend(signed));
    let product = operand(a) * operand(b);
    let (narrow_hi, wide_hi) = (product.extract::<32, 32>().zext(), product.extract::<64, 64>());
    hi.mux(wide.mux(wide_hi, narrow_hi), product.low::<64>())
}
