//! What may follow the beginning of a PTX line.

use std::collections::BTreeMap;

use serde::Serialize;
use vidalu_model::isa::Instruction;
use vidalu_model::ptx::Statement;

use crate::machine::Machine;

/// A text that may be inserted at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Next {
    /// The text to insert: what is missing of the word.
    pub(crate) text: String,
    /// The whole word.
    pub(crate) word: String,
    /// The meaning of the word; empty where its name says it.
    pub(crate) help: String,
}

/// Returns what may follow `text` in a line of a machine, modifiers in the manual's order. An empty
/// list means that nothing legal begins like this, or that the line is complete.
pub(crate) fn next(machine: &Machine, text: &str) -> Vec<Next> {
    let text = text.trim_start();
    let opcode_end = text.find(|letter: char| !letter.is_ascii_alphanumeric());
    let Some(end) = opcode_end else { return opcodes(machine, text) };
    let typed = words(text);
    let Some((open, done)) = typed.split_last() else { return Vec::new() };
    let mut found = BTreeMap::new();
    let own = |instruction: &Instruction| machine.has(instruction) && instruction.operation().opcode() == &text[..end];
    for form in Instruction::forms().filter(own) {
        let line = Statement::canonical(form).to_string();
        let words = words(&line);
        let fits = words.len() > done.len() && words.iter().zip(done).all(|(word, typed)| word.is_as(typed));
        if fits && let Some(rest) = words[done.len()].rest(open) {
            found.insert(words[done.len()].text(), rest.to_owned());
        }
    }
    let next = |(word, text): (String, String)| Next { help: meaning(&word).to_owned(), word, text };
    found.into_iter().filter(|(_, rest)| !rest.is_empty()).map(next).collect()
}

/// Returns the opcodes that begin like this.
fn opcodes(machine: &Machine, text: &str) -> Vec<Next> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    for operation in machine.operations().filter(|operation| operation.opcode().starts_with(text)) {
        let names = found.entry(operation.opcode()).or_default();
        *names = if names.is_empty() { operation.to_string() } else { format!("{names}, {operation}") };
    }
    let next = |(opcode, help): (&str, String)| Next { text: opcode[text.len()..].into(), word: opcode.into(), help };
    found.into_iter().map(next).collect()
}

/// A word of a line, and the letter that separates it from the word before: a dot before a
/// modifier or a selector, a blank before the first operand, a comma before the others.
#[derive(Debug, Default)]
struct Word<'t> {
    lead: Option<char>,
    name: &'t str,
}

impl Word<'_> {
    /// Returns whether the word is an operand, whose name is the user's own.
    fn is_operand(&self) -> bool {
        matches!(self.lead, Some(' ' | ','))
    }

    /// Returns whether a word of a form is the word that was typed.
    fn is_as(&self, typed: &Word<'_>) -> bool {
        let is_negative = |word: &Word<'_>| word.name.starts_with('-');
        self.lead == typed.lead
            && if self.is_operand() {
                !typed.name.is_empty() && is_negative(self) == is_negative(typed)
            } else {
                self.name == typed.name
            }
    }

    /// Returns what is missing of a word of a form after what was typed of it.
    fn rest(&self, typed: &Word<'_>) -> Option<&str> {
        let is_chosen = self.is_operand() && !typed.name.is_empty();
        let rest = if is_chosen { Some("") } else { self.name.strip_prefix(typed.name) };
        rest.filter(|_| self.lead == typed.lead)
    }

    /// Returns a modifier with its dot, or a name.
    fn text(&self) -> String {
        let dot = if self.lead == Some('.') { "." } else { "" };
        format!("{dot}{}", self.name)
    }
}

/// Cuts a line into words. The last one is at the cursor, and may be empty.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_lead = |letter: char| matches!(letter, '.' | ',' | ' ' | '\t');
    let (mut words, mut rest, mut lead) = (Vec::new(), text, None);
    loop {
        let end = rest.find(is_lead).unwrap_or(rest.len());
        words.push(Word { lead, name: &rest[..end] });
        let leads = rest[end..].len() - rest[end..].trim_start_matches([',', ' ', '\t']).len();
        lead = match (&rest[end..end + leads], rest[end..].chars().next()) {
            (_, None) => return words,
            ("", Some(dot)) => Some(dot),
            (blanks, _) => Some(if blanks.contains(',') { ',' } else { ' ' }),
        };
        rest = &rest[end + leads.max(1)..];
    }
}

/// Returns what a modifier means.
fn meaning(word: &str) -> &'static str {
    match word {
        ".u32" => "unsigned, 32 bits",
        ".s32" => "signed, 32 bits",
        ".u64" => "unsigned, 64 bits",
        ".s64" => "signed, 64 bits",
        ".sat" => "clamp the result to the range of its type",
        ".add" => "add c",
        ".min" => "the smaller of the result and c",
        ".max" => "the larger of the result and c",
        ".clamp" => "an amount above 32 counts as 32",
        ".wrap" => "only the low five bits of the amount count",
        ".po" => "add 1",
        ".shr7" => "shift the sum right by 7",
        ".shr15" => "shift the sum right by 15",
        ".cc" => "write CC.CF",
        ".lo" => "the low half of the product",
        ".hi" => "the high half of the product",
        ".eq" => "a = b",
        ".ne" => "a ≠ b",
        ".lt" => "a < b",
        ".le" => "a ≤ b",
        ".gt" => "a > b",
        ".ge" => "a ≥ b",
        ".b0" | ".b1" | ".b2" | ".b3" => "a byte",
        ".h0" | ".h1" => "a half",
        _ => "",
    }
}
