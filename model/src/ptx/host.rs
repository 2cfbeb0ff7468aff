//! Plain instructions, which the host executes.

use super::diagnostic::Diagnostic;
use super::grammar::{Grammar, Slot};
use super::lexer::{Lexer, Span, TokenKind};
use super::line::HostStatement;
use super::operand::{self, Raw, What};
use super::parser::{Head, Parser, terminator};
use super::scalar::named;
use super::statement::{Guard, Operand, Register, is_special};
use crate::isa::{Combine, Compare, DataType, Host, HostOp, Logic, Product};

/// Which plain instructions are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// None.
    Refused,
    /// `add` and `sub`, as glue between the links of a carry chain.
    Glue,
    /// All that the host executes.
    Host,
}

impl Plain {
    /// Returns whether the instruction is plain and accepted. A plain instruction that shares its
    /// opcode with an instruction of vidalu has no `.cc`.
    pub(super) fn accepts(self, head: &Head<'_>) -> bool {
        let has = |word: &str| head.modifiers.iter().any(|modifier| modifier.word == word);
        match self {
            Self::Refused => false,
            Self::Glue => {
                let ty = |word: &str| DataType::NUMBERS.iter().any(|ty| ty.name() == word);
                matches!(head.opcode, "add" | "sub") && matches!(&head.modifiers[..], [only] if ty(only.word))
            }
            Self::Host => match head.opcode {
                "add" | "sub" | "mad" => !has("cc"),
                "mul" => has("wide"),
                opcode => is_opcode(opcode),
            },
        }
    }
}

const NUMBERS: &[&str] = &names(DataType::NUMBERS);
const WORDS: &[&str] = &names(DataType::WORDS);
const COMPARISONS: &[&str] = &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"];

const fn names<const N: usize>(types: [DataType; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = types[index].name();
        index += 1;
    }
    names
}

const fn of_type(types: &'static [&'static str]) -> Slot {
    Slot::required("type", types, 1)
}

const MOV: Grammar = Grammar {
    slots: &[of_type(&names(DataType::ALL))],
    syntax: ".type d, a; two halves are moved by mov.b64 d, {lo, hi} and mov.b64 {lo, hi}, a",
};
const TWO: Grammar = Grammar { slots: &[of_type(NUMBERS)], syntax: ".type d, a, b" };
const WIDE: Grammar = Grammar {
    slots: &[Slot::required("part of the product", &["wide"], 1), of_type(&names(DataType::NARROW))],
    syntax: ".wide.type d, a, b",
};
const MAD: Grammar = Grammar {
    slots: &[Slot::required("part of the product", &["lo", "hi", "wide"], 1), of_type(NUMBERS)],
    syntax: ".lo.type d, a, b, c, or with .hi, or with .wide and 32-bit types",
};
const BITS: Grammar = Grammar { slots: &[of_type(&names(DataType::BITS))], syntax: ".type d, a, b" };
const NOT: Grammar = Grammar { slots: BITS.slots, syntax: ".type d, a" };
const SHL: Grammar =
    Grammar { slots: &[of_type(&["b32", "b64"])], syntax: ".type d, a, b; the amount b is a 32-bit register" };
const SHR: Grammar = Grammar { slots: &[of_type(WORDS)], syntax: SHL.syntax };
const SIGNED: Grammar = Grammar { slots: &[of_type(&names(DataType::SIGNED))], syntax: ".type d, a" };
const SETP: Grammar = Grammar {
    slots: &[
        Slot::required("comparison", COMPARISONS, 1),
        Slot::optional("operation", &["and", "or", "xor"]),
        of_type(WORDS),
    ],
    syntax: ".cmp.type p{|q}, a, b, or with .and, .or or .xor after .cmp, and {!}c at the end",
};
const SELP: Grammar = Grammar { slots: &[of_type(WORDS)], syntax: ".type d, a, b, c; c is a predicate" };
const CVT: Grammar =
    Grammar { slots: &[Slot::required("type", NUMBERS, 2)], syntax: ".dtype.atype d, a; of 32 or 64 bits" };

/// The opcodes. A form that depends on the modifiers or operands is chosen later.
const OPCODES: &[(&str, HostOp, Grammar)] = &[
    ("mov", HostOp::Mov, MOV),
    ("add", HostOp::Add, TWO),
    ("sub", HostOp::Sub, TWO),
    ("mul", HostOp::MulWide, WIDE),
    ("mad", HostOp::Mad(Product::Lo), MAD),
    ("and", HostOp::And, BITS),
    ("or", HostOp::Or, BITS),
    ("xor", HostOp::Xor, BITS),
    ("not", HostOp::Not, NOT),
    ("shl", HostOp::Shl, SHL),
    ("shr", HostOp::Shr, SHR),
    ("min", HostOp::Min, TWO),
    ("max", HostOp::Max, TWO),
    ("abs", HostOp::Abs, SIGNED),
    ("neg", HostOp::Neg, SIGNED),
    ("setp", HostOp::Setp(Compare::Eq, None), SETP),
    ("selp", HostOp::Selp, SELP),
    ("cvt", HostOp::Cvt(DataType::U32), CVT),
];

/// The opcodes' names.
pub(super) fn opcodes() -> impl Iterator<Item = &'static str> {
    OPCODES.iter().map(|(name, ..)| *name)
}

fn is_opcode(name: &str) -> bool {
    opcodes().any(|opcode| opcode == name)
}

/// An operand as written.
enum Written<'t> {
    One(Raw<'t>),
    /// `{a, b}`.
    Vector(Vec<Raw<'t>>, Span),
    /// `p|q`.
    Pair([Raw<'t>; 2], Span),
    /// `!c`.
    Not(Raw<'t>, Span),
}

impl Written<'_> {
    fn span(&self) -> Span {
        match self {
            Self::One(raw) => raw.span,
            Self::Vector(_, span) | Self::Pair(_, span) | Self::Not(_, span) => *span,
        }
    }
}

/// Reads a plain instruction from its modifiers on.
pub(super) fn statement(parser: &mut Parser<'_, '_>, guard: Option<Guard>) -> Result<HostStatement, Diagnostic> {
    let opcode = parser.head.opcode;
    let Some((_, op, grammar)) = OPCODES.iter().find(|(name, ..)| *name == opcode) else {
        unreachable!("{opcode} was accepted as a plain instruction")
    };
    let (op, ty, type_span) = modifiers(parser, *op, grammar)?;
    let written = operands(parser.lexer)?;
    let op = match (op, &written[..]) {
        (HostOp::Mov, [Written::Vector(..), _, ..]) => HostOp::Unpack,
        (HostOp::Mov, [_, Written::Vector(..), ..]) => HostOp::Pack,
        (HostOp::Setp(compare, Some(combine)), [_, _, _, Written::Not(..)]) => {
            HostOp::Setp(compare, Some(Combine { negated: true, ..combine }))
        }
        (op, _) => op,
    };
    let host = Host::new(op, ty).ok_or_else(|| no_such_type(op, ty, type_span).with_help(grammar.help(opcode)))?;
    count(parser, &host, &written, grammar)?;
    let mut raws = written.into_iter().enumerate().map(|(place, written)| flat(&host, place, written));
    let destinations = raws.next().transpose()?.unwrap_or_default();
    let destinations = write(parser, &host, &destinations)?;
    let sources = raws.collect::<Result<Vec<_>, _>>()?.concat();
    let sources = read(parser, &host, &sources)?;
    let span = parser.head.span.to(parser.lexer.last());
    HostStatement::new(guard, host, destinations, sources).map_err(|error| Diagnostic::illegal(span, error.to_string()))
}

/// The operation, as far as the modifiers tell, and its type.
fn modifiers(
    parser: &mut Parser<'_, '_>,
    op: HostOp,
    grammar: &'static Grammar,
) -> Result<(HostOp, DataType, Span), Diagnostic> {
    let before = parser.warnings.len();
    let matched = parser.modifiers(grammar)?;
    if parser.warnings.len() > before {
        let message = "the modifiers of a plain instruction must be in the order of the manual, without white space";
        let span = parser.warnings[before].span.clone();
        let span = Span { start: span.start, end: span.end };
        return Err(Diagnostic::illegal(span, message).with_help(grammar.help(op.name())));
    }
    let slot = grammar.slots.iter().position(|slot| slot.what == "type").unwrap_or_default();
    let mut types = matched.all(slot).map(|(word, span)| (named(&DataType::ALL, DataType::name, word), span));
    let (ty, span) = types.next().expect("the grammar demands a type");
    let op = match (op, matched.one(0)) {
        (HostOp::Mad(_), Some((word, _))) => HostOp::Mad(named(&Product::ALL, Product::name, word)),
        (HostOp::Setp(..), Some((word, place))) => {
            let (compare, unsigned) = match word {
                "lo" => (Compare::Lt, true),
                "ls" => (Compare::Le, true),
                "hi" => (Compare::Gt, true),
                "hs" => (Compare::Ge, true),
                _ => (named(&Compare::ALL, Compare::name, word), false),
            };
            if unsigned && !matches!(ty, DataType::U32 | DataType::U64) {
                let message =
                    format!("`.{word}` is an unsigned comparison, but `.{}` is not an unsigned type", ty.name());
                return Err(Diagnostic::illegal(place, message).with_help("use .u32 or .u64"));
            }
            let logic = matched.one(1).map(|(word, _)| named(&Logic::ALL, Logic::name, word));
            HostOp::Setp(compare, logic.map(|op| Combine { op, negated: false }))
        }
        (HostOp::Cvt(_), _) => HostOp::Cvt(types.next().expect("the grammar demands two types").0),
        (op, _) => op,
    };
    Ok((op, ty, span))
}

fn no_such_type(op: HostOp, ty: DataType, span: Span) -> Diagnostic {
    let name = ty.name();
    let message = match op {
        HostOp::Mad(_) => format!("mad.wide multiplies 32-bit numbers, .u32 or .s32, not .{name}"),
        HostOp::Pack | HostOp::Unpack => format!("two halves are moved with mov.b64, not with mov.{name}"),
        _ => {
            format!("type .{name} can only be compared with .eq and .ne; the numeric types are .u32, .s32, .u64, .s64")
        }
    };
    Diagnostic::illegal(span, message)
}

/// Reads operands to the end of the statement.
fn operands<'t>(lexer: &mut Lexer<'t>) -> Result<Vec<Written<'t>>, Diagnostic> {
    let mut written = Vec::with_capacity(4);
    if !matches!(lexer.peek().kind, TokenKind::Semicolon | TokenKind::End) {
        loop {
            written.push(operand(lexer)?);
            if lexer.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
    }
    terminator(lexer)?;
    Ok(written)
}

fn operand<'t>(lexer: &mut Lexer<'t>) -> Result<Written<'t>, Diagnostic> {
    let start = lexer.peek().span;
    if lexer.peek().kind == TokenKind::Bang && lexer.second().kind == TokenKind::Name {
        lexer.bump();
        let raw = operand::raw(lexer)?;
        return Ok(Written::Not(raw, start.to(raw.span)));
    }
    if lexer.eat(TokenKind::OpenBlock).is_some() {
        let mut raws = vec![operand::raw(lexer)?];
        while lexer.eat(TokenKind::Comma).is_some() {
            raws.push(operand::raw(lexer)?);
        }
        let token = lexer.peek();
        return match lexer.eat(TokenKind::CloseBlock) {
            Some(_) => Ok(Written::Vector(raws, start.to(token.span))),
            None => Err(Diagnostic::illegal(token.span, format!("expected `,` or `}}`, found {}", token.describe()))),
        };
    }
    let raw = operand::raw(lexer)?;
    if lexer.peek().text != "|" {
        return Ok(Written::One(raw));
    }
    lexer.bump();
    let second = operand::raw(lexer)?;
    Ok(Written::Pair([raw, second], start.to(second.span)))
}

fn count(parser: &Parser<'_, '_>, host: &Host, written: &[Written<'_>], grammar: &Grammar) -> Result<(), Diagnostic> {
    const NAMES: [&str; 4] = ["d", "a", "b", "c"];
    let opcode = parser.head.opcode;
    let wanted = 1 + if host.op() == HostOp::Pack { 1 } else { host.sources().count() };
    let (span, what) = match written.get(wanted) {
        Some(extra) => (extra.span(), "this is one too many".to_owned()),
        None if written.len() == wanted => return Ok(()),
        None => (Span::at(parser.lexer.last().end), format!("{} is missing", NAMES[written.len()])),
    };
    let message = format!("{opcode} takes {wanted} operands ({}); {what}", NAMES[..wanted].join(", "));
    Err(Diagnostic::illegal(span, message).with_help(grammar.help(opcode)))
}

/// The registers and constants of one written operand, which is the one at `place`.
fn flat<'t>(host: &Host, place: usize, written: Written<'t>) -> Result<Vec<Raw<'t>>, Diagnostic> {
    let opcode = host.op().name();
    let (span, message) = match (host.op(), place, written) {
        (_, _, Written::One(raw)) => return Ok(vec![raw]),
        (HostOp::Setp(..), 0, Written::Pair(pair, _)) => return Ok(pair.to_vec()),
        (HostOp::Setp(_, Some(_)), 3, Written::Not(raw, _)) => return Ok(vec![raw]),
        (HostOp::Unpack, 0, Written::Vector(raws, span)) | (HostOp::Pack, 1, Written::Vector(raws, span)) => {
            if raws.len() == 2 {
                return Ok(raws);
            }
            (span, "a 64-bit register has two halves of 32 bits: {lo, hi}".to_owned())
        }
        (_, _, Written::Vector(_, span)) => (span, format!("{opcode} does not take a vector here")),
        (_, _, Written::Pair(_, span)) => (span, "only setp writes two registers with `|`".to_owned()),
        (_, _, Written::Not(_, span)) => (span, "only the last operand of setp, a predicate, takes a `!`".to_owned()),
    };
    Err(Diagnostic::illegal(span, message))
}

/// The destinations.
fn write(parser: &mut Parser<'_, '_>, host: &Host, raws: &[Raw<'_>]) -> Result<Vec<Option<Register>>, Diagnostic> {
    let opcode = parser.head.opcode;
    let mut registers = Vec::with_capacity(raws.len());
    for (raw, width) in raws.iter().zip(host.destinations()) {
        operand::no_selector(raw, opcode, 'd')?;
        if raws.len() > 1 && matches!(raw.what, What::Name("_", _)) {
            registers.push(None);
            continue;
        }
        parser.warn_padded(raw);
        let register = Some(operand::destination(raw, opcode, width, parser.scope)?);
        if registers.contains(&register) {
            return Err(Diagnostic::illegal(raw.span, format!("{opcode} cannot write one register twice")));
        }
        registers.push(register);
    }
    match raws {
        [first, .., last] if registers.iter().all(Option::is_none) => {
            let message = format!("{opcode} must write a register; one of two may be discarded with `_`");
            Err(Diagnostic::illegal(first.span.to(last.span), message))
        }
        _ => Ok(registers),
    }
}

/// The source operands.
fn read(parser: &mut Parser<'_, '_>, host: &Host, raws: &[Raw<'_>]) -> Result<Vec<Operand>, Diagnostic> {
    let opcode = parser.head.opcode;
    let mut operands = Vec::with_capacity(raws.len());
    for ((raw, width), name) in raws.iter().zip(host.sources()).zip(['a', 'b', 'c']) {
        if let What::Name(name, span) = raw.what
            && is_special(name)
        {
            let message = format!("`{name}` is a special register, which a straight-line program does not have");
            return Err(Diagnostic::illegal(span, message).with_help("write its value as a constant"));
        }
        operand::no_selector(raw, opcode, name)?;
        if let Some(sign) = raw.sign {
            let message = format!("{opcode} does not take negated registers");
            return Err(Diagnostic::illegal(sign, message).with_help("negate it with neg first"));
        }
        if width == 1 && raw.is_constant() {
            let message = format!("operand {name} of {opcode} is a predicate here, not a constant");
            return Err(Diagnostic::illegal(raw.span, message));
        }
        parser.warn_padded(raw);
        operands.push(operand::source(raw, opcode, width, parser.scope)?);
    }
    Ok(operands)
}

/// Returns the error for a known opcode that neither vidalu nor the host executes; `None` for other
/// words.
pub(super) fn unknown(head: &Head<'_>, lexer: &Lexer<'_>) -> Option<Diagnostic> {
    let opcode = head.opcode;
    let (message, help) = match opcode {
        "bra" | "brx" | "call" | "ret" | "exit" | "trap" => (
            format!("`{opcode}` changes the control flow; only straight-line programs can be run"),
            "guard the instructions themselves, as in @p add.u32 r1, r2, r3, or choose a value with selp".to_owned(),
        ),
        "ld" | "ldu" | "ldmatrix" | "st" | "stmatrix" | "atom" | "red" | "prefetch" | "prefetchu" | "cp" | "tex"
        | "tld4" | "suld" | "sust" | "sured" | "cvta" | "isspacep" => {
            let next = lexer.peek();
            let loads = opcode.starts_with("ld") && next.kind == TokenKind::Name;
            let help = match loads {
                true => format!("give the register its value instead: --set {}=0x...", next.text),
                false => "use --set to give registers a value; registers are what comes out".to_owned(),
            };
            (format!("`{opcode}` accesses memory; programs run on registers only"), help)
        }
        "bar" | "barrier" | "membar" | "fence" | "vote" | "shfl" | "match" | "activemask" | "elect" | "nanosleep" => {
            (format!("`{opcode}` involves several threads; a program runs in one"), "leave it out".to_owned())
        }
        _ => return None,
    };
    Some(Diagnostic::illegal(head.span, message).with_help(help))
}
