//! Characters to tokens. Every text has tokens: text that is not PTX becomes a token that the
//! parser refuses.

use std::ops::Range;

/// A place in the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn at(place: usize) -> Self {
        Self { start: place, end: place }
    }

    /// From the start of `self` to the end of `last`.
    pub(super) fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An opcode, a register, a predicate: a PTX identifier.
    Name,
    /// A digit and all letters and digits after it.
    Number,
    /// A number with a fraction.
    Float,
    /// A dot and the letters and digits directly after it.
    Dotted,
    /// A dot with nothing of that sort after it.
    LoneDot,
    Comma,
    Semicolon,
    At,
    Bang,
    Minus,
    Open,
    Close,
    OpenBlock,
    CloseBlock,
    Colon,
    Question,
    /// An operator of constant expressions.
    Operator,
    Less,
    Greater,
    /// A `/*` without its `*/`, to the end of the text.
    OpenComment,
    /// Between double quotes, to the second one or the end of the line.
    Text,
    /// One character that no statement of vidalu has.
    Unexpected,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    pub(super) span: Span,
    /// Whether white space or a comment precedes the token.
    pub(super) spaced: bool,
    /// It is the first token of its line.
    pub(super) starts_line: bool,
}

impl Token<'_> {
    /// How a message names it: ASCII only, whatever the text holds.
    pub(super) fn describe(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::OpenComment => "an unclosed comment".to_owned(),
            _ => quote(self.text),
        }
    }
}

/// A modifier or selector in a message.
pub(super) fn quote_dotted(word: &str) -> String {
    quote(&format!(".{word}"))
}

/// `text` in a message: between back-quotes, ASCII only and not endless, whatever it holds.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_default).collect();
    format!("`{shown}{}`", if text.chars().nth(LONGEST).is_some() { "..." } else { "" })
}

/// The tokens of a text, with one token of look-ahead.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    next: Token<'t>,
    last: Span,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, next: scan(text, 0), last: Span::at(0) }
    }

    /// The next token.
    pub(super) fn peek(&self) -> Token<'t> {
        self.next
    }

    /// Takes the next token; at the end of the text it stays there.
    pub(super) fn bump(&mut self) -> Token<'t> {
        let token = self.next;
        self.last = token.span;
        self.next = scan(self.text, token.span.end);
        token
    }

    /// Takes the next token if it is of this kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token<'t>> {
        (self.next.kind == kind).then(|| self.bump())
    }

    /// The token after the next.
    pub(super) fn second(&self) -> Token<'t> {
        scan(self.text, self.next.span.end)
    }

    /// The token that was taken last.
    pub(super) fn last(&self) -> Span {
        self.last
    }
}

/// Whether `byte` may stand inside a PTX identifier.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// The token at or after `from`, white space and comments skipped.
fn scan(text: &str, from: usize) -> Token<'_> {
    let (start, open_comment) = skip_blank(text, from);
    let blank = &text[from..start];
    let (kind, length) =
        if open_comment { (TokenKind::OpenComment, text.len() - start) } else { token(&text[start..]) };
    Token {
        kind,
        text: &text[start..start + length],
        span: Span { start, end: start + length },
        spaced: !blank.is_empty(),
        starts_line: from == 0 || blank.contains('\n'),
    }
}

/// Where the next token starts, and whether it is a comment without an end.
fn skip_blank(text: &str, mut at: usize) -> (usize, bool) {
    loop {
        let rest = &text[at..];
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let rest = &rest[blanks..];
        at += blanks;
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(end) => at += end + 4,
                None => return (at, true),
            }
        } else {
            return (at, false);
        }
    }
}

/// The operators of two characters.
const OPERATORS: &[&str] = &["<<", ">>", "<=", ">=", "==", "!=", "&&", "||"];

/// Kind and length of the token that `rest` starts with.
fn token(rest: &str) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    let Some(&first) = bytes.first() else { return (TokenKind::End, 0) };
    let word = |from: usize| from + bytes[from..].iter().take_while(|&&byte| is_word(byte)).count();
    match first {
        b'0'..=b'9' => {
            let end = word(1);
            let fraction = bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            if fraction { (TokenKind::Float, word(end + 1)) } else { (TokenKind::Number, end) }
        }
        b'%' if word(1) == 1 => (TokenKind::Operator, 1),
        b'%' => (TokenKind::Name, word(1)),
        b'.' if word(1) == 1 => (TokenKind::LoneDot, 1),
        b'.' => (TokenKind::Dotted, word(1)),
        _ if OPERATORS.iter().any(|operator| rest.starts_with(operator)) => (TokenKind::Operator, 2),
        b'+' | b'~' | b'*' | b'/' | b'&' | b'^' | b'|' => (TokenKind::Operator, 1),
        b'?' => (TokenKind::Question, 1),
        b',' => (TokenKind::Comma, 1),
        b';' => (TokenKind::Semicolon, 1),
        b'@' => (TokenKind::At, 1),
        b'!' => (TokenKind::Bang, 1),
        b'-' => (TokenKind::Minus, 1),
        b'(' => (TokenKind::Open, 1),
        b')' => (TokenKind::Close, 1),
        b'{' => (TokenKind::OpenBlock, 1),
        b'}' => (TokenKind::CloseBlock, 1),
        b':' => (TokenKind::Colon, 1),
        b'"' => (TokenKind::Text, text(rest)),
        b'<' => (TokenKind::Less, 1),
        b'>' => (TokenKind::Greater, 1),
        _ if is_word(first) => (TokenKind::Name, word(0)),
        _ => (TokenKind::Unexpected, rest.chars().next().map_or(0, char::len_utf8)),
    }
}

/// Length of the quoted text that `rest` starts with. One without its second quote ends with its
/// line.
fn text(rest: &str) -> usize {
    let inside = &rest[1..];
    match inside.find(['"', '\n']) {
        Some(end) if inside[end..].starts_with('"') => end + 2,
        Some(end) => end + 1,
        None => rest.len(),
    }
}
