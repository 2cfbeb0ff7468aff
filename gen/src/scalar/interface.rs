//! The unit from outside: its ports, its blocks, its header.

use itertools::Itertools;
use vidalu_model::control::scalar::FORMAT;

use super::{PICK, SET, SHIFT, SUM};
use crate::Operation::Vabsdiff;
use crate::pipeline::Cut;
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config, Handshake, Operation, Profile, Target, Unit};

/// Whether the unit has one of these operations.
pub(super) fn any(config: &Config, group: &[Operation]) -> bool {
    group.iter().any(|&op| config.has(op))
}

pub(super) fn saturates(config: &Config) -> bool {
    config.ops.iter().any(|op| op.saturates())
}

/// The blocks that the unit's operations need, in the order of the dataflow.
pub(super) fn blocks(config: &Config) -> Vec<Block> {
    let compares = any(config, &PICK) || any(config, &SET) || config.has(Vabsdiff);
    [
        (Block::Select, true),
        (Block::Compare, compares),
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

/// The unit's ports.
pub(super) fn module(config: &Config) -> Result<Module, VerilogError> {
    let mut ports = Vec::new();
    let valid = config.handshake == Handshake::Valid;
    if config.depth > 0 {
        ports.push(Port::input("clk_i", 1, "clock"));
        if let (Some(reset), true) = (config.reset.port(), valid) {
            let when = if config.reset.is_asynchronous() { "asynchronous" } else { "synchronous" };
            let level = if config.reset.is_active_low() { "low" } else { "high" };
            ports.push(Port::input(reset, 1, format!("reset, {when}, active {level}")));
        }
    }
    if valid {
        ports.push(Port::input("valid_i", 1, "this cycle carries an instruction"));
    }
    ports.extend([
        Port::input("ctl_i", FORMAT.width(), "control word"),
        Port::input("a_i", 32, "first operand"),
        Port::input("b_i", 32, "second operand"),
        Port::input("c_i", 32, "third operand, of the secondary operation or the merge"),
    ]);
    if valid {
        ports.push(Port::output("valid_o", 1, "d_o carries a result"));
    }
    ports.push(Port::output("d_o", 32, "result"));
    if config.sat_o {
        ports.push(Port::output("sat_o", 1, ".sat has changed the result"));
    }
    let target = Target::Unit(Unit::Scalar);
    Module::new(config.module_name(target.name()), target.doc(), ports)
}

/// What the header says besides the configuration.
pub(super) fn facts(config: &Config) -> Vec<(&'static str, String)> {
    let ops = Operation::list(config.ops.iter().copied());
    let stages = Cut::of_depth(config.depth).iter().map(|cut| cut.stages().0).join(", ");
    let rows = format!("one instruction a cycle; registers after {stages}, none at the ports");
    let latency = match config.depth {
        0 => "0: combinational, without clock and reset".to_owned(),
        1 => format!("1 clock cycle, {rows}"),
        cycles => format!("{cycles} clock cycles, {rows}"),
    };
    let handshake = match (config.handshake, config.depth) {
        (Handshake::None, _) => "every cycle carries an instruction",
        (Handshake::Valid, 0) => "valid_o is valid_i; d_o counts only where valid_o is 1",
        (Handshake::Valid, _) => {
            "valid_o is valid_i, later; d_o counts only where valid_o is 1; only the valid bits are reset"
        }
    };
    let decisions = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D6): .min and .max see the whole 34-bit intermediate",
        Profile::Hardware => "hardware (SEMANTICS H2): .min and .max see 32 bits of the intermediate, read by dtype",
    };
    vec![
        ("Operations", ops),
        ("Manual", format!("PTX ISA {}", sections(config))),
        ("Profile", decisions.to_owned()),
        ("Latency", latency),
        ("Handshake", handshake.to_owned()),
        (
            "Control word",
            "vidalu_defs.vh has its fields; other codes, and operations left out, give no defined result".to_owned(),
        ),
    ]
}

/// The sections of the manual that define the unit's operations.
pub(super) fn sections(config: &Config) -> String {
    config.ops.iter().map(|op| op.section()).sorted_unstable().dedup().join(", ")
}
