//! The comment at the head of every generated file.

use itertools::Itertools;

use crate::{Config, Operation};

/// The width of generated text in columns.
pub(crate) const COLUMNS: usize = 100;

/// The version of the generator.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The terms of use of the generated text, as one sentence.
pub const TERMS: &str = "Text that vidalu generates is yours: the licence of vidalu makes no claim on it.";

/// Returns the header of a Verilog file. `facts` are pairs of a label and a sentence.
pub(crate) fn header(name: &str, purpose: &str, facts: &[(&str, String)], config: &Config) -> String {
    let mut lines = vec![
        "// SPDX-License-Identifier: 0BSD".to_owned(),
        format!("// {TERMS}"),
        "//".to_owned(),
        format!("// {name}"),
        format!("// {}.", capitalised(purpose)),
        "//".to_owned(),
    ];
    let own = [
        ("SEMANTICS", "docs/semantics.md of vidalu explains the decisions D and H".to_owned()),
        ("Configuration", config.line()),
        ("Generator", format!("vidalu {VERSION}")),
    ];
    for (label, text) in facts.iter().chain(&own) {
        lines.extend(fact(label, text));
    }
    lines.join("\n")
}

/// Returns the facts for the header of a unit: its operations, the sections of the manual that
/// define them, and the given texts.
pub(crate) fn unit_facts(
    config: &Config,
    profile: String,
    latency: String,
    handshake: String,
) -> Vec<(&'static str, String)> {
    let control = format!("{} lists the fields; the result of any other code or operation is undefined", config.defs());
    vec![
        ("Operations", Operation::list(config.ops.iter().copied())),
        ("Manual", format!("PTX ISA {}", sections(config))),
        ("Profile", profile),
        ("Latency", latency),
        ("Handshake", handshake),
        ("Control word", control),
    ]
}

/// Returns the sections of the manual that define the operations.
pub(crate) fn sections(config: &Config) -> String {
    config.ops.iter().map(|op| op.section()).sorted_unstable().dedup().join(", ")
}

/// Returns the text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

/// Returns the lines of `// Label          text`, broken at spaces and after commas.
fn fact(label: &str, text: &str) -> Vec<String> {
    let mut lines = vec![format!("// {label:<14} ")];
    for piece in text.split_inclusive([' ', ',']) {
        if lines[lines.len() - 1].len() + piece.trim_end().len() > COLUMNS {
            lines.push(format!("// {:<14} ", ""));
        }
        lines.last_mut().expect("there is a first line").push_str(piece);
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Returns the banner of a section of the text, such as a stage.
pub(crate) fn banner(text: &str) -> String {
    let head = format!("  // ==== {text} ");
    let rule = rule('=', head.len());
    head + &rule
}

/// Returns a run of `sign` that fills a line whose first `used` columns are taken.
pub(crate) fn rule(sign: char, used: usize) -> String {
    sign.to_string().repeat(COLUMNS.saturating_sub(used).max(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_facts_continue_under_their_text() {
        let lines = fact("Label", &"word ".repeat(30));
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= COLUMNS));
        assert!(lines[1].starts_with("//                word"));
        let lines = fact("Label", &"word,".repeat(30));
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with("word,"));
    }
}
