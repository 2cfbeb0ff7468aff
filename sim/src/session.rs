//! One module in one simulator: writes the stimulus, runs it, compares.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use crate::coverage::Coverage;
use crate::dut::{self, Dut, Pin};
use crate::error::{CosimError, ToolError};
use crate::plan::{Cycle, Plan};
use crate::report::StageValue;
use crate::scoreboard::{Failure, Scoreboard};
use crate::simulator::{Bench, Build, Run, Simulator, io};
use crate::subject::{Subject, Vectors};
use crate::wave::LastValues;

/// Vectors of one run of the simulator. Longer requests are split, which bounds the scratch files and the memory; every
/// part starts with a reset.
pub const PART: u64 = 1 << 16;

/// Most failures that are described.
pub const DETAILED: usize = 5;

/// Cycles of a wave before and after the one that it is about.
const WINDOW: u64 = 16;

/// The stage of an instruction that is right alone and wrong among others: registers, valid, reset.
pub const PIPELINE: &str = "pipeline";

/// The stage where all stages that could be seen agree and the output does not.
pub const OUTPUT: &str = "output";

/// Where a vector leaves the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// A stage of the shared vocabulary, [`PIPELINE`] or [`OUTPUT`].
    pub stage: String,
    /// The values of the stages.
    pub values: Vec<StageValue>,
    /// Whether the vector fails alone, without its neighbours.
    pub is_alone: bool,
}

/// The cycles of a wave.
#[derive(Clone, Debug)]
pub struct Window {
    /// The first cycle, counted from the start of the run.
    pub from: u64,
    /// The last cycle.
    pub to: u64,
    /// The cycles before the part of the run that the wave is of.
    pub before: u64,
    /// What happens in the cycles of that part, to the last of the wave.
    pub cycles: Vec<Cycle>,
    /// The vectors of that part.
    pub vectors: Vectors,
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
    /// CC.CF that each vector found, where the module has state.
    pub flags: HashMap<u64, bool>,
}

/// A module that was built in a simulator, with its stimulus.
pub struct Session<'a> {
    simulator: &'a dyn Simulator,
    dut: &'a Dut,
    subject: &'a dyn Subject,
    seed: u64,
    limit: Duration,
    scratch: TempDir,
    model: Box<dyn Bench>,
    /// The same, able to write waves: built when the first is asked for.
    with_waves: OnceCell<Box<dyn Bench>>,
}

impl<'a> Session<'a> {
    /// Builds `dut` in `simulator`. Every step of a tool may take `limit`.
    ///
    /// # Errors
    /// If a tool fails or a file cannot be written.
    pub fn build(
        simulator: &'a dyn Simulator,
        dut: &'a Dut,
        subject: &'a dyn Subject,
        seed: u64,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        let temp = std::env::temp_dir();
        let scratch = tempfile::Builder::new()
            .prefix("vidalu-")
            .tempdir()
            .map_err(|source| io("cannot create a folder in", &temp, source))?;
        let build = Build { dut, subject, scratch: scratch.path(), waves: false, limit };
        let model = simulator.bench(&build)?;
        Ok(Self { simulator, dut, subject, seed, limit, scratch, model, with_waves: OnceCell::new() })
    }

    /// Runs the vectors `first .. first + count` and compares them. `progress` is told how many are done.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn check(&self, first: u64, count: u64, progress: &mut dyn FnMut(u64)) -> Result<Outcome, CosimError> {
        let mut total = Outcome { coverage: self.subject.coverage(), ..Outcome::default() };
        for (part, size) in parts(first, count) {
            let vectors = self.vectors(part, size);
            let plan = self.plan(&vectors, part, size);
            let done = part - first;
            let mut report = |share: f64| progress(done + (share * size as f64) as u64);
            let outcome = self.run(&*self.model, &plan, &vectors, None, &mut report)?;
            for (index, inputs) in (part..).zip(vectors.iter()) {
                let flag = outcome.flags.get(&index).copied().unwrap_or(false);
                self.subject.cover_with_flag(&mut total.coverage, inputs, flag);
            }
            total.add(outcome);
            progress(done + size);
        }
        Ok(total)
    }

    /// Writes a wave of the cycles around `cycle` of [`Session::check`] for the same vectors, as the simulator dumps it.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn wave(&self, first: u64, count: u64, cycle: u64, path: &Path) -> Result<Window, CosimError> {
        let mut before = 0;
        for (part, size) in parts(first, count) {
            let vectors = self.vectors(part, size);
            let mut plan = self.plan(&vectors, part, size);
            let cycles = plan.cycles.len() as u64;
            if cycle < before + cycles {
                let at = cycle - before;
                let from = at.saturating_sub(WINDOW + u64::from(self.dut.timing.latency));
                let to = (at + WINDOW).min(cycles - 1);
                plan.cycles.truncate(to as usize + 1);
                self.run(self.with_waves()?, &plan, &vectors, Some((path, from)), &mut |_| ())?;
                return Ok(Window { from: before + from, to: before + to, before, cycles: plan.cycles, vectors });
            }
            before += cycles;
        }
        Err(CosimError::Usage(format!("there is no cycle {cycle}: the run has {before}")))
    }

    /// Finds the stage in which vector `index` leaves the golden model, running it alone, or where there is state
    /// after those that can have left it.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn locate(&self, index: u64) -> Result<Location, CosimError> {
        let first = index.saturating_sub(self.subject.memory());
        let vectors = self.vectors(first, index - first + 1);
        let steps = |index| self.subject.steps(vectors.get(index));
        let plan = Plan::single(self.dut.timing, &steps, first, index);
        if self.run(&*self.model, &plan, &vectors, None, &mut |_| ())?.mismatches == 0 {
            return Ok(Location { stage: PIPELINE.into(), values: Vec::new(), is_alone: false });
        }
        let located = |stage: &str, values| Location { stage: stage.into(), values, is_alone: true };
        if let Some(stage) = self.subject.stage() {
            return Ok(located(stage.name(), Vec::new()));
        }
        let wave = self.scratch.path().join("locate.vcd");
        let plan = Plan::settle(self.dut.timing, &steps, first, index);
        self.run(self.with_waves()?, &plan, &vectors, Some((&wave, 0)), &mut |_| ())?;
        let flag = self.flag_before(&vectors, first, index);
        let signals = LastValues::read(&wave).map_err(|source| io("cannot read", &wave, source))?;
        let values: Vec<_> = self
            .subject
            .probes(vectors.get(index), flag)
            .into_iter()
            .filter_map(|probe| {
                let got = signals.value(&probe.instance, probe.port)?;
                Some(StageValue {
                    stage: probe.stage.name(),
                    signal: format!("{}.{}", probe.instance, probe.port),
                    expected: format!("{:#x}", probe.expected),
                    got,
                })
            })
            .collect();
        let stage = values.iter().find(|value| value.expected != value.got).map_or(OUTPUT, |value| value.stage);
        Ok(located(stage, values))
    }

    /// CC.CF as the vectors `first .. index` leave it for `index`.
    fn flag_before(&self, vectors: &Vectors, first: u64, index: u64) -> bool {
        let context = self.subject.context(vectors.get(index));
        let same =
            (first..index).map(|before| vectors.get(before)).filter(|inputs| self.subject.context(inputs) == context);
        same.fold(false, |flag, inputs| self.subject.with_flag(inputs, flag).1)
    }

    /// What is driven to check all of `vectors`.
    fn plan(&self, vectors: &Vectors, first: u64, count: u64) -> Plan {
        let steps = |index| self.subject.steps(vectors.get(index));
        Plan::new(self.dut.timing, &steps, self.seed, first, count)
    }

    fn vectors(&self, first: u64, count: u64) -> Vectors {
        Vectors::new(self.subject, self.seed, first, count)
    }

    /// The module, built to write waves.
    fn with_waves(&self) -> Result<&dyn Bench, CosimError> {
        if let Some(model) = self.with_waves.get() {
            return Ok(&**model);
        }
        let scratch = self.scratch.path().join("waves");
        std::fs::create_dir_all(&scratch).map_err(|source| io("cannot create", &scratch, source))?;
        let build = Build { dut: self.dut, subject: self.subject, scratch: &scratch, waves: true, limit: self.limit };
        let model = self.simulator.bench(&build)?;
        Ok(&**self.with_waves.get_or_init(|| model))
    }

    /// Runs one plan and compares it.
    fn run(
        &self,
        model: &dyn Bench,
        plan: &Plan,
        vectors: &Vectors,
        wave: Option<(&Path, u64)>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Outcome, CosimError> {
        let (stimulus, observed) = (self.scratch.path().join("stimulus.hex"), self.scratch.path().join("observed.hex"));
        self.write(&stimulus, &plan.cycles, vectors)?;
        let _ = std::fs::remove_file(&observed);
        let pins = self.dut.output_pins(self.subject);
        let line = pins.iter().map(|pin| u64::from(pin.digits()) + 1).sum::<u64>();
        let cycles = plan.cycles.len() as u64;
        let run = Run { stimulus: &stimulus, observed: &observed, cycles, wave, limit: self.limit };
        model.run(&run, &mut || {
            let written = std::fs::metadata(&observed).map_or(0, |file| file.len());
            progress((written as f64 / (line * cycles) as f64).min(1.0));
        })?;
        let mut scoreboard = Scoreboard::new(self.subject, vectors, pins, self.dut.timing, DETAILED);
        self.compare(&mut scoreboard, &plan.cycles, &observed)?;
        Ok(Outcome {
            cycles: scoreboard.cycles,
            checked: scoreboard.checked,
            mismatches: scoreboard.mismatches,
            failures: scoreboard.failures,
            coverage: Coverage::default(),
            flags: scoreboard.flags_found,
        })
    }

    fn compare(&self, scoreboard: &mut Scoreboard<'_>, cycles: &[Cycle], observed: &Path) -> Result<(), CosimError> {
        let tool = self.simulator.name();
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
    fn write(&self, path: &Path, cycles: &[Cycle], vectors: &Vectors) -> Result<(), CosimError> {
        let pins = self.dut.input_pins(self.subject);
        let write = || -> std::io::Result<()> {
            let mut file = BufWriter::new(std::fs::File::create(path)?);
            let mut line = Vec::new();
            for cycle in cycles {
                line.clear();
                self.line(&mut line, &pins, cycle, vectors);
                file.write_all(&line)?;
            }
            file.flush()
        };
        write().map_err(|source| io("cannot write", path, source))
    }

    fn line(&self, line: &mut Vec<u8>, pins: &[Pin], cycle: &Cycle, vectors: &Vectors) {
        let vector = cycle.issue.map(|index| vectors.get(index));
        let data = (0..self.subject.inputs().len()).map(|at| vector.map(|vector| vector[at]));
        dut::line(pins, self.dut.control(cycle).chain(data), line);
    }
}

/// The runs that check the vectors `first .. first + count`: the first vector and the number of each.
fn parts(first: u64, count: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..count.div_ceil(PART)).map(move |part| (first + part * PART, PART.min(count - part * PART)))
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
