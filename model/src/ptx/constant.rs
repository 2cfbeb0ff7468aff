//! Integer constants as operands: decimal, `0x`, `0` (octal), `0b`, an optional `U`, signs, parentheses.

use super::diagnostic::Diagnostic;
use super::lexer::{Lexer, Span, Token, TokenKind};

const SPELLINGS: &str = "write a constant as 10, 0x1f, 017 (octal) or 0b101, with an optional U at its end";

/// The constant that begins with the lexer's next token: signs and opening brackets in any number, a
/// number, the closing brackets. `negative` says that a sign was read already, `start` where.
/// The value has 64 bits; its use cuts it to the operand's width.
///
/// A loop, not a recursion: a text of a million brackets must not exhaust the stack.
pub(super) fn constant(lexer: &mut Lexer<'_>, start: Span, mut negative: bool) -> Result<(u64, Span), Diagnostic> {
    let mut open = 0usize;
    let number = loop {
        let token = lexer.peek();
        match token.kind {
            TokenKind::Minus => negative = !negative,
            TokenKind::Open => open += 1,
            TokenKind::Number => break token,
            TokenKind::Float => return Err(float(&token)),
            TokenKind::Name if open > 0 => {
                let message = "a register may not stand in parentheses; only a constant may";
                return Err(Diagnostic::illegal(token.span, message));
            }
            TokenKind::Name => {
                let message = "a register takes one sign, `-`; two signs are legal before a constant only";
                return Err(Diagnostic::illegal(start.to(token.span), message));
            }
            _ => {
                let message = format!("expected a constant, found {}", token.describe());
                return Err(Diagnostic::illegal(token.span, message).with_help(SPELLINGS));
            }
        }
        lexer.bump();
    };
    let value = value(&number)?;
    lexer.bump();
    for _ in 0..open {
        if lexer.eat(TokenKind::Close).is_none() {
            let token = lexer.peek();
            return Err(Diagnostic::illegal(token.span, format!("expected `)`, found {}", token.describe())));
        }
    }
    Ok((if negative { value.wrapping_neg() } else { value }, start.to(lexer.last())))
}

/// The refusal of a floating-point constant.
pub(super) fn float(token: &Token<'_>) -> Diagnostic {
    Diagnostic::illegal(token.span, format!("{} is no integer: operands are integers", token.describe()))
        .with_help(SPELLINGS)
}

/// The value of a number, without its sign.
fn value(token: &Token<'_>) -> Result<u64, Diagnostic> {
    let text = token.text.strip_suffix('U').unwrap_or(token.text);
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', b'f' | b'F' | b'd' | b'D', ..] => return Err(float(token)),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        let name = match radix {
            16 => "hexadecimal",
            8 => "octal",
            2 => "binary",
            _ => "decimal",
        };
        let message = format!("{} is no {name} constant", token.describe());
        return Err(Diagnostic::illegal(token.span, message).with_help(SPELLINGS));
    }
    u64::from_str_radix(digits, radix)
        .map_err(|_| Diagnostic::illegal(token.span, format!("the constant {} does not fit 64 bits", token.describe())))
}
