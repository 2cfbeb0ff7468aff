//! The simulators behind one interface: build a module with its testbench once, run it on many files.

mod icarus;
mod netlist;
pub mod text;
mod verilator;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use icarus::Icarus;
pub use netlist::Netlist;
pub use verilator::Verilator;

use crate::drive::{Drive, Seen};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::subject::Subject;

/// A simulator that is on this machine.
pub trait Simulator: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The line that names its build.
    fn version(&self) -> &str;

    /// Whether its models can write waves.
    fn has_waves(&self) -> bool {
        true
    }

    /// Makes a module ready to run, in the folder `scratch`.
    ///
    /// # Errors
    /// If a tool fails or runs past the limit, or a file cannot be written.
    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError>;
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
    /// The gates that yosys makes of the module.
    Netlist,
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
        Choice::Netlist => {
            return Ok(Found { simulators: vec![Box::new(Netlist::find()?)], missing: Vec::new() });
        }
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
    /// Copies of the module that are wanted side by side, at least 1. A simulator that has no use for them takes another
    /// number.
    pub lanes: usize,
    /// Whether the model must be able to write waves.
    pub waves: bool,
    /// Whether it will run for long enough that a slower build pays.
    pub is_long: bool,
    /// The most time that each tool, and each run, may take.
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

    /// Another model of the same module, in its first state.
    ///
    /// # Errors
    /// If the simulator fails.
    fn another(&self) -> Result<Box<dyn Model>, ToolError>;

    /// The same as [`Model::run`] for a model in its first state that was built with waves, and writes a VCD of the cycles
    /// from `from` on to `path`. Cycle N lies at 10 N to 10 N + 9; its values stand there from 10 N to 10 N + 4.
    ///
    /// # Errors
    /// If the simulator fails or the file cannot be written.
    fn run_with_wave(&mut self, drive: &Drive, seen: &mut Seen, path: &Path, from: u64) -> Result<(), ToolError>;
}

/// The error of a model that was built without waves.
fn no_waves(tool: &'static str) -> ToolError {
    ToolError::BadOutput { tool, problem: "it was started without waves".to_owned() }
}

/// The most cycles that one run has.
pub const MAX_CYCLES: u64 = 1 << 18;

/// Writes the module's files below `scratch/rtl`; the paths of those that are compiled.
pub(crate) fn write_sources(dut: &Dut, scratch: &Path) -> Result<Vec<PathBuf>, CosimError> {
    let root = scratch.join("rtl");
    let mut compiled = Vec::new();
    for (name, text) in &dut.files {
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

pub(crate) fn arg(path: &Path) -> String {
    path.display().to_string()
}
