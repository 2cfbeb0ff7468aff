//! The simulators behind one interface: build a module with its testbench once, run it on many files.

mod cache;
mod icarus;
mod netlist;
pub mod text;
mod verilator;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use icarus::Icarus;
pub use netlist::Netlist;
pub use verilator::Verilator;

use crate::batch::{Drive, Seen};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
pub use crate::process::Conversation;
use crate::subject::Subject;

/// A simulator that is on this machine.
pub trait Simulator: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The line that names its build.
    fn version(&self) -> &str;

    /// Compiles a module with its testbench, in the folder `scratch`.
    ///
    /// # Errors
    /// If a tool fails or runs past the limit, or a file cannot be written.
    fn bench(&self, job: &Build<'_>) -> Result<Box<dyn Bench>, CosimError>;
}

/// Which simulators are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Those that are here.
    Auto,
    /// Icarus Verilog.
    Icarus,
    /// Verilator.
    Verilator,
}

/// The simulators that were found.
pub struct Found {
    /// Those that can be used.
    pub simulators: Vec<Box<dyn Simulator>>,
    /// Why the others cannot, where the choice was [`Choice::Auto`].
    pub missing: Vec<ToolError>,
}

/// Looks for simulators.
///
/// # Errors
/// If the one that was named cannot be used, or none of them with [`Choice::Auto`].
pub fn find(choice: Choice) -> Result<Found, CosimError> {
    let icarus = || Icarus::find().map(|found| Box::new(found) as Box<dyn Simulator>);
    let verilator = || Verilator::find().map(|found| Box::new(found) as Box<dyn Simulator>);
    let found = match choice {
        Choice::Icarus => return Ok(Found { simulators: vec![icarus()?], missing: Vec::new() }),
        Choice::Verilator => return Ok(Found { simulators: vec![verilator()?], missing: Vec::new() }),
        Choice::Auto => [icarus(), verilator()],
    };
    let (mut simulators, mut missing) = (Vec::new(), Vec::new());
    for result in found {
        match result {
            Ok(simulator) => simulators.push(simulator),
            Err(error) => missing.push(error),
        }
    }
    if simulators.is_empty() {
        let reasons: Vec<_> = missing.iter().map(ToString::to_string).collect();
        return Err(CosimError::NoSimulator(reasons.join("\n")));
    }
    Ok(Found { simulators, missing })
}

/// What is to be built.
pub struct Build<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// Its ports' meaning.
    pub subject: &'a dyn Subject,
    /// A new, empty folder.
    pub scratch: &'a Path,
    /// Whether the model must be able to write waves.
    pub waves: bool,
    /// The most time that each tool may take.
    pub limit: Duration,
}

/// A module that is ready to run, one copy or several side by side.
pub trait Model: Send {
    /// How many copies of the module there are, each driven with data of its own.
    fn lanes(&self) -> usize;

    /// Drives it for as many cycles as `drive` has, from the state in which it is, and fills in what the outputs showed in
    /// each.
    ///
    /// # Errors
    /// If the simulator fails.
    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError>;
}

/// A module with the testbench that reads files, ready to run.
pub trait Bench: Send {
    /// Runs one file of stimulus.
    ///
    /// # Errors
    /// If the simulation fails or runs past the limit.
    fn run(&self, run: &Run<'_>, pulse: &mut dyn FnMut()) -> Result<(), ToolError>;

    /// Starts it for a conversation: it answers each line of input pins with a line of output pins, `limit` later at the
    /// latest.
    ///
    /// # Errors
    /// If it cannot be started.
    fn talk(&self, limit: Duration) -> Result<Conversation, ToolError>;
}

/// One run.
pub struct Run<'a> {
    /// The file with a line of input pins a cycle.
    pub stimulus: &'a Path,
    /// The file that gets a line of output pins a cycle.
    pub observed: &'a Path,
    /// Number of cycles.
    pub cycles: u64,
    /// A VCD to write, and the cycle where it starts. A cycle takes 10 ns, the clock rises in its middle.
    pub wave: Option<(&'a Path, u64)>,
    /// The most time that the run may take.
    pub limit: Duration,
}

/// The most cycles that one run has.
pub const MAX_CYCLES: u64 = 1 << 18;

/// Writes the module's files below `scratch/rtl`; the paths of those that are compiled.
fn write_sources(job: &Build<'_>) -> Result<Vec<PathBuf>, CosimError> {
    let root = job.scratch.join("rtl");
    let mut compiled = Vec::new();
    for (name, text) in &job.dut.files {
        let path = root.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|source| io("cannot create", folder, source))?;
        }
        write(&path, text)?;
        if path.extension().is_some_and(|extension| extension == "v" || extension == "sv") {
            compiled.push(path);
        }
    }
    Ok(compiled)
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), CosimError> {
    std::fs::write(path, text).map_err(|source| io("cannot write", path, source))
}

pub(crate) fn io(action: &'static str, path: &Path, source: std::io::Error) -> CosimError {
    CosimError::Io { action, path: path.to_path_buf(), source }
}

fn arg(path: &Path) -> String {
    path.display().to_string()
}
