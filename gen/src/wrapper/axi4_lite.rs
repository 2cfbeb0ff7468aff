//! AXI4-Lite: registers of 32 bits for the issue word, the operands and the result.

use askama::Template;
use itertools::Itertools;

use super::Bus;
use super::inside::{Inside, cycles, declaration};
use crate::design::{SourceFile, render};
use crate::header::{TERMS, VERSION};
use crate::landmark::bus::{ADDRESS, BUSY, COUNT, COUNT_LSB, DONE, LAST, high, low};
use crate::verilog::{Instance, Module, Net, Port, VerilogError};

/// A register of the bus; its code is its place, in words of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The identification.
    Id,
    /// Bit 0: a write of 1 starts an instruction; reads as 1 while one is in flight. Bit 1: the
    /// result can be read. Bits 15..8: the number of results since the reset, modulo 256.
    Control,
    /// The issue word.
    WordLow,
    /// The upper half of the issue word.
    WordHigh,
    /// The first operand.
    ALow,
    /// The upper half of the first operand.
    AHigh,
    /// The second operand.
    BLow,
    /// The upper half of the second operand.
    BHigh,
    /// The third operand.
    CLow,
    /// The upper half of the third operand.
    CHigh,
    /// The result.
    DLow,
    /// The upper half of the result.
    DHigh,
    /// Bit 0: CC.CF that the instruction left; bit 1: `.sat` changed its result.
    Flags,
}

impl Register {
    /// All of them, in the order of their places.
    pub const ALL: [Self; 13] = [
        Self::Id,
        Self::Control,
        Self::WordLow,
        Self::WordHigh,
        Self::ALow,
        Self::AHigh,
        Self::BLow,
        Self::BHigh,
        Self::CLow,
        Self::CHigh,
        Self::DLow,
        Self::DHigh,
        Self::Flags,
    ];

    /// The address, in bytes.
    pub fn address(self) -> u64 {
        4 * self as u64
    }

    /// Returns the name of the register in the text if it holds (a half of) an issue word or an
    /// operand, and so can be written.
    pub fn net(self) -> Option<String> {
        let at = self.index().checked_sub(Self::WordLow.index())?;
        let field = ["word", "a", "b", "c"].get(usize::from(at / 2))?;
        Some(if at % 2 == 0 { low(field) } else { high(field) })
    }

    /// The place, in words.
    fn index(self) -> u8 {
        self as u8
    }

    /// The name of its place in the text.
    fn constant(self) -> String {
        format!("{self:?}")
    }

    /// Returns the meaning of the register, for tables.
    fn doc(self, inside: &Inside<'_>) -> String {
        let doc = match self {
            Self::Id => "identification",
            Self::Control => {
                "bit 0: a write of 1 starts an instruction, reads as 1 while one is in flight; bit 1: the result can be \
                 read; bits 15..8: the number of results since the reset, modulo 256"
            }
            Self::WordLow => "issue word, bits 31..0",
            Self::WordHigh => "issue word, bits 63..32",
            Self::ALow => "a, bits 31..0",
            Self::AHigh => "a, bits 63..32",
            Self::BLow => "b, bits 31..0",
            Self::BHigh => "b, bits 63..32",
            Self::CLow => "c, bits 31..0",
            Self::CHigh => "c, bits 63..32",
            Self::DLow => "result, bits 31..0",
            Self::DHigh => "result, bits 63..32",
            Self::Flags => return inside.flags_doc("the last instruction"),
        };
        doc.to_owned()
    }
}

/// A register of a configuration.
#[derive(Clone, Debug)]
struct Held {
    register: Register,
    /// The expression that a read returns.
    read: String,
    doc: String,
}

impl Held {
    /// The name of its place in the text.
    fn constant(&self) -> String {
        self.register.constant()
    }

    /// The name of its place, as long as all.
    fn padded(&self) -> String {
        format!("{:<8}", self.constant())
    }

    /// The name in the C header.
    fn macro_name(&self) -> String {
        let split = |(at, c): (usize, char)| {
            [(at > 0 && c.is_ascii_uppercase()).then_some('_'), Some(c.to_ascii_uppercase())].into_iter().flatten()
        };
        self.constant().chars().enumerate().flat_map(split).collect()
    }

    fn hex_address(&self) -> String {
        format!("0x{:02x}", self.register.address())
    }

    fn access(&self) -> &'static str {
        if self.net().is_some() || self.register == Register::Control { "read, write" } else { "read" }
    }

    fn doc(&self) -> &str {
        &self.doc
    }

    fn index(&self) -> u8 {
        self.register.index()
    }

    fn net(&self) -> Option<String> {
        self.register.net()
    }

    fn read(&self) -> &str {
        &self.read
    }
}

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

/// The registers of a unit.
fn registers(inside: &Inside<'_>) -> Vec<Held> {
    let (is_wide, has_c) = (inside.is_wide(), inside.has_c());
    let read = |register: Register| {
        let net = register.net().unwrap_or_default();
        let (is_there, read) = match register {
            Register::Id => (true, format!("32'h{}", inside.hex_id())),
            Register::Control => (true, format!("{{16'd0, {COUNT}, 6'd0, {DONE}, {BUSY}}}")),
            Register::WordHigh => (inside.layout().word > 32, net),
            Register::AHigh | Register::BHigh => (is_wide, net),
            Register::CLow => (has_c, net),
            Register::CHigh => (has_c && is_wide, net),
            Register::DLow => (true, format!("{LAST}[31:0]")),
            Register::DHigh => (inside.width("d_o") > 32, format!("{LAST}[63:32]")),
            Register::Flags => (inside.flags() > 0, inside.flags_word().unwrap_or_default()),
            _ => (true, net),
        };
        is_there.then(|| Held { register, read, doc: register.doc(inside) })
    };
    Register::ALL.into_iter().filter_map(read).collect()
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
    let documents = documents(inside, &registers, &timing);
    Ok(Bus { module, text, latency, timing, documents })
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
    ];
    inside.wrapper_module(ports)
}

fn documents(inside: &Inside<'_>, registers: &[Held], timing: &str) -> Vec<SourceFile> {
    #[derive(Template)]
    #[template(path = "package/axi4_lite.md", escape = "none")]
    struct Document<'a> {
        inside: &'a Inside<'a>,
        registers: &'a [Held],
        timing: &'a str,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_lite.h", escape = "none")]
    struct Header<'a> {
        inside: &'a Inside<'a>,
        registers: &'a [Held],
        lower: &'a str,
        upper: String,
    }
    let (lower, upper) = inside.stems();
    vec![
        SourceFile { path: "wrapper.md".to_owned(), text: render(&Document { inside, registers, timing }) },
        inside.c_header(render(&Header { inside, registers, lower, upper })),
    ]
}
