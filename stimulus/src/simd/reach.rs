//! The reach of `.sat` in a lane: which operations reach which end of the range, and with which
//! operands.
//!
//! As in [`crate::aim`], the arithmetic only aims the stimulus.

use vidalu_model::isa::{Arith, LaneFinish, LaneOp, SimdOp, Type};

use crate::aim::{self, Clamp};

/// Returns the types of the two vectors.
fn source_types(op: SimdOp) -> (Type, Type) {
    match op {
        SimdOp::Arith { atype, btype, .. } | SimdOp::Set { atype, btype, .. } => (atype, btype),
    }
}

/// Returns the range to which `.sat` clamps a lane; `None` without `.sat`.
fn bounds(op: SimdOp, lanes: u32) -> Option<(i64, i64)> {
    match op {
        SimdOp::Arith { dtype, finish: LaneFinish::Merge { sat: true }, .. } => {
            Some(aim::range(32 / lanes, dtype.is_signed()))
        }
        _ => None,
    }
}

/// Returns the result of the primary operation in a lane.
fn primary(op: SimdOp, va: i64, vb: i64) -> i64 {
    let sum = va + vb;
    match op {
        SimdOp::Arith { op: LaneOp::Arith(op), .. } => aim::arith(op, va, vb),
        SimdOp::Arith { op: LaneOp::Avrg, .. } => (sum + i64::from(sum >= 0)) >> 1,
        SimdOp::Set { cmp, .. } => aim::compare(cmp, va, vb).into(),
    }
}

/// Returns the operands of a lane that push the result furthest towards `clamp`; zeros for
/// [`Clamp::Within`]. The result is monotonic in each operand: if these do not reach a side, no
/// operands do.
fn extreme(op: SimdOp, lanes: u32, clamp: Clamp) -> (i64, i64) {
    let (atype, btype) = source_types(op);
    let (low_a, high_a) = aim::range(32 / lanes, atype.is_signed());
    let (low_b, high_b) = aim::range(32 / lanes, btype.is_signed());
    let is = |arith: Arith| matches!(op, SimdOp::Arith { op: LaneOp::Arith(op), .. } if op == arith);
    match clamp {
        Clamp::Within => (0, 0),
        _ if is(Arith::Absdiff) && high_a - low_b > high_b - low_a => (high_a, low_b),
        _ if is(Arith::Absdiff) => (low_a, high_b),
        Clamp::Below if is(Arith::Sub) => (low_a, high_b),
        Clamp::Above if is(Arith::Sub) => (high_a, low_b),
        Clamp::Below => (low_a, low_b),
        Clamp::Above => (high_a, high_b),
    }
}

/// Returns whether any operands give `.sat` the effect `clamp`.
pub(super) fn is_possible(op: SimdOp, lanes: u32, clamp: Clamp) -> bool {
    let Some(bounds) = bounds(op, lanes) else {
        return clamp == Clamp::Within;
    };
    let (va, vb) = extreme(op, lanes, clamp);
    aim::class(primary(op, va, vb), bounds) == clamp
}
