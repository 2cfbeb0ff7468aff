//! Integer constant expressions (section 4.5 of the PTX manual): 64 bits, with the operators and
//! precedences of C.
//!
//! A value is signed, unless it is a number above 2^63 - 1 or has a `U`. Where the manual leaves a
//! value open, vidalu computes the value of ptxas: `%` and `~` are unsigned, shift amounts count
//! modulo 64, and `?:` has the type of the selected alternative. Both alternatives are evaluated.

use super::constant::{self, Value};
use super::diagnostic::{Diagnostic, OutOfScope};
use super::lexer::{Lexer, Span, Token, TokenKind};

/// An operator that waits for the value to its right.
enum Pending<'t> {
    Unary(&'t str),
    Binary(Token<'t>, u8),
    /// `(`.
    Open,
    /// A condition and its `?`.
    If(Value),
    /// A condition, the value for true, and the `:` after it.
    Else(Value, Value),
}

/// Binding strengths of operators, as in C; the values of [`strength`] lie between.
const UNARY: u8 = 11;
const CONDITIONAL: u8 = 0;

/// How strongly a binary operator binds; `None` for other words.
fn strength(operator: &str) -> Option<u8> {
    match operator {
        "||" => Some(1),
        "&&" => Some(2),
        "|" => Some(3),
        "^" => Some(4),
        "&" => Some(5),
        "==" | "!=" => Some(6),
        "<" | ">" | "<=" | ">=" => Some(7),
        "<<" | ">>" => Some(8),
        "+" | "-" => Some(9),
        "*" | "/" | "%" => Some(10),
        _ => None,
    }
}

/// Whether an expression begins with the token.
pub(super) fn starts(token: &Token<'_>) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Open) || is_prefix(token)
}

fn is_prefix(token: &Token<'_>) -> bool {
    token.kind != TokenKind::Text && matches!(token.text, "+" | "-" | "!" | "~")
}

/// The expression that begins with the lexer's next token. The value has 64 bits; its use cuts it
/// to the operand's width.
///
/// Operators wait on a stack of their own: a text of a million brackets must not exhaust that of
/// the program.
pub(super) fn read(lexer: &mut Lexer<'_>) -> Result<u64, Diagnostic> {
    let mut stack = Stack { pending: Vec::new(), values: Vec::new() };
    loop {
        stack.operand(lexer)?;
        if !stack.operator(lexer)? {
            break;
        }
    }
    stack.reduce(CONDITIONAL)?;
    let token = lexer.peek();
    let expected = match stack.pending.last() {
        None => return Ok(stack.pop().bits),
        Some(Pending::If(_)) => ":",
        Some(_) => ")",
    };
    Err(Diagnostic::illegal(token.span, format!("expected `{expected}`, found {}", token.describe())))
}

struct Stack<'t> {
    pending: Vec<Pending<'t>>,
    values: Vec<Value>,
}

impl<'t> Stack<'t> {
    /// Prefix operators, casts and opening brackets in any number, then a number.
    fn operand(&mut self, lexer: &mut Lexer<'t>) -> Result<(), Diagnostic> {
        loop {
            let token = lexer.peek();
            match token.kind {
                TokenKind::Number => {
                    self.values.push(constant::value(&token)?);
                    lexer.bump();
                    return Ok(());
                }
                TokenKind::Open if lexer.second().kind == TokenKind::Dotted => {
                    let cast = cast(lexer)?;
                    self.pending.push(Pending::Unary(cast));
                }
                TokenKind::Open => {
                    lexer.bump();
                    self.pending.push(Pending::Open);
                }
                _ if is_prefix(&token) => {
                    lexer.bump();
                    self.pending.push(Pending::Unary(token.text));
                }
                _ => return Err(self.no_constant(&token)),
            }
        }
    }

    /// Closing brackets, then an operator that an operand follows; `false` if the expression ends
    /// here.
    fn operator(&mut self, lexer: &mut Lexer<'t>) -> Result<bool, Diagnostic> {
        loop {
            let token = lexer.peek();
            match (token.kind, strength(token.text)) {
                (TokenKind::Close, _) => {
                    self.reduce(CONDITIONAL)?;
                    let Some(Pending::Open) = self.pending.last() else { return Ok(false) };
                    self.pending.pop();
                    lexer.bump();
                    continue;
                }
                (TokenKind::Question, _) => {
                    self.reduce(CONDITIONAL + 1)?;
                    let condition = self.pop();
                    self.pending.push(Pending::If(condition));
                }
                (TokenKind::Colon, _) => {
                    self.reduce(CONDITIONAL)?;
                    let Some(&Pending::If(condition)) = self.pending.last() else { return Ok(false) };
                    self.pending.pop();
                    let value = self.pop();
                    self.pending.push(Pending::Else(condition, value));
                }
                (_, Some(strength)) => {
                    self.reduce(strength)?;
                    self.pending.push(Pending::Binary(token, strength));
                }
                _ => return Ok(false),
            }
            lexer.bump();
            return Ok(true);
        }
    }

    /// Applies the waiting operators that bind at least as strongly as `least`.
    fn reduce(&mut self, least: u8) -> Result<(), Diagnostic> {
        while let Some(top) = self.pending.last() {
            let right = match top {
                Pending::Unary(_) => UNARY,
                Pending::Binary(_, strength) => *strength,
                Pending::Else(..) => CONDITIONAL,
                Pending::Open | Pending::If(_) => return Ok(()),
            };
            if right < least {
                return Ok(());
            }
            let right = self.pop();
            let value = match self.pending.pop() {
                Some(Pending::Unary(operator)) => unary(operator, right),
                Some(Pending::Binary(operator, _)) => {
                    let left = self.pop();
                    binary(operator.text, left, right).map_err(|fault| {
                        Diagnostic::illegal(operator.span, format!("{fault} in a constant expression"))
                    })?
                }
                Some(Pending::Else(condition, left)) if condition.bits != 0 => left,
                _ => right,
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn pop(&mut self) -> Value {
        self.values.pop().expect("each operator was read between its operands")
    }

    /// The error for a token where a constant is needed.
    fn no_constant(&self, token: &Token<'t>) -> Diagnostic {
        match token.kind {
            TokenKind::Float => constant::float(token),
            TokenKind::Name if token.text == "WARP_SZ" => warp_size(token.span),
            TokenKind::Name if self.pending.iter().all(|one| matches!(one, Pending::Unary("-"))) => {
                let message = "a register takes one sign, `-`; two signs are legal before a constant only";
                Diagnostic::illegal(token.span, message)
            }
            TokenKind::Name => {
                let message = "a register may not stand in parentheses or in an expression; only a constant may";
                Diagnostic::illegal(token.span, message)
            }
            _ => constant::expected(token),
        }
    }
}

/// `(.s64)` or `(.u64)`.
fn cast<'t>(lexer: &mut Lexer<'t>) -> Result<&'t str, Diagnostic> {
    lexer.bump();
    let ty = lexer.bump();
    if !matches!(ty.text, ".s64" | ".u64") {
        let message = format!("constants are cast with (.s64) or (.u64), found {}", ty.describe());
        return Err(Diagnostic::illegal(ty.span, message));
    }
    let close = lexer.peek();
    match lexer.eat(TokenKind::Close) {
        Some(_) => Ok(ty.text),
        None => Err(Diagnostic::illegal(close.span, format!("expected `)`, found {}", close.describe()))),
    }
}

/// The error for `WARP_SZ`.
pub(super) fn warp_size(span: Span) -> Diagnostic {
    let message = "WARP_SZ as an operand is undocumented here and not part of vidalu; write its value, 32";
    Diagnostic::out_of_scope(OutOfScope::WarpSz, span, message)
}

fn truth(value: bool) -> Value {
    Value { bits: value.into(), signed: true }
}

fn unary(operator: &str, value: Value) -> Value {
    match operator {
        "-" => Value { bits: value.bits.wrapping_neg(), ..value },
        "!" => truth(value.bits == 0),
        "~" => Value { bits: !value.bits, signed: false },
        ".s64" => Value { signed: true, ..value },
        ".u64" => Value { signed: false, ..value },
        _ => value,
    }
}

/// Returns the value, or the reason of an error.
fn binary(operator: &str, left: Value, right: Value) -> Result<Value, &'static str> {
    let (a, b) = (left.bits, right.bits);
    let (signed_a, signed_b) = (a as i64, b as i64);
    let signed = left.signed && right.signed;
    let less = if signed { signed_a < signed_b } else { a < b };
    let bits = match operator {
        "*" => a.wrapping_mul(b),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "&" => a & b,
        "^" => a ^ b,
        "|" => a | b,
        "/" | "%" if b == 0 => return Err("division by zero"),
        "/" if signed => signed_a.checked_div(signed_b).ok_or("a quotient that does not fit 64 bits")? as u64,
        "/" => a / b,
        "%" => return Ok(Value { bits: a % b, signed: false }),
        "<<" => return Ok(Value { bits: a.wrapping_shl(b as u32), ..left }),
        ">>" if left.signed => return Ok(Value { bits: signed_a.wrapping_shr(b as u32) as u64, ..left }),
        ">>" => return Ok(Value { bits: a.wrapping_shr(b as u32), ..left }),
        "<" => return Ok(truth(less)),
        ">=" => return Ok(truth(!less)),
        ">" => return Ok(truth(!less && a != b)),
        "<=" => return Ok(truth(less || a == b)),
        "==" => return Ok(truth(a == b)),
        "!=" => return Ok(truth(a != b)),
        "&&" => return Ok(truth(a != 0 && b != 0)),
        _ => return Ok(truth(a != 0 || b != 0)),
    };
    Ok(Value { bits, signed })
}
