//! One module in one simulator: drives the parts of a run, compares, and finds where what differs begins to differ.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use vidalu_model::draw::mix;

use crate::batch::Batch;
use crate::coverage::Coverage;
use crate::drive::{Drive, Seen};
use crate::dut::Dut;
use crate::error::CosimError;
use crate::files::{self, io};
use crate::plan::{Cycle, Pace, Plan};
use crate::process::is_interrupted;
use crate::report::StageValue;
use crate::scoreboard::{Failure, Found, Scoreboard};
use crate::simulator::{Build, Model, Simulator};
use crate::subject::Subject;
use crate::wave::{LastValues, Window};

/// Vectors of a part, in a model of few lanes. Every part starts with a reset, which bounds the memory and lets several models
/// share a run.
const PART: usize = 1 << 15;

/// Values of a pin that are driven at once: few enough for what goes in and comes out to stay in the second cache.
const AT_ONCE: usize = 1 << 14;

/// The least and the most slots of a part.
const SLOTS: (usize, usize) = (64, 1 << 12);

/// Vectors at the start of a run that meet bubbles and stalls in most cycles; later ones meet them now and then.
const RESTLESS: u64 = 1 << 15;

/// Vectors from which on a slower build pays.
const LONG: u64 = 2_000_000;

/// Copies of the module that are driven side by side in a long run.
const LANES: usize = 4;

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

/// What a run showed.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What the comparison found; cycles are counted over all parts.
    pub found: Found,
    /// What the compared vectors met.
    pub coverage: Coverage,
}

/// Which vectors a session is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The seed of the stimulus.
    pub seed: u64,
    /// The first vector.
    pub first: u64,
    /// Number of vectors.
    pub count: u64,
    /// Models that work at the same time, at least 1.
    pub threads: usize,
}

impl Run {
    fn is_long(self) -> bool {
        self.count >= LONG
    }

    /// The parts: the first vector and the number of each.
    fn part(self, number: u64, size: u64) -> Option<(u64, u64)> {
        let done = number.checked_mul(size).filter(|&done| done < self.count)?;
        Some((self.first + done, size.min(self.count - done)))
    }
}

/// A module and the vectors that it meets.
#[derive(Clone, Copy)]
struct Task<'a> {
    dut: &'a Dut,
    subject: &'a dyn Subject,
    run: Run,
}

impl Task<'_> {
    /// The number of steps in which the vectors of a slot enter.
    fn steps(&self, part: &Batch) -> impl Fn(u64) -> u32 {
        let takes_steps = self.subject.takes_steps();
        move |slot| if takes_steps { self.subject.steps(&part.vector(slot as usize, 0)) } else { 1 }
    }

    /// What is driven to check a part that begins with vector `first`.
    fn plan(&self, part: &Batch, first: u64) -> Plan {
        let pace = if first - self.run.first < RESTLESS { Pace::Restless } else { Pace::Steady };
        let seed = mix(self.run.seed ^ mix(first));
        Plan::new(self.dut.timing, &self.steps(part), seed, 0, part.slots() as u64, pace)
    }

    /// The vectors `first .. first + count` in so many lanes.
    fn part(&self, first: u64, count: u64, lanes: usize) -> Batch {
        Batch::new(self.subject, self.run.seed, first, count, lanes)
    }

    /// What drives the cycles `first ..` of a plan of `part`.
    fn drive<'b>(&self, first: u64, cycles: &[Cycle], part: &'b Batch, room: &'b mut Vec<Vec<u64>>) -> Drive<'b> {
        self.dut.drive(self.subject, first, cycles, part, room)
    }
}

/// A module that was built in a simulator, with its stimulus.
pub struct Session<'a> {
    simulator: &'a dyn Simulator,
    task: Task<'a>,
    limit: Duration,
    scratch: TempDir,
    model: Box<dyn Model>,
    /// The module in one lane, able to write waves: built when the first is asked for.
    with_waves: OnceCell<Box<dyn Model>>,
}

/// One model at work, with what it needs anew for each part.
struct Worker<'a> {
    model: Box<dyn Model>,
    scoreboard: Scoreboard<'a>,
    /// The part that was checked last.
    part: Batch,
    /// Where the data are put together that do not stand in the part as they are driven.
    room: Vec<Vec<u64>>,
    seen: Seen,
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
        run: Run,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        let scratch = files::scratch()?;
        let is_long = run.is_long();
        let lanes = if is_long && !subject.takes_steps() { LANES } else { 1 };
        let build = Build { dut, subject, scratch: scratch.path(), lanes, waves: false, is_long, limit };
        let model = simulator.build(&build)?;
        let task = Task { dut, subject, run };
        Ok(Self { simulator, task, limit, scratch, model, with_waves: OnceCell::new() })
    }

    /// Runs the vectors and compares them, part after part. `progress` is told how many are done. No part is begun any more
    /// once `is_over` says so, or the user has enough; the vectors that were checked are then fewer than were asked for.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn check(
        &self,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Outcome, CosimError> {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let failed = AtomicBool::new(false);
        let results: Mutex<BTreeMap<u64, Found>> = Mutex::default();
        let (task, size) = (self.task, self.part_size());
        let coverage = Mutex::new(task.subject.coverage());
        let work = |mut worker: Worker<'a>| -> Result<(), CosimError> {
            while !failed.load(Ordering::Relaxed) && !is_over() && !is_interrupted() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((first, count)) = task.run.part(number, size) else { break };
                let found = match worker.check(task, first, count) {
                    Err(error) if error.is_interrupt() => break,
                    found => found.inspect_err(|_| failed.store(true, Ordering::Relaxed))?,
                };
                let mut coverage = coverage.lock().expect("no thread panics while it holds the lock");
                worker.part.cover(task.subject, &mut coverage, worker.scoreboard.flags_found());
                drop(coverage);
                results.lock().expect("no thread panics while it holds the lock").insert(number, found);
                progress(done.fetch_add(count, Ordering::Relaxed) + count);
            }
            Ok(())
        };
        let parts = task.run.count.div_ceil(size).max(1);
        let threads = (task.run.threads as u64).clamp(1, parts);
        let workers = (0..threads).map(|_| self.worker()).collect::<Result<Vec<_>, _>>()?;
        std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = workers.into_iter().map(|worker| scope.spawn(move || work(worker))).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a worker does not panic"))
        })?;
        let mut outcome =
            Outcome { coverage: coverage.into_inner().expect("no thread panicked"), ..Outcome::default() };
        for found in results.into_inner().expect("no thread panicked").into_values() {
            outcome.found.add(found);
        }
        Ok(outcome)
    }

    /// Vectors of a part.
    fn part_size(&self) -> u64 {
        let lanes = self.model.lanes();
        let live = if self.task.subject.takes_steps() { 1 } else { lanes };
        (live * (PART / live).clamp(SLOTS.0, SLOTS.1)) as u64
    }

    fn worker(&self) -> Result<Worker<'a>, CosimError> {
        Ok(self.worker_with(self.model.another()?))
    }

    fn worker_with(&self, model: Box<dyn Model>) -> Worker<'a> {
        let pins = self.task.dut.output_pins(self.task.subject);
        let scoreboard = Scoreboard::new(self.task.subject, pins, self.task.dut.timing, DETAILED);
        Worker { model, scoreboard, part: Batch::default(), room: Vec::new(), seen: Seen::default() }
    }

    /// Writes a wave of the cycles around a failure of [`Session::check`], or of the first cycles, in one lane, as the simulator
    /// dumps it.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn wave(&self, failure: Option<&Failure>, path: &Path) -> Result<Window, CosimError> {
        let (cycle, lane) = failure.map_or((0, 0), |failure| (failure.cycle, failure.lane));
        let (size, mut before) = (self.part_size(), 0);
        for number in 0.. {
            let Some((first, count)) = self.task.run.part(number, size) else { break };
            let part = self.task.part(first, count, self.model.lanes());
            let mut plan = self.task.plan(&part, first);
            let cycles = plan.cycles.len() as u64;
            if cycle < before + cycles {
                let at = cycle - before;
                let from = at.saturating_sub(WINDOW + u64::from(self.task.dut.timing.latency));
                let to = (at + WINDOW).min(cycles - 1);
                plan.cycles.truncate(to as usize + 1);
                let mut room = Vec::new();
                let drive = self.task.drive(0, &plan.cycles, &part, &mut room);
                self.with_waves()?.another()?.run_with_wave(&drive.lane(lane), &mut Seen::default(), path, from)?;
                let cycles = plan.cycles;
                return Ok(Window { from: before + from, to: before + to, before, cycles, part, lane });
            }
            before += cycles;
        }
        Err(CosimError::usage(
            format!("the run has {before} cycles, and none has the number {cycle}"),
            "name a cycle of the run",
        ))
    }

    /// Finds the stage in which vector `index` leaves the golden model, running it alone, or where there is state
    /// after those that can have left it.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn locate(&self, index: u64) -> Result<Location, CosimError> {
        let first = index.saturating_sub(self.task.subject.memory());
        let mut worker = match self.model.lanes() {
            1 => self.worker()?,
            _ => self.worker_with(self.alone()?),
        };
        let (Task { subject, run, .. }, lanes) = (self.task, worker.model.lanes());
        let part = Batch::in_one_lane(subject, run.seed, first, index - first + 1, lanes);
        let steps = self.task.steps(&part);
        let last = index - first;
        let single = Plan::single(self.task.dut.timing, &steps, 0, last);
        let settle = Plan::settle(self.task.dut.timing, &steps, 0, last);
        drop(steps);
        worker.part = part;
        if worker.run(self.task, &single)?.mismatches == 0 {
            return Ok(Location { stage: PIPELINE.into(), values: Vec::new(), is_alone: false });
        }
        let located = |stage: &str, values| Location { stage: stage.into(), values, is_alone: true };
        if let Some(stage) = self.task.subject.stage() {
            return Ok(located(stage.name(), Vec::new()));
        }
        if !self.simulator.has_waves() {
            return Ok(located(OUTPUT, Vec::new()));
        }
        let wave = self.scratch.path().join("locate.vcd");
        let drive = self.task.drive(0, &settle.cycles, &worker.part, &mut worker.room);
        self.with_waves()?.another()?.run_with_wave(&drive, &mut Seen::default(), &wave, 0)?;
        let flag = self.flag_before(&worker.part, last);
        let signals = LastValues::read(&wave).map_err(|source| io("cannot read", &wave, source))?;
        let values: Vec<_> = self
            .task
            .subject
            .probes(&worker.part.vector(last as usize, 0), flag)
            .into_iter()
            .filter_map(|probe| {
                let got = signals.value(&probe.instance, probe.port)?;
                Some(StageValue {
                    stage: probe.stage.name().into(),
                    signal: format!("{}.{}", probe.instance, probe.port),
                    expected: format!("{:#x}", probe.expected),
                    got,
                })
            })
            .collect();
        let wrong = values.iter().find(|value| value.expected != value.got);
        let stage = wrong.map_or(OUTPUT.into(), |value| value.stage.clone());
        Ok(located(&stage, values))
    }

    /// CC.CF as the vectors before the last one leave it for that.
    fn flag_before(&self, part: &Batch, last: u64) -> bool {
        let context = self.task.subject.context(&part.vector(last as usize, 0));
        let before = (0..last as usize).map(|slot| part.vector(slot, 0));
        let same = before.filter(|inputs| self.task.subject.context(inputs) == context);
        same.fold(false, |flag, inputs| self.task.subject.with_flag(&inputs, flag).1)
    }

    /// The module in one lane, where the one that was built has more and the simulator can do with less.
    fn alone(&self) -> Result<Box<dyn Model>, CosimError> {
        Ok(match self.simulator.has_waves() {
            true => self.with_waves()?.another()?,
            false => self.model.another()?,
        })
    }

    /// The module in one lane, built to write waves.
    fn with_waves(&self) -> Result<&dyn Model, CosimError> {
        if let Some(model) = self.with_waves.get() {
            return Ok(&**model);
        }
        let scratch = self.scratch.path().join("waves");
        files::create_folder(&scratch)?;
        let (Task { dut, subject, .. }, limit) = (self.task, self.limit);
        let build = Build { dut, subject, scratch: &scratch, lanes: 1, waves: true, is_long: false, limit };
        let model = self.simulator.build(&build)?;
        Ok(&**self.with_waves.get_or_init(|| model))
    }
}

impl Worker<'_> {
    /// Drives and compares the part of the vectors `first .. first + count`.
    fn check(&mut self, task: Task<'_>, first: u64, count: u64) -> Result<Found, CosimError> {
        self.part.renew(task.subject, task.run.seed, first, count, self.model.lanes());
        let plan = task.plan(&self.part, first);
        self.run(task, &plan)
    }

    /// Drives and compares the part, some cycles after the others.
    fn run(&mut self, task: Task<'_>, plan: &Plan) -> Result<Found, CosimError> {
        let mut found = Found::default();
        self.scoreboard.begin(&self.part);
        for cycles in plan.cycles.chunks((AT_ONCE / self.model.lanes()).max(1)) {
            let drive = task.drive(found.cycles, cycles, &self.part, &mut self.room);
            self.model.run(&drive, &mut self.seen)?;
            self.scoreboard.compare(&self.part, cycles, &self.seen, &mut found);
        }
        Ok(found)
    }
}

impl Found {
    /// Adds what was found in the part that follows.
    fn add(&mut self, part: Self) {
        let room = DETAILED.saturating_sub(self.failures.len());
        let moved = part.failures.into_iter().take(room);
        self.failures.extend(moved.map(|failure| Failure { cycle: self.cycles + failure.cycle, ..failure }));
        self.cycles += part.cycles;
        self.checked += part.checked;
        self.mismatches += part.mismatches;
    }
}
