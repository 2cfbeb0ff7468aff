//! Section 9.7.2: the extended-precision instructions, and `mul.lo/.hi`, which their chains need.

use super::Operation;

/// An instruction of the carry-flag unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// The operation and how it uses CC.CF.
    pub op: CarryOp,
    /// Type of all its operands.
    pub ty: IntType,
}

impl Carry {
    /// All 56: every operation with every type.
    pub fn all() -> impl Iterator<Item = Self> {
        CarryOp::all().flat_map(|op| IntType::ALL.map(|ty| Self { op, ty }))
    }
}

/// An operation of the carry-flag unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CarryOp {
    /// `add.cc addc addc.cc`.
    Add(Flag),
    /// `sub.cc subc subc.cc`.
    Sub(Flag),
    /// `mad.lo/.hi.cc`, `madc.lo/.hi`, `madc.lo/.hi.cc`.
    Mad(Half, Flag),
    /// `mul.lo/.hi`: leaves CC.CF alone.
    Mul(Half),
}

impl CarryOp {
    /// All 14 operations with their uses of CC.CF.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let with_flag = Flag::ALL.into_iter().flat_map(|flag| {
            let [low, high] = Half::ALL.map(|half| Self::Mad(half, flag));
            [Self::Add(flag), Self::Sub(flag), low, high]
        });
        with_flag.chain(Half::ALL.map(Self::Mul))
    }

    /// Which half of the product is used, if there is a product.
    pub fn half(self) -> Option<Half> {
        match self {
            Self::Add(_) | Self::Sub(_) => None,
            Self::Mad(half, _) | Self::Mul(half) => Some(half),
        }
    }

    /// Returns how the operation uses CC.CF; `None` for `mul`, which leaves it alone.
    pub fn flag(self) -> Option<Flag> {
        match self {
            Self::Add(flag) | Self::Sub(flag) | Self::Mad(_, flag) => Some(flag),
            Self::Mul(_) => None,
        }
    }

    /// The operation without half and type, and without the `.cc` of operations that read CC.CF.
    pub fn operation(self) -> Operation {
        match (self, self.flag().is_some_and(Flag::is_read)) {
            (Self::Add(_), false) => Operation::AddCc,
            (Self::Add(_), true) => Operation::Addc,
            (Self::Sub(_), false) => Operation::SubCc,
            (Self::Sub(_), true) => Operation::Subc,
            (Self::Mad(..), false) => Operation::MadCc,
            (Self::Mad(..), true) => Operation::Madc,
            (Self::Mul(_), _) => Operation::Mul,
        }
    }

    /// The PTX opcode.
    pub fn name(self) -> &'static str {
        self.operation().opcode()
    }
}

/// How an instruction uses CC.CF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// `.cc`: written.
    Write,
    /// `addc subc madc`: read.
    Read,
    /// `addc.cc subc.cc madc.cc`: read, then written.
    ReadWrite,
}

impl Flag {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Write, Self::Read, Self::ReadWrite];

    /// Returns whether CC.CF is read.
    pub fn is_read(self) -> bool {
        self != Self::Write
    }

    /// Returns whether CC.CF is written.
    pub fn is_written(self) -> bool {
        self != Self::Read
    }
}

/// Which half of a product is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// `.lo`.
    Lo,
    /// `.hi`.
    Hi,
}

impl Half {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Lo, Self::Hi];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lo => "lo",
            Self::Hi => "hi",
        }
    }
}

/// Type of a carry instruction's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntType {
    /// `.u32`.
    U32,
    /// `.s32`.
    S32,
    /// `.u64`.
    U64,
    /// `.s64`.
    S64,
}

impl IntType {
    /// All four.
    pub const ALL: [Self; 4] = [Self::U32, Self::S32, Self::U64, Self::S64];

    /// Width in bits: 32 or 64.
    pub fn width(self) -> u32 {
        match self {
            Self::U32 | Self::S32 => 32,
            Self::U64 | Self::S64 => 64,
        }
    }

    /// Returns whether the type is signed, which matters to the high half of a product only.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::S32 | Self::S64)
    }

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::S32 => "s32",
            Self::U64 => "u64",
            Self::S64 => "s64",
        }
    }
}
