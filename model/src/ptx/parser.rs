//! The statement that is being read: its head, its operands, and the checks that all sections
//! share.

use super::diagnostic::Diagnostic;
use super::frame;
use super::grammar::{Grammar, Matched, Modifier};
use super::lexer::{Lexer, Span, Token, TokenKind};
use super::opcode;
use super::operand::{self, Raw, What};
use super::scope::Scope;
use super::statement::{Operand, Register, cut};

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

pub(super) const LEADING_ZEROS: &str = "leading zeros in the number of a register";

/// The operands of a statement, in the order of the syntax.
pub(super) struct Operands {
    pub(super) d: Register,
    pub(super) a: Operand,
    pub(super) b: Operand,
    pub(super) c: Option<Operand>,
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
pub(super) fn starts_statement(token: &Token<'_>) -> bool {
    token.starts_line
        && match token.kind {
            TokenKind::At => true,
            TokenKind::Name => opcode::starts_instruction(token.text),
            TokenKind::Dotted => frame::is_directive(token.text),
            _ => false,
        }
}

impl<'t> Parser<'_, 't> {
    /// Matches the modifiers against the opcode's grammar.
    pub(super) fn modifiers(&mut self, grammar: &Grammar) -> Result<Matched, Diagnostic> {
        grammar.read(self.head.opcode, self.head.span, &self.head.modifiers, &mut self.warnings)
    }

    /// Adds a warning: ptxas accepts `what`, but the manual does not document it.
    pub(super) fn warn(&mut self, span: Span, what: &str) {
        self.warnings.push(Diagnostic::not_in_manual(span, what));
    }

    /// Reads the operands, d first, and checks that there are at least `least` and at most `most`,
    /// each 2 to 4.
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
                (2, 2) => "2 operands (d, a)",
                (3, 3) => "3 operands (d, a, b)",
                (4, 4) => "4 operands (d, a, b, c)",
                _ => "3 or 4 operands (d, a, b and optionally c)",
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

    /// Checks the signs of an instruction other than `vmad`. ptxas ignores signs before both a and
    /// b if these are 32-bit registers, and refuses all other signs.
    pub(super) fn ignored_signs(&mut self, raws: &[Raw<'_>], width: u32) -> Result<(), Diagnostic> {
        let both = width == 32 && raws[1].is_negated() && raws[2].is_negated();
        let refused = if both { &raws[3..] } else { &raws[1..] };
        if let Some(sign) = refused.iter().find_map(|raw| raw.sign) {
            let message = format!("{} does not take negated registers", self.head.opcode);
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
