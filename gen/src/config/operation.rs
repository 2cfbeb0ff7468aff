//! The operations: what can be kept of each unit.

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use crate::Unit;

/// An operation. Those of a unit stand in the order of the codes of its control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Addition.
    Vadd,
    /// Subtraction.
    Vsub,
    /// The smaller.
    Vmin,
    /// The larger.
    Vmax,
    /// Absolute difference.
    Vabsdiff,
    /// Comparison.
    Vset,
    /// Shift left.
    Vshl,
    /// Shift right.
    Vshr,
    /// Product and sum.
    Vmad,
    /// Addition of two half-words.
    Vadd2,
    /// Subtraction of two half-words.
    Vsub2,
    /// The smaller of two half-words.
    Vmin2,
    /// The larger of two half-words.
    Vmax2,
    /// Absolute difference of two half-words.
    Vabsdiff2,
    /// Comparison of two half-words.
    Vset2,
    /// Average of two half-words.
    Vavrg2,
    /// Addition of four bytes.
    Vadd4,
    /// Subtraction of four bytes.
    Vsub4,
    /// The smaller of four bytes.
    Vmin4,
    /// The larger of four bytes.
    Vmax4,
    /// Absolute difference of four bytes.
    Vabsdiff4,
    /// Comparison of four bytes.
    Vset4,
    /// Average of four bytes.
    Vavrg4,
    /// Addition that writes CC.CF.
    #[serde(rename = "add.cc")]
    AddCc,
    /// Addition that reads CC.CF.
    Addc,
    /// Subtraction that writes CC.CF.
    #[serde(rename = "sub.cc")]
    SubCc,
    /// Subtraction that reads CC.CF.
    Subc,
    /// Product and sum, writes CC.CF.
    #[serde(rename = "mad.cc")]
    MadCc,
    /// Product and sum, reads CC.CF.
    Madc,
    /// Half of a product, for the chains of the others.
    Mul,
}

impl Operation {
    /// All of them, unit by unit.
    pub const ALL: [Self; 30] = [
        Self::Vadd,
        Self::Vsub,
        Self::Vmin,
        Self::Vmax,
        Self::Vabsdiff,
        Self::Vset,
        Self::Vshl,
        Self::Vshr,
        Self::Vmad,
        Self::Vadd2,
        Self::Vsub2,
        Self::Vmin2,
        Self::Vmax2,
        Self::Vabsdiff2,
        Self::Vset2,
        Self::Vavrg2,
        Self::Vadd4,
        Self::Vsub4,
        Self::Vmin4,
        Self::Vmax4,
        Self::Vabsdiff4,
        Self::Vset4,
        Self::Vavrg4,
        Self::AddCc,
        Self::Addc,
        Self::SubCc,
        Self::Subc,
        Self::MadCc,
        Self::Madc,
        Self::Mul,
    ];

    /// The name in configurations: the PTX opcode with what tells it from other opcodes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vadd => "vadd",
            Self::Vsub => "vsub",
            Self::Vmin => "vmin",
            Self::Vmax => "vmax",
            Self::Vabsdiff => "vabsdiff",
            Self::Vset => "vset",
            Self::Vshl => "vshl",
            Self::Vshr => "vshr",
            Self::Vmad => "vmad",
            Self::Vadd2 => "vadd2",
            Self::Vsub2 => "vsub2",
            Self::Vmin2 => "vmin2",
            Self::Vmax2 => "vmax2",
            Self::Vabsdiff2 => "vabsdiff2",
            Self::Vset2 => "vset2",
            Self::Vavrg2 => "vavrg2",
            Self::Vadd4 => "vadd4",
            Self::Vsub4 => "vsub4",
            Self::Vmin4 => "vmin4",
            Self::Vmax4 => "vmax4",
            Self::Vabsdiff4 => "vabsdiff4",
            Self::Vset4 => "vset4",
            Self::Vavrg4 => "vavrg4",
            Self::AddCc => "add.cc",
            Self::Addc => "addc",
            Self::SubCc => "sub.cc",
            Self::Subc => "subc",
            Self::MadCc => "mad.cc",
            Self::Madc => "madc",
            Self::Mul => "mul",
        }
    }

    /// The unit that executes it.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Vadd
            | Self::Vsub
            | Self::Vmin
            | Self::Vmax
            | Self::Vabsdiff
            | Self::Vset
            | Self::Vshl
            | Self::Vshr => Unit::Scalar,
            Self::Vmad => Unit::Vmad,
            Self::AddCc | Self::Addc | Self::SubCc | Self::Subc | Self::MadCc | Self::Madc | Self::Mul => Unit::Carry,
            _ => Unit::Simd,
        }
    }

    /// Whether a unit can have it: its own, `video` all, `lanes` those of `scalar` and `simd`.
    pub fn belongs_to(self, unit: Unit) -> bool {
        match unit {
            Unit::Video => true,
            Unit::Lanes => matches!(self.unit(), Unit::Scalar | Unit::Simd),
            own => self.unit() == own,
        }
    }

    /// The section of the manual that defines it.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Vadd | Self::Vsub | Self::Vmin | Self::Vmax | Self::Vabsdiff => "9.7.18.1.1",
            Self::Vshl | Self::Vshr => "9.7.18.1.2",
            Self::Vmad => "9.7.18.1.3",
            Self::Vset => "9.7.18.1.4",
            Self::Vadd2 | Self::Vsub2 | Self::Vmin2 | Self::Vmax2 | Self::Vabsdiff2 | Self::Vavrg2 => "9.7.18.2.1",
            Self::Vset2 => "9.7.18.2.2",
            Self::Vadd4 | Self::Vsub4 | Self::Vmin4 | Self::Vmax4 | Self::Vabsdiff4 | Self::Vavrg4 => "9.7.18.2.3",
            Self::Vset4 => "9.7.18.2.4",
            Self::AddCc => "9.7.2.1",
            Self::Addc => "9.7.2.2",
            Self::SubCc => "9.7.2.3",
            Self::Subc => "9.7.2.4",
            Self::MadCc => "9.7.2.5",
            Self::Madc => "9.7.2.6",
            // Beside its chains: the plain product is an integer instruction.
            Self::Mul => "9.7.2",
        }
    }

    /// Whether it has `.sat`.
    pub const fn saturates(self) -> bool {
        !matches!(self, Self::Vset | Self::Vset2 | Self::Vset4) && !matches!(self.unit(), Unit::Carry)
    }

    /// Names in a row, with commas between.
    pub(crate) fn list(operations: impl IntoIterator<Item = Self>) -> String {
        operations.into_iter().map(Self::name).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vidalu_model::control::{scalar, simd};

    /// The codes of the operations of a unit, in their order here.
    fn codes(unit: Unit, code: impl Fn(&str) -> u64) -> Vec<u64> {
        Operation::ALL.into_iter().filter(|op| op.unit() == unit).map(|op| code(op.name())).collect()
    }

    #[test]
    fn the_order_is_that_of_the_codes() {
        assert_eq!(codes(Unit::Scalar, |name| scalar::OP.code(name)), (0..8).collect::<Vec<_>>());
        let lanes = |name: &str| simd::OP.code(name.trim_end_matches(['2', '4']));
        let per_width: Vec<_> = (0..7).collect();
        let mut simd = codes(Unit::Simd, lanes);
        simd.chunks_exact_mut(7).for_each(<[u64]>::sort_unstable);
        assert_eq!(simd, [per_width.clone(), per_width].concat());
    }

    #[test]
    fn a_name_is_read_as_its_operation() {
        for op in Operation::ALL {
            let table: toml::Table = toml::from_str(&format!("op = '{}'", op.name())).unwrap();
            assert_eq!(Operation::deserialize(table["op"].clone()), Ok(op));
        }
    }
}
