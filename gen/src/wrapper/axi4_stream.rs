//! AXI4-Stream: a beat carries an instruction in, a beat carries its result out.

use askama::Template;

use super::Bus;
use super::inside::{Inside, cycles};
use crate::bus::Layout;
use crate::design::{SourceFile, render};
use crate::header::{TERMS, VERSION};
use crate::verilog::{Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/axi4_stream.v")]
struct Text {
    header: String,
    module: Module,
    /// The parts of an instruction, as wires.
    parts: Vec<String>,
    unused: Option<String>,
    tag: String,
    /// The nets of the results.
    results: Vec<String>,
    unit: String,
    register: &'static str,
    /// The registers of a result: declaration and port.
    held: Vec<(String, String)>,
    valid: String,
    data: String,
}

/// Returns a declaration whose range is padded to `width` columns.
fn declaration(net: &Net, width: usize) -> String {
    format!("{:width$} {}", net.range(), net.name)
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let layout = inside.layout();
    let module = module(inside, &layout)?;
    let tdata = Net::new("s_axis_tdata", layout.width());
    let part = |name: &str| {
        let place = layout.part(name)?;
        Some((Net::new(name, place.width), tdata.slice(place.hi(), place.lo)))
    };
    let parts: Vec<_> = layout.parts.iter().filter_map(|place| part(place.name)).collect();
    let range = parts.iter().map(|(net, _)| net.range().len()).max().unwrap_or(0);
    let parts = parts.iter().map(|(net, slice)| format!("{:range$} {:<3} = {slice}", net.range(), net.name));

    let tag = u32::from(inside.config.tag);
    let (result, flags) = (inside.width("d_o"), inside.flags());
    let nets = [("d", result), ("flags", flags), ("tid", tag), ("last", 1)];
    let nets: Vec<_> = nets.into_iter().filter(|(_, width)| *width > 0).map(|(n, w)| Net::new(n, w)).collect();
    let held: Vec<_> = nets.iter().map(|net| Net { name: format!("{}_q", net.name), ..net.clone() }).collect();
    let width = held.iter().map(|net| net.range().len()).max().unwrap_or(0);
    let port = |net: &Net| match net.name.as_str() {
        "d_q" => "tdata",
        "flags_q" => "tuser",
        "tid_q" => "tid",
        _ => "tlast",
    };
    let value = |net: &Net| match net.name.as_str() {
        "flags" => inside.flags_text().to_owned(),
        "tid" => format!("tag_out[{tag}:1]"),
        "last" if tag == 0 => "tag_out".to_owned(),
        "last" => "tag_out[0]".to_owned(),
        name => name.to_owned(),
    };
    let taken = nets.iter().zip(&held).map(|(from, to)| format!("{} <= {};", to.name, value(from))).collect();
    let zeros = held.iter().map(|net| format!("{} <= {}'d0;", net.name, net.width)).collect();
    let config = inside.config;
    let valid = inside
        .process()
        .reset(config, vec!["valid_q <= 1'b0;".to_owned()])
        .when(Some("ready".to_owned()), vec!["valid_q <= valid;".to_owned()]);
    let data = if config.reset_data { inside.process().reset(config, zeros) } else { inside.process() };
    let data = data.when(Some("ready".to_owned()), taken);

    let others = [
        ("valid_i", "s_axis_tvalid"),
        ("ready_o", "s_axis_tready"),
        ("tag_i", "tag"),
        ("tag_o", "tag_out"),
        ("valid_o", "valid"),
        ("ready_i", "ready"),
    ];
    let mut results = inside.result_nets();
    results.push(Net::new("tag_out", tag + 1).to_string());
    let latency = inside.latency(1);
    let timing = format!(
        "A result is offered {} after its beat is accepted, unless an earlier result is\nstalled. A beat can \
         be accepted in every cycle.",
        cycles(latency)
    );
    let header = inside.header(
        format!("{}, one beat a cycle", cycles(latency)),
        "AXI4-Stream on both sides; no path leads from an input to an output within a cycle",
    );
    let text = Text {
        header,
        parts: parts.collect(),
        unused: layout.unused("s_axis_tdata", layout.width()),
        tag: match tag {
            0 => "tag = s_axis_tlast".to_owned(),
            _ => format!("[{tag}:0] tag = {{s_axis_tid, s_axis_tlast}}"),
        },
        results,
        unit: inside.instance(&others)?.to_string(),
        register: inside.register(),
        held: held
            .iter()
            .map(|net| (declaration(net, width), format!("m_axis_{} = {}", port(net), net.name)))
            .collect(),
        valid: valid.to_string(),
        data: data.to_string(),
        module,
    };
    let module = text.module.clone();
    let documents = documents(inside, &layout, &timing);
    Ok(Bus { module, text: render(&text), latency, timing, documents, registers: Vec::new() })
}

fn module(inside: &Inside<'_>, layout: &Layout) -> Result<Module, VerilogError> {
    let tag = u32::from(inside.config.tag);
    let inputs = [
        ("aclk", 1, "clock".to_owned()),
        ("aresetn", 1, inside.reset_doc()),
        ("s_axis_tvalid", 1, "a beat with an instruction".to_owned()),
    ];
    let beat = [
        ("tdata", layout.width(), "issue word and operands, each in its slot"),
        ("tid", tag, "accompanies the instruction"),
        ("tlast", 1, "accompanies the instruction: the last of a packet"),
    ];
    let result = [
        ("tdata", inside.width("d_o"), "result, in the low half for 32 bits"),
        ("tuser", inside.flags(), "flags"),
        ("tid", tag, "that of the instruction"),
        ("tlast", 1, "that of the instruction"),
    ];
    let doc = |name: &str, doc: &str| match (name, inside.width("d_o"), inside.flags()) {
        ("tdata", 32, _) if doc.starts_with("result") => "result".to_owned(),
        ("tuser", ..) => inside.flags_doc("the instruction"),
        _ => doc.to_owned(),
    };
    let mut ports: Vec<_> = inputs.into_iter().map(|(name, width, doc)| Port::input(name, width, doc)).collect();
    ports.push(Port::output("s_axis_tready", 1, "the beat is accepted"));
    let present = |(_, width, _): &(&str, u32, &str)| *width > 0;
    ports.extend(
        beat.into_iter().filter(present).map(|(name, width, doc)| Port::input(format!("s_axis_{name}"), width, doc)),
    );
    ports.push(Port::output("m_axis_tvalid", 1, "a beat with a result"));
    ports.push(Port::input("m_axis_tready", 1, "the beat is accepted"));
    let results = result.into_iter().filter(present);
    ports.extend(results.map(|(name, width, says)| Port::output(format!("m_axis_{name}"), width, doc(name, says))));
    inside.wrapper_module(ports)
}

fn documents(inside: &Inside<'_>, layout: &Layout, timing: &str) -> Vec<SourceFile> {
    #[derive(Template)]
    #[template(path = "package/axi4_stream.md", escape = "none")]
    struct Document<'a> {
        inside: &'a Inside<'a>,
        layout: &'a Layout,
        timing: &'a str,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_stream.h", escape = "none")]
    struct Header<'a> {
        inside: &'a Inside<'a>,
        layout: &'a Layout,
        lower: &'a str,
        upper: String,
    }
    let (lower, upper) = inside.stems();
    vec![
        SourceFile { path: "wrapper.md".to_owned(), text: render(&Document { inside, layout, timing }) },
        inside.c_header(render(&Header { inside, layout, lower, upper })),
    ]
}
