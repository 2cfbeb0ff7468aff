//! The interface of the unit: ports, blocks, header.

use vidalu_model::control::Field;
use vidalu_model::control::scalar::{BTYPE, CMP, DTYPE, FORMAT, OP, SAT, WRAP};

use super::operation::{PICK, SET, SHIFT, SUM, any};
use crate::Operation::Vabsdiff;
use crate::header::unit_facts;
use crate::pipeline::{Pipeline, Timing};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config, Profile, Target, Unit};

pub(super) fn saturates(config: &Config) -> bool {
    config.ops.iter().any(|op| op.saturates())
}

/// Returns whether an operation needs the order of its operands.
pub(super) fn compares(config: &Config) -> bool {
    any(config, &PICK) || any(config, &SET) || config.has(Vabsdiff)
}

/// Returns whether the text reads this field of the control word. `names_op` says whether it
/// compares the code of the operation.
pub(super) fn reads(config: &Config, field: &Field, names_op: bool) -> bool {
    match field.name {
        name if name == OP.name => names_op,
        name if name == BTYPE.name => any(config, &SUM) || any(config, &PICK) || any(config, &SET),
        name if name == DTYPE.name || name == SAT.name => saturates(config),
        name if name == CMP.name => any(config, &SET),
        name if name == WRAP.name => any(config, &SHIFT),
        _ => true,
    }
}

/// Returns the blocks that the unit's operations need, in the order of the dataflow.
pub(super) fn blocks(config: &Config) -> Vec<Block> {
    [
        (Block::Select, true),
        (Block::Compare, compares(config)),
        (Block::Adder34, any(config, &SUM)),
        (Block::Shifter, any(config, &SHIFT)),
        (Block::Saturate, saturates(config)),
        (Block::Merge, true),
        (Block::Secondary, true),
    ]
    .into_iter()
    .filter_map(|(block, wanted)| wanted.then_some(block))
    .collect()
}

/// Returns the module of the unit, with its ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let timing = Timing::of(Unit::Scalar, config);
    let mut ports = timing.inputs();
    ports.extend([
        Port::input("ctl_i", FORMAT.width(), "control word"),
        Port::input("a_i", 32, "first operand"),
        Port::input("b_i", 32, "second operand"),
        Port::input("c_i", 32, "third operand, for the secondary operation or the merge"),
    ]);
    ports.extend(timing.outputs());
    ports.push(Port::output("d_o", 32, "result"));
    if config.sat_o {
        ports.push(Port::output("sat_o", 1, ".sat has changed the result"));
    }
    let target = Target::Unit(Unit::Scalar);
    Ok(Module::new(config.module_name(target.name()), target.doc(), ports)?.in_language(config.language))
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let decisions = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D6): .min and .max compare the whole 34-bit intermediate",
        Profile::Hardware => "hardware (SEMANTICS H2): .min and .max compare 32 bits of it, read as dtype",
    };
    unit_facts(config, decisions.to_owned(), pipeline.latency_fact(), pipeline.handshake_fact())
}
