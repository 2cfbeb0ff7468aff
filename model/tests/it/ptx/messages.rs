//! The messages of the parser with carets under the place, as a user sees them: `messages.txt`.

use vidalu_model::ptx::{Diagnostic, DiagnosticKind, Scope, parse};

/// Blocks between empty lines: a line of PTX, then what is said of it.
const GOLDEN: &str = include_str!("messages.txt");

/// Carets under the span, the message, and the help on a line of its own. The text is one line.
fn render(text: &str, diagnostic: &Diagnostic) -> String {
    let column = text[..diagnostic.span.start].chars().count();
    let width = text[diagnostic.span.clone()].chars().count().max(1);
    let help = diagnostic.help.iter().map(|help| format!("help: {help}\n")).collect::<String>();
    format!("{}{} {}\n{help}", " ".repeat(column), "^".repeat(width), diagnostic.message)
}

/// Returns the rendered warnings of a line, or the error that refuses it.
fn said(text: &str) -> String {
    match parse(text, &mut Scope::conformance()) {
        Ok(parsed) => {
            assert!(parsed.warnings.iter().all(|warning| warning.kind == DiagnosticKind::NotInManual), "{text}");
            parsed.warnings.iter().map(|warning| render(text, warning)).collect()
        }
        Err(error) => {
            assert_ne!(error.kind, DiagnosticKind::NotInManual, "{text}");
            render(text, &error)
        }
    }
}

#[test]
fn messages_name_the_place_and_the_remedy() {
    let mut count = 0;
    for block in GOLDEN.trim_end().split("\n\n") {
        let (text, expected) = block.split_once('\n').expect("a line of PTX and what is said of it");
        assert_eq!(said(text).trim_end(), expected, "{text}");
        count += 1;
    }
    assert!(count >= 50, "{count} messages only: is the file whole?");
}
