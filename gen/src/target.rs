//! The units and blocks that can be generated.

use std::fmt;
use std::str::FromStr;

use miette::Diagnostic;
use vidalu_model::Fault;
use vidalu_model::isa::{self, Operation};

use crate::Choice;
use crate::choice::choice;

/// A unit or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A unit, which executes instructions.
    Unit(Unit),
    /// A block, which is a combinational part of a unit.
    Block(Block),
}

choice! {
    /// A unit, which executes instructions.
    pub enum Unit {
        /// The scalar video instructions without `vmad`.
        Scalar = "scalar",
        /// The SIMD video instructions.
        Simd = "simd",
        /// `vmad`.
        Vmad = "vmad",
        /// The instructions with CC.CF.
        Carry = "carry",
        /// The scalar and the SIMD instructions on one datapath.
        Lanes = "lanes",
        /// All units behind one port.
        Video = "video",
    }
}

choice! {
    /// A block, which is a combinational part of a unit.
    pub enum Block {
        /// `partSelectSignExtend`: a byte, half or word, extended to 33 bits.
        Select = "select",
        /// The adder of `vadd`, `vsub` and `vabsdiff`.
        Adder34 = "adder34",
        /// The shifter of `vshl` and `vshr`.
        Shifter = "shifter",
        /// The comparison of `vmin`, `vmax`, `vabsdiff` and `vset`.
        Compare = "compare",
        /// `optSaturate`.
        Saturate = "saturate",
        /// `optSecondaryOp`.
        Secondary = "secondary",
        /// `optMerge`.
        Merge = "merge",
        /// `extractAndSignExt_2` and `extractAndSignExt_4`: the bytes of a vector.
        LaneSelect = "lane_select",
        /// The adder of two and of four lanes.
        SegmentedAdder = "segmented_adder",
        /// `.sat` of lanes.
        LaneSaturate = "lane_saturate",
        /// The merge of lanes into `c`.
        LaneMerge = "lane_merge",
        /// `.add` of lanes.
        Accumulate = "accumulate",
        /// The multiplier of `vmad`.
        Multiplier = "multiplier",
        /// `.shr7` and `.shr15` of `vmad`.
        Scale = "scale",
        /// The adder of the carry-flag unit, for 32 and 64 bits.
        CarryAdder = "carry_adder",
    }
}

impl Target {
    /// All targets: the units, then the blocks.
    pub const ALL: [Self; Unit::ALL.len() + Block::ALL.len()] = {
        let mut all = [Self::Unit(Unit::Scalar); Unit::ALL.len() + Block::ALL.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = match at.checked_sub(Unit::ALL.len()) {
                None => Self::Unit(Unit::ALL[at]),
                Some(block) => Self::Block(Block::ALL[block]),
            };
            at += 1;
        }
        all
    };

    /// Returns the name on the command line. The prefix and this name make the name of the module.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unit(unit) => unit.name(),
            Self::Block(block) => block.name(),
        }
    }

    /// Returns the kind of the target: `unit` or `block`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Unit(_) => "unit",
            Self::Block(_) => "block",
        }
    }

    /// Returns one line of explanation.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Unit(unit) => unit.doc(),
            Self::Block(block) => block.doc(),
        }
    }
}

impl From<isa::Unit> for Unit {
    fn from(unit: isa::Unit) -> Self {
        match unit {
            isa::Unit::Scalar => Self::Scalar,
            isa::Unit::Vmad => Self::Vmad,
            isa::Unit::Simd => Self::Simd,
            isa::Unit::Carry => Self::Carry,
        }
    }
}

impl Unit {
    /// Returns whether the unit can execute an operation: `video` executes all operations, `lanes`
    /// those of `scalar` and `simd`, and the others their own.
    pub fn executes(self, operation: Operation) -> bool {
        match (self, operation.unit()) {
            (Self::Video, _) | (Self::Lanes, isa::Unit::Scalar | isa::Unit::Simd) => true,
            (unit, own) => unit == own.into(),
        }
    }

    /// Returns the name on the command line. The prefix and this name make the name of the module.
    pub fn name(self) -> &'static str {
        Choice::name(self)
    }

    /// Returns one line of explanation.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Scalar => "scalar video instructions on one shared datapath",
            Self::Simd => "SIMD video instructions on one segmented datapath",
            Self::Vmad => "vmad: multiply, add, scale, saturate",
            Self::Carry => "add, subtract and multiply-add with the carry flag CC.CF",
            Self::Lanes => "scalar and SIMD video instructions on one datapath",
            Self::Video => "all units behind one issue port, results in order",
        }
    }
}

impl Block {
    /// Returns the name on the command line. The prefix and this name make the name of the module.
    pub fn name(self) -> &'static str {
        Choice::name(self)
    }

    /// Returns one line of explanation.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Select => "a byte, a half or the word of a register, extended to 33 bits",
            Self::Adder34 => "one adder for a + b, a - b and b - a",
            Self::Shifter => "one shifter for both directions",
            Self::Compare => "the six comparisons of two signed 33-bit numbers",
            Self::Saturate => "clamps to the range of a byte, a half or a word",
            Self::Secondary => "a second operation with c: .add, .min, .max or none",
            Self::Merge => "inserts the low byte or half of a value into c",
            Self::LaneSelect => "two halves or four bytes, each from any place in a and b",
            Self::SegmentedAdder => "one adder for two halves or four bytes, with exact signed results",
            Self::LaneSaturate => "clamps two halves or four bytes",
            Self::LaneMerge => "inserts the lanes in a mask into c",
            Self::Accumulate => "adds the lanes in a mask to c",
            Self::Multiplier => "the product of two signed 33-bit numbers",
            Self::Scale => "shifts the sum of vmad right, by 0, 7 or 15",
            Self::CarryAdder => "one adder for a + b and a - b of 32 or 64 bits, with CC.CF",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not the name of a unit or block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Diagnostic)]
#[error("no unit or block has the name `{name}`; use {}", Target::ALL.map(Target::name).join(", "))]
#[diagnostic(help("`vidalu gen --list` explains each unit and block"))]
pub struct UnknownTarget {
    /// The name.
    pub name: String,
}

impl UnknownTarget {
    /// Returns whose fault the error is: always the input's.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let found = Self::ALL.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| UnknownTarget { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for target in Target::ALL {
            assert_eq!(target.name().parse(), Ok(target));
        }
        let error = "warp".parse::<Target>().unwrap_err();
        assert!(error.to_string().contains("`warp`; use scalar, simd, vmad, carry, lanes, video, select,"), "{error}");
    }
}
