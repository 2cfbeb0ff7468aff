//! The packed and saturating integer instructions of newer PTX. All profiles agree here.
//!
//! A unit computes them by [`Packed::instruction`]. This function does not: it says what each lane
//! is, and the tests show that both are equal.

use crate::bv::{Bit, Bv, Domain};
use crate::isa::{Clamp, Compare, Packed, PackedOp};

/// The result of a packed instruction on the registers `a` and `b`; `neg` does not read `b`.
pub fn packed<V: Domain>(form: Packed, a: Bv<32, V>, b: Bv<32, V>) -> Bv<32, V> {
    match form.ty().lanes() {
        4 => {
            let d3: Bv<8, V> = lane(form, a.extract::<24, 8>(), b.extract::<24, 8>());
            let d2: Bv<8, V> = lane(form, a.extract::<16, 8>(), b.extract::<16, 8>());
            let d1: Bv<8, V> = lane(form, a.extract::<8, 8>(), b.extract::<8, 8>());
            let d0: Bv<8, V> = lane(form, a.extract::<0, 8>(), b.extract::<0, 8>());
            let (high, low): (Bv<16, V>, Bv<16, V>) = (d3.concat(d2), d1.concat(d0));
            high.concat(low)
        }
        2 => {
            let d1: Bv<16, V> = lane(form, a.extract::<16, 16>(), b.extract::<16, 16>());
            d1.concat::<16, 32>(lane(form, a.low(), b.low()))
        }
        _ => lane(form, a, b),
    }
}

/// One lane: the exact result, limited, and cut to the lane's width.
fn lane<const W: u32, V: Domain>(form: Packed, a: Bv<W, V>, b: Bv<W, V>) -> Bv<W, V> {
    let signed = form.ty().is_signed();
    let extend = |x: Bv<W, V>| x.extend::<34>(Bit::constant(signed.into()));
    let (a, b) = (extend(a), extend(b));
    let exact = match form.op() {
        PackedOp::Add => a + b,
        PackedOp::Sub => a - b,
        PackedOp::Min => a.smin(b),
        PackedOp::Max => a.smax(b),
        PackedOp::Neg => Bv::constant(0) - a,
        PackedOp::Set(cmp) => holds(cmp, a, b).mux(Bv::constant(u128::MAX >> (128 - 34)), Bv::constant(0)),
    };
    let numbers = 1u128 << W;
    let limited = match form.modifier() {
        None => exact,
        Some(Clamp::Relu) => exact.smax(Bv::constant(0)),
        Some(Clamp::Sat) if signed => {
            exact.smax(Bv::constant(0) - Bv::constant(numbers / 2)).smin(Bv::constant(numbers / 2 - 1))
        }
        Some(Clamp::Sat) => exact.smax(Bv::constant(0)).smin(Bv::constant(numbers - 1)),
    };
    limited.low()
}

/// Returns whether a comparison holds.
fn holds<V: Domain>(cmp: Compare, a: Bv<34, V>, b: Bv<34, V>) -> Bit<V> {
    match cmp {
        Compare::Eq => a.eq(b),
        Compare::Ne => !a.eq(b),
        Compare::Lt => (a - b).sign(),
        Compare::Le => !(b - a).sign(),
        Compare::Gt => (b - a).sign(),
        Compare::Ge => !(a - b).sign(),
    }
}
