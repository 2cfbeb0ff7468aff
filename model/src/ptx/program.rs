//! A straight-line program: statements from the first to the last, with or without what makes them
//! a module.

use super::Parsed;
use super::diagnostic::Diagnostic;
use super::frame::Read;
use super::host::Plain;
use super::lexer::{Lexer, Span, Token, TokenKind};
use super::line::Line;
use super::parser::terminator;
use super::scope::Scope;
use super::step::step;

/// The statements of a program, in order: instructions of vidalu and all plain ones that the host
/// executes.
///
/// The text is that of one entry of a module, `.entry name() { … ret; }` and the directives
/// before it, or the statements alone. The scope keeps the registers outside of inner blocks.
///
/// # Errors
/// The first statement that is refused. A label, a branch, a call or an access to memory is
/// refused, because it does not belong to a straight-line program on registers. So is a text
/// without an instruction.
pub fn parse_straight_line(text: &str, scope: &mut Scope) -> Result<Vec<Parsed<Line>>, Diagnostic> {
    let mut reader = Reader { lexer: Lexer::new(text), scope, entry: Entry::None, ended: false, lines: Vec::new() };
    let read = reader.program();
    let Reader { scope, lines, .. } = reader;
    scope.leave_all();
    read?;
    match lines.is_empty() {
        true => Err(Diagnostic::illegal(Span::at(text.len()), "expected an instruction, found none")),
        false => Ok(lines),
    }
}

/// How much of the entry was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Nothing: a program needs no entry.
    None,
    /// The part before its opening brace.
    Head,
    /// The opening brace.
    Open,
    /// The closing brace.
    Closed,
}

struct Reader<'s, 't> {
    lexer: Lexer<'t>,
    scope: &'s mut Scope,
    entry: Entry,
    /// Whether `ret` or `exit` was read.
    ended: bool,
    lines: Vec<Parsed<Line>>,
}

impl Reader<'_, '_> {
    fn program(&mut self) -> Result<(), Diagnostic> {
        loop {
            while self.lexer.eat(TokenKind::Semicolon).is_some() {}
            let token = self.lexer.peek();
            match token.kind {
                // The registers of the entry's body are those of the program.
                TokenKind::OpenBlock if self.entry == Entry::Head => {
                    self.lexer.bump();
                    self.entry = Entry::Open;
                    continue;
                }
                TokenKind::CloseBlock if self.entry == Entry::Open && !self.scope.is_in_block() => {
                    self.lexer.bump();
                    self.entry = Entry::Closed;
                    continue;
                }
                TokenKind::End if self.entry == Entry::Open && !self.scope.is_in_block() => {
                    return Err(Diagnostic::illegal(token.span, "expected `}`: the body of the entry is not closed"));
                }
                TokenKind::Dotted => self.directive(&token)?,
                TokenKind::Name | TokenKind::At => self.may_stand_here(&token)?,
                _ => {}
            }
            if matches!(token.text, "ret" | "exit") {
                self.end()?;
                continue;
            }
            let Some(step) = step(&mut self.lexer, self.scope, Plain::Host) else { return Ok(()) };
            match step.read? {
                Read::Line(statement) => {
                    self.lines.push(Parsed { statement, span: step.span.into(), warnings: step.warnings });
                }
                Read::Declaration | Read::Frame => {}
            }
            if token.text == ".entry" && self.lexer.peek().kind == TokenKind::OpenBlock {
                self.entry = Entry::Head;
            }
        }
    }

    /// Refuses a directive that has no place in a straight-line program.
    fn directive(&self, token: &Token<'_>) -> Result<(), Diagnostic> {
        let (message, help) = match token.text {
            ".entry" if self.entry != Entry::None || !self.lines.is_empty() => {
                ("a second program begins here; only one can be run", "give each entry a file of its own")
            }
            ".func" => ("functions cannot be run, only straight-line programs", "write the program as an .entry"),
            ".param" | ".local" | ".shared" | ".global" | ".const" => {
                ("this declares memory; programs run on registers only", "use --set to give registers a value")
            }
            ".branchtargets" | ".calltargets" | ".callprototype" => {
                ("branches and calls cannot be run, only straight-line programs", "leave it out")
            }
            _ => return Ok(()),
        };
        Err(Diagnostic::illegal(token.span, message).with_help(help))
    }

    /// Refuses a label, and a statement outside of the entry or behind its end.
    fn may_stand_here(&self, token: &Token<'_>) -> Result<(), Diagnostic> {
        let (message, help) = if token.kind == TokenKind::Name && self.lexer.second().kind == TokenKind::Colon {
            ("a label is the target of a branch; only straight-line programs can be run", "leave it out")
        } else if self.ended {
            ("this is never executed: the program has already ended", "end the program with its last statement")
        } else if self.entry == Entry::Closed {
            ("this comes after the body of the entry", "move it before the `}`")
        } else {
            return Ok(());
        };
        Err(Diagnostic::illegal(token.span, message).with_help(help))
    }

    /// Reads `ret` or `exit`.
    fn end(&mut self) -> Result<(), Diagnostic> {
        let opcode = self.lexer.bump();
        let uniform = self.lexer.peek();
        if opcode.text == "ret" && uniform.kind == TokenKind::Dotted && uniform.text == ".uni" {
            self.lexer.bump();
        }
        self.ended = true;
        terminator(&self.lexer)
    }
}
