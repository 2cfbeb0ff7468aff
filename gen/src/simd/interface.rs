//! The unit from outside: its ports, its blocks, its header.

use vidalu_model::control::simd::FORMAT;

use super::operation::Operations;
use crate::header::unit_facts;
use crate::pipeline::{Pipeline, Timing};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Choice, Config, Target, Unit};

/// The blocks that the unit's operations need, in the order of the dataflow.
pub(super) fn blocks(ops: &Operations) -> Vec<Block> {
    let mut blocks = vec![Block::LaneSelect, Block::SegmentedAdder];
    blocks.extend(ops.saturates().then_some(Block::LaneSaturate));
    blocks.extend([Block::LaneMerge, Block::Accumulate]);
    blocks
}

/// The unit's ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let timing = Timing::of(Unit::Simd, config);
    let mut ports = timing.inputs();
    ports.extend([
        Port::input("ctl_i", FORMAT.width(), "control word"),
        Port::input("a_i", 32, "first operand"),
        Port::input("b_i", 32, "second operand"),
        Port::input("c_i", 32, "third operand, of the merge or the sum"),
    ]);
    ports.extend(timing.outputs());
    ports.push(Port::output("d_o", 32, "result"));
    if config.sat_o {
        ports.push(Port::output("sat_o", 1, ".sat has changed a lane of the mask"));
    }
    let target = Target::Unit(Unit::Simd);
    Ok(Module::new(config.module_name(target.name()), target.doc(), ports)?.in_language(config.language))
}

/// What the header says besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let lanes = "SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same in every profile";
    unit_facts(
        config,
        format!("{} ({lanes})", config.profile.name()),
        pipeline.latency_fact(),
        pipeline.handshake_fact(),
    )
}
