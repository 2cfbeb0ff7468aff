//! CV-X-IF 1.0, the extension interface of the OpenHW Group: instructions of RISC-V that a
//! processor offers, with three source registers, and commits or kills.

use askama::Template;
use itertools::Itertools;

use super::Bus;
use super::command::{Command, CommandText, Nets};
use super::inside::{Inside, cycles};
use crate::design::render;
use crate::landmark::bus::{COMMAND, RS, WHICH, high};
use crate::verilog::{Instance, Module, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/cv_x_if.v")]
struct Text<'a> {
    header: String,
    module: &'a Module,
    inside: &'a Inside<'a>,
    commands: CommandText,
    /// Whether the command is one that sets something.
    sets: String,
    /// Whether there is a third operand, as a bit.
    has_c: u8,
    id_width: u32,
    unit: Instance,
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let [rs1, rs2, rs3] = RS;
    let nets = Nets {
        does: "go",
        command: COMMAND,
        which: WHICH,
        operands: [rs1, rs2],
        third: if inside.is_wide() { format!("{{{}, {rs3}}}", high("c")) } else { rs3.to_owned() },
        answer: "data_q",
    };
    let others = [("valid_i", "execute"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "always_free")];
    let latency = inside.latency(2);
    let timing = format!(
        "A result is offered {} after its instruction is accepted and committed; for the\ncommands that do not \
         execute, {} after. The next instruction is accepted once the\nresult is taken.",
        cycles(latency),
        cycles(2)
    );
    let header = inside.header(
        format!("{} from the cycle in which an instruction is taken, if it is committed by then", cycles(latency)),
        "CV-X-IF 1.0: an instruction at a time, begun once it is committed; no path leads from an input to the result",
    );
    let is_set = |command: &Command| !matches!(command, Command::Execute | Command::Read);
    let mut sets =
        inside.commands().into_iter().filter(is_set).map(|command| format!("(command == {})", command.name()));
    let module = module(inside)?;
    let text = render(&Text {
        header,
        module: &module,
        inside,
        commands: inside.command_text(&nets),
        sets: sets.join(" || "),
        has_c: inside.has_c().into(),
        id_width: inside.config.tag.into(),
        unit: inside.instance(&others)?,
    });
    let documents = inside.command_files(&timing);
    Ok(Bus { module, text, latency, timing, documents })
}

/// The interfaces of the coprocessor, by the names of the specification, with `_` where that has a
/// struct.
fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let id = u32::from(inside.config.tag);
    let ports = vec![
        Port::input("clk_i", 1, "clock"),
        Port::input("rst_ni", 1, inside.reset_doc()),
        Port::input("issue_valid", 1, "an instruction is offered"),
        Port::output("issue_ready", 1, "the instruction is accepted or rejected"),
        Port::input("issue_req_instr", 32, "the instruction"),
        Port::input("issue_req_hartid", 1, "its hart"),
        Port::input("issue_req_id", id, "its number"),
        Port::output("issue_resp_accept", 1, "the unit executes the instruction"),
        Port::output("issue_resp_writeback", 1, "the instruction writes rd"),
        Port::output("issue_resp_register_read", 3, "which of rs1, rs2 and rs3 (rd) it reads"),
        Port::input("register_valid", 1, "its source registers are valid"),
        Port::output("register_ready", 1, "as issue_ready"),
        Port::input("register_hartid", 1, "as issue_req_hartid"),
        Port::input("register_id", id, "as issue_req_id"),
        Port::input("register_rs_0", 32, "rs1"),
        Port::input("register_rs_1", 32, "rs2"),
        Port::input("register_rs_2", 32, "rs3, which is rd before the instruction"),
        Port::input("register_rs_valid", 3, "which source registers are valid"),
        Port::input("commit_valid", 1, "an instruction is committed or killed"),
        Port::input("commit_hartid", 1, "its hart"),
        Port::input("commit_id", id, "its number"),
        Port::input("commit_commit_kill", 1, "1: kills it and newer ones; 0: commits it and older ones"),
        Port::output("result_valid", 1, "a result is offered"),
        Port::input("result_ready", 1, "the result is accepted"),
        Port::output("result_hartid", 1, "its hart"),
        Port::output("result_id", id, "the number of its instruction"),
        Port::output("result_data", 32, "the result"),
        Port::output("result_rd", 5, "the destination register"),
        Port::output("result_we", 1, "1: rd is written"),
    ];
    inside.wrapper_module(ports)
}
