//! Faults as changes of the Verilog text: one word of a line in place of another.

use std::ops::Range;
use std::path::Path;

use vidalu_sim::Dut;
use vidalu_sim::subject;
use vidalu_sim::tool::Tool;

use super::fault::Exchange;
use super::kill::{Stimulus, survivors};
use super::mutants::Mutants;
use super::run::Job;
use crate::error::ProveError;
use crate::report::Fault;

/// The number of vectors that must show a fault.
const VECTORS: u64 = 10_000;

/// A fault that is a change of one line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The fault.
    pub fault: Fault,
    /// The path of the file, as the module names it.
    pub file: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// The line with the fault.
    pub text: String,
}

/// Returns all faults of a unit that exchange one word of its text and that its vectors show, in
/// the order of the text. None of them is equivalent.
///
/// # Errors
/// If the configuration is refused, or yosys fails.
pub fn in_text(yosys: &Tool, job: Job<'_>, scratch: &Path) -> Result<Vec<TextFault>, ProveError> {
    let Job { target, config, dut, seed, limit, .. } = job;
    let dut = match dut {
        Some(dut) => dut.clone(),
        None => Dut::with_subject(target, config)?.0,
    };
    let subject = subject::of(target, config);
    let Mutants { faults, expressions, circuit } = Mutants::of_text(yosys, &dut, scratch, limit)?;
    let mut all: Vec<_> = (0..faults.len()).collect();
    let stimulus = Stimulus { dut: &dut, subject: &*subject, seed, count: VECTORS };
    let hidden = survivors(&circuit, stimulus, &all)?;
    all.retain(|fault| !hidden.contains(fault));
    let written = |number: usize| {
        let (file, line, bytes) = expressions[number].clone()?;
        let (path, text) = dut.files.iter().find(|(path, _)| path.ends_with(&file))?;
        let old = text.lines().nth(line - 1)?;
        let text = exchanged(old, bytes, faults[number].exchange?)?;
        Some(TextFault { fault: faults[number].fault.clone(), file: path.clone(), line, text })
    };
    let mut found: Vec<_> = all.into_iter().filter_map(written).collect();
    found.sort_by(|a, b| (&a.file, a.line, &a.text).cmp(&(&b.file, b.line, &b.text)));
    // The instances of a module share its text.
    found.dedup_by(|a, b| (&a.file, a.line, &a.text) == (&b.file, b.line, &b.text));
    Ok(found)
}

/// Returns a line with a word exchanged in the expression at `bytes`, if it is clear which one.
fn exchanged(line: &str, bytes: Range<usize>, exchange: Exchange) -> Option<String> {
    let expression = line.get(bytes.clone())?;
    let places: Vec<_> =
        words(expression).into_iter().filter(|word| is_own(&expression[word.range()], exchange)).collect();
    let depth = places.iter().map(|word| word.depth).min()?;
    let mut places = places.into_iter().filter(|word| word.depth == depth);
    let (Some(place), None) = (places.next(), places.next()) else { return None };
    let new = match exchange {
        Exchange::Operator { other, .. } => other.to_owned(),
        Exchange::Number { other, .. } => with_value(&expression[place.range()], other)?,
    };
    let range = bytes.start + place.from..bytes.start + place.to;
    Some(format!("{}{new}{}", &line[..range.start], &line[range.end..]))
}

/// A word of an expression: an operator, a number or a name.
struct Word {
    from: usize,
    to: usize,
    /// The number of parentheses around it.
    depth: u32,
}

impl Word {
    fn range(&self) -> Range<usize> {
        self.from..self.to
    }
}

/// The operators of more than one character, longest first.
const OPERATORS: [&str; 14] = ["<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "~^", "^~"];

/// Returns the words of an expression.
fn words(expression: &str) -> Vec<Word> {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '$');
    let (mut words, mut depth, mut at) = (Vec::new(), 0, 0);
    while let Some(first) = expression[at..].chars().next() {
        let rest = &expression[at..];
        let length = if is_letter(first) {
            rest.find(|c| !is_letter(c)).unwrap_or(rest.len())
        } else {
            OPERATORS.iter().find(|operator| rest.starts_with(**operator)).map_or(first.len_utf8(), |it| it.len())
        };
        match first {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = u32::saturating_sub(depth, 1),
            _ if first.is_whitespace() => {}
            _ => words.push(Word { from: at, to: at + length, depth }),
        }
        at += length;
    }
    words
}

fn is_own(word: &str, exchange: Exchange) -> bool {
    match exchange {
        Exchange::Operator { own, .. } => word == own,
        Exchange::Number { own, .. } => number(word)
            .is_some_and(|(_, radix, digits)| u128::from_str_radix(&digits.replace('_', ""), radix) == Ok(own)),
    }
}

/// Splits a sized number into the text before its digits, the radix and the digits.
fn number(word: &str) -> Option<(&str, u32, &str)> {
    let quote = word.find('\'')?;
    let base = word[quote + 1..].find(['b', 'o', 'd', 'h']).map(|at| quote + 1 + at)?;
    let radix = match &word[base..=base] {
        "b" => 2,
        "o" => 8,
        "d" => 10,
        _ => 16,
    };
    Some((&word[..=base], radix, &word[base + 1..]))
}

/// Returns a sized number with another value.
fn with_value(word: &str, value: u128) -> Option<String> {
    let (front, radix, digits) = number(word)?;
    let width = digits.replace('_', "").len();
    Some(match radix {
        2 => format!("{front}{value:0width$b}"),
        8 => format!("{front}{value:0width$o}"),
        10 => format!("{front}{value}"),
        _ => format!("{front}{value:0width$x}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_exchanged_where_it_is_clear_which() {
        let operator = |own, other| Exchange::Operator { own, other };
        let with = |line: &str, exchange| exchanged(line, 0..line.len(), exchange);
        assert_eq!(with("(a < b) && c", operator("<", "<=")).unwrap(), "(a <= b) && c");
        assert_eq!(with("a <= b", operator("<", ">")), None, "another operator");
        assert_eq!(with("a & b & c", operator("&", "|")), None, "two of them");
        assert_eq!(with("(a & b) ^ (c & d)", operator("^", "&")).unwrap(), "(a & b) & (c & d)");
        assert_eq!(with("x & (y & z)", operator("&", "|")).unwrap(), "x | (y & z)");
        assert_eq!(exchanged("wire a = b == c;", 9..15, operator("==", ">=")).unwrap(), "wire a = b >= c;");
    }

    #[test]
    fn a_number_keeps_its_width_and_base() {
        let number = |own, other| Exchange::Number { own, other };
        let with = |line: &str, exchange| exchanged(line, 0..line.len(), exchange);
        assert_eq!(with("x != 19'd0", number(0, 1)).unwrap(), "x != 19'd1");
        assert_eq!(with("x + 34'h0_ffff", number(0xffff, 0x1_0000)).unwrap(), "x + 34'h10000");
        assert_eq!(with("x == 3'b011", number(3, 2)).unwrap(), "x == 3'b010");
        assert_eq!(with("x == y", number(0, 1)), None);
    }
}
