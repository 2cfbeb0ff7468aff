//! CFU, the custom function unit of CFU-Playground: a command has two operands of 32 bits and ten
//! bits that say what is to be done. The control word, a third operand and upper halves are held in
//! registers that other commands write.

use askama::Template;

use super::Bus;
use super::command::{CommandText, Nets};
use super::inside::{Inside, cycles};
use crate::design::render;
use crate::landmark::bus::BUSY;
use crate::pipeline::Process;
use crate::verilog::{Instance, Module, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/cfu.v")]
struct Text<'a> {
    header: String,
    module: &'a Module,
    inside: &'a Inside<'a>,
    commands: CommandText,
    unit: Instance,
    state: Process,
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let nets = Nets {
        does: "take",
        command: "command",
        which: "which",
        operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
        third: inside.held_c("accumulate"),
        answer: "answer_q",
    };
    let others = [("valid_i", "execute"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "always_free")];
    let set = |name: &str, value: &str| format!("{name} <= {value};");
    let state = inside.process().reset(inside.config, vec![set(BUSY, "1'b0"), set("valid_q", "1'b0")]).when(
        None,
        vec![
            set(BUSY, &format!("({BUSY} || execute) && !valid")),
            set("valid_q", "valid || (take && !execute) || (valid_q && !rsp_ready)"),
        ],
    );
    let latency = inside.latency(1);
    let timing = format!(
        "A result is offered {} after its command is accepted. The response to every\nother command follows \
         1 clock cycle after it. The next command is accepted once the response\nis taken.",
        cycles(latency)
    );
    let header = inside.header(
        format!("{}; of other commands {}", cycles(latency), cycles(1)),
        "one command at a time; no path leads from an input to an output within a cycle",
    );
    let (module, commands) = (module(inside)?, inside.command_text(&nets));
    let text = render(&Text { header, module: &module, inside, commands, unit: inside.instance(&others)?, state });
    let documents = inside.command_files(&timing);
    Ok(Bus { module, text, latency, timing, documents, registers: Vec::new() })
}

/// The ports of CFU-Playground, by its names.
fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let ports = vec![
        Port::input("cmd_valid", 1, "a command is offered"),
        Port::output("cmd_ready", 1, "the command is accepted"),
        Port::input("cmd_payload_function_id", 10, "{funct7, funct3} of the instruction"),
        Port::input("cmd_payload_inputs_0", 32, "rs1"),
        Port::input("cmd_payload_inputs_1", 32, "rs2"),
        Port::output("rsp_valid", 1, "a response is offered"),
        Port::input("rsp_ready", 1, "the response is accepted"),
        Port::output("rsp_payload_outputs_0", 32, "rd"),
        Port::input("reset", 1, inside.reset_doc()),
        Port::input("clk", 1, "clock"),
    ];
    inside.wrapper_module(ports)
}
