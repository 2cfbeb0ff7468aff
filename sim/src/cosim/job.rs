//! One module in one simulator: builds, checks, and explains every failure that is reported.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{HOLES, Options, Phase, Progress, Watch};
use crate::dut::Dut;
use crate::error::CosimError;
use crate::files;
use crate::report::{Mismatch, OutputMismatch, UnitReport, WaveReport};
use crate::scoreboard::{Failure, Found};
use crate::session::{Checked, Location, PIPELINE, Run, Session, UNKNOWN};
use crate::simulator::Simulator;
use crate::subject::Subject;
use crate::wave;

/// One module in one simulator.
pub(super) struct Job<'a> {
    pub(super) options: &'a Options,
    pub(super) dut: &'a Dut,
    pub(super) subject: &'a dyn Subject,
    pub(super) simulator: &'a dyn Simulator,
    /// The number of models that work at the same time.
    pub(super) threads: usize,
    pub(super) watch: &'a Watch<'a>,
}

impl Job<'_> {
    /// Returns the vectors to check.
    fn vectors(&self) -> Run {
        let (first, count) = match (self.options.index, self.options.shard, self.options.time) {
            (Some(index), ..) => (index, 1),
            (None, Some(shard), _) => shard.vectors(self.options.vectors),
            (None, None, Some(_)) => (0, u64::MAX),
            (None, None, None) => (0, self.options.vectors),
        };
        Run { seed: self.options.seed, first, count, threads: self.threads }
    }

    fn tell(&self, phase: Phase) {
        (self.watch)(Progress { unit: self.subject.name(), sim: self.simulator.name(), phase });
    }

    fn session(&self) -> Result<Session<'_>, CosimError> {
        Session::build(self.simulator, self.dut, self.subject, self.vectors(), self.options.timeout)
    }

    /// Returns the report, and the first failure as the scoreboard found it.
    pub(super) fn run(&self) -> Result<(UnitReport, Option<Failure>), CosimError> {
        self.tell(Phase::Building);
        let start = Instant::now();
        let session = match self.session() {
            Err(error) if error.is_interrupt() => {
                return Ok((self.report(self.nothing(), Vec::new(), start.elapsed(), Duration::ZERO), None));
            }
            session => session?,
        };
        let built = Instant::now();
        let outcome = self.check(&session)?;
        let run_time = built.elapsed();
        let Found { checked, mismatches, ref failures, .. } = outcome.found;
        let first_failure = failures.first().cloned();
        let failures =
            failures.iter().take(self.options.mismatches).map(|failure| self.explain(&session, failure, checked));
        let failures = failures.collect::<Result<Vec<_>, _>>()?;
        self.tell(Phase::Done { mismatches });
        Ok((self.report(outcome, failures, built - start, run_time), first_failure))
    }

    /// Checks until all vectors are checked, the time is over, or the user interrupts.
    fn check(&self, session: &Session<'_>) -> Result<Checked, CosimError> {
        let total = self.options.time.is_none().then_some(self.vectors().count);
        let start = Instant::now();
        // At least one batch is checked: a run that checks nothing would pass.
        let has_batch = AtomicBool::new(false);
        let is_over = || {
            let time_is_over = self.options.time.is_some_and(|time| start.elapsed() >= time);
            time_is_over && has_batch.load(Ordering::Relaxed)
        };
        self.tell(Phase::Running { done: 0, total });
        let outcome = session.check(&is_over, &|done| {
            has_batch.store(true, Ordering::Relaxed);
            self.tell(Phase::Running { done, total });
        });
        match outcome {
            Err(error) if error.is_interrupt() => Ok(self.nothing()),
            outcome => outcome,
        }
    }

    /// Returns the result of a run that was interrupted before anything was checked.
    fn nothing(&self) -> Checked {
        Checked { coverage: self.subject.coverage(), ..Checked::default() }
    }

    fn report(
        &self,
        outcome: Checked,
        failures: Vec<Mismatch>,
        build_time: Duration,
        run_time: Duration,
    ) -> UnitReport {
        let Checked { found: Found { cycles, checked, mismatches, .. }, coverage } = outcome;
        // Another shard may meet the cases that this one misses. So a shard names all its holes, in
        // the tables of the whole run.
        let (holes, vectors) = match self.options.shard {
            Some(_) => (usize::MAX, self.options.vectors),
            None => (HOLES, checked),
        };
        UnitReport {
            unit: self.subject.name().into(),
            sim: self.simulator.name().into(),
            sim_version: self.simulator.version().to_owned(),
            config: self.dut.config.clone(),
            forms: self.options.patterns(),
            seed: self.options.seed,
            first: self.vectors().first,
            cycles,
            checked,
            mismatches,
            failures,
            coverage: coverage.summary(holes, vectors),
            build_time,
            run_time,
        }
    }

    /// Locates a failure and describes it for the report. `vectors` is the number of vectors that
    /// were checked.
    fn explain(&self, session: &Session<'_>, failure: &Failure, vectors: u64) -> Result<Mismatch, CosimError> {
        let nowhere = |stage: &str| Location { stage: stage.into(), values: Vec::new(), is_alone: false };
        let location = match failure.index.map(|index| session.locate(index)) {
            None => nowhere(PIPELINE),
            Some(Err(error)) if error.is_interrupt() => nowhere(UNKNOWN),
            Some(location) => location?,
        };
        let inputs = failure.index.map(|index| self.subject.stimulus(self.options.seed, index));
        let operands = self.subject.inputs().iter().zip(inputs.iter().flatten());
        let replay = match failure.index {
            Some(index) if location.is_alone => self.replay(&format!("--index {index}")),
            _ => match self.options.index {
                Some(index) => self.replay(&format!("--index {index}")),
                None => self.replay(&self.range(vectors)),
            },
        };
        Ok(Mismatch {
            unit: self.subject.name().into(),
            sim: self.simulator.name().into(),
            cycle: failure.cycle,
            index: failure.index,
            thread: None,
            ptx: inputs.as_ref().and_then(|inputs| self.subject.ptx(inputs)),
            operands: operands.map(|(signal, value)| (signal.name.to_owned(), format!("{value:#x}"))).collect(),
            outputs: failure
                .differences
                .iter()
                .map(|difference| OutputMismatch {
                    name: difference.output.clone(),
                    expected: format!("{:#x}", difference.expected),
                    got: difference.got.to_string(),
                })
                .collect(),
            stage: location.stage,
            stages: location.values,
            replay: Some(replay),
        })
    }

    /// Returns the options that check the same vectors.
    fn range(&self, vectors: u64) -> String {
        match (self.options.shard, self.options.time) {
            (Some(shard), _) => format!("--vectors {} --shard {shard}", self.options.vectors),
            (None, Some(_)) => format!("--vectors {vectors}"),
            (None, None) => format!("--vectors {}", self.options.vectors),
        }
    }

    /// Returns the command that checks the vectors again that the options `vectors` select.
    fn replay(&self, vectors: &str) -> String {
        let (unit, sim, seed) = (self.subject.name(), self.simulator.name(), self.options.seed);
        let command =
            format!("vidalu cosim --unit {unit} --sim {sim} --seed {seed} {vectors} {}", self.options.replay_options);
        command.trim_end().to_owned()
    }

    /// Writes a wave of the cycles around a failure, or of the first cycles.
    pub(super) fn wave(&self, failure: Option<&Failure>, path: &Path) -> Result<WaveReport, CosimError> {
        let scratch = files::scratch()?;
        let raw = scratch.path().join("dump.vcd");
        let window = self.session()?.wave(failure, &raw)?;
        let (report, _) = wave::write(&raw, path, self.dut, self.subject, self.simulator.name(), &window)?;
        Ok(report)
    }
}
