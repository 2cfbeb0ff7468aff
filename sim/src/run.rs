//! One module in one simulator: writes the stimulus, runs it, compares.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use crate::coverage::Coverage;
use crate::dut::{Dut, Pin};
use crate::error::{CosimError, ToolError};
use crate::plan::{Cycle, Plan};
use crate::scoreboard::{Failure, Scoreboard};
use crate::simulator::{Model, Run, Simulator, io};
use crate::subject::Subject;

/// Vectors of one run of the simulator. Longer requests are split, which bounds the scratch files and the memory; every
/// part starts with a reset.
pub const PART: u64 = 1 << 16;

/// Most failures that are described.
pub const DETAILED: usize = 5;

/// What is driven.
pub struct Stimulus<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// What it is to do.
    pub subject: &'a dyn Subject,
    /// The seed of the vectors and of the plan.
    pub seed: u64,
}

/// What a run showed.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Cycles.
    pub cycles: u64,
    /// Vectors whose results were compared.
    pub checked: u64,
    /// Cycles in which something differed.
    pub mismatches: u64,
    /// The first of them; cycles are counted over all parts.
    pub failures: Vec<Failure>,
    /// What the compared vectors met.
    pub coverage: Coverage,
}

impl Stimulus<'_> {
    /// Runs the vectors `first .. first + count` on `model` and compares them. `progress` is told how many are done.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn check(
        &self,
        model: &dyn Model,
        simulator: &dyn Simulator,
        (first, count): (u64, u64),
        scratch: &Path,
        limit: Duration,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Outcome, CosimError> {
        let mut total = Outcome { coverage: self.subject.coverage(), ..Outcome::default() };
        let end = first + count;
        let mut part = first;
        while part < end {
            let size = PART.min(end - part);
            let plan = Plan::new(self.dut.timing, self.seed, part, size);
            let done = part - first;
            let mut report = |share: f64| progress(done + (share * size as f64) as u64);
            let found = self.run_plan(model, simulator, &plan, scratch, limit, &mut report)?;
            total.add(found);
            for index in part..part + size {
                self.subject.cover(&mut total.coverage, &self.subject.stimulus(self.seed, index));
            }
            part += size;
            progress(part - first);
        }
        Ok(total)
    }

    /// Runs one plan and compares it.
    fn run_plan(
        &self,
        model: &dyn Model,
        simulator: &dyn Simulator,
        plan: &Plan,
        scratch: &Path,
        limit: Duration,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Outcome, CosimError> {
        let (stimulus, observed) = (scratch.join("stimulus.hex"), scratch.join("observed.hex"));
        self.write(&stimulus, &plan.cycles)?;
        let _ = std::fs::remove_file(&observed);
        let pins = self.dut.output_pins(self.subject);
        let line = pins.iter().map(|pin| u64::from(pin.digits()) + 1).sum::<u64>();
        let cycles = plan.cycles.len() as u64;
        let run = Run { stimulus: &stimulus, observed: &observed, cycles, wave: None, limit };
        model.run(&run, &mut || {
            let written = std::fs::metadata(&observed).map_or(0, |file| file.len());
            progress((written as f64 / (line * cycles) as f64).min(1.0));
        })?;
        let mut scoreboard = Scoreboard::new(self.subject, pins, self.dut.has_valid, self.seed, DETAILED);
        self.compare(&mut scoreboard, simulator, &plan.cycles, &observed)?;
        Ok(Outcome {
            cycles: scoreboard.cycles,
            checked: scoreboard.checked,
            mismatches: scoreboard.mismatches,
            failures: scoreboard.failures,
            coverage: Coverage::default(),
        })
    }

    fn compare(
        &self,
        scoreboard: &mut Scoreboard<'_>,
        simulator: &dyn Simulator,
        cycles: &[Cycle],
        observed: &Path,
    ) -> Result<(), CosimError> {
        let tool = simulator.name();
        let bad = |problem: String| CosimError::from(ToolError::BadOutput { tool, problem });
        let file = std::fs::File::open(observed).map_err(|error| bad(format!("wrote no outputs: {error}")))?;
        let mut lines = BufReader::new(file);
        let mut line = String::new();
        for (number, cycle) in cycles.iter().enumerate() {
            line.clear();
            let got =
                lines.read_line(&mut line).map_err(|error| bad(format!("its outputs cannot be read: {error}")))?;
            if got == 0 {
                return Err(bad(format!("wrote the outputs of {number} cycles instead of {}", cycles.len())));
            }
            let problem = |problem| bad(format!("cycle {number} of its outputs cannot be read: {problem}"));
            scoreboard.cycle(cycle, line.trim_end_matches('\n')).map_err(problem)?;
        }
        Ok(())
    }

    /// Writes a line of input pins for each of `cycles`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, cycles: &[Cycle]) -> Result<(), CosimError> {
        let pins = self.dut.input_pins(self.subject);
        let write = || -> std::io::Result<()> {
            let mut file = BufWriter::new(std::fs::File::create(path)?);
            for cycle in cycles {
                file.write_all(self.line(&pins, cycle).as_bytes())?;
            }
            file.flush()
        };
        write().map_err(|source| io("cannot write", path, source))
    }

    fn line(&self, pins: &[Pin], cycle: &Cycle) -> String {
        use std::fmt::Write as _;
        let reset = self.dut.reset.as_ref().map(|(_, active)| u64::from(cycle.reset == *active));
        let valid = self.dut.has_valid.then_some(u64::from(cycle.valid));
        let control = reset.into_iter().chain(valid).map(Some);
        let vector = cycle.issue.map(|index| self.subject.stimulus(self.seed, index));
        let data = (0..self.subject.inputs().len()).map(|at| vector.as_ref().map(|vector| vector[at]));
        let mut line = String::with_capacity(64);
        for (pin, value) in pins.iter().zip(control.chain(data)) {
            let digits = pin.digits() as usize;
            let _ = match value {
                Some(value) => write!(line, "{value:0digits$x}_"),
                None => write!(line, "{:x<digits$}_", ""),
            };
        }
        line.pop();
        line.push('\n');
        line
    }
}

impl Outcome {
    fn add(&mut self, part: Self) {
        let room = DETAILED.saturating_sub(self.failures.len());
        let moved = part.failures.into_iter().take(room);
        self.failures.extend(moved.map(|failure| Failure { cycle: self.cycles + failure.cycle, ..failure }));
        self.cycles += part.cycles;
        self.checked += part.checked;
        self.mismatches += part.mismatches;
    }
}
