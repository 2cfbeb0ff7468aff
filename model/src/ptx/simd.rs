//! Section 9.7.18.2: the SIMD instructions on two half-words or four bytes.

use super::diagnostic::Diagnostic;
use super::grammar::{Grammar, Slot};
use super::lexer::quote_dotted;
use super::operand::{self, Raw};
use super::parser::{Operands, Parser};
use super::scalar::{COMPARISONS, TYPES, comparison, types};
use crate::isa::{Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, Operation, Simd, SimdForm, SimdOp};

const ARITH: Grammar = Grammar {
    slots: &[Slot::required("type", TYPES, 3), FINISH],
    syntax: ".dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c, or with .add in place of .sat \
             (sections 9.7.18.2.1 and .3)",
};

/// `.sat` and `.add` share a slot, for they exclude each other; only `.sat` may be repeated.
const FINISH: Slot =
    Slot { what: "of the two", words: &["sat", "add"], min: 0, max: 1, repeats: Some("sat"), floats: false };

const SET: Grammar = Grammar {
    slots: &[
        Slot::required("type", TYPES, 2),
        Slot::required("comparison", COMPARISONS, 1),
        Slot::optional("accumulation", &["add"]),
    ],
    syntax: ".atype.btype.cmp{.add} d{.mask}, a{.asel}, b{.bsel}, c (sections 9.7.18.2.2 and .4)",
};

/// An operation of the SIMD unit.
pub(super) fn simd(parser: &mut Parser<'_, '_>, operation: Operation) -> Result<(Instruction, Operands), Diagnostic> {
    let lanes = operation.lanes();
    match operation {
        Operation::Vset2 | Operation::Vset4 => set(parser, lanes),
        _ => arith(parser, LaneOp::of(operation).expect("the other SIMD operations are arithmetic"), lanes),
    }
}

/// `vadd vsub vavrg vabsdiff vmin vmax` on lanes, sections 9.7.18.2.1 and .3.
fn arith(parser: &mut Parser<'_, '_>, op: LaneOp, lanes: u32) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&ARITH)?;
    let [dtype, atype, btype] = types(&matched);
    let finish = match matched.one(1) {
        Some(("add", _)) => LaneFinish::Accumulate,
        sat => LaneFinish::Merge { sat: sat.is_some() },
    };
    rest(parser, &ARITH, SimdOp::Arith { op, dtype, atype, btype, finish }, lanes)
}

/// `vset2 vset4`, sections 9.7.18.2.2 and .4.
fn set(parser: &mut Parser<'_, '_>, lanes: u32) -> Result<(Instruction, Operands), Diagnostic> {
    let matched = parser.modifiers(&SET)?;
    let [atype, btype] = types(&matched);
    let op = SimdOp::Set { cmp: comparison(&matched, 1), atype, btype, accumulate: matched.one(2).is_some() };
    rest(parser, &SET, op, lanes)
}

fn rest(
    parser: &mut Parser<'_, '_>,
    grammar: &Grammar,
    op: SimdOp,
    lanes: u32,
) -> Result<(Instruction, Operands), Diagnostic> {
    let raws = parser.operands(grammar, 4, 4)?;
    let opcode = parser.head.opcode;
    for raw in &raws[1..] {
        if raw.is_constant() {
            let message = format!("{opcode} takes registers only, not constants");
            return Err(Diagnostic::illegal(raw.span, message));
        }
    }
    parser.ignored_signs(&raws, 32)?;
    operand::no_selector(&raws[3], opcode, 'c')?;
    let simd = match lanes {
        2 => Simd::Two(form(op, &raws)?),
        _ => Simd::Four(form(op, &raws)?),
    };
    Ok((Instruction::Simd(simd), parser.resolve(&raws, 32, true)?))
}

fn form<const L: usize>(op: SimdOp, raws: &[Raw<'_>]) -> Result<SimdForm<L>, Diagnostic> {
    Ok(SimdForm {
        op,
        mask: mask(&raws[0])?,
        asel: select(&raws[1])?.unwrap_or_else(LaneSelect::of_a),
        bsel: select(&raws[2])?.unwrap_or_else(LaneSelect::of_b),
    })
}

/// The letter of a selector of `L` lanes.
const fn letter(lanes: usize) -> char {
    if lanes == 2 { 'h' } else { 'b' }
}

/// The digits after the selector's letter; `None` for other words.
fn digits<const L: usize>(word: &str) -> Option<impl DoubleEndedIterator<Item = u8> + ExactSizeIterator> {
    let digits = word.strip_prefix(letter(L))?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.bytes().map(|digit| digit - b'0'))
}

/// `.asel` or `.bsel`: one digit a lane, the highest lane first.
fn select<const L: usize>(raw: &Raw<'_>) -> Result<Option<LaneSelect<L>>, Diagnostic> {
    let Some((word, span)) = raw.selector else { return Ok(None) };
    let found = digits::<L>(word).filter(|digits| digits.len() == L).and_then(|digits| {
        let mut sources = [0; L];
        sources.iter_mut().zip(digits.rev()).for_each(|(source, digit)| *source = digit);
        LaneSelect::new(sources)
    });
    found.map(Some).ok_or_else(|| {
        let (letter, high) = (letter(L), 2 * L - 1);
        let word = quote_dotted(word);
        let message = format!("{word} is not a selector here; use .{letter} with {L} digits from 0 to {high}");
        let help = format!("digits below {L} name lanes of a, the others lanes of b; the highest lane comes first");
        Diagnostic::illegal(span, message).with_help(help)
    })
}

/// `.mask`: the lanes that are written, strictly descending.
fn mask<const L: usize>(raw: &Raw<'_>) -> Result<LaneMask<L>, Diagnostic> {
    let Some((word, span)) = raw.selector else { return Ok(LaneMask::FULL) };
    let letter = letter(L);
    let full: String = (0..L).rev().map(|lane| lane.to_string()).collect();
    let error = |message: String| {
        let help =
            format!("a mask is .{letter} with digits from {} to 0 in descending order, at most .{letter}{full}", L - 1);
        Err(Diagnostic::illegal(span, message).with_help(help))
    };
    let Some(digits) = digits::<L>(word).filter(|digits| digits.len() > 0) else {
        return error(format!("{} is not a mask of {L} lanes", quote_dotted(word)));
    };
    let word = quote_dotted(word);
    let (mut bits, mut above) = (0, L as u8);
    for digit in digits {
        if usize::from(digit) >= L {
            return error(format!("mask {word} names lane {digit}; lanes are 0 to {}", L - 1));
        }
        if digit >= above {
            let fault = if digit == above { "names a lane twice" } else { "has its digits in ascending order" };
            return error(format!("mask {word} {fault}; each digit must be lower than the one before"));
        }
        bits |= 1 << digit;
        above = digit;
    }
    match LaneMask::new(bits) {
        Some(mask) => Ok(mask),
        None => error(format!("{word} is not a mask of {L} lanes")),
    }
}
