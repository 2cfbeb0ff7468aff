//! What a run found: a row for each configuration.

use serde::Serialize;
use vidalu_sim::CosimError;

use crate::recipe::Recipe;

/// The findings of a run.
#[derive(Clone, Debug, Serialize)]
pub struct SynthReport {
    /// The version of the document.
    pub format_version: u32,
    /// The target: `lut6`, a device, or the name of a library.
    pub target: String,
    /// The names and versions of the tools.
    pub tools: Vec<String>,
    /// The clock to meet, in MHz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<f64>,
    /// A row for each configuration, in the order of the request.
    pub rows: Vec<Row>,
    /// The configurations that a tool failed on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Failed>,
    /// The smallest row of each unit that meets the clock; absent if no clock was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Vec<Chosen>>,
}

/// A configuration that a tool failed on.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    /// The unit or block with its bus, and the flags of the configuration.
    pub name: String,
    /// The error of the tool.
    pub problem: String,
}

impl Failed {
    pub(crate) fn new(name: String, error: &CosimError) -> Self {
        Self { name, problem: error.to_string() }
    }
}

/// The smallest configuration of a unit that meets the clock.
#[derive(Clone, Debug, Serialize)]
pub struct Chosen {
    /// The unit or block.
    pub unit: &'static str,
    /// The flags of the configuration; `None` if none meets the clock.
    pub config: Option<String>,
    /// The index of the row; without a configuration, that of the fastest row. If none was routed,
    /// it is the row with the fewest levels.
    pub row: usize,
}

/// The cost of a configuration.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The unit or block.
    pub unit: &'static str,
    /// The bus around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrapper: Option<&'static str>,
    /// The flags that make the default configuration into this one.
    pub config: String,
    /// The number of rows of registers.
    pub depth: u32,
    /// The goal of the mapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<Recipe>,
    /// The area: in µm² of the cells of a library, in logic cells of a device, or else in lookup
    /// tables.
    pub area: f64,
    /// The number of lookup tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<u64>,
    /// The number of cells of carry chains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub carries: Option<u64>,
    /// The number of flip-flops.
    pub flip_flops: u64,
    /// The number of multiplier blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dsps: Option<u64>,
    /// The number of lookup tables or gates on the longest path.
    pub levels: Option<u32>,
    /// The longest delay of the gates between registers, without the registers, in picoseconds.
    pub delay_ps: Option<f64>,
    /// The clock frequency: the median of the seeds, or the slowest corner.
    pub mhz: Option<f64>,
    /// The clock with each seed of the router.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
    /// The clock in each corner: that of the target, then those of the command line in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<Corner>,
    /// The stage with the longest path, by the names of the unit's text.
    pub slowest_stage: String,
    /// The longest path.
    pub path: Path,
    /// The reason why the row has no clock, if it should have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The clock with one seed of the router.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The seed.
    pub seed: u64,
    /// The clock frequency.
    pub mhz: f64,
}

/// The clock in one corner.
#[derive(Clone, Debug, Serialize)]
pub struct Corner {
    /// The name of the Liberty file, without its folder.
    pub file: String,
    /// The name of the library in the file. Files of several corners can have the same.
    pub library: String,
    /// The clock frequency.
    pub mhz: f64,
}

/// A path between registers or ports.
#[derive(Clone, Debug, Serialize)]
pub struct Path {
    /// The register or port where it begins.
    pub from: String,
    /// The register, port or net where it ends.
    pub to: String,
}

impl Row {
    /// Returns the corner with the lowest clock, if there are several.
    pub fn slowest_corner(&self) -> Option<&Corner> {
        let corners = (self.corners.len() > 1).then_some(&self.corners)?;
        corners.iter().min_by(|one, other| one.mhz.total_cmp(&other.mhz))
    }

    /// Returns the lowest and the highest clock of all seeds, if there are several.
    pub fn spread(&self) -> Option<(f64, f64)> {
        let runs = (self.runs.len() > 1).then_some(&self.runs)?;
        let clocks = || runs.iter().map(|run| run.mhz);
        Some((clocks().min_by(f64::total_cmp)?, clocks().max_by(f64::total_cmp)?))
    }

    /// Returns the place in the order of size.
    pub(crate) fn size(&self) -> (f64, u64, u32) {
        (self.area, self.flip_flops, self.depth)
    }

    /// Returns the length of the longest path in the best unit that the row has: a lower number is
    /// faster.
    pub fn slowness(&self) -> f64 {
        let period = self.mhz.map(|mhz| 1e6 / mhz);
        period.or(self.delay_ps).or(self.levels.map(f64::from)).unwrap_or(f64::INFINITY)
    }
}

impl SynthReport {
    /// Returns whether every unit has a configuration that meets the clock.
    pub fn is_met(&self) -> bool {
        self.chosen.iter().flatten().all(|chosen| chosen.config.is_some())
    }
}
