//! The interface of the unit: ports, stages, header.

use vidalu_model::control::vmad::FORMAT;

use crate::arith::Multiply;
use crate::pipeline::{Pipeline, Stage};
use crate::verilog::{Module, VerilogError};
use crate::{Adder, Config, Goal, Operation, Unit, unit};

/// The names of the stages that reduce the rows of a multiplier.
pub(super) const REDUCE: [&str; Multiply::MAX_PARTS] =
    ["reduction 1", "reduction 2", "reduction 3", "reduction 4", "reduction 5", "reduction 6"];

/// The stage of the adder without rows inside it.
pub(super) const ADD: &str = "add";

/// The first half of the adder: each third of the sum alone.
pub(super) const THIRDS: &str = "thirds";

/// The second half of the adder: the carries from third to third.
pub(super) const JOIN: &str = "join";

/// The last stage of the form for cells.
pub(super) const LAST: &str = "scale | saturate";

/// Returns the stages of the unit. `reductions` has the number of carry-save stages in each module
/// that reduces the rows of a structural multiplier. The lengths are in halves of a nanosecond, a
/// compromise of the delays on FPGAs. With `*`, which is longer, no row is worth a place inside the
/// adder.
pub(super) fn stages(config: &Config, reductions: Option<impl Iterator<Item = u32>>) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 10)];
    let (whole, third) = match config.adder {
        Adder::KoggeStone | Adder::Sklansky => (14, 9),
        Adder::BrentKung => (18, 14),
        Adder::CarrySelect => (23, 12),
        Adder::Plus => (16, 11),
        Adder::Ripple => (76, 25),
    };
    match reductions {
        None => stages.extend([Stage::retiming("multiply", 20), Stage::new(ADD, whole)]),
        Some(counts) => {
            stages.push(Stage::new("rows", 7));
            stages.extend(REDUCE.into_iter().zip(counts).map(|(name, count)| Stage::new(name, 3 * count)));
            stages.extend(Stage::halves((ADD, whole), [(THIRDS, third), (JOIN, 4)]));
        }
    }
    if is_for_cells(config) {
        stages.push(Stage::new(LAST, 8));
    } else {
        stages.extend([Stage::new("scale", 6), Stage::new("saturate", 6)]);
    }
    stages
}

/// Returns whether the unit has the form for cells.
pub(super) fn is_for_cells(config: &Config) -> bool {
    config.goal == Goal::Cells
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let operands = ["left factor", "right factor", "addend"];
    unit::module((Unit::Vmad, config), (FORMAT.width(), "control word"), operands, ".sat has changed the result")
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    vec![
        ("Operations", Operation::Vmad.name().to_owned()),
        ("Manual", format!("PTX ISA {}", Operation::Vmad.section())),
        ("Profile", "manual and hardware agree (SEMANTICS D5): the sum is exact, -c is ~c + 1".to_owned()),
        ("Latency", pipeline.latency_fact()),
        ("Handshake", pipeline.handshake_fact()),
        ("Control word", "vidalu_defs.vh lists the fields; the result of any other code is undefined".to_owned()),
    ]
}
