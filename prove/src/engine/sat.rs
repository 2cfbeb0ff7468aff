//! CaDiCaL: a SAT solver, which gets the problem as clauses.

use vidalu_sim::ToolError;
use vidalu_sim::tool::{Tool, ToolKind};

use super::{Answer, Engine, Job, dimacs};
use crate::files;
use crate::problem::Miter;
use crate::simulate::Assignment;

/// CaDiCaL, whose answer does not contain its name.
pub static CADICAL: ToolKind = ToolKind::new("CaDiCaL", "VIDALU_CADICAL", &["cadical"]);

/// The engine CaDiCaL.
pub(super) struct Cadical(Tool);

impl Cadical {
    pub(super) fn find() -> Result<Self, ToolError> {
        CADICAL.find().map(Self)
    }
}

/// The name of the file for the values.
const VALUES: &str = "values";

impl Engine for Cadical {
    fn name(&self) -> &'static str {
        "CaDiCaL"
    }

    fn version(&self) -> &str {
        &self.0.answer
    }

    fn decide(&self, job: Job<'_>) -> Result<Answer, ToolError> {
        let Miter { aig, inputs, differs } = job.miter;
        files::write(&job.scratch.join("problem.cnf"), dimacs(aig, inputs, *differs))?;
        let args = ["-q", "-w", VALUES, "problem.cnf"].map(str::to_owned);
        if self.0.answer(job.scratch, &args, job.limit, job.is_wanted)?.is_none() {
            return Ok(Answer::Unknown);
        }
        let text = files::read(&job.scratch.join(VALUES))?;
        Ok(match text.lines().find_map(|line| line.strip_prefix("s ")) {
            Some("UNSATISFIABLE") => Answer::Holds,
            Some("SATISFIABLE") => Answer::Fails(Some(assignment(&text, inputs.len()))),
            _ => Answer::Unknown,
        })
    }
}

/// Reads the values of the first `count` variables. Variables that the text does not name are 0.
fn assignment(text: &str, count: usize) -> Assignment {
    let mut values = vec![false; count];
    let words = text.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    for variable in words.filter_map(|word| word.parse::<i64>().ok()).filter(|variable| *variable > 0) {
        if let Some(value) = values.get_mut(variable as usize - 1) {
            *value = true;
        }
    }
    values
}
