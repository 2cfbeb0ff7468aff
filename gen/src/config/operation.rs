//! The operations of the scalar unit.

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use vidalu_model::control::scalar::OP;

/// An operation of the scalar unit, in the order of the codes of the control word.
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
}

impl Operation {
    /// All eight, in the order of their codes.
    pub const ALL: [Self; 8] =
        [Self::Vadd, Self::Vsub, Self::Vmin, Self::Vmax, Self::Vabsdiff, Self::Vset, Self::Vshl, Self::Vshr];

    /// The PTX opcode.
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
        }
    }

    /// Its code in the field `op` of the control word.
    pub const fn code(self) -> u64 {
        OP.code(self.name())
    }

    /// The section of the manual that defines it.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Vadd | Self::Vsub | Self::Vmin | Self::Vmax | Self::Vabsdiff => "9.7.18.1.1",
            Self::Vshl | Self::Vshr => "9.7.18.1.2",
            Self::Vset => "9.7.18.1.4",
        }
    }

    /// Whether it has `.sat`.
    pub const fn saturates(self) -> bool {
        !matches!(self, Self::Vset)
    }

    /// Names in a row, with commas between.
    pub(crate) fn list(operations: impl IntoIterator<Item = Self>) -> String {
        operations.into_iter().map(Self::name).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_codes() {
        let codes: Vec<_> = Operation::ALL.iter().map(|op| op.code()).collect();
        assert_eq!(codes, (0..8).collect::<Vec<_>>());
    }
}
