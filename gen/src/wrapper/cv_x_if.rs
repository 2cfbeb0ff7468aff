//! CV-X-IF 1.0, the extension interface of the OpenHW Group: instructions of RISC-V that a
//! processor offers, with three source registers, and commits or kills.

use askama::Template;

use super::Bus;
use super::command::{Command, Nets, SLOTS};
use super::inside::{Inside, cycles};
use crate::design::render;
use crate::header::header;
use crate::landmark::bus::{COMMAND, RS, WHICH, high};
use crate::verilog::{Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/cv_x_if.v")]
struct Text {
    header: String,
    module: Module,
    reg: &'static str,
    always: &'static str,
    edge: String,
    commands: Vec<String>,
    /// Whether the command is one that sets something.
    sets: String,
    /// Whether there is a third operand, as a bit.
    has_c: u8,
    is_wide: bool,
    id_width: u32,
    id_hi: u32,
    unused_hi: u32,
    word_hi: u32,
    registers: Vec<String>,
    writes: String,
    issue: Vec<String>,
    results: Vec<String>,
    unit: String,
    lasts: Vec<String>,
    keep: String,
    flags: Option<String>,
    id: String,
    answer: String,
}

/// The commands that a unit needs: rd brings the lower half of the third operand.
fn commands(inside: &Inside<'_>) -> Vec<Command> {
    let is_there = |command: &Command| match command {
        Command::SetC => inside.is_wide() && inside.width("c_i") > 0,
        Command::SetHigh => inside.is_wide(),
        _ => true,
    };
    Command::ALL.into_iter().filter(is_there).collect()
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    assert_eq!(SLOTS, 4, "the slots are named by two bits");
    let module = module(inside)?;
    let (config, commands) = (inside.config, commands(inside));
    let (is_wide, has_c) = (inside.is_wide(), inside.width("c_i") > 0);
    let [rs1, rs2, rs3] = RS;
    let nets = Nets { does: "go", command: COMMAND, which: WHICH, operands: [rs1, rs2] };
    let (registers, writes) = inside.held_registers(&nets, &commands);
    let mut issue = inside.held_issue(&nets);
    if has_c {
        let value = if is_wide { format!("{{{}, {rs3}}}", high("c")) } else { rs3.to_owned() };
        issue.push(format!("wire {} c = {value}", Net::new("c", inside.width("c_i")).range()));
    }
    let (results, lasts, kept) = inside.results();
    let others = [("valid_i", "execute"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "always_free")];
    let set = |name: &str, value: &str| format!("{name} <= {value};");
    let answer = inside
        .process()
        .when(Some("valid".to_owned()), vec![set("data_q", "d[31:0]")])
        .when(Some("go".to_owned()), vec![set("data_q", &format!("({COMMAND} == Read) ? word_read : 32'd0"))]);
    let latency = u32::from(config.depth.of(inside.unit)) + 2;
    let timing = format!(
        "A result is offered {} after its instruction is accepted and committed; for the\ncommands that do not \
         execute, {} after. The next instruction is accepted once the\nresult is taken.",
        cycles(latency),
        cycles(2)
    );
    let facts = inside.facts(
        format!("{} from the cycle in which an instruction is taken, if it is committed by then", cycles(latency)),
        "CV-X-IF 1.0: an instruction at a time, begun once it is committed; no path leads from an input to the result",
    );
    let is_set = |command: &&Command| !matches!(command, Command::Execute | Command::Read);
    let sets: Vec<_> =
        commands.iter().filter(is_set).map(|command| format!("(command == {})", command.name())).collect();
    let id_width = u32::from(config.tag);
    let text = Text {
        header: header(&module.name, &inside.doc(), &facts, config),
        reg: inside.register(),
        always: inside.always(),
        edge: inside.edge(),
        commands: inside.command_lines(&commands),
        sets: sets.join(" || "),
        has_c: has_c.into(),
        is_wide,
        id_width,
        id_hi: id_width - 1,
        unused_hi: 10 + id_width,
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
        answer: answer.to_string(),
        module,
    };
    let documents = inside.command_files(&text.module.name, &timing);
    Ok(Bus { module: text.module.clone(), text: render(&text), latency, timing, documents })
}

/// The interfaces of the coprocessor, by the names of the specification, with `_` where that has a
/// struct.
fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let id = u32::from(inside.config.tag);
    let ports = vec![
        Port::input("clk_i", 1, "clock"),
        Port::input("rst_ni", 1, inside.reset_doc()),
        Port::input("issue_valid", 1, "an instruction"),
        Port::output("issue_ready", 1, "it is taken, or rejected"),
        Port::input("issue_req_instr", 32, "the instruction"),
        Port::input("issue_req_hartid", 1, "whose it is"),
        Port::input("issue_req_id", id, "its number"),
        Port::output("issue_resp_accept", 1, "it is one of this unit"),
        Port::output("issue_resp_writeback", 1, "it writes rd"),
        Port::output("issue_resp_register_read", 3, "it reads rs1, rs2, rs3 (which is rd)"),
        Port::input("register_valid", 1, "registers of the same instruction"),
        Port::output("register_ready", 1, "as issue_ready"),
        Port::input("register_hartid", 1, "as issue_req_hartid"),
        Port::input("register_id", id, "as issue_req_id"),
        Port::input("register_rs_0", 32, "rs1"),
        Port::input("register_rs_1", 32, "rs2"),
        Port::input("register_rs_2", 32, "rs3, which is rd before the instruction"),
        Port::input("register_rs_valid", 3, "which of them are there"),
        Port::input("commit_valid", 1, "something is known of an instruction"),
        Port::input("commit_hartid", 1, "whose it is"),
        Port::input("commit_id", id, "its number"),
        Port::input("commit_commit_kill", 1, "it and newer ones are killed; else it and older ones stay"),
        Port::output("result_valid", 1, "a result"),
        Port::input("result_ready", 1, "it is taken"),
        Port::output("result_hartid", 1, "whose it is"),
        Port::output("result_id", id, "number of the instruction"),
        Port::output("result_data", 32, "the value"),
        Port::output("result_rd", 5, "its register"),
        Port::output("result_we", 1, "it is written"),
    ];
    Ok(Module::new(inside.module_name(), inside.doc(), ports)?.in_language(inside.config.language))
}
