//! AXI4-Lite: registers of 32 bits for the issue word, the operands and the result.

use askama::Template;
use itertools::Itertools;

use super::Bus;
use super::inside::{Inside, cycles};
use crate::design::{SourceFile, render};
use crate::header::{TERMS, header};
use crate::landmark::bus::{ADDRESS, BUSY, DONE, LAST, high, low};
use crate::verilog::{Module, Net, Port, VerilogError};

/// A register of the bus; its code is its place, in words of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The identification.
    Id,
    /// Bit 0: starts an instruction; read, that the unit has one. Bit 1: the result is there.
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
    fn constant(self) -> &'static str {
        match self {
            Self::Id => "Id",
            Self::Control => "Control",
            Self::WordLow => "WordLow",
            Self::WordHigh => "WordHigh",
            Self::ALow => "ALow",
            Self::AHigh => "AHigh",
            Self::BLow => "BLow",
            Self::BHigh => "BHigh",
            Self::CLow => "CLow",
            Self::CHigh => "CHigh",
            Self::DLow => "DLow",
            Self::DHigh => "DHigh",
            Self::Flags => "Flags",
        }
    }

    /// Returns the meaning of the register, for tables.
    fn doc(self) -> &'static str {
        match self {
            Self::Id => "identification",
            Self::Control => {
                "bit 0: 1 written starts an instruction, 1 read says that one is under way; bit 1: the result is there"
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
            Self::Flags => "bit 0: CC.CF that the last instruction left; bit 1: .sat changed its result",
        }
    }
}

/// A register of a configuration.
#[derive(Clone, Debug)]
struct Held {
    register: Register,
    /// The expression that a read returns.
    read: String,
}

impl Held {
    fn constant(&self) -> &'static str {
        self.register.constant()
    }

    /// The name of its place, as long as all.
    fn padded(&self) -> String {
        format!("{:<8}", self.constant())
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
struct Text {
    header: String,
    module: Module,
    registers: Vec<Held>,
    reg: &'static str,
    always: &'static str,
    edge: String,
    /// Whether the address is that of an operand.
    writable: String,
    issue: Vec<String>,
    unused: Option<String>,
    results: Vec<String>,
    unit: String,
    lasts: Vec<String>,
    keep: String,
}

/// The registers of a unit.
fn registers(inside: &Inside<'_>) -> Vec<Held> {
    let (is_wide, has_c) = (inside.is_wide(), inside.width("c_i") > 0);
    let read = |register: Register| {
        let net = register.net().unwrap_or_default();
        let (is_there, read) = match register {
            Register::Id => (true, format!("32'h{:08x}", inside.id())),
            Register::Control => (true, format!("{{30'd0, {DONE}, {BUSY}}}")),
            Register::WordHigh => (inside.layout().word > 32, net),
            Register::AHigh | Register::BHigh => (is_wide, net),
            Register::CLow => (has_c, net),
            Register::CHigh => (has_c && is_wide, net),
            Register::DLow => (true, format!("{LAST}[31:0]")),
            Register::DHigh => (inside.width("d_o") > 32, format!("{LAST}[63:32]")),
            Register::Flags => (inside.flags() > 0, inside.flags_word().unwrap_or_default()),
            _ => (true, net),
        };
        is_there.then_some(Held { register, read })
    };
    Register::ALL.into_iter().filter_map(read).collect()
}

pub(super) fn build(inside: &Inside<'_>) -> Result<Bus, VerilogError> {
    let module = module(inside)?;
    let (config, layout, registers) = (inside.config, inside.layout(), registers(inside));
    let whole =
        |field: &str, width| if width > 32 { format!("{{{}, {}}}", high(field), low(field)) } else { low(field) };
    let word = Net::new("word", layout.word);
    let mut issue = vec![format!("wire {} word = {}", word.range(), whole("word", layout.word))];
    let parts: Vec<_> = layout.parts.iter().filter(|part| part.lo < layout.word).collect();
    issue.extend(parts.iter().map(|part| {
        let net = Net::new(part.name, part.width);
        format!("wire {} {} = {}", net.range(), part.name, word.slice(part.hi(), part.lo)).replace("  ", " ")
    }));
    for part in layout.parts.iter().filter(|part| part.lo >= layout.word) {
        let range = Net::new(part.name, part.width).range();
        issue.push(format!("wire {range} {} = {}", part.name, whole(part.name, part.width)));
    }
    let (results, lasts, kept) = inside.results();
    let others = [("valid_i", "start"), ("ready_o", "ready"), ("valid_o", "valid"), ("ready_i", "always_free")];
    let operands = registers.iter().filter(|held| held.net().is_some());
    let writable = operands.map(|held| format!("({ADDRESS} == {})", held.constant()));
    let latency = u32::from(config.depth.of(inside.unit)) + 1;
    let timing = format!(
        "A result is available {} after the write that starts the instruction.\nThe response to a write \
         follows 1 clock cycle after its address and data are accepted,\nthe response to a read 1 \
         clock cycle after its address is.",
        cycles(latency)
    );
    let facts = inside.facts(
        format!("{} from the write that starts an instruction", cycles(latency)),
        "a write and a read at a time; no path leads from an input to an output within a cycle",
    );
    let indent = format!(" ||\n{:20}", "");
    let text = Text {
        header: header(&module.name, &inside.doc(), &facts, config),
        reg: inside.register(),
        always: inside.always(),
        edge: inside.edge(),
        writable: writable.collect::<Vec<_>>().chunks(3).map(|row| row.join(" || ")).join(&indent),
        issue,
        unused: layout.unused("word", layout.word),
        results,
        unit: inside.instance(&others)?.to_string(),
        lasts,
        keep: inside.process().when(Some("valid".to_owned()), kept).to_string(),
        registers,
        module,
    };
    let documents = documents(inside, &text, &timing);
    Ok(Bus { module: text.module.clone(), text: render(&text), latency, timing, documents })
}

fn module(inside: &Inside<'_>) -> Result<Module, VerilogError> {
    let input = |name: &str, width, doc: &str| Port::input(format!("s_axi_{name}"), width, doc);
    let output = |name: &str, width, doc: &str| Port::output(format!("s_axi_{name}"), width, doc);
    let ports = vec![
        Port::input("aclk", 1, "clock"),
        Port::input("aresetn", 1, inside.reset_doc()),
        input("awvalid", 1, "an address to write to"),
        output("awready", 1, "it is taken"),
        input("awaddr", 6, "the address, in bytes"),
        input("awprot", 3, "means nothing here"),
        input("wvalid", 1, "a word to write"),
        output("wready", 1, "it is taken"),
        input("wdata", 32, "the word"),
        input("wstrb", 4, "its bytes that are written"),
        output("bvalid", 1, "the answer to a write"),
        input("bready", 1, "it is taken"),
        output("bresp", 2, "0 OKAY, 2 SLVERR: nothing was written"),
        input("arvalid", 1, "an address to read from"),
        output("arready", 1, "it is taken"),
        input("araddr", 6, "the address, in bytes"),
        input("arprot", 3, "means nothing here"),
        output("rvalid", 1, "the answer to a read"),
        input("rready", 1, "it is taken"),
        output("rdata", 32, "the word"),
        output("rresp", 2, "0 OKAY, 2 SLVERR: there is no such register"),
    ];
    Ok(Module::new(inside.module_name(), inside.doc(), ports)?.in_language(inside.config.language))
}

fn documents(inside: &Inside<'_>, text: &Text, timing: &str) -> Vec<SourceFile> {
    struct Row {
        address: String,
        name: String,
        access: &'static str,
        doc: &'static str,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_lite.md", escape = "none")]
    struct Document<'a> {
        version: &'a str,
        terms: &'a str,
        config: String,
        top: &'a str,
        timing: &'a str,
        rows: &'a [Row],
        has_contexts: bool,
        ctl_hi: u32,
        ctx_hi: u32,
        id: &'a str,
    }
    #[derive(Template)]
    #[template(path = "package/axi4_lite.h", escape = "none")]
    struct Header<'a> {
        version: &'a str,
        terms: &'a str,
        top: &'a str,
        rows: &'a [Row],
        has_c: bool,
        is_wide: bool,
        has_word_high: bool,
        id: &'a str,
    }
    let snake = |held: &Held| {
        let letters = held.constant().chars().enumerate();
        let split =
            letters.map(|(at, c)| if at > 0 && c.is_ascii_uppercase() { format!("_{c}") } else { c.to_string() });
        split.collect::<String>().to_ascii_uppercase()
    };
    let row = |held: &Held| Row {
        address: format!("0x{:02x}", held.register.address()),
        name: snake(held),
        access: match held.register {
            register if register.net().is_some() || register == Register::Control => "read, write",
            _ => "read",
        },
        doc: held.register.doc(),
    };
    let rows: Vec<_> = text.registers.iter().map(row).collect();
    let (version, terms, top, id) = (env!("CARGO_PKG_VERSION"), TERMS, text.module.name.as_str(), inside.id());
    let (id, context) = (format!("{id:08x}"), inside.layout().part("ctx"));
    let document = Document {
        version,
        terms,
        config: inside.config.line(),
        top,
        timing,
        rows: &rows,
        has_contexts: context.is_some(),
        ctl_hi: inside.width("ctl_i") - 1,
        ctx_hi: context.map_or(0, |part| part.hi()),
        id: &id,
    };
    let header = Header {
        version,
        terms,
        top,
        rows: &rows,
        has_c: inside.width("c_i") > 0,
        is_wide: inside.is_wide(),
        has_word_high: inside.layout().word > 32,
        id: &id,
    };
    vec![
        SourceFile { path: "wrapper.md".to_owned(), text: render(&document) },
        SourceFile { path: "vidalu_axi4_lite.h".to_owned(), text: render(&header) },
    ]
}
