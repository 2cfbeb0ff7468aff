//! Section 9.7.2: `add.cc addc sub.cc subc mad.cc madc`, and `mul.lo/.hi`.

use super::diagnostic::{Diagnostic, OutOfScope};
use super::grammar::{Grammar, Matched, Modifier, Slot};
use super::operand;
use super::parser::{Head, Operands, Parser};
use super::scalar::named;
use crate::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType, Operation};

const TYPES: &[&str] = &["u32", "s32", "u64", "s64"];

const CC: Slot = Slot::flag(&["cc"]);
const TYPE: Slot = Slot::required("type", TYPES, 1);
const HALF: Slot = Slot::required("half of the product", &["lo", "hi"], 1);

/// `add` and `sub`; that they have `.cc` is seen before.
const ADD: Grammar = Grammar { slots: &[CC, TYPE], syntax: ".cc.type d, a, b (sections 9.7.2.1 and 9.7.2.3)" };
const ADDC: Grammar = Grammar { slots: &[CC, TYPE], syntax: "{.cc}.type d, a, b (sections 9.7.2.2 and 9.7.2.4)" };
/// `mad`; that it has `.cc` is seen before.
const MAD: Grammar =
    Grammar { slots: &[HALF, CC, TYPE], syntax: ".lo.cc.type d, a, b, c, or with .hi (section 9.7.2.5)" };
const MADC: Grammar =
    Grammar { slots: &[HALF, CC, TYPE], syntax: ".lo{.cc}.type d, a, b, c, or with .hi (section 9.7.2.6)" };
const MUL: Grammar = Grammar { slots: &[HALF, TYPE], syntax: ".lo.type d, a, b, or with .hi" };

/// An operation of the carry-flag unit.
pub(super) fn carry(parser: &mut Parser<'_, '_>, operation: Operation) -> Result<(Instruction, Operands), Diagnostic> {
    match operation.code_name() {
        "add" | "sub" => add(parser, operation),
        "mad" => mad(parser, operation),
        "mul" => mul(parser),
        other => unreachable!("the carry-flag unit has no code `{other}`"),
    }
}

/// `add.cc addc addc.cc sub.cc subc subc.cc`, sections 9.7.2.1 to 9.7.2.4.
fn add(parser: &mut Parser<'_, '_>, operation: Operation) -> Result<(Instruction, Operands), Diagnostic> {
    let grammar = if matches!(operation, Operation::AddCc | Operation::SubCc) {
        demand_flag(&parser.head)?;
        &ADD
    } else {
        refuse_undocumented(&parser.head, true)?;
        &ADDC
    };
    let matched = parser.modifiers(grammar)?;
    let cc = matched.one(0).is_some();
    let op = match operation {
        Operation::AddCc | Operation::Addc => CarryOp::Add(flag(operation == Operation::Addc, cc)),
        _ => CarryOp::Sub(flag(operation == Operation::Subc, cc)),
    };
    rest(parser, grammar, op, ty(&matched, 1))
}

/// `mad.cc madc madc.cc`, sections 9.7.2.5 and 9.7.2.6.
fn mad(parser: &mut Parser<'_, '_>, operation: Operation) -> Result<(Instruction, Operands), Diagnostic> {
    let grammar = if operation == Operation::MadCc {
        demand_flag(&parser.head)?;
        &MAD
    } else {
        let high = parser.head.modifiers.first().is_some_and(|first| first.word == "hi");
        refuse_undocumented(&parser.head, high)?;
        &MADC
    };
    let half = half(&parser.head, grammar)?;
    let matched = parser.modifiers(grammar)?;
    let op = CarryOp::Mad(half, flag(operation == Operation::Madc, matched.one(1).is_some()));
    rest(parser, grammar, op, ty(&matched, 2))
}

/// `mul.lo mul.hi`.
fn mul(parser: &mut Parser<'_, '_>) -> Result<(Instruction, Operands), Diagnostic> {
    if let Some(wide) = parser.head.modifiers.iter().find(|modifier| modifier.word == "wide") {
        let message = "mul.wide is not part of vidalu, which has mul.lo and mul.hi";
        return Err(Diagnostic::out_of_scope(OutOfScope::Plain, wide.span, message));
    }
    refuse_undocumented(&parser.head, false)?;
    let half = half(&parser.head, &MUL)?;
    let matched = parser.modifiers(&MUL)?;
    rest(parser, &MUL, CarryOp::Mul(half), ty(&matched, 1))
}

fn flag(read: bool, written: bool) -> Flag {
    match (read, written) {
        (true, true) => Flag::ReadWrite,
        (true, false) => Flag::Read,
        (false, _) => Flag::Write,
    }
}

fn ty(matched: &Matched, slot: usize) -> IntType {
    let (word, _) = matched.one(slot).expect("the grammar demands a type");
    named(&IntType::ALL, IntType::name, word)
}

/// `add`, `sub` and `mad` without `.cc` are plain arithmetic.
fn demand_flag(head: &Head<'_>) -> Result<(), Diagnostic> {
    if head.modifiers.iter().any(|modifier| modifier.word == "cc") {
        return Ok(());
    }
    let opcode = head.opcode;
    let message = format!("{opcode} without .cc is plain arithmetic, which vidalu leaves out");
    let end = head.modifiers.last().map_or(head.span, |last| last.span);
    let error = Diagnostic::out_of_scope(OutOfScope::Plain, head.span.to(end), message);
    let example = if opcode == "mad" { "mad.lo.cc.u32" } else { "add.cc.u32" }.replace("add", opcode);
    Err(error.with_help(format!("to write the carry flag, use {example}")))
}

/// Refuses forms that ptxas accepts without documentation: 16-bit types and, if `saturates`, `.sat`
/// on s32, both without `.cc`.
fn refuse_undocumented(head: &Head<'_>, saturates: bool) -> Result<(), Diagnostic> {
    let find = |words: &[&str]| head.modifiers.iter().find(|modifier| words.contains(&modifier.word));
    if find(&["cc"]).is_some() {
        return Ok(());
    }
    let opcode = head.opcode;
    if let Some(Modifier { word, span, .. }) = find(&["u16", "s16"]) {
        let message = format!("{opcode} on 16-bit types, `.{word}`, is undocumented and not part of vidalu");
        return Err(Diagnostic::out_of_scope(OutOfScope::SixteenBit, *span, message));
    }
    match (find(&["sat"]), find(&["s32"])) {
        (Some(sat), Some(_)) if saturates => {
            let message = format!("`.sat` on {opcode} is undocumented and not part of vidalu");
            Err(Diagnostic::out_of_scope(OutOfScope::Saturate, sat.span, message))
        }
        _ => Ok(()),
    }
}

/// The half of the product, which must follow the opcode directly, without white space.
fn half(head: &Head<'_>, grammar: &Grammar) -> Result<Half, Diagnostic> {
    let opcode = head.opcode;
    let first = head.modifiers.first();
    if let Some(half) = first.and_then(|first| Half::ALL.into_iter().find(|half| half.name() == first.word)) {
        return match first {
            Some(first) if first.spaced => {
                let message = format!("no white space may stand between {opcode} and .{}", half.name());
                Err(Diagnostic::illegal(first.span, message))
            }
            _ => Ok(half),
        };
    }
    let late = head.modifiers.iter().find(|modifier| Half::ALL.iter().any(|half| half.name() == modifier.word));
    let (span, message) = match late {
        Some(late) => (late.span, format!("`.{}` must follow {opcode} directly", late.word)),
        None => {
            let end = head.modifiers.last().map_or(head.span, |last| last.span);
            (head.span.to(end), format!("{opcode} needs the half of its product: {opcode}.lo or {opcode}.hi"))
        }
    };
    Err(Diagnostic::illegal(span, message).with_help(grammar.help(opcode)))
}

fn rest(
    parser: &mut Parser<'_, '_>,
    grammar: &Grammar,
    op: CarryOp,
    ty: IntType,
) -> Result<(Instruction, Operands), Diagnostic> {
    let count = if matches!(op, CarryOp::Mad(..)) { 4 } else { 3 };
    Ok((Instruction::Carry(Carry { op, ty }), operands(parser, grammar, count, ty.width())?))
}

fn operands(parser: &mut Parser<'_, '_>, grammar: &Grammar, count: usize, width: u32) -> Result<Operands, Diagnostic> {
    let raws = parser.operands(grammar, count, count)?;
    for (name, raw) in ['d', 'a', 'b', 'c'].into_iter().zip(&raws) {
        operand::no_selector(raw, parser.head.opcode, name)?;
    }
    parser.ignored_signs(&raws, width)?;
    parser.resolve(&raws, width, count == 4)
}
