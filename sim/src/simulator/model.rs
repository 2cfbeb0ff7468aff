//! What a simulator offers: it builds a module once, and the model that results is driven many times.

use std::path::Path;
use std::time::Duration;

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
pub(super) fn no_waves(tool: &'static str) -> ToolError {
    ToolError::BadOutput { tool, problem: "it was started without waves".to_owned() }
}
