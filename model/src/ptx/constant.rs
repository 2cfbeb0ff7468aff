//! Integer constants: decimal, `0x`, `0` (octal), `0b`, an optional `U`.

use super::diagnostic::Diagnostic;
use super::lexer::Token;

/// The value of a constant or of an expression.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) bits: u64,
    pub(super) signed: bool,
}

const SPELLINGS: &str = "write a constant as 10, 0x1f, 017 (octal) or 0b101, with an optional U at its end";

/// The error for a token where a constant is needed.
pub(super) fn expected(token: &Token<'_>) -> Diagnostic {
    let message = format!("expected a constant, found {}", token.describe());
    Diagnostic::illegal(token.span, message).with_help(SPELLINGS)
}

/// The error for a floating-point constant.
pub(super) fn float(token: &Token<'_>) -> Diagnostic {
    Diagnostic::illegal(token.span, format!("{} is not an integer; operands must be integers", token.describe()))
        .with_help(SPELLINGS)
}

/// The value of a number. It is unsigned with a `U`, or where it does not fit 63 bits.
pub(super) fn value(token: &Token<'_>) -> Result<Value, Diagnostic> {
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
        let message = format!("{} is not a valid {name} constant", token.describe());
        return Err(Diagnostic::illegal(token.span, message).with_help(SPELLINGS));
    }
    let bits = u64::from_str_radix(digits, radix).map_err(|_| {
        Diagnostic::illegal(token.span, format!("the constant {} does not fit 64 bits", token.describe()))
    })?;
    Ok(Value { bits, signed: text.len() == token.text.len() && bits >> 63 == 0 })
}
