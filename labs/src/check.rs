//! Simulates a student's hardware and finds the first wrong stage.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Config, Target, Unit};
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::report::Mismatch;
use vidalu_sim::rtl::{Matched, PortMap, Rtl, readers};
use vidalu_sim::simulator::{Icarus, Simulator};
use vidalu_sim::subject::Subject;
use vidalu_sim::{CosimError, Dut, ToolError, scratch};

use crate::corners;
use crate::error::LabError;

/// The number of vectors of a check: as many as fit into a second.
const VECTORS: u64 = 4096;

/// The hardware that a lab asks for.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    /// The unit or block to write.
    pub(crate) target: Target,
    /// The unit in which a block is tried out.
    pub(crate) unit: Unit,
    /// The configuration of the hardware.
    pub(crate) config: Config,
    /// The files that vidalu provides: the name and the text of each.
    pub(crate) given: Vec<(String, String)>,
}

/// The hardware of a student.
pub(crate) struct Hardware {
    pub(crate) dut: Dut,
    subject: Box<dyn Subject>,
    /// The reason why yosys cannot read it, if it cannot.
    pub(crate) unread: Option<CosimError>,
}

impl Hardware {
    /// Takes a module with its own subject.
    pub(crate) fn new(dut: Dut, subject: Box<dyn Subject>) -> Self {
        Self { dut, subject: corners::first(subject), unread: None }
    }

    /// Reads the files of a student.
    pub(crate) fn read(assignment: &Assignment, sources: &[PathBuf], limit: Duration) -> Result<Self, LabError> {
        let own = sources.iter().map(|path| fs::read_to_string(path).map_err(LabError::io("cannot read", path)));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        let scratch = scratch()?;
        let mut paths = sources.to_vec();
        for (name, text) in &assignment.given {
            // A student may replace a module that is given.
            let module = name.trim_end_matches(".v");
            if !own.iter().any(|text| declares(text, module)) {
                let path = scratch.path().join(name);
                fs::write(&path, text).map_err(LabError::io("cannot write", &path))?;
                paths.push(path);
            }
        }
        let rtl = Rtl::read(&paths, None, PortMap::default())?;
        let matched = rtl.module(assignment.target, &assignment.config, limit);
        let Matched { module: (dut, subject), unchecked } = matched.map_err(|error| unreadable(error, limit))?;
        Ok(Self { unread: unchecked, ..Self::new(dut, subject) })
    }

    /// Simulates the hardware and returns the first mismatch, if any.
    pub(crate) fn simulate(
        self,
        target: Target,
        config: &Config,
        limit: Duration,
    ) -> Result<Option<Mismatch>, LabError> {
        let simulators: Vec<Box<dyn Simulator>> = vec![Box::new(Icarus::find()?)];
        let options = Options {
            targets: vec![target],
            config: config.clone(),
            vectors: VECTORS,
            timeout: limit,
            jobs: 1,
            mismatches: 1,
            ..Options::default()
        };
        let module = (self.dut, self.subject);
        let readable = readers(&module, &options, simulators).map_err(|error| unreadable(error, limit))?;
        let report = run_modules(&options, &[module], &readable.simulators, &|_| ());
        let report = report.map_err(|error| unreadable(error, limit))?;
        let mismatch = report.units.into_iter().flat_map(|unit| unit.failures).next();
        // The vectors are those of the lab, so `vidalu cosim` would not repeat them.
        Ok(mismatch.map(|mismatch| Mismatch { replay: None, ..mismatch }))
    }
}

/// Finds an instruction that goes wrong in the unit in which a wrong block stands.
pub(crate) fn example(assignment: &Assignment, block: &Dut, limit: Duration) -> Result<Option<Mismatch>, LabError> {
    let (target, config) = (Target::Unit(assignment.unit), &assignment.config);
    let (mut dut, subject) = Dut::with_subject(target, config).map_err(CosimError::from)?;
    let own: Vec<_> = block.files.iter().map(|(path, _)| file_name(path)).collect();
    let count = dut.files.len();
    dut.files.retain(|(path, _)| !own.contains(&file_name(path)));
    // A module with other ports or another name does not fit into the unit.
    if dut.files.len() == count || own.iter().all(|name| *name != format!("{}.v", block.top)) {
        return Ok(None);
    }
    dut.files.extend(block.files.iter().cloned());
    dut.is_foreign = true;
    Hardware::new(dut, subject).simulate(target, config, limit)
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns whether a Verilog text declares a module.
fn declares(text: &str, module: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let words: Vec<_> = code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_'))).collect();
    let mut words = words.into_iter().filter(|word| !word.is_empty());
    let mut last = "";
    words.any(|word| std::mem::replace(&mut last, word) == "module" && word == module)
}

/// Returns the error of hardware that a tool cannot read or simulate, with the message of the tool
/// and the student's names of the files.
fn unreadable(error: CosimError, limit: Duration) -> LabError {
    match error {
        CosimError::Unreadable { errors } => {
            let outputs = errors.iter().map(|error| match error {
                ToolError::Failed { tool, output, .. } => {
                    let lines: Vec<_> = output.lines().map(own_name).collect();
                    format!("{tool} says:\n{}", lines.join("\n"))
                }
                error => vidalu_sim::in_full(error),
            });
            let help = outputs.collect::<Vec<_>>().join("\n");
            LabError::usage("the hardware cannot be compiled", help)
        }
        CosimError::Tool(ToolError::TimedOut { .. }) => LabError::usage(
            format!("the simulation did not end within {limit:?}"),
            "look for a loop that never settles, such as `assign a = !a`, or allow more time with --timeout",
        ),
        error => error.into(),
    }
}

/// Returns a line of a tool's message with the names of the files without their temporary folder.
fn own_name(line: &str) -> String {
    let line = line.trim_start_matches(['|', ' ']);
    let Some(at) = line.find("/rtl/") else { return line.to_owned() };
    let from = line[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
    let is_path = line[from..].starts_with('/');
    if is_path { format!("{}{}", &line[..from], &line[at + "/rtl/".len()..]) } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{declares, own_name};

    #[test]
    fn a_declaration_is_found_in_code_only() {
        assert!(declares("`default_nettype none\nmodule lab_select (\n", "lab_select"));
        assert!(declares("module\n  lab_select;", "lab_select"));
        assert!(!declares("module lab_selector (", "lab_select"));
        assert!(!declares("// module lab_select\nmodule other;", "lab_select"));
    }

    #[test]
    fn files_have_the_names_of_the_student() {
        assert_eq!(own_name("/scratch/vidalu-x/rtl/lab_select.v:5: syntax error"), "lab_select.v:5: syntax error");
        assert_eq!(own_name("  | /scratch/vidalu-x/rtl/lab_select.v:1: error"), "lab_select.v:1: error");
        assert_eq!(own_name("ERROR: in /scratch/x/rtl/a.v line 3"), "ERROR: in a.v line 3");
        assert_eq!(own_name("2 error(s) in a/rtl/b"), "2 error(s) in a/rtl/b");
    }
}
