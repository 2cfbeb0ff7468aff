//! Patterns of packed instructions, which stand for the instructions that compute them.

use vidalu_model::isa::{Packed, PackedOp};
use vidalu_model::ptx::Statement;

use super::{Glob, Line, matches};

impl Line {
    /// Returns the lines of the instructions that compute the packed ones that this line names.
    pub(super) fn lowered(&self) -> Vec<Self> {
        let start = self.words[0].span.start;
        let line = |form: Packed| {
            let text = Statement::canonical(form.instruction()).to_string();
            let line = Self::new(self.pattern, &text.chars().map(|letter| (start, letter)).collect::<Vec<_>>(), start);
            Self { zero_a: form.op() == PackedOp::Neg, ..line }
        };
        Packed::all().filter(|form| self.names(*form)).map(line).collect()
    }

    /// Returns whether a packed instruction fits; its operands have neither sign nor selector. Its
    /// modifier is before or after the type.
    fn names(&self, form: Packed) -> bool {
        let text = form.to_string();
        let mut words: Vec<_> = text.split('.').collect();
        let are_bare = |operands: &Vec<Glob>| {
            operands.len() == 1 + form.op().sources() && operands.iter().all(|operand| operand.text.is_empty())
        };
        let fit = |words: &[&str]| self.words.iter().zip(words).all(|(glob, word)| matches(&glob.text, word));
        let in_order = fit(&words);
        words[1..].reverse();
        words.len() == self.words.len() && (in_order || fit(&words)) && self.operands.as_ref().is_none_or(are_bare)
    }
}
