//! The execute port of the GPU Vortex: an instruction for several threads, with a unit for each.
//!
//! The units get the same control words in the same cycles. A unit decides by its control words
//! alone when it takes an instruction and when it shows a result, so that the first unit speaks for
//! all.

use askama::Template;

use super::Bus;
use super::inside::{Inside, cycles, declaration};
use crate::design::{SourceFile, render};
use crate::header::{TERMS, VERSION};
use crate::verilog::{Expr, Instance, Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/vortex.v")]
struct Text {
    header: String,
    module: Module,
    /// The contexts of the threads, if the unit has CC.CF.
    contexts: Option<Contexts>,
    /// The nets between the units and the register of the result.
    nets: Vec<String>,
    units: Vec<Instance>,
    register: &'static str,
    /// The registers of a result: declaration and port.
    held: Vec<(String, String)>,
    valid: String,
    data: String,
}

/// The contexts of the threads.
struct Contexts {
    /// The context of threads that are masked, as a constant.
    masked: String,
    /// The context of the others.
    warp: String,
    /// The context of each thread.
    threads: Vec<String>,
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let threads = inside.threads();
    let tag = u32::from(inside.config.tag);
    let results = [("data", threads * inside.width("d_o"), "d".to_owned())];
    let others = [("flags", threads * inside.flags(), flags(inside)), ("tag", tag, "tag".to_owned())];
    let results: Vec<_> = results.into_iter().chain(others).filter(|(_, width, _)| *width > 0).collect();
    let held: Vec<_> = results.iter().map(|(name, width, _)| Net::new(format!("{name}_q"), *width)).collect();
    let taken = results.iter().map(|(name, _, value)| format!("{name}_q <= {value};")).collect();
    let zeros = held.iter().map(|net| format!("{} <= {}'d0;", net.name, net.width)).collect();
    let config = inside.config;
    let valid = inside
        .process()
        .reset(config, vec!["valid_q <= 1'b0;".to_owned()])
        .when(Some("ready".to_owned()), vec!["valid_q <= valid;".to_owned()]);
    let data = if config.reset_data { inside.process().reset(config, zeros) } else { inside.process() };
    let data = data.when(Some("ready".to_owned()), taken);

    let latency = inside.latency(1);
    let timing = format!(
        "A result is offered {} after its instruction is accepted, unless an earlier result\nis stalled. An \
         instruction can be accepted in every cycle.",
        cycles(latency)
    );
    let header = inside.header(
        format!("{}, one instruction a cycle", cycles(latency)),
        "valid and ready on both sides; no path leads from an input to an output within a cycle",
    );
    let range = held.iter().map(|net| net.range().len()).max().unwrap_or(0);
    let declared = |net: &Net| format!("{:range$} {}", net.range(), net.name);
    let text = Text {
        header,
        module: module(inside)?,
        contexts: contexts(inside),
        nets: nets(inside),
        units: (0..threads).map(|thread| unit(inside, thread)).collect::<Result<_, _>>()?,
        register: inside.register(),
        held: held
            .iter()
            .map(|net| (declared(net), format!("result_{} = {}", net.name.trim_end_matches("_q"), net.name)))
            .collect(),
        valid: valid.to_string(),
        data: data.to_string(),
    };
    let module = text.module.clone();
    let documents = documents(inside, &timing);
    Ok(Bus { module, text: render(&text), latency, timing, documents, registers: Vec::new() })
}

impl Inside<'_> {
    /// The number of threads.
    fn threads(&self) -> u32 {
        self.wrapper.threads(self.config).into()
    }

    /// The width of the port that selects the context of the threads that are not masked.
    fn context_width(&self) -> u32 {
        if self.width("ctx_i") == 0 { 0 } else { u8::BITS - (self.config.contexts - 1).leading_zeros() }
    }
}

/// Returns the flags of all threads as one vector.
fn flags(inside: &Inside<'_>) -> String {
    let threads = inside.threads();
    let of = |net: &str, thread| if threads == 1 { net.to_owned() } else { format!("{net}[{thread}]") };
    let both = |thread| match (inside.width("cf_o"), inside.width("sat_o")) {
        (0, _) => format!("{}, 1'b0", of("sat", thread)),
        _ => format!("{}, {}", of("sat", thread), of("cf", thread)),
    };
    match inside.width("sat_o") {
        0 => "cf".to_owned(),
        _ => {
            let all: Vec<_> = (0..threads).rev().map(both).collect();
            let lines: Vec<_> = all.chunks(4).map(|line| line.join(", ")).collect();
            format!("{{{}}}", lines.join(&format!(",\n{:18}", "")))
        }
    }
}

fn contexts(inside: &Inside<'_>) -> Option<Contexts> {
    let (width, own) = (inside.width("ctx_i"), inside.context_width());
    let wire = |name: &str, value: String| format!("{} = {value}", declaration("wire", &Net::new(name, width)));
    let warp = match (own, width - own.min(width)) {
        (0, _) => format!("{width}'d0"),
        (_, 0) => "execute_context".to_owned(),
        (_, more) => format!("{{{more}'d0, execute_context}}"),
    };
    let is_active = |thread| piece(&Net::new("execute_tmask", inside.threads()), thread, 1);
    let of = |thread| wire(&format!("ctx_{thread}"), format!("{} ? warp : Masked", is_active(thread)));
    (width > 0).then(|| Contexts {
        masked: format!("{width}'d{}", inside.config.contexts),
        warp: wire("warp", warp),
        threads: (0..inside.threads()).map(of).collect(),
    })
}

/// Returns the bits of a thread in a net that has `width` bits for each.
fn piece(net: &Net, thread: u32, width: u32) -> Expr {
    if net.width == width { Expr::from(net) } else { net.slice(width * (thread + 1) - 1, width * thread) }
}

fn nets(inside: &Inside<'_>) -> Vec<String> {
    let threads = inside.threads();
    let tag = u32::from(inside.config.tag);
    let shared = [("valid", 1), ("ready", 1), ("tag", tag)];
    let own = ["d", "cf", "sat"].map(|name| (name, threads * inside.width(&format!("{name}_o"))));
    let unused = [("unused_ready", threads - 1), ("unused_valid", threads - 1), ("unused_tag", tag * (threads - 1))];
    let all = shared.into_iter().chain(own).chain(unused);
    all.filter(|(_, width)| *width > 0).map(|(name, width)| Net::new(name, width).to_string()).collect()
}

/// Returns the unit of a thread. That of thread 0 has the handshake and the tag.
fn unit(inside: &Inside<'_>, thread: u32) -> Result<Instance, VerilogError> {
    let threads = inside.threads();
    let name = inside.wrapper.instance(inside.unit, thread as u8);
    let mut instance = Instance::of(&inside.module, &name);
    for port in &inside.module.ports {
        let all = |name: &str| Expr::from(&Net::new(name, port.width));
        let own = |name: &str| piece(&Net::new(name, port.width * threads), thread, port.width);
        let unused = |name: &str| piece(&Net::new(name, port.width * (threads - 1)), thread - 1, port.width);
        let net = match (port.name.as_str(), thread) {
            ("clk_i", _) => all("clk"),
            ("valid_i", _) => all("execute_valid"),
            ("ready_o", 0) => all("execute_ready"),
            ("ready_o", _) => unused("unused_ready"),
            ("tag_i", 0) => all("execute_tag"),
            ("tag_i", _) => Expr::constant(port.width, 0),
            ("tag_o", 0) => all("tag"),
            ("tag_o", _) => unused("unused_tag"),
            ("ctl_i", _) => all("execute_word"),
            ("ctx_i", _) => all(&format!("ctx_{thread}")),
            ("a_i", _) => own("execute_rs1"),
            ("b_i", _) => own("execute_rs2"),
            ("c_i", _) => own("execute_rs3"),
            ("valid_o", 0) => all("valid"),
            ("valid_o", _) => unused("unused_valid"),
            ("ready_i", _) => all("ready"),
            ("d_o", _) => own("d"),
            ("cf_o", _) => own("cf"),
            ("sat_o", _) => own("sat"),
            _ => all("reset"),
        };
        instance = instance.connect(&port.name, net);
    }
    instance.finish()
}

fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let (threads, tag) = (inside.threads(), u32::from(inside.config.tag));
    let mask = if inside.width("ctx_i") > 0 { threads } else { 0 };
    let instruction = [
        ("tmask", mask, "the threads that execute it; the others keep their CC.CF"),
        ("context", inside.context_width(), "its warp, whose CC.CF it uses in each thread"),
        ("tag", tag, "accompanies the instruction: its header"),
        ("word", inside.ctl_width(), "its control word, the same for all threads"),
        ("rs1", threads * inside.width("a_i"), "first operand of each thread, thread 0 lowest"),
        ("rs2", threads * inside.width("b_i"), "second operand of each thread"),
        ("rs3", threads * inside.width("c_i"), "third operand of each thread"),
    ];
    let flags = format!("each thread: {}", inside.flags_doc("it"));
    let result = [
        ("tag", tag, "that of the instruction"),
        ("data", threads * inside.width("d_o"), "result of each thread; without meaning where it is masked"),
        ("flags", threads * inside.flags(), flags.as_str()),
    ];
    let mut ports = vec![
        Port::input("clk", 1, "clock"),
        Port::input("reset", 1, inside.reset_doc()),
        Port::input("execute_valid", 1, "an instruction is offered"),
        Port::output("execute_ready", 1, "the instruction is accepted"),
    ];
    let present = |(_, width, _): &(&str, u32, &str)| *width > 0;
    let instruction = instruction.into_iter().filter(present);
    ports.extend(instruction.map(|(name, width, doc)| Port::input(format!("execute_{name}"), width, doc)));
    ports.push(Port::output("result_valid", 1, "a result is offered"));
    ports.push(Port::input("result_ready", 1, "the result is accepted"));
    let result = result.into_iter().filter(present);
    ports.extend(result.map(|(name, width, doc)| Port::output(format!("result_{name}"), width, doc)));
    inside.wrapper_module(ports)
}

fn documents(inside: &Inside<'_>, timing: &str) -> Vec<SourceFile> {
    #[derive(Template)]
    #[template(path = "package/vortex.md", escape = "none")]
    struct Document<'a> {
        inside: &'a Inside<'a>,
        timing: &'a str,
    }
    #[derive(Template)]
    #[template(path = "package/vortex.h", escape = "none")]
    struct Header<'a> {
        inside: &'a Inside<'a>,
        upper: String,
    }
    let (_, upper) = inside.stems();
    vec![
        SourceFile { path: "wrapper.md".to_owned(), text: render(&Document { inside, timing }) },
        inside.c_header(render(&Header { inside, upper })),
    ]
}
