//! The interface of the unit: ports, blocks, header.

use vidalu_model::control::Field;
use vidalu_model::control::scalar::{BTYPE, CMP, DTYPE, FORMAT, OP, SAT, WRAP};

use crate::header::unit_facts;
use crate::operation::Operations;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::pipeline::Pipeline;
use crate::verilog::{Module, VerilogError};
use crate::{Adder, Block, Config, Goal, Profile, Unit, unit};

/// Returns whether the text reads this field of the control word. `names_op` says whether it
/// compares the code of the operation.
pub(super) fn reads(ops: &Operations, field: &Field, names_op: bool) -> bool {
    match field.name {
        name if name == OP.name => names_op,
        name if name == BTYPE.name => ops.any(&[Sum, Pick, Set]),
        name if name == DTYPE.name || name == SAT.name => ops.saturates(),
        name if name == CMP.name => ops.any(&[Set]),
        name if name == WRAP.name => ops.any(&[Shift]),
        _ => true,
    }
}

/// Returns whether one adder also selects the operand of `vmin` and `vmax`.
pub(super) fn has_one_adder(config: &Config, ops: &Operations) -> bool {
    config.goal == Goal::Tables && ops.any(&[Sum]) && ops.any(&[Pick])
}

/// Returns whether the form for tables joins the results of the one adder and of other circuits.
pub(super) fn joins(config: &Config, ops: &Operations) -> bool {
    has_one_adder(config, ops) && ops.any(&[Shift, Set])
}

/// The stage in which sums are made while the order of the operands is found.
pub(super) const ORDER_OR_ADD: &str = "order | add";

/// Returns whether sums are made while the order of the operands is found, and chosen behind a row.
/// That takes two more carry chains than the one adder, but fewer stages in series. The adders of
/// the other forms would be larger than the tables that join two chains.
pub(super) fn adds_early(config: &Config, ops: &Operations) -> bool {
    has_one_adder(config, ops) && config.adder == Adder::Plus && config.depth.of(Unit::Scalar) >= 2
}

/// Returns whether the shifter beside the one adder gives 0 for other operations, so that one table
/// joins both. A sum from a carry chain, which a device makes of `+`, would pass one table more.
pub(super) fn zeroes_shift(config: &Config) -> bool {
    config.adder != Adder::Plus
}

/// Returns whether one adder computes sums and finds the order of the operands.
pub(super) fn adds_and_orders(config: &Config, ops: &Operations) -> bool {
    config.goal == Goal::Cells && ops.any(&[Sum]) && ops.compares()
}

/// Returns whether the clamp and the secondary operation work in parallel.
pub(super) fn finishes_in_parallel(config: &Config, ops: &Operations) -> bool {
    config.goal == Goal::Cells && ops.saturates()
}

/// Returns the name of the stage with the adder and the shifter, if the unit has one.
pub(super) fn add_stage(ops: &Operations) -> &'static str {
    if ops.any(&[Shift]) { "add | shift" } else { "add" }
}

/// Returns whether the shifter is in two halves, because registers follow the comparison.
pub(super) fn has_shift_halves(config: &Config, ops: &Operations, pipeline: &Pipeline<'_>) -> bool {
    let is_cut = adds_early(config, ops) || joins(config, ops) && pipeline.has_rows_before(add_stage(ops));
    is_cut && ops.any(&[Shift])
}

/// Returns whether the clamp is in two halves, because registers are in front of it or inside. The
/// stage before it decides which bits it has to check.
pub(super) fn has_clamp_halves(config: &Config, pipeline: &Pipeline<'_>) -> bool {
    config.goal == Goal::Tables && (pipeline.has_rows_before("saturate") || pipeline.has_stage(EXCESS))
}

/// The first half of the stage `saturate`, which finds what exceeds the range.
pub(super) const EXCESS: &str = "excess";

/// The second half of the stage `saturate`, which takes the bound.
pub(super) const CLAMP: &str = "clamp";

/// Returns the blocks that the unit's operations need, in the order of the dataflow.
pub(super) fn blocks(config: &Config, ops: &Operations, pipeline: &Pipeline<'_>) -> Vec<Block> {
    let adds_and_orders = adds_and_orders(config, ops);
    let has_adder = ops.any(&[Sum]) && !has_one_adder(config, ops) && !adds_and_orders;
    let last = config.goal != Goal::Tables;
    [
        (Block::Select, true),
        (Block::Compare, ops.compares() && !adds_and_orders && !adds_early(config, ops)),
        (Block::Adder34, has_adder),
        (Block::Shifter, ops.any(&[Shift]) && !has_shift_halves(config, ops, pipeline)),
        (Block::Saturate, ops.saturates() && !has_clamp_halves(config, pipeline)),
        (Block::Merge, last),
        (Block::Secondary, last),
    ]
    .into_iter()
    .filter_map(|(block, wanted)| wanted.then_some(block))
    .collect()
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let operands = ["first operand", "second operand", "third operand, for the secondary operation or the merge"];
    unit::module((Unit::Scalar, config), (FORMAT.width(), "control word"), operands, ".sat has changed the result")
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let decisions = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate",
        Profile::Hardware => "hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype",
    };
    unit_facts(config, decisions.to_owned(), pipeline.latency_fact(), pipeline.handshake_fact())
}
