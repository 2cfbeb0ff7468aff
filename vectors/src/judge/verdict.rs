//! The result of a judgement.

use std::collections::HashMap;

use serde::Serialize;
use vidalu_gen::{Block, Choice};
use vidalu_model::isa::Operation;

use super::suspect::{Cause, Doubt, Seen};
use crate::header::Header;

/// The result of a judgement.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    /// The header of the vectors; always there.
    #[serde(flatten)]
    pub header: Option<Header>,
    /// The number of answers that were compared.
    pub answers: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The vectors without an answer, and the first of them.
    pub missing: Strays,
    /// The answers to vectors that were answered before, and the line of the first.
    pub doubled: Strays,
    /// The answers without an index that came after one to a later vector, and the line of the
    /// first.
    pub out_of_order: Strays,
    /// The answers beyond the last vector, and the line of the first.
    pub beyond: Strays,
    /// Where the stream is shifted against the vectors, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// The operations that were answered.
    pub operations: Vec<OperationVerdict>,
}

impl Verdict {
    /// Returns whether every vector has one right answer, in its place.
    pub fn passed(&self) -> bool {
        let strays = [&self.missing, &self.doubled, &self.out_of_order, &self.beyond];
        self.wrong == 0 && strays.iter().all(|strays| strays.count == 0)
    }
}

/// Vectors or answers without their counterparts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Strays {
    /// The number of them.
    pub count: u64,
    /// The first: the number of a vector, or a line.
    pub first: Option<u64>,
}

impl Strays {
    pub(super) fn add(&mut self, line: u64) {
        self.count += 1;
        self.first = self.first.or(Some(line));
    }
}

/// A shift of the stream: from a line on, the answers fit other vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shift {
    /// The first line whose answer fits another vector.
    pub line: u64,
    /// The number of vectors by which they come too early; negative if they come too late.
    pub by: i64,
}

/// The verdict on an operation.
#[derive(Clone, Debug, Serialize)]
pub struct OperationVerdict {
    /// The operation.
    pub operation: &'static str,
    /// The number of answers.
    pub answers: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The likely causes of the first thousand wrong answers, the most frequent first.
    pub like: Vec<Doubt>,
    /// The number of wrong answers among these that look like nothing else.
    pub unexplained: u64,
    /// The forms, by their names.
    pub forms: Vec<FormVerdict>,
}

/// The verdict on a form: an opcode with its modifiers.
#[derive(Clone, Debug, Serialize)]
pub struct FormVerdict {
    /// The operation.
    #[serde(skip)]
    pub operation: &'static str,
    /// The form.
    pub form: String,
    /// The packed instructions that it computes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packed: Vec<String>,
    /// The number of answers.
    pub answers: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The first wrong answers.
    pub first: Vec<Wrong>,
}

/// A wrong answer.
#[derive(Clone, Debug, Serialize)]
pub struct Wrong {
    /// The line, counted from 1.
    pub line: u64,
    /// The number of the vector, counted from 0.
    pub vector: u64,
    /// The instruction.
    pub ptx: String,
    /// The names and values of the inputs that the instruction reads.
    #[serde(serialize_with = "as_map")]
    pub inputs: Vec<(&'static str, String)>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// The likely cause, if any.
    pub like: Option<Cause>,
    /// Everything that explains the answer.
    #[serde(skip)]
    pub(super) causes: Vec<Cause>,
}

fn as_map<S: serde::Serializer>(pairs: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// An output of a wrong answer.
#[derive(Clone, Debug, Serialize)]
pub struct Output {
    /// The name of the column.
    pub name: &'static str,
    /// The value of the golden model.
    pub expected: String,
    /// The value of the answer.
    pub got: String,
    /// Whether they differ.
    #[serde(skip)]
    pub is_wrong: bool,
}

/// Sorts the forms into operations, and chooses for each wrong answer the cause that explains most
/// of its operation.
pub(super) fn operations(forms: &[FormVerdict], seen: &HashMap<&'static str, Seen>) -> Vec<OperationVerdict> {
    let mut operations = Vec::new();
    let blocks = Block::ALL.iter().map(|block| block.name());
    for operation in Operation::ALL.map(Operation::name).into_iter().chain(blocks) {
        let mut own: Vec<_> = forms.iter().filter(|form| form.operation == operation).cloned().collect();
        if own.is_empty() {
            continue;
        }
        own.sort_by(|one, other| one.form.cmp(&other.form));
        let like = seen.get(operation).map_or_else(Vec::new, Seen::explained);
        for wrong in own.iter_mut().flat_map(|form| &mut form.first) {
            let best = like.iter().map(|doubt| &doubt.cause).find(|cause| wrong.causes.contains(cause));
            wrong.like = best.cloned();
        }
        let looked_at = seen.get(operation).map_or(0, |seen| seen.count);
        let unexplained = looked_at - like.iter().map(|doubt| doubt.count).sum::<u64>();
        let sum = |count: fn(&FormVerdict) -> u64| own.iter().map(count).sum();
        let (answers, wrong) = (sum(|form| form.answers), sum(|form| form.wrong));
        operations.push(OperationVerdict { operation, answers, wrong, like, unexplained, forms: own });
    }
    operations
}
