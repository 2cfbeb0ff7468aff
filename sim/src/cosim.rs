//! A whole co-simulation: generates, builds, runs, compares, and explains what differs.

mod job;

use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Config, Target};
use vidalu_stimulus::Forms;

use self::job::Job;
use crate::dut::Dut;
use crate::error::CosimError;
use crate::parallel::in_parallel;
use crate::process::is_interrupted;
use crate::report::CosimReport;
use crate::scoreboard::DETAILED;
use crate::shard::{Shard, Share};
use crate::simulator::Simulator;
use crate::subject::{self, Subject};
use crate::wave;

/// The most holes of a coverage table that a report names. The report of a shard names all.
pub(crate) const HOLES: usize = 20;

/// A request for a co-simulation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The units and blocks.
    pub targets: Vec<Target>,
    /// The configuration of all of them.
    pub config: Config,
    /// The forms of the instructions to check, if not all.
    pub forms: Option<Forms>,
    /// The number of vectors to check, for each unit and simulator.
    pub vectors: u64,
    /// The seed of the stimulus.
    pub seed: u64,
    /// The number of the only vector to check, instead of `vectors`.
    pub index: Option<u64>,
    /// The time to run, for each unit and simulator, instead of `vectors`. Build time does not
    /// count, and a batch that has begun is finished.
    pub time: Option<Duration>,
    /// The shard of `vectors` to check, if not all.
    pub shard: Option<Shard>,
    /// The wave to write, as VCD or FST according to the ending of the path. It shows the cycles
    /// around the first mismatch, or the first cycles if there is no mismatch.
    pub wave: Option<PathBuf>,
    /// The time limit for each step of a tool.
    pub timeout: Duration,
    /// The number of jobs that run at the same time, at least 1. A job is one unit in one
    /// simulator.
    pub jobs: usize,
    /// The number of mismatches to explain, of each unit and simulator; at most 5 are.
    pub mismatches: usize,
    /// The command-line options of the configuration, which a replay needs besides unit, simulator,
    /// seed and vector.
    pub replay_options: String,
}

impl Default for Options {
    /// The first unit, 20,000 vectors, seed 1, ten minutes for each step, and as many jobs as
    /// processors.
    fn default() -> Self {
        Self {
            targets: vec![Target::ALL[0]],
            config: Config::default(),
            forms: None,
            vectors: 20_000,
            seed: 1,
            index: None,
            time: None,
            shard: None,
            wave: None,
            timeout: Duration::from_secs(600),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            mismatches: DETAILED,
            replay_options: String::new(),
        }
    }
}

impl Options {
    /// Returns the patterns of the forms to check; none for all forms.
    pub(crate) fn patterns(&self) -> Vec<String> {
        self.forms.as_ref().map_or_else(Vec::new, |forms| forms.patterns().to_vec())
    }
}

/// A progress message of a co-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The unit or block.
    pub unit: &'static str,
    /// The simulator.
    pub sim: &'static str,
    /// The phase that was reached.
    pub phase: Phase,
}

/// A phase of a co-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The module is generated and compiled.
    Building,
    /// Vectors are simulated.
    Running {
        /// The number of vectors that were simulated.
        done: u64,
        /// The number of vectors that were requested; `None` if a time was requested.
        total: Option<u64>,
    },
    /// The co-simulation is finished.
    Done {
        /// The number of cycles in which an output differed.
        mismatches: u64,
    },
}

/// A callback for progress messages, called from several threads.
pub type Watch<'a> = dyn Fn(Progress) + Sync + 'a;

/// Co-simulates every target in every simulator.
///
/// # Errors
/// If the configuration or the request is refused, a tool fails, or a file cannot be written. A
/// mismatch is not an error: it is in the report. After [`crate::interrupt`], the report has what
/// was done until then.
pub fn run(options: &Options, simulators: &[Box<dyn Simulator>], watch: &Watch<'_>) -> Result<CosimReport, CosimError> {
    let mut modules = Vec::new();
    for &target in &options.targets {
        modules.push(Dut::with_subject(target, &options.config)?);
    }
    run_modules(options, &modules, simulators, watch)
}

/// Co-simulates modules that are already generated. With forms, these are the modules of the
/// targets.
///
/// # Errors
/// The errors of [`run`].
pub fn run_modules(
    options: &Options,
    modules: &[(Dut, Box<dyn Subject>)],
    simulators: &[Box<dyn Simulator>],
    watch: &Watch<'_>,
) -> Result<CosimReport, CosimError> {
    check(options, modules, simulators)?;
    let of_forms = |forms: &Forms| {
        options.targets.iter().map(|target| subject::of_forms(*target, &options.config, forms)).collect()
    };
    let own: Option<Vec<_>> = options.forms.as_ref().map(of_forms).transpose()?;
    let subjects: Vec<_> = match &own {
        Some(own) => own.iter().collect(),
        None => modules.iter().map(|(_, subject)| subject).collect(),
    };
    // The remaining processors work on the batches of each job.
    let threads = (options.jobs / (modules.len() * simulators.len())).max(1);
    let jobs: Vec<_> = modules
        .iter()
        .zip(subjects)
        .flat_map(|((dut, _), subject)| {
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
