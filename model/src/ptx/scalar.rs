//! Sections 9.7.18.1.1 (`vadd vsub vabsdiff vmin vmax`), 9.7.18.1.2 (`vshl vshr`) and 9.7.18.1.4
//! (`vset`).

use super::diagnostic::Diagnostic;
use super::grammar::{Grammar, Matched, Slot};
use super::operand::{self, Raw};
use super::parser::{Operands, Parser};
use crate::isa::{
    Arith, Compare, Direction, Finish, Instruction, Operation, Scalar, ScalarOp, Secondary, ShiftMode, Type,
};

pub(super) const TYPES: &[&str] = &["u32", "s32"];
pub(super) const COMPARISONS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge"];
const SECONDARY: &[&str] = &["add", "min", "max"];

const ARITH: Grammar = Grammar {
    slots: &[Slot::required("type", TYPES, 3), Slot::flag(&["sat"]), Slot::optional("secondary operation", SECONDARY)],
    syntax: ".dtype.atype.btype{.sat}{.op2} d{.dsel}, a{.asel}, b{.bsel}{, c} (section 9.7.18.1.1); \
             c with .op2 or .dsel, never both",
};

const SHIFT: Grammar = Grammar {
    slots: &[
        Slot::required("type", TYPES, 3),
        Slot::flag(&["sat"]),
        Slot::required("mode", &["clamp", "wrap"], 1),
        Slot::optional("secondary operation", SECONDARY),
    ],
    syntax: ".dtype.atype.u32{.sat}.mode{.op2} d{.dsel}, a{.asel}, b{.bsel}{, c} (section 9.7.18.1.2); \
             c with .op2 or .dsel, never both",
};

const SET: Grammar = Grammar {
    slots: &[
        Slot::required("type", TYPES, 2),
        Slot::required("comparison", COMPARISONS, 1),
        Slot::optional("secondary operation", SECONDARY),
    ],
    syntax: ".atype.btype.cmp{.op2} d{.dsel}, a{.asel}, b{.bsel}{, c} (section 9.7.18.1.4); \
             c with .op2 or .dsel, never both",
};

/// Returns the value of `all` with this name. The names come from the grammar's slots, which use
/// the names of the ISA.
pub(super) fn named<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str, word: &str) -> T {
    all.iter().copied().find(|&value| name(value) == word).expect("the grammar's words are the names of the ISA")
}

/// The types of the first slot, in order.
pub(super) fn types<const N: usize>(matched: &Matched) -> [Type; N] {
    let mut words = matched.all(0);
    std::array::from_fn(|_| {
        let (word, _) = words.next().expect("the grammar counted the types");
        named(&Type::ALL, Type::name, word)
    })
}

/// An operation of the scalar unit.
pub(super) fn scalar(parser: &mut Parser<'_, '_>, operation: Operation) -> Result<(Instruction, Operands), Diagnostic> {
    match operation {
        Operation::Vshl => shift(parser, Direction::Left),
        Operation::Vshr => shift(parser, Direction::Right),
        Operation::Vset => set(parser),
        _ => arith(parser, Arith::of(operation).expect("the other scalar operations are arithmetic")),
    }
}

/// `vadd vsub vabsdiff vmin vmax`, section 9.7.18.1.1.
fn arith(parser: &mut Parser<'_, '_>, op: Arith) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&ARITH)?;
    let [dtype, atype, btype] = types(&matched);
    let op = ScalarOp::Arith { op, dtype, atype, btype, sat: matched.one(1).is_some() };
    rest(parser, &ARITH, &matched, 2, op)
}

/// `vshl vshr`, section 9.7.18.1.2.
fn shift(parser: &mut Parser<'_, '_>, direction: Direction) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&SHIFT)?;
    if let Some(("s32", span)) = matched.all(0).nth(2) {
        let message = format!("the shift amount of {} is unsigned: its third type must be .u32", parser.head.opcode);
        return Err(Diagnostic::illegal(span, message).with_help(SHIFT.help(parser.head.opcode)));
    }
    let [dtype, atype, _] = types(&matched);
    let mode = matched.one(2).map_or("clamp", |(word, _)| word);
    let mode = named(&ShiftMode::ALL, ShiftMode::name, mode);
    let op = ScalarOp::Shift { direction, dtype, atype, sat: matched.one(1).is_some(), mode };
    rest(parser, &SHIFT, &matched, 3, op)
}

/// `vset`, section 9.7.18.1.4.
fn set(parser: &mut Parser<'_, '_>) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&SET)?;
    let [atype, btype] = types(&matched);
    let op = ScalarOp::Set { cmp: comparison(&matched, 1), atype, btype };
    rest(parser, &SET, &matched, 2, op)
}

/// The comparison in `slot`, which the grammar demands.
pub(super) fn comparison(matched: &Matched, slot: usize) -> Compare {
    let (word, _) = matched.one(slot).expect("the grammar demands a comparison");
    named(&Compare::ALL, Compare::name, word)
}

/// Reads the operands, the selectors and the last stage, which all scalar instructions share.
fn rest(
    parser: &mut Parser<'_, '_>,
    grammar: &Grammar,
    matched: &Matched,
    op2: usize,
    op: ScalarOp,
) -> Result<(Instruction, Operands), Diagnostic> {
    let raws = parser.operands(grammar, 3, 4)?;
    let (asel, bsel) = (operand::sub_word(&raws[1])?, operand::sub_word(&raws[2])?);
    let finish = finish(parser, grammar, matched.one(op2), &raws)?;
    parser.ignored_signs(&raws, 32)?;
    let operands = parser.resolve(&raws, 32, finish != Finish::Plain)?;
    parser.warn_constants(&raws);
    Ok((Instruction::Scalar(Scalar { op, asel, bsel, finish }), operands))
}

/// Reads the last stage: nothing, a secondary operation or a merge. Warns of operands that ptxas
/// ignores.
fn finish(
    parser: &mut Parser<'_, '_>,
    grammar: &Grammar,
    op2: Option<(&'static str, super::lexer::Span)>,
    raws: &[Raw<'_>],
) -> Result<Finish, Diagnostic> {
    let opcode = parser.head.opcode;
    let dsel = operand::sub_word(&raws[0])?;
    let c = raws.get(3);
    if let Some(c) = c {
        operand::no_selector(c, opcode, 'c')?;
    }
    let dsel = dsel.zip(raws[0].selector);
    if let (Some((word, _)), Some((_, (dsel, span)))) = (op2, dsel) {
        let message = format!("{opcode} has a secondary operation, `.{word}`, and a destination selector, `.{dsel}`");
        return Err(Diagnostic::illegal(span, message).with_help("an instruction does one or the other"));
    }
    let needs = |word: &str, span| {
        let message = format!("`.{word}` needs a third source operand, c");
        Err(Diagnostic::illegal(span, message).with_help(grammar.help(opcode)))
    };
    match (op2, dsel, c) {
        (Some((word, span)), _, None) => needs(word, span),
        (_, Some((_, (word, span))), None) => needs(word, span),
        (Some((word, _)), _, Some(_)) => Ok(Finish::Secondary(named(&Secondary::ALL, Secondary::name, word))),
        (_, Some((part, _)), Some(_)) => Ok(Finish::Merge(part)),
        (None, None, Some(c)) => {
            let span = c.span;
            parser.warn(span, "a third source operand without .add .min .max or a destination selector; it is ignored");
            Ok(Finish::Plain)
        }
        (None, None, None) => Ok(Finish::Plain),
    }
}
