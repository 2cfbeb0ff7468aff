//! CFU, the custom function unit of CFU-Playground: a command has two operands of 32 bits and ten
//! bits that say what is to be done. The control word, a third operand and upper halves are held in
//! registers that other commands write.

use askama::Template;

use super::Bus;
use super::command::{Command, Nets, SLOTS};
use super::inside::{Inside, cycles};
use crate::design::render;
use crate::header::header;
use crate::landmark::bus::{BUSY, LAST};
use crate::verilog::{Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/cfu.v")]
struct Text {
    header: String,
    module: Module,
    commands: Vec<String>,
    has_c: bool,
    is_wide: bool,
    register: &'static str,
    word_hi: u32,
    registers: Vec<String>,
    writes: String,
    /// The inputs of the unit.
    issue: Vec<String>,
    results: Vec<String>,
    unit: String,
    lasts: Vec<String>,
    keep: String,
    flags: Option<String>,
    id: String,
    state: String,
    answer: String,
}

/// The commands that a unit needs.
pub(super) fn commands(inside: &Inside<'_>) -> Vec<Command> {
    let is_there = |command: &Command| match command {
        Command::SetC => inside.width("c_i") > 0,
        Command::SetHigh => inside.is_wide(),
        _ => true,
    };
    Command::ALL.into_iter().filter(is_there).collect()
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    assert_eq!(SLOTS, 4, "the slots are named by two bits");
    let module = module(inside)?;
    let (config, register) = (inside.config, inside.register());
    let (is_wide, has_c) = (inside.is_wide(), inside.width("c_i") > 0);
    let nets = Nets {
        does: "take",
        command: "command",
        which: "which",
        operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
    };
    let (registers, writes) = inside.held_registers(&nets, &commands(inside));
    let mut issue = inside.held_issue(&nets);
    if has_c {
        let range = Net::new("c", inside.width("c_i")).range();
        issue.push(format!("wire {range} c = accumulate ? {LAST} : c_q"));
    }
    let (results, lasts, kept) = inside.results();
    let others = [("valid_i", "execute"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "free")];
    let set = |name: &str, value: &str| format!("{name} <= {value};");
    let state = inside.process().reset(config, vec![set(BUSY, "1'b0"), set("valid_q", "1'b0")]).when(
        None,
        vec![
            set(BUSY, &format!("({BUSY} || execute) && !valid")),
            set("valid_q", "valid || (take && !execute) || (valid_q && !rsp_ready)"),
        ],
    );
    let answer = inside
        .process()
        .when(Some("valid".to_owned()), vec![set("answer_q", "d[31:0]")])
        .when(Some("take".to_owned()), vec![set("answer_q", "(command == Read) ? word_read : 32'd0")]);
    let latency = u32::from(config.depth.of(inside.unit)) + 1;
    let timing = format!(
        "A result is offered {} after its command is accepted. The response to every\nother command follows \
         1 clock cycle after it. The next command is accepted once the response\nis taken.",
        cycles(latency)
    );
    let facts = inside.facts(
        format!("{}; of other commands {}", cycles(latency), cycles(1)),
        "one command at a time; no path leads from an input to an output within a cycle",
    );
    let text = Text {
        header: header(&module.name, &inside.doc(), &facts, config),
        commands: inside.command_lines(&commands(inside)),
        has_c,
        is_wide,
        register,
        word_hi: inside.held_bits() - 1,
        registers,
        writes,
        issue,
        results,
        unit: inside.instance(&others)?.to_string(),
        lasts,
        keep: inside.process().when(Some("valid".to_owned()), kept).to_string(),
        flags: inside.flags_word(),
        id: format!("{:08x}", inside.id()),
        state: state.to_string(),
        answer: answer.to_string(),
        module,
    };
    let documents = inside.command_files(&text.module.name, &timing);
    Ok(Bus { module: text.module.clone(), text: render(&text), latency, timing, documents })
}

/// The ports of CFU-Playground, by its names.
fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let ports = vec![
        Port::input("cmd_valid", 1, "a command"),
        Port::output("cmd_ready", 1, "the command is taken"),
        Port::input("cmd_payload_function_id", 10, "{funct7, funct3} of the instruction"),
        Port::input("cmd_payload_inputs_0", 32, "rs1"),
        Port::input("cmd_payload_inputs_1", 32, "rs2"),
        Port::output("rsp_valid", 1, "its answer"),
        Port::input("rsp_ready", 1, "the answer is taken"),
        Port::output("rsp_payload_outputs_0", 32, "rd"),
        Port::input("reset", 1, inside.reset_doc()),
        Port::input("clk", 1, "clock"),
    ];
    Ok(Module::new(inside.module_name(), inside.doc(), ports)?.in_language(inside.config.language))
}
