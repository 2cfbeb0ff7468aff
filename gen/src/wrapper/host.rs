//! Hosts: the other side of a bus, for testbenches.
//!
//! A host has the ports of the unit, so that whatever drives a unit drives it behind the bus too.
//! It makes the accesses of the bus, pauses now and then, and checks the answers.

use askama::Template;

use super::axi4_lite::Register;
use super::command::{Command, Which};
use super::inside::Inside;
use crate::bus::{Layout, Wrapper};
use crate::design::{Host, SourceFile, render};
use crate::header::header;
use crate::pipeline::edge;

use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};
use crate::{Language, Rs3};

/// The parts of the text that hosts share.
struct Parts {
    header: String,
    module: Module,
    /// The nets of the bus.
    nets: Vec<String>,
    wrapper: Instance,
    edge: String,
    /// The condition under which the reset is active.
    reset: String,
    /// The inputs that are held while an instruction is under way: their range and their name.
    held: Vec<(String, String)>,
    /// The issue word, and its width.
    word: String,
    word_width: u32,
    d_width: u32,
    d_high: bool,
    has_flags: bool,
    has_cf: bool,
    has_sat: bool,
    /// The steps that read parts of the result.
    low_step: String,
    high_step: String,
    flags_step: String,
}

/// Builds the host of a wrapper, whose module is `wrapper`.
pub(super) fn build(inside: &Inside<'_>, wrapper: &Module) -> Result<Host, VerilogError> {
    let parts = parts(inside, wrapper)?;
    let (module, path) = (parts.module.clone(), format!("host/{}.v", parts.module.name));
    let text = match inside.wrapper {
        Wrapper::Axi4Stream => stream(inside, parts),
        Wrapper::Axi4Lite => lite(inside, parts),
        Wrapper::Cfu | Wrapper::CvXIf => with_commands(inside, parts),
        Wrapper::Vortex => threads(inside, parts),
    };
    Ok(Host { module, file: SourceFile { path, text } })
}

fn parts(inside: &Inside<'_>, wrapper: &Module) -> Result<Parts, VerilogError> {
    let bus = inside.wrapper;
    let doc = format!("the host of {} that a testbench drives as if it were the unit", wrapper.name);
    let module = Module::new(format!("{}_host", wrapper.name), &doc, inside.driven.ports.clone())?;
    let reset = inside.config.reset.port().expect("a wrapped unit has a reset");
    let own = |name: &str| match name {
        name if name == bus.clock() => "clk_i".to_owned(),
        name if name == bus.reset() => reset.to_owned(),
        name => name.to_owned(),
    };
    let nets = wrapper.ports.iter().filter(|port| ![bus.clock(), bus.reset()].contains(&port.name.as_str()));
    let net = |port: &Port| Net::new(own(&port.name), port.width);
    let instance = Instance::of(wrapper, "u_wrapper");
    let instance = wrapper.ports.iter().fold(instance, |i, port| i.connect(&port.name, Expr::from(&net(port))));
    let is_held = |name: &&str| inside.width(&format!("{name}_i")) > 0;
    let held = ["ctl", "ctx", "a", "b", "c"].into_iter().filter(is_held);
    let held = held.map(|name| (Net::new(name, inside.width(&format!("{name}_i"))).range(), name.to_owned()));
    let word_width = if bus == Wrapper::Axi4Lite { inside.layout().word } else { 64 };
    let facts = [("Checks", "every answer of the bus; after a wrong one, every result is wrong".to_owned())];
    Ok(Parts {
        header: header(&module.name, &doc, &facts, inside.config),
        module: module.in_language(Language::Verilog),
        nets: nets.map(|port| net(port).to_string()).collect(),
        wrapper: instance.finish()?,
        edge: edge(inside.config, reset),
        reset: if inside.config.reset.is_active_low() { format!("!{reset}") } else { reset.to_owned() },
        held: held.collect(),
        word: word(inside, "_q", word_width),
        word_width,
        d_width: inside.width("d_o"),
        d_high: inside.width("d_o") > 32,
        has_flags: inside.flags() > 0,
        has_cf: inside.width("cf_o") > 0,
        has_sat: inside.width("sat_o") > 0,
        low_step: String::new(),
        high_step: String::new(),
        flags_step: String::new(),
    })
}

/// Returns the issue word as a concatenation, with ones outside its fields.
fn word(inside: &Inside<'_>, suffix: &str, width: u32) -> String {
    let (ctl, ctx) = (inside.width("ctl_i"), inside.width("ctx_i"));
    let ones = |count: u32| (count > 0).then(|| format!("{{{count}{{1'b1}}}}"));
    let field = |name: &str, width: u32| (width > 0).then(|| format!("{name}{suffix}"));
    let parts = match ctx {
        0 => vec![ones(width - ctl), field("ctl", ctl)],
        _ => {
            vec![ones(width - Layout::CONTEXT - ctx), field("ctx", ctx), ones(Layout::CONTEXT - ctl), field("ctl", ctl)]
        }
    };
    format!("{{{}}}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn stream(inside: &Inside<'_>, host: Parts) -> String {
    #[derive(Template)]
    #[template(path = "host/axi4_stream.v")]
    struct Text {
        host: Parts,
        beat: String,
        tag: u8,
        flags: u32,
    }
    let slot = inside.layout().operand;
    let operands = ["c_i", "b_i", "a_i"].into_iter().filter_map(|name| match slot - inside.width(name) {
        0 => Some(name.to_owned()),
        all if all == slot => None,
        rest => Some(format!("{{{rest}{{1'b1}}}}, {name}")),
    });
    let beat: Vec<_> = operands.chain([word(inside, "_i", inside.layout().word)]).collect();
    let beat = format!("{{{}}}", beat.join(", "));
    render(&Text { host, beat, tag: inside.config.tag, flags: inside.flags() })
}

fn threads(inside: &Inside<'_>, host: Parts) -> String {
    #[derive(Template)]
    #[template(path = "host/vortex.v")]
    struct Text {
        host: Parts,
        tag: u8,
        /// The fields of a copy: the range, the name, and the value that it takes.
        held: Vec<(String, String, String)>,
        /// The inputs of the wrapper that carry an instruction, with their values.
        driven: Vec<(&'static str, String)>,
        /// Whether the results of two threads differ.
        differs: String,
        /// The place of CC.CF in the flags.
        first_flag: &'static str,
    }
    let (count, tag) = (inside.wrapper.threads(inside.config), inside.config.tag);
    let width = |name: &str| inside.driven.width(&format!("{name}_i"));
    let fields = [
        ("execute_context", "ctx", 1, ""),
        ("execute_word", "ctl", 1, ""),
        ("execute_tag", "tag", 1, "~"),
        ("execute_rs1", "a", count, "~"),
        ("execute_rs2", "b", count, "~"),
        ("execute_rs3", "c", count, "~"),
    ];
    let fields = fields.into_iter().filter(|(_, name, ..)| width(name) > 0);
    let held = |(_, name, _, change): (&'static str, &'static str, u8, &'static str)| {
        (Net::new(name, width(name)).range(), name.to_owned(), format!("{change}{name}_i"))
    };
    let driven = |(port, name, copies, _): (&'static str, &'static str, u8, &'static str)| {
        let value = format!("copies_q ? {name}_q : {name}_i");
        (port, if copies == 1 { value } else { format!("{{{copies}{{{value}}}}}") })
    };
    let mask = (inside.width("ctx_i") > 0).then(|| ("execute_tmask", format!("{{{count}{{!copies_q}}}}")));
    let same = |port: &str, width: u32| match width {
        0 => None,
        width => Some(format!("({port} !== {{{count}{{{port}[{}:0]}}}})", width - 1)),
    };
    let differs = [same("result_data", inside.width("d_o")), same("result_flags", inside.flags())];
    let differs: Vec<_> = differs.into_iter().flatten().filter(|_| count > 1).collect();
    render(&Text {
        tag,
        held: fields.clone().map(held).collect(),
        driven: fields.map(driven).chain(mask).collect(),
        differs: if differs.is_empty() { "1'b0".to_owned() } else { differs.join(" || ") },
        first_flag: if inside.flags() * u32::from(count) > 1 { "[0]" } else { "" },
        host,
    })
}

/// Returns the number of a step as a constant.
fn step(at: usize) -> String {
    format!("4'd{at}")
}

/// Returns half of an operand that the host holds.
fn half(inside: &Inside<'_>, field: &str, is_low: bool) -> String {
    match (inside.width(&format!("{field}_i")) > 32, is_low) {
        (true, true) => format!("{field}_q[31:0]"),
        (true, false) => format!("{field}_q[63:32]"),
        (false, true) => format!("{field}_q"),
        (false, false) => "32'd0".to_owned(),
    }
}

fn lite(inside: &Inside<'_>, mut host: Parts) -> String {
    #[derive(Template)]
    #[template(path = "host/axi4_lite.v")]
    struct Text {
        host: Parts,
        start: usize,
        last: usize,
        /// The step, the address and the data of each access.
        accesses: Vec<(String, String, String)>,
    }
    let (is_wide, has_c) = (inside.is_wide(), inside.has_c());
    let operand = |field: &str, is_low| half(inside, field, is_low);
    let writes = [
        (Register::WordLow, true, "word[31:0]".to_owned()),
        (Register::WordHigh, inside.layout().word > 32, "word[63:32]".to_owned()),
        (Register::ALow, true, operand("a", true)),
        (Register::AHigh, is_wide, operand("a", false)),
        (Register::BLow, true, operand("b", true)),
        (Register::BHigh, is_wide, operand("b", false)),
        (Register::CLow, has_c, operand("c", true)),
        (Register::CHigh, has_c && is_wide, operand("c", false)),
        (Register::Control, true, "32'd1".to_owned()),
    ];
    let reads = [
        (Register::Control, true, "32'd0".to_owned()),
        (Register::DLow, true, "32'd0".to_owned()),
        (Register::DHigh, host.d_high, "32'd0".to_owned()),
        (Register::Flags, host.has_flags, "32'd0".to_owned()),
    ];
    let all: Vec<_> = writes.into_iter().chain(reads).filter(|(_, is_there, _)| *is_there).collect();
    let of = |register| all.iter().rposition(|(own, ..)| *own == register);
    [host.low_step, host.high_step, host.flags_step] =
        [Register::DLow, Register::DHigh, Register::Flags].map(|register| of(register).map_or_else(String::new, step));
    let poll = of(Register::Control).expect("CONTROL is polled");
    let access = |(at, (register, _, data)): (usize, &(Register, bool, String))| {
        (step(at), format!("6'h{:02x}", register.address()), data.clone())
    };
    let accesses = all.iter().enumerate().map(access).collect();
    render(&Text { host, start: poll - 1, last: all.len() - 1, accesses })
}

/// The commands of an instruction, for both processor buses.
struct Commands {
    last: usize,
    /// The step, the command with its slot or word, and the two source registers.
    list: Vec<(String, String, String, String)>,
}

fn with_commands(inside: &Inside<'_>, mut host: Parts) -> String {
    #[derive(Template)]
    #[template(path = "host/cfu.v")]
    struct Cfu {
        host: Parts,
        commands: Commands,
    }
    #[derive(Template)]
    #[template(path = "host/cv_x_if.v")]
    struct CvXIf {
        host: Parts,
        commands: Commands,
        id_width: u32,
        /// The third source register.
        third: Option<String>,
        /// The upper bits of an instruction.
        top: &'static str,
    }
    let operand = |field: &str, is_low| half(inside, field, is_low);
    let zero = || "32'd0".to_owned();
    let mut list = Vec::new();
    for command in inside.commands() {
        let code = command.code();
        let slot = format!("{{3'd{code}, slot_q}}");
        list.extend(match command {
            Command::SetWord => Some((slot, "word[31:0]".to_owned(), "word[63:32]".to_owned())),
            Command::SetC if inside.brings_c() => Some((slot, operand("c", false), zero())),
            Command::SetC => Some((slot, operand("c", true), operand("c", false))),
            Command::SetHigh => Some((slot, operand("a", false), operand("b", false))),
            Command::Execute | Command::Read | Command::SetLast => None,
        });
    }
    let read = |which: Which| (format!("5'd{}", Command::Read.code() << 2 | which.code()), zero(), zero());
    let low = list.len();
    list.push((format!("{{3'd{}, slot_q}}", Command::Execute.code()), operand("a", true), operand("b", true)));
    list.extend(host.d_high.then(|| read(Which::High)));
    list.extend(host.has_flags.then(|| read(Which::Flags)));
    let last = list.len() - 1;
    (host.low_step, host.high_step, host.flags_step) = (step(low), step(low + 1), step(last));
    let numbered = |(at, (selector, rs1, rs2))| (step(at), selector, rs1, rs2);
    let commands = Commands { last, list: list.into_iter().enumerate().map(numbered).collect() };
    match inside.wrapper {
        Wrapper::Cfu => render(&Cfu { host, commands }),
        _ => {
            let third = if inside.brings_c() { operand("c", true) } else { zero() };
            let third = (inside.config.rs3 != Rs3::None).then_some(third);
            let top = if inside.has_r4() { "(command == 3'd0) ? 5'd4 : 5'd0" } else { "5'd0" };
            render(&CvXIf { host, commands, id_width: inside.config.tag.into(), third, top })
        }
    }
}
