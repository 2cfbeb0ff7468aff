//! Section 9.7.18.1.1 (`vadd vsub vabsdiff vmin vmax`), 9.7.18.1.2 (`vshl vshr`) and 9.7.18.1.4
//! (`vset`).

use super::{Operation, Select, SubWord, Type, all_selects};

/// A scalar video instruction other than `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// The primary operation, with its types.
    pub op: ScalarOp,
    /// Which part of `a` is read.
    pub asel: Select,
    /// Which part of `b` is read.
    pub bsel: Select,
    /// The last stage, after saturation.
    pub finish: Finish,
}

impl Scalar {
    /// All 66,640: every operation with its types and modifiers, 7 x 7 selectors and 10 last
    /// stages.
    pub fn all() -> impl Iterator<Item = Self> {
        ScalarOp::all().flat_map(|op| {
            all_selects().flat_map(move |asel| {
                all_selects().flat_map(move |bsel| Finish::all().map(move |finish| Self { op, asel, bsel, finish }))
            })
        })
    }
}

/// The primary operation of a scalar instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarOp {
    /// `vadd vsub vabsdiff vmin vmax`: all combinations of types are valid.
    Arith {
        /// Which of the five.
        op: Arith,
        /// Type of the result.
        dtype: Type,
        /// Type of `a`.
        atype: Type,
        /// Type of `b`.
        btype: Type,
        /// `.sat`.
        sat: bool,
    },
    /// `vshl vshr`: `btype` is always `.u32`.
    Shift {
        /// Left or right.
        direction: Direction,
        /// Type of the result.
        dtype: Type,
        /// Type of `a`; decides the fill of a right shift.
        atype: Type,
        /// `.sat`.
        sat: bool,
        /// The treatment of an amount above 31.
        mode: ShiftMode,
    },
    /// `vset`: the result is 1 or 0, unsigned.
    Set {
        /// The comparison.
        cmp: Compare,
        /// Type of `a`.
        atype: Type,
        /// Type of `b`.
        btype: Type,
    },
}

impl ScalarOp {
    /// The operation, without types and modifiers.
    pub fn operation(self) -> Operation {
        match self {
            Self::Arith { op, .. } => op.operation(),
            Self::Shift { direction: Direction::Left, .. } => Operation::Vshl,
            Self::Shift { direction: Direction::Right, .. } => Operation::Vshr,
            Self::Set { .. } => Operation::Vset,
        }
    }

    /// The PTX opcode.
    pub fn name(self) -> &'static str {
        self.operation().name()
    }

    /// All operations with their types, `.sat`, shift modes and comparisons: 136.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let types = || Type::ALL.into_iter();
        let sats = || [false, true].into_iter();
        let arith = Arith::ALL.into_iter().flat_map(move |op| {
            types().flat_map(move |dtype| {
                types().flat_map(move |atype| {
                    types().flat_map(move |btype| sats().map(move |sat| Self::Arith { op, dtype, atype, btype, sat }))
                })
            })
        });
        let shift = [Direction::Left, Direction::Right].into_iter().flat_map(move |direction| {
            types().flat_map(move |dtype| {
                types().flat_map(move |atype| {
                    sats().flat_map(move |sat| {
                        ShiftMode::ALL.into_iter().map(move |mode| Self::Shift { direction, dtype, atype, sat, mode })
                    })
                })
            })
        });
        let set = Compare::ALL.into_iter().flat_map(move |cmp| {
            types().flat_map(move |atype| types().map(move |btype| Self::Set { cmp, atype, btype }))
        });
        arith.chain(shift).chain(set)
    }
}

/// The five arithmetic operations of section 9.7.18.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// `vadd`: a + b.
    Add,
    /// `vsub`: a - b.
    Sub,
    /// `vabsdiff`: |a - b|.
    Absdiff,
    /// `vmin`: the smaller.
    Min,
    /// `vmax`: the larger.
    Max,
}

impl Arith {
    /// All five, in the manual's order.
    pub const ALL: [Self; 5] = [Self::Add, Self::Sub, Self::Absdiff, Self::Min, Self::Max];

    /// The scalar operation.
    pub fn operation(self) -> Operation {
        match self {
            Self::Add => Operation::Vadd,
            Self::Sub => Operation::Vsub,
            Self::Absdiff => Operation::Vabsdiff,
            Self::Min => Operation::Vmin,
            Self::Max => Operation::Vmax,
        }
    }

    /// The arithmetic of a scalar operation; `None` for a shift, `vset` and all others.
    pub(crate) fn of(operation: Operation) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.operation() == operation)
    }

    /// The PTX opcode of the scalar operation.
    pub fn name(self) -> &'static str {
        self.operation().name()
    }
}

/// Direction of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `vshl`.
    Left,
    /// `vshr`.
    Right,
}

/// The treatment of a shift amount above 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShiftMode {
    /// `.clamp`: amounts above 32 become 32.
    Clamp,
    /// `.wrap`: the low five bits count.
    Wrap,
}

impl ShiftMode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Clamp, Self::Wrap];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clamp => "clamp",
            Self::Wrap => "wrap",
        }
    }
}

/// A comparison of `vset`, `vset2` and `vset4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Greater than.
    Gt,
    /// Greater than or equal.
    Ge,
}

impl Compare {
    /// All six, in the manual's order.
    pub const ALL: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Eq => "eq",
            Self::Ne => "ne",
            Self::Lt => "lt",
            Self::Le => "le",
            Self::Gt => "gt",
            Self::Ge => "ge",
        }
    }
}

/// The last stage of a scalar instruction: nothing, a second operation with `c`, or a merge into
/// `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// The low 32 bits of the result.
    Plain,
    /// A second operation with `c`.
    Secondary(Secondary),
    /// The low byte or half-word replaces that part of `c`.
    Merge(SubWord),
}

impl Finish {
    /// All ten.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        std::iter::once(Self::Plain)
            .chain(Secondary::ALL.into_iter().map(Self::Secondary))
            .chain(SubWord::ALL.into_iter().map(Self::Merge))
    }
}

/// The secondary operation of a scalar instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Secondary {
    /// `.add`.
    Add,
    /// `.min`.
    Min,
    /// `.max`.
    Max,
}

impl Secondary {
    /// All three, in the manual's order.
    pub const ALL: [Self; 3] = [Self::Add, Self::Min, Self::Max];

    /// The PTX spelling without its dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}
