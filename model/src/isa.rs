//! The instructions as types: one file a section of the manual.
//!
//! A value of [`Instruction`] is an operation without its registers: exactly what the control word
//! carries. An operation that the ISA does not have cannot be written down. The registers and
//! constants of a PTX line are in [`crate::ptx::Statement`].

mod carry;
mod host;
pub(crate) mod operation;
mod packed;
mod platform;
mod scalar;
mod simd;
mod vmad;

pub use carry::{Carry, CarryOp, Flag, Half, IntType};
pub use host::{Combine, DataType, Host, HostOp, Logic, Product};
pub use operation::{Operation, UnknownOperation};
pub use packed::{Clamp, Packed, PackedOp, PackedType, Unsupported};
pub use platform::{Platform, Target, UnknownTarget, UnknownVersion, Version};
pub use scalar::{Arith, Compare, Direction, Finish, Scalar, ScalarOp, Secondary, ShiftMode};
pub use simd::{LaneFinish, LaneMask, LaneOp, LaneSelect, LaneSet, Simd, SimdForm, SimdOp};
pub use vmad::{Scale, Vmad, VmadMode};

/// One instruction of the video ALU or of the carry-flag unit, without its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `vadd vsub vabsdiff vmin vmax vshl vshr vset` (sections 9.7.18.1.1, .2 and .4).
    Scalar(Scalar),
    /// `vmad` (section 9.7.18.1.3).
    Vmad(Vmad),
    /// `v*2` and `v*4` (section 9.7.18.2), and `set` on lanes (section 9.7.6.1).
    Simd(Simd),
    /// `add.cc addc sub.cc subc mad.cc madc` (section 9.7.2) and `mul.lo/.hi`.
    Carry(Carry),
}

impl Instruction {
    /// The forms of all instructions: every operation with all its types, modifiers, selectors and
    /// last stages.
    ///
    /// A SIMD instruction comes with every mask, and with its lanes in order, because the selectors
    /// of four lanes have 16,777,216 combinations; [`LaneSelect::all`] has the selectors. 79,584
    /// forms in all: 66,640 scalar, 9,408 `vmad`, 3,456 SIMD and 24 `set`, 56 carry.
    pub fn forms() -> impl Iterator<Item = Self> {
        let scalar = Scalar::all().map(Self::Scalar);
        let vmad = Vmad::all().map(Self::Vmad);
        let two = SimdForm::in_order().map(Simd::Two);
        let four = SimdForm::in_order().map(Simd::Four);
        let simd = two.chain(four).chain(Simd::sets());
        scalar.chain(vmad).chain(simd.map(Self::Simd)).chain(Carry::all().map(Self::Carry))
    }

    /// The unit that executes the instruction.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Scalar(_) => Unit::Scalar,
            Self::Vmad(_) => Unit::Vmad,
            Self::Simd(_) => Unit::Simd,
            Self::Carry(_) => Unit::Carry,
        }
    }

    /// The operation, without types and modifiers.
    pub fn operation(&self) -> Operation {
        match self {
            Self::Scalar(scalar) => scalar.op.operation(),
            Self::Vmad(_) => Operation::Vmad,
            Self::Simd(simd) => simd.operation(),
            Self::Carry(carry) => carry.op.operation(),
        }
    }

    /// Width of the registers it reads and writes, in bits: 32 or 64.
    pub fn width(&self) -> u32 {
        match self {
            Self::Carry(carry) => carry.ty.width(),
            _ => 32,
        }
    }

    /// Returns whether the result depends on the third source operand `c`.
    pub fn reads_c(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.finish != Finish::Plain,
            Self::Vmad(_) => true,
            Self::Simd(simd) => matches!(simd, Simd::Two(_) | Simd::Four(_)),
            Self::Carry(carry) => matches!(carry.op, CarryOp::Mad(..)),
        }
    }

    /// Returns whether the instruction reads CC.CF.
    pub fn reads_flag(&self) -> bool {
        matches!(self, Self::Carry(carry) if carry.op.flag().is_some_and(Flag::is_read))
    }

    /// Returns whether it writes CC.CF.
    pub fn writes_flag(&self) -> bool {
        matches!(self, Self::Carry(carry) if carry.op.flag().is_some_and(Flag::is_written))
    }
}

/// The four units, each a datapath of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Scalar video instructions without `vmad`.
    Scalar,
    /// `vmad`.
    Vmad,
    /// SIMD video instructions.
    Simd,
    /// Extended-precision instructions and CC.CF.
    Carry,
}

impl Unit {
    /// All units, in the order of their codes in the control word.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Vmad, Self::Simd, Self::Carry];

    /// The name used for the module, in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Vmad => "vmad",
            Self::Simd => "simd",
            Self::Carry => "carry",
        }
    }
}

/// Type of a 32-bit video operand: how it is extended and, for `dtype`, to which range it is
/// clamped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// `.u32`: unsigned.
    U32,
    /// `.s32`: signed, two's complement.
    S32,
}

impl Type {
    /// Both types.
    pub const ALL: [Self; 2] = [Self::U32, Self::S32];

    /// All eight combinations of three types, the first one changing last.
    pub(crate) fn triples() -> impl Iterator<Item = [Self; 3]> + Clone {
        (0..8).map(|bits| [2, 1, 0].map(|place| Self::ALL[bits >> place & 1]))
    }

    /// Returns whether the type is signed.
    pub fn is_signed(self) -> bool {
        self == Self::S32
    }

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::S32 => "s32",
        }
    }
}

/// A byte or half-word of a 32-bit register: `.asel`, `.bsel` and `.dsel` of the scalar
/// instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubWord {
    /// Bits 7..0.
    B0,
    /// Bits 15..8.
    B1,
    /// Bits 23..16.
    B2,
    /// Bits 31..24.
    B3,
    /// Bits 15..0.
    H0,
    /// Bits 31..16.
    H1,
}

impl SubWord {
    /// All six, in the manual's order.
    pub const ALL: [Self; 6] = [Self::B0, Self::B1, Self::B2, Self::B3, Self::H0, Self::H1];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::B0 => "b0",
            Self::B1 => "b1",
            Self::B2 => "b2",
            Self::B3 => "b3",
            Self::H0 => "h0",
            Self::H1 => "h1",
        }
    }

    /// Width in bits: 8 or 16.
    pub fn width(self) -> u32 {
        match self {
            Self::H0 | Self::H1 => 16,
            _ => 8,
        }
    }

    /// Position of its lowest bit in the register.
    pub fn shift(self) -> u32 {
        match self {
            Self::B0 | Self::H0 => 0,
            Self::B1 => 8,
            Self::B2 | Self::H1 => 16,
            Self::B3 => 24,
        }
    }
}

/// A source operand of a scalar instruction: the whole register, or a part of it.
pub type Select = Option<SubWord>;

/// All seven source selections: the whole word, then the six parts.
pub fn all_selects() -> impl Iterator<Item = Select> + Clone {
    std::iter::once(None).chain(SubWord::ALL.into_iter().map(Some))
}
