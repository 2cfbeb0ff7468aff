//! The packed and saturating integer instructions of newer PTX: `add sub min max neg set` on the
//! lanes of a register, `.sat` and `.relu`.
//!
//! Each but `set` equals a video instruction, which executes it: hardware has no control words of
//! its own for them. `set` is an instruction of unit `simd` beside `vset2` and `vset4`.

use super::{
    Arith, Compare, Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, LaneSet, Operation, Platform, Scalar,
    ScalarOp, Simd, SimdForm, SimdOp, Target, Type, Version,
};

/// A packed instruction that PTX has, without its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    op: PackedOp,
    ty: PackedType,
    modifier: Option<Clamp>,
}

/// The operation on each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackedOp {
    /// `add`: a + b.
    Add,
    /// `sub`: a - b.
    Sub,
    /// `min`: the smaller.
    Min,
    /// `max`: the larger.
    Max,
    /// `neg`: 0 - a.
    Neg,
    /// `set`: all ones if the comparison holds, else 0.
    Set(Compare),
}

/// The type of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackedType {
    /// `.u8x4`: four unsigned bytes.
    U8x4,
    /// `.s8x4`: four signed bytes.
    S8x4,
    /// `.u16x2`: two unsigned half-words.
    U16x2,
    /// `.s16x2`: two signed half-words.
    S16x2,
    /// `.u32`: the whole register, unsigned.
    U32,
    /// `.s32`: the whole register, signed.
    S32,
}

/// How the result of a lane is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// `.sat`: to the range of the lane's type.
    Sat,
    /// `.relu`: a negative result becomes 0.
    Relu,
}

/// The targets that have a form.
#[derive(Clone, Copy)]
enum Targets {
    All,
    FromSm90,
    Suffixed,
    Sm107,
}

impl Targets {
    fn include(self, target: Target) -> bool {
        let (number, suffix) = target.parts();
        match self {
            Self::All => true,
            Self::FromSm90 => number >= 90,
            Self::Suffixed => matches!(number, 107 | 120 | 121) && !suffix.is_empty(),
            Self::Sm107 => number == 107 && !suffix.is_empty(),
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::All => "any target",
            Self::FromSm90 => "sm_90 or later",
            Self::Suffixed => "sm_107, sm_120 or sm_121 with the suffix a or f",
            Self::Sm107 => "sm_107a or sm_107f",
        }
    }
}

/// Forms that the same version and targets have.
struct Row {
    ops: &'static [PackedOp],
    types: &'static [PackedType],
    modifier: Option<Clamp>,
    since: Version,
    targets: Targets,
}

const FORMS: &[Row] = {
    use Clamp::{Relu, Sat};
    use PackedOp::{Add, Max, Min, Neg, Set, Sub};
    use PackedType::{S8x4, S16x2, S32, U8x4, U16x2, U32};
    use Targets::{All, FromSm90, Sm107, Suffixed};
    const V1_0: Version = Version::new(1, 0);
    const V8_0: Version = Version::new(8, 0);
    const V9_2: Version = Version::new(9, 2);
    const V9_4: Version = Version::new(9, 4);
    const SETS: &[PackedOp] =
        &[Set(Compare::Eq), Set(Compare::Ne), Set(Compare::Lt), Set(Compare::Le), Set(Compare::Gt), Set(Compare::Ge)];
    &[
        Row { ops: &[Add, Sub], types: &[S32], modifier: Some(Sat), since: V1_0, targets: All },
        Row { ops: &[Add, Min, Max], types: &[U16x2, S16x2], modifier: None, since: V8_0, targets: FromSm90 },
        Row { ops: &[Min, Max], types: &[S16x2, S32], modifier: Some(Relu), since: V8_0, targets: FromSm90 },
        Row { ops: &[Add, Sub, Min, Max], types: &[U8x4, S8x4], modifier: None, since: V9_2, targets: Suffixed },
        Row { ops: &[Add, Sub], types: &[U8x4, S8x4], modifier: Some(Sat), since: V9_2, targets: Suffixed },
        Row { ops: &[Add], types: &[U16x2, S16x2, U32], modifier: Some(Sat), since: V9_2, targets: Suffixed },
        Row { ops: &[Min, Max], types: &[S8x4], modifier: Some(Relu), since: V9_2, targets: Suffixed },
        Row { ops: &[Neg], types: &[S8x4], modifier: None, since: V9_2, targets: Suffixed },
        Row { ops: SETS, types: &[U8x4, S8x4, U16x2, S16x2], modifier: None, since: V9_4, targets: Sm107 },
    ]
};

impl Packed {
    /// All 54.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        FORMS.iter().flat_map(|row| {
            let forms = move |&op| row.types.iter().map(move |&ty| Self { op, ty, modifier: row.modifier });
            row.ops.iter().flat_map(forms)
        })
    }

    /// The instruction of these parts; `None` if PTX does not have it.
    pub fn new(op: PackedOp, ty: PackedType, modifier: Option<Clamp>) -> Option<Self> {
        Self::all().find(|form| *form == Self { op, ty, modifier })
    }

    /// The operation.
    pub fn op(self) -> PackedOp {
        self.op
    }

    /// The type of the lanes.
    pub fn ty(self) -> PackedType {
        self.ty
    }

    /// `.sat` or `.relu`, if any.
    pub fn modifier(self) -> Option<Clamp> {
        self.modifier
    }

    /// The instruction that computes it: `set` itself, or the video instruction that computes the
    /// same in profile manual. Its operands are those of [`PackedOp::operands`]; it writes all
    /// lanes, so that `c` does not matter.
    pub fn instruction(self) -> Instruction {
        let ty = if self.ty.is_signed() { Type::S32 } else { Type::U32 };
        let op = match self.op {
            PackedOp::Add => Arith::Add,
            PackedOp::Sub | PackedOp::Neg => Arith::Sub,
            PackedOp::Min => Arith::Min,
            PackedOp::Max => Arith::Max,
            PackedOp::Set(cmp) => {
                let set = LaneSet { cmp, ty };
                return Instruction::Simd(if self.ty.lanes() == 4 { Simd::SetFour(set) } else { Simd::SetTwo(set) });
            }
        };
        // An unsigned result cannot be negative: clamping to its range is `.relu`.
        let dtype = if self.modifier == Some(Clamp::Relu) { Type::U32 } else { ty };
        let sat = self.modifier.is_some();
        let lanes =
            SimdOp::Arith { op: LaneOp::Arith(op), dtype, atype: ty, btype: ty, finish: LaneFinish::Merge { sat } };
        match self.ty.lanes() {
            4 => Instruction::Simd(Simd::Four(in_order(lanes))),
            2 => Instruction::Simd(Simd::Two(in_order(lanes))),
            _ => Instruction::Scalar(Scalar {
                op: ScalarOp::Arith { op, dtype, atype: ty, btype: ty, sat },
                asel: None,
                bsel: None,
                finish: super::Finish::Plain,
            }),
        }
    }

    /// The packed instructions that this instruction computes: none, one or two, because `neg` is a
    /// subtraction whose first operand is 0.
    pub fn equal_to(instruction: &Instruction) -> impl Iterator<Item = Self> {
        Self::all().filter(move |form| form.instruction() == *instruction)
    }

    /// The packed instruction that is the only text of this instruction; `None` for a video or
    /// carry instruction.
    pub(crate) fn naming(instruction: &Instruction) -> Option<Self> {
        instruction.operation().is_packed().then(|| Self::equal_to(instruction).next()).flatten()
    }

    /// The packed instructions whose instruction has this operation. What is true of the operation
    /// for all operands, such as a proof, is true of them.
    pub fn of(operation: Operation) -> impl Iterator<Item = Self> {
        Self::all().filter(move |form| form.instruction().operation() == operation)
    }

    /// Checks that the instruction exists in the platform's version of PTX, and on its target.
    ///
    /// # Errors
    /// If not.
    pub fn check(self, platform: Platform) -> Result<(), Unsupported> {
        let Row { since, targets, .. } = self.row();
        if let (Some(version), Some(target)) = (platform.version, platform.target)
            && version < target.since()
        {
            return Err(Unsupported::Unborn { target, version });
        }
        match (platform.version, platform.target) {
            (Some(version), _) if version < *since => Err(Unsupported::Version { form: self, needed: *since, version }),
            (_, Some(target)) if !targets.include(target) => {
                Err(Unsupported::Target { form: self, needed: targets.describe(), target })
            }
            _ => Ok(()),
        }
    }

    fn row(self) -> &'static Row {
        let has =
            |row: &&Row| row.modifier == self.modifier && row.ops.contains(&self.op) && row.types.contains(&self.ty);
        FORMS.iter().find(has).expect("each form comes from a row")
    }
}

fn in_order<const L: usize>(op: SimdOp) -> SimdForm<L> {
    SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask: LaneMask::FULL }
}

impl PackedOp {
    /// The PTX opcodes.
    pub const NAMES: [&str; 6] = ["add", "sub", "min", "max", "neg", "set"];

    /// The PTX opcode.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Min => "min",
            Self::Max => "max",
            Self::Neg => "neg",
            Self::Set(_) => "set",
        }
    }

    /// The number of source operands: 1 or 2.
    pub fn sources(self) -> usize {
        if self == Self::Neg { 1 } else { 2 }
    }

    /// The operands a and b of the instruction, from the sources as written: `neg` subtracts
    /// its source from zero.
    pub fn operands<T>(self, zero: T, mut sources: impl Iterator<Item = T>) -> Option<[T; 2]> {
        match self {
            Self::Neg => Some([zero, sources.next()?]),
            _ => Some([sources.next()?, sources.next()?]),
        }
    }
}

impl PackedType {
    /// All six.
    pub const ALL: [Self; 6] = [Self::U8x4, Self::S8x4, Self::U16x2, Self::S16x2, Self::U32, Self::S32];

    /// The PTX spelling without its dot.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8x4 => "u8x4",
            Self::S8x4 => "s8x4",
            Self::U16x2 => "u16x2",
            Self::S16x2 => "s16x2",
            Self::U32 => "u32",
            Self::S32 => "s32",
        }
    }

    /// The number of lanes: 4, 2 or 1.
    pub fn lanes(self) -> u32 {
        match self {
            Self::U8x4 | Self::S8x4 => 4,
            Self::U16x2 | Self::S16x2 => 2,
            Self::U32 | Self::S32 => 1,
        }
    }

    /// Returns whether the lanes are signed.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::S8x4 | Self::S16x2 | Self::S32)
    }
}

impl Clamp {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Sat, Self::Relu];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Relu => "relu",
        }
    }
}

/// Why a packed instruction cannot be assembled for a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// The version of PTX is older than the target.
    #[error("PTX {version} does not have target {target}; PTX {} brought it", target.since())]
    Unborn {
        /// The target.
        target: Target,
        /// The version.
        version: Version,
    },
    /// The version of PTX is older than the instruction.
    #[error("{form} needs PTX {needed} or later, but the version is {version}")]
    Version {
        /// The instruction.
        form: Packed,
        /// The first version that has it.
        needed: Version,
        /// The version.
        version: Version,
    },
    /// The target does not have the instruction.
    #[error("{form} needs {needed}, but the target is {target}")]
    Target {
        /// The instruction.
        form: Packed,
        /// The targets that have it.
        needed: &'static str,
        /// The target.
        target: Target,
    },
}
