//! Operands: first as written, then resolved in the scope.

use super::constant;
use super::diagnostic::{Diagnostic, OutOfScope};
use super::expression;
use super::grammar::list;
use super::lexer::{Lexer, Span, TokenKind, quote_dotted};
use super::scope::{RegisterKind, Scope};
use super::statement::{Operand, Register, cut, is_register_name, is_special};
use crate::isa::{Select, SubWord};

/// An operand as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'t> {
    pub(super) what: What<'t>,
    /// The `-` before a register. A constant has its sign folded in.
    pub(super) sign: Option<Span>,
    /// The word after the dot, and the span of both.
    pub(super) selector: Option<(&'t str, Span)>,
    /// All of it.
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What<'t> {
    Name(&'t str, Span),
    Constant(u64),
}

impl Raw<'_> {
    pub(super) fn is_constant(&self) -> bool {
        matches!(self.what, What::Constant(_))
    }

    /// The span of the selector if white space precedes it.
    pub(super) fn spaced_selector(&self) -> Option<Span> {
        match (self.what, self.selector) {
            (What::Name(_, name), Some((_, selector))) if name.end < selector.start => Some(selector),
            _ => None,
        }
    }

    pub(super) fn is_negated(&self) -> bool {
        self.sign.is_some()
    }
}

/// Reads one operand.
pub(super) fn raw<'t>(lexer: &mut Lexer<'t>) -> Result<Raw<'t>, Diagnostic> {
    let start = lexer.peek().span;
    let negated = lexer.peek().kind == TokenKind::Minus && lexer.second().kind == TokenKind::Name;
    let sign = negated.then(|| lexer.bump().span);
    let token = lexer.peek();
    let what = match token.kind {
        TokenKind::Name => {
            lexer.bump();
            What::Name(token.text, token.span)
        }
        _ if expression::starts(&token) => What::Constant(expression::read(lexer)?),
        TokenKind::Float => return Err(constant::float(&token)),
        _ => {
            let help = match token.text {
                "[" => "operands are registers or constants; memory is read and written by ld and st",
                "{" => "operands are registers or constants, not vectors",
                _ => "an operand is a register or a constant",
            };
            let message = format!("expected an operand, found {}", token.describe());
            return Err(Diagnostic::illegal(token.span, message).with_help(help));
        }
    };
    if let (What::Name(name, _), "+") = (what, lexer.peek().text) {
        let message = format!("`{name}` with an offset is an address; the manual documents no such operand here");
        let help = "add the constant in an instruction of its own";
        let span = start.to(lexer.peek().span);
        return Err(Diagnostic::out_of_scope(OutOfScope::Offset, span, message).with_help(help));
    }
    let selector = selector(lexer, matches!(what, What::Constant(_)))?;
    Ok(Raw { what, sign, selector, span: start.to(lexer.last()) })
}

/// Reads the selector after an operand, if any.
fn selector<'t>(lexer: &mut Lexer<'t>, constant: bool) -> Result<Option<(&'t str, Span)>, Diagnostic> {
    let token = lexer.peek();
    if token.kind == TokenKind::LoneDot {
        return Err(lone_dot(token.span));
    }
    if token.kind != TokenKind::Dotted {
        return Ok(None);
    }
    if constant {
        let message = format!("a constant cannot have a selector, found `{}`", token.text);
        return Err(Diagnostic::illegal(token.span, message));
    }
    lexer.bump();
    let second = lexer.peek();
    if second.kind == TokenKind::Dotted {
        let message = format!("an operand takes one selector; `{}` is a second", second.text);
        return Err(Diagnostic::illegal(second.span, message));
    }
    Ok(Some((&token.text[1..], token.span)))
}

/// The refusal of a dot with white space, or nothing, after it.
pub(super) fn lone_dot(span: Span) -> Diagnostic {
    Diagnostic::illegal(span, "a modifier or selector must follow its dot directly")
}

/// The scalar selector of an operand: a byte, a half or the whole word.
pub(super) fn sub_word(raw: &Raw<'_>) -> Result<Select, Diagnostic> {
    let Some((word, span)) = raw.selector else { return Ok(None) };
    let found = SubWord::ALL.into_iter().find(|part| part.name() == word);
    found.map(Some).ok_or_else(|| {
        let legal = list(&SubWord::ALL.map(SubWord::name));
        Diagnostic::illegal(span, format!("unknown selector {}; legal here are {legal}", quote_dotted(word)))
    })
}

/// Refuses a selector on an operand that cannot have a selector.
pub(super) fn no_selector(raw: &Raw<'_>, opcode: &str, operand: char) -> Result<(), Diagnostic> {
    match raw.selector {
        Some((word, span)) => {
            let message = format!("{opcode} does not take a selector on {operand}, found {}", quote_dotted(word));
            Err(Diagnostic::illegal(span, message))
        }
        None => Ok(()),
    }
}

/// The destination register.
pub(super) fn destination(raw: &Raw<'_>, opcode: &str, width: u32, scope: &mut Scope) -> Result<Register, Diagnostic> {
    if let Some(sign) = raw.sign {
        return Err(Diagnostic::illegal(sign, "the destination cannot have a sign"));
    }
    match raw.what {
        What::Constant(_) => Err(Diagnostic::illegal(raw.span, "the destination must be a register, not a constant")),
        What::Name("_", span) => {
            let message = format!("{opcode} must write a register; its result cannot be discarded with `_`");
            Err(Diagnostic::illegal(span, message))
        }
        What::Name(name, span) => register(name, span, opcode, width, scope),
    }
}

/// A source operand; a constant is cut to `width`.
pub(super) fn source(raw: &Raw<'_>, opcode: &str, width: u32, scope: &mut Scope) -> Result<Operand, Diagnostic> {
    match raw.what {
        What::Constant(value) => Ok(Operand::Constant(cut(value, width))),
        What::Name(name, span) => register(name, span, opcode, width, scope).map(Operand::Register),
    }
}

fn register(name: &str, span: Span, opcode: &str, width: u32, scope: &mut Scope) -> Result<Register, Diagnostic> {
    if name == "WARP_SZ" {
        return Err(expression::warp_size(span));
    }
    if is_special(name) {
        let message = format!("{opcode} does not take special registers such as `{name}`");
        return Err(Diagnostic::illegal(span, message).with_help("copy it to a general register with mov first"));
    }
    let wanted = match width {
        1 => RegisterKind::Predicate,
        64 => RegisterKind::Bits64,
        _ => RegisterKind::Bits32,
    };
    let bad_name = || Diagnostic::illegal(span, format!("`{name}` is not a valid register name"));
    if !is_register_name(name) {
        return Err(bad_name());
    }
    match scope.meet(name, wanted) {
        Some(kind) if kind.serves(wanted) => {
            let register = Register::new(&scope.own_name(name), width).ok_or_else(bad_name)?;
            Ok(register.in_block(scope.block_of(name)))
        }
        Some(kind) => {
            let message = format!("{opcode} needs {} here; `{name}` is {}", wanted.describe(), kind.describe());
            Err(Diagnostic::illegal(span, message))
        }
        None => {
            let message = format!("register `{name}` is not declared");
            let ty = if width == 1 { "pred".to_owned() } else { format!("b{width}") };
            let help = format!("declare it: .reg .{ty} {name};");
            Err(Diagnostic::illegal(span, message).with_help(help))
        }
    }
}
