//! One step through a text: the next statement, which its guard, opcode, modifiers, operands and
//! `;` make up.

use super::carry;
use super::diagnostic::Diagnostic;
use super::frame::{self, Read};
use super::grammar::Modifier;
use super::host::{self, Plain};
use super::lexer::{Lexer, Span, TokenKind};
use super::line::Line;
use super::opcode;
use super::operand;
use super::packed;
use super::parser::{Head, LEADING_ZEROS, Operands, Parser, starts_statement};
use super::scalar;
use super::scope::{RegisterKind, Scope};
use super::simd;
use super::statement::{Guard, Statement};
use super::vmad;
use crate::isa::{Instruction, Operation, Unit};

/// A statement, or the error that refuses it, and its span.
pub(super) struct Step {
    pub(super) span: Span,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) read: Result<Read, Diagnostic>,
}

/// Reads the next statement and its `;`; `None` at the end of the text. After an error the lexer
/// skips to the next `;`, so that the following statements are read too.
pub(super) fn step(lexer: &mut Lexer<'_>, scope: &mut Scope, plain: Plain) -> Option<Step> {
    while lexer.eat(TokenKind::Semicolon).is_some() {}
    let first = lexer.peek();
    if first.kind == TokenKind::End && !scope.is_in_block() {
        return None;
    }
    let mut warnings = Vec::new();
    let read = if frame::starts(lexer) {
        frame::read(lexer, scope)
    } else {
        statement(lexer, scope, plain, &mut warnings).map(Read::Line)
    };
    match &read {
        Ok(_) => scope.keep(),
        Err(_) => scope.forget(),
    }
    if read.is_err() {
        recover(lexer);
    }
    let span = first.span.to(lexer.last());
    lexer.eat(TokenKind::Semicolon);
    Some(Step { span, warnings, read })
}

/// Skips to the `;` that ends the statement, to the `}` that ends its block, or to a line that
/// begins like another statement. The first token of the refused statement was already read,
/// unless no statement can begin with it.
fn recover(lexer: &mut Lexer<'_>) {
    // Vectors, `{a, b}`, stand inside a statement.
    let mut vectors = 0usize;
    loop {
        let token = lexer.peek();
        match token.kind {
            TokenKind::Semicolon | TokenKind::End => return,
            TokenKind::CloseBlock if vectors == 0 => return,
            _ if starts_statement(&token) => return,
            TokenKind::OpenBlock => vectors += 1,
            TokenKind::CloseBlock => vectors -= 1,
            _ => {}
        }
        lexer.bump();
    }
}

fn statement<'t>(
    lexer: &mut Lexer<'t>,
    scope: &mut Scope,
    plain: Plain,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Line, Diagnostic> {
    let guard = guard(lexer, scope, warnings)?;
    let start = lexer.peek().span;
    let head = head(lexer)?;
    let packed = opcode::is_packed(head.opcode, &head.modifiers.iter().map(|modifier| modifier.word));
    let accepted = plain.accepts(&head);
    let mut parser = Parser { lexer, scope, head, warnings: Vec::new() };
    let line = match (packed, accepted) {
        (true, _) => Line::Vidalu(packed::packed(&mut parser, guard)?),
        (_, true) => Line::Host(host::statement(&mut parser, guard)?),
        _ => Line::Vidalu(vidalu(&mut parser, guard, plain, start)?),
    };
    warnings.append(&mut parser.warnings);
    warnings.sort_by_key(|warning| warning.span.start);
    Ok(line)
}

/// `@p` or `@!p`.
fn guard(
    lexer: &mut Lexer<'_>,
    scope: &mut Scope,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Option<Guard>, Diagnostic> {
    if lexer.eat(TokenKind::At).is_none() {
        return Ok(None);
    }
    let negated = lexer.eat(TokenKind::Bang).is_some();
    let token = lexer.peek();
    let bad = |message: String| Diagnostic::illegal(token.span, message).with_help("a guard is written @p or @!p");
    if lexer.eat(TokenKind::Name).is_none_or(|name| Guard::new(name.text, negated).is_none()) {
        return Err(bad(format!("expected a predicate, found {}", token.describe())));
    }
    match scope.meet(token.text, RegisterKind::Predicate) {
        Some(RegisterKind::Predicate) => {
            let name = scope.own_name(token.text);
            if name != token.text {
                warnings.push(Diagnostic::not_in_manual(token.span, LEADING_ZEROS));
            }
            Ok(Guard::new(&name, negated).map(|guard| guard.in_block(scope.block_of(token.text))))
        }
        Some(kind) => Err(bad(format!("a guard needs a predicate; `{}` is {}", token.text, kind.describe()))),
        None => Err(bad(format!("predicate `{}` is not declared", token.text))),
    }
}

fn head<'t>(lexer: &mut Lexer<'t>) -> Result<Head<'t>, Diagnostic> {
    let token = lexer.peek();
    let Some(name) = lexer.eat(TokenKind::Name) else {
        let message = format!("expected an instruction, found {}", token.describe());
        return Err(Diagnostic::illegal(token.span, message));
    };
    let mut modifiers = Vec::with_capacity(6);
    while let Some(dotted) = lexer.eat(TokenKind::Dotted) {
        modifiers.push(Modifier { word: &dotted.text[1..], span: dotted.span, spaced: dotted.spaced });
    }
    let next = lexer.peek();
    if next.kind == TokenKind::LoneDot {
        return Err(operand::lone_dot(next.span));
    }
    Ok(Head { opcode: name.text, span: name.span, modifiers })
}

fn vidalu(
    parser: &mut Parser<'_, '_>,
    guard: Option<Guard>,
    plain: Plain,
    start: Span,
) -> Result<Statement, Diagnostic> {
    let operation = operation(parser, plain)?;
    let (instruction, operands) = match operation.unit() {
        Unit::Scalar => scalar::scalar(parser, operation)?,
        Unit::Vmad => vmad::vmad(parser)?,
        Unit::Simd => simd::simd(parser, operation)?,
        Unit::Carry => carry::carry(parser, operation)?,
    };
    build(parser, guard, instruction, operands, start)
}

fn operation(parser: &Parser<'_, '_>, plain: Plain) -> Result<Operation, Diagnostic> {
    let Head { opcode, span, .. } = parser.head;
    if plain != Plain::Host {
        return opcode::find(opcode, span, &[]);
    }
    opcode::find(opcode, span, &host::opcodes().collect::<Vec<_>>())
        .map_err(|error| host::unknown(&parser.head, parser.lexer).unwrap_or(error))
}

/// Builds the statement. The checks of the sections leave nothing for [`Statement::new`] to refuse;
/// an error here would be a gap in them.
fn build(
    parser: &Parser<'_, '_>,
    guard: Option<Guard>,
    instruction: Instruction,
    operands: Operands,
    start: Span,
) -> Result<Statement, Diagnostic> {
    let Operands { d, a, b, c } = operands;
    Statement::new(guard, instruction, d, a, b, c)
        .map_err(|error| Diagnostic::illegal(start.to(parser.lexer.last()), error.to_string()))
}
