//! The whole job: generate, build, run, compare, and explain what differs.

mod job;

use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Config, Target};

use self::job::Job;
use crate::dut::Dut;
use crate::error::CosimError;
use crate::parallel::in_parallel;
use crate::process::is_interrupted;
use crate::report::CosimReport;
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
    /// So long, for each unit and simulator once it is built, in place of `vectors`; to the end of the batch in hand.
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
    options.wave.as_deref().map(wave::WaveFormat::of).transpose()?;
    if let Some(blind) = simulators.iter().find(|simulator| options.wave.is_some() && !simulator.has_waves()) {
        let problem = format!("{} cannot write waves", blind.name());
        return Err(CosimError::usage(problem, "use --sim icarus or --sim verilator"));
    }
    Ok(())
}
