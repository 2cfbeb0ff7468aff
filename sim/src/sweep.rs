//! Checks many configurations: each is linted if requested, and co-simulated in every simulator.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use vidalu_gen::Config;
use vidalu_gen::space::{Setup, Space};

use crate::error::{CosimError, ToolError, in_full};
use crate::lint::{Linter, Remark};
use crate::parallel::in_parallel;
use crate::report::UnitReport;
use crate::simulator::Simulator;
use crate::{bus, cosim};

/// A request for a sweep: what is done with each configuration.
pub struct Sweep<'a> {
    /// The linters that read the Verilog.
    pub linters: &'a [Linter],
    /// The simulators that run it.
    pub simulators: &'a [Box<dyn Simulator>],
    /// The number of vectors to check, for each configuration and simulator.
    pub vectors: u64,
    /// The seed of the stimulus.
    pub seed: u64,
    /// The time limit for each step of a tool.
    pub timeout: Duration,
    /// The number of configurations that are checked at the same time, at least 1.
    pub jobs: usize,
}

/// The results of all configurations, which is the JSON document of `cosim --config-fuzz N --format
/// json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepReport {
    /// Version of this format: 1.
    pub format_version: u32,
    /// The seed of the stimulus, and of the configurations if they were drawn at random.
    pub seed: u64,
    /// The number of vectors that were requested, for each configuration and simulator.
    pub vectors: u64,
    /// One entry for each configuration, in the order of the request.
    pub configs: Vec<ConfigReport>,
}

/// The result of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConfigReport {
    /// The unit or block, or the wrapped unit, such as `video_axi4_stream`.
    pub unit: String,
    /// The configuration, with every key.
    pub config: Config,
    /// The unit or block, with its bus.
    #[serde(skip)]
    pub setup: Setup,
    /// The command that co-simulates it alone.
    pub replay: String,
    /// The remarks of the linters; empty if they accept the Verilog.
    pub remarks: Vec<Remark>,
    /// One entry for each simulator. Coverage is left out, because it means little for few vectors.
    pub units: Vec<UnitReport>,
    /// The error of the tool that failed, if any; `units` is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// For the first configuration that fails: the simplest one that fails too, with as many keys
    /// as possible at their default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simplest: Option<Config>,
    /// The time that the configuration took. It is not in the JSON, so that the same request gives
    /// the same document.
    #[serde(skip)]
    pub time: Duration,
}

impl ConfigReport {
    /// Returns whether no linter has a remark, no tool failed, and all outputs agreed.
    pub fn passed(&self) -> bool {
        !self.differs() && self.broken.is_none()
    }

    /// Returns whether the hardware is at fault: a linter has a remark, or an output differs.
    pub fn differs(&self) -> bool {
        !self.remarks.is_empty() || self.units.iter().any(|unit| unit.mismatches > 0)
    }
}

/// Describes a configuration that failed: its keys, what is wrong, and the command that shows it
/// again.
impl fmt::Display for ConfigReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} with", self.unit)?;
        for line in self.config.to_short_toml().lines() {
            writeln!(f, "  {line}")?;
        }
        for Remark { tool, text } in &self.remarks {
            writeln!(f, "{tool} says\n{text}")?;
        }
        if let Some(broken) = &self.broken {
            writeln!(f, "{broken}")?;
        }
        // One mismatch is enough here: `replay` shows the others.
        if let Some(mismatch) = self.units.iter().flat_map(|unit| &unit.failures).next() {
            writeln!(f, "{mismatch}")?;
        }
        if let Some(simplest) = &self.simplest {
            writeln!(f, "  simplest  {}", format!("{} {}", self.setup.flags(), simplest.flags()).trim_end())?;
        }
        write!(f, "  replay    {}", self.replay)
    }
}

impl SweepReport {
    /// Returns whether all configurations passed.
    pub fn passed(&self) -> bool {
        self.configs.iter().all(ConfigReport::passed)
    }
}

/// A callback for each configuration that is done, called from several threads.
pub type Watch<'a> = dyn Fn(&ConfigReport) + Sync + 'a;

impl Sweep<'_> {
    /// Checks all of `configs`, also after a failure. For the first failure, it searches for the
    /// simplest configuration that fails.
    ///
    /// # Errors
    /// If a configuration is refused, a tool cannot be started or is interrupted, or a file cannot
    /// be written.
    pub fn run(&self, configs: &[(Setup, Config)], watch: &Watch<'_>) -> Result<SweepReport, CosimError> {
        let is_first = AtomicBool::new(true);
        let configs = in_parallel(configs, self.jobs, |(setup, config)| {
            let report = self.explained(*setup, config, &is_first);
            report.inspect(watch)
        })?;
        Ok(SweepReport { format_version: 1, seed: self.seed, vectors: self.vectors, configs })
    }

    /// Checks a configuration. If it is the first that fails, searches for the simplest one that
    /// does.
    fn explained(&self, setup: Setup, config: &Config, is_first: &AtomicBool) -> Result<ConfigReport, CosimError> {
        let mut report = self.one(setup, config)?;
        if !report.passed() && is_first.swap(false, Ordering::Relaxed) {
            let fails = |config: &Config| self.one(setup, config).map(|report| !report.passed());
            report.simplest = Some(Space::of(setup).simplified(config, fails)?);
        }
        Ok(report)
    }

    fn one(&self, setup: Setup, config: &Config) -> Result<ConfigReport, CosimError> {
        let start = Instant::now();
        let (seed, vectors) = (self.seed, self.vectors);
        let replay = format!("vidalu cosim {} --seed {seed} --vectors {vectors} {}", setup.flags(), config.flags());
        let (mut remarks, mut units, mut broken) = (Vec::new(), Vec::new(), None);
        match self.work(setup, config, &mut remarks) {
            Ok(done) => units = done,
            Err(CosimError::Tool(
                error @ (ToolError::Failed { .. }
                | ToolError::TimedOut { .. }
                | ToolError::Halted { .. }
                | ToolError::BadOutput { .. }
                | ToolError::NoOutput { .. }),
            )) => broken = Some(in_full(&error)),
            Err(error) => return Err(error),
        }
        Ok(ConfigReport {
            unit: setup.to_string(),
            setup,
            config: config.clone(),
            replay: replay.trim_end().to_owned(),
            remarks,
            units,
            broken,
            simplest: None,
            time: start.elapsed(),
        })
    }

    fn work(&self, setup: Setup, config: &Config, remarks: &mut Vec<Remark>) -> Result<Vec<UnitReport>, CosimError> {
        let design = setup.generate(config)?;
        for linter in self.linters {
            remarks.extend(linter.lint(&design, self.timeout)?);
        }
        if self.simulators.is_empty() {
            return Ok(Vec::new());
        }
        let options = cosim::Options {
            targets: vec![setup.target()],
            config: config.clone(),
            vectors: self.vectors,
            seed: self.seed,
            timeout: self.timeout,
            jobs: 1,
            replay_options: config.flags(),
            ..cosim::Options::default()
        };
        let report = match setup.wrapper() {
            Some(wrapper) => bus::run(wrapper, &options, self.simulators, &|_| ())?,
            None => cosim::run(&options, self.simulators, &|_| ())?,
        };
        if report.interrupted {
            return Err(ToolError::Interrupted { tool: "co-simulation" }.into());
        }
        Ok(report.units.into_iter().map(|unit| UnitReport { coverage: Vec::new(), ..unit }).collect())
    }
}
