//! The packed and saturating integer instructions: `add sub min max neg set` on lanes, `.sat`,
//! `.relu`.

use super::diagnostic::Diagnostic;
use super::grammar::{Grammar, Slot};
use super::lexer::Span;
use super::operand;
use super::parser::Parser;
use super::scalar::named;
use super::scope::RegisterKind;
use super::statement::{Guard, Operand, Statement};
use crate::isa::{Clamp, Compare, Packed, PackedOp, PackedType, Unsupported};

const TYPE: Slot = {
    const NAMES: [&str; 6] = {
        let mut names = [""; 6];
        let mut index = 0;
        while index < names.len() {
            names[index] = PackedType::ALL[index].name();
            index += 1;
        }
        names
    };
    Slot::required("type", &NAMES, 1)
};

const SUM: Grammar = Grammar { slots: &[Slot::floating("modifier", &["sat"]), TYPE], syntax: "{.sat}.type d, a, b" };
const EXTREME: Grammar =
    Grammar { slots: &[Slot::floating("modifier", &["relu"]), TYPE], syntax: "{.relu}.type d, a, b" };
const NEG: Grammar = Grammar { slots: &[TYPE], syntax: ".s8x4 d, a" };
const SET: Grammar = Grammar {
    slots: &[
        Slot { floats: true, ..Slot::required("comparison", ORDERS, 1) },
        Slot::required("type", &["u8x4", "s8x4", "u16x2", "s16x2"], 1),
    ],
    syntax: ".cmp.type d, a, b (section 9.7.6.1)",
};
/// The comparisons of `set`. The last four are those of unsigned numbers.
const ORDERS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"];

/// The comparison of unsigned numbers that a word names.
fn unsigned_comparison(word: &str) -> Option<Compare> {
    match word {
        "lo" => Some(Compare::Lt),
        "ls" => Some(Compare::Le),
        "hi" => Some(Compare::Gt),
        "hs" => Some(Compare::Ge),
        _ => None,
    }
}

/// Reads a packed instruction from its modifiers on.
pub(super) fn packed(parser: &mut Parser<'_, '_>, guard: Option<Guard>) -> Result<Statement, Diagnostic> {
    let opcode = parser.head.opcode;
    let end = parser.head.modifiers.last().map_or(parser.head.span, |last| last.span);
    let head = parser.head.span.to(end);
    let grammar = match opcode {
        "set" => &SET,
        "add" | "sub" => &SUM,
        "min" | "max" => &EXTREME,
        _ => &NEG,
    };
    let form = if opcode == "set" { set(parser)? } else { form(parser, grammar, head)? };
    let count = 1 + form.op().sources();
    let raws = parser.operands(grammar, count, count)?;
    for (name, raw) in ['d', 'a', 'b'].into_iter().zip(&raws) {
        operand::no_selector(raw, opcode, name)?;
    }
    if let Some(sign) = raws[1..].iter().find_map(|raw| raw.sign) {
        let message = format!("{opcode} does not take negated registers");
        return Err(Diagnostic::illegal(sign, message).with_help("negate it in an instruction of its own"));
    }
    raws.iter().for_each(|raw| parser.warn_padded(raw));
    let d = operand::destination(&raws[0], opcode, 32, parser.scope)?;
    let sources = raws[1..].iter().map(|raw| operand::source(raw, opcode, 32, parser.scope));
    let sources = sources.collect::<Result<Vec<_>, _>>()?;
    if form.ty().lanes() > 1 {
        let registers = [Some(&d)].into_iter().chain(sources.iter().map(Operand::register));
        for (raw, register) in raws.iter().zip(registers) {
            let Some(register) = register else {
                let message = format!("{form} takes registers only, not constants");
                return Err(Diagnostic::illegal(raw.span, message).with_help("copy it to a register with mov first"));
            };
            if let Some(RegisterKind::Number32(ty)) = parser.scope.kind(register.name()) {
                let message = format!("{form} needs registers of type .b32; `{register}` is a {ty} register");
                let help = format!("declare it: .reg .b32 {register};");
                return Err(Diagnostic::illegal(raw.span, message).with_help(help));
            }
        }
    }
    form.check(parser.scope.platform()).map_err(|unsupported| {
        let help = match unsupported {
            Unsupported::Unborn { target, .. } => format!("use PTX {} or later", target.since()),
            // The assembler's emulation of a scalar video instruction may differ (E3).
            // `set` is an instruction of its own.
            _ if form.ty().lanes() == 1 || opcode == "set" => "choose a version and a target that have it".to_owned(),
            _ => format!("{} computes the same on every target", form.instruction()),
        };
        Diagnostic::illegal(head, unsupported.to_string()).with_help(help)
    })?;
    Statement::packed(guard, form, d, &sources).map_err(|error| Diagnostic::illegal(head, error.to_string()))
}

/// The form that the modifiers name.
fn form(parser: &mut Parser<'_, '_>, grammar: &Grammar, head: Span) -> Result<Packed, Diagnostic> {
    let matched = parser.modifiers(grammar)?;
    let (ty, modifier) = match grammar.slots {
        [_] => (matched.one(0), None),
        _ => (matched.one(1), matched.one(0)),
    };
    let (ty, _) = ty.expect("the grammar demands a type");
    let modifier = modifier.map(|(word, _)| named(&Clamp::ALL, Clamp::name, word));
    let ops = [PackedOp::Add, PackedOp::Sub, PackedOp::Min, PackedOp::Max, PackedOp::Neg];
    let op = named(&ops, PackedOp::name, parser.head.opcode);
    Packed::new(op, named(&PackedType::ALL, PackedType::name, ty), modifier).ok_or_else(|| {
        let name = op.name();
        let modifier = modifier.map_or_else(String::new, |modifier| format!(".{}", modifier.name()));
        let forms = Packed::all().filter(|form| form.op() == op).map(|form| form.to_string());
        let help = format!("{name} has the forms {}", forms.collect::<Vec<_>>().join(", "));
        Diagnostic::illegal(head, format!("PTX has no {name}{modifier}.{ty}")).with_help(help)
    })
}

/// The form of a `set`.
fn set(parser: &mut Parser<'_, '_>) -> Result<Packed, Diagnostic> {
    let matched = parser.modifiers(&SET)?;
    let (cmp, span) = matched.one(0).expect("the grammar demands a comparison");
    let (ty, _) = matched.one(1).expect("the grammar demands a type");
    let ty = named(&PackedType::ALL, PackedType::name, ty);
    let cmp = match unsigned_comparison(cmp) {
        Some(order) if ty.is_signed() => {
            let message = format!("`.{cmp}` compares unsigned numbers; the type is .{}", ty.name());
            return Err(Diagnostic::illegal(span, message).with_help(format!("write .{}", order.name())));
        }
        Some(order) => order,
        None => named(&Compare::ALL, Compare::name, cmp),
    };
    Ok(Packed::new(PackedOp::Set(cmp), ty, None).expect("set has each comparison on each type of lanes"))
}
