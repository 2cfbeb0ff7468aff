//! Section 9.7.18.2: the SIMD instructions on two half-words or four bytes, and `set` on the same
//! lanes (section 9.7.6.1), which the same unit executes.

use super::{Arith, Compare, Operation, Type};

/// A SIMD instruction of two or four lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simd {
    /// `v*2`: two half-words (sections 9.7.18.2.1 and .2).
    Two(SimdForm<2>),
    /// `v*4`: four bytes (sections 9.7.18.2.3 and .4).
    Four(SimdForm<4>),
    /// `set` on two half-words (section 9.7.6.1).
    SetTwo(LaneSet),
    /// `set` on four bytes (section 9.7.6.1).
    SetFour(LaneSet),
}

/// A `set` on lanes: each is all ones or 0. It reads its lanes in order and writes them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneSet {
    /// The comparison.
    pub cmp: Compare,
    /// Type of both vectors.
    pub ty: Type,
}

impl LaneSet {
    /// All 12.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Compare::ALL.into_iter().flat_map(|cmp| Type::ALL.map(|ty| Self { cmp, ty }))
    }
}

impl Simd {
    /// Every `set` on lanes: 24.
    pub fn sets() -> impl Iterator<Item = Self> + Clone {
        LaneSet::all().map(Self::SetTwo).chain(LaneSet::all().map(Self::SetFour))
    }

    /// The operation of a video instruction, of either width; `None` for `set`.
    pub fn op(&self) -> Option<SimdOp> {
        match self {
            Self::Two(form) => Some(form.op),
            Self::Four(form) => Some(form.op),
            Self::SetTwo(_) | Self::SetFour(_) => None,
        }
    }

    /// The operation, without types and modifiers.
    pub fn operation(&self) -> Operation {
        let name = self.op().map_or("set", SimdOp::name);
        Operation::on_lanes(name, self.lanes())
    }

    /// Number of lanes: 2 or 4.
    pub fn lanes(&self) -> u32 {
        match self {
            Self::Two(_) | Self::SetTwo(_) => 2,
            Self::Four(_) | Self::SetFour(_) => 4,
        }
    }
}

/// A SIMD instruction of `L` lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SimdForm<const L: usize> {
    /// The operation, its types and its last stage.
    pub op: SimdOp,
    /// Where each lane of the first vector comes from.
    pub asel: LaneSelect<L>,
    /// Where each lane of the second vector comes from.
    pub bsel: LaneSelect<L>,
    /// Which lanes are written or accumulated.
    pub mask: LaneMask<L>,
}

impl<const L: usize> SimdForm<L> {
    /// Every operation with every mask, its lanes in order.
    pub fn in_order() -> impl Iterator<Item = Self> {
        SimdOp::all().flat_map(|op| {
            LaneMask::all().map(move |mask| Self { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask })
        })
    }
}

/// The operation of a SIMD instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimdOp {
    /// `vadd vsub vavrg vabsdiff vmin vmax`.
    Arith {
        /// Which of the six.
        op: LaneOp,
        /// Type of the result: the range of `.sat`.
        dtype: Type,
        /// Type of the first vector.
        atype: Type,
        /// Type of the second vector.
        btype: Type,
        /// The last stage.
        finish: LaneFinish,
    },
    /// `vset`: each lane is 1 or 0.
    Set {
        /// The comparison.
        cmp: Compare,
        /// Type of the first vector.
        atype: Type,
        /// Type of the second vector.
        btype: Type,
        /// `.add`: sum the lanes onto `c` instead of merging them into it.
        accumulate: bool,
    },
}

impl SimdOp {
    /// All operations with their types, comparisons, `.sat` and `.add`: 192.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let finishes = [LaneFinish::Merge { sat: false }, LaneFinish::Merge { sat: true }, LaneFinish::Accumulate];
        let arith = LaneOp::ALL.into_iter().flat_map(move |op| {
            Type::triples().flat_map(move |[dtype, atype, btype]| {
                finishes.map(|finish| Self::Arith { op, dtype, atype, btype, finish })
            })
        });
        let set = Compare::ALL.into_iter().flat_map(|cmp| {
            let types = Type::ALL.into_iter().flat_map(|atype| Type::ALL.map(|btype| (atype, btype)));
            types.flat_map(move |(atype, btype)| {
                [false, true].map(|accumulate| Self::Set { cmp, atype, btype, accumulate })
            })
        });
        arith.chain(set)
    }

    /// The PTX opcode without its lane count.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arith { op, .. } => op.name(),
            Self::Set { .. } => "vset",
        }
    }
}

/// Merge (with or without `.sat`) or `.add`, which excludes `.sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneFinish {
    /// Lanes of the mask replace those of `c`.
    Merge {
        /// `.sat`: clamp each lane to the range of `dtype`.
        sat: bool,
    },
    /// `.add`: lanes of the mask are summed onto `c`.
    Accumulate,
}

/// The six arithmetic operations on lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneOp {
    /// One of the operations that the scalar instructions have too.
    Arith(Arith),
    /// `vavrg`: the average, half rounded away from zero.
    Avrg,
}

impl LaneOp {
    /// All six, in the manual's order.
    pub const ALL: [Self; 6] = [
        Self::Arith(Arith::Add),
        Self::Arith(Arith::Sub),
        Self::Avrg,
        Self::Arith(Arith::Absdiff),
        Self::Arith(Arith::Min),
        Self::Arith(Arith::Max),
    ];

    /// The arithmetic of a SIMD operation; `None` for all others.
    pub(crate) fn of(operation: Operation) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name() == operation.code_name())
    }

    /// The PTX opcode without its lane count.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arith(op) => op.name(),
            Self::Avrg => "vavrg",
        }
    }
}

/// For each of `L` lanes, which of the `2 * L` lanes of `{b, a}` it reads: below `L` those of `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneSelect<const L: usize>([u8; L]);

impl<const L: usize> LaneSelect<L> {
    /// The lanes of `a` in order: the default of `.asel`, `.h10` or `.b3210`.
    pub fn of_a() -> Self {
        Self(std::array::from_fn(|lane| lane as u8))
    }

    /// The lanes of `b` in order: the default of `.bsel`, `.h32` or `.b7654`.
    pub fn of_b() -> Self {
        Self(std::array::from_fn(|lane| (L + lane) as u8))
    }

    /// All selections: 16 for two lanes, 4,096 for four. Lane 0 changes first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let count = (2 * L).pow(L as u32);
        (0..count).map(|number| Self(std::array::from_fn(|lane| (number / (2 * L).pow(lane as u32) % (2 * L)) as u8)))
    }

    /// From the source of each lane, lane 0 first; `None` if one is not below `2 * L`.
    pub fn new(sources: [u8; L]) -> Option<Self> {
        sources.iter().all(|&source| usize::from(source) < 2 * L).then_some(Self(sources))
    }

    /// The source of each lane, lane 0 first, each below `2 * L`.
    pub fn sources(self) -> [u8; L] {
        self.0
    }
}

/// A mask that names at least one of `L` lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaneMask<const L: usize>(u8);

impl<const L: usize> LaneMask<L> {
    /// Every lane: the default.
    pub const FULL: Self = Self((1 << L) - 1);

    /// From one bit a lane, lane 0 lowest; `None` if no lane or a lane above `L` is named.
    pub fn new(bits: u8) -> Option<Self> {
        (bits != 0 && bits <= Self::FULL.0).then_some(Self(bits))
    }

    /// One bit a lane, lane 0 lowest.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// All masks of `L` lanes.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=Self::FULL.0).map(Self)
    }
}
