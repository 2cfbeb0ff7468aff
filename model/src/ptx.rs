//! PTX text to statements, and statements to their one canonical spelling.
//!
//! The reader accepts the same forms of the manual's instructions as NVIDIA's assembler
//! (docs/semantics.md, "What is legal"). Forms that the manual's grammar does not have come with a
//! warning.
//!
//! - [`parse`]: one statement, for `check --lines`.
//! - [`parse_sequence`]: `i1; i2; …`, all of it or the first error.
//! - [`parse_line`] and [`parse_program`]: with plain `add` and `sub` accepted as glue, for `eval`.
//! - [`parse_straight_line`]: a program with all plain instructions that the host executes, for
//!   `run`.
//! - [`statements`]: each statement of a text with its own verdict, for `check FILE`.
//!
//! Each function takes the [`Scope`] that says which registers exist, and adds the registers that
//! the text declares outside of blocks. Directives around the statements of a module, such as
//! `.version` and `.entry`, are skipped. Spans are bytes of the given text. No text makes any of
//! these functions panic.
//!
//! ```
//! use vidalu_model::ptx::{Scope, parse};
//!
//! let text = "vadd.sat.s32.u32.s32 r1, r2.b0, r3.h0;";
//! let parsed = parse(text, &mut Scope::conformance()).unwrap();
//! assert_eq!(parsed.statement.to_string(), "vadd.s32.u32.s32.sat r1, r2.b0, r3.h0");
//! assert!(parsed.warnings[0].message.ends_with("modifiers in another order"));
//! ```

mod carry;
mod constant;
mod declare;
mod diagnostic;
mod expression;
mod frame;
mod grammar;
mod host;
mod lexer;
mod line;
mod opcode;
mod operand;
mod packed;
mod parser;
mod print;
mod program;
mod scalar;
mod scope;
mod simd;
mod statement;
mod step;
mod vmad;

pub use diagnostic::{Diagnostic, DiagnosticKind, OutOfScope};
pub use line::{HostStatement, Line};
pub use program::parse_straight_line;
pub use scope::{DeclareError, RegisterKind, Scope};
pub use statement::{Guard, Operand, Register, Statement, StatementError};

pub(crate) use statement::cut;

use frame::Read;
use host::Plain;
use lexer::{Lexer, Span};
use std::ops::Range;
use step::step;

/// A statement that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<S = Statement> {
    /// The statement.
    pub statement: S,
    /// The span of the statement in bytes of the text, without its `;`.
    pub span: Range<usize>,
    /// Uses that the assembler accepts but the manual does not document, in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// One statement of a text and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The span of the statement in bytes of the text, without its `;`.
    pub span: Range<usize>,
    /// Whether the statement is meant as an instruction of vidalu: its opcode is that of a video
    /// instruction, which may be misspelled, or it is a packed one, or it reads or writes CC.CF, or
    /// it is a product of 32 or 64 bits.
    pub is_meant: bool,
    /// The content of an accepted statement, or the reason for the refusal.
    pub verdict: Result<Content, Diagnostic>,
}

/// The content of an accepted statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// `.reg`: the registers are in the scope now.
    Declaration,
    /// A part of the frame: a directive of a module, a brace, a label. It is not
    /// checked further.
    Frame,
    /// An instruction of vidalu.
    Statement(Parsed),
}

/// The one statement of `text`, an instruction of section 9.7.18.1, 9.7.18.2 or 9.7.2 or
/// `mul.lo/.hi`. Its `;` may be left out; `.reg` lines may stand before it.
///
/// # Errors
/// If it is refused, or if `text` holds no statement or more than one.
pub fn parse(text: &str, scope: &mut Scope) -> Result<Parsed, Diagnostic> {
    single(text, scope, Plain::Refused).map(vidalu_only)
}

/// As [`parse`], but plain `add` and `sub` of 32 and 64 bits are accepted as glue.
///
/// # Errors
/// As [`parse`].
pub fn parse_line(text: &str, scope: &mut Scope) -> Result<Parsed<Line>, Diagnostic> {
    single(text, scope, Plain::Glue)
}

/// The statements of `text`, which are all instructions of vidalu. The last `;` may be left out.
///
/// # Errors
/// The first statement that is refused.
pub fn parse_sequence(text: &str, scope: &mut Scope) -> Result<Vec<Parsed>, Diagnostic> {
    sequence(text, scope, Plain::Refused).map(|lines| lines.into_iter().map(vidalu_only).collect())
}

/// As [`parse_sequence`], but plain `add` and `sub` of 32 and 64 bits are accepted as glue.
///
/// # Errors
/// As [`parse_sequence`].
pub fn parse_program(text: &str, scope: &mut Scope) -> Result<Vec<Parsed<Line>>, Diagnostic> {
    sequence(text, scope, Plain::Glue)
}

/// Each statement of `text` with its own verdict: after a refused statement, reading continues.
/// Plain `add` and `sub` are refused.
pub fn statements<'a>(text: &'a str, scope: &'a mut Scope) -> impl Iterator<Item = Item> + 'a {
    let mut lexer = Lexer::new(text);
    std::iter::from_fn(move || {
        let is_meant = opcode::is_meant(lexer.clone());
        let step = step(&mut lexer, scope, Plain::Refused)?;
        let span = Range::from(step.span);
        let verdict = step.read.map(|read| match read {
            Read::Declaration => Content::Declaration,
            Read::Frame => Content::Frame,
            Read::Line(line) => {
                Content::Statement(vidalu_only(Parsed { statement: line, span: span.clone(), warnings: step.warnings }))
            }
        });
        Some(Item { span, is_meant, verdict })
    })
}

fn sequence(text: &str, scope: &mut Scope, plain: Plain) -> Result<Vec<Parsed<Line>>, Diagnostic> {
    let mut lexer = Lexer::new(text);
    let mut lines = Vec::new();
    while let Some(step) = step(&mut lexer, scope, plain) {
        match step.read {
            Ok(Read::Line(statement)) => {
                lines.push(Parsed { statement, span: step.span.into(), warnings: step.warnings });
            }
            Ok(Read::Declaration | Read::Frame) => {}
            Err(error) => {
                scope.leave_all();
                return Err(error);
            }
        }
    }
    Ok(lines)
}

fn single(text: &str, scope: &mut Scope, plain: Plain) -> Result<Parsed<Line>, Diagnostic> {
    let mut lines = sequence(text, scope, plain)?.into_iter();
    let Some(first) = lines.next() else {
        return Err(Diagnostic::illegal(Span::at(text.len()), "expected an instruction, found none"));
    };
    match lines.next() {
        Some(second) => {
            let span = Span { start: second.span.start, end: second.span.end };
            Err(Diagnostic::illegal(span, "one instruction is expected here; this is a second"))
        }
        None => Ok(first),
    }
}

/// The parser returns plain instructions only on request.
fn vidalu_only(parsed: Parsed<Line>) -> Parsed {
    match parsed.statement {
        Line::Vidalu(statement) => Parsed { statement, span: parsed.span, warnings: parsed.warnings },
        Line::Host(_) => unreachable!("plain instructions are parsed on request only"),
    }
}
