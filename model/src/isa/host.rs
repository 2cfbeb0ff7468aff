//! Plain integer instructions, which a program needs between the instructions of vidalu. No unit
//! has them; the host executes them.
//!
//! They come from the manual's sections on integer arithmetic, comparison and selection, logic and
//! shifts, and data movement. They work on registers of 32 and 64 bits and on predicates, and do
//! not touch CC.CF.

use super::Compare;

/// An instruction that the host executes, without its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Host {
    op: HostOp,
    ty: DataType,
}

/// An operation of the host. Results wrap to the width of their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HostOp {
    /// `mov d, a`: a copy.
    Mov,
    /// `mov.b64 d, {a, b}`: a is the low half.
    Pack,
    /// `mov.b64 {d, q}, a`: d is the low half.
    Unpack,
    /// `add`: a + b.
    Add,
    /// `sub`: a - b.
    Sub,
    /// `mul.wide`: a * b in twice the width.
    MulWide,
    /// `mad`: a * b, or a part of it, + c.
    Mad(Product),
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
    /// `not`: the complement of a.
    Not,
    /// `shl`: a shifted by b, without sign, to the left; an amount above the width counts as the
    /// width.
    Shl,
    /// `shr`: the same to the right. A signed type fills in its sign.
    Shr,
    /// `min`: the lesser of a and b.
    Min,
    /// `max`: the greater of a and b.
    Max,
    /// `abs`: |a|.
    Abs,
    /// `neg`: -a.
    Neg,
    /// `setp`: d is whether a compares with b so; q, where it is written, the opposite.
    Setp(Compare, Option<Combine>),
    /// `selp`: a if c, else b.
    Selp,
    /// `cvt`: a, read as this type, extended or cut to the type of the result.
    Cvt(DataType),
}

/// Which part of the product `mad` adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// `.lo`: the low half.
    Lo,
    /// `.hi`: the high half.
    Hi,
    /// `.wide`: all of it; c and d have twice the width.
    Wide,
}

/// How `setp` combines the result of the comparison, and its complement for q, with a third
/// operand, c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    /// The operation.
    pub op: Logic,
    /// Whether c is complemented first: `!c`.
    pub negated: bool,
}

/// An operation on two truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    /// `.and`.
    And,
    /// `.or`.
    Or,
    /// `.xor`.
    Xor,
}

/// Type of the operands of a plain instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// `.pred`: a truth value.
    Pred,
    /// `.b32`: 32 bits without a meaning as a number.
    B32,
    /// `.u32`.
    U32,
    /// `.s32`.
    S32,
    /// `.b64`: 64 bits without a meaning as a number.
    B64,
    /// `.u64`.
    U64,
    /// `.s64`.
    S64,
}

impl Product {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Lo, Self::Hi, Self::Wide];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lo => "lo",
            Self::Hi => "hi",
            Self::Wide => "wide",
        }
    }
}

impl Logic {
    /// All three.
    pub const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
        }
    }
}

impl DataType {
    /// The types that `mov` copies: all.
    pub const ALL: [Self; 7] = [Self::Pred, Self::B32, Self::U32, Self::S32, Self::B64, Self::U64, Self::S64];
    /// The types of registers other than predicates.
    pub const WORDS: [Self; 6] = [Self::B32, Self::U32, Self::S32, Self::B64, Self::U64, Self::S64];
    /// The types of numbers.
    pub const NUMBERS: [Self; 4] = [Self::U32, Self::S32, Self::U64, Self::S64];
    /// The types of signed numbers.
    pub const SIGNED: [Self; 2] = [Self::S32, Self::S64];
    /// The types whose product fits a register.
    pub const NARROW: [Self; 2] = [Self::U32, Self::S32];
    /// The types of bits.
    pub const BITS: [Self; 3] = [Self::Pred, Self::B32, Self::B64];

    /// The PTX spelling without its dot.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pred => "pred",
            Self::B32 => "b32",
            Self::U32 => "u32",
            Self::S32 => "s32",
            Self::B64 => "b64",
            Self::U64 => "u64",
            Self::S64 => "s64",
        }
    }

    /// Width in bits: 1, 32 or 64.
    pub fn width(self) -> u32 {
        match self {
            Self::Pred => 1,
            Self::B32 | Self::U32 | Self::S32 => 32,
            Self::B64 | Self::U64 | Self::S64 => 64,
        }
    }

    /// Returns whether the type is signed.
    pub fn is_signed(self) -> bool {
        Self::SIGNED.contains(&self)
    }

    fn is_number(self) -> bool {
        Self::NUMBERS.contains(&self)
    }
}

impl HostOp {
    /// The PTX opcode.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mov | Self::Pack | Self::Unpack => "mov",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::MulWide => "mul",
            Self::Mad(_) => "mad",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Not => "not",
            Self::Shl => "shl",
            Self::Shr => "shr",
            Self::Min => "min",
            Self::Max => "max",
            Self::Abs => "abs",
            Self::Neg => "neg",
            Self::Setp(..) => "setp",
            Self::Selp => "selp",
            Self::Cvt(_) => "cvt",
        }
    }

    fn has(self, ty: DataType) -> bool {
        match self {
            Self::Mov => true,
            Self::Pack | Self::Unpack => ty == DataType::B64,
            Self::Add | Self::Sub | Self::Min | Self::Max | Self::Mad(Product::Lo | Product::Hi) => ty.is_number(),
            Self::MulWide | Self::Mad(Product::Wide) => DataType::NARROW.contains(&ty),
            Self::And | Self::Or | Self::Xor | Self::Not => DataType::BITS.contains(&ty),
            Self::Shl => matches!(ty, DataType::B32 | DataType::B64),
            Self::Shr | Self::Selp => ty != DataType::Pred,
            Self::Abs | Self::Neg => ty.is_signed(),
            Self::Setp(Compare::Eq | Compare::Ne, _) => ty != DataType::Pred,
            Self::Setp(..) => ty.is_number(),
            Self::Cvt(from) => ty.is_number() && from.is_number(),
        }
    }
}

impl Host {
    /// The operation on this type; `None` if PTX does not have it.
    pub fn new(op: HostOp, ty: DataType) -> Option<Self> {
        op.has(ty).then_some(Self { op, ty })
    }

    /// The operation.
    pub fn op(&self) -> HostOp {
        self.op
    }

    /// The type that is written after the opcode; the first of two.
    pub fn ty(&self) -> DataType {
        self.ty
    }

    /// Widths of the registers it can write, in bits: d and, for `setp` and a `mov` that splits, q.
    pub fn destinations(&self) -> impl Iterator<Item = u32> + use<> {
        let width = self.ty.width();
        let widths = match self.op {
            HostOp::Unpack => [Some(32), Some(32)],
            HostOp::Setp(..) => [Some(1), Some(1)],
            HostOp::MulWide | HostOp::Mad(Product::Wide) => [Some(2 * width), None],
            _ => [Some(width), None],
        };
        widths.into_iter().flatten()
    }

    /// The widths of the operands a, b and c in bits: 1 is a predicate.
    pub fn sources(&self) -> impl Iterator<Item = u32> + use<> {
        let width = self.ty.width();
        let widths = match self.op {
            HostOp::Mov | HostOp::Unpack | HostOp::Not | HostOp::Abs | HostOp::Neg => [Some(width), None, None],
            HostOp::Cvt(from) => [Some(from.width()), None, None],
            HostOp::Pack => [Some(32), Some(32), None],
            HostOp::Shl | HostOp::Shr => [Some(width), Some(32), None],
            HostOp::Mad(Product::Wide) => [Some(width), Some(width), Some(2 * width)],
            HostOp::Mad(_) => [Some(width); 3],
            HostOp::Selp | HostOp::Setp(_, Some(_)) => [Some(width), Some(width), Some(1)],
            _ => [Some(width), Some(width), None],
        };
        widths.into_iter().flatten()
    }
}
