//! Icarus Verilog with the portable testbench, `tb/bench.v`: it reads the inputs of all cycles from
//! a file and writes the outputs to another.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::portable::value;
use super::text::MAX_CYCLES;
use crate::drive::{Drive, Seen};
use crate::dut::{self, Pin};
use crate::error::ToolError;
use crate::files::arg;
use crate::simulator::model::{Build, Model};
use crate::tool::Tool;

/// A compiled testbench. Every run starts the simulator again, so that the module begins in its
/// initial state.
#[derive(Clone, Debug)]
pub(super) struct Files {
    runtime: Tool,
    program: PathBuf,
    /// The folder of its files.
    dir: PathBuf,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    /// The index of the first input that is X while the data are don't-care.
    first_data: usize,
    limit: Duration,
}

impl Files {
    pub(super) fn new(runtime: Tool, program: PathBuf, job: &Build<'_>) -> Self {
        Self {
            runtime,
            program,
            dir: job.scratch.to_path_buf(),
            inputs: job.dut.input_pins(job.subject),
            outputs: job.dut.output_pins(job.subject),
            first_data: job.dut.first_data(),
            limit: job.limit,
        }
    }

    fn simulate(&self, drive: &Drive, seen: &mut Seen, wave: &[String]) -> Result<(), ToolError> {
        let bad = |problem: String| self.runtime.kind.bad_output(problem);
        if drive.cycles as u64 > MAX_CYCLES {
            return Err(bad(format!("{} cycles at once are more than the bench holds", drive.cycles)));
        }
        let folder = tempfile::tempdir_in(&self.dir).map_err(|error| bad(format!("has no folder: {error}")))?;
        let (stimulus, observed) = (folder.path().join("stimulus.hex"), folder.path().join("observed.hex"));
        self.write(drive, &stimulus).map_err(|error| bad(format!("its stimulus cannot be written: {error}")))?;
        let mut args = vec![
            // Without this option, vvp would wait for a command when the simulation stops.
            "-n".to_owned(),
            arg(&self.program),
            format!("+stimulus={}", stimulus.display()),
            format!("+observed={}", observed.display()),
            format!("+cycles={}", drive.cycles),
        ];
        args.extend_from_slice(wave);
        self.runtime.run(&self.dir, &args, self.limit)?;
        self.read(drive.cycles, &observed, seen).map_err(bad)
    }

    /// Writes the inputs, one line for each cycle.
    fn write(&self, drive: &Drive, path: &Path) -> std::io::Result<()> {
        let mut text = Vec::new();
        for cycle in 0..drive.cycles {
            dut::line(&self.inputs, drive.values(cycle, self.first_data), &mut text);
        }
        std::fs::write(path, text)
    }

    /// Reads the outputs, one line for each cycle.
    fn read(&self, cycles: usize, path: &Path, seen: &mut Seen) -> Result<(), String> {
        let file = File::open(path).map_err(|error| format!("wrote no outputs: {error}"))?;
        seen.prepare(self.outputs.len(), cycles, true);
        let mut lines = BufReader::new(file).lines();
        for cycle in 0..cycles {
            let line = match lines.next() {
                Some(line) => line.map_err(|error| format!("its outputs cannot be read: {error}"))?,
                None => return Err(format!("wrote the outputs of {cycle} cycles instead of {cycles}")),
            };
            let mut words = line.split(' ');
            for (at, pin) in self.outputs.iter().enumerate() {
                let value = words.next().and_then(|digits| value(digits, pin));
                let (value, unknown) = value.ok_or_else(|| format!("cycle {cycle} of its outputs is {line:?}"))?;
                (seen.values[at][cycle], seen.unknown[at][cycle]) = (value, unknown);
            }
            if words.next().is_some() {
                return Err(format!("cycle {cycle} of its outputs has more than {} values", self.outputs.len()));
            }
        }
        Ok(())
    }
}

impl Model for Files {
    fn lanes(&self) -> usize {
        1
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        self.simulate(drive, seen, &[])
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        Ok(Box::new(self.clone()))
    }

    fn run_with_wave(&mut self, drive: &Drive, seen: &mut Seen, path: &Path, from: u64) -> Result<(), ToolError> {
        self.simulate(drive, seen, &[format!("+wave={}", path.display()), format!("+wave_from={from}")])
    }
}
