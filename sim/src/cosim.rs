//! The whole job: generate, build, run, compare, and explain what differs.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use vidalu_gen::{Config, Target};

use crate::dut::Dut;
use crate::error::CosimError;
use crate::report::{CosimReport, Mismatch, OutputMismatch, UnitReport, WaveReport};
use crate::scoreboard::{Failure, Found};
use crate::session::{Location, Outcome, PIPELINE, Run, Session};
use crate::simulator::{Simulator, io};
use crate::subject::{self, Subject};
use crate::wave;

/// Holes of a coverage table that a report names.
const HOLES: usize = 20;

/// What is to be co-simulated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The units and blocks.
    pub targets: Vec<Target>,
    /// Their configuration.
    pub config: Config,
    /// Vectors to check, for each unit and simulator.
    pub vectors: u64,
    /// The seed of the stimulus.
    pub seed: u64,
    /// Only this vector, in place of `vectors`.
    pub index: Option<u64>,
    /// A wave to write, VCD or FST by its ending: the cycles around the first mismatch, or the first cycles where all agrees.
    pub wave: Option<PathBuf>,
    /// The most time that any one step of a tool may take.
    pub timeout: Duration,
    /// Units and simulators that are worked on at the same time; at least 1.
    pub jobs: usize,
    /// Options that a replay needs beside unit, simulator, seed and vector: those that made the configuration.
    pub replay_options: String,
}

impl Default for Options {
    /// The default unit, 20,000 vectors, seed 1, ten minutes for each step, as many jobs as there are processors.
    fn default() -> Self {
        Self {
            targets: vec![Target::ALL[0]],
            config: Config::default(),
            vectors: 20_000,
            seed: 1,
            index: None,
            wave: None,
            timeout: Duration::from_secs(600),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            replay_options: String::new(),
        }
    }
}

/// What a co-simulation is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The unit or block.
    pub unit: &'static str,
    /// The simulator.
    pub sim: &'static str,
    /// What happens to it.
    pub step: Step,
}

/// A step of a co-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The module is generated and compiled.
    Building,
    /// So many of all vectors were simulated.
    Running {
        /// Vectors that were simulated.
        done: u64,
        /// Vectors that were asked for.
        total: u64,
    },
    /// It is done, with so many mismatches.
    Done {
        /// Cycles in which an output differed.
        mismatches: u64,
    },
}

/// Receives the progress, from several threads.
pub type Watch<'a> = dyn Fn(Progress) + Sync + 'a;

/// Co-simulates every target in every simulator.
///
/// # Errors
/// If the configuration or the request is refused, a tool fails, or a file cannot be written. A mismatch is no error: it
/// is in the report.
pub fn run(options: &Options, simulators: &[Box<dyn Simulator>], watch: &Watch<'_>) -> Result<CosimReport, CosimError> {
    let mut modules = Vec::new();
    for &target in &options.targets {
        let subject = subject::of(target, &options.config);
        let dut = Dut::generate(target, &options.config, &*subject)?;
        modules.push((dut, subject));
    }
    run_modules(options, &modules, simulators, watch)
}

/// Co-simulates modules whose text is given: what [`run`] does after it has generated them.
///
/// # Errors
/// As for [`run`].
pub fn run_modules(
    options: &Options,
    modules: &[(Dut, Box<dyn Subject>)],
    simulators: &[Box<dyn Simulator>],
    watch: &Watch<'_>,
) -> Result<CosimReport, CosimError> {
    check(options, modules, simulators)?;
    // What is left of the processors works on the parts of each run.
    let threads = (options.jobs / (modules.len() * simulators.len())).max(1);
    let jobs: Vec<_> = modules
        .iter()
        .flat_map(|(dut, subject)| {
            simulators.iter().map(move |simulator| Job {
                options,
                dut,
                subject: &**subject,
                simulator: &**simulator,
                threads,
                watch,
            })
        })
        .collect();
    let (units, failures): (Vec<_>, Vec<_>) = in_parallel(&jobs, options.jobs, |job| job.run())?.into_iter().unzip();
    let wave = match &options.wave {
        Some(path) => {
            let wrong = units.iter().position(|unit| unit.mismatches > 0).unwrap_or(0);
            Some(jobs[wrong].wave(failures[wrong].as_ref(), path)?)
        }
        None => None,
    };
    Ok(CosimReport { format_version: 1, units, wave })
}

fn check(
    options: &Options,
    modules: &[(Dut, Box<dyn Subject>)],
    simulators: &[Box<dyn Simulator>],
) -> Result<(), CosimError> {
    let usage = |text: &str| Err(CosimError::Usage(text.to_owned()));
    if options.vectors == 0 {
        return usage("0 vectors check nothing: ask for at least 1");
    }
    if modules.is_empty() {
        return usage("no unit was named");
    }
    if simulators.is_empty() {
        return usage("no simulator was named");
    }
    options.wave.as_deref().map(wave::Form::of).transpose()?;
    Ok(())
}

/// One module in one simulator.
struct Job<'a> {
    options: &'a Options,
    dut: &'a Dut,
    subject: &'a dyn Subject,
    simulator: &'a dyn Simulator,
    /// Models that work at the same time.
    threads: usize,
    watch: &'a Watch<'a>,
}

impl Job<'_> {
    /// The vectors.
    fn vectors(&self) -> Run {
        let (first, count) = self.options.index.map_or((0, self.options.vectors), |index| (index, 1));
        Run { seed: self.options.seed, first, count, threads: self.threads }
    }

    fn tell(&self, step: Step) {
        (self.watch)(Progress { unit: self.subject.name(), sim: self.simulator.name(), step });
    }

    fn session(&self) -> Result<Session<'_>, CosimError> {
        Session::build(self.simulator, self.dut, self.subject, self.vectors(), self.options.timeout)
    }

    /// The report, and the first failure as the scoreboard found it.
    fn run(&self) -> Result<(UnitReport, Option<Failure>), CosimError> {
        let Run { first, count: total, .. } = self.vectors();
        self.tell(Step::Building);
        let start = Instant::now();
        let session = self.session()?;
        let built = Instant::now();
        self.tell(Step::Running { done: 0, total });
        let outcome = session.check(&|| false, &|done| self.tell(Step::Running { done, total }))?;
        let run_time = built.elapsed();
        let failures = outcome.found.failures.iter().map(|failure| self.explain(&session, failure));
        let failures = failures.collect::<Result<Vec<_>, _>>()?;
        let first_failure = outcome.found.failures.first().cloned();
        self.tell(Step::Done { mismatches: outcome.found.mismatches });
        let Outcome { found: Found { cycles, checked, mismatches, .. }, coverage } = outcome;
        let report = UnitReport {
            unit: self.subject.name(),
            sim: self.simulator.name(),
            sim_version: self.simulator.version().to_owned(),
            config: self.dut.config.clone(),
            seed: self.options.seed,
            first,
            cycles,
            checked,
            mismatches,
            failures,
            coverage: coverage.summary(HOLES, checked),
            build_time: built - start,
            run_time,
        };
        Ok((report, first_failure))
    }

    fn explain(&self, session: &Session<'_>, failure: &Failure) -> Result<Mismatch, CosimError> {
        let location = match failure.index {
            Some(index) => session.locate(index)?,
            None => Location { stage: PIPELINE.into(), values: Vec::new(), is_alone: false },
        };
        let inputs = failure.index.map(|index| self.subject.stimulus(self.options.seed, index));
        let operands = self.subject.inputs().iter().zip(inputs.iter().flatten());
        let replay = match failure.index {
            Some(index) if location.is_alone => self.replay(&format!("--index {index}")),
            _ => match self.options.index {
                Some(index) => self.replay(&format!("--index {index}")),
                None => self.replay(&format!("--vectors {}", self.options.vectors)),
            },
        };
        Ok(Mismatch {
            unit: self.subject.name(),
            sim: self.simulator.name(),
            cycle: failure.cycle,
            index: failure.index,
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
            replay,
        })
    }

    /// The command that runs `vectors` of this module again.
    fn replay(&self, vectors: &str) -> String {
        let (unit, sim, seed) = (self.subject.name(), self.simulator.name(), self.options.seed);
        let command =
            format!("vidalu cosim --unit {unit} --sim {sim} --seed {seed} {vectors} {}", self.options.replay_options);
        command.trim_end().to_owned()
    }

    /// Writes the cycles around a failure, or the first cycles.
    fn wave(&self, failure: Option<&Failure>, path: &Path) -> Result<WaveReport, CosimError> {
        let temp = std::env::temp_dir();
        let scratch = tempfile::tempdir().map_err(|source| io("cannot create a folder in", &temp, source))?;
        let raw = scratch.path().join("dump.vcd");
        let window = self.session()?.wave(failure, &raw)?;
        let views = wave::write(&raw, path, self.dut, self.subject, &window)?;
        Ok(WaveReport {
            path: path.to_path_buf(),
            gtkwave: views.gtkwave,
            surfer: views.surfer,
            unit: self.subject.name(),
            sim: self.simulator.name(),
            from: window.from,
            to: window.to,
        })
    }
}

/// The results of `work` on all `items`, by at most `threads` threads; the first error in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send, E: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, items.len()) {
            scope.spawn(|| {
                while let Some((at, item)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    items.get(at).map(|item| (at, item))
                } {
                    let result = work(item);
                    results.lock().expect("no thread panics while it holds the lock").push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics while it holds the lock");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
