//! AXI4-Lite: registers of 32 bits for the issue word, the operands and the result.

mod map;
mod register;

use askama::Template;
use itertools::Itertools;

use self::map::{Held, registers};
pub use self::register::Register;
use super::Bus;
use super::inside::{Inside, cycles, declaration};
use crate::bus::{BusRegister, FieldKind, RegisterField};
use crate::design::{SourceFile, render};
use crate::header::{TERMS, VERSION};
use crate::landmark::bus::{ADDRESS, high, low};
use crate::verilog::{Instance, Module, Net, Port, VerilogError};

#[derive(Template)]
#[template(path = "wrapper/axi4_lite.v")]
struct Text<'a> {
    header: String,
    module: &'a Module,
    inside: &'a Inside<'a>,
    registers: &'a [Held],
    /// Whether the address is that of an operand.
    writable: String,
    issue: Vec<String>,
    unused: Option<String>,
    unit: Instance,
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let (layout, registers) = (inside.layout(), registers(inside));
    let whole =
        |field: &str, width| if width > 32 { format!("{{{}, {}}}", high(field), low(field)) } else { low(field) };
    let wire = |net: &Net, value: String| format!("{} = {value}", declaration("wire", net));
    let word = Net::new("word", layout.word);
    let mut issue = vec![wire(&word, whole("word", layout.word))];
    issue.extend(layout.parts.iter().map(|part| {
        let is_in_word = part.lo < layout.word;
        let value = if is_in_word { word.slice(part.hi(), part.lo).to_string() } else { whole(part.name, part.width) };
        wire(&Net::new(part.name, part.width), value)
    }));
    let others = [("valid_i", "start"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "always_free")];
    let operands = registers.iter().filter(|held| held.net().is_some());
    let writable = operands.map(|held| format!("({ADDRESS} == {})", held.constant()));
    let latency = inside.latency(1);
    let timing = format!(
        "A result is available {} after the write that starts the instruction.\nThe response to a write \
         follows 1 clock cycle after its address and data are accepted,\nthe response to a read 1 \
         clock cycle after its address is.",
        cycles(latency)
    );
    let header = inside.header(
        format!("{} from the write that starts an instruction", cycles(latency)),
        "a write and a read at a time; no path leads from an input to an output within a cycle",
    );
    let indent = format!(" ||\n{:20}", "");
    let module = module(inside)?;
    let text = render(&Text {
        header,
        module: &module,
        inside,
        registers: &registers,
        writable: writable.collect::<Vec<_>>().chunks(3).map(|row| row.join(" || ")).join(&indent),
        issue,
        unused: layout.unused("word", layout.word),
        unit: inside.instance(&others)?,
    });
    let registers: Vec<_> = registers.into_iter().map(|held| held.described).collect();
    let documents = documents(inside, &registers, &timing);
    Ok(Bus { module, text, latency, timing, documents, registers })
}

fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let input = |name: &str, width, doc: &str| Port::input(format!("s_axi_{name}"), width, doc);
    let output = |name: &str, width, doc: &str| Port::output(format!("s_axi_{name}"), width, doc);
    let ports = vec![
        Port::input("aclk", 1, "clock"),
        Port::input("aresetn", 1, inside.reset_doc()),
        input("awvalid", 1, "write address valid"),
        output("awready", 1, "the address is accepted"),
        input("awaddr", 6, "the address, in bytes"),
        input("awprot", 3, "ignored"),
        input("wvalid", 1, "write data valid"),
        output("wready", 1, "the data is accepted"),
        input("wdata", 32, "write data"),
        input("wstrb", 4, "the bytes to write"),
        output("bvalid", 1, "write response valid"),
        input("bready", 1, "the response is accepted"),
        output("bresp", 2, "0 OKAY, 2 SLVERR: nothing was written"),
        input("arvalid", 1, "read address valid"),
        output("arready", 1, "the address is accepted"),
        input("araddr", 6, "the address, in bytes"),
        input("arprot", 3, "ignored"),
        output("rvalid", 1, "read response valid"),
        input("rready", 1, "the response is accepted"),
        output("rdata", 32, "read data"),
        output("rresp", 2, "0 OKAY, 2 SLVERR: no such register"),
        Port::output("irq", 1, "interrupt, if enabled: a result came and was not acknowledged"),
    ];
    inside.wrapper_module(ports)
}

fn documents(inside: &Inside<'_>, registers: &[BusRegister], timing: &str) -> Vec<SourceFile> {
    #[derive(Template)]
    #[template(path = "package/axi4_lite.md", escape = "none")]
    struct Document<'a> {
        inside: &'a Inside<'a>,
        registers: &'a [BusRegister],
        timing: &'a str,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_lite.h", escape = "none")]
    struct Header<'a> {
        inside: &'a Inside<'a>,
        registers: &'a [BusRegister],
        /// The fields of `CONTROL` that are one bit.
        bits: Vec<&'a RegisterField>,
        /// The fields of `INTERRUPT`.
        interrupt: &'a [RegisterField],
        count: &'a RegisterField,
        lower: &'a str,
        upper: String,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_lite.rdl", escape = "none")]
    struct Description<'a> {
        inside: &'a Inside<'a>,
        registers: &'a [BusRegister],
    }
    let (lower, upper) = inside.stems();
    let named = |name| registers.iter().find(|register| register.name == name).expect("every unit has the register");
    let (control, interrupt) = (named("CONTROL"), &named("INTERRUPT").fields);
    let bits = control.fields.iter().filter(|field| field.width == 1).collect();
    let count = control.field("COUNT").expect("CONTROL has COUNT");
    vec![
        SourceFile { path: "wrapper.md".to_owned(), text: render(&Document { inside, registers, timing }) },
        inside.c_header(render(&Header { inside, registers, bits, interrupt, count, lower, upper })),
        inside.document("rdl", render(&Description { inside, registers })),
    ]
}

/// Returns who reads and writes a field by the bus (`sw`) and inside the hardware (`hw`), in the
/// words of SystemRDL.
fn rdl_access(field: &RegisterField) -> &'static str {
    match field.kind {
        FieldKind::Constant => "sw = r; hw = na;",
        FieldKind::Value => "sw = rw; hw = r;",
        FieldKind::Unused => "sw = rw; hw = na;",
        FieldKind::Command => "sw = w; hw = r; singlepulse;",
        FieldKind::Status => "sw = r; hw = w;",
        FieldKind::Event => "sw = rw; hw = w; woclr;",
    }
}
