//! The operations of the unit without their number of lanes.

use vidalu_model::control::simd::OP;

use crate::{Config, Operation, Unit};

/// An operation on lanes, in the order of the codes of the control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LaneOp {
    Vadd,
    Vsub,
    Vmin,
    Vmax,
    Vabsdiff,
    Vset,
    Vavrg,
}

use LaneOp::{Vabsdiff, Vadd, Vavrg, Vmax, Vmin, Vset, Vsub};

/// The groups that share a source of the result: the adder's sum, an operand, half the sum, a truth value.
pub(super) const SUM: [LaneOp; 3] = [Vadd, Vsub, Vabsdiff];
pub(super) const PICK: [LaneOp; 2] = [Vmin, Vmax];
pub(super) const HALF: [LaneOp; 1] = [Vavrg];
pub(super) const SET: [LaneOp; 1] = [Vset];
/// What the adder sums; from the others the order of the operands is wanted.
pub(super) const SUMMED: [LaneOp; 4] = [Vadd, Vsub, Vabsdiff, Vavrg];

impl LaneOp {
    /// All seven.
    pub(super) const ALL: [Self; 7] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg];

    /// The PTX opcode without the number of lanes.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Vadd => "vadd",
            Vsub => "vsub",
            Vmin => "vmin",
            Vmax => "vmax",
            Vabsdiff => "vabsdiff",
            Vset => "vset",
            Vavrg => "vavrg",
        }
    }

    /// The name of its code in the text.
    pub(super) fn parameter(self) -> String {
        let name = self.name();
        format!("Op{}{}", name[..1].to_ascii_uppercase(), &name[1..])
    }

    /// Its code in the field `op` of the control word.
    pub(super) const fn code(self) -> u64 {
        OP.code(self.name())
    }
}

/// What a unit computes: operations, and on how many lanes.
#[derive(Clone, Debug)]
pub(super) struct Operations {
    ops: Vec<LaneOp>,
    /// Whether some are on two half-words.
    pub(super) two: bool,
    /// Whether some are on four bytes.
    pub(super) four: bool,
}

impl Operations {
    pub(super) fn of(config: &Config) -> Self {
        let named = |op: Operation, lanes: &str| op.unit() == Unit::Simd && op.name().ends_with(lanes);
        let has = |op: LaneOp| {
            move |&kept: &Operation| kept.unit() == Unit::Simd && kept.name().trim_end_matches(['2', '4']) == op.name()
        };
        Self {
            ops: LaneOp::ALL.into_iter().filter(|&op| config.ops.iter().any(has(op))).collect(),
            two: config.ops.iter().any(|&op| named(op, "2")),
            four: config.ops.iter().any(|&op| named(op, "4")),
        }
    }

    pub(super) fn has(&self, op: LaneOp) -> bool {
        self.ops.contains(&op)
    }

    pub(super) fn any(&self, group: &[LaneOp]) -> bool {
        group.iter().any(|&op| self.has(op))
    }

    pub(super) fn several(&self) -> bool {
        self.ops.len() > 1
    }

    pub(super) fn saturates(&self) -> bool {
        self.ops.iter().any(|&op| op != Vset)
    }

    /// Whether an operation asks for the order of its operands, or the sign of their sum behind the adder.
    pub(super) fn orders(&self) -> bool {
        self.any(&PICK) || self.has(Vset) || self.has(Vabsdiff)
    }

    /// A condition on the net `op` that holds for the operations of `group`, given that it is one of `among` that is
    /// executed; and the operations that it names.
    pub(super) fn is_one_of(&self, op: &str, group: &[LaneOp], among: &[LaneOp]) -> (String, Vec<LaneOp>) {
        let (inside, outside): (Vec<LaneOp>, Vec<LaneOp>) =
            among.iter().filter(|&&op| self.has(op)).partition(|op| group.contains(op));
        let (sign, joint, named) = match (inside.len(), outside.len()) {
            (0, _) => return ("1'b0".to_owned(), Vec::new()),
            (_, 0) => return ("1'b1".to_owned(), Vec::new()),
            (inside_len, outside_len) if inside_len > outside_len => ("!=", " && ", outside),
            _ => ("==", " || ", inside),
        };
        let terms: Vec<_> = named.iter().map(|other| format!("({op} {sign} {})", other.parameter())).collect();
        (terms.join(joint), named)
    }
}
