//! The interface of the unit: ports, stages, header.

use vidalu_model::control::vmad::FORMAT;

use crate::pipeline::{Pipeline, Stage};
use crate::verilog::{Module, VerilogError};
use crate::{Adder, Config, Goal, Operation, Unit, unit};

/// The names of the stages that reduce the rows of a multiplier. No architecture has more.
pub(super) const REDUCE: [&str; 4] = ["reduction 1", "reduction 2", "reduction 3", "reduction 4"];

/// The stage of the adder without rows inside it.
pub(super) const ADD: &str = "add";

/// The lower half of the adder.
pub(super) const LOWER: &str = "lower sum";

/// The upper half of the adder.
pub(super) const UPPER: &str = "upper sum";

/// The last stage of the form for cells.
pub(super) const LAST: &str = "scale | saturate";

/// Returns the stages of the unit. `reductions` has the lengths of those that reduce the rows of a
/// structural multiplier.
pub(super) fn stages(config: &Config, reductions: Option<impl ExactSizeIterator<Item = u32>>) -> Vec<Stage> {
    let mut stages = vec![Stage::new("select", 3)];
    match reductions {
        None => stages.push(Stage::retiming("multiply", 9)),
        Some(lengths) => {
            stages.push(Stage::new("rows", 2));
            debug_assert!(lengths.len() <= REDUCE.len(), "every part has a name");
            stages.extend(REDUCE.into_iter().zip(lengths).map(|(name, length)| Stage::new(name, length)));
        }
    }
    let (whole, half) = match config.adder {
        Adder::KoggeStone | Adder::Sklansky => (6, 5),
        Adder::BrentKung => (8, 7),
        Adder::CarrySelect => (10, 7),
        Adder::Plus => (7, 4),
        Adder::Ripple => (33, 17),
    };
    stages.extend(Stage::halves((ADD, whole), [(LOWER, half), (UPPER, half)]));
    if is_for_cells(config) {
        stages.push(Stage::new(LAST, 3));
    } else {
        stages.extend([Stage::new("scale", 4), Stage::new("saturate", 2)]);
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
