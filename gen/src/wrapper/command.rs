//! The commands of the processor buses CFU and CV-X-IF, which are RISC-V instructions.
//!
//! Both use the R format of `custom-0`: `funct3` is the command, `funct7` selects a slot or a word.

use askama::Template;

use super::inside::Inside;
use crate::Choice;
use crate::bus::{Layout, Wrapper};
use crate::design::{SourceFile, render};
use crate::header::TERMS;
use crate::landmark::bus::{high as high_half, word};
use crate::verilog::Net;

/// A command: its code is `funct3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// An instruction of the unit: the issue word of a slot on the operands.
    Execute,
    /// Writes the issue word of a slot.
    SetWord,
    /// Writes the third operand, or what of it the instruction does not bring along.
    SetC,
    /// Writes the upper halves of the first and the second operand.
    SetHigh,
    /// Reads a word.
    Read,
}

impl Command {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 5] = [Self::Execute, Self::SetWord, Self::SetC, Self::SetHigh, Self::Read];

    /// The code in `funct3`.
    pub fn code(self) -> u64 {
        self as u64
    }

    /// The name in generated text.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Execute => "Execute",
            Self::SetWord => "SetWord",
            Self::SetC => "SetC",
            Self::SetHigh => "SetHigh",
            Self::Read => "Read",
        }
    }
}

/// A word that the command `Read` gives: its code is the lower two bits of `funct7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The low 32 bits of the last result.
    Low,
    /// Bits 63..32 of the last result.
    High,
    /// Bit 0: CC.CF that the last instruction left; bit 1: `.sat` changed its result.
    Flags,
    /// The identification, which says what there is.
    Id,
}

impl Which {
    /// The code.
    pub fn code(self) -> u64 {
        self as u64
    }
}

/// The nets of a command in the text.
pub(super) struct Nets {
    /// That it does its work in this cycle.
    pub(super) does: &'static str,
    /// Which it is.
    pub(super) command: &'static str,
    /// The slot.
    pub(super) which: &'static str,
    /// The nets of the two operands, the low one first.
    pub(super) operands: [&'static str; 2],
}

impl Nets {
    /// Returns the condition under which this command takes effect in the current cycle.
    fn does(&self, command: Command) -> String {
        format!("{} && ({} == {})", self.does, self.command, command.name())
    }
}

/// Issue words that are held.
pub const SLOTS: usize = 4;

/// Width of what tells them apart.
pub const SLOT_BITS: u32 = SLOTS.ilog2();

/// The major opcode of the instructions: `custom-0`.
pub const OPCODE: u64 = 0x0b;

impl Inside<'_> {
    /// The identification: `VA` in bits 31..16, 1 as the version of the interface in 15..12, then
    /// bits that say what there is: 0 operands of 64 bits, 1 a third operand, 2 CC.CF, 3 the flag
    /// of `.sat`.
    pub(super) fn id(&self) -> u32 {
        let bits = [self.is_wide(), self.width("c_i") > 0, self.width("cf_o") > 0, self.width("sat_o") > 0];
        let bits = bits.iter().enumerate().map(|(at, &bit)| u32::from(bit) << at);
        0x5641_1000 | bits.sum::<u32>()
    }

    /// Whether operands have 64 bits.
    pub(super) fn is_wide(&self) -> bool {
        self.width("a_i") > 32
    }

    /// The codes of the commands that there are, as lines of Verilog.
    pub(super) fn command_lines(&self, commands: &[Command]) -> Vec<String> {
        let line = |command: &Command| format!("localparam [2:0] {:<7} = 3'd{};", command.name(), command.code());
        commands.iter().map(line).collect()
    }

    /// Returns the declarations of the registers that hold operands (the issue words have their
    /// own), and the processes that write all of these registers. `nets` names the signals of a
    /// command: when it takes effect, its number, its slot and its two operands.
    pub(super) fn held_registers(&self, nets: &Nets, commands: &[Command]) -> (Vec<String>, String) {
        let [low, high] = nets.operands;
        let whole = if self.is_wide() { format!("{{{high}, {low}}}") } else { low.to_owned() };
        let (mut registers, mut writes) = (Vec::new(), Vec::new());
        for &command in commands {
            let own: Vec<(String, u32, String)> = match (command, self.brings_c()) {
                (Command::SetC, true) => vec![(high_half("c"), 32, low.to_owned())],
                (Command::SetC, false) => vec![("c_q".to_owned(), self.width("c_i"), whole.clone())],
                (Command::SetHigh, _) => {
                    vec![(high_half("a"), 32, low.to_owned()), (high_half("b"), 32, high.to_owned())]
                }
                (Command::SetWord, _) => {
                    let condition = nets.does(command);
                    let write = format!("{} <= {};", word(nets.which), self.given_word(nets));
                    writes.push(self.process().when(Some(condition), vec![write]).to_string());
                    continue;
                }
                (Command::Execute | Command::Read, _) => continue,
            };
            let declare = |(name, width, _): &(String, u32, String)| {
                format!("{} {} {name}", self.register(), Net::new(name, *width).range())
            };
            registers.extend(own.iter().map(declare));
            let write = own.iter().map(|(name, _, value)| format!("{name} <= {value};")).collect();
            writes.push(self.process().when(Some(nets.does(command)), write).to_string());
        }
        (registers, writes.join("\n\n"))
    }

    /// Returns the bits of an issue word that are stored, taken from the two operands.
    fn given_word(&self, nets: &Nets) -> String {
        let ([low, high], ctl) = (nets.operands, self.width("ctl_i"));
        let mut parts = Vec::new();
        if self.width("ctx_i") > 0 {
            parts.push(format!("{high}[{}:{}]", Layout::CONTEXT - 33 + self.width("ctx_i"), Layout::CONTEXT - 32));
        }
        if ctl > 32 {
            parts.extend([format!("{high}[{}:0]", ctl - 33), low.to_owned()]);
        } else {
            parts.push(format!("{low}[{}:0]", ctl - 1));
        }
        if parts.len() == 1 { parts.remove(0) } else { format!("{{{}}}", parts.join(", ")) }
    }

    /// The inputs of the unit: what the net `word` has of the issue word, and the first two
    /// operands.
    pub(super) fn held_issue(&self, nets: &Nets) -> Vec<String> {
        let (ctl, ctx, operand) = (self.width("ctl_i"), self.width("ctx_i"), self.width("a_i"));
        let wire = |name: &str, width: u32, value: String| {
            let range = Net::new(name, width).range();
            let space = if range.is_empty() { "" } else { " " };
            format!("wire{space}{range} {name} = {value}")
        };
        let word = Net::new("word", ctl + ctx);
        let mut issue = vec![wire("ctl", ctl, word.slice(ctl - 1, 0).to_string())];
        if ctx > 0 {
            issue.push(wire("ctx", ctx, word.slice(ctl + ctx - 1, ctl).to_string()));
        }
        issue.extend(["a", "b"].into_iter().zip(nets.operands).map(|(name, net)| {
            let value = if self.is_wide() { format!("{{{}, {net}}}", high_half(name)) } else { net.to_owned() };
            wire(name, operand, value)
        }));
        issue
    }

    /// Bits of the issue word that are held.
    pub(super) fn held_bits(&self) -> u32 {
        self.width("ctl_i") + self.width("ctx_i")
    }

    /// Whether an instruction brings the third operand along, or its lower half.
    pub(super) fn brings_c(&self) -> bool {
        self.wrapper != Wrapper::Cfu
    }

    /// The files for those who write programs: the commands as a document and as a C header.
    pub(super) fn command_files(&self, top: &str, timing: &str) -> Vec<SourceFile> {
        #[derive(Template)]
        #[template(path = "package/commands.md", escape = "none")]
        struct Document<'a> {
            version: &'a str,
            terms: &'a str,
            config: String,
            top: &'a str,
            timing: &'a str,
            brings_c: bool,
            has_c: bool,
            has_contexts: bool,
            is_wide: bool,
            flags: u32,
            ctl_hi: u32,
            ctx_hi: u32,
            id: String,
        }
        #[derive(Template)]
        #[template(path = "package/commands.h", escape = "none")]
        struct Header<'a> {
            guard: String,
            version: &'a str,
            terms: &'a str,
            top: &'a str,
            brings_c: bool,
            has_c: bool,
            is_wide: bool,
            flags: u32,
            id: String,
        }
        let (version, terms) = (env!("CARGO_PKG_VERSION"), TERMS);
        let (brings_c, has_c) = (self.brings_c(), self.width("c_i") > 0);
        let (is_wide, flags, id) = (self.is_wide(), self.flags(), format!("{:08x}", self.id()));
        let document = Document {
            version,
            terms,
            config: self.config.line(),
            top,
            timing,
            brings_c,
            has_c,
            has_contexts: self.width("ctx_i") > 0,
            is_wide,
            flags,
            ctl_hi: self.width("ctl_i") - 1,
            ctx_hi: Layout::CONTEXT + self.width("ctx_i").max(1) - 1,
            id: id.clone(),
        };
        let name = self.wrapper.name().replace('-', "_");
        let header = Header { guard: name.to_uppercase(), version, terms, top, brings_c, has_c, is_wide, flags, id };
        vec![
            SourceFile { path: "wrapper.md".to_owned(), text: render(&document) },
            SourceFile { path: format!("vidalu_{name}.h"), text: render(&header) },
        ]
    }
}
