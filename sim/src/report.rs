//! What a co-simulation found, for people and for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::coverage::GroupSummary;
use crate::shard::Share;

/// The whole report; as JSON the one document of `cosim --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CosimReport {
    /// Version of this format: 1.
    pub format_version: u32,
    /// Version of vidalu.
    pub version: Cow<'static, str>,
    /// Whether the user ended it early: then it reports what was done until then.
    pub interrupted: bool,
    /// Which part of a run this is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Share>,
    /// Of how many shards it was merged, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// One entry for each unit and simulator, in the order of the request.
    pub units: Vec<UnitReport>,
    /// The wave that was written, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wave: Option<WaveReport>,
}

impl CosimReport {
    /// Whether everything agreed.
    pub fn passed(&self) -> bool {
        self.units.iter().all(|unit| unit.mismatches == 0)
    }
}

/// A unit or block in one simulator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitReport {
    /// The unit or block.
    pub unit: Cow<'static, str>,
    /// The simulator.
    pub sim: Cow<'static, str>,
    /// The line with which the simulator names its build.
    pub sim_version: String,
    /// The configuration, on one line.
    pub config: String,
    /// The seed of the stimulus.
    pub seed: u64,
    /// The number of the first vector.
    pub first: u64,
    /// Clock cycles; for a block, vectors.
    pub cycles: u64,
    /// Instructions whose outputs were compared; for a block, vectors.
    pub checked: u64,
    /// Cycles in which an output differed.
    pub mismatches: u64,
    /// The first of them.
    pub failures: Vec<Mismatch>,
    /// Functional coverage.
    pub coverage: Vec<GroupSummary>,
    /// Time to generate and compile. Not in the JSON: the same request gives the same document.
    #[serde(skip)]
    pub build_time: Duration,
    /// Time to make the stimulus, simulate and compare. Not in the JSON.
    #[serde(skip)]
    pub run_time: Duration,
}

/// A cycle in which something differed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// The unit or block.
    pub unit: Cow<'static, str>,
    /// The simulator.
    pub sim: Cow<'static, str>,
    /// The cycle, from 0.
    pub cycle: u64,
    /// The number of the vector whose results were due; none if none were.
    pub index: Option<u64>,
    /// The instruction, for a unit.
    pub ptx: Option<String>,
    /// The inputs by port.
    pub operands: BTreeMap<String, String>,
    /// The outputs that differ.
    pub outputs: Vec<OutputMismatch>,
    /// Where the module parts from the model: a stage of the shared vocabulary, or `pipeline` where the instruction
    /// alone is right and only its neighbours make it wrong.
    pub stage: String,
    /// The values of the stages, for a unit, where the simulator shows them.
    pub stages: Vec<StageValue>,
    /// The command that shows the mismatch again.
    pub replay: String,
}

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputMismatch {
    /// The port.
    pub name: String,
    /// What the golden model gives, in hexadecimal.
    pub expected: String,
    /// What came out, with `x` and `z` digits where it is unknown.
    pub got: String,
}

/// A value inside a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageValue {
    /// The stage.
    pub stage: Cow<'static, str>,
    /// Instance and port that show it.
    pub signal: String,
    /// What the golden model has there, in hexadecimal.
    pub expected: String,
    /// What the module has there.
    pub got: String,
}

/// A wave that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaveReport {
    /// The file.
    pub path: PathBuf,
    /// The save file of GTKWave for it.
    pub gtkwave: PathBuf,
    /// The command file of Surfer for it.
    pub surfer: PathBuf,
    /// The unit or block.
    pub unit: Cow<'static, str>,
    /// The simulator.
    pub sim: Cow<'static, str>,
    /// The first cycle in it.
    pub from: u64,
    /// The last cycle in it.
    pub to: u64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mismatch: {} in {}, cycle {}", self.unit, self.sim, self.cycle)?;
        match self.index {
            Some(index) => writeln!(f, ", vector {index}")?,
            None => writeln!(f, ", where no result was due")?,
        }
        if let Some(ptx) = &self.ptx {
            writeln!(f, "  {ptx}")?;
        }
        let operands: Vec<_> = self.operands.iter().map(|(name, value)| format!("{name} {value}")).collect();
        if !operands.is_empty() {
            writeln!(f, "  with     {}", operands.join("  "))?;
        }
        for output in &self.outputs {
            writeln!(f, "  {:<8} expected {}, got {}", output.name, output.expected, output.got)?;
        }
        writeln!(f, "  stage    {}", self.stage)?;
        for value in &self.stages {
            let mark = if value.expected == value.got { ' ' } else { '!' };
            let StageValue { stage, signal, expected, got } = value;
            writeln!(f, "  {mark} {stage:<10} {signal:<20} expected {expected}, got {got}")?;
        }
        write!(f, "  replay   {}", self.replay)
    }
}
