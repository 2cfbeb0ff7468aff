//! One module in one simulator: drives the batches of a run, compares, and locates the stage in
//! which a failing vector goes wrong.

mod locate;
mod task;
mod worker;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use vidalu_gen::staging::StagedFolder;

pub use self::locate::{Location, OUTPUT, PIPELINE, UNKNOWN};
pub use self::task::Run;
use self::task::Task;
use self::worker::Worker;
use crate::batch::Batch;
use crate::coverage::Coverage;
use crate::drive::Seen;
use crate::dut::Dut;
use crate::error::CosimError;
use crate::files;
use crate::process::is_interrupted;
use crate::scoreboard::{DETAILED, Failure, Found, Scoreboard};
use crate::simulator::{Build, Model, Simulator};
use crate::subject::Subject;
use crate::wave::Window;

/// The number of vectors of a batch, in a model with few lanes. Every batch starts with a reset,
/// which bounds the memory and lets several models share a run.
const BATCH: usize = 1 << 15;

/// The minimum and the maximum number of slots of a batch.
const SLOTS: (usize, usize) = (64, 1 << 12);

/// The number of copies of the module that are driven side by side in a long run.
const LANES: usize = 4;

/// The number of cycles that a wave shows before and after a failure.
const WINDOW: u64 = 16;

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The findings of the comparison; cycles are counted over all batches.
    pub found: Found,
    /// The coverage of the compared vectors.
    pub coverage: Coverage,
}

/// A module that was built for a simulator, with its stimulus.
pub struct Session<'a> {
    simulator: &'a dyn Simulator,
    task: Task<'a>,
    limit: Duration,
    scratch: StagedFolder,
    model: Box<dyn Model>,
    /// The module in one lane, able to write waves. It is built when the first wave is needed.
    with_waves: OnceCell<Box<dyn Model>>,
}

impl<'a> Session<'a> {
    /// Builds `dut` for `simulator`. Every step of a tool may take `limit`.
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
        let build = Build { lanes, is_long, ..Build::new(dut, subject, scratch.path(), limit) };
        let model = simulator.build(&build)?;
        let task = Task { dut, subject, run };
        Ok(Self { simulator, task, limit, scratch, model, with_waves: OnceCell::new() })
    }

    /// Runs and compares the vectors, batch after batch. `progress` is called with the number of
    /// vectors that are done. After `is_over` returns true or the user interrupts, no further batch
    /// begins, so fewer vectors are checked than requested.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn check(
        &self,
        is_over: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Checked, CosimError> {
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let failed = AtomicBool::new(false);
        let results: Mutex<BTreeMap<u64, Found>> = Mutex::default();
        let (task, size) = (self.task, self.batch_size());
        let coverage = Mutex::new(task.subject.coverage());
        let work = |mut worker: Worker<'a>| -> Result<(), CosimError> {
            while !failed.load(Ordering::Relaxed) && !is_over() && !is_interrupted() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((first, count)) = task.run.batch(number, size) else { break };
                let found = match worker.check(task, first, count) {
                    Err(error) if error.is_interrupt() => break,
                    found => found.inspect_err(|_| failed.store(true, Ordering::Relaxed))?,
                };
                let mut coverage = coverage.lock().expect("no thread panics while it holds the lock");
                worker.batch.cover(task.subject, &mut coverage, worker.scoreboard.flags_found());
                drop(coverage);
                results.lock().expect("no thread panics while it holds the lock").insert(number, found);
                progress(done.fetch_add(count, Ordering::Relaxed) + count);
            }
            Ok(())
        };
        let batches = task.run.count.div_ceil(size).max(1);
        let threads = (task.run.threads as u64).clamp(1, batches);
        let workers = (0..threads).map(|_| self.worker()).collect::<Result<Vec<_>, _>>()?;
        std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = workers.into_iter().map(|worker| scope.spawn(move || work(worker))).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a worker does not panic"))
        })?;
        let mut outcome =
            Checked { coverage: coverage.into_inner().expect("no thread panicked"), ..Checked::default() };
        for found in results.into_inner().expect("no thread panicked").into_values() {
            outcome.found.add(found);
        }
        Ok(outcome)
    }

    /// Returns the number of vectors of a batch.
    fn batch_size(&self) -> u64 {
        let lanes = self.model.lanes();
        let live = if self.task.subject.takes_steps() { 1 } else { lanes };
        (live * (BATCH / live).clamp(SLOTS.0, SLOTS.1)) as u64
    }

    fn worker(&self) -> Result<Worker<'a>, CosimError> {
        Ok(self.worker_with(self.model.another()?))
    }

    fn worker_with(&self, model: Box<dyn Model>) -> Worker<'a> {
        let pins = self.task.dut.output_pins(self.task.subject);
        let scoreboard = Scoreboard::new(self.task.subject, pins, self.task.dut.timing, DETAILED);
        Worker { model, scoreboard, batch: Batch::default(), room: Vec::new(), seen: Seen::default() }
    }

    /// Writes a wave, as the simulator dumps it: the cycles around a failure that
    /// [`Session::check`] found, or the first cycles. It shows one lane.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn wave(&self, failure: Option<&Failure>, path: &Path) -> Result<Window, CosimError> {
        let (cycle, lane) = failure.map_or((0, 0), |failure| (failure.cycle, failure.lane));
        let (size, mut before) = (self.batch_size(), 0);
        for number in 0.. {
            let Some((first, count)) = self.task.run.batch(number, size) else { break };
            let batch = self.task.batch(first, count, self.model.lanes());
            let mut plan = self.task.plan(&batch, first);
            let cycles = plan.cycles.len() as u64;
            if cycle < before + cycles {
                let at = cycle - before;
                let from = at.saturating_sub(WINDOW + u64::from(self.task.dut.timing.latency));
                let to = (at + WINDOW).min(cycles - 1);
                plan.cycles.truncate(to as usize + 1);
                let mut room = Vec::new();
                let drive = self.task.drive(0, &plan.cycles, &batch, &mut room);
                self.with_waves()?.another()?.run_with_wave(&drive.lane(lane), &mut Seen::default(), path, from)?;
                let cycles = plan.cycles;
                return Ok(Window { from: before + from, to: before + to, before, cycles, batch, lane });
            }
            before += cycles;
        }
        Err(CosimError::usage(
            format!("cycle {cycle} is beyond the end of the run, which has {before} cycles"),
            "name a cycle of the run",
        ))
    }

    /// Returns the module in one lane, built to write waves.
    fn with_waves(&self) -> Result<&dyn Model, CosimError> {
        if let Some(model) = self.with_waves.get() {
            return Ok(&**model);
        }
        let scratch = self.scratch.path().join("waves");
        files::create_folder(&scratch)?;
        let (Task { dut, subject, .. }, limit) = (self.task, self.limit);
        let build = Build { waves: true, ..Build::new(dut, subject, &scratch, limit) };
        let model = self.simulator.build(&build)?;
        Ok(&**self.with_waves.get_or_init(|| model))
    }
}
