//! No text makes the parser panic, and what it says of any text is well-formed.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use vidalu_model::ptx::{
    Content, Diagnostic, Item, Operand, Scope, parse, parse_program, parse_straight_line, statements,
};

use crate::strategies::statements as any_statement;

/// Pieces of PTX, right and wrong, of which soups are made.
const PIECES: &[&str] = &[
    "vadd",
    "vset",
    "vmad",
    "vshl",
    "vadd2",
    "vset4",
    "add",
    "addc",
    "mad",
    "madc",
    "mul",
    "mov",
    "setp",
    "and",
    "ret",
    ".entry",
    ".reg",
    ".u32",
    ".s32",
    ".b32",
    ".pred",
    ".sat",
    ".add",
    ".min",
    ".lt",
    ".clamp",
    ".po",
    ".shr7",
    ".cc",
    ".lo",
    ".hi",
    ".s64",
    ".b0",
    ".h1",
    ".h10",
    ".b3210",
    ".b1024",
    ".",
    "r1",
    "rd2",
    "%r",
    "p",
    "_",
    "WARP_SZ",
    "%tid",
    "5",
    "0x5",
    "08",
    "1.5",
    "-",
    "(",
    ")",
    ",",
    ";",
    "@",
    "!",
    "~",
    "+",
    "%",
    "<<",
    "?",
    ":",
    "(.s64)",
    "{",
    "}",
    ".entry",
    "<",
    ">",
    "|",
    "[",
    "//",
    "/*",
    "*/",
    "\n",
    " ",
    "\u{e9}",
    "\u{1f600}",
    "\0",
];

fn well_formed(text: &str, diagnostic: &Diagnostic) {
    let span = diagnostic.span.clone();
    assert!(text.get(span.clone()).is_some(), "{text:?}: {span:?} is not a part of the text");
    assert!(diagnostic.message.is_ascii() && !diagnostic.message.is_empty(), "{text:?}: {}", diagnostic.message);
    assert!(diagnostic.help.as_ref().is_none_or(|help| help.is_ascii()), "{text:?}: {:?}", diagnostic.help);
}

/// Every statement gets a verdict, in order; accepted ones read back from their canonical spelling;
/// the readers of whole texts agree with the reader of statements.
fn check(text: &str) {
    for scope in [Scope::inferring(), Scope::conformance()] {
        let items: Vec<Item> = statements(text, &mut scope.clone()).collect();
        let mut end = 0;
        for item in &items {
            assert!(item.span.start >= end && text.get(item.span.clone()).is_some(), "{text:?}: {:?}", item.span);
            end = item.span.end;
            match &item.verdict {
                Err(error) => well_formed(text, error),
                Ok(Content::Declaration | Content::Frame) => {}
                Ok(Content::Statement(parsed)) => {
                    parsed.warnings.iter().for_each(|warning| well_formed(text, warning));
                    let canonical = parsed.statement.to_string();
                    let again = parse(&canonical, &mut Scope::inferring()).map(|again| again.statement);
                    assert_eq!(again.as_ref(), Ok(&parsed.statement), "{text:?}: {canonical}");
                }
            }
        }
        match parse_program(text, &mut scope.clone()) {
            Err(error) => {
                well_formed(text, &error);
                assert!(items.iter().any(|item| item.verdict.is_err()), "{text:?}: {error}");
            }
            Ok(lines) => assert!(lines.len() <= items.len()),
        }
        match parse_straight_line(text, &mut scope.clone()) {
            Err(error) => well_formed(text, &error),
            Ok(lines) => lines.iter().for_each(|line| {
                let line = &line.statement;
                let guard = line.guard().map(|guard| guard.predicate());
                let registers = line.sources().filter_map(Operand::register).chain(line.destinations().flatten());
                if registers.chain(guard).all(|register| register.block() == 0) {
                    let again = parse_straight_line(&line.to_string(), &mut Scope::inferring());
                    assert_eq!(again.map(|again| again[0].statement.clone()).as_ref(), Ok(line), "{text:?}: {line}");
                }
            }),
        }
        let _ = Scope::from_decls(text).map_err(|error| well_formed(text, &error));
    }
}

#[test]
fn fuzz_bytes() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| check(&String::from_utf8_lossy(bytes)));
}

#[test]
fn fuzz_pieces() {
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choice| {
        let pieces = choice.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]);
        check(&pieces.collect::<String>());
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// Legal lines with one to three pieces put in, or characters taken out.
    #[test]
    fn mutated_lines(
        lines in proptest::collection::vec(any_statement(), 1..3),
        edits in proptest::collection::vec((any::<Index>(), proptest::option::of(select(PIECES))), 1..4),
    ) {
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let mut text = lines.join(";\n");
        for (place, piece) in edits {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            if places.is_empty() {
                break;
            }
            let at = *place.get(&places);
            match piece {
                Some(piece) => text.insert_str(at, piece),
                None => {
                    text.remove(at);
                }
            }
        }
        check(&text);
    }
}
