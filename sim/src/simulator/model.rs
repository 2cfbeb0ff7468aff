//! The interface of a simulator: it builds a module once, and the resulting model is driven many
//! times.

use std::path::Path;
use std::time::Duration;

use crate::drive::{Drive, Seen};
use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::subject::Subject;

/// A simulator that is installed.
pub trait Simulator: Send + Sync {
    /// Returns the name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Returns the line in which the simulator reports its version.
    fn version(&self) -> &str;

    /// Returns whether models of this simulator can write waves.
    fn has_waves(&self) -> bool {
        true
    }

    /// Builds a module.
    ///
    /// # Errors
    /// If a tool fails or runs past the limit, or a file cannot be written.
    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError>;
}

/// A request to build a module.
pub struct Build<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// The subject, which knows the data ports.
    pub subject: &'a dyn Subject,
    /// A new, empty folder.
    pub scratch: &'a Path,
    /// The requested number of copies of the module side by side, at least 1. A simulator may
    /// choose another number.
    pub lanes: usize,
    /// Whether all copies are driven alike, so that one copy is enough.
    pub is_alike: bool,
    /// Whether the model must be able to write waves.
    pub waves: bool,
    /// Whether the run is so long that a slower build pays.
    pub is_long: bool,
    /// The time limit for each step of a tool and for each run.
    pub limit: Duration,
}

impl<'a> Build<'a> {
    /// A request for one copy of a module, without waves, for a short run.
    pub fn new(dut: &'a Dut, subject: &'a dyn Subject, scratch: &'a Path, limit: Duration) -> Self {
        Self { dut, subject, scratch, lanes: 1, is_alike: false, waves: false, is_long: false, limit }
    }
}

/// A module that is ready to run, in one copy or several side by side.
pub trait Model: Send {
    /// Returns the number of copies of the module. Each is driven with data of its own.
    fn lanes(&self) -> usize;

    /// Drives the cycles of `drive` from the present state, and writes the outputs of each cycle to
    /// `seen`.
    ///
    /// # Errors
    /// If the simulator fails.
    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError>;

    /// Returns another model of the same module, in its initial state.
    ///
    /// # Errors
    /// If the simulator fails.
    fn another(&self) -> Result<Box<dyn Model>, ToolError>;

    /// Runs as [`Model::run`] does, and writes a VCD of the cycles from `from` on to `path`. The
    /// model must be in its initial state and built with waves. Cycle N takes the time from 10 N to
    /// 10 N + 9; its values are stable from 10 N to 10 N + 4.
    ///
    /// # Errors
    /// If the simulator fails or the file cannot be written.
    ///
    /// # Panics
    /// If the model cannot write waves.
    fn run_with_wave(&mut self, _drive: &Drive, _seen: &mut Seen, _path: &Path, _from: u64) -> Result<(), ToolError> {
        unreachable!("the model was built without waves")
    }
}
