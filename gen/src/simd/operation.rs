//! The operations on lanes, without their number.

use vidalu_model::control::simd;
use vidalu_model::isa;

use crate::header::capitalised;
use crate::verilog::{Condition, Net};
use crate::{Config, Operation, Unit};

/// An operation on lanes; a word is a lane too, which alone can be shifted.
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

/// The groups that share a source of the result: the adder's sum, an operand, half the sum, a truth value, the shifter.
pub(crate) const SUM: [LaneOp; 3] = [Vadd, Vsub, Vabsdiff];
pub(crate) const PICK: [LaneOp; 2] = [Vmin, Vmax];
pub(crate) const HALF: [LaneOp; 1] = [Vavrg];
pub(crate) const SET: [LaneOp; 1] = [Vset];
pub(crate) const SHIFT: [LaneOp; 2] = [Vshl, Vshr];
/// What the adder sums; from the others the order of the operands is wanted.
pub(crate) const SUMMED: [LaneOp; 4] = [Vadd, Vsub, Vabsdiff, Vavrg];
/// What has the adder's sum or order.
const ADDED: [LaneOp; 7] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg];

impl LaneOp {
    /// All nine, in the order of their codes.
    pub(crate) const ALL: [Self; 9] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg, Vshl, Vshr];

    /// The PTX opcode without the number of lanes.
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

    /// The name of its code in the text.
    pub(crate) fn parameter(self) -> String {
        format!("Op{}", capitalised(self.name()))
    }

    /// Its code in the field `op` of the control word.
    const fn code(self) -> u64 {
        self.operation().code()
    }

    /// The other operation that has its code: one is on words, the other is not.
    fn twin(self) -> Option<Self> {
        match self {
            Vavrg => Some(Vshl),
            Vshl => Some(Vavrg),
            _ => None,
        }
    }
}

// A unit for words and lanes reads one `op`: what both have must have one code, and a code must be one of each.
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

/// The declarations of the codes that a text names.
pub(crate) fn opcodes(named: &[LaneOp]) -> Vec<String> {
    let mut named = named.to_vec();
    named.sort_unstable();
    named.dedup();
    let width = named.iter().map(|op| op.parameter().len()).max().unwrap_or(0);
    named.iter().map(|op| format!("localparam [2:0] {:width$} = 3'd{};", op.parameter(), op.code())).collect()
}

/// The nets that tell operations apart: the code, and whether it is one of a word where the unit has such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'n> {
    pub(crate) op: &'n Net,
    pub(crate) word: Option<&'n Net>,
}

/// What a unit computes: operations, and on how many lanes.
#[derive(Clone, Debug)]
pub(crate) struct Operations {
    ops: Vec<LaneOp>,
    /// Whether some are on two half-words.
    pub(crate) two: bool,
    /// Whether some are on four bytes.
    pub(crate) four: bool,
}

impl Operations {
    /// Those of a configuration that belong to `units`, of which one is the SIMD unit.
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

    /// Whether there are both halves and bytes.
    pub(crate) fn both_widths(&self) -> bool {
        self.two && self.four
    }

    pub(crate) fn saturates(&self) -> bool {
        self.ops.iter().any(|&op| op != Vset)
    }

    /// Whether an operation asks for the order of its operands, or the sign of their sum behind the adder.
    pub(crate) fn orders(&self) -> bool {
        self.any(&PICK) || self.has(Vset) || self.has(Vabsdiff)
    }

    /// When the adder subtracts, and when the sign of a lane decides about its carry.
    pub(crate) fn adder_controls(&self, codes: Codes<'_>, named: &mut Vec<LaneOp>) -> (Condition, Condition) {
        let subtracting: Vec<_> = ADDED.into_iter().filter(|op| ![Vadd, Vavrg].contains(op)).collect();
        let subtract = self.is_one_of(codes, &subtracting, &ADDED, named);
        (subtract, self.is_one_of(codes, &[Vabsdiff, Vavrg], &SUMMED, named))
    }

    /// A condition that holds for the operations of `group`, given that it is one of `among` that is executed. Those whose
    /// codes it reads are added to `named`.
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
