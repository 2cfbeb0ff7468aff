//! abc: SAT sweeping, which finds equal signals inside two circuits on the way.

use std::path::Path;

use vidalu_sim::gates::Lit;
use vidalu_sim::tool::{Tool, ToolKind};
use vidalu_sim::{ToolError, Version};

use super::{Answer, Engine, Job, aiger};
use crate::files;
use crate::problem::Miter;
use crate::simulate::Assignment;

/// abc, which also comes with yosys.
pub static ABC: ToolKind = ToolKind {
    version_option: "-cversion",
    mark: "ABC",
    minimum: Version { major: 1, minor: 1 },
    packages: ["yosys"; 3],
    ..ToolKind::new("abc", "VIDALU_ABC", &["yosys-abc", "berkeley-abc", "abc"])
};

/// The name of the file for the values.
const VALUES: &str = "abc.values";

/// The engine abc.
pub(super) struct Abc(Tool);

impl Abc {
    pub(super) fn find() -> Result<Self, ToolError> {
        ABC.find().map(Self)
    }
}

impl Engine for Abc {
    fn name(&self) -> &'static str {
        "abc"
    }

    fn version(&self) -> &str {
        &self.0.answer
    }

    fn decide(&self, job: Job<'_>) -> Result<Answer, ToolError> {
        let Miter { aig, inputs, differs } = job.miter;
        if *differs == Lit::FALSE {
            return Ok(Answer::Holds);
        }
        files::write(&job.scratch.join("miter.aig"), aiger(aig, inputs, &[*differs]))?;
        let seconds = job.limit.as_secs().max(1);
        // `write_cex` knows the inputs by the network that `read` keeps.
        let script = format!("read miter.aig; &r miter.aig; &cec -m -C 100000 -T {seconds}; write_cex {VALUES}");
        let Some(text) = self.0.answer(job.scratch, &["-c".into(), script], job.limit, job.is_wanted)? else {
            return Ok(Answer::Unknown);
        };
        Ok(match () {
            () if text.contains("Networks are equivalent") => Answer::Holds,
            () if text.contains("Networks are NOT EQUIVALENT") => Answer::Fails(values(job.scratch, inputs.len())?),
            () => Answer::Unknown,
        })
    }
}

/// Reads the values of the inputs, or returns `None` if abc has written no values. Its text begins
/// with a digit for each input.
fn values(scratch: &Path, count: usize) -> Result<Option<Assignment>, ToolError> {
    let path = scratch.join(VALUES);
    if !path.is_file() {
        return Ok(None);
    }
    let text = files::read(&path)?;
    let digits: Assignment = text.chars().map_while(|digit| Some(digit.to_digit(2)? == 1)).collect();
    Ok((digits.len() == count).then_some(digits))
}
