//! The operations on lanes, without the number of lanes.

use vidalu_model::control::simd;
use vidalu_model::isa;

use crate::header::capitalised;
use crate::verilog::{Condition, Net};
use crate::{Config, Operation, Unit};

/// An operation on lanes. A word is a lane too; only words can be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LaneOp {
    Vadd,
    Vsub,
    Vmin,
    Vmax,
    Vabsdiff,
    Vset,
    Vavrg,
    Vshl,
    Vshr,
}

use LaneOp::{Vabsdiff, Vadd, Vavrg, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};

/// The groups that share a source of the result: the sum, an operand, half the sum, a truth value,
/// the shifted value.
pub(crate) const SUM: [LaneOp; 3] = [Vadd, Vsub, Vabsdiff];
pub(crate) const PICK: [LaneOp; 2] = [Vmin, Vmax];
pub(crate) const HALF: [LaneOp; 1] = [Vavrg];
pub(crate) const SET: [LaneOp; 1] = [Vset];
pub(crate) const SHIFT: [LaneOp; 2] = [Vshl, Vshr];
/// The operations that use the sum of the adder. The others use the order of the operands.
pub(crate) const SUMMED: [LaneOp; 4] = [Vadd, Vsub, Vabsdiff, Vavrg];
/// The operations that use the adder.
const ADDED: [LaneOp; 7] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg];

impl LaneOp {
    /// All operations, in the order of their codes.
    pub(crate) const ALL: [Self; 9] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg, Vshl, Vshr];

    /// Returns the PTX opcode without the number of lanes.
    pub(crate) const fn name(self) -> &'static str {
        self.operation().code_name()
    }

    /// The operation on a word, or on four lanes where a word does not have it.
    const fn operation(self) -> Operation {
        match self {
            Vadd => Operation::Vadd,
            Vsub => Operation::Vsub,
            Vmin => Operation::Vmin,
            Vmax => Operation::Vmax,
            Vabsdiff => Operation::Vabsdiff,
            Vset => Operation::Vset,
            Vavrg => Operation::Vavrg4,
            Vshl => Operation::Vshl,
            Vshr => Operation::Vshr,
        }
    }

    /// Returns the name of the operation's code in the text.
    pub(crate) fn parameter(self) -> String {
        format!("Op{}", capitalised(self.name()))
    }

    /// Returns the code in the field `op` of the control word.
    const fn code(self) -> u64 {
        self.operation().code()
    }

    /// Returns the other operation with the same code: one is on words, the other on lanes.
    fn twin(self) -> Option<Self> {
        match self {
            Vavrg => Some(Vshl),
            Vshl => Some(Vavrg),
            _ => None,
        }
    }
}

// The unit for words and lanes reads one field `op`, so an operation on both must have one code.
const _: () = {
    assert!(simd::OP.code("vadd") == Vadd.code() && simd::OP.code("vsub") == Vsub.code());
    assert!(simd::OP.code("vmin") == Vmin.code() && simd::OP.code("vmax") == Vmax.code());
    assert!(simd::OP.code("vabsdiff") == Vabsdiff.code() && simd::OP.code("vset") == Vset.code());
    assert!(Vavrg.code() == Vshl.code() && Vshr.code() == 7);
};

// The unit for words and lanes executes every scalar operation.
const _: () = {
    let mut index = 0;
    while index < Operation::ALL.len() {
        let op = Operation::ALL[index];
        let mut is_listed = !matches!(op.unit(), isa::Unit::Scalar);
        let mut lane = 0;
        while lane < LaneOp::ALL.len() {
            is_listed |= LaneOp::ALL[lane].operation() as usize == op as usize;
            lane += 1;
        }
        assert!(is_listed, "no operation on lanes stands for this operation on words");
        index += 1;
    }
};

/// Returns the declarations of the codes that a text names.
pub(crate) fn opcodes(named: &[LaneOp]) -> Vec<String> {
    let mut named = named.to_vec();
    named.sort_unstable();
    named.dedup();
    let width = named.iter().map(|op| op.parameter().len()).max().unwrap_or(0);
    named.iter().map(|op| format!("localparam [2:0] {:width$} = 3'd{};", op.parameter(), op.code())).collect()
}

/// The nets that tell operations apart: the code, and whether the operation is on a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'n> {
    pub(crate) op: &'n Net,
    pub(crate) word: Option<&'n Net>,
}

/// The operations of a unit, and their numbers of lanes.
#[derive(Clone, Debug)]
pub(crate) struct Operations {
    ops: Vec<LaneOp>,
    /// Whether some operations are on two half-words.
    pub(crate) two: bool,
    /// Whether some operations are on four bytes.
    pub(crate) four: bool,
}

impl Operations {
    /// Returns the operations of a configuration that belong to `units`. One of them is the SIMD
    /// unit.
    pub(crate) fn of(config: &Config, units: &[Unit]) -> Self {
        let has_lanes = |lanes: u32| config.ops.iter().any(|op| Unit::Simd.executes(*op) && op.lanes() == lanes);
        let has =
            |op: LaneOp| move |&kept: &Operation| units.contains(&kept.unit().into()) && kept.code_name() == op.name();
        Self {
            ops: LaneOp::ALL.into_iter().filter(|&op| config.ops.iter().any(has(op))).collect(),
            two: has_lanes(2),
            four: has_lanes(4),
        }
    }

    pub(crate) fn has(&self, op: LaneOp) -> bool {
        self.ops.contains(&op)
    }

    pub(crate) fn any(&self, group: &[LaneOp]) -> bool {
        group.iter().any(|&op| self.has(op))
    }

    pub(crate) fn several(&self) -> bool {
        self.ops.len() > 1
    }

    /// Returns whether some operations are on halves and some on bytes.
    pub(crate) fn both_widths(&self) -> bool {
        self.two && self.four
    }

    pub(crate) fn saturates(&self) -> bool {
        self.ops.iter().any(|&op| op != Vset)
    }

    /// Returns whether an operation needs the order of its operands or the sign of their sum.
    pub(crate) fn orders(&self) -> bool {
        self.any(&PICK) || self.has(Vset) || self.has(Vabsdiff)
    }

    /// Returns when the adder subtracts, and when the sign of a lane determines its carry.
    pub(crate) fn adder_controls(&self, codes: Codes<'_>, named: &mut Vec<LaneOp>) -> (Condition, Condition) {
        let subtracting: Vec<_> = ADDED.into_iter().filter(|op| ![Vadd, Vavrg].contains(op)).collect();
        let subtract = self.is_one_of(codes, &subtracting, &ADDED, named);
        (subtract, self.is_one_of(codes, &[Vabsdiff, Vavrg], &SUMMED, named))
    }

    /// Returns the condition that the operation is in `group`, given that it is in `among`. Adds
    /// the operations whose codes it reads to `named`.
    pub(crate) fn is_one_of(
        &self,
        codes: Codes<'_>,
        group: &[LaneOp],
        among: &[LaneOp],
        named: &mut Vec<LaneOp>,
    ) -> Condition {
        let (inside, outside): (Vec<LaneOp>, Vec<LaneOp>) =
            among.iter().filter(|&&op| self.has(op)).partition(|op| group.contains(op));
        let (is_inside, read) = match (inside.len(), outside.len()) {
            (0, _) => return Condition::Never,
            (_, 0) => return Condition::Always,
            (inside_len, outside_len) if inside_len > outside_len => (false, &outside),
            _ => (true, &inside),
        };
        let term = |&op: &LaneOp| {
            let (code, sign) = (&codes.op.name, if is_inside { "==" } else { "!=" });
            let twin = op.twin().filter(|twin| among.contains(twin) && self.has(*twin));
            match (codes.word, twin) {
                (Some(word), Some(_)) => {
                    let joint = if is_inside { "&&" } else { "||" };
                    let not = if (op == Vshl) == is_inside { "" } else { "!" };
                    format!("({not}{} {joint} ({code} {sign} {}))", word.name, op.parameter())
                }
                _ => format!("({code} {sign} {})", op.parameter()),
            }
        };
        named.extend(read);
        let terms: Vec<_> = read.iter().map(term).collect();
        Condition::If(terms.join(if is_inside { " || " } else { " && " }))
    }
}
