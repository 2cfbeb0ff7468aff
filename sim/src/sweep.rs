//! Many configurations: each linted where that is wanted, and co-simulated in every simulator.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use vidalu_gen::space::Space;
use vidalu_gen::{Config, Target, generate};

use crate::cosim;
use crate::error::{CosimError, ToolError, in_full};
use crate::lint::{Linter, Remark};
use crate::parallel::in_parallel;
use crate::report::UnitReport;
use crate::simulator::Simulator;

/// What is done with each configuration.
pub struct Sweep<'a> {
    /// Tools that read the text first.
    pub linters: &'a [Linter],
    /// Simulators that run it then.
    pub simulators: &'a [Box<dyn Simulator>],
    /// Vectors to check, for each configuration and simulator.
    pub vectors: u64,
    /// The seed of the stimulus.
    pub seed: u64,
    /// The most time that any one step of a tool may take.
    pub timeout: Duration,
    /// Configurations that are worked on at the same time; at least 1.
    pub jobs: usize,
}

/// What came of all configurations; as JSON the one document of `cosim --config-fuzz N --format json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepReport {
    /// Version of this format: 1.
    pub format_version: u32,
    /// The seed of the stimulus, and of the configurations where they were drawn.
    pub seed: u64,
    /// Vectors that were to be checked, for each configuration and simulator.
    pub vectors: u64,
    /// One entry for each configuration, in the order of the request.
    pub configs: Vec<ConfigReport>,
}

/// What came of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConfigReport {
    /// The unit or block.
    pub unit: &'static str,
    /// The configuration, every key written out.
    pub config: Config,
    /// The command that co-simulates it alone.
    pub replay: String,
    /// What the tools say of the text: nothing, if it is right.
    pub remarks: Vec<Remark>,
    /// One entry for each simulator; without coverage, of which so few vectors say little.
    pub units: Vec<UnitReport>,
    /// The tool that did not do its work, and what it said: `units` is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// Of the first configuration that fails: one that fails too and has as many keys as possible at their default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simplest: Option<Config>,
    /// The time for all. Not in the JSON: the same request gives the same document.
    #[serde(skip)]
    pub time: Duration,
}

impl ConfigReport {
    /// Whether no tool says anything and everything agreed.
    pub fn passed(&self) -> bool {
        !self.differs() && self.broken.is_none()
    }

    /// Whether the hardware is at fault: a tool has a remark, or an output differs.
    pub fn differs(&self) -> bool {
        !self.remarks.is_empty() || self.units.iter().any(|unit| unit.mismatches > 0)
    }
}

/// Of one that failed: the configuration, what is wrong, and how to see it again.
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
        // One is enough to begin with: `replay` shows the others.
        if let Some(mismatch) = self.units.iter().flat_map(|unit| &unit.failures).next() {
            writeln!(f, "{mismatch}")?;
        }
        if let Some(simplest) = &self.simplest {
            writeln!(f, "  simplest  {}", format!("--unit {} {}", self.unit, simplest.flags()).trim_end())?;
        }
        write!(f, "  replay    {}", self.replay)
    }
}

impl SweepReport {
    /// Whether all configurations passed.
    pub fn passed(&self) -> bool {
        self.configs.iter().all(ConfigReport::passed)
    }
}

/// Receives each configuration when it is done, from several threads.
pub type Watch<'a> = dyn Fn(&ConfigReport) + Sync + 'a;

impl Sweep<'_> {
    /// Does it with all of `configs`. Goes on after a failure, with the first of which it also looks for the simplest
    /// configuration that fails.
    ///
    /// # Errors
    /// If a configuration is refused, a tool cannot be started or is interrupted, or a file cannot be written.
    pub fn run(&self, configs: &[(Target, Config)], watch: &Watch<'_>) -> Result<SweepReport, CosimError> {
        let is_first = AtomicBool::new(true);
        let configs = in_parallel(configs, self.jobs, |(target, config)| {
            let report = self.explained(*target, config, &is_first);
            report.inspect(watch)
        })?;
        Ok(SweepReport { format_version: 1, seed: self.seed, vectors: self.vectors, configs })
    }

    /// What comes of a configuration; of the first that fails also the simplest one that does.
    fn explained(&self, target: Target, config: &Config, is_first: &AtomicBool) -> Result<ConfigReport, CosimError> {
        let mut report = self.one(target, config)?;
        if !report.passed() && is_first.swap(false, Ordering::Relaxed) {
            let fails = |config: &Config| self.one(target, config).map(|report| !report.passed());
            report.simplest = Some(Space::of(target).simplified(config, fails)?);
        }
        Ok(report)
    }

    fn one(&self, target: Target, config: &Config) -> Result<ConfigReport, CosimError> {
        let start = Instant::now();
        let (seed, vectors) = (self.seed, self.vectors);
        let replay = format!("vidalu cosim --unit {target} --seed {seed} --vectors {vectors} {}", config.flags());
        let (mut remarks, mut units, mut broken) = (Vec::new(), Vec::new(), None);
        match self.work(target, config, &mut remarks) {
            Ok(done) => units = done,
            Err(CosimError::Tool(
                error @ (ToolError::Failed { .. } | ToolError::TimedOut { .. } | ToolError::BadOutput { .. }),
            )) => broken = Some(in_full(&error)),
            Err(error) => return Err(error),
        }
        Ok(ConfigReport {
            unit: target.name(),
            config: config.clone(),
            replay: replay.trim_end().to_owned(),
            remarks,
            units,
            broken,
            simplest: None,
            time: start.elapsed(),
        })
    }

    fn work(&self, target: Target, config: &Config, remarks: &mut Vec<Remark>) -> Result<Vec<UnitReport>, CosimError> {
        let design = generate(target, config)?;
        for linter in self.linters {
            remarks.extend(linter.lint(&design, self.timeout)?);
        }
        if self.simulators.is_empty() {
            return Ok(Vec::new());
        }
        let options = cosim::Options {
            targets: vec![target],
            config: config.clone(),
            vectors: self.vectors,
            seed: self.seed,
            timeout: self.timeout,
            jobs: 1,
            replay_options: config.flags(),
            ..cosim::Options::default()
        };
        let report = cosim::run(&options, self.simulators, &|_| ())?;
        if report.interrupted {
            return Err(ToolError::Interrupted { tool: "co-simulation" }.into());
        }
        Ok(report.units.into_iter().map(|unit| UnitReport { coverage: Vec::new(), ..unit }).collect())
    }
}
