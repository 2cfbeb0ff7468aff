//! One statement: guard, opcode, modifiers, operands, `;`.

use super::carry;
use super::diagnostic::Diagnostic;
use super::frame;
use super::grammar::{Grammar, Matched, Modifier};
use super::host::{self, Plain};
use super::lexer::{Lexer, Span, Token, TokenKind};
use super::line::Line;
use super::opcode;
use super::operand::{self, Raw, What};
use super::scalar;
use super::scope::{RegisterKind, Scope};
use super::simd;
use super::statement::{Guard, Operand, Register, Statement, cut};
use super::vmad;
use crate::isa::{Arith, Direction, Instruction, LaneOp, Operation};

/// What one statement of a text is.
pub(super) enum Read {
    /// A `.reg` declaration.
    Declaration,
    /// A part of what stands around the statements.
    Frame,
    Line(Line),
}

/// A statement that was read, or why it was not, and where it stands.
pub(super) struct Step {
    pub(super) span: Span,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) read: Result<Read, Diagnostic>,
}

/// The opcode's word, its place and its modifiers.
pub(super) struct Head<'t> {
    pub(super) opcode: &'t str,
    pub(super) span: Span,
    pub(super) modifiers: Vec<Modifier<'t>>,
}

/// The statement that is being read.
pub(super) struct Parser<'p, 't> {
    pub(super) lexer: &'p mut Lexer<'t>,
    pub(super) scope: &'p mut Scope,
    pub(super) head: Head<'t>,
    pub(super) warnings: Vec<Diagnostic>,
}

const LEADING_ZEROS: &str = "leading zeros in the number of a register";

/// The operands of a statement, in the order of the syntax.
pub(super) struct Operands {
    pub(super) d: Register,
    pub(super) a: Operand,
    pub(super) b: Operand,
    pub(super) c: Option<Operand>,
}

/// Reads the next statement and its `;`; `None` at the end of the text. After an error the lexer stands behind
/// the next `;`, so that the statements after it are read too.
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

/// A statement ends with `;` or with the text.
pub(super) fn terminator(lexer: &Lexer<'_>) -> Result<(), Diagnostic> {
    let token = lexer.peek();
    match token.kind {
        TokenKind::Semicolon | TokenKind::End => Ok(()),
        _ if starts_statement(&token) || token.kind == TokenKind::CloseBlock => {
            let message = "expected `;` at the end of the statement";
            Err(Diagnostic::illegal(Span::at(lexer.last().end), message))
        }
        _ => Err(Diagnostic::illegal(token.span, format!("expected `,` or `;`, found {}", token.describe()))),
    }
}

/// Whether a line begins with the token as a statement does.
fn starts_statement(token: &Token<'_>) -> bool {
    token.starts_line
        && match token.kind {
            TokenKind::At => true,
            TokenKind::Name => opcode::is_opcode(token.text),
            TokenKind::Dotted => frame::is_directive(token.text),
            _ => false,
        }
}

/// Goes to the `;` that ends the statement, to the `}` that ends its block, or to a line that begins like a statement
/// of its own. The first token of the refused statement is behind it already, unless it is none that a statement
/// begins with.
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
    let accepted = plain.accepts(&head);
    let mut parser = Parser { lexer, scope, head, warnings: Vec::new() };
    let line = match accepted {
        true => Line::Host(host::statement(&mut parser, guard)?),
        false => Line::Vidalu(parser.vidalu(guard, plain, start)?),
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

impl<'t> Parser<'_, 't> {
    fn vidalu(&mut self, guard: Option<Guard>, plain: Plain, start: Span) -> Result<Statement, Diagnostic> {
        use Operation::*;
        let operation = self.operation(plain)?;
        let lanes = operation.lanes();
        let (instruction, operands) = match operation {
            Vadd => scalar::arith(self, Arith::Add)?,
            Vsub => scalar::arith(self, Arith::Sub)?,
            Vabsdiff => scalar::arith(self, Arith::Absdiff)?,
            Vmin => scalar::arith(self, Arith::Min)?,
            Vmax => scalar::arith(self, Arith::Max)?,
            Vshl => scalar::shift(self, Direction::Left)?,
            Vshr => scalar::shift(self, Direction::Right)?,
            Vset => scalar::set(self)?,
            Vmad => vmad::vmad(self)?,
            Vadd2 | Vadd4 => simd::arith(self, LaneOp::Arith(Arith::Add), lanes)?,
            Vsub2 | Vsub4 => simd::arith(self, LaneOp::Arith(Arith::Sub), lanes)?,
            Vabsdiff2 | Vabsdiff4 => simd::arith(self, LaneOp::Arith(Arith::Absdiff), lanes)?,
            Vmin2 | Vmin4 => simd::arith(self, LaneOp::Arith(Arith::Min), lanes)?,
            Vmax2 | Vmax4 => simd::arith(self, LaneOp::Arith(Arith::Max), lanes)?,
            Vavrg2 | Vavrg4 => simd::arith(self, LaneOp::Avrg, lanes)?,
            Vset2 | Vset4 => simd::set(self, lanes)?,
            AddCc | Addc | SubCc | Subc => carry::add(self, operation)?,
            MadCc | Madc => carry::mad(self, operation)?,
            Mul => carry::mul(self)?,
        };
        self.build(guard, instruction, operands, start)
    }

    fn operation(&self, plain: Plain) -> Result<Operation, Diagnostic> {
        let Head { opcode, span, .. } = self.head;
        if plain != Plain::Host {
            return opcode::find(opcode, span, &[]);
        }
        opcode::find(opcode, span, &host::opcodes().collect::<Vec<_>>())
            .map_err(|error| host::unknown(&self.head, self.lexer).unwrap_or(error))
    }

    /// The checks of the sections leave nothing for [`Statement::new`] to refuse; if one of them had a gap, its
    /// reason would stand here.
    fn build(
        &self,
        guard: Option<Guard>,
        instruction: Instruction,
        operands: Operands,
        start: Span,
    ) -> Result<Statement, Diagnostic> {
        let Operands { d, a, b, c } = operands;
        Statement::new(guard, instruction, d, a, b, c)
            .map_err(|error| Diagnostic::illegal(start.to(self.lexer.last()), error.to_string()))
    }

    /// Matches the modifiers against the opcode's grammar.
    pub(super) fn modifiers(&mut self, grammar: &Grammar) -> Result<Matched, Diagnostic> {
        grammar.read(self.head.opcode, self.head.span, &self.head.modifiers, &mut self.warnings)
    }

    /// Adds the warning that ptxas accepts `what` and the manual does not have it.
    pub(super) fn warn(&mut self, span: Span, what: &str) {
        self.warnings.push(Diagnostic::not_in_manual(span, what));
    }

    /// Reads the operands, d first, and checks that there are at least `least` and at most `most`, each 3 or 4.
    pub(super) fn operands(
        &mut self,
        grammar: &Grammar,
        least: usize,
        most: usize,
    ) -> Result<Vec<Raw<'t>>, Diagnostic> {
        let mut operands: Vec<Raw<'t>> = Vec::with_capacity(4);
        let first = self.lexer.peek();
        if !matches!(first.kind, TokenKind::Semicolon | TokenKind::End) {
            loop {
                let operand = operand::raw(self.lexer)?;
                if let Some(span) = operand.spaced_selector() {
                    self.warn(span, "white space before a selector");
                }
                operands.push(operand);
                if self.lexer.eat(TokenKind::Comma).is_none() {
                    break;
                }
            }
        }
        terminator(self.lexer)?;
        let error = |span: Span, what: &str| {
            let opcode = self.head.opcode;
            let wants = match (least, most) {
                (3, 3) => "3 operands (d, a, b)",
                (4, 4) => "4 operands (d, a, b, c)",
                _ => "3 or 4 operands (d, a, b and perhaps c)",
            };
            Err(Diagnostic::illegal(span, format!("{opcode} takes {wants}; {what}")).with_help(grammar.help(opcode)))
        };
        if let Some(extra) = operands.get(most) {
            return error(extra.span, "this is one too many");
        }
        if operands.len() < least {
            let what = ["d is missing", "a is missing", "b is missing", "c is missing"][operands.len()];
            return error(Span::at(operands.last().map_or(self.lexer.last().end, |last| last.span.end)), what);
        }
        Ok(operands)
    }

    /// d, a, b and, where `with_c`, c; each `width` bits wide.
    pub(super) fn resolve(&mut self, raws: &[Raw<'_>], width: u32, with_c: bool) -> Result<Operands, Diagnostic> {
        let opcode = self.head.opcode;
        raws.iter().for_each(|raw| self.warn_padded(raw));
        let d = operand::destination(&raws[0], opcode, width, self.scope)?;
        let a = operand::source(&raws[1], opcode, width, self.scope)?;
        let b = operand::source(&raws[2], opcode, width, self.scope)?;
        let c = raws.get(3).map(|raw| operand::source(raw, opcode, width, self.scope)).transpose()?;
        Ok(Operands { d, a, b, c: c.filter(|_| with_c) })
    }

    /// Warns of leading zeros in the number of a register.
    pub(super) fn warn_padded(&mut self, raw: &Raw<'_>) {
        if let What::Name(name, span) = raw.what
            && self.scope.own_name(name) != name
        {
            self.warn(span, LEADING_ZEROS);
        }
    }

    /// ptxas takes, and ignores, signs before both a and b where these are registers of 32 bits; all others it refuses,
    /// but for those of `vmad`.
    pub(super) fn ignored_signs(&mut self, raws: &[Raw<'_>], width: u32) -> Result<(), Diagnostic> {
        let both = width == 32 && raws[1].is_negated() && raws[2].is_negated();
        let refused = if both { &raws[3..] } else { &raws[1..] };
        if let Some(sign) = refused.iter().find_map(|raw| raw.sign) {
            let message = format!("{} takes no negated registers", self.head.opcode);
            return Err(Diagnostic::illegal(sign, message).with_help("only vmad negates its operands"));
        }
        for sign in raws[1..3].iter().filter_map(|raw| raw.sign) {
            self.warn(sign, "a sign before a register; it is ignored");
        }
        Ok(())
    }

    /// Warns of constants where the manual's section has registers only.
    pub(super) fn warn_constants(&mut self, raws: &[Raw<'_>]) {
        for raw in raws {
            let What::Constant(value) = raw.what else { continue };
            let what = "a constant as an operand of a scalar video instruction";
            let warning = Diagnostic::not_in_manual(raw.span, what);
            let (low, high) = (cut(value, 32), value >> 31);
            // Neither an unsigned nor a signed number of 32 bits.
            let cut = value != low && high != (1 << 33) - 1;
            let help = || format!("only its low 32 bits are used: {low:#x}");
            self.warnings.push(if cut { warning.with_help(help()) } else { warning });
        }
    }
}
