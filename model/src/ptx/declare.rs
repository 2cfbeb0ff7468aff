//! Register declarations: `.reg .b32 r<10>, a;` (section 5.1.1 of the PTX manual).

use super::diagnostic::Diagnostic;
use super::lexer::{Lexer, TokenKind};
use super::scope::{DeclareError, RegisterKind, Scope};

/// Types of registers. The types of 16 and 8 bits, floats and vectors are known so that a message
/// can name them.
const TYPES: &[(&str, RegisterKind)] = &[
    (".b32", RegisterKind::Bits32),
    (".u32", RegisterKind::Number32(".u32")),
    (".s32", RegisterKind::Number32(".s32")),
    (".b64", RegisterKind::Bits64),
    (".u64", RegisterKind::Bits64),
    (".s64", RegisterKind::Bits64),
    (".pred", RegisterKind::Predicate),
    (".b8", RegisterKind::Other(".b8")),
    (".u8", RegisterKind::Other(".u8")),
    (".s8", RegisterKind::Other(".s8")),
    (".b16", RegisterKind::Other(".b16")),
    (".u16", RegisterKind::Other(".u16")),
    (".s16", RegisterKind::Other(".s16")),
    (".f16", RegisterKind::Other(".f16")),
    (".f16x2", RegisterKind::Other(".f16x2")),
    (".f32", RegisterKind::Other(".f32")),
    (".f64", RegisterKind::Other(".f64")),
    (".b128", RegisterKind::Other(".b128")),
];

const SYNTAX: &str = "registers are declared as `.reg .b32 r<10>, a;`";

const NAMES: &str =
    "a name is a letter, or one of _ $ % and a character, then letters, digits, _ and $; special registers keep theirs";

impl Scope {
    /// A scope of these declarations: `.reg .b32 r<10>, a; .pred p`. Each `.reg` and the last `;`
    /// may be left out. Any other name is undeclared.
    ///
    /// # Errors
    /// If the text is not that, or a name is declared twice.
    pub fn from_decls(declarations: &str) -> Result<Self, Diagnostic> {
        let mut scope = Self::default();
        all(&mut Lexer::new(declarations), &mut scope)?;
        Ok(scope)
    }
}

/// Reads declarations to the end of the text; `.reg` may be left out.
fn all(lexer: &mut Lexer<'_>, scope: &mut Scope) -> Result<(), Diagnostic> {
    loop {
        while lexer.eat(TokenKind::Semicolon).is_some() {}
        let token = lexer.peek();
        if token.kind == TokenKind::End {
            return Ok(());
        }
        if token.text == ".reg" {
            lexer.bump();
        }
        one(lexer, scope)?;
    }
}

/// Reads one declaration after its `.reg`, to its `;` or the end of the text.
pub(super) fn one(lexer: &mut Lexer<'_>, scope: &mut Scope) -> Result<(), Diagnostic> {
    let kind = kind(lexer)?;
    loop {
        name(lexer, scope, kind)?;
        let token = lexer.peek();
        match token.kind {
            TokenKind::Comma => {
                lexer.bump();
            }
            TokenKind::Semicolon | TokenKind::End => return Ok(()),
            _ => {
                let message = format!("expected `,` or `;` after a declared register, found {}", token.describe());
                return Err(Diagnostic::illegal(token.span, message).with_help(SYNTAX));
            }
        }
    }
}

fn kind(lexer: &mut Lexer<'_>) -> Result<RegisterKind, Diagnostic> {
    let token = lexer.peek();
    let known = TYPES.iter().find(|(name, _)| token.kind == TokenKind::Dotted && *name == token.text);
    let Some((_, kind)) = known else {
        let message = format!("expected the type of the registers, found {}", token.describe());
        let help = "use .b32 (or .u32 .s32), .b64 (or .u64 .s64) or .pred";
        return Err(Diagnostic::illegal(token.span, message).with_help(help));
    };
    lexer.bump();
    Ok(*kind)
}

/// A name, or a prefix with `<count>`.
fn name(lexer: &mut Lexer<'_>, scope: &mut Scope, kind: RegisterKind) -> Result<(), Diagnostic> {
    let expected = |what: &str, lexer: &Lexer<'_>| {
        let token = lexer.peek();
        Diagnostic::illegal(token.span, format!("expected {what}, found {}", token.describe())).with_help(SYNTAX)
    };
    let name = lexer.eat(TokenKind::Name).ok_or_else(|| expected("the name of a register", lexer))?;
    let declared = if lexer.eat(TokenKind::Less).is_some() {
        let number = lexer.eat(TokenKind::Number).ok_or_else(|| expected("a number of registers", lexer))?;
        let count = number.text.parse::<u64>().map_err(|_| {
            let message = format!("{} is not a number of registers", number.describe());
            Diagnostic::illegal(number.span, message).with_help(SYNTAX)
        })?;
        lexer.eat(TokenKind::Greater).ok_or_else(|| expected("`>`", lexer))?;
        scope.declare_family(name.text, count, kind)
    } else {
        scope.declare(name.text, kind)
    };
    declared.map_err(|error| {
        let span = name.span.to(lexer.last());
        let diagnostic = Diagnostic::illegal(span, error.to_string());
        match error {
            DeclareError::Misnamed(_) => diagnostic.with_help(NAMES),
            DeclareError::Redeclared(_) | DeclareError::Used(..) => diagnostic,
        }
    })
}
