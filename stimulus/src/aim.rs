//! Aiming at the effects of `.sat`: operands for which it leaves a result alone, or clamps it to
//! either end.
//!
//! The arithmetic here only aims the stimulus; the expected results come from the golden model. An
//! error here would leave holes in the coverage table, but never give a wrong verdict.

use std::cmp::Ordering;

use vidalu_model::isa::{Arith, Compare, Direction, Finish, ScalarOp, Select, ShiftMode, SubWord, Type};

use crate::corner::signed;

/// The effect of saturation on a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Clamp {
    /// The result lies in the range of its type.
    Within,
    /// The result lies below the range and becomes the smallest number.
    Below,
    /// The result lies above the range and becomes the largest number.
    Above,
}

impl Clamp {
    /// All effects.
    pub const ALL: [Self; 3] = [Self::Within, Self::Below, Self::Above];

    /// Returns the effect of a saturation that turned `exact` into `clamped`.
    pub fn of(exact: i64, clamped: i64) -> Self {
        match exact.cmp(&clamped) {
            Ordering::Less => Self::Below,
            Ordering::Equal => Self::Within,
            Ordering::Greater => Self::Above,
        }
    }

    /// Returns the name in coverage tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::Below => "below",
            Self::Above => "above",
        }
    }
}

/// Returns the types of `a` and `b`; the amount of a shift is unsigned.
pub(crate) fn source_types(op: ScalarOp) -> (Type, Type) {
    match op {
        ScalarOp::Arith { atype, btype, .. } | ScalarOp::Set { atype, btype, .. } => (atype, btype),
        ScalarOp::Shift { atype, .. } => (atype, Type::U32),
    }
}

/// Returns the type of a result that has `.sat`.
pub(crate) fn saturated_type(op: ScalarOp) -> Option<Type> {
    match op {
        ScalarOp::Arith { dtype, sat: true, .. } | ScalarOp::Shift { dtype, sat: true, .. } => Some(dtype),
        _ => None,
    }
}

/// Returns the width of the selected part of a register.
pub(crate) fn width(select: Select) -> u32 {
    select.map_or(32, SubWord::width)
}

/// Returns the smallest and the largest number of `width` bits.
pub(crate) fn range(width: u32, is_signed: bool) -> (i64, i64) {
    if is_signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// Returns the range to which `.sat` clamps.
pub(crate) fn bounds(dtype: Type, finish: Finish) -> (i64, i64) {
    let width = match finish {
        Finish::Merge(part) => part.width(),
        Finish::Plain | Finish::Secondary(_) => 32,
    };
    range(width, dtype.is_signed())
}

/// Returns the result of the primary operation.
pub(crate) fn primary(op: ScalarOp, ta: i64, tb: i64) -> i64 {
    match op {
        ScalarOp::Arith { op, .. } => arith(op, ta, tb),
        ScalarOp::Shift { direction, mode, .. } => {
            let amount = match mode {
                ShiftMode::Clamp => tb.min(32),
                ShiftMode::Wrap => tb & 31,
            };
            match direction {
                Direction::Left => signed((ta << amount) as u64, 34),
                Direction::Right => ta >> amount,
            }
        }
        ScalarOp::Set { cmp, .. } => compare(cmp, ta, tb).into(),
    }
}

/// Returns the result of an operation that scalar and SIMD instructions share.
pub(crate) fn arith(op: Arith, ta: i64, tb: i64) -> i64 {
    match op {
        Arith::Add => ta + tb,
        Arith::Sub => ta - tb,
        Arith::Absdiff => (ta - tb).abs(),
        Arith::Min => ta.min(tb),
        Arith::Max => ta.max(tb),
    }
}

/// Returns whether a comparison holds.
pub(crate) fn compare(cmp: Compare, ta: i64, tb: i64) -> bool {
    match cmp {
        Compare::Eq => ta == tb,
        Compare::Ne => ta != tb,
        Compare::Lt => ta < tb,
        Compare::Le => ta <= tb,
        Compare::Gt => ta > tb,
        Compare::Ge => ta >= tb,
    }
}

/// Returns the effect of clamping `value` to `bounds`.
pub(crate) fn class(value: i64, bounds: (i64, i64)) -> Clamp {
    if value < bounds.0 {
        Clamp::Below
    } else if value > bounds.1 {
        Clamp::Above
    } else {
        Clamp::Within
    }
}

/// Returns the extended operands that push the result furthest towards `clamp`; zeros for
/// [`Clamp::Within`].
///
/// The result is monotonic in each operand. If these operands do not reach a side, no operands do.
/// `vshl` is an exception: it wraps and reaches both sides from small numbers.
pub(crate) fn extreme(op: ScalarOp, asel: Select, bsel: Select, clamp: Clamp) -> (i64, i64) {
    let (atype, btype) = source_types(op);
    let (low_a, high_a) = range(width(asel), atype.is_signed());
    let (low_b, high_b) = range(width(bsel), btype.is_signed());
    match (clamp, op) {
        (Clamp::Within, _) => (0, 0),
        (_, ScalarOp::Arith { op: Arith::Absdiff, .. }) => {
            if high_a - low_b > high_b - low_a {
                (high_a, low_b)
            } else {
                (low_a, high_b)
            }
        }
        (Clamp::Below, ScalarOp::Arith { op: Arith::Sub, .. }) => (low_a, high_b),
        (Clamp::Above, ScalarOp::Arith { op: Arith::Sub, .. }) => (high_a, low_b),
        // 2 << 31 is 2^32, above all types; 4 << 31 is 2^33, which wraps to the smallest s34.
        (Clamp::Below, ScalarOp::Shift { direction: Direction::Left, .. }) => (4, 31),
        (Clamp::Above, ScalarOp::Shift { direction: Direction::Left, .. }) => (2, 31),
        (Clamp::Below, ScalarOp::Shift { .. }) => (low_a, 0),
        (Clamp::Above, ScalarOp::Shift { .. }) => (high_a, 0),
        (Clamp::Below, _) => (low_a, low_b),
        (Clamp::Above, _) => (high_a, high_b),
    }
}

/// Returns whether any operands give `.sat` the effect `clamp`.
pub(crate) fn is_possible(op: ScalarOp, asel: Select, bsel: Select, finish: Finish, clamp: Clamp) -> bool {
    let Some(dtype) = saturated_type(op) else {
        return clamp == Clamp::Within;
    };
    let (ta, tb) = extreme(op, asel, bsel, clamp);
    class(primary(op, ta, tb), bounds(dtype, finish)) == clamp
}
