//! The interface of the unit: ports, blocks, header.

use vidalu_model::control::Field;
use vidalu_model::control::simd::{CMP, DTYPE, FORMAT, OP, QUAD, SAT};

use super::ADD;
use super::last::MERGE_OR_ACCUMULATE;
use crate::decode::{self, field_net};
use crate::header::unit_facts;
use crate::operation::Operations;
use crate::operation::Source::{Half, Pick, Set, Sum};
use crate::pipeline::Pipeline;
use crate::verilog::{Condition, Declaration, Module, Net, VerilogError, aligned};
use crate::{Block, Choice, Config, Goal, Unit, unit};

/// Returns whether one adder computes every operation. Truth values alone need no sum.
pub(super) fn has_one_adder(config: &Config, ops: &Operations) -> bool {
    config.goal == Goal::Tables && ops.any(&[Sum, Half, Pick])
}

/// Returns the blocks that the unit's operations need, in the order of the dataflow. With registers
/// inside the adder or the sum, the unit has its halves.
pub(super) fn blocks(config: &Config, ops: &Operations, pipeline: &Pipeline<'_>) -> Vec<Block> {
    let own_adder = !has_one_adder(config, ops);
    let whole_adder = own_adder && pipeline.has_stage(ADD);
    [
        (Block::LaneSelect, true),
        (Block::SegmentedAdder, whole_adder),
        (Block::LaneSaturate, own_adder && ops.saturates()),
        (Block::LaneMerge, true),
        (Block::Accumulate, !own_adder || pipeline.has_stage(MERGE_OR_ACCUMULATE)),
    ]
    .into_iter()
    .filter_map(|(block, wanted)| wanted.then_some(block))
    .collect()
}

/// Returns whether the text reads this field of the control word. `names_op` says whether it
/// compares the code of the operation.
pub(super) fn reads(ops: &Operations, field: &Field, names_op: bool) -> bool {
    match field.name {
        name if name == OP.name => names_op,
        name if name == DTYPE.name || name == SAT.name => ops.saturates(),
        name if name == CMP.name => ops.any(&[Set]),
        name if name == QUAD.name => ops.both_widths(),
        _ => true,
    }
}

/// Returns the declarations of the fields that the unit reads, and of `quad` if all its operations
/// have the same number of lanes.
pub(super) fn fields(ops: &Operations, control: &Net, reads: impl Fn(&Field) -> bool) -> Vec<String> {
    let mut fields = decode::declarations(&FORMAT, control, reads);
    if !ops.both_widths() {
        let (quad, doc) = if ops.four {
            (Condition::Always, "every operation is on four bytes")
        } else {
            (Condition::Never, "every operation is on two half-words")
        };
        fields.push(Declaration::wire(field_net(&QUAD), quad).with_doc(doc));
    }
    aligned(&fields)
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let operands = ["first operand", "second operand", "third operand, of the merge or the sum"];
    unit::module(
        (Unit::Simd, config),
        (FORMAT.width(), "control word"),
        operands,
        ".sat has changed a lane of the mask",
    )
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let lanes = "SEMANTICS D7: whole signed lanes, a half rounded away from zero; the same in every profile";
    unit_facts(
        config,
        format!("{} ({lanes})", config.profile.name()),
        pipeline.latency_fact(),
        pipeline.handshake_fact(),
    )
}
