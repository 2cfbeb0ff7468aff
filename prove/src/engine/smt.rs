//! Solvers that read SMT-LIB 2, in which the words of the golden model stay words.

use itertools::Itertools;
use vidalu_sim::tool::{Tool, ToolKind};
use vidalu_sim::{ToolError, Version};

use super::{Answer, Engine, Job};
use crate::files;
use crate::problem::Problem;
use crate::simulate::Assignment;

/// Bitwuzla, a solver for bit vectors.
pub static BITWUZLA: ToolKind =
    ToolKind { minimum: Version { major: 0, minor: 1 }, ..ToolKind::new("bitwuzla", "VIDALU_BITWUZLA", &["bitwuzla"]) };

/// Z3, a general SMT solver.
pub static Z3: ToolKind =
    ToolKind { mark: "Z3", minimum: Version { major: 4, minor: 8 }, ..ToolKind::new("z3", "VIDALU_Z3", &["z3"]) };

/// cvc5, a general SMT solver.
pub static CVC5: ToolKind = ToolKind {
    mark: "cvc5",
    minimum: Version { major: 1, minor: 0 },
    packages: ["cvc5", "cvc5", "cvc5/cvc5/cvc5"],
    ..ToolKind::new("cvc5", "VIDALU_CVC5", &["cvc5"])
};

/// An SMT solver as an engine.
pub(super) struct Smt(Tool);

impl Smt {
    pub(super) fn find(kind: &'static ToolKind) -> Result<Self, ToolError> {
        kind.find().map(Self)
    }
}

impl Engine for Smt {
    fn name(&self) -> &'static str {
        self.0.kind.name
    }

    fn version(&self) -> &str {
        &self.0.answer
    }

    fn decide(&self, job: Job<'_>) -> Result<Answer, ToolError> {
        let file = format!("{}.smt2", self.name());
        let problem = job.problem;
        let ask = format!("(get-value ({}))\n", (0..problem.inputs().len()).map(|index| format!("i{index}")).join(" "));
        let options = "(set-option :produce-models true)\n";
        files::write(&job.scratch.join(&file), format!("{options}{}{ask}", problem.smt2()))?;
        let args = if self.name() == CVC5.name { vec!["--bitblast=eager".to_owned(), file] } else { vec![file] };
        let Some(text) = self.0.answer(job.scratch, &args, job.limit, job.is_wanted)? else {
            return Ok(Answer::Unknown);
        };
        Ok(match text.lines().next() {
            Some("unsat") => Answer::Holds,
            Some("sat") => Answer::Fails(assignment(problem, &text)),
            _ => Answer::Unknown,
        })
    }
}

/// Reads the values from an answer like `((i0 #b01) (i1 #x2a))`.
fn assignment(problem: &Problem, text: &str) -> Option<Assignment> {
    let words: Vec<_> =
        text.split(|c: char| c.is_whitespace() || "()".contains(c)).filter(|word| !word.is_empty()).collect();
    let mut values = Vec::new();
    for (index, (_, word)) in problem.inputs().iter().enumerate() {
        let name = format!("i{index}");
        let at = words.iter().position(|word| *word == name)?;
        let value = words.get(at + 1)?;
        let (digits, bits) = match value.split_at_checked(2)? {
            ("#b", digits) => (digits, 1),
            ("#x", digits) => (digits, 4),
            _ => return None,
        };
        let digits = digits.chars().rev().map(|digit| digit.to_digit(1 << bits)).collect::<Option<Vec<_>>>()?;
        values.extend(
            (0..word.len()).map(|bit| digits.get(bit / bits).is_some_and(|&digit| digit >> (bit % bits) & 1 == 1)),
        );
    }
    Some(values)
}
