//! The interface of the unit: ports, blocks, header.

use vidalu_model::control::WIDTH;

use crate::header::unit_facts;
use crate::operation::Operations;
use crate::operation::Source::Shift;
use crate::pipeline::{Pipeline, Timing};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config, Profile, Target, Unit};

/// Returns the blocks that the unit's operations need, in the order of the dataflow.
pub(super) fn blocks(ops: &Operations) -> Vec<Block> {
    let mut blocks = vec![Block::LaneSelect, Block::SegmentedAdder];
    blocks.extend(ops.any(&[Shift]).then_some(Block::Shifter));
    blocks.extend(ops.saturates().then_some(Block::LaneSaturate));
    blocks.extend([Block::Accumulate, Block::LaneMerge]);
    blocks
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let timing = Timing::of(Unit::Lanes, config);
    let mut ports = timing.inputs();
    ports.extend([
        Port::input("ctl_i", WIDTH, "whole control word, of unit scalar or simd"),
        Port::input("a_i", 32, "first operand"),
        Port::input("b_i", 32, "second operand"),
        Port::input("c_i", 32, "third operand, of all that follows .sat"),
    ]);
    ports.extend(timing.outputs());
    ports.push(Port::output("d_o", 32, "result"));
    if config.sat_o {
        ports.push(Port::output("sat_o", 1, ".sat has changed the value, or a lane of the mask"));
    }
    let target = Target::Unit(Unit::Lanes);
    Ok(Module::new(config.module_name(target.name()), target.doc(), ports)?.in_language(config.language))
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let decisions = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D7): .min and .max compare the whole 34-bit intermediate",
        Profile::Hardware => "hardware (SEMANTICS H2, D7): .min and .max compare 32 bits of it, read as dtype",
    };
    unit_facts(config, decisions.to_owned(), pipeline.latency_fact(), pipeline.handshake_fact())
}
