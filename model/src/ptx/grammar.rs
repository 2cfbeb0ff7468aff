//! The modifiers after an opcode, matched against the manual's grammar for that opcode.

use super::diagnostic::Diagnostic;
use super::lexer::{Span, quote_dotted};

/// A modifier as written: its text without the dot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modifier<'t> {
    pub(super) word: &'t str,
    /// Dot included.
    pub(super) span: Span,
    /// Whether white space precedes the dot.
    pub(super) spaced: bool,
}

/// One place of the grammar: the words that may stand there, and their number.
pub(super) struct Slot {
    /// The name of the slot in messages: `type`, `mode`.
    pub(super) what: &'static str,
    /// The words, without their dots.
    pub(super) words: &'static [&'static str],
    pub(super) min: usize,
    pub(super) max: usize,
    /// The word, if any, that ptxas accepts twice and then ignores.
    pub(super) repeats: Option<&'static str>,
    /// Whether its word may also stand after those of later slots, because the manual writes both.
    pub(super) floats: bool,
}

impl Slot {
    pub(super) const fn required(what: &'static str, words: &'static [&'static str], count: usize) -> Self {
        Self { what, words, min: count, max: count, repeats: None, floats: false }
    }

    pub(super) const fn optional(what: &'static str, words: &'static [&'static str]) -> Self {
        Self { what, words, min: 0, max: 1, repeats: None, floats: false }
    }

    pub(super) const fn floating(what: &'static str, words: &'static [&'static str]) -> Self {
        Self { floats: true, ..Self::optional(what, words) }
    }

    pub(super) const fn flag(words: &'static [&'static str]) -> Self {
        Self { what: words[0], words, min: 0, max: 1, repeats: Some(words[0]), floats: false }
    }
}

/// The modifiers of an opcode, in the manual's order.
pub(super) struct Grammar {
    pub(super) slots: &'static [Slot],
    /// The syntax after the opcode, and the manual's section: the help of most errors.
    pub(super) syntax: &'static str,
}

/// The modifiers of one statement, each in its slot.
pub(super) struct Matched {
    chosen: Vec<(usize, &'static str, Span)>,
}

impl Matched {
    /// The words of a slot, as written.
    pub(super) fn all(&self, slot: usize) -> impl Iterator<Item = (&'static str, Span)> {
        self.chosen.iter().filter(move |choice| choice.0 == slot).map(|&(_, word, span)| (word, span))
    }

    /// The first word of a slot.
    pub(super) fn one(&self, slot: usize) -> Option<(&'static str, Span)> {
        self.all(slot).next()
    }
}

impl Grammar {
    /// Puts each modifier into its slot. Forms that ptxas accepts beyond the manual
    /// go to `warnings`.
    pub(super) fn read(
        &self,
        opcode: &str,
        opcode_span: Span,
        modifiers: &[Modifier<'_>],
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Matched, Diagnostic> {
        let mut matched = Matched { chosen: Vec::with_capacity(modifiers.len()) };
        let mut furthest = 0;
        let mut disordered = None;
        for modifier in modifiers {
            let place = self.slots.iter().enumerate().find_map(|(index, slot)| {
                slot.words.iter().find(|word| **word == modifier.word).map(|word| (index, slot, *word))
            });
            let (index, slot, word) = place.ok_or_else(|| self.unknown(opcode, modifier))?;
            if matched.all(index).count() == slot.max {
                self.crowded(opcode, slot, &matched, index, modifier, warnings)?;
                continue;
            }
            if index < furthest && !slot.floats {
                disordered = disordered.or(Some(modifier.span));
            }
            furthest = furthest.max(index);
            matched.chosen.push((index, word, modifier.span));
        }
        for (index, slot) in self.slots.iter().enumerate() {
            let found = matched.all(index).count();
            if found < slot.min {
                return Err(self.missing(opcode, opcode_span, slot, found, modifiers));
            }
        }
        if let Some(span) = disordered {
            let warning = Diagnostic::not_in_manual(span, "modifiers in another order");
            warnings.push(warning.with_help(self.help(opcode)));
        }
        if let Some(spaced) = modifiers.iter().find(|modifier| modifier.spaced) {
            warnings.push(Diagnostic::not_in_manual(spaced.span, "white space before a modifier"));
        }
        Ok(matched)
    }

    /// The syntax of the opcode, as a help line.
    pub(super) fn help(&self, opcode: &str) -> String {
        format!("syntax: {opcode}{}", self.syntax)
    }

    fn unknown(&self, opcode: &str, modifier: &Modifier<'_>) -> Diagnostic {
        let types = self.slots.iter().find(|slot| slot.what == "type");
        let word = modifier.word;
        if let Some(slot) = types.filter(|_| is_type(word)) {
            let message = format!("{opcode} has no type `.{word}`; its types are {}", list(slot.words));
            return Diagnostic::illegal(modifier.span, message).with_help(self.help(opcode));
        }
        let takes = self.slots.iter().filter(|slot| slot.what != "type").flat_map(|slot| slot.words);
        let takes = takes.copied().collect::<Vec<_>>();
        let takes = if takes.is_empty() { "its type alone".to_owned() } else { list(&takes) };
        let message = if KNOWN.contains(&word) {
            format!("{opcode} does not take `.{word}`; it takes {takes}")
        } else {
            format!("unknown modifier {}; {opcode} takes {takes}", quote_dotted(word))
        };
        let lower = word.to_ascii_lowercase();
        let help = if self.slots.iter().any(|slot| slot.words.contains(&lower.as_str())) {
            format!("modifiers are lower case: .{lower}")
        } else {
            self.help(opcode)
        };
        Diagnostic::illegal(modifier.span, message).with_help(help)
    }

    /// One more word for a slot that is full: ignored with a warning where ptxas does so, else
    /// refused.
    fn crowded(
        &self,
        opcode: &str,
        slot: &Slot,
        matched: &Matched,
        index: usize,
        modifier: &Modifier<'_>,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let word = modifier.word;
        let before = matched.all(index).last().map_or("", |(word, _)| word);
        if slot.repeats == Some(word) && before == word {
            warnings.push(Diagnostic::not_in_manual(modifier.span, &format!("`.{word}` twice")));
            return Ok(());
        }
        let message = if slot.what == "type" {
            format!("{opcode} has {}; `.{word}` is one too many", types(slot.max))
        } else if before == word {
            format!("`.{word}` is repeated")
        } else {
            format!("`.{before}` and `.{word}` exclude each other: {opcode} takes one {}", slot.what)
        };
        Err(Diagnostic::illegal(modifier.span, message).with_help(self.help(opcode)))
    }

    fn missing(
        &self,
        opcode: &str,
        opcode_span: Span,
        slot: &Slot,
        found: usize,
        modifiers: &[Modifier<'_>],
    ) -> Diagnostic {
        let words = list(slot.words);
        let message = if slot.what == "type" {
            format!("{opcode} needs {}, each one of {words}; it has {found}", types(slot.min))
        } else {
            format!("{opcode} needs a {}: one of {words}", slot.what)
        };
        let span = modifiers.last().map_or(opcode_span, |last| opcode_span.to(last.span));
        Diagnostic::illegal(span, message).with_help(self.help(opcode))
    }
}

/// Modifiers of some instruction of vidalu: a message says "does not take", not "unknown".
const KNOWN: &[&str] = &[
    "sat", "add", "min", "max", "clamp", "wrap", "po", "shr7", "shr15", "eq", "ne", "lt", "le", "gt", "ge", "cc", "lo",
    "hi", "wide", "relu",
];

fn is_type(word: &str) -> bool {
    let width = word.trim_start_matches(['u', 's', 'b', 'f']);
    word == "pred"
        || word.len() == width.len() + 1 && matches!(width, "8" | "16" | "32" | "64" | "128" | "8x4" | "16x2")
}

fn types(count: usize) -> String {
    match count {
        1 => "one type".to_owned(),
        2 => "two types".to_owned(),
        _ => "three types (.dtype.atype.btype)".to_owned(),
    }
}

/// `.a, .b, .c`.
pub(super) fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!(".{word}")).collect::<Vec<_>>().join(", ")
}
