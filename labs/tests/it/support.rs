//! Folders of students.

use std::fs;
use std::path::Path;
use std::time::Duration;

use vidalu_labs::{Grader, Lab, Verdict, Wanted, start};
use vidalu_prove::engine::ABC;
use vidalu_sim::tool::{IVERILOG, VVP, YOSYS};
use vidalu_testkit::found;

/// Starts a lab in `folder`, with `text` in the place of the skeleton.
pub(crate) fn submit(lab: &Lab, folder: &Path, text: &str) {
    start(lab, folder).expect("the folder is new");
    fs::write(folder.join(lab.file()), text).expect("there is room");
}

/// Returns a grader; `None` if a tool is missing.
pub(crate) fn grader(prove: bool, luts: bool) -> Option<Grader> {
    for tool in [&IVERILOG, &VVP, &YOSYS] {
        found(tool.find())?;
    }
    if luts {
        found(ABC.find())?;
    }
    Some(Grader::new(Wanted { prove, luts, limit: Duration::from_secs(120) }).expect("the tools were found"))
}

/// Checks a text as the solution of a lab.
pub(crate) fn verdict(grader: &mut Grader, lab: &Lab, text: &str) -> Verdict {
    let scratch = tempfile::tempdir().expect("there is room");
    let folder = scratch.path().join("work");
    submit(lab, &folder, text);
    grader.check(&folder).unwrap_or_else(|error| panic!("{lab}: {}", vidalu_sim::in_full(&error)))
}
