//! The whole job: generate, build, run, compare, and explain what differs.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use vidalu_gen::{Config, Target};

use crate::dut::Dut;
use crate::error::CosimError;
use crate::files;
use crate::parallel::in_parallel;
use crate::process::is_interrupted;
use crate::report::{CosimReport, Mismatch, OutputMismatch, UnitReport, WaveReport};
use crate::scoreboard::{Failure, Found};
use crate::session::{Location, Outcome, PIPELINE, Run, Session};
use crate::shard::{Shard, Share};
use crate::simulator::Simulator;
use crate::subject::Subject;
use crate::wave;

/// Holes of a coverage table that a report names, unless it is of a shard.
pub(crate) const HOLES: usize = 20;

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
    /// So long, for each unit and simulator once it is built, in place of `vectors`; to the end of the part in hand.
    pub time: Option<Duration>,
    /// Only this part of `vectors`.
    pub shard: Option<Shard>,
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
            time: None,
            shard: None,
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
        /// Vectors that were asked for; `None` where the time decides.
        total: Option<u64>,
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
/// is in the report. Nor is [`crate::interrupt`], after which the report says what was done until then.
pub fn run(options: &Options, simulators: &[Box<dyn Simulator>], watch: &Watch<'_>) -> Result<CosimReport, CosimError> {
    let mut modules = Vec::new();
    for &target in &options.targets {
        modules.push(Dut::with_subject(target, &options.config)?);
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
        Some(path) if !is_interrupted() => {
            let wrong = units.iter().position(|unit| unit.mismatches > 0).unwrap_or(0);
            Some(jobs[wrong].wave(failures[wrong].as_ref(), path)?)
        }
        _ => None,
    };
    Ok(CosimReport {
        format_version: 1,
        version: env!("CARGO_PKG_VERSION").into(),
        interrupted: is_interrupted(),
        shard: options.shard.map(|Shard { index, of }| Share { index, of, vectors: options.vectors }),
        shards: None,
        units,
        wave,
    })
}

fn check(
    options: &Options,
    modules: &[(Dut, Box<dyn Subject>)],
    simulators: &[Box<dyn Simulator>],
) -> Result<(), CosimError> {
    if options.vectors == 0 {
        return Err(CosimError::usage("0 vectors check nothing", "ask for at least 1"));
    }
    if modules.is_empty() {
        return Err(CosimError::usage("no unit was named", "name a unit or a block"));
    }
    if simulators.is_empty() {
        return Err(CosimError::usage("no simulator was named", "name at least one"));
    }
    if let Some(shard) = options.shard.filter(|shard| shard.of > options.vectors) {
        let problem = format!("{} vectors cannot be split into {} shards", options.vectors, shard.of);
        return Err(CosimError::usage(problem, "ask for at least one vector in each shard"));
    }
    options.wave.as_deref().map(wave::Form::of).transpose()?;
    if let Some(blind) = simulators.iter().find(|simulator| options.wave.is_some() && !simulator.has_waves()) {
        let problem = format!("{} cannot write waves", blind.name());
        return Err(CosimError::usage(problem, "use --sim icarus or --sim verilator"));
    }
    Ok(())
}

/// The stage of a mismatch that was not looked for, because the user had enough.
const UNKNOWN: &str = "unknown";

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
        let (first, count) = match (self.options.index, self.options.shard, self.options.time) {
            (Some(index), ..) => (index, 1),
            (None, Some(shard), _) => shard.vectors(self.options.vectors),
            (None, None, Some(_)) => (0, u64::MAX),
            (None, None, None) => (0, self.options.vectors),
        };
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
        self.tell(Step::Building);
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
        let failures = failures.iter().map(|failure| self.explain(&session, failure, checked));
        let failures = failures.collect::<Result<Vec<_>, _>>()?;
        self.tell(Step::Done { mismatches });
        Ok((self.report(outcome, failures, built - start, run_time), first_failure))
    }

    /// Checks until all is checked, the time is over, or the user has enough.
    fn check(&self, session: &Session<'_>) -> Result<Outcome, CosimError> {
        let total = self.options.time.is_none().then_some(self.vectors().count);
        let start = Instant::now();
        // One part at least: a run that checks nothing would pass.
        let has_part = AtomicBool::new(false);
        let is_over = || {
            let time_is_over = self.options.time.is_some_and(|time| start.elapsed() >= time);
            time_is_over && has_part.load(Ordering::Relaxed)
        };
        self.tell(Step::Running { done: 0, total });
        let outcome = session.check(&is_over, &|done| {
            has_part.store(true, Ordering::Relaxed);
            self.tell(Step::Running { done, total });
        });
        match outcome {
            Err(error) if error.is_interrupt() => Ok(self.nothing()),
            outcome => outcome,
        }
    }

    /// The outcome where the user had enough before anything was checked.
    fn nothing(&self) -> Outcome {
        Outcome { coverage: self.subject.coverage(), ..Outcome::default() }
    }

    fn report(
        &self,
        outcome: Outcome,
        failures: Vec<Mismatch>,
        build_time: Duration,
        run_time: Duration,
    ) -> UnitReport {
        let Outcome { found: Found { cycles, checked, mismatches, .. }, coverage } = outcome;
        // What a shard misses another may meet: it names all, in the tables of the whole run.
        let (holes, vectors) = match self.options.shard {
            Some(_) => (usize::MAX, self.options.vectors),
            None => (HOLES, checked),
        };
        UnitReport {
            unit: self.subject.name().into(),
            sim: self.simulator.name().into(),
            sim_version: self.simulator.version().to_owned(),
            config: self.dut.config.clone(),
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

    /// `vectors`: how many were checked from the first on.
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

    /// The options that check the same vectors.
    fn range(&self, vectors: u64) -> String {
        match (self.options.shard, self.options.time) {
            (Some(shard), _) => format!("--vectors {} --shard {shard}", self.options.vectors),
            (None, Some(_)) => format!("--vectors {vectors}"),
            (None, None) => format!("--vectors {}", self.options.vectors),
        }
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
        let scratch = files::scratch()?;
        let raw = scratch.path().join("dump.vcd");
        let window = self.session()?.wave(failure, &raw)?;
        let views = wave::write(&raw, path, self.dut, self.subject, &window)?;
        Ok(WaveReport {
            path: path.to_path_buf(),
            gtkwave: views.gtkwave,
            surfer: views.surfer,
            unit: self.subject.name().into(),
            sim: self.simulator.name().into(),
            from: window.from,
            to: window.to,
        })
    }
}
