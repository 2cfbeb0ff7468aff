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
    let (open, done) = typed.split_last().map_or(("", &[][..]), |(open, done)| (open.as_str(), done));
    let mut found = BTreeMap::new();
    let own = |instruction: &Instruction| machine.has(instruction) && instruction.operation().opcode() == &text[..end];
    for form in Instruction::forms().filter(own) {
        let line = Statement::canonical(form).to_string();
        let words = words(&line);
        let fits = words.len() > done.len() && words.iter().zip(done).all(|(word, typed)| same(word, typed));
        if fits && let Some(rest) = rest(&words[done.len()], open) {
            found.insert(words[done.len()].clone(), rest);
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

/// Cuts a line into the opcode, each modifier with its dot, and each operand: its register with the
/// separator before it, then its selector. The last word is the one at the cursor, which may be
/// empty.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in text.chars() {
        let last = words.last_mut().expect("there is a word");
        match letter {
            '.' => words.push(".".into()),
            ' ' | ',' | '\t' => {
                let is_open = last.chars().all(|letter| matches!(letter, ',' | ' '));
                if is_open && !last.is_empty() {
                    last.push(letter);
                } else {
                    words.push(letter.into());
                }
            }
            letter => last.push(letter),
        }
    }
    for word in &mut words {
        // However many blanks separate two words.
        if word.starts_with([',', ' ', '\t']) {
            let name = word.trim_start_matches([',', ' ', '\t']).to_owned();
            *word = format!("{}{name}", if word.contains(',') { ", " } else { " " });
        }
    }
    words
}

/// Returns whether a word of a form is the word that was typed. Registers may have other names.
fn same(word: &str, typed: &str) -> bool {
    let separator = |word: &str| word.len() - word.trim_start_matches([',', ' ']).len();
    match (separator(word), separator(typed)) {
        (0, 0) => word == typed,
        (a, b) => a == b && !typed[b..].is_empty() && typed[b..].starts_with('-') == word[a..].starts_with('-'),
    }
}

/// Returns what is missing of a word of a form after what was typed of it.
fn rest(word: &str, typed: &str) -> Option<String> {
    let blank = |word: &str| word.trim_start_matches([',', ' ']).is_empty();
    if typed.is_empty() || blank(typed) && typed.trim() == word[..word.len().min(2)].trim() {
        return Some(word.trim_start_matches([',', ' ']).into()).filter(|_| !typed.is_empty() || !word.is_empty());
    }
    // A register of the user's own is complete.
    let is_register = word.starts_with([',', ' ']) && typed.starts_with([',', ' ']);
    if is_register { Some(String::new()) } else { word.strip_prefix(typed).map(str::to_owned) }
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
