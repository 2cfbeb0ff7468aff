//! The report of a co-simulation, for people and for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use crate::coverage::GroupSummary;
use crate::shard::Share;

/// The report, which is the JSON document of `cosim --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CosimReport {
    /// Version of this format: 1.
    pub format_version: u32,
    /// The version of vidalu.
    pub version: Cow<'static, str>,
    /// Whether the user interrupted. The report has what was done until then.
    pub interrupted: bool,
    /// The shard of a run that this report is of, if it is not of a whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Share>,
    /// The number of shards that were merged, if this is a merged report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// One entry for each unit and simulator, in the order of the request.
    pub units: Vec<UnitReport>,
    /// The wave that was written, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wave: Option<WaveReport>,
}

impl CosimReport {
    /// Returns whether all outputs agreed.
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
    /// The line in which the simulator reports its version.
    pub sim_version: String,
    /// The configuration in one line.
    pub config: String,
    /// The patterns of the forms that were checked, if not all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
    /// The seed of the stimulus.
    pub seed: u64,
    /// The number of the first vector.
    pub first: u64,
    /// The number of clock cycles; for a block, of vectors.
    pub cycles: u64,
    /// The number of instructions whose outputs were compared; for a block, of vectors.
    pub checked: u64,
    /// The number of cycles in which an output differed.
    pub mismatches: u64,
    /// The first mismatches.
    pub failures: Vec<Mismatch>,
    /// The functional coverage, by table.
    pub coverage: Vec<GroupSummary>,
    /// The time to generate and compile. It is not in the JSON, so that the same request gives the
    /// same document.
    #[serde(skip)]
    pub build_time: Duration,
    /// The time to draw the stimulus, simulate and compare. It is not in the JSON.
    #[serde(skip)]
    pub run_time: Duration,
}

/// A cycle in which an output differed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// The unit or block.
    pub unit: Cow<'static, str>,
    /// The simulator.
    pub sim: Cow<'static, str>,
    /// The cycle, from 0.
    pub cycle: u64,
    /// The number of the vector whose results were due, if any.
    pub index: Option<u64>,
    /// The first thread in which an output differs, behind a bus whose instructions several threads
    /// execute. The operands are those of this thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<usize>,
    /// The instruction as PTX, for a unit.
    pub ptx: Option<String>,
    /// The inputs by port.
    pub operands: BTreeMap<String, String>,
    /// The outputs that differ.
    pub outputs: Vec<OutputMismatch>,
    /// The stage in which the module goes wrong, in the vocabulary of the manual; `pipeline` if the
    /// instruction is right alone and wrong among its neighbours; `unknown` if nothing was observed
    /// that is wrong.
    pub stage: String,
    /// The values of the stages, for a unit, if the simulator shows them.
    pub stages: Vec<StageValue>,
    /// The command that shows the mismatch again, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
}

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputMismatch {
    /// The port.
    pub name: String,
    /// The value of the golden model, in hexadecimal.
    pub expected: String,
    /// The value of the module, with `x` and `z` for unknown digits.
    pub got: String,
}

/// A value inside a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageValue {
    /// The stage.
    pub stage: Cow<'static, str>,
    /// The instance and the port, or the net, that shows the value.
    pub signal: String,
    /// The value of the golden model, in hexadecimal.
    pub expected: String,
    /// The value of the module; `None` if the module has no such signal.
    pub got: Option<String>,
}

impl StageValue {
    /// Returns whether the module shows another value than the golden model.
    pub fn is_wrong(&self) -> bool {
        self.got.as_ref().is_some_and(|got| *got != self.expected)
    }
}

/// Writes a path as text, with `\u{fffd}` for bytes that are not UTF-8. A document must not fail
/// because of a name.
///
/// # Errors
/// If the serializer fails.
pub fn path_as_text<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// A wave that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaveReport {
    /// The file.
    #[serde(serialize_with = "path_as_text")]
    pub path: PathBuf,
    /// The files that open it in a viewer; a picture has none.
    #[serde(flatten)]
    pub viewers: Option<Viewers>,
    /// The unit or block.
    pub unit: Cow<'static, str>,
    /// The simulator.
    pub sim: Cow<'static, str>,
    /// The first cycle that it shows.
    pub from: u64,
    /// The last cycle that it shows.
    pub to: u64,
}

/// The files that open a wave in a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Viewers {
    /// The save file for GTKWave.
    #[serde(serialize_with = "path_as_text")]
    pub gtkwave: PathBuf,
    /// The command file for Surfer.
    #[serde(serialize_with = "path_as_text")]
    pub surfer: PathBuf,
}

impl Mismatch {
    /// Returns which instruction the mismatch is in, as text: the vector and the thread.
    pub fn instruction(&self) -> String {
        let instruction = match self.index {
            Some(index) => format!("vector {index}"),
            // The bench of a bus adds instructions of its own between the vectors.
            None if self.ptx.is_some() => "in an instruction of the bench".to_owned(),
            None => "where no result was due".to_owned(),
        };
        match self.thread {
            Some(thread) => format!("{instruction}, thread {thread}"),
            None => instruction,
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mismatch: {} in {}, cycle {}, {}", self.unit, self.sim, self.cycle, self.instruction())?;
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
        write!(f, "  stage    {}", self.stage)?;
        for value in &self.stages {
            let mark = if value.is_wrong() { '!' } else { ' ' };
            let StageValue { stage, signal, expected, got } = value;
            let got = got.as_ref().map_or("not observed".to_owned(), |got| format!("got {got}"));
            write!(f, "\n  {mark} {stage:<10} {signal:<20} expected {expected}, {got}")?;
        }
        if let Some(replay) = &self.replay {
            write!(f, "\n  replay   {replay}")?;
        }
        Ok(())
    }
}
