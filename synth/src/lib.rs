//! Measures what a unit costs: lookup tables and clock on an FPGA, or area and delay in cells.
//!
//! - [`Technology`]: what the hardware is mapped to.
//! - [`configurations`]: the values of keys to try.
//! - [`Mapping`]: the recipes of abc.
//! - [`run`]: measures units, blocks and wrapped units, or searches for the smallest that meets a
//!   clock.
//! - [`candidates`]: the clock and the area that are expected of configurations, without tools.
//! - [`clock`]: the clock of one module on an FPGA, after placement and routing.
//! - [`SynthReport`]: a row for each configuration, with its slowest stage.
//! - [`picture`]: the rows in a plane of area and speed.

mod axes;
mod choose;
mod cost;
mod estimate;
mod liberty;
mod netlist;
mod pareto;
mod place;
mod recipe;
mod report;
mod search;
mod stage;
mod target;
mod timing;
mod tools;

use vidalu_gen::Design;

pub use axes::configurations;
pub use choose::{Candidate, candidates, chosen_keys, fastest, smallest};
pub use estimate::{Delays, Estimate, Span, Stretch, Unmeasured, form, kind, name_of, spans};
pub use liberty::{Cell, Library};
pub use pareto::{page, picture};
pub use place::{FRAME, Registers, clock, frame};
pub use recipe::{Mapping, Recipe, SIMPLE_GATES, abc_for_cells, cell_commands};
pub use report::{Chosen, Corner, Failed, Path, Row, Run, SynthReport};
pub use search::{Options, Step, run};
pub use target::{DEVICES, Device, Technology};
pub use tools::{Limits, Tools};

/// Returns the source files of a design: relative path and text.
pub(crate) fn sources(design: &Design) -> Vec<(String, String)> {
    design.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect()
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
