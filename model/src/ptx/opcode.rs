//! The opcodes, and the message for a word that is not one of them.

use super::diagnostic::{Diagnostic, OutOfScope};
use super::lexer::{Lexer, Span, TokenKind, quote};
use crate::isa::{Operation, PackedOp, Unit};
use crate::near::near;

/// Returns the operation whose opcode is `name`.
///
/// `plain` are other opcodes that are accepted, and that an error may suggest.
pub(super) fn find(name: &str, span: Span, plain: &[&'static str]) -> Result<Operation, Diagnostic> {
    if let Some(operation) = Operation::of_opcode(name) {
        return Ok(operation);
    }
    if name == "mad24" {
        let message = "mad24 is not part of vidalu: it is neither a video nor an extended-precision instruction";
        return Err(Diagnostic::out_of_scope(OutOfScope::Mad24, span, message));
    }
    let of = if plain.is_empty() { "of vidalu" } else { "that can be run" };
    let error = Diagnostic::illegal(span, format!("{} is not an instruction {of}", quote(name)));
    let lower = name.to_ascii_lowercase();
    Err(error.with_help(if is_opcode(&lower) || plain.contains(&lower.as_str()) {
        format!("PTX is written in lower case: {lower}")
    } else if let Some(help) = other_lanes(name) {
        help
    } else if let Some(base @ ("add" | "sub" | "mad")) = name.strip_suffix("cc") {
        format!("did you mean {base}.cc?")
    } else if let Some(near) = near(name, Operation::usual().map(Operation::opcode).chain(plain.iter().copied())) {
        format!("did you mean {near}?")
    } else if !plain.is_empty() {
        format!("besides the video and carry instructions, these can be run: {}", plain.join(" "))
    } else {
        "vidalu has the video instructions (v...), packed ones such as add.u8x4, and add.cc addc sub.cc subc mad.cc \
         madc mul"
            .to_owned()
    }))
}

/// The types of lanes, and those without a sign, which no instruction has.
const LANES: &[&str] = &["u8x4", "s8x4", "u16x2", "s16x2", "b8x4", "b16x2"];

/// Returns whether packed instructions have this opcode.
fn is_packed_opcode(name: &str) -> bool {
    PackedOp::NAMES.contains(&name)
}

/// Returns whether an instruction with these modifiers is meant as a packed one: it has a type of
/// lanes, or `.sat` or `.relu` on 32 bits. `set` on 32 bits is another instruction.
pub(super) fn is_packed<'w>(opcode: &str, words: &(impl Iterator<Item = &'w str> + Clone)) -> bool {
    let has = |any: &[&str]| words.clone().any(|word| any.contains(&word));
    match opcode {
        "set" => has(LANES),
        _ => is_packed_opcode(opcode) && (has(LANES) || has(&["sat", "relu"]) && has(&["u32", "s32"]) && !has(&["cc"])),
    }
}

/// Returns whether an instruction of vidalu has this opcode.
pub(super) fn starts_instruction(name: &str) -> bool {
    is_opcode(name) || is_packed_opcode(name)
}

/// Returns whether a video or carry instruction has this opcode.
fn is_opcode(name: &str) -> bool {
    Operation::of_opcode(name).is_some()
}

/// Returns whether the next statement is meant as an instruction of vidalu: a video instruction,
/// which may be misspelled, a packed one, an instruction that reads or writes CC.CF, or a product
/// of 32 or 64 bits.
pub(super) fn is_meant(mut lexer: Lexer<'_>) -> bool {
    while lexer.eat(TokenKind::Semicolon).is_some() {}
    if lexer.eat(TokenKind::At).is_some() {
        lexer.eat(TokenKind::Bang);
        lexer.bump();
    }
    let Some(name) = lexer.eat(TokenKind::Name).map(|name| name.text) else { return false };
    if lexer.peek().kind == TokenKind::Colon {
        return false;
    }
    let modifiers: Vec<_> = std::iter::from_fn(|| lexer.eat(TokenKind::Dotted)).map(|dotted| dotted.text).collect();
    let has = |any: &[&str]| modifiers.iter().any(|modifier| any.contains(modifier));
    if is_packed(name, &modifiers.iter().map(|modifier| &modifier[1..])) {
        return true;
    }
    match Operation::of_opcode(name) {
        Some(Operation::Mul) => has(&[".lo", ".hi"]) && has(&[".u32", ".s32", ".u64", ".s64"]),
        Some(operation) if operation.unit() == Unit::Carry => has(&[".cc"]) || name.ends_with('c'),
        Some(_) => true,
        // `vote` is the only other opcode of PTX that begins with this letter.
        None => name.starts_with('v') && name != "vote",
    }
}

/// A known operation with a number of lanes that it does not have.
fn other_lanes(name: &str) -> Option<String> {
    let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
    let simd = format!("{base}2");
    match (base.len() < name.len(), is_opcode(&simd), is_opcode(base)) {
        (true, true, _) => Some(format!("SIMD instructions have two or four lanes: {base}2 or {base}4")),
        (true, false, true) => Some(format!("{base} has no SIMD form")),
        (false, true, _) => Some(format!("it exists as {base}2 and {base}4 only")),
        _ => None,
    }
}
