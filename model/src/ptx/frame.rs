//! The frame around the statements of a PTX module: its head, entries and functions, blocks,
//! labels, variables.
//!
//! Only `.reg` and the blocks matter to vidalu, because they say which registers exist, and
//! `.version` and `.target`, on which packed instructions depend. The rest is skipped: it is read
//! to find its end, and not checked.

use super::declare;
use super::diagnostic::Diagnostic;
use super::lexer::{Lexer, Span, Token, TokenKind};
use super::line::Line;
use super::scope::Scope;

/// One statement of a text.
pub(super) enum Read {
    /// A `.reg` declaration.
    Declaration,
    /// A directive, a brace or a label.
    Frame,
    Line(Line),
}

/// How a directive ends.
#[derive(Clone, Copy)]
enum End {
    /// With a `;`.
    Semicolon,
    /// Where its line ends.
    Line,
    /// With the `}` of the block that it has.
    Block,
    /// With the first number, or with the last name of a list: `.version 8.5`, `.target sm_90,
    /// debug`.
    List,
    /// It is a word before another directive: `.visible`.
    Word,
    /// Before the `{` of its body, or with a `;` if it has no body.
    Body,
}

/// Section 11 of the PTX manual, and the state spaces in which variables are declared (section
/// 5.1).
const DIRECTIVES: &[(&str, End)] = &[
    (".version", End::List),
    (".target", End::List),
    (".address_size", End::List),
    (".visible", End::Word),
    (".extern", End::Word),
    (".weak", End::Word),
    (".common", End::Word),
    (".entry", End::Body),
    (".func", End::Body),
    (".alias", End::Semicolon),
    (".pragma", End::Semicolon),
    (".param", End::Semicolon),
    (".local", End::Semicolon),
    (".shared", End::Semicolon),
    (".global", End::Semicolon),
    (".const", End::Semicolon),
    (".branchtargets", End::Semicolon),
    (".calltargets", End::Semicolon),
    (".callprototype", End::Semicolon),
    (".file", End::Line),
    (".loc", End::Line),
    (".section", End::Block),
];

/// Whether `word`, a dotted one, begins a directive: at the start of a line it is not a modifier.
pub(super) fn is_directive(word: &str) -> bool {
    word == ".reg" || DIRECTIVES.iter().any(|(name, _)| *name == word)
}

/// Returns whether a directive, a brace, a label or the end of the text follows.
pub(super) fn starts(lexer: &Lexer<'_>) -> bool {
    let kind = lexer.peek().kind;
    matches!(kind, TokenKind::Dotted | TokenKind::OpenBlock | TokenKind::CloseBlock | TokenKind::End)
        || kind == TokenKind::Name && lexer.second().kind == TokenKind::Colon
}

/// Reads one directive, brace or label. At the end of the text a block is open, else it is not read
/// for.
pub(super) fn read(lexer: &mut Lexer<'_>, scope: &mut Scope) -> Result<Read, Diagnostic> {
    let token = lexer.bump();
    match token.kind {
        TokenKind::OpenBlock => scope.enter(),
        TokenKind::CloseBlock if !scope.leave() => {
            return Err(Diagnostic::illegal(token.span, "unmatched `}`: no block is open"));
        }
        TokenKind::CloseBlock => {}
        TokenKind::End => {
            scope.leave_all();
            return Err(Diagnostic::illegal(token.span, "expected `}`: a block is not closed"));
        }
        TokenKind::Name => {
            lexer.bump();
        }
        _ if token.text == ".reg" => {
            scope.declared_by_text();
            declare::one(lexer, scope)?;
            return Ok(Read::Declaration);
        }
        _ => directive(lexer, &token, scope)?,
    }
    Ok(Read::Frame)
}

fn directive(lexer: &mut Lexer<'_>, token: &Token<'_>, scope: &mut Scope) -> Result<(), Diagnostic> {
    let known = DIRECTIVES.iter().find(|(name, _)| *name == token.text);
    let Some((_, end)) = known else {
        let message = format!("unknown directive `{}`", token.text);
        return Err(Diagnostic::illegal(token.span, message).with_help("registers are declared with .reg"));
    };
    match end {
        End::Word => Ok(()),
        End::List => list(lexer, token, scope),
        End::Line => {
            while !lexer.peek().starts_line && lexer.peek().kind != TokenKind::End {
                lexer.bump();
            }
            Ok(())
        }
        End::Semicolon => until(lexer, token, |kind| kind == TokenKind::Semicolon),
        End::Body => until(lexer, token, |kind| matches!(kind, TokenKind::Semicolon | TokenKind::OpenBlock)),
        End::Block => {
            until(lexer, token, |kind| kind == TokenKind::OpenBlock)?;
            lexer.bump();
            until(lexer, token, |kind| kind == TokenKind::CloseBlock)?;
            lexer.bump();
            Ok(())
        }
    }
}

/// Words or numbers with commas between them.
fn list(lexer: &mut Lexer<'_>, directive: &Token<'_>, scope: &mut Scope) -> Result<(), Diagnostic> {
    loop {
        let token = lexer.peek();
        if !matches!(token.kind, TokenKind::Name | TokenKind::Number | TokenKind::Float) {
            let message = format!("expected a value after `{}`, found {}", directive.text, token.describe());
            return Err(Diagnostic::illegal(token.span, message));
        }
        lexer.bump();
        scope.assembled_for(directive.text, token.text);
        if lexer.eat(TokenKind::Comma).is_none() {
            return Ok(());
        }
    }
}

/// Skips to the first token for which `ends` is true. Braces inside, as of an array's values, stand
/// in pairs.
fn until(lexer: &mut Lexer<'_>, directive: &Token<'_>, ends: impl Fn(TokenKind) -> bool) -> Result<(), Diagnostic> {
    let mut open = 0usize;
    loop {
        let token = lexer.peek();
        match token.kind {
            kind if open == 0 && ends(kind) => return Ok(()),
            TokenKind::OpenBlock => open += 1,
            TokenKind::CloseBlock if open > 0 => open -= 1,
            TokenKind::CloseBlock | TokenKind::End => {
                let message = format!("the directive `{}` is not terminated", directive.text);
                return Err(Diagnostic::illegal(directive.span.to(Span::at(lexer.last().end)), message));
            }
            _ => {}
        }
        lexer.bump();
    }
}
