//! The operations of the units `scalar`, `simd` and `lanes`: the circuit that computes each of
//! them, and its expression in the behavioral style.
//!
//! This is the only place that lists them. A new operation needs a variant here, which the compiler
//! then leads through the file. Only a new [`Source`] needs text elsewhere.

use itertools::Itertools;
use vidalu_model::control::{scalar, simd};
use vidalu_model::isa;

use self::Source::{Half, Pick, Set, Shift, Sum};
use self::VideoOp::{SetLanes, Vabsdiff, Vadd, Vavrg, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
use crate::behavioral::Value;
use crate::header::capitalised;
use crate::verilog::{Condition, Net};
use crate::{Config, Operation, Unit};

/// An operation on a word or on lanes. A word is a lane too; only words can be shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VideoOp {
    Vadd,
    Vsub,
    Vmin,
    Vmax,
    Vabsdiff,
    Vset,
    Vavrg,
    Vshl,
    Vshr,
    /// `set`, which fills the lanes in which the comparison holds.
    SetLanes,
}

/// A circuit of the primary stage, from which an operation takes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The sum or the difference.
    Sum,
    /// Half the sum.
    Half,
    /// One of the operands.
    Pick,
    /// A truth value.
    Set,
    /// The shifted operand.
    Shift,
}

/// The circuits that use the sum of the adder.
pub(crate) const SUMMED: [Source; 2] = [Sum, Half];
/// The circuits that use an adder which orders its operands: its sum, or the order.
const ADDED: [Source; 4] = [Sum, Half, Pick, Set];

impl VideoOp {
    /// All operations, in the order in which the text tests them.
    pub(crate) const ALL: [Self; 10] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vavrg, Vshl, Vshr, SetLanes];

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
            SetLanes => Operation::Set8x4,
        }
    }

    /// The circuit that computes the operation.
    pub(crate) const fn source(self) -> Source {
        match self {
            Vadd | Vsub | Vabsdiff => Sum,
            Vavrg => Half,
            Vmin | Vmax => Pick,
            Vset | SetLanes => Set,
            Vshl | Vshr => Shift,
        }
    }

    /// Returns the result in the behavioral style, of the operands `a` and `b`. All three are
    /// signed and have `width` bits.
    pub(crate) fn value(self, a: &'static str, b: &'static str, width: u32) -> Value {
        Value::Of(match self {
            Vadd => format!("{a} + {b}"),
            Vsub => format!("{a} - {b}"),
            Vmin => format!("({a} < {b}) ? {a} : {b}"),
            Vmax => format!("({a} > {b}) ? {a} : {b}"),
            Vabsdiff => format!("({a} < {b}) ? ({b} - {a}) : ({a} - {b})"),
            Vset | SetLanes => return Value::Comparison { of: [a, b], width, fills: self == SetLanes },
            Vavrg => format!("({a} + {b} + ((({a} + {b}) < {width}'sd0) ? {width}'sd0 : {width}'sd1)) >>> 1'd1"),
            Vshl => format!("{a} << amount"),
            Vshr => format!("{a} >>> amount"),
        })
    }

    /// Returns whether the circuit needs to know which operand is less.
    fn orders(self) -> bool {
        matches!(self, Vmin | Vmax | Vabsdiff)
    }

    /// Returns the name of the operation's code in the text.
    pub(crate) fn parameter(self) -> String {
        format!("Op{}", capitalised(self.operation().code_name()))
    }

    /// Returns the other operation with the same code: one is on words, the other on lanes.
    fn twin(self) -> Option<Self> {
        match self {
            Vavrg => Some(Vshl),
            Vshl => Some(Vavrg),
            Vshr => Some(SetLanes),
            SetLanes => Some(Vshr),
            _ => None,
        }
    }
}

impl Source {
    /// Returns the name of the net that selects the source.
    pub(crate) fn is(self) -> &'static str {
        match self {
            Sum => "is_sum",
            Half => "is_half",
            Pick => "is_pick",
            Set => "is_set",
            Shift => "is_shift",
        }
    }

    /// Returns the operations that this circuit computes.
    pub(crate) fn operations(self) -> Vec<VideoOp> {
        computed_by(&[self])
    }
}

/// Returns the operations that these circuits compute.
fn computed_by(sources: &[Source]) -> Vec<VideoOp> {
    VideoOp::ALL.into_iter().filter(|op| sources.contains(&op.source())).collect()
}

// The unit for words and lanes reads one field `op`, so an operation on both must have one code.
const _: () = {
    assert!(simd::OP.code("vadd") == scalar::OP.code("vadd") && simd::OP.code("vsub") == scalar::OP.code("vsub"));
    assert!(simd::OP.code("vmin") == scalar::OP.code("vmin") && simd::OP.code("vmax") == scalar::OP.code("vmax"));
    assert!(simd::OP.code("vabsdiff") == scalar::OP.code("vabsdiff"));
    assert!(simd::OP.code("vset") == scalar::OP.code("vset"));
    assert!(simd::OP.code("vavrg") == scalar::OP.code("vshl") && simd::OP.code("set") == scalar::OP.code("vshr"));
};

// `takes_a` knows these two operations.
const _: () = {
    let mut at = 0;
    while at < VideoOp::ALL.len() {
        let op = VideoOp::ALL[at];
        assert!(!matches!(op.source(), Pick) || matches!(op, Vmin | Vmax), "`takes_a` does not know this operation");
        at += 1;
    }
};

// Every scalar operation is listed here.
const _: () = {
    let mut index = 0;
    while index < Operation::ALL.len() {
        let op = Operation::ALL[index];
        let mut is_listed = !matches!(op.unit(), isa::Unit::Scalar);
        let mut own = 0;
        while own < VideoOp::ALL.len() {
            is_listed |= VideoOp::ALL[own].operation() as usize == op as usize;
            own += 1;
        }
        assert!(is_listed, "no circuit computes this operation");
        index += 1;
    }
};

/// Returns the declarations of the codes that a text names.
pub(crate) fn opcodes(named: &[VideoOp]) -> Vec<String> {
    let named: Vec<_> = named.iter().sorted_unstable().dedup().collect();
    let width = named.iter().map(|op| op.parameter().len()).max().unwrap_or(0);
    let line = |op: &&VideoOp| {
        let (bits, code) = (scalar::OP.width, op.operation().code());
        format!("localparam [{}:0] {:width$} = {bits}'d{code};", bits - 1, op.parameter())
    };
    named.iter().map(line).collect()
}

/// The nets that tell operations apart: the code, and whether the operation is on a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'n> {
    pub(crate) op: &'n Net,
    /// In a unit for words and lanes.
    pub(crate) word: Option<&'n Net>,
    /// The greatest number of operations that a condition excludes, rather than naming those that
    /// it includes.
    pub(crate) max_excluded: usize,
}

/// The operations of a unit, and their numbers of lanes.
#[derive(Clone, Debug)]
pub(crate) struct Operations {
    ops: Vec<VideoOp>,
    /// Whether some operations are on two half-words.
    pub(crate) two: bool,
    /// Whether some operations are on four bytes.
    pub(crate) four: bool,
}

/// A source of the result of the primary stage.
pub(crate) struct ResultText {
    /// The name of the net that selects the source.
    pub(crate) is: &'static str,
    pub(crate) padding: String,
    pub(crate) when: Condition,
    pub(crate) value: String,
}

impl ResultText {
    /// Aligns the sources of a result. Each is the name of the net that selects it, when it is
    /// selected, and its value.
    pub(crate) fn aligned(results: Vec<(&'static str, Condition, String)>) -> Vec<Self> {
        let width = results.iter().map(|(is, ..)| is.len()).max().unwrap_or(0);
        let text =
            |(is, when, value): (&'static str, _, _)| Self { is, padding: " ".repeat(width - is.len()), when, value };
        results.into_iter().map(text).collect()
    }
}

impl Operations {
    /// Returns the operations of a configuration that belong to `units`.
    pub(crate) fn of(config: &Config, units: &[Unit]) -> Self {
        let own: Vec<_> = config.ops.iter().filter(|op| units.contains(&op.unit().into())).collect();
        let has = |op: VideoOp| own.iter().any(|own| own.code_name() == op.operation().code_name());
        let has_lanes = |lanes| own.iter().any(|op| op.lanes() == lanes);
        let ops = VideoOp::ALL.into_iter().filter(|&op| has(op)).collect();
        Self { ops, two: has_lanes(2), four: has_lanes(4) }
    }

    /// Returns the operations, in the order in which the text tests them.
    pub(crate) fn list(&self) -> &[VideoOp] {
        &self.ops
    }

    pub(crate) fn has(&self, op: VideoOp) -> bool {
        self.ops.contains(&op)
    }

    /// Returns whether an operation uses one of these circuits.
    pub(crate) fn any(&self, sources: &[Source]) -> bool {
        self.ops.iter().any(|op| sources.contains(&op.source()))
    }

    pub(crate) fn several(&self) -> bool {
        self.ops.len() > 1
    }

    /// Returns whether some operations are on halves and some on bytes.
    pub(crate) fn both_widths(&self) -> bool {
        self.two && self.four
    }

    pub(crate) fn saturates(&self) -> bool {
        self.ops.iter().any(|op| op.operation().saturates())
    }

    /// Returns whether a circuit needs to know which operand is less.
    pub(crate) fn orders(&self) -> bool {
        self.ops.iter().any(|op| op.orders())
    }

    /// Returns whether a circuit compares the operands.
    pub(crate) fn compares(&self) -> bool {
        self.orders() || self.any(&[Set])
    }

    /// Returns the condition when an adder subtracts that also orders the operands.
    pub(crate) fn subtracts(&self, codes: Codes<'_>, named: &mut Vec<VideoOp>) -> Condition {
        let added = computed_by(&ADDED);
        let subtracting: Vec<_> = added.iter().copied().filter(|op| ![Vadd, Vavrg].contains(op)).collect();
        self.is_one_of(codes, &subtracting, &added, named)
    }

    /// Returns the conditions when the adder of lanes subtracts, and when the sign of a lane
    /// determines its carry.
    pub(crate) fn adder_controls(&self, codes: Codes<'_>, named: &mut Vec<VideoOp>) -> (Condition, Condition) {
        let subtract = self.subtracts(codes, named);
        (subtract, self.is_one_of(codes, &[Vabsdiff, Vavrg], &computed_by(&SUMMED), named))
    }

    /// Returns the condition when [`Source::Set`] fills the lanes in which the comparison holds,
    /// instead of giving 1.
    pub(crate) fn fills(&self, codes: Codes<'_>, named: &mut Vec<VideoOp>) -> Condition {
        self.is_one_of(codes, &[SetLanes], &Set.operations(), named)
    }

    /// Returns the condition when [`Source::Pick`] selects the first operand. The net `less` has
    /// `width` bits, which say in each part of the operands whether the first is less.
    pub(crate) fn takes_a(&self, codes: Codes<'_>, less: &str, width: u32, named: &mut Vec<VideoOp>) -> String {
        let (op, is_xor) = if width == 1 { (Vmin, false) } else { (Vmax, true) };
        match (self.has(Vmin), self.is_one_of(codes, &[op], &Pick.operations(), named)) {
            (_, Condition::If(is_op)) if is_xor => format!("{less} ^ {{{width}{{{is_op}}}}}"),
            (_, Condition::If(is_op)) => format!("{less} == {is_op}"),
            (true, _) => less.to_owned(),
            (false, _) => format!("{}{less}", if is_xor { "~" } else { "!" }),
        }
    }

    /// Returns the circuits of the operations.
    pub(crate) fn sources(&self) -> Vec<Source> {
        self.ops.iter().map(|op| op.source()).sorted_unstable().dedup().collect()
    }

    /// Returns the sources of the result, each with its value.
    pub(crate) fn results(
        &self,
        codes: Codes<'_>,
        sources: Vec<(Source, String)>,
        named: &mut Vec<VideoOp>,
    ) -> Vec<ResultText> {
        let result = |(source, value): (Source, String)| {
            (source.is(), self.is_one_of(codes, &source.operations(), &VideoOp::ALL, named), value)
        };
        ResultText::aligned(sources.into_iter().map(result).collect())
    }

    /// Returns the condition that the operation is in `group`, given that it is in `among`. Adds
    /// the operations whose codes it reads to `named`.
    pub(crate) fn is_one_of(
        &self,
        codes: Codes<'_>,
        group: &[VideoOp],
        among: &[VideoOp],
        named: &mut Vec<VideoOp>,
    ) -> Condition {
        let (inside, outside): (Vec<VideoOp>, Vec<VideoOp>) =
            among.iter().filter(|&&op| self.has(op)).partition(|op| group.contains(op));
        let excludes = inside.len() > outside.len() && outside.len() <= codes.max_excluded;
        let (is_inside, read) = match (inside.is_empty(), outside.is_empty()) {
            (true, _) => return Condition::Never,
            (_, true) => return Condition::Always,
            _ if excludes => (false, &outside),
            _ => (true, &inside),
        };
        let term = |&op: &VideoOp| {
            let (code, sign) = (&codes.op.name, if is_inside { "==" } else { "!=" });
            let twin = op.twin().filter(|twin| among.contains(twin) && self.has(*twin));
            match (codes.word, twin) {
                (Some(word), Some(_)) => {
                    let joint = if is_inside { "&&" } else { "||" };
                    let not = if matches!(op, Vshl | Vshr) == is_inside { "" } else { "!" };
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
