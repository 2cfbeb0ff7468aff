//! CV-X-IF 1.0, the extension interface of the OpenHW Group: instructions of RISC-V that a
//! processor offers, with three source registers, and commits or kills.

use askama::Template;
use itertools::Itertools;

use super::Bus;
use super::command::{Command, CommandText, Nets};
use super::inside::{Inside, cycles};
use crate::Rs3;
use crate::design::render;
use crate::landmark::bus::{ACCUMULATE, COMMAND, RS, WHICH, high};
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
    /// The number of source registers.
    sources: u8,
    /// Whether an instruction reads a third one, as a bit.
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
        third: match (inside.brings_c(), inside.has_wide_c()) {
            (false, _) => inside.held_c(ACCUMULATE),
            (true, true) => format!("{{{}, {rs3}}}", high("c")),
            (true, false) => rs3.to_owned(),
        },
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
        sources: sources(inside),
        has_c: inside.brings_c().into(),
        id_width: inside.config.tag.into(),
        unit: inside.instance(&others)?,
    });
    let documents = inside.command_files(&timing);
    Ok(Bus { module, text, latency, timing, documents, registers: Vec::new() })
}

/// Returns the number of source registers: the parameter `X_NUM_RS`.
fn sources(inside: &Inside<'_>) -> u8 {
    if inside.config.rs3 == Rs3::None { 2 } else { 3 }
}

/// The interfaces of the coprocessor, by the names of the specification, with `_` where that has a
/// struct.
fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let (id, sources) = (u32::from(inside.config.tag), u32::from(sources(inside)));
    let third = if inside.has_r4() { "rs3" } else { "rs3, which is rd before the instruction" };
    let read = match (sources, inside.has_r4()) {
        (2, _) => "which of rs1 and rs2 it reads",
        (_, true) => "which of rs1, rs2 and rs3 it reads",
        _ => "which of rs1, rs2 and rs3 (rd) it reads",
    };
    let mut ports = vec![
        Port::input("clk_i", 1, "clock"),
        Port::input("rst_ni", 1, inside.reset_doc()),
        Port::input("issue_valid", 1, "an instruction is offered"),
        Port::output("issue_ready", 1, "the instruction is accepted or rejected"),
        Port::input("issue_req_instr", 32, "the instruction"),
        Port::input("issue_req_hartid", 1, "its hart"),
        Port::input("issue_req_id", id, "its number"),
        Port::output("issue_resp_accept", 1, "the unit executes the instruction"),
        Port::output("issue_resp_writeback", 1, "the instruction writes rd"),
        Port::output("issue_resp_register_read", sources, read),
        Port::input("register_valid", 1, "its source registers are valid"),
        Port::output("register_ready", 1, "as issue_ready"),
        Port::input("register_hartid", 1, "as issue_req_hartid"),
        Port::input("register_id", id, "as issue_req_id"),
        Port::input("register_rs_0", 32, "rs1"),
        Port::input("register_rs_1", 32, "rs2"),
        Port::input("register_rs_2", 32, third),
        Port::input("register_rs_valid", sources, "which source registers are valid"),
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
    ports.retain(|port| port.name != "register_rs_2" || sources == 3);
    inside.wrapper_module(ports)
}
