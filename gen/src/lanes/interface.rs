//! The interface of the unit: ports, blocks, header.

use vidalu_model::control::WIDTH;

use crate::header::unit_facts;
use crate::operation::Operations;
use crate::operation::Source::Shift;
use crate::pipeline::Pipeline;
use crate::verilog::{Module, VerilogError};
use crate::{Block, Config, Profile, Unit, unit};

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
    let operands = ["first operand", "second operand", "third operand, of all that follows .sat"];
    unit::module(
        (Unit::Lanes, config),
        (WIDTH, "whole control word, of unit scalar or simd"),
        operands,
        ".sat has changed the value, or a lane of the mask",
    )
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let decisions = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D7): .min and .max compare the whole 34-bit intermediate",
        Profile::Hardware => "hardware (SEMANTICS H2, D7): .min and .max compare 32 bits of it, read as dtype",
    };
    unit_facts(config, decisions.to_owned(), pipeline.latency_fact(), pipeline.handshake_fact())
}
