//! A record of the stages of one instruction.

use crate::bv::{Bv, Domain};
use crate::isa::{CarryOp, Finish, Instruction, LaneFinish, ScalarOp, Scale, SimdOp};

/// The stages of the datapath, named as everywhere: in RTL, reports, waves and documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Extraction and extension of the operands.
    Select,
    /// The primary operation of a scalar or SIMD instruction.
    Primary,
    /// The product of `vmad` or `mad`.
    Multiply,
    /// The sum of `vmad` or of a carry instruction.
    Add,
    /// The right shift of `vmad`.
    Scale,
    /// Clamping to the range of the result's type.
    Saturate,
    /// The secondary operation with `c`.
    Secondary,
    /// The merge of bytes or half-words into `c`.
    Merge,
    /// The sum of lanes onto `c`.
    Accumulate,
}

impl Stage {
    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "select",
            Self::Primary => "primary",
            Self::Multiply => "multiply",
            Self::Add => "add",
            Self::Scale => "scale",
            Self::Saturate => "saturate",
            Self::Secondary => "secondary",
            Self::Merge => "merge",
            Self::Accumulate => "accumulate",
        }
    }

    /// Returns whether the result of `instruction` passes through the stage. The other stages
    /// compute too, as in hardware, but their results are not used.
    pub fn serves(self, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::Scalar(scalar) => match self {
                Self::Saturate => match scalar.op {
                    ScalarOp::Arith { sat, .. } | ScalarOp::Shift { sat, .. } => sat,
                    ScalarOp::Set { .. } => false,
                },
                Self::Secondary => matches!(scalar.finish, Finish::Secondary(_)),
                Self::Merge => matches!(scalar.finish, Finish::Merge(_)),
                _ => true,
            },
            Instruction::Vmad(vmad) => match self {
                Self::Scale => vmad.scale != Scale::None,
                Self::Saturate => vmad.sat,
                _ => true,
            },
            Instruction::Simd(simd) => {
                let (sat, accumulate) = match simd.op() {
                    Some(SimdOp::Arith { finish, .. }) => {
                        (finish == LaneFinish::Merge { sat: true }, finish == LaneFinish::Accumulate)
                    }
                    Some(SimdOp::Set { accumulate, .. }) => (false, accumulate),
                    None => (false, false),
                };
                match self {
                    Self::Saturate => sat,
                    Self::Merge => !accumulate,
                    Self::Accumulate => accumulate,
                    _ => true,
                }
            }
            Instruction::Carry(carry) => match self {
                Self::Multiply => matches!(carry.op, CarryOp::Mad(..) | CarryOp::Mul(_)),
                Self::Add => !matches!(carry.op, CarryOp::Mul(_)),
                _ => true,
            },
        }
    }
}

/// A named value of one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// The value's name in the manual's pseudocode, or the nearest to it.
    pub name: &'static str,
    /// Width in bits.
    pub width: u32,
    /// Whether the value is read as two's complement.
    pub signed: bool,
    /// The value, reduced to `width` bits.
    pub value: u128,
}

impl Step {
    /// The value as a number; negative if it is signed and its top bit is set.
    pub fn number(&self) -> i128 {
        let unused = 128 - self.width;
        if self.signed { ((self.value << unused) as i128) >> unused } else { self.value as i128 }
    }
}

/// Receives the values of the stages while a golden function runs.
pub trait Trace<V: Domain> {
    /// One value. `signed` says how a reader should print it.
    fn step<const W: u32>(&mut self, stage: Stage, name: &'static str, signed: bool, value: Bv<W, V>);
}

/// No record: the calls vanish.
impl<V: Domain> Trace<V> for () {
    #[inline(always)]
    fn step<const W: u32>(&mut self, _: Stage, _: &'static str, _: bool, _: Bv<W, V>) {}
}

impl Trace<u128> for Vec<Step> {
    fn step<const W: u32>(&mut self, stage: Stage, name: &'static str, signed: bool, value: Bv<W, u128>) {
        self.push(Step { stage, name, width: W, signed, value: value.value() });
    }
}
