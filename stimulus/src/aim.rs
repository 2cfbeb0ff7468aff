//! The effects of `.sat` at which the stimulus aims: it leaves a result alone, or clamps it to
//! either end.
//!
//! The units compute their operations a second time to aim at these effects. That arithmetic only
//! aims; the expected results come from the golden model. An error in it would leave holes in the
//! coverage table, but never give a wrong verdict.

use std::cmp::Ordering;

use vidalu_model::isa::{Select, SubWord};

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

/// Returns the width of the selected part of a register.
pub(crate) fn width(select: Select) -> u32 {
    select.map_or(32, SubWord::width)
}

/// Returns the smallest and the largest number of `width` bits.
pub(crate) fn range(width: u32, is_signed: bool) -> (i64, i64) {
    if is_signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}
